"""The leaderboard: every submission against every other, twice, each once with the first move.

Both programs run in separate sandboxes, and neither knows about the other. Ratings are those of the arena
(Bradley-Terry on Elo's scale). Games are stored like checks, under the contents of both programs, so a leaderboard can
be resumed too.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import permutations

from plyground.arena.ratings import rate
from plyground.arena.referee import play_on
from plyground.arena.store import StoredGame
from plyground.core.outcome import Color, Termination
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.grading.assignment import Assignment
from plyground.grading.check import OWN_FAILURE, Check, Grade
from plyground.grading.opponents import NO_LIMITS
from plyground.grading.run import Progress, own_failure
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission
from plyground.programs.ending import ProgramFailed

_PLAYED = frozenset({"won", "drawn", "lost", OWN_FAILURE})


@dataclass(frozen=True)
class LeaderboardLine:
    """One line of the leaderboard.

    Attributes
    ----------
    name
        The submission's.
    points
        A win 1, a draw a half.
    wins, draws, losses
        Games.
    elo, error
        Against the mean of all, and half of the 95% interval.
    """

    name: str
    points: float
    wins: int
    draws: int
    losses: int
    elo: float
    error: float


def play_league(
    assignment: Assignment,
    submissions: Sequence[Submission],
    store: CheckStore,
    progress: Progress = lambda done, total, what: None,
) -> list[LeaderboardLine]:
    """Play what is left of the round robin, and return the leaderboard.

    The assignment must have a `league_game`.
    """
    pairings = list(permutations([submission for submission in submissions if not submission.trouble], 2))
    games: list[StoredGame] = []

    def play(pairing: tuple[Submission, Submission]) -> Check:
        known = store.checks(_key(*pairing))
        if known:
            return known[0]
        try:
            check = _game(assignment, *pairing)
        except Exception as error:  # noqa: BLE001 (nobody's program may end the games of the others)
            return Check("league", 1, 0.0, OWN_FAILURE, own_failure("this game", error))
        store.keep_check(_key(*pairing), check)
        return check

    with ThreadPoolExecutor(assignment.launcher.settings.workers or os.cpu_count() or 1) as pool:
        for number, (pairing, check) in enumerate(zip(pairings, pool.map(play, pairings), strict=True), 1):
            white, black = (submission.name for submission in pairing)
            progress(number, len(pairings), f"{white} against {black}: {check.verdict}")
            if check.verdict == OWN_FAILURE:
                # neither's loss; it is not kept, so that it is played when the grading is gone on with
                progress(number, len(pairings), check.sentence)
                continue
            winner = {1.0: Color.WHITE, 0.0: Color.BLACK}.get(check.score)
            games.append(StoredGame(number, number, 1, white, black, winner, check.verdict, check.sentence, 0, None))
    return list(_lines(games))


def fails_at_games(grade: Grade) -> bool:
    """Tell whether a program has failed in all games of its grade: none came to its end by the rules."""
    games = [check for found in grade.cases if found.case.what == "game" for check in found.checks]
    return bool(games) and not any(check.verdict in _PLAYED for check in games)


def _key(white: Submission, black: Submission) -> Submission:
    """Return what identifies a game: both names and both contents."""
    return replace(white, name=f"{white.name} against {black.name}", digest=white.digest + black.digest)


def _game(assignment: Assignment, white: Submission, black: Submission) -> Check:
    """Play one game; its score is White's."""
    record = Record(get_game(assignment.league_game))
    record.tags |= {"White": white.name, "Black": black.name}
    failure = ""
    side = Color.WHITE
    try:
        with assignment.contestant(white) as first:
            side = Color.BLACK
            with assignment.contestant(black) as second:
                players = (first, second)
                fault = play_on(record, lambda turn: players[turn].choose(record, NO_LIMITS))
                failure = str(fault or "")
    except ProgramFailed as error:
        if error.kind == "sandbox":
            # we could not start it
            raise
        record.declare(side.other, Termination.TIME if error.kind == "time" else Termination.CRASH)
        failure = f"The program {error}."
    outcome = record.outcome
    assert outcome is not None
    score = 0.5 if outcome.winner is None else float(outcome.winner is Color.WHITE)
    return Check(
        "league",
        1,
        score,
        outcome.result,
        failure or str(outcome),
        game=record.game.name,
        record=record.text(),
    )


def _lines(games: Sequence[StoredGame]) -> Iterator[LeaderboardLine]:
    for line in rate(games):
        as_white = [game.white_points for game in games if game.white == line.name]
        own = as_white + [1 - game.white_points for game in games if game.black == line.name]
        yield LeaderboardLine(line.name, line.points, own.count(1), own.count(0.5), own.count(0), line.elo, line.error)


def text(table: Sequence[LeaderboardLine]) -> str:
    """Return the leaderboard as lines of text."""
    if not table:
        return "There is no leaderboard: it takes two programs that can be run."
    wide = max(len(line.name) for line in table)
    rows = [f"     {'':<{wide}}  points  won drawn lost   Elo"]
    for place, line in enumerate(table, 1):
        rows.append(
            f"{place:>3}. {line.name:<{wide}}  {line.points:>6g}  {line.wins:>3} {line.draws:>5} {line.losses:>4}  "
            f"{line.elo:>+5.0f} +- {line.error:.0f}"
        )
    return "\n".join(rows)
