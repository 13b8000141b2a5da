"""Every game as a Gymnasium environment for one learner, against any of our players (``plyground[gymnasium]``).

    import gymnasium
    import plyground.rl.gymnasium
    env = gymnasium.make("plyground/gardner-v0", opponent="smart")

The observation is what the learner sees when it is to move (planes, uint8); ``info["action_mask"]`` and
``env.unwrapped.action_masks()``, which sb3-contrib's MaskablePPO asks for, tell the legal actions. The reward is 1 for
a win, -1 for a loss and 0 for a draw, or points; an illegal action loses.
"""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from plyground.agents.player import Allowance, Player
from plyground.agents.roster import Entry
from plyground.core.errors import IllegalMove, InvalidSetting
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import all_games
from plyground.rl.batch import BatchEnv

SIDES = {"white": Color.WHITE, "black": Color.BLACK}
RANDOM = "random"


class OpponentEnv(gymnasium.Env[Any, Any]):
    """A game against an opponent.

    Parameters
    ----------
    game
        The game, or its name.
    opponent
        A player, or the text of one: "random", "smart", "engine:nodes=500", ... (``plyground match --help``).
    color
        The learner's side: "white", "black", or "random" for another one each time.
    render_mode
        "ansi" for the board as text, "svg" for a drawing, "human" to print the text after each step.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi", "svg"], "render_fps": 2}

    def __init__(
        self,
        game: Game | str,
        opponent: Player | str = "random",
        color: str = RANDOM,
        render_mode: str | None = None,
    ) -> None:
        if color not in {*SIDES, RANDOM}:
            raise InvalidSetting(f"The learner's color cannot be {color!r}; it is white, black or random.")
        self._env = BatchEnv(game, 1, auto_reset=False, sparse=False)
        self._opponent = Entry.parse(opponent).create(self._env.game) if isinstance(opponent, str) else opponent
        self._color, self._side = color, Color.WHITE
        self._record = Record(self._env.game)
        self._chosen = 0
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self._env.actions)
        self.observation_space = spaces.Box(0, 255, self._env.observation.shape[1:], np.uint8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a game; `options` may hold a ``position`` to begin with. The opponent moves first if it is White."""
        super().reset(seed=seed)
        position = (options or {}).get("position", self._env.start)
        self._env.reset(positions=[position])
        self._record, self._chosen = Record(self._env.game, self._env.position(0)), 0
        drawn = int(self.np_random.integers(2))
        self._side = SIDES.get(self._color, Color(drawn))
        self._opponent.new_game(self._env.game, self._side.other, int(self.np_random.integers(2**62)))
        self._answer()
        self._show()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Take the learner's action, and the opponent's move after it."""
        try:
            self._take(int(action))
        except IllegalMove as error:
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._answer()
        self._show()
        env = self._env
        reward = float(env.rewards[0, self._side])
        return self._observation(), reward, bool(env.terminated[0]), bool(env.truncated[0]), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal; shape (actions,)."""
        assert self._env.legal is not None
        return self._env.legal[0].copy()

    def _take(self, action: int) -> None:
        """Take one action of the side to move; the record goes on when a move is complete."""
        position, steps = self._record.position, self._env.encoding.steps
        before = int(self._env.plies[0])
        self._env.step(np.array([action]))
        self._chosen = self._chosen * self._env.actions + action
        if steps == 1 or self._env.plies[0] != before:
            self._record.play(position.move_at(self._chosen))
            self._chosen = 0

    def _answer(self) -> None:
        """Let the opponent move, while it is to move."""
        while self._record.outcome is None and self._record.position.turn is not self._side:
            position = self._record.position
            choice = self._opponent.choose(self._record, Allowance())
            if choice.move is None:
                self._env.terminated[0] = True
                self._env.rewards[0] = [1 - 2 * self._side, 2 * self._side - 1]
                return
            index = position.move_index(choice.move)
            for step in range(self._env.encoding.steps - 1, -1, -1):
                self._take(index // self._env.actions**step % self._env.actions)

    def _observation(self) -> NDArray[np.uint8]:
        return self._env.observation[0].copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "position": self._record.position.text}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Return the board, or print it."""
        if self.render_mode == "svg":
            return self._record.position.svg(side=self._side)
        if self.render_mode == "human":
            print(self._record.position)  # noqa: T201
            return None
        return str(self._record.position)

    def close(self) -> None:
        """Let go of the opponent."""
        self._opponent.close()


def _register() -> None:
    """Make every game known to ``gymnasium.make``."""
    for name in all_games():
        identity = f"plyground/{name}-v0"
        if identity not in gymnasium.registry:
            gymnasium.register(identity, entry_point="plyground.rl.gymnasium:OpponentEnv", kwargs={"game": name})


_register()
