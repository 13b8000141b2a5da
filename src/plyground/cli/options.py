"""What the commands share: how a game, its rules and its positions are named on the command line."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TextIO

from cyclopts import Parameter

from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError
from plyground.core.files import decode, open_text, read_bytes
from plyground.core.registry import game_with_settings

if TYPE_CHECKING:
    # these import the kernels, and with them numba
    from plyground.agents.roster import Entry
    from plyground.core.position import Position
    from plyground.core.record import Record

MAX_LINE = 100_000
"""The longest line of a batch; no position is longer."""
MAX_THREADS = 256

GameName = Annotated[str, Parameter(help="One of `plyground games`.")]
Text = Annotated[str | None, Parameter(name="--position", help="Position text; without it, the usual start.")]
Rules = Annotated[
    list[str] | None,
    Parameter(name="--rule", help="NAME=VALUE: a setting of the rules.", negative=(), consume_multiple=False),
]
Judge = Annotated[
    str | None,
    Parameter(
        name="--evaluation",
        help="handmade (also called engine): terms and weights that people chose, the default but in starcircle "
        "(utility); net: the game's net, by which the engine judges where there is one; net:FILE; or another of the "
        "game's (see its page).",
    ),
]
"""The evaluation of a command that does not judge as the engine does unless it is told to."""
Cluster = Annotated[str | None, Parameter(help="Run on Ray: local, or a cluster's address.")]
Batch = Annotated[
    str | None,
    Parameter(
        name="--batch", allow_leading_hyphen=True, help="A file with one position text a line; - is standard input."
    ),
]


def load_record(name: str, game: str) -> "Record":
    """Return the game that the file `name` holds, which must be one of `game`."""
    from plyground.core.record import MAX_CHARACTERS, Record

    try:
        record = Record.parse(decode(read_bytes(name, 4 * MAX_CHARACTERS + 1)))
    except UnicodeDecodeError:
        raise InvalidNotation(f"The file {name} is not text in UTF-8.") from None
    if record.game.name != game:
        raise InvalidSetting(f"The file {name} holds a game of {record.game.name}, not of {game}.")
    return record


def position_of(name: str, text: str | None, rules: Sequence[str] | None) -> "Position":
    """Return the position that the options describe."""
    return game_with_settings(name, rules or ()).position(text)


@dataclass
class Lines:
    """The lines of a batch, each with its number."""

    file: TextIO
    name: str

    def __iter__(self) -> Iterator[tuple[int, str]]:
        blank = 0
        number = 0
        while True:
            try:
                line = self.file.readline(MAX_LINE + 1)
            except UnicodeDecodeError:
                raise InvalidNotation(f"Line {number + 1} of {self.name} is not text in UTF-8.") from None
            if not line:
                return
            number += 1
            if len(line) > MAX_LINE:
                raise InvalidNotation(f"Line {number} of {self.name} is longer than {MAX_LINE} characters.")
            if not line.strip():
                blank = blank or number
                continue
            if blank:
                raise InvalidNotation(f"Line {blank} of {self.name} is empty; a position text was expected.")
            yield number, line.strip()


def answer(
    name: str, text: str | None, rules: Sequence[str] | None, batch: str | None, tell: Callable[["Position"], str]
) -> None:
    """Print what `tell` returns for the position, or for each position of the batch."""
    if batch is None:
        print(tell(position_of(name, text, rules)))
        return
    if text is not None:
        raise InvalidSetting("Give --position or --batch, not both.")
    game = game_with_settings(name, rules or ())
    with nullcontext(sys.stdin) if batch == "-" else open_text(batch) as file:
        for number, line in Lines(file, "standard input" if batch == "-" else batch):
            try:
                print(tell(game.position(line)))
            except PlygroundError as error:
                raise type(error)(f"Line {number}: {error}") from None


def check_count(value: int, what: str, least: int = 1) -> int:
    """Return `value`, or say that it is too small."""
    if value < least:
        raise InvalidSetting(f"{what} cannot be {value}; it is a whole number from {least} up.")
    return value


def check_threads(value: int) -> int:
    """Return a number of threads or processes, or say what is wrong with it."""
    if check_count(value, "The number of threads") > MAX_THREADS:
        raise InvalidSetting(f"The number of threads cannot be {value}; it is at most {MAX_THREADS}.")
    return value


def say_weakness(players: "Sequence[Entry]") -> None:
    """Say on standard error what is missing of the walls around strangers' programs, if any plays."""
    from plyground.programs.protection import player_mode, weakness

    if any(entry.kind == "program" for entry in players) and (said := weakness(player_mode())):
        print(f"plyground: {said}", file=sys.stderr)
