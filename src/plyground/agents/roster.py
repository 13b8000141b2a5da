"""Players by the text that names them: ``KIND``, ``KIND:OPTION=VALUE,...``, ``uci:COMMAND``, ``program:FILE``.

Each may end in ``@NAME``, the name that tables then use; by default a player's name is its text. The first
option of a kind may be given by its value alone: ``minimax:4`` is ``minimax:depth=4``.

Another package adds a player, which runs in our own process, with these lines in its pyproject.toml::

    [project.entry-points."plyground.players"]
    mine = "my_package.my_file:MyPlayer"

where ``MyPlayer`` is a `Player` made as ``MyPlayer(game, **options)``, with the options that its `OPTIONS` name.
"""

import re
import sys
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from plyground.agents.player import Player
from plyground.core.errors import BrokenPackage, InvalidSetting, UnknownName, alternatives, quote, suggestion
from plyground.core.game import Game
from plyground.core.scripts import skeleton
from plyground.courses.course import all_courses

_AGENTS = "plyground.agents"
_OUR_AGENTS = {
    "dummy": "dummy:DummyPlayer",
    "random": "random_player:RandomPlayer",
    "greedy": "greedy:GreedyPlayer",
    "smart": "smart:SmartPlayer",
    "minimax": "minimax:MinimaxPlayer",
    "engine": "engine:EnginePlayer",
    "level": "level_player:LevelPlayer",
    "mcts": "mcts:MctsPlayer",
}
_OTHERS = {
    "uci": "uci:UciPlayer",
    "program": "program:ProgramPlayer",
    "human": "human:HumanPlayer",
}
OUR_KINDS = {
    **{kind: f"{_AGENTS}.{place}" for kind, place in _OUR_AGENTS.items()},
    **{kind: f"{course.module}.{place}" for course in all_courses().values() for kind, place in course.players.items()},
    **{kind: f"{_AGENTS}.{place}" for kind, place in _OTHERS.items()},
}
"""Kind to "module:class"; a module is imported when a player of its kind is made."""

WITH_COMMAND = ("uci", "program")
"""Kinds whose text continues with a command or a file instead of options."""


@cache
def kinds() -> dict[str, str]:
    """Return `OUR_KINDS`, then those that installed packages add; one whose name is taken is reported and left out."""
    found = dict(OUR_KINDS)
    for point in entry_points(group="plyground.players"):
        if point.name in found:
            sentence = f"The player {point.name!r} of {point.value} is left out: {found[point.name]} has that name."
            print(f"plyground: {sentence}", file=sys.stderr)  # noqa: T201
        else:
            found[point.name] = point.value
    return found


_NAMED = re.compile(r"(?s)(?P<text>.*)@(?P<name>[^@/\\]{1,60})")


@dataclass(frozen=True)
class Entry:
    """A player as its text describes it.

    Attributes
    ----------
    text
        The whole text; `parse` of it gives this entry again.
    kind
        A key of `kinds()`.
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
        if kind not in kinds():
            raise UnknownName(
                f"There is no player {quote(kind)}; the players are {', '.join(kinds())}{suggestion(kind, kinds())}."
            )
        return cls(text, kind, argument, name)

    @property
    def player_class(self) -> type[Player]:
        """The class of its kind; raises `BrokenPackage` if there is none where another package says."""
        place = kinds()[self.kind]
        module, _, name = place.partition(":")
        try:
            found = getattr(import_module(module), name)
        except Exception as error:
            if self.kind in OUR_KINDS:
                raise
            raise BrokenPackage(
                f"The player {self.kind}, {place}, cannot be loaded: {type(error).__name__}: {error}."
            ) from error
        if not (isinstance(found, type) and issubclass(found, Player)):
            raise BrokenPackage(f"The player {self.kind}, {place}, is no subclass of plyground.agents.player.Player.")
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
                raise InvalidSetting(f"In the player {quote(self.text)}, {part!r} should be written OPTION=VALUE.")
            if option not in known:
                has = f"it has {alternatives(known)}" if known else "it has none"
                raise UnknownName(f"The player {self.kind} has no option {option!r}; {has}.")
            if option in found:
                raise InvalidSetting(f"The player {quote(self.text)} gives {option} twice.")
            try:
                found[option] = known[option](value)
            except InvalidSetting as error:
                raise InvalidSetting(f"In the player {quote(self.text)}, {option} {error}.") from None
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
    """Read the players of a tournament; names that look alike get a number, so that each is its player's own."""
    found: list[Entry] = []
    names: set[str] = set()
    for text in texts:
        entry = Entry.parse(text)
        name, number = entry.name, 1
        while skeleton(name) in names:
            number += 1
            name = f"{entry.name} ({number})"
        names.add(skeleton(name))
        found.append(Entry(entry.text, entry.kind, entry.argument, name))
    return found
