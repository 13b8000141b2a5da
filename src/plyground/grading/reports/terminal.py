"""A grade, or a class of them, as lines of text."""

from collections.abc import Sequence

from plyground.core.printable import printable
from plyground.grading.check import Grade
from plyground.grading.marking import percent

_MAX_REMARKS = 12


def points_text(points: float) -> str:
    """Write points with no more digits than they need.

    >>> points_text(10.0), points_text(7.5), points_text(8.8889)
    ('10', '7.5', '8.89')
    """
    return f"{points:.2f}".rstrip("0").rstrip(".")


def grade_text(grade: Grade) -> str:
    """Return a grade as a few lines."""
    lines = [f"{grade.name}: {points_text(grade.points)} of {points_text(grade.out_of)} points"]
    if grade.unfinished:
        return printable(f"{grade.name}: not graded to the end\n  {grade.unfinished}", lines=True)
    if grade.trouble:
        changed = [f"  {line}" for line in override_lines(grade)]
        return printable("\n".join([*lines, f"  {grade.trouble}", *changed, *_remarks(grade)]), lines=True)
    if grade.withheld:
        lines.append(f"  {grade.withheld} (It would have been {points_text(grade.earned)}.)")
    wide = max(len(found.case.title) for found in grade.cases)
    for found in grade.cases:
        marks = f"{points_text(grade.case_marks[found.case.name])}/{points_text(found.case.points)}"
        sure = ""
        if found.interval is not None:
            low, high = map(percent, found.interval)
            sure = f"  [{low} to {high}]"
        lines.append(f"  {found.case.title:<{wide}}  {marks:>9}  {found.sentence}{sure}")
    lines += [f"  {line}" for line in override_lines(grade)]
    lines += _remarks(grade)
    repeated = sum(check.repeated for found in grade.cases for check in found.checks)
    if repeated:
        lines.append(f"  {repeated} check(s) ran out of time and were repeated once.")
    lines += [f"  {name}: {text}" for name, text in grade.facts.items()]
    return printable("\n".join(lines), lines=True)


def override_lines(grade: Grade) -> list[str]:
    """Return a sentence for each thing that a person has decided."""
    titles = {found.case.name: found.case.title for found in grade.cases}
    return [
        f"{titles.get(override.case, 'The total')} was set to {points_text(override.points)} by {override.who}: "
        f"{override.reason}"
        for override in grade.overrides
    ]


def _remarks(grade: Grade) -> list[str]:
    shown = [
        f"  line {remark.line}: {remark.text}" if remark.line else f"  {remark.text}"
        for remark in grade.remarks[:_MAX_REMARKS]
        if remark.text.removesuffix(".") not in grade.trouble.replace(f", line {remark.line}:", ":", 1)
    ]
    more = len(grade.remarks) - _MAX_REMARKS
    return shown + ([f"  ... and {more} more remarks."] if more > 0 else [])


def class_text(grades: Sequence[Grade]) -> str:
    """Return a class as a table, best first."""
    wide = max(len(grade.name) for grade in grades)
    ordered = sorted(grades, key=lambda grade: (-grade.points, grade.name))
    lines = (
        f"{grade.name:<{wide}}  {'-' if grade.unfinished else points_text(grade.points):>6}  {grade.summary}"
        for grade in ordered
    )
    return "\n".join(map(printable, lines))


def protections_text(grade: Grade) -> str:
    """Say which protections were active."""
    return "Protections: " + ("; ".join(grade.protections) if grade.protections else "nothing was run") + "."
