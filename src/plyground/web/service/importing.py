"""Read whatever a user pastes: a record, a position text, or a file of one of the assignments.

Each reader recognises its own kind from the first lines and then reads all of it, so that an error is reported by the
reader that the text was meant for.
"""

import contextlib
import re
from collections.abc import Iterator
from itertools import islice
from typing import NotRequired, TypedDict

from plyground.agents.shorthand import parse_shorthand
from plyground.core.errors import InvalidNotation, PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.record_text import Token, comment_text, tokens
from plyground.core.registry import all_games, get_game
from plyground.core.sgf import as_records
from plyground.core.steps import Steps, finish, list_of
from plyground.courses.course import StartFile, all_courses
from plyground.web.service.game_tree import GameTree
from plyground.web.service.trees import MAX_NODES, MAX_TREES, TreeNode, nodes_of
from plyground.web.service.views import game_of


class Imported(TypedDict):
    """The result: a game, its start, the moves made, remarks by ply, and the kind of text.

    A record comes with its variations, too: ``nodes`` and ``nags`` are as `plyground.web.service.trees` has them.
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
    nags: NotRequired[list[int]]
    result: NotRequired[str]
    termination: NotRequired[str]


def read_import(text: str, name: str | None = None) -> Imported:
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
    stripped = as_records(text).lstrip("\ufeff").strip()
    if not stripped:
        raise InvalidNotation("There is nothing to read: paste a record, a position or a homework's file.")
    if re.match(r'\[\s*[\w-]+\s+"', stripped):
        return _of_record(stripped)
    for course in all_courses().values():
        if course.has("format") and hasattr(files := course.submodule("format"), "STARTS_FILE"):
            if files.STARTS_FILE.match(stripped):
                return _of_start_file(files.read_start(text))
    try:
        return _of_position(stripped, name)
    except PlygroundError:
        found = _of_moves(stripped, name)
        if found is None:
            raise
        return found


def all_imported(text: str, name: str | None = None) -> list[Imported]:
    """Read `text`, which may hold several records; else as `read_import`; raises as `all_in_steps`."""
    return finish(all_in_steps(text, name))


def all_in_steps(text: str, name: str | None = None) -> Steps[list[Imported]]:
    """Do the same, a record a step.

    Raises
    ------
    InvalidNotation
        As `read_import` does; also where there are more than `MAX_TREES` records.
    """
    if sum(token.name in {"Game", "Variant"} for token in _tags(text)) < 2:
        return [read_import(text, name)]
    found = yield from list_of(map(of_tree, islice(GameTree.parse_all(text), MAX_TREES + 1)), 1)
    if len(found) > MAX_TREES:
        raise InvalidNotation(
            f"The text holds more than {MAX_TREES} records, which is as many as can be opened at once."
        )
    return found


def _tags(text: str) -> list[Token]:
    """Return the tags of a text; none where it is no record."""
    try:
        return [token for token in tokens(text.lstrip("\ufeff")) if token.kind == "tag"]
    except PlygroundError:
        return []


def _of_record(text: str) -> Imported:
    """Read a record, whose moves may be written in short."""
    try:
        return of_tree(GameTree.parse(text))
    except PlygroundError:
        tags = {token.name: token.text for token in tokens(text) if token.kind == "tag"}
        if "Game" not in tags:
            raise
        # only a text whose every move can be read is taken in another way than it is written
        with contextlib.suppress(PlygroundError):
            game = get_game(tags["Game"])
            header = "".join(line for line in text.splitlines(keepends=True) if line.startswith("["))
            return of_tree(GameTree.parse(header + "\n" + _spell_out(game.position(tags.get("Start")), text)))
        raise


def _of_moves(text: str, name: str | None) -> Imported | None:
    """Read a bare list of moves, from the start of the game `name`; without a name, of the first game that fits."""
    try:
        words = list(tokens(text))
    except PlygroundError:
        return None
    if not any(token.kind == "move" for token in words):
        return None
    for game in [game_of(name)] if name is not None else list(all_games().values()):
        try:
            moves = _spell_out(game.position(), text)
        except PlygroundError:
            if name is not None and _begins_with_a_move(game.position(), words):
                raise
            continue
        return of_tree(GameTree.parse(f'[Game "{game.name}"]\n\n{moves}'))
    return None


def _begins_with_a_move(start: Position, words: list[Token]) -> bool:
    """Tell whether the first move of a text can be made: then it is a list of moves, if not a right one."""
    with contextlib.suppress(PlygroundError):
        parse_shorthand(start, next(token.text for token in words if token.kind == "move"), is_record=True)
        return True
    return False


def _spell_out(start: Position, text: str) -> str:
    """Return the moves of a text, with all that belongs to them, as the game writes them."""
    here, before = start, start
    waiting: list[tuple[Position, Position]] = []
    words = []
    for kind, word, _ in tokens(text):
        if kind == "move":
            move = parse_shorthand(here, word, is_record=True)
            before, here = here, here.play(move)
            words.append(move.text)
        elif kind == "open":
            waiting.append((before, here))
            here = before
            words.append("(")
        elif kind == "close" and waiting:
            before, here = waiting.pop()
            words.append(")")
        elif kind == "comment":
            words.append(comment_text(word))
        elif kind in {"glyph", "result"}:
            words.append(word)
    return " ".join(words)


def of_tree(tree: GameTree) -> Imported:
    """Return a record's content, with its variations and marks."""
    found = of_record(tree.record())
    if tree.root.comment:
        found["comments"]["0"] = tree.root.comment
    if tree.root.nags:
        found["nags"] = list(tree.root.nags)
    found["nodes"] = nodes_of(tree)
    if len(found["nodes"]) > MAX_NODES:
        raise InvalidNotation(
            f"The record has {len(found['nodes'])} moves, with its variations; an analysis holds {MAX_NODES} at most."
        )
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
