"""The minichess assignment's program: the stand-alone ``AB.py``, and the same question answered by our own search.

``AB.py`` is written from a template beside this file; the values of its evaluation are those of `values`.
"""

from importlib.resources import files

from plyground.core.errors import IllegalMove
from plyground.courses.minichess.format import Cell, Gameboard, answer_of_move, position_of_gameboard
from plyground.courses.minichess.values import PIECE_VALUES, SQUARE_VALUES

TEMPLATE = "AB.py.template"
SEARCH_DEPTH = 6
"""Plies that `student_agent_move` looks ahead: under half a second."""


def ab_text() -> str:
    """Return the source of ``AB.py``: one file for Python 3.7, with its table of piece and square values."""
    pieces = ", ".join(f"{kind.upper()}: {value}" for kind, value in PIECE_VALUES.items())
    squares = []
    for kind, ranks in SQUARE_VALUES.items():
        rows = "\n".join("        " + " ".join(f"{gain:3d}" for gain in rank) for rank in reversed(ranks))
        squares.append(f'    {kind.upper()}: """\n{rows}""",')
    template = files("plyground.courses.minichess").joinpath(TEMPLATE).read_text(encoding="utf-8")
    return template.replace("@PIECE_VALUES@", pieces).replace("@SQUARE_VALUES@", "\n".join(squares))


def student_agent_move(gameboard: Gameboard) -> tuple[Cell, Cell]:
    """Answer a gameboard as ``studentAgent`` would, by our own search; raises `InvalidNotation`, `IllegalMove`."""
    from plyground.search.textbook import search

    position = position_of_gameboard(gameboard)
    move = search(position, SEARCH_DEPTH, alphabeta=True).move
    if move is None:
        raise IllegalMove(f"White has no move to answer with: the game is over ({position.outcome_text}).")
    return answer_of_move(position, move)
