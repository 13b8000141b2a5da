"""`Holder`: proves that a side need never lose, by a set of positions that is closed.

An outline of the set is looked for first (`plyground.solving.outline`), up to where a search sees the win or endgame
tables know the position: a coarse one, which is then refined (`plyground.solving.refinement`). From there the set grows
until it rests on no search (`plyground.solving.growth`).

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

Threads look for one outline together, and each for that of another end; of a set that grows, each searches another
position that waits. What has been found is kept in a file, and another run goes on from there.
"""

import json
import math
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.files import replace_file
from plyground.core.game import Game
from plyground.core.position import Position, demand_position
from plyground.endgame.lookup import usual_tables
from plyground.endgame.many import by_material
from plyground.endgame.store import describe
from plyground.engine.scores import DECISIVE
from plyground.engine.warmup import warmup as warmup_engine
from plyground.kernel.ready import ensure_ready
from plyground.nets.evaluations import evaluation_by_games
from plyground.solving import choice, outline, outline_path, outline_reach, partial, reach
from plyground.solving import closure as growing
from plyground.solving.checker import check_claim, is_certificate, load_bounds
from plyground.solving.closure import LOST, Closure, new_closure
from plyground.solving.growth import Growth
from plyground.solving.hooks import can_be_drawn, can_recur
from plyground.solving.outline import FLOORS, new_outline
from plyground.solving.outline_path import new_path
from plyground.solving.positions import COUNT, add, index_again, new_list
from plyground.solving.proof import BY_TABLE, HOLDS, Claim, InvalidProof, Proof
from plyground.solving.refinement import AHEAD, Refinement
from plyground.solving.searchers import Searchers
from plyground.solving.set_search import find_move, within
from plyground.solving.solver import Solver
from plyground.solving.tables import digests_of
from plyground.solving.tables_asked import TablesAsked

