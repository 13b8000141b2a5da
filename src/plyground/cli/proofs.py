"""Proofs as ``plyground solve`` writes and checks them, and certificates that a side need never lose."""

import hashlib
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from plyground.cli.progress import Progress
from plyground.core.errors import InvalidSetting
from plyground.core.files import check_replaceable
from plyground.core.position import Position
from plyground.solving.checker import Checked, check
from plyground.solving.holding import Holder, never_draws, proof_of_win
from plyground.solving.keeping import keep
from plyground.solving.proof import HOLDS, InvalidProof, Proof, count_open, read, write
from plyground.solving.solver import Solver, State

_TELL_SECONDS = 2.0


def write_checked(proof: Proof, path: Path) -> None:
    """Write a proof, check it, and say what it is."""
    if proof.tables:
        print(f"checking it, and the tables that it rests on: {len(proof.tables)}", file=sys.stderr, flush=True)
    checked = check(proof)  # whatever the search did, what is written holds
    digest = write(replace(proof, tables=checked.tables), path)
    size = path.stat().st_size
    print(f"proof of {checked.positions} positions, {size} bytes, sha256 {digest}", file=sys.stderr)


def write_partial(proof: Proof, path: Path) -> None:
    """Write a partial certificate, and say what it is."""
    digest = write(proof, path)
    claim = proof.claims[0]
    print(
        f"partial certificate of {claim.positions} positions, {count_open(proof.symbols[0])} of them not proved, "
        f"{path.stat().st_size} bytes, sha256 {digest}",
        file=sys.stderr,
    )


def check_and_tell(path: Path, *, is_kept: bool) -> int:
    """Check a proof, print whether it holds, and keep its positions if asked to; return the exit status."""
    try:
        proof = read(path)
        if is_kept:
            kept = keep(proof, hashlib.sha256(path.read_bytes()).hexdigest(), tell=_tell)
            print(f"its positions are kept in {kept}", file=sys.stderr)
        else:
            _tell(check(proof))
    except InvalidProof as error:
        print(f"plyground: {error}", file=sys.stderr)
        return 1
    return 0


def _tell(checked: Checked) -> None:
    """Print what a proof shows."""
    about = f"{checked.position.game.name} {checked.position.text}"
    by_tables = f"{checked.by_table} of them by the tables {', '.join(checked.tables)}" if checked.tables else ""
    if checked.value in HOLDS:
        end = f", {by_tables}" if by_tables else ""
        print(f"certificate of {about}: {checked.value} holds, {checked.positions} positions{end}", flush=True)
    else:
        print(f"proof of {about}: value {checked.value} holds, {checked.positions} positions", flush=True)
        if by_tables:
            print(by_tables, file=sys.stderr)


class HoldFiles(NamedTuple):
    """The files that ``plyground solve --holds`` was given: three that it writes, and a certificate to go on from."""

    database: Path | None
    proof: Path | None
    start: Path | None
    partial: Path | None


def hold(
    position: Position,
    side: str,
    seconds: float | None,
    memory: int,
    threads: int,
    files: HoldFiles,
    *,
    by_tables: bool,
) -> int:
    """Prove that a side need never lose, tell how far that came, and write the certificate; return the exit status."""
    number = ("white", "black").index(side)
    if never_draws(position.game):
        if files.start is not None or files.partial is not None:
            raise InvalidSetting(f"{position.game.title} has no draws; --from and --partial are for games that do.")
        solver = Solver(position, memory, threads, files.database, use_whole=False)
        before = signal.signal(signal.SIGINT, lambda *_: solver.stop())
        try:
            state = solver.solve(seconds, _ProgressReport())
            if state.value is None:
                print(f"open nodes {state.nodes}", flush=True)
                return 0
            proof = proof_of_win(solver, number)
        finally:
            signal.signal(signal.SIGINT, before)
            solver.close()
        if proof is None:
            print(f"{side} loses, proved", flush=True)
    else:
        if files.database is not None:
            check_replaceable(files.database)
        known = read(files.start) if files.start is not None else None
        holder = Holder(position, number, memory, threads, files.database, by_tables=by_tables, known=known)
        before = signal.signal(signal.SIGINT, lambda *_: holder.stop())
        try:
            answer = holder.hold(seconds, _ProgressReport())
        finally:
            signal.signal(signal.SIGINT, before)
        proof = holder.certificate() if answer else None
        if proof is None:
            why = f"each move of {side} seems to lose" if answer is False else f"waiting {holder.waiting}"
            print(f"open positions {holder.positions} {why}", flush=True)
            if files.partial is not None and answer is None:
                write_partial(holder.certificate(), files.partial)
    if proof is not None:
        print(f"{HOLDS[number]}, proved, positions {proof.claims[0].positions}", flush=True)
        if files.proof is not None:
            write_checked(proof, files.proof)
    return 0


class _ProgressReport:
    """Says now and then on standard error how far a certificate is."""

    def __init__(self) -> None:
        self._progress = Progress(_TELL_SECONDS)
        self._work: Holder | State | None = None

    def __call__(self, work: Holder | State) -> None:
        self._work = work
        self._progress(self)

    def __str__(self) -> str:
        work = self._work
        if isinstance(work, Holder):
            return f"positions {work.positions} waiting {work.waiting}"
        return f"nodes {work.nodes}" if work is not None else ""
