"""Who may be entered in the browser's arena, and what can be chosen about them: the roster's players and options.

Only our own players are admitted, and only with bounded options: no page may start a program or name a file.
"""

import inspect
from itertools import count
from typing import Any, Literal, TypedDict

from plyground.agents.options import EvaluationName, Seconds, WholeNumber
from plyground.agents.player import Player
from plyground.agents.roster import Entry, entries
from plyground.core.errors import InvalidSetting, PlygroundError, alternatives
from plyground.core.game import Game
from plyground.courses.course import all_courses

ADMITTED = ("random", "dummy", "greedy", "smart", "minimax", "engine", "level", "mcts", "seed")
"""The kinds of players admitted; others would start programs or wait for people."""
MAX_OPTION = {
    "minimax": {"depth": 4},
    "engine": {"depth": 60, "hash": 64, "threads": 1, "nodes": 5_000_000, "time": 5},
    "mcts": {"simulations": 100_000, "room": 1_000_000},
}
_NO_FILES = {"tables": ("", "none")}
"""The values of options that could name a file."""
_FEW = 64
"""So many whole numbers can all be on one slider."""
_MIN_SECONDS = 0.01


class OptionView(TypedDict):
    """An option of a player: ``values`` are its texts in order, ``usual`` the one that need not be given.

    "" stands for no limit, or for the usual evaluation. A ``number`` is for a slider, a ``name`` is one of few.
    """

    name: str
    form: Literal["number", "name"]
    unit: str
    values: list[str]
    usual: str


class KindView(TypedDict):
    """A kind of players, a sentence on it, and its options."""

    kind: str
    about: str
    options: list[OptionView]


class EntrantView(TypedDict):
    """A player's text, read: ``options`` holds the texts of those it gives, ``name`` what tables call it.

    ``fault`` is the sentence that says why it cannot play; the rest is empty then.
    """

    kind: str
    options: dict[str, str]
    name: str
    fault: str


def admit(texts: list[str], game: Game) -> tuple[Entry, ...]:
    """Return the players that `texts` describe, if a page may let them play.

    Raises
    ------
    UnknownName, InvalidSetting
    """
    found = tuple(entries(texts))
    for entry in found:
        if entry.kind not in ADMITTED:
            raise InvalidSetting(f"The player {entry.kind} cannot play here; who can is {alternatives(ADMITTED)}.")
        readers = entry.player_class.OPTIONS
        for option, value in entry.options().items():
            most = MAX_OPTION.get(entry.kind, {}).get(option)
            if most is not None and value > most:
                raise InvalidSetting(f"In the player {entry.text[:60]!r}, {option} may be at most {most} here.")
            reader = readers[option]
            names = reader.names(game) if isinstance(reader, EvaluationName) else _NO_FILES.get(option)
            if names is not None and value not in names:
                raise InvalidSetting(
                    f"In the player {entry.text[:60]!r}, {option} may be {alternatives(filter(None, names))} here."
                )
        with entry.create(game):
            pass
    return found


def read_entrant(text: str, game: Game) -> EntrantView:
    """Read a player's text."""
    try:
        (entry,) = admit([text], game)
    except PlygroundError as error:
        return {"kind": "", "options": {}, "name": "", "fault": str(error)}
    options = {option: _text(value) for option, value in entry.options().items()}
    return {"kind": entry.kind, "options": options, "name": entry.name, "fault": ""}


def kinds_of(game: Game) -> list[KindView]:
    """Return the kinds that can play `game` here; a course's players play its own games only."""
    of_courses = {kind for course in all_courses().values() for kind in course.players}
    return [_kind(kind, game) for kind in ADMITTED if kind not in of_courses or _plays(kind, game)]


def _plays(text: str, game: Game) -> bool:
    try:
        Entry.parse(text).create(game).close()
    except PlygroundError:
        return False
    return True


def _kind(kind: str, game: Game) -> KindView:
    player = Entry.parse(kind).player_class
    found = (_option(kind, player, option, game) for option in player.OPTIONS)
    # an option of which only one value is allowed is none
    options = [option for option in found if option is not None and len(option["values"]) > 1]
    return {"kind": kind, "about": (inspect.getdoc(player) or "").partition("\n")[0], "options": options}


def _option(kind: str, player: type[Player], option: str, game: Game) -> OptionView | None:
    """Describe an option; None if its reader does not say what it may be."""
    reader: Any = player.OPTIONS[option]
    usual = inspect.signature(player).parameters[option].default
    most = MAX_OPTION.get(kind, {}).get(option)
    if isinstance(reader, EvaluationName):
        # (some of a player's own are for few games)
        names = [
            name for name in reader.names(game) if name not in reader.own or _plays(f"{kind}:{option}={name}", game)
        ]
        return {"name": option, "form": "name", "unit": "", "values": ["", *names], "usual": ""}
    numbers: list[float]
    if isinstance(reader, WholeNumber):
        numbers, unit = list(_whole_numbers(reader.least, reader.most if most is None else most)), reader.unit
    elif isinstance(reader, Seconds):
        numbers, unit = list(_round_numbers(_MIN_SECONDS, reader.most if most is None else most)), "s"
    else:
        return None
    values = [_text(value) for value in sorted({*numbers, usual} if usual is not None else numbers)]
    return {
        "name": option,
        "form": "number",
        "unit": unit,
        "values": values if usual is not None else ["", *values],
        "usual": "" if usual is None else _text(usual),
    }


def _whole_numbers(least: int, most: int) -> list[int]:
    if most - least < _FEW:
        return list(range(least, most + 1))
    return [int(value) for value in _round_numbers(least, most)]


def _round_numbers(least: float, most: float) -> list[float]:
    """Return `least`, then 1, 2 and 5 times the powers of ten, then `most`."""
    found = [least]
    for power in count(-3):
        for digit in (1, 2, 5):
            # 5e-3 is the nearest number to 0.005, which 5 * 10**-3 is not
            value = float(f"{digit}e{power}")
            if value >= most:
                return [*found, most]
            if value > least:
                found.append(value)
    raise AssertionError


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
