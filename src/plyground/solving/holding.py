"""`Holder`: proves that a side need never lose, by a set of positions that is closed (`plyground.solving.closure`).

>>> from plyground import get_game
>>> from plyground.solving.holding import Holder
>>> holder = Holder(get_game("gardner").position("4k/5/3K1/5/R4 b - - 0 1"), side=1)
>>> holder.hold()
False
>>> holder = Holder(get_game("gardner").position("4k/5/3K1/5/R4 b - - 0 1"), side=0)
>>> holder.hold()
True
>>> holder.certificate().value
'white does not lose'

Threads search positions of one branch at a time, each another one; then their moves are written into the set. What has
been found is kept in a file, and another run goes on from there.
"""

import json
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.arguments import one_or_more
from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.files import replace_file
from plyground.core.game import Game
from plyground.core.position import Position, demand_position
from plyground.core.threads import HAS_THREADS
from plyground.endgame.index import MAX_MEN
from plyground.endgame.lookup import usual_tables
from plyground.endgame.store import describe
from plyground.endgame.tablebase import MAX_SLOTS
from plyground.endgame.tablefile import BLOCK_BYTES
from plyground.engine.evaluator import evaluator_of
from plyground.engine.parameters import parameters_of
from plyground.engine.state import State, new_state
from plyground.engine.table import TranspositionTable
from plyground.engine.tb_root import RootTables, tablebase_of
from plyground.engine.warmup import warmup as warmup_engine
from plyground.kernel.ready import ensure_ready
from plyground.nets.evaluations import evaluation_by_games
from plyground.solving import branches, choice, reach
from plyground.solving import closure as growing
from plyground.solving.checker import load_bounds
from plyground.solving.closure import (
    LEFT,
    LOST,
    NO_ROOM,
    NOTHING_WAITS,
    SETTLED,
    WAITING,
    Closure,
    Scratch,
    new_closure,
    new_scratch,
)
from plyground.solving.hooks import can_be_drawn, can_recur
from plyground.solving.positions import COUNT, NEXT, add, index_again, new_list, with_room
from plyground.solving.proof import BY_TABLE, HOLDS, Claim, Proof
from plyground.solving.solver import Solver
from plyground.solving.tables import digests_of

SEARCHED = 500
"""Nodes of a search."""
ENOUGH, MARGIN, CANDIDATES = 300, 60, 6
FLOORS = -300, -(10**5)
"""Scores below which a position counts as lost: the second, which only a loss in sight is below, is tried where by the
first the start is lost."""
PATIENCE = 20_000
"""How many positions may join in a branch of six men or fewer; four times as many where the start is lost by that."""
SEARCHES, STEP_SECONDS = 64, 0.25
"""How many a lone thread makes at most before it looks at the clock; fewer where they take longer than that."""
STORED = growing.FLOOR, growing.ENDS_SETTLED, growing.PATIENCE
"""The options that change as the work goes on."""
SAVE_SECONDS = 300.0
MAGIC = b"plyground certificate under way 2\n"
_CHECKSUM_BYTES = 4


class InvalidCheckpoint(PlygroundError):
    """A file does not hold what has been found about the side and the position."""


