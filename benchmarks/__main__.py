"""``python -m benchmarks [PART ...]``: all measurements, or the parts named, as one table of ratios."""

import sys
from types import ModuleType

from benchmarks import browser, environments, fairy_stockfish, nets, perft, playouts

PARTS: dict[str, ModuleType] = {
    "perft": perft,
    "fairy-stockfish": fairy_stockfish,
    "playouts": playouts,
    "environments": environments,
    "nets": nets,
    "browser": browser,
}


def main() -> None:
    chosen = sys.argv[1:] or list(PARTS)
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        sys.exit(f"There is no part {unknown[0]!r}; the parts are {', '.join(PARTS)}.")
    print(f"{'what':<44} {'ours':>10} {'theirs':>10} {'':<8} {'ratio':>8}    peer", flush=True)
    for name in chosen:
        for row in PARTS[name].rows():
            print(row, flush=True)


main()
