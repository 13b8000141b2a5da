"""``plyground puzzles``: make puzzles from self-play and endgame tables, and prove those of a file again."""

import sys
import time
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from plyground.cli.options import GameName, checked_count, checked_threads
from plyground.core.registry import get_game

app = App(name="puzzles", help="Make puzzles, in which one move wins or saves the game, or prove them again.")

_EVERY_SECONDS = 5.0


@app.command
def make(
    game: GameName,
    /,
    *,
    count: Annotated[int, Parameter(help="How many puzzles the file shall hold.")],
    output: Annotated[Path, Parameter(name=["-o", "--output"], help="The file to write.")],
    seed: Annotated[int, Parameter(help="Seed for everything random: the same seed gives the same puzzles.")] = 0,
    table_every: Annotated[
        int | None, Parameter(help="One attempt in this many draws from endgame tables; 0: none. By default 4.")
    ] = None,
    threads: Annotated[int, Parameter(help="Processes that work at the same time.")] = 1,
    resume: Annotated[bool, Parameter(negative=(), help="Go on with the file that is there.")] = False,
) -> None:
    """Find positions in which exactly one move wins, or saves the game, and write them with their solutions."""
    from plyground.puzzles.finding import TABLE_EVERY
    from plyground.puzzles.making import make as make_puzzles

    shown = time.monotonic()

    def tell(found: int, attempts: int) -> None:
        nonlocal shown
        if time.monotonic() - shown >= _EVERY_SECONDS:
            print(f"puzzles {found} attempts {attempts}", file=sys.stderr, flush=True)
            shown = time.monotonic()

    made = make_puzzles(
        get_game(game),
        seed,
        output,
        checked_count(count, "The number of puzzles"),
        table_every=TABLE_EVERY if table_every is None else table_every,
        processes=checked_threads(threads),
        resume=resume,
        tell=tell,
    )
    print(f"puzzles {len(made.puzzles)} attempts {made.next_number}")


@app.command
def check(file: Path, /) -> int:
    """Prove every step of every puzzle in FILE again; exit status 1 if one does not hold."""
    from plyground.puzzles.checking import fault_in
    from plyground.puzzles.collection import Collection
    from plyground.puzzles.proving import Prover

    collection = Collection.load(file)
    prover, faults = Prover(collection.game), 0
    for puzzle in collection.puzzles.values():
        fault = fault_in(puzzle, prover)
        if fault:
            faults += 1
            print(f"{puzzle.id} {fault}")
    print(f"puzzles of {collection.game.name}: {len(collection.puzzles) - faults} hold, {faults} do not")
    return 1 if faults else 0
