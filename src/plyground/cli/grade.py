"""``plyground grade``: programs of an assignment, run in a sandbox and marked."""

import getpass
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from plyground.cli.options import checked_count
from plyground.core.course import graded_courses
from plyground.core.errors import InvalidSetting, PlygroundError, listed
from plyground.core.files import checked_output, write_text
from plyground.grading.assignment import Assignment, assignment_class, make
from plyground.grading.check import Grade
from plyground.grading.launcher import Launcher
from plyground.grading.leaderboard import LeaderboardLine, play_league
from plyground.grading.leaderboard import text as leaderboard_text
from plyground.grading.reports import data, gradescope, html, terminal
from plyground.grading.reports.autolab import autoresult
from plyground.grading.reports.github_classroom import runner_result
from plyground.grading.reports.gradescope_rules import GradescopeSettings, Submitted, refused
from plyground.grading.reports.names import write_each
from plyground.grading.reports.prairielearn import results_text as results_of_prairielearn
from plyground.grading.run import grade_all
from plyground.grading.secrecy import kept, secrets
from plyground.grading.settings import SandboxSettings, deciding, from_table, read_file
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission, collect
from plyground.programs.protection import weakness
from plyground.programs.staging import folder_prefix

ALL = "all"
USUAL_SEED = 3243
MIN_MEMORY = 32


