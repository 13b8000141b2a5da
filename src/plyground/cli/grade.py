"""``plyground grade``: programs of an assignment, run in a sandbox and marked."""

import getpass
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from plyground.cli.grade_reports import ReportFiles, Reports
from plyground.cli.options import check_count
from plyground.core.errors import InvalidSetting, PlygroundError, alternatives
from plyground.core.printable import printable
from plyground.courses.course import courses_with_grades
from plyground.grading.assignment import Assignment, assignment_class, make
from plyground.grading.check import Grade
from plyground.grading.launcher import Launcher
from plyground.grading.leaderboard import LeaderboardLine, fails_at_games, play_league
from plyground.grading.reports import gradescope
from plyground.grading.run import grade_all
from plyground.grading.secrecy import hide_files, secrets
from plyground.grading.settings import SandboxSettings, deciding, from_table, read_file, settings_to_store
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission, collect
from plyground.grading.time_left import TimeLeft
from plyground.programs.folders import temporary_folder
from plyground.programs.protection import weakness

ALL = "all"
USUAL_SEED = 3243


@dataclass(frozen=True)
class Resumption:
    """Where finished checks are kept, and which of them are done again."""

    db: Annotated[Path | None, Parameter(help="A file that keeps finished checks.")] = None
    resume: Annotated[bool, Parameter(negative=(), help="Go on with the file of --db.")] = False
    regrade: Annotated[
        list[str] | None,
        Parameter(negative=(), consume_multiple=False, help="NAME: grade it again from the beginning; or `all`."),
    ] = None
    reason: Annotated[str, Parameter(help="Why it is graded again, for the audit trail.")] = ""

    def demand_possible(self) -> None:
        """Raise `InvalidSetting` if options contradict each other."""
        if self.resume and self.db is None:
            raise InvalidSetting("--resume needs the file to go on with: --db FILE.")
        if self.regrade and not (self.resume and self.reason):
            raise InvalidSetting("--regrade needs the file of the grading, --db FILE --resume, and --reason TEXT.")

    @property
    def paths(self) -> list[str]:
        """The file, and those that SQLite keeps beside it."""
        return [f"{self.db}{ending}" for ending in ("", "-wal", "-shm")] if self.db else []

    def store(self, kind: Assignment, limits: SandboxSettings) -> CheckStore:
        """Open the file of the finished checks, for gradings with the same settings."""
        decisive = {
            "assignment": kind.name,
            "seed": kind.seed,
            "settings": settings_to_store(kind.settings),
            **deciding(limits),
        }
        return CheckStore(self.db, decisive, resume=self.resume)


def grade(
    assignment: str,
    /,
    *programs: str,
    config: Annotated[Path | None, Parameter(help="A TOML file with other numbers.")] = None,
    games: Annotated[int | None, Parameter(help="Games, or inputs, of each case.")] = None,
    time_limit: Annotated[float | None, Parameter(help="Seconds for a move, or for an answer.")] = None,
    memory: Annotated[int | None, Parameter(help="MiB that a program may use.")] = None,
    workers: Annotated[int | None, Parameter(help="Checks at a time; without it, one for each core.")] = None,
    seed: Annotated[int | None, Parameter(help="Seed for all random choices; every program gets the same.")] = None,
    files: Annotated[ReportFiles, Parameter(name="*")] = ReportFiles(),  # noqa: B008 (only read)
    resumption: Annotated[Resumption, Parameter(name="*")] = Resumption(),
    leaderboard: Annotated[bool, Parameter(negative=(), help="Let all programs play each other as well.")] = False,
    unsafe: Annotated[bool, Parameter(negative=(), help="Run programs even where there is no sandbox.")] = False,
    output: Annotated[
        str | None, Parameter(name=["-o", "--output"], help="For `grade gradescope`: the zip file to write.")
    ] = None,
) -> int:
    """Grade programs of minichess, starcircle, halma or congo: files, folders, zips, or a command line.

    `plyground grade gradescope ASSIGNMENT -o FILE.zip` writes the autograder that Gradescope runs.
    """
    if assignment == "gradescope":
        return _write_autograder(programs, output)
    with Reports(files) as reports:
        tables = read_file(config, tuple(courses_with_grades())) if config else {}
        if (refusal := reports.refusal(tables)) is not None:
            print(refusal)
            return 1
        limits = from_table(SandboxSettings(), tables.get("sandbox", {}), "sandbox")
        if memory is not None:
            limits = from_table(limits, {"memory": memory}, "sandbox")
        if workers is not None:
            limits = from_table(limits, {"workers": check_count(workers, "The number of workers")}, "sandbox")
        launcher = Launcher.strongest(limits, unsafe=unsafe)
        kind = make(assignment, tables, _overrides(assignment, games, time_limit), launcher, _seed(seed, tables))
        if not programs:
            raise InvalidSetting("Name at least one program to grade.")
        if leaderboard and not kind.league_game:
            raise InvalidSetting(f"There is no leaderboard for {assignment}: its programs do not play games.")
        resumption.demand_possible()
        reports.demand_possible(kind)
        with temporary_folder("submissions") as copies:
            submissions = collect(programs, kind.wanted, copies)
            again = _select(resumption.regrade or (), submissions)
            if said := weakness(kind.launcher.mode):
                print(f"plyground: {said}", file=sys.stderr)
            with (
                closing(resumption.store(kind, limits)) as store,
                hide_files(kind.launcher, secrets(kind.launcher, [*programs, *reports.paths, *resumption.paths])),
            ):
                for submission in again:
                    store.forget(submission, resumption.reason, getpass.getuser())
                grades = _grade_all(kind, submissions, store)
                # the marks first: whatever happens to the leaderboard or to somebody's page, they are there
                reports.write_marks(grades)
                table = _league(kind, submissions, grades, store) if leaderboard else None
    reports.write_rest(grades, table)
    if unfinished := [found for found in grades if found.unfinished]:
        names, went_on = ", ".join(found.name for found in unfinished), resumption.db is not None
        how = "the same command with --resume goes on with them" if went_on else "with --db, --resume could go on"
        raise PlygroundError(f"Not graded to the end: {names}; {how}. {unfinished[0].unfinished}")
    return 0 if all(found.is_full for found in grades) else 1


