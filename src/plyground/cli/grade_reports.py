"""What ``plyground grade`` writes: the options that name files, and who writes them when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, Self

from cyclopts import Parameter

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.files import check_output, write_text
from plyground.grading.assignment import Assignment
from plyground.grading.check import Grade
from plyground.grading.leaderboard import LeaderboardLine
from plyground.grading.leaderboard import text as leaderboard_text
from plyground.grading.reports import data, gradescope, html, terminal
from plyground.grading.reports.autolab import autoresult
from plyground.grading.reports.github_classroom import runner_result
from plyground.grading.reports.gradescope_rules import GradescopeSettings, Submitted, refuse
from plyground.grading.reports.names import prepare, write_each
from plyground.grading.reports.prairielearn import results_text as results_of_prairielearn
from plyground.grading.settings import from_table


@dataclass(frozen=True)
class ReportFiles:
    """The files for the results, and what is known of the submission."""

    report: Annotated[Path | None, Parameter(help="A folder for an HTML page about each program.")] = None
    json: Annotated[str | None, Parameter(help="A file for all results.", allow_leading_hyphen=True)] = None
    csv: Annotated[str | None, Parameter(help="A file for a table.", allow_leading_hyphen=True)] = None
    gradescope: Annotated[
        str | None,
        Parameter(help="A file for Gradescope's results.json; of several programs one each, FILE-NAME, or a folder."),
    ] = None
    metadata: Annotated[
        Path | None, Parameter(help="Gradescope's submission_metadata.json: late rules, attempts, progress.")
    ] = None
    autolab: Annotated[
        str | None, Parameter(help="A file for Autolab's autoresult; - prints it last.", allow_leading_hyphen=True)
    ] = None
    prairielearn: Annotated[str | None, Parameter(help="A file for PrairieLearn's results.json.")] = None
    github_classroom: Annotated[str | None, Parameter(help="A file for GitHub Classroom's runner result.")] = None


class Reports:
    """The reports of one grading; Gradescope gets a result whatever happens while this is entered."""

    def __init__(self, files: ReportFiles) -> None:
        self.files = files
        self._rules, self._submitted = GradescopeSettings(), Submitted()
        self._is_marked = False

    def __enter__(self) -> Self:
        prepare(self.files.gradescope)
        self._tell_failure("The grading did not finish.")
        return self

    def __exit__(self, _: object, error: BaseException | None, __: TracebackType | None) -> None:
        if isinstance(error, PlygroundError) and not self._is_marked:
            self._tell_failure(str(error))

    def _tell_failure(self, sentence: str) -> None:
        if self.files.gradescope and not Path(self.files.gradescope).is_dir():
            write_text(self.files.gradescope, gradescope.failure_text(sentence), private=True)

    @property
    def paths(self) -> list[str]:
        """The files and folders that an earlier grading may have written, with the answers that were expected."""
        found = vars(self.files) | {"metadata": None}
        return [str(path) for path in found.values() if path is not None and str(path) != "-"]

    def refusal(self, tables: Mapping[str, Any]) -> str | None:
        """Read Gradescope's rules; if they refuse the submission, write its last result and return why."""
        self._rules = from_table(GradescopeSettings(), tables.get("gradescope", {}), "gradescope")
        self._submitted = Submitted.read(self.files.metadata) if self.files.metadata else Submitted()
        if not self.files.gradescope or (last := refuse(self._rules, self._submitted)) is None:
            return None
        write_text(self.files.gradescope, gradescope.last_text(last), private=True)
        return str(last["output"].partition("\n")[0])

    def demand_possible(self, kind: Assignment) -> None:
        """Say now what could not be written after long work; raises `InvalidSetting`."""
        if self.files.gradescope:
            self._rules.check([case.name for case in kind.cases])
        for file in (self.files.json, self.files.csv):
            check_output(file)
        for target in (self.files.autolab, self.files.prairielearn, self.files.github_classroom):
            prepare(target)
        if self.files.report is not None:
            try:
                self.files.report.mkdir(mode=0o700, parents=True, exist_ok=True)
            except (OSError, ValueError) as error:
                why = "it is a file" if self.files.report.is_file() else getattr(error, "strerror", None) or error
                raise InvalidSetting(f"The reports cannot be written to {self.files.report}: {why}.") from None

    def write_marks(self, grades: Sequence[Grade]) -> None:
        """Write the files of other systems, and our own without a leaderboard."""
        files = self.files
        results = partial(gradescope.results_text, settings=self._rules, submitted=self._submitted)
        write_each(files.gradescope, grades, results)
        self._is_marked = True
        # another user of the machine fetches these
        write_each(files.prairielearn, grades, results_of_prairielearn, private=False)
        write_each(files.github_classroom, grades, runner_result)
        if files.autolab != "-":
            write_each(files.autolab, grades, autoresult)
        self._write(grades, (), to_files=True)

    def write_rest(self, grades: Sequence[Grade], table: Sequence[LeaderboardLine] | None) -> None:
        """Print the results, write the pages, and add the leaderboard where there is one."""
        files = self.files
        self._write(grades, table or (), to_files=False)
        if table is not None:
            self._write(grades, table, to_files=True)
        if "-" not in {files.json, files.csv}:
            _print(grades)
            if table is not None:
                print(f"\n{leaderboard_text(table)}")
        if files.report:
            html.write_pages(files.report, grades, table or ())
        if files.autolab == "-":
            # Autolab reads the last line
            write_each(files.autolab, grades, autoresult)

    def _write(self, grades: Sequence[Grade], table: Sequence[LeaderboardLine], *, to_files: bool) -> None:
        """Write our own formats to files, or to standard output where ``-`` is named."""
        texts = {self.files.json: data.json_text(grades, table), self.files.csv: data.csv_text(grades)}
        for name, text in texts.items():
            if name and (name != "-") == to_files:
                write_text(name, text, private=True)


def _print(grades: Sequence[Grade]) -> None:
    for graded in grades:
        print(terminal.grade_text(graded))
    if len(grades) > 1:
        print()
        print(terminal.class_text(grades))
    print(terminal.protections_text(next((graded for graded in grades if graded.protections), grades[0])))
