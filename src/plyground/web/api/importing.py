"""Read whatever a user pastes: a record, a position text, or a file of one of the assignments.

Each reader recognises its own kind from the first lines and then reads all of it, so that an error is reported by the
reader that the text was meant for.
"""

import re
from collections.abc import Iterator
from typing import NotRequired, TypedDict

from plyground.core.errors import InvalidNotation, PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.registry import all_games
from plyground.web.api.views import game_of


class Imported(TypedDict):
    """The result: a game, its start, the moves made, remarks by ply, and the kind of text."""

    kind: str
    game: str
    rules: dict[str, str]
    start: str
    moves: list[str]
    comments: dict[str, str]
    tags: dict[str, str]
    remarks: NotRequired[list[str]]


def imported(text: str, name: str | None = None) -> Imported:
    """Read `text`.

    Parameters
    ----------
    text
        The pasted text.
    name
        The game to try first if the text does not name one.

    Raises
    ------
    InvalidNotation
        With the message of the reader that it was meant for, or a list of what can be read.
    """
    stripped = text.lstrip("\ufeff").strip()
    if not stripped:
        raise InvalidNotation("There is nothing to read: paste a record, a position or a homework's file.")
    if re.match(r'\[\s*[\w-]+\s+"', stripped):
        return of_record(next(iter(Record.parse_all(stripped)), None))
    first = stripped.split(maxsplit=1)[0]
    if first in {"SINGLE", "GAME"}:
        return _of_halma_file(text)
    if first in {"Star", "Circle"}:
        return _of_starcircle_file(text)
    if first.startswith("Rows:"):
        return _of_minichess_file(text)
    return _of_position(stripped, name)


def of_record(record: Record | None) -> Imported:
    """Return a record's content."""
    if record is None:
        raise InvalidNotation("The record holds no game.")
    return {
        "kind": "record",
        "game": record.game.name,
        "rules": dict(record.game.chosen),
        "start": record.start.text,
        "moves": [move.text for move in record.moves],
        "comments": {str(ply): comment for ply, comment in record.comments.items()},
        "tags": record.tags,
    }


def _of_text(kind: str, game: Game, text: str, remarks: list[str] | None = None) -> Imported:
    found: Imported = {
        "kind": kind,
        "game": game.name,
        "rules": dict(game.chosen),
        "start": game.position(text).text,
        "moves": [],
        "comments": {},
        "tags": {},
    }
    if remarks:
        found["remarks"] = remarks
    return found


def _of_position(text: str, name: str | None) -> Imported:
    """Read a position text of the game `name`, else of the first game that accepts it."""
    complaint: PlygroundError | None = None
    for game in _candidates(name):
        try:
            return _of_text("position", game, text)
        except PlygroundError as error:
            complaint = complaint or error
    if name is not None and complaint is not None:
        raise complaint
    raise InvalidNotation(
        'This is no position of any game, no record (it begins with tags such as [Game "congo"]), and no homework\'s '
        "file of Star/Circle, Halma or minichess."
    )


def _candidates(name: str | None) -> Iterator[Game]:
    if name is not None:
        yield game_of(name)
    for game in all_games().values():
        if game.name != name:
            yield game


def _of_starcircle_file(text: str) -> Imported:
    from plyground.assignments import starcircle

    homework = starcircle.parse(text)
    return _of_text("Star/Circle input", game_of("starcircle"), homework.position.text, list(homework.remarks))


def _of_halma_file(text: str) -> Imported:
    from plyground.assignments import halma

    task, game = halma.read_task(text), game_of("halma-usc2019")
    words = game.submodule("notation").position_of_cells(game.rules, task.cells, int(task.color))
    return _of_text("Halma input.txt", game, Position(game, game.rules, words).text)


def _of_minichess_file(text: str) -> Imported:
    from plyground.assignments import minichess

    return _of_text(
        "minichess config file",
        game_of("minichess"),
        minichess.position_of_gameboard(minichess.parse_config(text)).text,
    )
