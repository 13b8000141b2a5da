"""Read a move as people type it: in the game's notation, or in any shorter form that can mean only one move.

``E3e4``, ``e3 e4`` and ``e3-e4`` are e3e4. ``e4`` is the only move to e4 or from e4, ``a4a6`` the only turn of that
Amazon to a6, whatever it blocks. Where pieces have letters, moves may be written as chess players do: ``Nxc3``,
``exd3``, ``R1a2``, ``a5=Q``, and ``c3`` for a pawn's move. If several moves fit, the error message lists them.
"""

from plyground.core.algebraic import algebraic
from plyground.core.errors import InvalidNotation, PlygroundError, quote
from plyground.core.move import Move
from plyground.core.position import Position

_MAX_NAMED = 6


def parse_shorthand(position: Position, text: str, *, is_record: bool = False) -> Move:
    """Return the playable move that `text` means.

    Parameters
    ----------
    position
        Where it is played.
    text
        What somebody has typed.
    is_record
        Whether it stands in a record, where a move without a piece's letter is a pawn's, even if others lead there.

    Raises
    ------
    InvalidNotation, IllegalMove
        If it means none, or more than one.
    """
    try:
        return position.move(text)
    except PlygroundError as error:
        exact = error
    wanted = _plain(text)
    if not wanted:
        raise exact
    moves = list(position.playable_moves)
    if is_record or any(sign.isupper() or sign in "x:=" for sign in text):
        short = algebraic(position, moves, text.strip())
        if len(short) == 1:
            return short[0]
    found = [move for move in moves if _plain(move.text) == wanted]
    found = found or [move for move in moves if _plain(move.text).startswith(wanted) or _is_to(position, move, wanted)]
    if not found:
        raise exact
    if len(found) > 1:
        pawns = algebraic(position, moves, text.strip())
        if len(pawns) == 1:
            return pawns[0]
        named = ", ".join(map(str, found[:_MAX_NAMED])) + (", ..." if len(found) > _MAX_NAMED else "")
        raise InvalidNotation(f"{quote(text)} could be any of {len(found)} moves: {named}.")
    return found[0]


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _is_to(position: Position, move: Move, wanted: str) -> bool:
    """Tell whether `wanted` is where the move ends, everything it touches after its start, or how its text ends."""
    if len(wanted) > 1 and _plain(move.text).endswith(wanted):
        return True
    steps = position.notation.move_steps(position.rules, position.words, move.code)
    return bool(steps) and wanted in {_plain(steps[-1]), _plain("".join(steps[1:]))}
