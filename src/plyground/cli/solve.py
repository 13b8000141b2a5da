"""``plyground solve``: prove what a position is worth, and check such a proof."""

import signal
import sys
import time as clock
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from plyground.cli.options import GameName, Rules, Text, check_threads, position_of
from plyground.cli.proofs import HoldFiles, check_and_tell, hold, write_checked
from plyground.core.errors import InvalidSetting
from plyground.core.files import check_output
from plyground.core.game import Game
from plyground.core.record import Record
from plyground.core.registry import game_with_settings
from plyground.endgame.whole import build, facts_of, load, path_of, verify
from plyground.solving.solver import Solver, State

_TELL_SECONDS = 2.0
_MAX_MIB = 1 << 20


def solve(
    game: Annotated[str | None, *GameName.__metadata__] = None,
    /,
    *,
    position: Text = None,
    moves: Annotated[str, Parameter(help='Moves to play first, in one text: "M M ...".')] = "",
    rule: Rules = None,
    time: Annotated[float | None, Parameter(help="Seconds; without it, until it is solved.")] = None,
    memory: Annotated[
        int, Parameter(help="MiB for what the search remembers; with --holds, again for proof numbers, and for tables.")
    ] = 256,
    threads: Annotated[int, Parameter(help="Searches side by side.")] = 1,
    db: Annotated[
        Path | None, Parameter(help="A file that keeps what is found: the same command goes on from there.")
    ] = None,
    proof: Annotated[Path | None, Parameter(help="Write the proof to this file.")] = None,
    holds: Annotated[
        Literal["white", "black"] | None, Parameter(help="Prove only that this side need never lose.")
    ] = None,
    start_from: Annotated[
        Path | None, Parameter(name="--from", help="With --holds: go on from this certificate, whole or partial.")
    ] = None,
    partial: Annotated[
        Path | None, Parameter(help="With --holds: where that stays open, write what is proved to this file.")
    ] = None,
    by_tables: Annotated[
        bool, Parameter(negative=(), help="With --holds: rest on the endgame tables that are here.")
    ] = False,
    whole: Annotated[
        bool, Parameter(name="--all", negative=(), help="Solve all positions of a small game; later answers use that.")
    ] = False,
    check_file: Annotated[
        Path | None, Parameter(name="--check", help="Check the proof in this file; nothing else is given then.")
    ] = None,
    keep: Annotated[
        bool, Parameter(negative=(), help="With --check: let the engine play what is proved, and the app tell it.")
    ] = False,
) -> int:
    """Prove the value of a position. Ctrl-C ends the search and prints what is known."""
    if check_file is not None:
        if game is not None:
            raise InvalidSetting("--check FILE stands alone: the file says which game and position it is about.")
        return check_and_tell(check_file, is_kept=keep)
    if keep:
        raise InvalidSetting("--keep belongs to --check FILE.")
    if game is None:
        raise InvalidSetting("`plyground solve` needs GAME, or --check FILE.")
    if whole:
        if moves or any(
            option is not None for option in (position, time, db, proof, holds, start_from, partial, by_tables or None)
        ):
            raise InvalidSetting("--all solves every position of GAME, and takes no other option but --rule.")
        return _solve_all(game_with_settings(game, rule or ()))
    root = position_of(game, position, rule)
    record = Record.from_moves(root.game, moves.split(), root)
    if time is not None and not time > 0:
        raise InvalidSetting(f"The time cannot be {time}; it is a positive number of seconds.")
    if not 1 <= memory <= _MAX_MIB:
        raise InvalidSetting(f"The memory cannot be {memory}; it is a whole number of MiB from 1 to {_MAX_MIB}.")
    check_threads(threads)
    check_output(proof)
    check_output(partial)
    if holds is not None:
        files = HoldFiles(db, proof, start_from, partial)
        return hold(record.position, holds, time, memory, threads, files, by_tables=by_tables)
    if start_from is not None or partial is not None:
        raise InvalidSetting("--from and --partial belong to --holds.")
    if by_tables:
        raise InvalidSetting("--by-tables belongs to --holds; other proofs rest on tables wherever there are some.")
    solver = Solver(record.position, memory, threads, db, use_whole=proof is None)
    before = signal.signal(signal.SIGINT, lambda *_: solver.stop())
    try:
        state = solver.solve(time, _ProgressReport())
        print(_last_line(solver, state), flush=True)
        if proof is not None and state.value is not None:
            write_checked(solver.proof(), proof)
    finally:
        signal.signal(signal.SIGINT, before)
        solver.close()
    return 0


class _ProgressReport:
    """Prints what is known to standard error: each bound once, and now and then the nodes."""

    def __init__(self) -> None:
        self._bounds: tuple[str, ...] = ()
        self._last = clock.monotonic()

    def __call__(self, state: State) -> None:
        now = clock.monotonic()
        if state.bounds == self._bounds and now - self._last < _TELL_SECONDS:
            return
        self._bounds, self._last = state.bounds, now
        known = " ".join(state.bounds) or "open"
        print(f"value {known} nodes {state.nodes}", file=sys.stderr, flush=True)


def _last_line(solver: Solver, state: State) -> str:
    if state.value is None:
        known = "".join(f" {bound}" for bound in state.bounds)
        return f"value{known} open nodes {state.nodes}"
    line = "".join(f" {move}" for move in solver.line())
    return f"value {state.value} proved nodes {state.nodes} pv{line}"


def _solve_all(game: Game) -> int:
    """Build the table of all positions, unless it is there, check it, and say what is in it."""
    values = load(game)
    if values is None:
        values, facts = build(game, lambda plies, found: _say(f"{plies} plies: {found} positions"))
    else:
        facts = facts_of(game, values)
    fault = verify(game, values)
    if fault:
        print(f"plyground: {fault}", file=sys.stderr)
        return 1
    print(
        f"all of {game.name} proved: {facts.positions} positions, won {facts.won} drawn {facts.drawn} "
        f"lost {facts.lost}, longest win {facts.longest} in {facts.position}, table {path_of(game)}"
    )
    return 0


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
