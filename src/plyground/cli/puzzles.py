"""``plyground puzzles``: make puzzles from self-play and endgame tables, and prove those of a file again."""

import sys
import time as clock
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from plyground.cli.options import GameName, check_count, check_threads
from plyground.cli.progress import Progress, Time, check_seconds, until
from plyground.core.registry import get_game

app = App(name="puzzles", help="Make puzzles, in which one move wins or saves the game, or prove them again.")


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
    attempts: Annotated[
        int | None, Parameter(help="Give up after this many attempts in a row that find none. By default 2000.")
    ] = None,
    time: Time = None,
    resume: Annotated[bool, Parameter(negative=(), help="Go on with the file that is there.")] = False,
) -> int:
    """Find positions in which exactly one move wins, or saves the game, and write them with their solutions.

    Exit status 1 if too many attempts in a row find none.
    """
    from plyground.puzzles.finding import TABLE_EVERY
    from plyground.puzzles.making import GIVE_UP
    from plyground.puzzles.making import make as make_puzzles

    progress, patience = Progress(), GIVE_UP if attempts is None else check_count(attempts, "The number of attempts")
    told = [0]  # attempts

    def tell(found: int, number: int) -> None:
        told[0] = number
        progress(f"puzzles {found} attempts {number}")

    begin = clock.monotonic()
    made = make_puzzles(
        get_game(game),
        seed,
        output,
        check_count(count, "The number of puzzles"),
        table_every=TABLE_EVERY if table_every is None else table_every,
        processes=check_threads(threads),
        resume=resume,
        give_up=patience,
        seconds=check_seconds(time),
        tell=tell,
    )
    print(f"puzzles {len(made.puzzles)} attempts {max(told[0], made.next_number)}", flush=True)
    if len(made.puzzles) == count or (time is not None and clock.monotonic() - begin >= time):
        return 0
    print(f"plyground: {game} seems to have no more puzzles: none in {patience} attempts.", file=sys.stderr)
    return 1


@app.command
def check(file: Path, /, *, time: Time = None) -> int:
    """Prove every step of every puzzle in FILE again; exit status 1 if one does not hold."""
    from plyground.puzzles.checking import fault_in
    from plyground.puzzles.collection import Collection
    from plyground.puzzles.proving import Prover

    collection = Collection.load(file)
    prover, faults, proved, progress = Prover(collection.game), 0, 0, Progress()
    for puzzle in until(check_seconds(time), collection.puzzles.values()):
        proved += 1
        progress(f"{proved} of {len(collection.puzzles)}")
        fault = fault_in(puzzle, prover)
        if fault:
            faults += 1
            print(f"{puzzle.id} {fault}")
    print(f"puzzles of {collection.game.name}: {proved - faults} hold, {faults} do not")
    if proved < len(collection.puzzles):
        print(f"The time is over; {len(collection.puzzles) - proved} are not proved.", file=sys.stderr)
    return 1 if faults else 0