class Holder:
    """Looks for a certificate; `hold` may be called again to go on.

    Parameters
    ----------
    position
        The start.
    side
        Who need not lose: 0 White, 1 Black.
    memory
        MiB for what the engine's search remembers, and again for what each thread keeps of the endgame tables.
    threads
        How many searches run at a time.
    checkpoint
        A file that keeps what is found every five minutes, so that another run goes on from there.
    by_tables
        Whether the certificate ends where endgame tables know that the side need not lose, and rests on them.

    Raises
    ------
    InvalidCheckpoint
        If the file cannot be used, or is about something else.
    InvalidSetting
        If the game is played for points.
    """

    def __init__(
        self,
        position: Position,
        side: int,
        memory: int = 64,
        threads: int = 1,
        checkpoint: Path | None = None,
        *,
        by_tables: bool = False,
    ) -> None:
        demand_position(position, "The start of a certificate")
        game = position.game
        if game.scored:
            raise InvalidSetting(
                f"{game.title} is played for points, so nobody just holds it; `plyground solve` proves bounds of them."
            )
        self.position, self.side = position, side
        self._by_tables = by_tables and describe(game) is not None
        self._checkpoint = checkpoint
        self._stop = threading.Event()
        self._options = np.array(
            [SEARCHED, FLOORS[0], ENOUGH, MARGIN, CANDIDATES, growing.WHERE_KNOWN, PATIENCE, 0], np.int64
        )
        self._closure = self._load() or new_closure(position.words)
        threads = one_or_more(threads, "The number of threads") if HAS_THREADS else 1
        self._scratches = [self._new_scratch() for _ in range(threads)]
        self._scratch = self._scratches[0]
        warmup(position, side)
        growing.note_all(position.rules, side, self._closure, self._scratch)
        parameters, evaluation = parameters_of(game), evaluation_by_games(game)
        self._settings = parameters.array()
        memory = one_or_more(memory, "The memory of a solver")
        self._table = TranspositionTable(memory).rows
        blocks = max(MAX_SLOTS, (memory << 20) // BLOCK_BYTES)
        tables = RootTables(position, tablebase_of(game, "", MAX_MEN) if parameters.endgames else None, 0)
        self._states: list[State] = [
            new_state(position.rules, np.zeros(1, np.int64), evaluator_of(evaluation), tables.new_probe(blocks))
            for _ in range(threads)
        ]
        self._tables = tables

    def _new_scratch(self) -> Scratch:
        return new_scratch(self.position.rules, lists_men=describe(self.position.game) is not None)

    @property
    def positions(self) -> int:
        """How many positions have been found so far."""
        return int(self._closure.found.state[COUNT])

    @property
    def waiting(self) -> int:
        """How many of them wait for a move."""
        return int(self._closure.found.state[NEXT])

    def stop(self) -> None:
        """End `hold`, from any thread."""
        self._stop.set()

    def hold(self, seconds: float | None = None, tell: Callable[["Holder"], None] = lambda holder: None) -> bool | None:
        """Let the set grow until it is closed.

        Parameters
        ----------
        seconds
            When to stop.
        tell
            Is called now and then.

        Returns
        -------
        bool or None
            Whether the side need not lose: False where each of its moves seems to lose, None where that is open.
        """
        if self.position.outcome is not None:
            return self.position.outcome.winner in {None, self.side}
        end = time.monotonic() + seconds if seconds is not None else float("inf")
        saved = time.monotonic()
        while not self._stop.is_set() and time.monotonic() < end:
            if self.waiting == 0:
                answer = self._is_closed()
                if answer is not None:
                    self.save()
                    return answer
            self._work(min(end, time.monotonic() + 1))
            tell(self)
            if time.monotonic() - saved > SAVE_SECONDS:
                self.save()
                saved = time.monotonic()
        self.save()
        return None

    def _is_closed(self) -> bool | None:
        """Walk through the set; where something in it is lost, has no move or is only known, that waits afterwards."""
        closure, size, options = self._closure, self.positions, self._options
        if closure.found.symbols[0] == LOST:
            if options[growing.FLOOR] == FLOORS[1]:
                return False
            self._ask_for_less()
        reached, marks = np.zeros(size, np.int64), np.zeros(size, np.int8)
        self._closure = closure = growing.with_more(closure, size)
        _, is_sound = reach.walk(self.position.rules, self.side, closure, reached, marks, self._scratch)
        if not is_sound or self.waiting:
            return None
        known = np.flatnonzero((marks == 1) & (closure.found.symbols[:size] == SETTLED))
        if self._by_tables:
            rules, probe = self.position.rules, self._states[0].probe
            known = known[: reach.list_searched(rules, self.side, probe, options, closure, known, self._scratch)]
        if not known.size:
            return True
        self._unfold(known)
        return None

    def _ask_for_less(self) -> None:
        """Make a new start where the first position is lost: branches may be larger, or nothing counts as lost."""
        closure, options = self._closure, self._options
        if closure.counts[growing.GIVEN_UP] > 0:
            options[growing.PATIENCE] *= 4
            closure.counts[growing.GIVEN_UP] = 0
        else:
            options[growing.FLOOR] = FLOORS[1]
        symbols = closure.found.symbols[: self.positions]
        symbols[symbols == LOST] = LEFT
        symbols[0] = WAITING

    def _unfold(self, known: Any) -> None:
        """Let the positions wait that are known without moves, so that the certificate rests on no search."""
        closure, options = self._closure, self._options
        options[growing.ENDS_SETTLED] = growing.IN_TABLES if self._by_tables else growing.NOWHERE
        options[growing.PATIENCE] = 0
        symbols = closure.found.symbols[: self.positions]
        if not self._by_tables:
            symbols[symbols == SETTLED] = LEFT
        symbols[known] = WAITING
        self._closure = closure = growing.with_more(closure, len(known))
        closure.waiting[: len(known)] = known
        closure.found.state[NEXT] = len(known)

    def _work(self, end: float) -> None:
        """Search until `end`, or until nothing waits, with all threads."""
        if len(self._states) == 1:
            said, searches, began = 0, 1, time.monotonic()
            while said != NOTHING_WAITS and not self._stop.is_set() and began < end:
                said = branches.step(
                    self.position.rules, self.side, self._closure, self._states[0], self._table, self._settings,
                    self._options, self._scratch, searches,
                )  # fmt: skip
                self._make_room(said)
                ended = time.monotonic()
                searches = min(2 * searches, SEARCHES) if ended - began < STEP_SECONDS else max(1, searches // 2)
                began = ended
            return
        with ThreadPoolExecutor(len(self._states)) as searchers:
            while not self._stop.is_set() and time.monotonic() < end:
                rows = list(self._take_several())
                if not rows:
                    return
                found = list(searchers.map(self._choose, self._states, self._scratches, rows))
                # the first has waited on top of the others, and so do the answers to its move
                for row, (move, what) in reversed([*zip(rows, found, strict=True)]):
                    self._closure = growing.with_more(self._closure, len(self._scratch.moves) + 2)
                    growing.apply(
                        self.position.rules, self.side, self._states[0].probe, self._options, self._closure, row, move,
                        what, self._scratch,
                    )  # fmt: skip

    def _take_several(self) -> Iterator[int]:
        """Yield rows of one branch that wait and need a search, one for each thread; none if nothing waits."""
        rules, scratch, probe = self.position.rules, self._scratch, self._states[0].probe
        for number in range(len(self._states)):
            row = NO_ROOM
            while row == NO_ROOM:
                row = branches.take(
                    rules, self.side, probe, self._options, self._closure, scratch.rows[2], scratch, number > 0
                )
                self._make_room(row)
            if row == NOTHING_WAITS:
                return
            yield row

    def _choose(self, state: State, scratch: Scratch, row: int) -> tuple[int, int]:
        """Return the move for a row, and what the position is then; in any thread, while the set stays as it is."""
        return choice.choose(
            self.position.rules, self.side, state, self._table, self._settings, self._closure, row, self._options,
            scratch,
        )  # fmt: skip

    def _make_room(self, said: int) -> None:
        if said == NO_ROOM:
            self._closure = growing.with_more(self._closure, 2 * len(self._scratch.moves))

    def certificate(self) -> Proof:
        """Return the certificate; only after `hold` has returned True."""
        position, game = self.position, self.position.game
        tables = dict[str, str]()
        if position.outcome is not None:
            symbols: Any = np.zeros(1, np.uint16)
        else:
            reached = new_list(len(position.words))
            add(reached, self._closure.found.rows[0])
            while not reach.write_down(position.rules, self.side, self._closure, reached, self._scratch):
                reached = with_room(reached, len(reached.rows))
            symbols = reached.symbols[: reached.state[COUNT]].copy()
            if self._by_tables:
                there = usual_tables(game, None)
                found = [there.material_of(reached.rows[row])[0] for row in np.flatnonzero(symbols == BY_TABLE)]
                tables = digests_of(there, {material.normal for material in found if material is not None})
        return Proof(
            game=game.name,
            settings=dict(game.chosen),
            position=position.text,
            value=HOLDS[self.side],
            claims=(Claim(self.side, 0, len(symbols)),),
            symbols=(symbols,),
            tables=tables,
            made_by=f"plyground {version('plyground')}",
        )

    def _header(self) -> bytes:
        game = self.position.game
        about = [game.name, dict(game.chosen), self.position.text, self.side]
        return MAGIC + json.dumps(about).encode() + b"\n"

    def save(self) -> None:
        """Write what has been found to the checkpoint, if there is one, whole or not at all."""
        if self._checkpoint is not None:
            try:
                replace_file(self._checkpoint, self._save_parts())
            except OSError as error:
                raise InvalidCheckpoint(f"The file {self._checkpoint} cannot be written: {error.strerror}.") from None

    def _save_parts(self) -> Iterator[bytes]:
        size, waiting = self.positions, self.waiting
        closure = self._closure
        parts = (
            np.array([size, waiting, *self._options[list(STORED)]], np.int64),
            closure.counts,
            closure.branches,
            closure.found.rows[:size],
            closure.found.symbols[:size],
            closure.choices[:size],
            closure.parents[:size],
            closure.waiting[:waiting],
            closure.joined[: closure.counts[growing.JOINED]],
        )
        checksum = 0
        for part in (self._header(), *(part.tobytes() for part in parts)):
            checksum = zlib.crc32(part, checksum)
            yield part
        yield checksum.to_bytes(_CHECKSUM_BYTES, "little")

    def _load(self) -> Closure | None:
        """Return the set that the checkpoint holds, and take over its options; None where there is none yet."""
        path = self._checkpoint
        if path is None or not path.exists():
            return None
        try:
            content = path.read_bytes()
        except OSError as error:
            raise InvalidCheckpoint(f"The file {path} cannot be read: {error.strerror}.") from None
        body, header = content[:-_CHECKSUM_BYTES], self._header()
        if not content.startswith(MAGIC):
            raise InvalidCheckpoint(f"The file {path} holds no certificate under way; name another file.")
        if zlib.crc32(body).to_bytes(_CHECKSUM_BYTES, "little") != content[-_CHECKSUM_BYTES:]:
            raise InvalidCheckpoint(f"The file {path} is damaged: name another file to begin anew.")
        if not content.startswith(header):
            raise InvalidCheckpoint(f"The file {path} is about another side, position or game; name another file.")
        numbers = np.frombuffer(body, np.int64, 2 + len(STORED), len(header))
        size, waiting = numbers[:2].tolist()
        self._options[list(STORED)] = numbers[2:]
        closure = growing.with_more(new_closure(self.position.words), size + waiting)
        at = len(header) + numbers.nbytes
        found = closure.found
        joined = int(np.frombuffer(body, np.int64, 1, at)[0])
        closure = growing.with_more(closure, joined)
        for array, count in (
            (closure.counts, len(closure.counts)),
            (closure.branches, len(closure.branches)),
            (found.rows, size),
            (found.symbols, size),
            (closure.choices, size),
            (closure.parents, size),
            (closure.waiting, waiting),
            (closure.joined, joined),
        ):
            part = array[:count]
            part[...] = np.frombuffer(body, part.dtype, part.size, at).reshape(part.shape)
            at += part.nbytes
        found.state[:] = size, waiting
        index_again(found, size)
        return closure


def never_draws(game: Game) -> bool:
    """Tell whether somebody wins every game, so that who does not lose has won: a question for the solver."""
    load_bounds(game)
    return not game.scored and not can_be_drawn(game.rules) and not can_recur(game.rules)


def proof_of_win(solver: Solver, side: int) -> Proof | None:
    """Return the certificate for `side`, where `never_draws`, from a solver that has finished; None if it loses."""
    if solver.state.value != ("win" if int(solver.position.turn) == side else "loss"):
        return None
    proof = solver.proof()
    at = next(i for i, claim in enumerate(proof.claims) if claim.side == side)
    claims = (replace(proof.claims[at], target=0),)
    return replace(proof, value=HOLDS[side], claims=claims, symbols=(proof.symbols[at],))


def warmup(position: Position, side: int = 0) -> None:
    """Compile what growing a certificate takes, or load it from the cache."""
    game = position.game
    load_bounds(game)
    warmup_engine(position)
    parameters, evaluation = parameters_of(game), evaluation_by_games(game)
    tables = RootTables(position, tablebase_of(game, "", MAX_MEN) if parameters.endgames else None, 0)
    state = new_state(position.rules, np.zeros(1, np.int64), evaluator_of(evaluation), tables.new_probe())
    rules, scratch = position.rules, new_scratch(position.rules, lists_men=describe(game) is not None)
    options = np.array([1, FLOORS[1], 0, 0, 0, growing.WHERE_KNOWN, 1, 0], np.int64)

    def build() -> None:
        closure = growing.with_more(new_closure(position.words), 4 * rules.max_moves)
        table, settings = TranspositionTable(1).rows, parameters.array()
        growing.note_all(rules, side, closure, scratch)
        branches.step(rules, side, closure, state, table, settings, options, scratch, 1)
        row = branches.take(rules, side, state.probe, options, closure, scratch.rows[2], scratch, False)
        choice.choose(rules, side, state, table, settings, closure, max(row, 0), options, scratch)
        growing.apply(rules, side, state.probe, options, closure, 0, 0, LOST, scratch)
        size = int(closure.found.state[COUNT])
        reach.walk(rules, side, closure, np.zeros(size, np.int64), np.zeros(size, np.int8), scratch)
        reach.list_searched(rules, side, state.probe, options, closure, np.zeros(1, np.int64), scratch)
        reached = new_list(len(position.words))
        add(reached, closure.found.rows[0])
        reach.write_down(rules, side, closure, reached, scratch)

    kind = type(evaluation.kernel).__name__.lower()
    ensure_ready(f"{game.family} certificates {kind}", f"{game.title} certificate", build)
