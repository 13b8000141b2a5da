"""The players by the text that names them: ``KIND``, ``KIND:OPTION=VALUE,...``, ``uci:COMMAND``, ``program:FILE``.

Each may end in ``@NAME``, which is what tables then call it; without it a player is called by its own text. The first
option of a kind may be given by its value alone: ``minimax:4`` is ``minimax:depth=4``.
"""

import re
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from plyground.agents.player import Player
from plyground.core.errors import InvalidSetting, UnknownName, listed, shortened
from plyground.core.game import Game

KINDS = {
    "dummy": "dummy:DummyPlayer",
    "random": "random_player:RandomPlayer",
    "greedy": "greedy:GreedyPlayer",
    "smart": "smart:SmartPlayer",
    "minimax": "minimax:MinimaxPlayer",
    "engine": "engine:EnginePlayer",
    "mcts": "mcts:MctsPlayer",
    "seed": "amazons_assignment:AmazonsAssignmentPlayer",
    "uci": "uci:UciPlayer",
    "program": "program:ProgramPlayer",
    "human": "human:HumanPlayer",
}
"""Kind to "file:class" in this folder; a file is imported when a player of its kind is made."""

WITH_COMMAND = ("uci", "program")
"""Kinds whose text goes on with a command or a file instead of options."""

_NAMED = re.compile(r"(?s)(?P<text>.*)@(?P<name>[^@/\\]{1,60})")


@dataclass(frozen=True)
class Entry:
    """A player as its text describes it.

    Attributes
    ----------
    text
        The whole text; `parse` of it gives this entry again.
    kind
        A key of `KINDS`.
    argument
        What follows the colon, or nothing.
    name
        What tables call it.
    """

    text: str
    kind: str
    argument: str
    name: str

    @classmethod
    def parse(cls, text: str) -> "Entry":
        """Read a player's text; raises `UnknownName`."""
        match = _NAMED.fullmatch(text)
        described, name = (match["text"], match["name"]) if match else (text, text)
        kind, _, argument = described.partition(":")
        if kind not in KINDS:
            raise UnknownName(f"There is no player {shortened(kind)}; the players are {', '.join(KINDS)}.")
        return cls(text, kind, argument, name)

    @property
    def player_class(self) -> type[Player]:
        """The class of its kind."""
        file, _, name = KINDS[self.kind].partition(":")
        found: type[Player] = getattr(import_module(f"plyground.agents.{file}"), name)
        return found

    def options(self) -> dict[str, Any]:
        """Return the options its text gives, read.

        Raises
        ------
        UnknownName, InvalidSetting
        """
        if self.kind in WITH_COMMAND:
            return {"command": self.argument}
        known = self.player_class.OPTIONS
        found: dict[str, Any] = {}
        for i, part in enumerate(filter(None, self.argument.split(","))):
            option, equals, value = part.partition("=")
            if not equals and i == 0 and known:
                option, value = next(iter(known)), part
            elif not equals:
                raise InvalidSetting(f"In the player {shortened(self.text)}, {part!r} should be written OPTION=VALUE.")
            if option not in known:
                has = f"it has {listed(known)}" if known else "it has none"
                raise UnknownName(f"The player {self.kind} has no option {option!r}; {has}.")
            try:
                found[option] = known[option](value)
            except InvalidSetting as error:
                raise InvalidSetting(f"In the player {shortened(self.text)}, {option} {error}.") from None
        return found

    def create(self, game: Game) -> Player:
        """Make the player, for games of `game`.

        Raises
        ------
        PlygroundError
            If an option is unknown, or is none that it can have in this game.
        """
        return self.player_class(game, **self.options())  # type: ignore[call-arg]


def entries(texts: list[str]) -> list[Entry]:
    """Read the players of a tournament; namesakes get a number, so that every name is its player's own."""
    found: list[Entry] = []
    names: set[str] = set()
    for text in texts:
        entry = Entry.parse(text)
        name, number = entry.name, 1
        while name in names:
            number += 1
            name = f"{entry.name} ({number})"
        names.add(name)
        found.append(Entry(entry.text, entry.kind, entry.argument, name))
    return found
