"""Tables that are not there: a sentence that says so, and the command that builds them."""

from dataclasses import dataclass

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.endgame.all_positions import all_positions
from plyground.endgame.builder import MAX_MEN_BUILT, BuildEstimate
from plyground.endgame.index import SIZE
from plyground.endgame.store import Tables
from plyground.endgame.whole import size_of

MAX_MEN_OF_ONE = 6
"""Of a table that is built by itself, where hours and gigabytes do not matter."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_MINUTE = 60
_KIB = 1024


@dataclass(frozen=True)
class Missing:
    """What is not there.

    Attributes
    ----------
    sentence
        What it is, and what it takes to build it; the command is to follow.
    command
        What builds it.
    """

    sentence: str
    command: str


def missing_for(position: Position, tables: Tables | None) -> Missing | None:
    """Say what would have to be built for `position` to be known; None if nothing can be, or all is there.

    Parameters
    ----------
    position
        A position that is not over, of which the tables know nothing.
    tables
        Those of its game; None for a game without tables of few men.
    """
    game = position.game
    if tables is None:
        return _missing_whole(game)
    material = tables.material_of(position.words)[0]
    if material is None or game.chosen or tables.is_there(material.normal):
        return None
    if not tables.description.smallest <= material.men <= MAX_MEN_OF_ONE:
        return None
    text, is_of_many = tables.text(material.normal), material.men > MAX_MEN_BUILT
    leads_to = ", and all that it leads to" if is_of_many else ""
    return Missing(
        f"There is no table of {text} on this machine. This command builds it{leads_to}:",
        f"plyground tablebase build {game.name} --material {text}" if is_of_many else _command(game, material.men),
    )


def missing_of(tables: Tables) -> Missing | None:
    """Say which tables of a game are not there, what it takes to build them, and how; None if all are."""
    missing = [material for material in tables.materials(MAX_MEN_BUILT) if not tables.is_there(material)]
    if not missing:
        return None
    plan = BuildEstimate(tuple(missing), sum(int(tables.row(material)[SIZE]) for material in missing))
    sizes = sorted({material.men for material in missing})
    return Missing(
        f"{len(missing)} tables of {' and '.join(_NUMBERS[men] for men in sizes)} men are not on this machine. "
        f"This command builds them, in about {duration_text(plan.seconds)} on one core, {size_text(plan.bytes)}:",
        _command(tables.game, sizes[-1]),
    )


def _missing_whole(game: Game) -> Missing | None:
    if size_of(game) is None or all_positions(game) is not None:
        return None
    return Missing(
        "The table of all positions is not on this machine. This command builds it:",
        f"plyground solve {game.name} --all",
    )


def _command(game: Game, men: int) -> str:
    return f"plyground tablebase build {game.name} --pieces {men}"


def duration_text(seconds: float) -> str:
    """Write a time for people: "90 s", "5 min"."""
    return f"{seconds:.0f} s" if seconds < 2 * _MINUTE else f"{seconds / _MINUTE:.0f} min"


def size_text(size: int) -> str:
    """Write a number of bytes for people: "90 KiB", "4.5 MiB"."""
    return f"{size / _KIB:.0f} KiB" if size < _KIB * _KIB else f"{size / _KIB / _KIB:.1f} MiB"
