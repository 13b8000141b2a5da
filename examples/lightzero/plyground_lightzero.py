"""Every game the way LightZero's environments of board games are: its dictionary of observations, its steps.

LightZero itself is not needed here. (Its release 0.2 asks for numpy below 2, so pip does not install it beside
Plyground.) A class on its side derives from ``ding.envs.BaseEnv`` and hands `reset` and `step` on to this one;
docs/environments.md shows it. Players are 1, White, and 2, Black; the games are played in what LightZero calls
``self_play_mode``.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.rl.batch import BatchEnv


class Timestep(NamedTuple):
    """What a step brings, as ``ding.envs.BaseEnvTimestep`` has it.

    Attributes
    ----------
    obs
        What the next player sees.
    reward
        What the player that has just moved gets, an array of float32 without axes, shape ().
    done
        Whether the game is over.
    info
        ``next player to play``; when the game is over also ``eval_episode_return``, what player 1 gets.
    """

    obs: dict[str, Any]
    reward: Any
    done: bool
    info: dict[str, Any]


class LightZeroEnv:
    """One game at a time.

    Parameters
    ----------
    game
        The game, or its name.
    scale
        Whether planes are divided by 255 if they are counters, so that all numbers lie between 0 and 1, as float32.
    """

    def __init__(self, game: Game | str, *, scale: bool = True) -> None:
        self._env = BatchEnv(game, 1, auto_reset=False, sparse=False)
        self._scale = scale

    @property
    def current_player(self) -> int:
        """The player to move: 1 or 2."""
        return int(self._env.player[0]) + 1

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions, ascending."""
        assert self._env.legal is not None
        found: list[int] = np.flatnonzero(self._env.legal[0]).tolist()
        return found

    def reset(self, start_player_index: int = 0, init_state: Position | str | None = None) -> dict[str, Any]:
        """Begin a game from `init_state`, by default the usual start; who moves first is for that to say."""
        self._env.reset(positions=None if init_state is None else [init_state])
        return self._seen()

    def step(self, action: int) -> Timestep:
        """Take an action of the player to move; raises `IllegalMove`."""
        mover = int(self._env.player[0])
        self._env.step(np.array([action]))
        done = bool(self._env.terminated[0] or self._env.truncated[0])
        info: dict[str, Any] = {"next player to play": self.current_player}
        if done:
            info["eval_episode_return"] = np.array(self._env.rewards[0, 0])
        return Timestep(self._seen(), np.array(self._env.rewards[0, mover]), done, info)

    def _seen(self) -> dict[str, Any]:
        """Return the dictionary: planes, mask, position, whose turn it is."""
        planes = self._env.observation[0].astype(np.float32)
        if self._scale:
            planes[planes.max(axis=(1, 2)) > 1] /= 255
        action_mask = np.zeros(self._env.actions, np.int8)
        action_mask[self.legal_actions] = 1
        return {
            "observation": planes,
            "action_mask": action_mask,
            "board": self._env.words[0].copy(),
            "current_player_index": int(self._env.player[0]),
            "to_play": self.current_player,
        }
