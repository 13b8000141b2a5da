"""What must hold of texts: of positions, of moves, and of records."""

from collections.abc import Callable, Iterator, Sequence

from plyground.core.errors import IllegalMove, InvalidNotation
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.search.laws.law import failure, law

BROKEN_TEXTS = ("", " ", "x", "w", "8/8/8 w", "\0", "w" * 20_000, "9" * 400 + " w", "é w", "/////// w 0")
BROKEN_MOVES = ("", "zz", "a1", "a1a1a1a1a1a1", "\0", "9" * 500, "é4")


@law("The text of the start is in its normal form.")
def start_is_normal(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check the start that the game declares."""
    if game.position().text != game.start:
        yield f"The start {game.start!r} is written {game.position().text!r}."


@law("Positions can be written as texts and read back.")
def texts_round_trip(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check positions, their texts, hashes and keys."""
    for position in [game.position(), *positions]:
        again = game.position(position.text)
        if again.text != position.text:
            yield f"{position.text!r} is read and written again as {again.text!r}."
        elif again != position or hash(again) != hash(position) or again.key != position.key:
            yield f"{position.text!r} is read as another position: its text leaves something out."


@law("A text that is no position or no move is refused in one sentence.")
def refuses_broken_texts(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check what `parse_position` and `parse_move` do with nonsense."""
    for text in BROKEN_TEXTS:
        yield from _refusal(text[:30], lambda text=text: game.position(text), (InvalidNotation,))  # type: ignore[misc]
    legal = {str(move) for move in game.position().legal_moves}
    for text in BROKEN_MOVES:
        if text in legal:  # such as a1, where pieces are dropped
            continue
        refusals = (InvalidNotation, IllegalMove)
        yield from _refusal(text[:30], lambda text=text: game.position().play(text), refusals)  # type: ignore[misc]


def _refusal(text: str, read: Callable[[], object], refusals: tuple[type[Exception], ...]) -> Iterator[str]:
    try:
        read()
    except refusals as error:
        if "\n" in str(error) or not str(error).endswith(".") or len(str(error)) >= 400:
            yield f"The refusal of {text!r} is not one sentence of less than 400 characters: {str(error)[:100]!r}."
    except Exception as error:  # noqa: BLE001 (the code of another package may fail in any way)
        yield f"{text!r} is not refused: {failure(error)}"
    else:
        yield f"{text!r} is read as if it meant something."


@law("A record of a game can be written, read back, and taken back to its start.")
def records_round_trip(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check `Record` with the game's texts."""
    record = Record(game, tags={"White": 'a "quoted" name', "Black": "b\\c"})
    for move in _line(game, 30):
        record.play(move, comment="a remark" if record.plies == 2 else "")
    again = Record.parse(record.text())
    same_moves = [move.code for move in again.moves] == [move.code for move in record.moves]
    if not same_moves or (again.text(), again.tags, again.comments) != (record.text(), record.tags, record.comments):
        yield f"A record is read back as another: {' '.join(map(str, record.moves))}."
    while record.undo():
        pass
    if record.position != game.position() or record.occurrences != 1:
        yield "A game that is taken back move by move does not end at its start."


def _line(game: Game, plies: int) -> list[Move]:
    """Return the moves of some game."""
    position, line = game.position(), []
    for seed in range(plies):
        codes = position.legal_moves.codes()
        if not codes:
            break
        line.append(position.move_of_code(codes[(seed * 7919) % len(codes)]))
        position = position.play(line[-1])
    return line


LAWS = (start_is_normal, texts_round_trip, refuses_broken_texts, records_round_trip)
"""The laws of this module."""