SAVE_SECONDS = 300.0
LAP_SECONDS = 1.0, 15.0
"""How long threads work between two looks at the clock, at first and at most: whoever is done first waits then."""
MAGIC = b"plyground certificate under way 6\n"
_CHECKSUM_BYTES = 4
_ROWS = 1 << 20
"""How many are copied at a time to be written: a set may have a hundred million."""


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
        MiB for what the engine's searches remember, again for what proof-number searches do, and again for what each
        thread keeps of the endgame tables.
    threads
        How many searches run at a time.
    checkpoint
        A file that keeps what is found every five minutes, so that another run goes on from there.
    by_tables
        Whether the certificate ends where endgame tables know that the side need not lose, and rests on them.
    known
        A certificate for this side and position, whole or partial, from which to go on where the checkpoint does not.

    Raises
    ------
    InvalidCheckpoint
        If the file cannot be used, or is about something else.
    InvalidProof
        If what `known` says is wrong, or about something else.
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
        known: Proof | None = None,
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
        warmup(position, side)
        self._searchers = Searchers(position, side, memory, threads)
        start = growing.without_counters(position.words)
        self._stage: Refinement | Growth = Refinement(start, self._searchers, self._stop)
        if checkpoint is not None and checkpoint.exists():
            self._load(checkpoint)
        elif known is not None:
            self._begin_from(known)

    @property
    def positions(self) -> int:
        """How many positions have been found so far."""
        return self._stage.positions

    @property
    def waiting(self) -> int:
        """How many of them wait for a move."""
        return self._stage.waiting

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
        began = saved = time.monotonic()
        end = began + seconds if seconds is not None else float("inf")
        while not self._stop.is_set() and time.monotonic() < end:
            now = time.monotonic()
            answer = self._work(min(end, now + float(np.clip((now - began) / 20, *LAP_SECONDS))))
            if answer is not None:
                self.save()
                return answer
            tell(self)
            if time.monotonic() - saved > SAVE_SECONDS:
                self.save()
                saved = time.monotonic()
        self.save()
        return None

    def _work(self, until: float) -> bool | None:
        """Go on until then; return whether the side need not lose, None where that is open."""
        stage = self._stage
        if isinstance(stage, Growth):
            return stage.grow(until)
        found = stage.find(until)
        if not isinstance(found, Closure):
            return found
        self._stage = Growth(found, self._searchers, self._stop, by_tables=self._by_tables)
        return None

    def certificate(self) -> Proof:
        """Return the certificate: a whole one after `hold` has returned True, a partial one before."""
        position, game, stage = self.position, self.position.game, self._stage
        tables = dict[str, str]()
        if position.outcome is not None:
            symbols: Any = np.zeros(1, np.uint16)
        else:
            if isinstance(stage, Growth):
                reached, symbols = stage.list_proof()
                rows = stage.closure.found.rows[reached[symbols == BY_TABLE]]
            else:
                known = stage.list_known(by_tables=self._by_tables)
                symbols = known.symbols[: int(known.state[COUNT])]
                rows = known.rows[: len(symbols)][symbols == BY_TABLE]
            if self._by_tables:
                there = usual_tables(game, None)
                tables = digests_of(there, {material.normal for material, _ in by_material(there, rows)})
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

    def _begin_from(self, known: Proof) -> None:
        """Go on from a certificate."""
        game, position = self.position.game, self.position
        about = known.game, known.settings, known.position, known.value
        if not is_certificate(known) or about != (game.name, dict(game.chosen), position.text, HOLDS[self.side]):
            raise InvalidProof(
                f"The certificate to go on from says of {known.game} {known.position}: {known.value}; "
                f"here the question is about {game.name} {position.text}: {HOLDS[self.side]}."
            )
        checked = check_claim(position, known.claims[0], known.symbols[0], TablesAsked(game), is_partial=True)
        if checked is not None:
            assert isinstance(self._stage, Refinement)
            self._stage.begin_from(checked[0])

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
        stage, size = self._stage, self.positions
        if isinstance(stage, Growth):
            waiting, closure = stage.waiting, stage.closure
            parts: tuple[Any, ...] = (
                np.array([1, size, waiting], np.int64),
                closure.found.rows[:size],
                closure.found.symbols[:size],
                closure.choices[:size],
                closure.parents[:size],
                closure.waiting[:waiting],
            )
        else:
            parts = (np.zeros(1, np.int64),)
            for search in stage.searches:
                counts = np.array([search.positions, len(search.ends)], np.int64)
                parts += counts, search.goals, *outline.parts(search.found), search.ends
        pieces = (part[i : i + _ROWS].tobytes() for part in parts for i in range(0, len(part), _ROWS))
        checksum = 0
        for piece in chain([self._header()], pieces):
            checksum = zlib.crc32(piece, checksum)
            yield piece
        yield checksum.to_bytes(_CHECKSUM_BYTES, "little")

    def _load(self, path: Path) -> None:
        """Take over what the checkpoint holds."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise InvalidCheckpoint(f"The file {path} cannot be read: {error.strerror}.") from None
        body, header = memoryview(content)[:-_CHECKSUM_BYTES], self._header()
        if not content.startswith(MAGIC):
            raise InvalidCheckpoint(f"The file {path} holds no certificate under way; name another file.")
        if zlib.crc32(body).to_bytes(_CHECKSUM_BYTES, "little") != content[-_CHECKSUM_BYTES:]:
            raise InvalidCheckpoint(f"The file {path} is damaged: name another file to begin anew.")
        if not content.startswith(header):
            raise InvalidCheckpoint(f"The file {path} is about another side, position or game; name another file.")
        at = len(header)

        def read(like: Any, count: int) -> Any:
            """Return the next array of the file, with so many rows like those of `like`."""
            nonlocal at
            shape = (count, *like.shape[1:])
            array = np.frombuffer(body, like.dtype, math.prod(shape), at).reshape(shape).copy()
            at += array.nbytes
            return array

        stage, start = self._stage, growing.without_counters(self.position.words)
        numbers = np.zeros(1, np.int64)
        assert isinstance(stage, Refinement)
        if not read(numbers, 1)[0]:
            for search in stage.searches:
                size, ends = read(numbers, 2).tolist()
                search.goals = read(search.goals, len(search.goals))
                search.found = outline.from_parts(*(read(part, size) for part in outline.parts(search.found)))
                search.ends = read(search.ends, ends)
            return
        size, waiting = read(numbers, 2).tolist()
        closure = growing.with_more(new_closure(start), size + waiting)
        found = closure.found
        for array in (found.rows, found.symbols, closure.choices, closure.parents):
            array[:size] = read(array, size)
        closure.waiting[:waiting] = read(closure.waiting, waiting)
        found.state[:] = size, waiting
        index_again(found, size)
        self._stage = Growth(closure, self._searchers, self._stop, by_tables=self._by_tables)


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
    searchers = Searchers(position, side, memory=1, threads=1)
    rules, state, scratch = searchers.rules, searchers.states[0], searchers.scratch
    table, settings = searchers.table, searchers.settings
    options = np.array([1, 1, 1], np.int64)
    goals = np.array([AHEAD, FLOORS[0]], np.int64)

    def build() -> None:
        start = growing.without_counters(position.words)
        found, path = outline.with_more(new_outline(start), 4 * rules.max_moves), new_path(rules.max_moves, 0)
        outline_path.start(found, path, 0)
        outline_path.run(rules, side, state.probe, goals, found, path, scratch)
        outline_path.judge(rules, state, table, settings, goals, found, path, 0, 1)
        outline_path.leave(found, path)
        find_move(rules, searchers.set_searches[0], start, 1)
        outline_reach.count_open(side, found)
        outline.is_lost_row(found, 0)
        outline.is_open_row(found, 0)
        outline.end_with(found, 0, 0, 0)
        size = int(found.found.state[COUNT])
        reached, above = np.zeros((2, size), np.int64)
        marks = np.zeros(size, np.int8)
        outline_reach.walk(rules, side, found, 1, reached, above, marks, scratch)
        outline_reach.take_back(rules, side, found, reached[:1], marks, scratch)
        outline_reach.lower(goals, found, reached[:1])
        outline_reach.enter_ends(rules, side, state.probe, found, reached[:1], goals, found, above, scratch)
        outline_reach.list_ends(side, found, reached[:1], DECISIVE)
        outline_reach.take_over(rules, side, goals, found, found, reached[:1], marks, scratch)
        outline_reach.hand_over(rules, side, state.probe, found, reached[:1], goals, found, scratch)
        outline_reach.ask_again(side, goals, found)
        known = new_list(len(start), 1 << 12)
        add(known, start)
        partial.collect(rules, side, found, found, known, False, scratch)
        partial.mark_open(rules, side, known, marks, scratch)
        partial.take_in(rules, side, state.probe, known, 0, marks, 0, goals, found, scratch)
        closure = growing.with_more(new_closure(start), 4 * rules.max_moves)
        outline_reach.fill(rules, side, found, reached[:1], np.full(1, -1, np.int64), closure, scratch)
        growing.note_all(rules, side, closure, scratch)
        searching = within(searchers.set_searches[0], closure.found)
        row = choice.take(rules, side, state.probe, options, closure, searching, scratch.rows[2], scratch)
        choice.choose(rules, side, state, table, settings, closure, searching, max(row, 0), options, scratch)
        growing.apply(rules, side, state.probe, options, closure, 0, 0, LOST, scratch)
        size = int(closure.found.state[COUNT])
        reach.walk(rules, side, closure, np.zeros(size, np.int64), np.zeros(size, np.int8), scratch)
        reach.list_searched(rules, side, state.probe, options, closure, np.zeros(1, np.int64), scratch)
        reach.write_down(
            rules, side, closure, np.zeros(size, np.int64), np.zeros(size, np.uint16), np.zeros(size, np.int8), scratch
        )

    kind = type(evaluation_by_games(game).kernel).__name__.lower()
    ensure_ready(f"{game.family} certificates {kind}", f"{game.title} certificate", build)