def grade(
    assignment: str,
    /,
    *programs: str,
    config: Annotated[Path | None, Parameter(help="A TOML file with other numbers.")] = None,
    games: Annotated[int | None, Parameter(help="Games, or inputs, of each case.")] = None,
    time_limit: Annotated[float | None, Parameter(help="Seconds for a move, or for an answer.")] = None,
    memory: Annotated[int | None, Parameter(help="MiB that a program may use.")] = None,
    seed: Annotated[int | None, Parameter(help="Seed for all random choices; every program gets the same.")] = None,
    report: Annotated[Path | None, Parameter(help="A folder for an HTML page about each program.")] = None,
    json: Annotated[str | None, Parameter(help="A file for all results.", allow_leading_hyphen=True)] = None,
    csv: Annotated[str | None, Parameter(help="A file for a table.", allow_leading_hyphen=True)] = None,
    gradescope_file: Annotated[
        str | None,
        Parameter(
            name="--gradescope",
            help="A file for Gradescope's results.json; of several programs one each, FILE-NAME, or a folder.",
        ),
    ] = None,
    metadata: Annotated[
        Path | None, Parameter(help="Gradescope's submission_metadata.json: late rules, attempts, progress.")
    ] = None,
    autolab: Annotated[
        str | None, Parameter(help="A file for Autolab's autoresult; - prints it last.", allow_leading_hyphen=True)
    ] = None,
    prairielearn: Annotated[str | None, Parameter(help="A file for PrairieLearn's results.json.")] = None,
    github_classroom: Annotated[str | None, Parameter(help="A file for GitHub Classroom's runner result.")] = None,
    db: Annotated[Path | None, Parameter(help="A file that keeps finished checks.")] = None,
    resume: Annotated[bool, Parameter(negative=(), help="Go on with the file of --db.")] = False,
    regrade: Annotated[
        list[str] | None,
        Parameter(negative=(), consume_multiple=False, help="NAME: grade it again from the beginning; or `all`."),
    ] = None,
    reason: Annotated[str, Parameter(help="Why it is graded again, for the audit trail.")] = "",
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
    is_marked = False
    if gradescope_file and not Path(gradescope_file).is_dir():
        # whatever happens from here on, Gradescope gets a result
        write_text(gradescope_file, gradescope.failure_text("The grading did not finish."))
    try:
        tables = read_file(config, tuple(graded_courses())) if config else {}
        rules = from_table(GradescopeSettings(), tables.get("gradescope", {}), "gradescope")
        submitted = Submitted.read(metadata) if metadata else Submitted()
        if gradescope_file and (last := refused(rules, submitted)) is not None:
            write_text(gradescope_file, gradescope.last_text(last))
            print(last["output"].partition("\n")[0])
            return 1
        limits = from_table(SandboxSettings(), tables.get("sandbox", {}), "sandbox")
        if memory is not None:
            limits = replace(limits, memory=checked_count(memory, "The memory in MiB", MIN_MEMORY))
        chosen = _seed(seed, tables)
        overrides = _overrides(assignment, games, time_limit)
        kind = make(assignment, tables, overrides, Launcher.strongest(limits, unsafe=unsafe), chosen)
        if gradescope_file:
            rules.checked([case.name for case in kind.cases])
        if not programs:
            raise InvalidSetting("Name at least one program to grade.")
        if leaderboard and not kind.league_game:
            raise InvalidSetting(f"There is no leaderboard for {assignment}: its programs do not play games.")
        if resume and db is None:
            raise InvalidSetting("--resume needs the file to go on with: --db FILE.")
        for file in (json, csv):
            checked_output(file)
        if report and report.exists() and not report.is_dir():
            raise InvalidSetting(f"The reports cannot be written to {report}: it is a file.")
        if regrade and not (resume and reason):
            raise InvalidSetting("--regrade needs the file of the grading, --db FILE --resume, and --reason TEXT.")
        settings = {"assignment": assignment, "seed": chosen, "settings": asdict(kind.settings), **deciding(limits)}
        with tempfile.TemporaryDirectory(prefix=folder_prefix("submissions")) as copies:
            submissions = collect(programs, kind.wanted, Path(copies))
            again = _named(regrade or (), submissions)
            if said := weakness(kind.launcher.mode):
                print(f"plyground: {said}", file=sys.stderr)
            with (
                closing(CheckStore(db, settings, resume=resume)) as store,
                kept(kind.launcher, secrets(kind.launcher, programs)),
            ):
                for submission in again:
                    store.forget(submission, reason, getpass.getuser())
                grades = _graded(kind, submissions, store)
                # the marks first: whatever happens to the leaderboard or to somebody's page, they are there
                results = partial(gradescope.results_text, settings=rules, submitted=submitted)
                write_each(gradescope_file, grades, results)
                is_marked = True
                write_each(prairielearn, grades, results_of_prairielearn)
                write_each(github_classroom, grades, runner_result)
                if autolab != "-":
                    write_each(autolab, grades, autoresult)
                _write({json: data.json_text(grades), csv: data.csv_text(grades)}, to_files=True)
                table = _league(kind, submissions, store) if leaderboard else []
    except PlygroundError as error:
        if gradescope_file and not is_marked and not Path(gradescope_file).is_dir():
            write_text(gradescope_file, gradescope.failure_text(str(error)))
        raise
    texts = {json: data.json_text(grades, table), csv: data.csv_text(grades)}
    _write(texts, to_files=False)
    if leaderboard:
        _write(texts, to_files=True)
    if "-" not in {json, csv}:
        _print(grades)
        if leaderboard:
            print(f"\n{leaderboard_text(table)}")
    if report:
        html.write_pages(report, grades, table)
    if autolab == "-":
        # Autolab reads the last line
        write_each(autolab, grades, autoresult)
    return 0 if all(found.is_full for found in grades) else 1


def _write(texts: dict[str | None, str], *, to_files: bool) -> None:
    """Write each text to the file that it is for, or to standard output where ``-`` is named."""
    for name, text in texts.items():
        if name and (name != "-") == to_files:
            write_text(name, text)


def _named(names: Sequence[str], submissions: Sequence[Submission]) -> list[Submission]:
    """Return the submissions to be graded again."""
    known = {submission.name: submission for submission in submissions}
    for name in names:
        if name not in known and name != ALL:
            raise InvalidSetting(
                f"There is no submission {name!r} to grade again; there is {listed(list(known)[:10])}."
            )
    return [submission for name, submission in known.items() if name in names or ALL in names]


def _overrides(assignment: str, games: int | None, time_limit: float | None) -> dict[str, Any]:
    """Return what the command line changes in the assignment's settings."""
    kind = assignment_class(assignment)
    changes: dict[str, Any] = {}
    if games is not None:
        changes[kind.games_setting] = checked_count(games, "The number of games")
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


def _graded(kind: Assignment, submissions: Sequence[Submission], store: CheckStore) -> list[Grade]:
    """Grade all, with progress on standard error; in the order of the submissions."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    found: dict[str, Grade] = {}
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Grading", total=None)

        def tell(done: int, total: int, what: str) -> None:
            bar.update(task, completed=done, total=total, description=what[:60])
            if not console.is_terminal:
                print(f"[{done}/{total}] {what}", file=sys.stderr, flush=True)

        for graded in grade_all(kind, submissions, store, tell):
            found[graded.name] = graded
    return [found[submission.name] for submission in submissions]


def _league(kind: Assignment, submissions: Sequence[Submission], store: CheckStore) -> list[LeaderboardLine]:
    def tell(done: int, total: int, what: str) -> None:
        print(f"[{done}/{total}] {what}", file=sys.stderr, flush=True)

    return play_league(kind, submissions, store, tell)


def _print(grades: Sequence[Grade]) -> None:
    for graded in grades:
        print(terminal.grade_text(graded))
    if len(grades) > 1:
        print()
        print(terminal.class_text(grades))
    print(terminal.protections_text(next((graded for graded in grades if graded.protections), grades[0])))


def _write_autograder(programs: Sequence[str], output: str | None) -> int:
    if len(programs) != 1:
        raise InvalidSetting("Name one assignment: plyground grade gradescope minichess -o autograder.zip.")
    if output is None:
        raise InvalidSetting("Name the zip file to write: -o FILE.zip.")
    gradescope.write_autograder(assignment_class(programs[0]).name, Path(output))
    print(f"Wrote {output}.", file=sys.stderr)
    return 0