def _select(names: Sequence[str], submissions: Sequence[Submission]) -> list[Submission]:
    """Return the submissions to be graded again."""
    known = {submission.name: submission for submission in submissions}
    for name in names:
        if name not in known and name != ALL:
            raise InvalidSetting(
                f"There is no submission {name!r} to grade again; there is {alternatives(list(known)[:10])}."
            )
    return [submission for name, submission in known.items() if name in names or ALL in names]


def _overrides(assignment: str, games: int | None, time_limit: float | None) -> dict[str, Any]:
    """Return what the command line changes in the assignment's settings."""
    kind = assignment_class(assignment)
    changes: dict[str, Any] = {}
    if games is not None:
        changes[kind.games_setting] = check_count(games, "The number of games")
    if time_limit is not None:
        if not 0 < time_limit < 1e6:
            raise InvalidSetting(f"The time limit cannot be {time_limit}; it is a positive number of seconds.")
        changes[kind.time_setting] = time_limit
    return changes


def _seed(given: int | None, tables: dict[str, Any]) -> int:
    seed = given if given is not None else tables.get("seed", USUAL_SEED)
    if type(seed) is not int or seed < 0:
        raise InvalidSetting(f"The seed cannot be {seed!r}; it is a whole number from 0 up.")
    return seed


def _grade_all(kind: Assignment, submissions: Sequence[Submission], store: CheckStore) -> list[Grade]:
    """Grade all, with progress on standard error; in the order of the submissions."""
    console = Console(stderr=True)
    left = TimeLeft()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    found: dict[str, Grade] = {}
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Grading", total=None)

        def tell(done: int, total: int, what: str) -> None:
            bar.update(task, completed=done, total=total, description=escape(printable(what[:60])))
            if not console.is_terminal:
                print(f"[{done}/{total}] {printable(what)}{left.text(done, total)}", file=sys.stderr, flush=True)

        for graded in grade_all(kind, submissions, store, tell):
            found[graded.name] = graded
    return [found[submission.name] for submission in submissions]


def _league(
    kind: Assignment, submissions: Sequence[Submission], grades: Sequence[Grade], store: CheckStore
) -> list[LeaderboardLine]:
    """Play the leaderboard, without those who have failed in all of their games: they would fail in twice the class."""

    def tell(done: int, total: int, what: str) -> None:
        print(f"[{done}/{total}] {printable(what)}", file=sys.stderr, flush=True)

    out = [grade.name for grade in grades if fails_at_games(grade)]
    if out:
        print(f"plyground: Not on the leaderboard, having failed in every game: {', '.join(out)}.", file=sys.stderr)
    return play_league(kind, [each for each in submissions if each.name not in out], store, tell)


def _write_autograder(programs: Sequence[str], output: str | None) -> int:
    if len(programs) != 1:
        raise InvalidSetting("Name one assignment: plyground grade gradescope minichess -o autograder.zip.")
    if output is None:
        raise InvalidSetting("Name the zip file to write: -o FILE.zip.")
    gradescope.write_autograder(assignment_class(programs[0]).name, Path(output))
    print(f"Wrote {output}.", file=sys.stderr)
    return 0
