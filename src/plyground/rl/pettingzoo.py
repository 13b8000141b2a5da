"""Every game as a PettingZoo environment (``pip install 'plyground[pettingzoo]'``).

    from plyground.rl import pettingzoo
    env = pettingzoo.env("gardner")

Agents are ``player_0``, White, and ``player_1``, Black. An observation is a dictionary of ``observation``, the planes
(channels first, uint8), and ``action_mask`` (int8), which is 0 for the agent whose turn it is not; that agent sees the
board as if it were to move.
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from plyground.core.game import Game
from plyground.core.planes import write_planes
from plyground.kernel.words import turned
from plyground.rl.batch import BatchEnv

AGENTS = ("player_0", "player_1")


def env(game: Game | str, render_mode: str | None = None) -> AECEnv:
    """Return the environment of a game, wrapped so that an illegal action loses and one out of bounds is told."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(GameEnv(game, render_mode), -1))
    )


class GameEnv(AECEnv, EzPickle):
    """The environment without wrappers.

    Parameters
    ----------
    game
        The game, or its name.
    render_mode
        "ansi" for the board as text, "svg" for a drawing, "human" to print the text after each action.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "svg"],
        "name": "plyground_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        EzPickle.__init__(self, game, render_mode)
        super().__init__()
        self.render_mode = render_mode
        self._env = BatchEnv(game, 1, auto_reset=False, sparse=False)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        shape, actions = self._env.observation.shape[1:], self._env.actions
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, shape, np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in AGENTS
        }

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `options` may hold a ``position``. Nothing here is random."""
        position = (options or {}).get("position")
        self._env.reset(positions=None if position is None else [position])
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._look()

    def _look(self) -> None:
        """Take over what the game is now."""
        self.agent_selection = AGENTS[self._env.player[0]]
        self.terminations = dict.fromkeys(AGENTS, bool(self._env.terminated[0]))
        self.truncations = dict.fromkeys(AGENTS, bool(self._env.truncated[0]))
        self.rewards = dict(zip(AGENTS, self._env.rewards[0].tolist(), strict=True))

    def step(self, action: int | None) -> None:
        """Take the action of the agent that is to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._env.step(np.array([action]))
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees."""
        assert self._env.legal is not None
        if AGENTS[self._env.player[0]] == agent:
            return {"observation": self._env.observation[0].copy(), "action_mask": self._env.legal[0].astype(np.int8)}
        planes = np.zeros_like(self._env.observation[0])
        write_planes(self._env.start.rules, turned(self._env.words[0]), planes)
        return {"observation": planes, "action_mask": np.zeros(self._env.actions, np.int8)}

    def render(self) -> str | None:
        """Return the board, or print it."""
        position = self._env.position(0)
        if self.render_mode == "svg":
            return position.svg()
        if self.render_mode == "human":
            print(position)  # noqa: T201
            return None
        return str(position)

    def close(self) -> None:
        """Nothing is open."""
