"""Every game as a game of OpenSpiel (``plyground[open-spiel]``): importing this registers them.

    import pyspiel
    import plyground.rl.open_spiel
    game = pyspiel.load_game("plyground_gardner")

A name is ``plyground_`` and the game's, with underscores. Player 0 is White. Actions and observations are those of
`plyground.core.planes`; the moves of Amazons are three actions. What works with OpenSpiel's Python games works with
these, Shimmy's and TorchRL's wrappers among them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.planes import write_planes
from plyground.core.position import Position
from plyground.core.registry import all_games
from plyground.kernel.words import turned

PLAYERS = 2
LONGEST = 10_000
"""More plies than any game without a cap on them can last: each has a count that ends it."""
PIECES = 64


@dataclass(frozen=True)
class Snapshot:
    """A point of a game; it never changes, so copies of a state share it.

    Attributes
    ----------
    position
        The position.
    plies
        Moves since the start.
    occurrences
        Key of a position to how often it has stood.
    chosen
        The actions of the next move that have been taken.
    """

    position: Position
    plies: int = 0
    occurrences: Mapping[int, int] = field(default_factory=dict)
    chosen: tuple[int, ...] = ()

    def __deepcopy__(self, _: object) -> "Snapshot":
        return self

    @cached_property
    def indices(self) -> dict[tuple[int, ...], str]:
        """The actions of each move that may be made, and its text."""
        encoding = self.position.encoding
        digits = (encoding.actions,) * encoding.steps
        found: dict[tuple[int, ...], str] = {}
        for move in self.position.playable_moves:
            index = self.position.move_index(move)
            found.setdefault(tuple(int(digit) for digit in np.unravel_index(index, digits)), str(move))
        return found

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions, ascending; none if the game is over."""
        if self.returns is not None:
            return []
        stage = len(self.chosen)
        return sorted({each[stage] for each in self.indices if each[:stage] == self.chosen})

    @cached_property
    def returns(self) -> list[float] | None:
        """What the players get; None if the game is not over."""
        game, outcome = self.position.game, self.position.outcome
        if outcome is not None:
            won = {None: 0, Color.WHITE: 1, Color.BLACK: -1}[outcome.winner]
            white = float(won if outcome.utility is None else outcome.utility)
            return [white, 0.0 - white]
        repeated = game.repetition and self.occurrences.get(self.position.key, 0) >= game.repetition
        capped = game.ply_cap and self.plies >= game.ply_cap
        return [0.0, 0.0] if repeated or capped else None

    def after(self, action: int) -> "Snapshot":
        """Return what follows an action."""
        chosen = (*self.chosen, action)
        encoding = self.position.encoding
        if len(chosen) < encoding.steps:
            return Snapshot(self.position, self.plies, self.occurrences, chosen)
        index = int(np.ravel_multi_index(chosen, (encoding.actions,) * encoding.steps))
        position = self.position.play(self.position.move_at(index))
        if self.position.game.repetition is None:
            return Snapshot(position, self.plies + 1)
        counts = dict(self.occurrences)
        counts[position.key] = counts.get(position.key, 0) + 1
        return Snapshot(position, self.plies + 1, counts)


class State(pyspiel.State):
    """A state of a game."""

    def __init__(self, game: Any, node: Snapshot) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        """Return the player to move."""
        if self.node.returns is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.node.position.turn)

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.actions

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the text of a move; the number of an action that is not a whole move."""
        return self.node.indices.get((action,), str(action))

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.node.returns is not None

    def returns(self) -> list[float]:
        """Return what the players have got so far."""
        return self.node.returns or [0.0, 0.0]

    def __str__(self) -> str:
        return " ".join([self.node.position.text, *(map(str, self.node.chosen))])


class Observer:
    """Planes as OpenSpiel's observations; a player who is not to move sees the board as if it were."""

    def __init__(self, position: Position) -> None:
        encoding = position.encoding
        planes, height, width = encoding.shape
        self._planes = np.zeros(encoding.shape, np.uint8)
        self._actions = encoding.actions
        shape = (planes + encoding.steps - 1, height, width)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        """Write what `player` sees of `state`."""
        position, chosen = state.node.position, state.node.chosen
        words, seen = position.words, self.dict["observation"]
        if position.turn != player:
            words, chosen = turned(words), ()
        self._planes.fill(0)
        write_planes(position.rules, words, self._planes)
        seen.fill(0)
        seen[: len(self._planes)] = self._planes
        for stage, cell in enumerate(chosen):
            seen[len(self._planes) + stage].flat[cell] = 1

    def string_from(self, state: State, player: int) -> str:
        """Return the position as a text."""
        return str(state)


def _class_of(game: Game) -> type[Any]:
    """Return the class of a game for OpenSpiel."""
    position = game.position()
    steps, best = position.encoding.steps, 1.0
    if game.scored:
        best = float(PIECES * max(map(abs, position.rules)))
    kind = pyspiel.GameType(
        short_name=f"plyground_{game.name.replace('-', '_')}",
        long_name=game.label,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=position.encoding.actions,
        max_chance_outcomes=0,
        num_players=PLAYERS,
        min_utility=-best,
        max_utility=best,
        utility_sum=0.0,
        max_game_length=steps * (game.ply_cap or LONGEST),
    )

    class SpielGame(pyspiel.Game):
        """A game of Plyground's."""

        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, info, parameters or {})

        def new_initial_state(self, state: Any = None) -> State:
            """Return the start."""
            return State(self, Snapshot(position, occurrences={position.key: 1}))

        def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Any:
            """Return what makes observations of a kind: by default, of the board, which everybody sees."""
            if kind is None or (kind.public_info and not kind.perfect_recall):
                return Observer(position)
            return IIGObserverForPublicInfoGame(kind, parameters)

    pyspiel.register_game(kind, SpielGame)
    return SpielGame


GAMES = {name: _class_of(game) for name, game in all_games().items() if game.optional_submodule("planes")}
"""The classes by the games' names."""
