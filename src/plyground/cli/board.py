"""The board on a terminal, in colour; plain text in a pipe."""

from rich.console import Console
from rich.text import Text

from plyground.core.drawing import TINTS
from plyground.core.move import Move
from plyground.core.position import Position

_TOUCHED = "#e8d44d"


def print_board(
    console: Console, position: Position, last_move: Move | None = None, before: Position | None = None
) -> None:
    """Print the board; `last_move`, made in `before`, is highlighted if there is colour."""
    if not console.is_terminal or console.no_color:
        print(position)
        return
    steps: tuple[str, ...] = ()
    if last_move is not None and before is not None:
        steps = before.notation.move_steps(before.rules, before.words, last_move.code)
    console.print(_board_in_colours(position, steps))


def _board_in_colours(position: Position, touched: tuple[str, ...]) -> Text:
    draw = position.game.submodule("draw")
    board, pieces = draw.board(position.rules), draw.pieces(position.rules, position.words)
    margin = max(map(len, board.row_labels)) + 1
    text = Text()
    for row, names in enumerate(board.rows):
        text.append(f"{board.row_labels[row]:>{margin}} ")
        for column, name in enumerate(names):
            background = _TOUCHED if name in touched else TINTS[board.tint(row, column)]
            symbol = pieces.get(name, "")
            # Black's men are dark, White's light with a dark ground of their own, so both stand out on every tint
            ink = "#ffffff on #7a4a2a" if symbol.startswith(("white", "star")) else f"#101010 on {background}"
            cell = f"{draw.LETTERS[symbol]:^3}" if symbol else "   "
            text.append(cell, f"bold {ink}" if symbol else f"on {background}")
        text.append("\n")
    text.append(" " * (margin + 1) + "".join(f"{label:^3}" for label in board.column_labels))
    return text
