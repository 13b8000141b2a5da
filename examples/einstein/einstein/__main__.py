"""``python -m einstein``: search a throw in the first position, and say where the explorer shows it."""

import argparse
from urllib.parse import urlencode

from einstein.rules import NUMBERS, START
from einstein.tree import search, tree_text
from plyground.search import chance


def main() -> None:
    """Print the board, the nodes of each algorithm, the move, and an address of the app."""
    parser = argparse.ArgumentParser(prog="einstein", description=__doc__)
    parser.add_argument("thrown", type=int, choices=NUMBERS, nargs="?", default=1, help="what was thrown (1)")
    parser.add_argument("--moves", type=int, choices=(1, 2, 3), default=2, help="moves to look ahead (2)")
    asked = parser.parse_args()
    lines = [START.text, f"White has thrown {asked.thrown}."]
    for algorithm in chance.ALGORITHMS:
        found = search(START, asked.thrown, asked.moves, algorithm)
        move = START.moves(asked.thrown)[ord(str(found.best)) - ord("a")]
        lines.append(f"{algorithm:10} {move.text}, worth {found.value}; {found.size} nodes")
    query = urlencode({"position": tree_text(START, asked.thrown, asked.moves), "algorithm": "star1"})
    print("\n".join([*lines, f"/explorer/tree?{query}"]))  # noqa: T201


if __name__ == "__main__":
    main()
