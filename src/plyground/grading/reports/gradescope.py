"""Gradescope: ``results.json`` for one submission, and the autograder zip.

Gradescope unpacks the zip, runs ``setup.sh`` once and ``run_autograder`` for each submission, and reads
``/autograder/results/results.json``: a score, a text, and a list of tests. Source: Gradescope's documentation,
"Autograder specifications". The zip contains this package, so that no particular version has to be installed.
"""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import plyground
from plyground.grading.check import CaseGrade, Grade
from plyground.grading.marking import percent
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
[ -f /autograder/source/config.toml ] && options=(--config /autograder/source/config.toml)
PYTHONPATH=/autograder/source/package /autograder/venv/bin/python -m plyground grade {assignment} \\
    /autograder/submission "${{options[@]}}" --gradescope /autograder/results/results.json --unsafe
[ -s /autograder/results/results.json ] || echo \\
    '{{"score": 0, "output": "The grading could not be started; please tell your teacher."}}' \\
    > /autograder/results/results.json
exit 0
"""

_DATE = (1980, 1, 1, 0, 0, 0)
"""The same package gives the same zip, byte by byte."""


def results_text(grade: Grade) -> str:
    """Return results.json for a grade."""
    results: dict[str, Any] = {
        "score": grade.points,
        "output": f"{grade_text(grade)}\n{protections_text(grade)}",
        "output_format": "text",
        "visibility": "visible",
        "tests": [_test(grade, found) for found in grade.cases],
    }
    return json.dumps(results, indent=1) + "\n"


def _test(grade: Grade, found: CaseGrade) -> dict[str, Any]:
    lines = [grade.trouble or grade.withheld or found.sentence]
    if found.interval is not None:
        low, high = map(percent, found.interval)
        lines.append(f"With more games the share would lie between {low} and {high} (95% confidence).")
    lines += [f"{found.case.what} {check.number}: {check.verdict}. {check.sentence}" for check in found.checks]
    trace = next((check.errors for check in found.checks if check.errors), "")
    if trace:
        lines += ["", "The program's standard error:", trace]
    counts = not (grade.trouble or grade.withheld)
    return {
        "name": f"{found.case.title} ({points_text(found.case.points)} points)",
        "score": found.earned if counts else 0.0,
        "max_score": found.case.points,
        "output": "\n".join(lines),
        "visibility": "visible",
    }


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
