"""``plyground grades``: the grades in a file of ``plyground grade --db``; changes by hand, with a reason."""

import getpass
import json as json_module
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.files import write_text
from plyground.core.printable import printable
from plyground.grading.regrading import Regrading
from plyground.grading.reports import data, gradescope, html, terminal
from plyground.grading.reports.autolab import autoresult
from plyground.grading.reports.names import write_each
from plyground.grading.store import AuditEntry, CheckStore
from plyground.programs.protection import weakness

app = App(name="grades", help="The grades of a file: list, change by hand, export, audit.")

LOCAL = "127.0.0.1"
"""Names are for nobody else."""

File = Annotated[Path, Parameter(help="A file that `plyground grade` wrote with --db.")]
Case = Annotated[str, Parameter(help="The case that is meant; without it, the whole grade.")]
Reason = Annotated[str, Parameter(help="Why, for the audit trail and the student.")]
Who = Annotated[str | None, Parameter(name="--by", help="Who decides; without it, the user of this machine.")]
Json = Annotated[bool, Parameter(negative=(), help="Print one JSON document instead of lines.")]


@contextmanager
def _open(db: Path) -> Iterator[CheckStore]:
    with closing(CheckStore.existing(db)) as store:
        yield store


@app.command(name="list")
def list_grades(*, db: File, json: Json = False) -> None:
    """List the last grade of each submission, the best first."""
    with _open(db) as store:
        grades = store.grades()
    if json:
        print(data.json_text(grades), end="")
    elif grades:
        print(terminal.class_text(grades))


@app.command
def show(name: str, /, *, db: File) -> None:
    """Show one grade, with what has been changed in it."""
    with _open(db) as store:
        found = next((grade for grade in store.grades() if grade.name == name), None)
    if found is None:
        raise InvalidSetting(f"The file {db} has no grade of {name!r}.")
    print(terminal.grade_text(found))


@app.command
def override(name: str, points: float, /, *, db: File, reason: Reason, case: Case = "", by: Who = None) -> None:
    """Decide what a submission, or a case of it, is worth."""
    if not 0 <= points < 1e6:
        raise InvalidSetting(f"The points cannot be {points:g}; they are a number from 0 up.")
    with _open(db) as store:
        print(terminal.grade_text(store.override(name, case, points, _check_reason(reason), by or getpass.getuser())))


@app.command
def restore(name: str, /, *, db: File, reason: Reason, case: Case = "", by: Who = None) -> None:
    """Take back what `override` has decided."""
    with _open(db) as store:
        print(terminal.grade_text(store.remove_override(name, case, _check_reason(reason), by or getpass.getuser())))


@app.command
def audit(name: str = "", /, *, db: File, json: Json = False) -> None:
    """List what was graded and changed, by whom, when and why; of one submission or of all."""
    with _open(db) as store:
        entries = store.audit(name)
    if json:
        print(json_module.dumps({"audit": [asdict(entry) for entry in entries]}, indent=1))
        return
    for entry in entries:
        print(_line(entry))


@app.command
def export(
    *,
    db: File,
    csv: Annotated[str | None, Parameter(help="A file for a table.", allow_leading_hyphen=True)] = None,
    json: Annotated[str | None, Parameter(help="A file for all results.", allow_leading_hyphen=True)] = None,
    report: Annotated[Path | None, Parameter(help="A folder for an HTML page about each program.")] = None,
    gradescope_file: Annotated[str | None, Parameter(name="--gradescope", help="Each one's results.json.")] = None,
    autolab: Annotated[str | None, Parameter(help="Each one's autoresult.")] = None,
) -> None:
    """Write the grades as they are now, with what has been changed by hand."""
    with _open(db) as store:
        grades = store.grades()
    if not grades:
        raise InvalidSetting(f"The file {db} has no grades yet.")
    for target, text in ((csv, data.csv_text(grades)), (json, data.json_text(grades))):
        if target:
            write_text(target, text, private=True)
    write_each(gradescope_file, grades, gradescope.results_text)
    write_each(autolab, grades, autoresult)
    if report:
        html.write_pages(report, grades)


@app.command
def serve(
    *programs: str,
    db: File,
    port: Annotated[int | None, Parameter(help="Default: 8000, or the next free one.")] = None,
    by: Who = None,
    unsafe: Annotated[bool, Parameter(negative=(), help="Run programs even where there is no sandbox.")] = False,
) -> None:
    """Show the class in the browser of this machine: queue, points, failures, mistakes; changes and export.

    The address that is printed has a key in it: nobody else on this machine can open the page.

    With the PROGRAMs that `plyground grade` was given, what the page asks for is graded again at once.
    """
    try:
        from plyground.cli.web import listen
        from plyground.web.host.addresses import hosts_to_accept, own_url
        from plyground.web.host.grading.serving import running
        from plyground.web.host.grading.teacher import create_app
        from plyground.web.host.keys import new_key, with_key
        from plyground.web.host.server import serve as serve_app
    except ImportError as error:
        raise PlygroundError(f"The page needs {error.name}: pip install plyground again, with it.") from None
    CheckStore.existing(db).close()
    for program in programs:
        if not Path(program).exists():
            raise InvalidSetting(f"There is no {program}; name what `plyground grade` was given.")
    regrading = Regrading(db, programs, unsafe=unsafe, tell=_tell) if programs else None
    if regrading is not None and (said := weakness(regrading.assignment.launcher.mode)):
        _tell(f"plyground: {said}")
    key = new_key()
    page = create_app(
        db, by or getpass.getuser(), hosts_to_accept(LOCAL, ()), key=key, is_grading=regrading is not None
    )
    with closing(listen(LOCAL, port)) as listener, ExitStack() as stack:
        address = with_key(own_url(LOCAL, listener.getsockname()[1]), key)
        print(f"The grades are at {address}  (Ctrl-C ends it)", flush=True)
        if regrading is not None:
            stack.enter_context(running(regrading.begin, regrading.end))
        serve_app(page, listener)


def _tell(what: str) -> None:
    print(printable(what), file=sys.stderr, flush=True)


def _check_reason(reason: str) -> str:
    if not reason.strip():
        raise InvalidSetting("The reason is empty; say why the grade is changed.")
    return reason.strip()


def _line(entry: AuditEntry) -> str:
    """Return an entry of the audit trail as a line."""
    points = [terminal.points_text(value) for value in (entry.before, entry.after) if value is not None]
    of = f" {entry.case}" if entry.case else ""
    reason = f": {entry.reason}" if entry.reason else ""
    return printable(f"{entry.at}  {entry.who}  {entry.submission}{of}  {entry.action}  {' -> '.join(points)}{reason}")
