"""The programs of the Congo assignment's parts I to V.

A part's program reads a line with the number N of records, then N records, and answers each: where the pieces stand
(I), the moves of one kind of piece (II), the position after a move (III), an evaluation and a minimax value (IV), an
evaluation and an alpha-beta value (V). Parts II and III continue after bare lions, which end the game elsewhere.
Source: the project's Congo rules, "The course's programs".
"""

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from plyground.core.errors import IllegalMove, InvalidNotation, PlygroundError, UnknownName, alternatives, quote
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.registry import get_game
from plyground.core.rules import order, play, scratch
from plyground.courses.congo import search as congo_search
from plyground.courses.congo.format import EDITIONS, Lines, read_position
from plyground.games.congo.movement import KINDS, list_moves
from plyground.games.congo.notation import move_text, parse_move, piece_letter, position_text
from plyground.games.congo.rules import lion_is_missing
from plyground.games.congo.squares import NAMES

PART_ONE_KINDS = ("pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra")
_LETTER = dict(zip(KINDS, "LZEGCMPS", strict=True))


def run(part: str, kind: str | None, edition: str, lines: Iterable[str]) -> Iterator[str]:
    """Answer the input of one of the parts' programs.

    Parameters
    ----------
    part
        A key of `PARTS`, or "part2" with the `kind` of piece.
    kind
        For part II: "lion", "zebra", ...; None for the others.
    edition
        "2022", or "2021": pawns do not promote, and the pieces have other values.
    lines
        The input; the answers come as it is read.

    Raises
    ------
    UnknownName
        For a part, a kind or an edition that there is not.
    InvalidNotation, IllegalMove
        For a faulty line, naming it.
    """
    if edition not in EDITIONS:
        raise UnknownName(f"There is no edition {edition!r}; the editions are {alternatives(EDITIONS)}.")
    if part == "part2" and kind not in KINDS:
        raise UnknownName(f"Part 2 needs a kind of piece, not {kind!r}: {alternatives(KINDS)}.")
    if part != "part2" and part not in PARTS:
        raise UnknownName(f"There is no part {part!r}; the parts are {alternatives(sorted([*PARTS, 'part2']))}.")
    answer = _kind_moves(_LETTER[str(kind)]) if part == "part2" else PARTS[part]
    game = get_game("congo-2021" if edition == "2021" else "congo")
    source = Lines(lines)
    return _answers(part, answer, game, source)


def _answers(
    part: str, answer: Callable[[Game, Position, Lines], Iterator[str]], game: Game, source: Lines
) -> Iterator[str]:
    records = source.expect("the number of records")
    if not (records.isascii() and records.isdigit()):
        raise InvalidNotation(f"Line 1 should be the number of records, not {quote(records)}.")
    count = int(records[:18])
    for record in range(1, count + 1):
        position = read_position(game, source, source.expect(f"position {record} of {count}"))
        if part == "part1" and record > 1:
            yield ""
        yield from answer(game, position, source)


def _where_pieces_stand(game: Game, position: Position, source: Lines) -> Iterator[str]:
    """Part I."""
    letters = [piece_letter(position.words, square) for square in range(len(NAMES))]
    for kind in PART_ONE_KINDS:
        for color, letter in (("white", _LETTER[kind]), ("black", _LETTER[kind].lower())):
            squares = [name for name, found in zip(NAMES, letters, strict=True) if found == letter]
            yield " ".join([f"{color} {kind}:", *squares])
    yield f"side to play: {position.turn.name.lower()}"


def _codes(position: Position) -> list[int]:
    """Return the moves in the order of their texts, for bare lions too."""
    if lion_is_missing(position.words):
        return []
    moves = scratch(position.rules)
    size = list_moves(position.words, int(position.turn), moves)
    order(position.rules, position.words, moves, size)
    codes: list[int] = moves[:size].tolist()
    return codes


def _kind_moves(letter: str) -> Callable[[Game, Position, Lines], Iterator[str]]:
    def answer(game: Game, position: Position, source: Lines) -> Iterator[str]:
        """Part II."""
        texts = [move_text(position.rules, position.words, code) for code in _codes(position)]
        starts = {name for square, name in enumerate(NAMES) if _is_kind(position, square, letter)}
        yield " ".join(text for text in texts if text[:2] in starts)

    return answer


def _is_kind(position: Position, square: int, letter: str) -> bool:
    return piece_letter(position.words, square).upper() == letter


def _after_move(game: Game, position: Position, source: Lines) -> Iterator[str]:
    """Part III."""
    text = source.expect(f"a move in {position.text!r}")
    try:
        code = parse_move(position.rules, position.words, text)
        if code not in _codes(position):
            raise IllegalMove(f"The move {quote(text)} cannot be played in {position.text!r}.")
    except PlygroundError as error:
        raise source.with_line(error) from None
    child = np.empty_like(position.words)
    play(position.rules, position.words, code, child)
    yield position_text(position.rules, child)
    outcome = Position(game, position.rules, child).outcome
    winner = outcome.winner if outcome else None
    yield "Continue" if winner is None else f"{winner.name.capitalize()} wins"


def _evaluation(name: str) -> Callable[[Game, Position, Lines], Iterator[str]]:
    def answer(game: Game, position: Position, source: Lines) -> Iterator[str]:
        yield str(position.evaluate(name))

    return answer


def _search(search: Callable[..., int]) -> Callable[[Game, Position, Lines], Iterator[str]]:
    def answer(game: Game, position: Position, source: Lines) -> Iterator[str]:
        congo_search.warmup(game)
        yield str(search(game, position.words))

    return answer


PARTS: dict[str, Callable[[Game, Position, Lines], Iterator[str]]] = {
    "part1": _where_pieces_stand,
    "part3": _after_move,
    "part4-evaluate": _evaluation("course-material"),
    "part4-minimax": _search(congo_search.minimax),
    "part5-evaluate": _evaluation("course-advanced"),
    "part5-alphabeta": _search(congo_search.alphabeta),
}
