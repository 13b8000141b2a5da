"""What must hold of the drawing of a board."""

from collections.abc import Iterator, Sequence

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.search.laws.law import law


@law("A drawing shows every piece.")
def drawings_show_every_piece(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check ``draw.py``."""
    draw = game.submodule("draw")
    for position in positions[:3]:
        pieces, board = draw.pieces(position.rules, position.words), draw.board(position.rules)
        svg = position.svg()
        if not svg.startswith("<svg ") or svg.count("<use ") != len(pieces) or position._repr_svg_() != svg:
            yield f"The drawing of {position.text!r} does not show {len(pieces)} pieces."
        unknown = set(pieces.values()) - (set(draw.SYMBOLS) & set(draw.LETTERS))
        if unknown:
            yield f"SYMBOLS or LETTERS lack {', '.join(sorted(unknown))}."
        if not set(pieces) <= {name for row in board.rows for name in row}:
            yield f"In {position.text!r} a piece stands on a square that is not on the board."
        if len(str(position).splitlines()) != len(board.rows) + 1:
            yield f"The board of {position.text!r} as text does not have a line for each row."


@law("A move goes over squares of the board.")
def steps_are_squares(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check `move_steps`."""
    notation, draw = game.submodule("notation"), game.submodule("draw")
    for position in positions[::4]:
        squares = {name for row in draw.board(position.rules).rows for name in row}
        for move in position.legal_moves:
            steps = notation.move_steps(position.rules, position.words, move.code)
            if not set(steps) <= squares:
                yield f"In {position.text!r} the move {move} goes over {', '.join(steps)}."


LAWS = (drawings_show_every_piece, steps_are_squares)
"""The laws of this module."""
