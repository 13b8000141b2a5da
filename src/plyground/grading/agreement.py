"""How often two programs choose the same move: what is left of a copy whose text has been changed.

All programs are asked about the same positions of random games, as the side to move. That two agree says little where
everybody plays that move, and much where nobody else does: each agreement counts the bits of surprise that it has in
this class. A program that draws lots agrees with nobody, not even with itself.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations

from plyground.core.errors import PlygroundError
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.grading.assignment import Assignment
from plyground.grading.seeds import derive_seed
from plyground.grading.submission import Submission
from plyground.programs.ending import ProgramFailed

MAX_PLIES = 24
"""Of the random games whose positions are asked."""
MAX_FAILURES = 3
"""Failures after which a program is asked no more."""


@dataclass(frozen=True)
class Agreement:
    """How two programs agree.

    Attributes
    ----------
    first, second
        Their names.
    same, asked
        In how many positions they chose the same move, of those in which both answered.
    bits
        How surprising that is in this class.
    """

    first: str
    second: str
    same: int
    asked: int
    bits: float


def positions(game: str, count: int, seed: int) -> list[Record]:
    """Return games that are not over, of an even number of random plies, so that the first player is to move."""
    found: list[Record] = []
    for number in range(10 * count):
        if len(found) == count:
            break
        dice = random.Random(derive_seed(seed, "agreement", number))
        record = Record(get_game(game))
        for _ in range(2 * dice.randint(0, MAX_PLIES // 2)):
            if record.outcome is None:
                record.play(dice.choice(list(record.position.legal_moves)))
        if record.outcome is None and not record.position.turn and len(record.position.legal_moves) > 1:
            found.append(record)
    return found


def moves_of(assignment: Assignment, submission: Submission, asked: Sequence[Record]) -> list[str]:
    """Return a program's move in each position; nothing where it gives none."""
    found: list[str] = []
    failures = 0
    for record in asked:
        move = ""
        if failures < MAX_FAILURES:
            try:
                # a new process for each: no position shall depend on those before it
                with assignment.contestant(submission) as contestant:
                    move = str(contestant.ask(record)[0])
            except (ProgramFailed, PlygroundError):
                failures += 1
        found.append(move)
    return found


def agreements(
    assignment: Assignment,
    submissions: Sequence[Submission],
    count: int,
    progress: Callable[[int, int, str], None] = lambda done, total, what: None,
) -> list[Agreement]:
    """Ask every program about `count` positions; return all pairs, the most surprising first.

    The assignment must have a `league_game`.
    """
    asked = positions(assignment.league_game, count, assignment.seed)
    able = [submission for submission in submissions if not submission.trouble]
    with ThreadPoolExecutor(assignment.launcher.settings.workers or None) as pool:
        found = {}
        answers = pool.map(lambda submission: moves_of(assignment, submission, asked), able)
        for number, (submission, moves) in enumerate(zip(able, answers, strict=True), 1):
            found[submission.name] = moves
            progress(number, len(able), f"{submission.name}: {sum(map(bool, moves))} moves")
    return compare_moves(found)


def compare_moves(moves: Mapping[str, Sequence[str]]) -> list[Agreement]:
    """Compare the moves of programs, by name, position by position."""
    counts = [Counter(filter(None, column)) for column in zip(*moves.values(), strict=True)]
    found = []
    for first, second in combinations(moves, 2):
        both = [(a, b, count) for a, b, count in zip(moves[first], moves[second], counts, strict=True) if a and b]
        same = [(move, count) for move, other, count in both if move == other]
        # how rare the move is among all others; the two themselves say nothing of that
        bits = sum(-math.log2((count[move] - 1) / max(1, count.total() - 1)) for move, count in same)
        found.append(Agreement(first, second, len(same), len(both), bits))
    return sorted(found, key=lambda agreement: (-agreement.bits, -agreement.same))
