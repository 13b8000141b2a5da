"""``plyground similarity``: which programs of a class are alike, in their sources and in their moves."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.cli.grade import USUAL_SEED
from plyground.cli.options import check_count
from plyground.cli.progress import waiting
from plyground.core.errors import InvalidSetting
from plyground.core.files import check_output, write_text
from plyground.core.printable import printable
from plyground.courses.course import courses_with_grades
from plyground.grading.agreement import agreements
from plyground.grading.assignment import make
from plyground.grading.launcher import Launcher
from plyground.grading.reports import pairs as reports
from plyground.grading.secrecy import hide_files, secrets
from plyground.grading.settings import SandboxSettings, from_table, read_file
from plyground.grading.similarity import compare, read_source
from plyground.grading.submission import collect
from plyground.programs.folders import temporary_folder


def similarity(
    assignment: str,
    /,
    *programs: str,
    template: Annotated[
        list[Path] | None,
        Parameter(negative=(), consume_multiple=False, help="What the course handed out: a file or folder."),
    ] = None,
    moves: Annotated[int, Parameter(help="Positions in which the programs' moves are compared; 0: none.")] = 0,
    top: Annotated[int, Parameter(help="Pairs to list.")] = 20,
    config: Annotated[Path | None, Parameter(help="The settings file of the grading.")] = None,
    seed: Annotated[int | None, Parameter(help="Of the positions.")] = None,
    json: Annotated[str | None, Parameter(help="A file for the results.", allow_leading_hyphen=True)] = None,
    report: Annotated[Path | None, Parameter(help="A folder for pages with both sources side by side.")] = None,
    unsafe: Annotated[bool, Parameter(negative=(), help="Run programs even where there is no sandbox.")] = False,
) -> None:
    """Compare the programs of a class, given as for `grade`: their sources by winnowing, and with --moves their moves.

    What a template contains, and what more than half of a class has in common, is left out. A person judges.
    """
    check_count(top, "The number of pairs")
    if moves:
        check_count(moves, "The number of positions")
    tables = read_file(config, tuple(courses_with_grades())) if config else {}
    limits = from_table(SandboxSettings(), tables.get("sandbox", {}), "sandbox")
    # a name that runs no program needs no walls
    launcher = Launcher.strongest(limits, unsafe=unsafe) if moves else Launcher("limits", limits)
    kind = make(assignment, tables, {}, launcher, USUAL_SEED if seed is None else seed)
    if moves and not kind.league_game:
        raise InvalidSetting(f"The programs of {assignment} do not play games, so they have no moves to compare.")
    missing = next((path for path in template or () if not path.exists()), None)
    if missing is not None:
        raise InvalidSetting(f"There is no file or folder {missing}.")
    check_output(json)
    with temporary_folder("submissions") as copies:
        submissions = collect(programs, kind.wanted, copies)
        if len(submissions) < 2:
            raise InvalidSetting("Name at least two programs to compare, or a folder of them.")
        sources = [read_source(each.name, each.folder) for each in submissions if each.folder.is_dir()]
        with waiting(f"Comparing {len(sources)} programs"):
            found = compare(sources, [read_source(str(path), path) for path in template or ()])[:top]
        agreed = []
        if moves:
            with hide_files(launcher, secrets(launcher, programs)):
                agreed = agreements(kind, submissions, moves, _tell)[:top]
    if json:
        write_text(json, reports.json_text(found, agreed), private=True)
    if json != "-":
        print(reports.text(found, agreed))
    if report:
        reports.write_pages(report, found, agreed)


def _tell(done: int, total: int, what: str) -> None:
    print(f"[{done}/{total}] {printable(what)}", file=sys.stderr, flush=True)
