"""Making puzzles: attempts by number, each of which finds one or none; several processes, one file.

The file gets the puzzles in the order of their attempts, whichever worker makes them. So it is the same for any number
of processes, and for a run that was killed and went on later.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count as count_from
from pathlib import Path

from plyground import __version__
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.jobs import LocalExecutor, Numbered, Worker, in_order
from plyground.puzzles.collection import Collection, Writer
from plyground.puzzles.finding import SELF_PLAY, TABLE_EVERY, Candidate, Finder
from plyground.puzzles.proving import Prover, PuzzleStep
from plyground.puzzles.puzzle import ProofKind, Puzzle
from plyground.puzzles.rating import estimate
from plyground.puzzles.themes import find_themes

MAX_STEPS = 6
MIN_NODES = 40
"""A puzzle that the engine solves within so many positions is too easy."""
MIN_ONE_MOVE_NODES = 100
"""The same of a puzzle with one move to find."""
MIN_CAPTURE_NODES = 300
"""The same where that takes something."""
MAX_PLIES = 60
"""A win that takes longer by the tables is for the endgames' page."""
GIVE_UP = 2000
"""After as many attempts in a row that find none, there are no more."""
_WEAKNESS = (ProofKind.TABLE, ProofKind.EXACT, ProofKind.SEARCH)


class Maker:
    """Makes puzzles of one game, from one seed, one attempt in `table_every` from the tables."""

    def __init__(self, game: Game, seed: int, table_every: int = TABLE_EVERY) -> None:
        self.game = game
        self._prover = Prover(game)
        self._finder = Finder(game, seed, self._prover, table_every)

    def attempt(self, number: int) -> Puzzle | None:
        """Return the first puzzle that attempt `number` finds."""
        for candidate in self._finder.candidates(number):
            puzzle = self._puzzle(candidate, number)
            if puzzle is not None:
                return puzzle
        return None

    def _puzzle(self, candidate: Candidate, number: int) -> Puzzle | None:
        if candidate.source == SELF_PLAY and self._is_obvious(candidate):
            return None
        steps = self._steps(candidate.position)
        if not steps or self._is_trivial(candidate, steps):
            return None
        positions, moves = _line(candidate.position, steps)
        goal, proof = steps[0].goal, max((step.proof for step in steps), key=_WEAKNESS.index)
        return Puzzle(
            self.game.name,
            candidate.position.text,
            tuple(map(str, moves)),
            goal,
            proof,
            estimate([step.nodes for step in steps]),
            find_themes(positions, moves, goal, proof, steps[0].plies),
            candidate.last,
            candidate.source,
            number,
        )

    def _steps(self, position: Position) -> list[PuzzleStep]:
        """Return the steps from a position on, as long as each has one right move and no position comes again."""
        steps: list[PuzzleStep] = []
        seen: set[int] = set()
        while len(steps) < MAX_STEPS and position.key not in seen:
            seen.add(position.key)
            step = self._prover.step(position, steps[0].goal if steps else None)
            if step is None:
                break
            steps.append(step)
            position = position.play(step.move)
            if step.answer is None:
                break
            position = position.play(step.answer)
            if position.outcome is not None:
                break
        return steps

    def _is_obvious(self, candidate: Candidate) -> bool:
        """Tell whether a glance finds the first move: then it is seldom worth the time that a proof takes."""
        position = candidate.position
        if self._prover.glance(position, MIN_ONE_MOVE_NODES) is not None:
            return True
        move = self._prover.glance(position, MIN_CAPTURE_NODES)
        return move is not None and _captures(position, move)

    def _is_trivial(self, candidate: Candidate, steps: list[PuzzleStep]) -> bool:
        """Tell whether anybody would see it (a recapture, what a short search finds), or it takes too long."""
        first, position = steps[0], candidate.position
        nodes = max(step.nodes for step in steps)
        if first.plies > MAX_PLIES or nodes < MIN_NODES:
            return True
        if len(steps) > 1:
            return False
        if not _captures(position, first.move):
            return nodes < MIN_ONE_MOVE_NODES
        is_recapture = bool(candidate.last) and position.steps(first.move)[-1:] == candidate.last[-1:]
        return is_recapture or nodes < MIN_CAPTURE_NODES


def _captures(position: Position, move: Move) -> bool:
    return len(position.play(move).pieces) < len(position.pieces)


def _line(position: Position, steps: list[PuzzleStep]) -> tuple[list[Position], list[Move]]:
    """Return the positions and moves of the steps with the answers between them; it ends with the last step's move."""
    positions, moves = [position], list[Move]()
    for i, step in enumerate(steps):
        moves.append(step.move)
        positions.append(positions[-1].play(step.move))
        if step.answer is not None and i + 1 < len(steps):
            moves.append(step.answer)
            positions.append(positions[-1].play(step.answer))
    return positions, moves


def make(
    game: Game,
    seed: int,
    path: Path,
    count: int,
    *,
    table_every: int = TABLE_EVERY,
    processes: int = 1,
    resume: bool = False,
    give_up: int = GIVE_UP,
    seconds: float | None = None,
    tell: Callable[[int, int], None] = lambda found, attempts: None,
) -> Collection:
    """Make puzzles until the file `path` holds `count`, or the time is over, or there seem to be no more.

    Parameters
    ----------
    table_every
        One attempt in this many draws from the game's tables; 0: none.
    processes
        How many work at the same time.
    resume
        Go on with a file that is there; it must have been begun with the same game and seed.
    give_up
        It ends after as many attempts in a row that found no new puzzle.
    seconds
        It ends after the attempt in which they are over.
    tell
        Called after every attempt with the puzzles in the file and the attempts so far.

    Raises
    ------
    InvalidSetting
        If the file is there and `resume` is not set, is of another game or seed, or cannot be written.
    """
    made_by = f"plyground {__version__}: puzzles make {game.name} --count {count} --seed {seed}"
    if table_every != TABLE_EVERY:
        made_by += f" --table-every {table_every}"
    writer = Writer(path, Collection(game, seed, made_by), resume=resume)
    found, number = writer.collection, writer.collection.next_number
    if len(found.puzzles) >= count:
        return found
    end, in_vain = None if seconds is None else time.monotonic() + seconds, 0
    # this process compiles, or loads, what all the others then find in the cache
    attempt = _maker(game, seed, table_every)
    attempts: Iterator[Puzzle | None] = (attempt(each).result for each in count_from(number))
    with ExitStack() as stack:
        if processes > 1:
            make_worker = partial(Worker, partial(_maker, game, seed, table_every))
            attempts = in_order(stack.enter_context(LocalExecutor(make_worker, processes)), number)
        for puzzle in attempts:
            number += 1
            is_new = puzzle is not None and writer.add(puzzle)
            in_vain = 0 if is_new else in_vain + 1
            tell(len(found.puzzles), number)
            if len(found.puzzles) >= count or in_vain >= give_up or (end is not None and time.monotonic() >= end):
                break
    return found


def _maker(game: Game, seed: int, table_every: int) -> Callable[[int], Numbered[Puzzle | None]]:
    """Return what makes the attempt with a given number."""
    maker = Maker(game, seed, table_every)
    return lambda number: Numbered(number, maker.attempt(number))
