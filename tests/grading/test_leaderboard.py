"""The leaderboard: whatever happens in a game, the others are played."""

import pytest

from plyground.agents.player import Choice, Player, PlayerFailed
from plyground.core.outcome import Termination
from plyground.grading.assignment import Assignment
from plyground.grading.check import Case, CaseGrade, Check, Grade
from plyground.grading.contestant import Contestant
from plyground.grading.launcher import Launcher
from plyground.grading.leaderboard import fails_at_games, play_league
from plyground.grading.settings import SandboxSettings
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission
from plyground.programs.ending import ProgramFailed


class Somebody(Player):
    """Plays the first move, or does what its name says."""

    def __init__(self, name):
        self.name = name

    def choose(self, record, limits):
        if self.name == "grader":
            raise RecursionError("half a character: \ud800")
        if self.name == "surrogate":
            raise PlayerFailed("said \ud800.", Termination.CRASH)
        return Choice(next(iter(record.position.legal_moves)))

    def close(self):
        if self.name == "closing":
            raise OSError(28, "No space left on device")


class League(Assignment):
    name, title, league_game = "league", "League", "gardner"

    def __init__(self):
        super().__init__(None, Launcher("limits", SandboxSettings(workers=2)), 1)

    @property
    def wanted(self):
        raise NotImplementedError

    @property
    def cases(self):
        return ()

    def check(self, submission, case, number):
        raise NotImplementedError

    def contestant(self, submission) -> Contestant:
        if submission.name == "no start":
            raise ProgramFailed("could not be started: \ud800.", "start")
        if submission.name == "no place":
            raise OSError(28, "No space left on device")
        return Somebody(submission.name)


NAMES = ("ann", "bob", "grader", "surrogate", "closing", "no start", "no place")


@pytest.mark.parametrize(
    ("verdicts", "fails"),
    [
        ([], False),
        (["time", "time", "crash"], True),
        (["illegal"], True),
        (["time", "lost"], False),
        (["drawn"], False),
        (["not graded"], False),
    ],
)
def test_who_fails_in_every_game_need_not_play_all_others(verdicts, fails):
    games = tuple(Check("dummy", i, 0.0, verdict, "") for i, verdict in enumerate(verdicts, 1))
    answers = (Check("part1", 1, 1.0, "right", ""),)
    cases = (
        CaseGrade(Case("dummy", "Dummy", 1.0, len(games)), games, 0.0, 0.0, None, ""),
        CaseGrade(Case("part1", "Part 1", 1.0, 1, what="input"), answers, 1.0, 1.0, None, ""),
    )
    assert fails_at_games(Grade("ann", "congo", cases)) == fails


def test_whatever_happens_in_a_game_the_others_are_played(tmp_path):
    submissions = [Submission(name, tmp_path, digest=str(i)) for i, name in enumerate(NAMES)]
    said = []
    store = CheckStore(tmp_path / "class.db", {})
    table = play_league(League(), submissions, store, lambda done, total, what: said.append((done, total, what)))
    assert (42, 42) in [each[:2] for each in said]
    lines = {line.name: line for line in table}
    # what the grader has failed at is neither's loss
    assert set(lines) >= {"ann", "bob", "surrogate", "no start"}
    assert all(line.losses == 0 for name, line in lines.items() if name in {"grader", "no place", "closing"})
    for good in ("ann", "bob"):
        assert lines[good].losses <= 2
        assert lines[good].wins >= 3
    assert lines["surrogate"].wins == 2, "against the one that does not even start"
    assert any("The grader failed at this game (RecursionError: half a character: ?)" in what for *_, what in said)
    assert any("had no room left in" in what for *_, what in said)
    before = set(store._connection.execute("SELECT submission, digest FROM checks"))
    assert 0 < len(before) < 42
    store.close()
    again = CheckStore(tmp_path / "class.db", {}, resume=True)
    assert play_league(League(), submissions, again) == table
