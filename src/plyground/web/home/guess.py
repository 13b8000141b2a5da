"""The search of the home page: alpha-beta to two plies on the start of a small game, beside its board.

It comes with the page, from ``guess.json``, so that a visitor can begin at once, whatever has still to be compiled. A
test searches it again; ``python -m plyground.web.home.guess GAME`` writes the file anew.
"""

import json
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TypedDict

from plyground.core.registry import get_game
from plyground.web.service.views import pieces_of

PLIES = 2


class Reply(TypedDict):
    """A reply that was searched, and its value for White."""

    move: str
    value: int


class Column(TypedDict):
    """A root move, how many replies it has, and those that were searched."""

    move: str
    moves: int
    replies: list[Reply]


class Guess(TypedDict):
    """The position's pieces, and the search of its moves in order."""

    game: str
    turn: int
    pieces: dict[str, str]
    columns: list[Column]


@cache
def guess() -> Guess:
    """Return what the page shows."""
    found: Guess = json.loads((files(__package__) / "guess.json").read_text(encoding="utf-8"))
    return found


def search(game: str) -> Guess:
    """Search the start of a game."""
    from plyground.search import textbook
    from plyground.search.tree import MAX_NODES, Tree

    root = get_game(game).position()
    usual = root.game.usual_evaluation
    result = textbook.search(root, PLIES, alphabeta=True, evaluation=usual, keep=MAX_NODES)
    columns: list[Column] = []
    for node in Tree.of(root, result, PLIES, alphabeta=True, evaluation=usual).nodes[1:]:
        if node.ply == 1:
            columns.append({"move": node.move or "", "moves": node.moves, "replies": []})
        else:
            columns[-1]["replies"].append({"move": node.move or "", "value": int(node.value)})
    return {"game": game, "turn": int(root.turn), "pieces": pieces_of(root), "columns": columns}


if __name__ == "__main__":
    Path(__file__).with_name("guess.json").write_text(json.dumps(search(sys.argv[1])) + "\n", encoding="utf-8")
