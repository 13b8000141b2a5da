"""Games and positions as data that a page can step through without computing anything."""

import json
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from plyground.core.drawing import CELL, MARGIN, board_svg
from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.grading.check import Check


def game_data(check: Check) -> dict[str, Any] | None:
    """Return what is needed to draw a check: its game ply by ply, or its one position; None if it has neither."""
    try:
        if check.record:
            record = Record.parse(check.record)
            moves = [""] + [str(move) for move in record.moves]
            end = record.outcome_text
            return _data(record.positions, moves, check, end[:1].upper() + end[1:] + ".")
        if check.position:
            position = get_game(check.game).position(check.position)
            return _data([position], [""], check, f"{position.game.colors[position.turn]} to move.")
    except PlygroundError:
        # a report must never fail; without a picture it still says what happened
        return None
    return None


def game_script(check: Check, name: str) -> str:
    """Return the markup of a check's game or position, for ``replay.js`` to draw; nothing if it has neither."""
    data = game_data(check)
    if data is None:
        return ""
    board = data.pop("board")
    # inside a script element only "<" could end it
    text = json.dumps(data).replace("<", "\\u003c")
    buttons = (
        '<div class="buttons"><button name="first">First</button><button name="back">Back</button>'
        '<button name="next">Next</button><button name="last">Last</button></div>\n'
    )
    moves = " ".join(ply["move"] for ply in data["plies"][1:])
    return (
        f'<script type="application/json" id="{name}">{text}</script>\n<figure data-game="{name}" tabindex="0">\n'
        f'<div class="board">{board}</div>\n{buttons if len(data["plies"]) > 1 else ""}'
        '<figcaption class="caption"></figcaption>\n</figure>\n'
        + (f'<p class="moves">{escape(moves)}</p>\n' if moves else "")
    )


def _data(positions: Iterable[Position], moves: list[str], check: Check, end: str) -> dict[str, Any]:
    positions = list(positions)
    first = positions[0]
    draw = first.game.submodule("draw")
    board = draw.board(first.rules)
    plies = []
    for i, (position, move) in enumerate(zip(positions, moves, strict=True)):
        pieces: Mapping[str, str] = draw.pieces(position.rules, position.words)
        plies.append({"pieces": list(pieces.items()), "move": move, "touched": _squares_of_move(positions, i, move)})
    return {
        "prefix": f"{first.game.family}-",
        "cell": CELL,
        "corners": {
            name: {"x": MARGIN + column * CELL, "y": MARGIN + row * CELL}
            for row, names in enumerate(board.rows)
            for column, name in enumerate(names)
        },
        "board": board_svg(board, {}, {}),
        "plies": plies,
        "marked": list(check.squares),
        "end": end,
    }


def _squares_of_move(positions: list[Position], ply: int, move: str) -> list[str]:
    """Return the squares that the move before this ply touches."""
    if not move:
        return []
    before = positions[ply - 1]
    notation = before.notation
    rules = before.rules_for_playouts
    return list(notation.move_steps(rules, before.words, notation.parse_move(rules, before.words, move)))


def symbols_svg(game: str) -> str:
    """Return the pieces of a game as hidden SVG symbols, for `game_data` to use by name."""
    found = get_game(game)
    draw = found.submodule("draw")
    symbols = "".join(
        f'<symbol id="{found.family}-{name}" viewBox="0 0 100 100">{markup}</symbol>'
        for name, markup in draw.SYMBOLS.items()
    )
    return f'<svg width="0" height="0" class="symbols" aria-hidden="true"><defs>{symbols}</defs></svg>'
