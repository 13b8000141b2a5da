"""Gradescope: ``results.json`` for one submission, and the autograder zip.

Gradescope unpacks the zip, runs ``setup.sh`` once and ``run_autograder`` for each submission, and reads
``/autograder/results/results.json``: a score, a text, and a list of tests. Source: Gradescope's documentation,
"Autograder specifications". The zip contains this package, so that no particular version has to be installed.
"""

import json
import zipfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import plyground
from plyground.grading.check import CaseGrade, Grade
from plyground.grading.marking import percent
from plyground.grading.reports.gradescope_rules import GradescopeSettings, Submitted, apply_rules
from plyground.grading.reports.terminal import grade_text, points_text, protections_text

_SETUP = """#!/usr/bin/env bash
# Run once by Gradescope, as root, when the autograder is built.
set -e
apt-get update
# Ubuntu 22.04 calls it python3.11; later ones have a newer python3
apt-get install -y python3.11 python3.11-venv || apt-get install -y python3 python3-venv
"$(command -v python3.11 || command -v python3)" -m venv /autograder/venv
/autograder/venv/bin/pip install --quiet {requirements}
PYTHONPATH=/autograder/source/package /autograder/venv/bin/python -m plyground warmup {game}
# our solver is for the grader to read, and for no submission
chmod 0700 /autograder/source /autograder/venv
"""

_RUN = """#!/usr/bin/env bash
# Run by Gradescope for every submission; whatever happens, results.json is there in the end.
# --unsafe: where the container allows no walls inside it, the container itself is the wall, and the program still is
# another user than the grader.
mkdir -p /autograder/results
cd /autograder
# neither our solver nor what others have handed in, nor the results, are for a program to read
chmod -f 0700 source venv results submission
chmod -f 0600 submission_metadata.json
options=()
[ -f /autograder/source/config.toml ] && options+=(--config /autograder/source/config.toml)
[ -f /autograder/submission_metadata.json ] && options+=(--metadata /autograder/submission_metadata.json)
PYTHONPATH=/autograder/source/package /autograder/venv/bin/python -m plyground grade {assignment} \\
    /autograder/submission "${{options[@]}}" --gradescope /autograder/results/results.json --unsafe
[ -s /autograder/results/results.json ] || echo \\
    '{{"score": 0, "output": "The grading could not be started; please tell your teacher."}}' \\
    > /autograder/results/results.json
exit 0
"""

_DATE = (1980, 1, 1, 0, 0, 0)
"""The same package gives the same zip, byte by byte."""


USUAL, UNKNOWN = GradescopeSettings(), Submitted()


def results_text(grade: Grade, settings: GradescopeSettings = USUAL, submitted: Submitted = UNKNOWN) -> str:
    """Return results.json for a grade."""
    if grade.unfinished:
        return failure_text(grade.unfinished)
    visible = {found.case.name for found in grade.cases if settings.when(found.case.name) == "visible"}
    results: dict[str, Any] = {
        "score": grade.points,
        "output": _output(grade, visible),
        "output_format": "text",
        "visibility": settings.visibility,
        "tests": [_test(grade, found, settings.when(found.case.name)) for found in grade.cases],
    }
    if settings.leaderboard:
        results["leaderboard"] = leaderboard(grade, visible)
    return json.dumps(apply_rules(results, grade.out_of, settings, submitted), indent=1) + "\n"


def leaderboard(grade: Grade, visible: Collection[str]) -> list[dict[str, Any]]:
    """Return the columns of Gradescope's leaderboard: points, the visible cases, seconds of the program."""
    points = grade.case_points
    seconds = sum(sum(check.seconds) for found in grade.cases for check in found.checks)
    return [
        {"name": "Points", "value": grade.points if len(visible) == len(points) else _sum(points, visible)},
        *(
            {"name": each.case.title, "value": points[each.case.name]}
            for each in grade.cases
            if each.case.name in visible
        ),
        {"name": "Seconds", "value": round(seconds, 2), "order": "asc"},
    ]


def _sum(points: Mapping[str, float], names: Collection[str]) -> float:
    return round(sum(value for name, value in points.items() if name in names), 4)


def _output(grade: Grade, visible: Collection[str]) -> str:
    """Return the text about the whole, which is seen at once and so tells nothing of cases that are not."""
    if len(visible) == len(grade.cases) or grade.trouble:
        return f"{grade_text(grade)}\n{protections_text(grade)}"
    shown = replace(
        grade,
        cases=tuple(found for found in grade.cases if found.case.name in visible),
        overrides=tuple(each for each in grade.overrides if each.case in visible),
    )
    text = grade_text(shown) if shown.cases else f"{grade.name}: graded"
    return f"{text}\nOther cases are shown later.\n{protections_text(grade)}"


def _test(grade: Grade, found: CaseGrade, visibility: str) -> dict[str, Any]:
    lines = [grade.trouble or grade.withheld or found.sentence]
    if found.interval is not None:
        low, high = map(percent, found.interval)
        lines.append(f"With more games the share would lie between {low} and {high} (95% confidence).")
    lines += [f"{found.case.what} {check.number}: {check.verdict}. {check.sentence}" for check in found.checks]
    trace = next((check.errors for check in found.checks if check.errors), "")
    if trace:
        lines += ["", "The program's standard error:", trace]
    return {
        "name": f"{found.case.title} ({points_text(found.case.points)} points)",
        "score": grade.case_points[found.case.name],
        "max_score": found.case.points,
        "output": "\n".join(lines),
        "visibility": visibility,
    }


def last_text(results: Mapping[str, Any]) -> str:
    """Return results.json for a submission that was not graded, because it is one too many."""
    return json.dumps(results, indent=1) + "\n"


def failure_text(sentence: str) -> str:
    """Return results.json for a grading that failed."""
    return json.dumps({"score": 0, "output": sentence, "visibility": "visible", "tests": []}, indent=1) + "\n"


def _package_files() -> Iterator[tuple[str, bytes]]:
    root = Path(plyground.__file__).parent
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield f"package/plyground/{path.relative_to(root).as_posix()}", path.read_bytes()
    families = sorted(path.parent.name for path in root.glob("games/*/rules.py"))
    points = ["[plyground.games]", *(f"{family} = plyground.games.{family}:GAMES" for family in families)]
    place = f"package/plyground-{plyground.__version__}.dist-info"
    yield f"{place}/entry_points.txt", ("\n".join(points) + "\n").encode()
    yield f"{place}/METADATA", f"Metadata-Version: 2.1\nName: plyground\nVersion: {plyground.__version__}\n".encode()


def write_autograder(assignment: str, target: Path) -> None:
    """Write the zip that Gradescope takes as autograder."""
    from importlib.metadata import requires

    game = assignment
    requirements = " ".join(f"'{text}'" for text in requires("plyground") or () if "extra ==" not in text)
    files = {
        "setup.sh": _SETUP.format(requirements=requirements, game=game).encode(),
        "run_autograder": _RUN.format(assignment=assignment).encode(),
        **dict(_package_files()),
    }
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            item = zipfile.ZipInfo(name, _DATE)
            item.compress_type = zipfile.ZIP_DEFLATED
            item.external_attr = (0o755 if not name.startswith("package/") else 0o644) << 16
            archive.writestr(item, content)
