"""What a short session of one game finds: run here and in Pyodide (test_wasm), it has to find the same."""

import json
import sys
from pathlib import Path
from typing import Any

from plyground import get_game
from plyground.engine import Engine, Limits
from plyground.search.perft import perft
from plyground.search.textbook import search as textbook

FAMILIES = {
    "minichess": "gardner",
    "congo": "congo",
    "halma": "halma",
    "starcircle": "starcircle",
    "amazons": "amazons",
}
"""Of each file of counts the game whose engine is tried."""
TABLES = {"gardner": "k4/1p3/5/3P1/K2R1 w - - 0 1", "congo": "7/2p4/2l4/2G4/7/3p3/2L4 w 0"}
"""Games with tables, and a position of one man more, whose search asks them."""
ALSO = {"amazons": ("amazons-8x8",), "minichess": ("minichess",)}


def counts(file: Path, most: int) -> list[tuple[str, str, int, int]]:
    """Return the counts of a perft file's lines, at every depth of at most so many leaves."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, text, wanted = (part.strip() for part in line.split("|"))
            position = get_game(name).position() if text == "start" else get_game(name).position(text)
            for each in wanted.split(";"):
                depth, leaves, *_ = each.split()
                if int(leaves) <= most:
                    found.append((name, text, int(depth), perft(position, int(depth))))
    return found


def searched(name: str, nodes: int) -> list[Any]:
    """Return what an engine finds within so many nodes, with the net and the tables that the game has."""
    position = get_game(name).position()
    found = []
    with Engine(name, hash_mib=16) as engine:
        for _ in range(2):
            info = engine.search(position, Limits(nodes=nodes))
            line = info.lines[0]
            found.append([info.depth, info.nodes, str(line.score), [str(move) for move in line.moves]])
            position = position.play(line.moves[0])
    return found


def endgame(name: str) -> list[Any]:
    """Return what the engine finds where tables know what captures lead to; the last is how often they knew."""
    with Engine(name, hash_mib=16) as engine:
        info = engine.search(get_game(name).position(TABLES[name]), Limits(nodes=10_000))
    line = info.lines[0]
    return [info.depth, info.nodes, str(line.score), [str(move) for move in line.moves], info.tbhits]


def session(family: str, folder: Path, most: int = 20_000, nodes: int = 100_000) -> dict[str, Any]:
    """Return everything that is found in one family of games."""
    names = (FAMILIES[family], *ALSO.get(family, ()))
    start = get_game(FAMILIES[family]).position()
    tree = textbook(start, 2, alphabeta=True)
    after = start.play(start.legal_moves[0])
    return {
        "perft": [list(row) for row in counts(folder / f"{family}.perft", most)],
        "engine": [searched(name, nodes) for name in names],
        "endgame": endgame(names[0]) if names[0] in TABLES else [],
        "textbook": [tree.value, tree.nodes],
        "moves": [str(move) for move in after.legal_moves],
        "position": after.text,
    }


if __name__ == "__main__":
    from plyground.kernel.wasm import build

    answer: dict[str, Any] = {}
    chosen, folder = sys.argv[1], Path(sys.argv[2])
    build(chosen, folder, lambda: answer.update(session(chosen, Path(__file__).parents[1] / "perft")))
    sys.stdout.write(json.dumps(answer))
