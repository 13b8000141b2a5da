"""Read whatever a user pastes: a record, a position text, or a file of one of the assignments.

Each reader recognises its own kind from the first lines and then reads all of it, so that an error is reported by the
reader that the text was meant for.
"""

import re
from collections.abc import Iterator
from typing import NotRequired, TypedDict

from plyground.core.course import StartFile, all_courses
from plyground.core.errors import InvalidNotation, PlygroundError
from plyground.core.game import Game
from plyground.core.game_tree import GameTree
from plyground.core.record import Record
from plyground.core.registry import all_games
from plyground.web.api.trees import TreeNode, nodes_of
from plyground.web.api.views import game_of


class Imported(TypedDict):
    """The result: a game, its start, the moves made, remarks by ply, and the kind of text.

    A record comes with its variations, too: ``nodes`` is as `plyground.web.api.trees` has it.
    """

    kind: str
    game: str
    rules: dict[str, str]
    start: str
    moves: list[str]
    comments: dict[str, str]
    tags: dict[str, str]
    remarks: NotRequired[list[str]]
    nodes: NotRequired[list[TreeNode]]
    result: NotRequired[str]
    termination: NotRequired[str]


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
        return of_tree(GameTree.parse(stripped))
    for course in all_courses().values():
        if course.has("format") and hasattr(files := course.submodule("format"), "STARTS_FILE"):
            if files.STARTS_FILE.match(stripped):
                return _of_start_file(files.read_start(text))
    return _of_position(stripped, name)


def of_tree(tree: GameTree) -> Imported:
    """Return a record's content, with its variations and marks."""
    found = of_record(tree.record())
    if tree.root.comment:
        found["comments"]["0"] = tree.root.comment
    found["nodes"] = nodes_of(tree)
    found["result"], found["termination"] = tree.result, tree.termination
    return found


def of_record(record: Record) -> Imported:
    """Return a record's content."""
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
        "This is no position of any game, no record (it begins with tags such as "
        f'[Game "{next(iter(all_games()))}"]), and no file of a course\'s assignment.'
    )


def _candidates(name: str | None) -> Iterator[Game]:
    if name is not None:
        yield game_of(name)
    for game in all_games().values():
        if game.name != name:
            yield game


def _of_start_file(file: StartFile) -> Imported:
    return _of_text(file.kind, file.position.game, file.position.text, list(file.remarks))
