"""A self-contained HTML page for each student, without any rules of a game in it.

It has the table of points, every remark with its line, and for each check what happened: the game to step through, the
position with the faulty move marked, the answers side by side, the seconds for each move, the end of standard error.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import escape
from importlib.resources import files
from itertools import zip_longest
from pathlib import Path

from plyground.core.errors import InvalidSetting
from plyground.core.files import write_private
from plyground.core.printable import printable
from plyground.grading.check import CaseGrade, Check, Grade
from plyground.grading.leaderboard import LeaderboardLine
from plyground.grading.marking import percent
from plyground.grading.reports.boards import game_script, symbols_svg
from plyground.grading.reports.names import file_names
from plyground.grading.reports.terminal import override_lines, points_text, protections_text

_MAX_ERRORS = 4000
_MIN_PLOTTED = 0.01
"""In seconds; CPU time has no finer resolution."""


def write_pages(folder: Path, grades: Sequence[Grade], leaderboard: Sequence[LeaderboardLine] = ()) -> None:
    """Write a page for each grade, and ``index.html`` for a class; raises `InvalidSetting`.

    A page that cannot be written keeps none of the others from being written.
    """
    pages = [(name, partial(page, grade)) for name, grade in zip(page_names(grades), grades, strict=True)]
    if len(grades) > 1:
        pages.append(("index.html", partial(class_page, grades, leaderboard)))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"The reports cannot be written to {folder}: {error.strerror}.") from None
    troubles = []
    for name, made in pages:
        try:
            write_private(folder / name, made())
        except OSError as error:
            troubles.append(f"{name}: {error.strerror}")
    if troubles:
        raise InvalidSetting(f"{len(troubles)} of the reports cannot be written to {folder}, {troubles[0]}.")


def page_names(grades: Sequence[Grade]) -> list[str]:
    """Return the file names of the pages of `grades`."""
    return file_names(grades, ".html")


def _asset(name: str) -> str:
    return files("plyground.grading.reports").joinpath(name).read_text(encoding="utf-8")


def document(title: str, body: str, script: str = "") -> str:
    """Return a whole page; a browser that knows of content security policies runs our script in it, and no other."""
    title, body = printable(title), printable(body, lines=True)
    style = f"\n{_asset('page.css')}"
    program = f"\n{_asset(script)}" if script else ""
    scripts = _digest(program) if program else "none"
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{scripts}'; base-uri 'none'; form-action 'none'"
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>{style}</style>\n</head>\n<body>\n{body}\n"
        f"{f'<script>{program}</script>' if program else ''}\n</body>\n</html>\n"
    )


def _digest(text: str) -> str:
    """Return the name that a content security policy knows an inline script or style by."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def page(grade: Grade) -> str:
    """Return the page of a grade."""
    return document(f"{grade.name}: {grade.assignment}", body_of(grade), "replay.js")


def body_of(grade: Grade) -> str:
    """Return what the page of a grade shows; ``replay.js`` draws its games."""
    checks = [check for found in grade.cases for check in found.checks]
    games = sorted({check.game for check in checks if check.game and _is_drawn(check)})
    parts = [
        *map(symbols_svg, games),
        f"<h1>{escape(grade.name)} <small>{escape(grade.assignment)}</small></h1>",
        f'<p class="total">{points_text(grade.points)} of {points_text(grade.out_of)} points</p>'
        if not grade.unfinished
        else f'<p class="notice">Not graded to the end. {escape(grade.unfinished)}</p>',
    ]
    if grade.trouble or grade.withheld:
        would = "" if grade.trouble else f" (It would have been {points_text(grade.earned)} points.)"
        parts.append(f'<p class="notice">{escape(grade.trouble or grade.withheld)}{would}</p>')
    parts += [_table(grade), _overrides(grade), _remarks(grade)]
    number = 0
    for found in grade.cases:
        if found.checks:
            parts.append(f"<h2>{escape(found.case.title)}</h2>\n<p>{escape(found.sentence)}</p>")
        for check in found.checks:
            number += 1
            parts.append("".join(_check(found, check, f"game-{number}")))
    facts = "".join(f"<br>{escape(name)}: {escape(text)}" for name, text in grade.facts.items())
    parts.append(f"<h2>How it was run</h2>\n<p>{escape(protections_text(grade))}{facts}</p>")
    return "\n".join(parts)


def _table(grade: Grade) -> str:
    rows = [
        '<table><thead><tr><th>Part</th><th class="number">Points</th><th>Result</th>'
        '<th class="number">95% interval</th></tr></thead><tbody>'
    ]
    for found in grade.cases:
        points = grade.case_marks[found.case.name]
        kind = "good" if points >= found.case.points else "bad" if points == 0 else "so"
        bounds = " to ".join(map(percent, found.interval)) if found.interval else ""
        done = f"{percent(found.achieved)} {escape(found.case.success)}, {percent(found.case.required)} wanted"
        rows.append(
            f'<tr><td>{escape(found.case.title)}</td><td class="number {kind}">{points_text(points)} / '
            f"{points_text(found.case.points)}</td><td>{done if found.checks else 'not run'}</td>"
            f'<td class="number">{bounds}</td></tr>'
        )
    return "\n".join([*rows, "</tbody></table>"])


def _overrides(grade: Grade) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in override_lines(grade))
    return f"<h2>Changed by hand</h2>\n<ul>{items}</ul>" if items else ""


def _remarks(grade: Grade) -> str:
    items = "".join(
        f"<li>{escape(f'Line {remark.line}: ' if remark.line else '')}{escape(remark.text)}</li>"
        for remark in grade.remarks
    )
    return f"<h2>Remarks</h2>\n<ul>{items}</ul>" if items else ""


def _is_drawn(check: Check) -> bool:
    """Tell whether a check is shown on a board: where something could have gone better."""
    return check.score < 1 or check.verdict == "drawn"


def _check(found: CaseGrade, check: Check, name: str) -> Iterator[str]:
    kind = "good" if check.score >= 1 else "bad" if check.score == 0 else "so"
    time = f" <small>({sum(check.seconds):.1f} s)</small>" if check.seconds else ""
    yield (
        f"<details{' open' if check.score < 1 and check.number == _first_bad(found) else ''}><summary>"
        f'{escape(found.case.what.capitalize())} {check.number}: <b class="{kind}">{escape(check.verdict)}</b>{time} '
        f"{escape(check.sentence)}</summary>\n"
    )
    yield game_script(check, name) if _is_drawn(check) else ""
    if check.question:
        yield f"<p>The program was given:</p>\n<pre>{escape(check.question)}</pre>\n"
    if check.expected:
        yield _beside(check)
    elif check.given:
        yield f"<p>The program answered <code>{escape(check.given)}</code>.</p>\n"
    if len(check.seconds) > 1 and max(check.seconds) >= _MIN_PLOTTED:
        yield _times(check.seconds)
    if check.errors:
        yield f"<p>The end of standard error:</p>\n<pre>{escape(check.errors[-_MAX_ERRORS:])}</pre>\n"
    yield "</details>"


def _first_bad(found: CaseGrade) -> int:
    return next((check.number for check in found.checks if check.score < 1), 0)


def _beside(check: Check) -> str:
    """Return two texts beside each other, the lines that differ marked."""
    columns: list[list[str]] = [[], []]
    for lines in zip_longest(check.expected.split("\n"), check.given.split("\n"), fillvalue=None):
        for column, line in zip(columns, lines, strict=True):
            text = escape(line) if line is not None else "(no line)"
            column.append(f'<span class="differs">{text} </span>' if lines[0] != lines[1] else text)
    expected, given = ("\n".join(column) for column in columns)
    return (
        f'<div class="beside"><div>Expected<pre>{expected}</pre></div><div>The program<pre>{given}</pre></div></div>\n'
    )


def _times(seconds: Sequence[float]) -> str:
    """Return a plot of the seconds that each move took."""
    most = max(seconds) or 1.0
    width = 1000 / len(seconds)
    bars = "".join(
        f'<rect x="{i * width + 1:.1f}" y="{100 - 96 * value / most:.1f}" width="{max(width - 2, 1):.1f}" '
        f'height="{96 * value / most:.1f}"><title>move {i + 1}: {value:.2f} s</title></rect>'
        for i, value in enumerate(seconds)
    )
    return (
        f'<p>Seconds a move, at most {max(seconds):.2f}:</p>\n<svg class="times" viewBox="0 0 1000 100" '
        f'preserveAspectRatio="none" fill="#2f6f8f" role="img" aria-label="seconds a move">{bars}</svg>\n'
    )


def class_page(grades: Sequence[Grade], leaderboard: Sequence[LeaderboardLine] = ()) -> str:
    """Return the page of a class: a table with links, and the leaderboard where there is one."""
    # of a folder with a single part only that part is marked, so not all grades have the same cases
    titles = {found.case.name: found.case.title for grade in grades for found in grade.cases}
    rows = "".join(
        f'<tr><td><a href="{escape(name)}">{escape(grade.name)}</a></td>'
        f'<td class="number">{"-" if grade.unfinished else points_text(grade.points)}</td>'
        + "".join(f'<td class="number">{text}</td>' for text in _points_by_case(grade, titles))
        + f'<td class="summary">{escape(grade.summary)}</td></tr>\n'
        for name, grade in sorted(
            zip(page_names(grades), grades, strict=True), key=lambda pair: (-pair[1].points, pair[1].name)
        )
    )
    head = "".join(f'<th class="number">{escape(title)}</th>' for title in titles.values())
    table = f'<table><thead><tr><th>Name</th><th class="number">Points</th>{head}<th>In short</th></tr></thead>'
    title = f"{len(grades)} submissions, {grades[0].assignment}"
    body = f'<h1>{escape(title)}</h1>\n<div class="wide">{table}<tbody>{rows}</tbody></table></div>'
    return document(title, body + _league(leaderboard))


def _points_by_case(grade: Grade, cases: Iterable[str]) -> list[str]:
    """Return the points for each of `cases`; nothing for one that is not part of the grade."""
    earned = {} if grade.unfinished else grade.case_marks
    return [points_text(earned[name]) if name in earned else "" for name in cases]


def _league(leaderboard: Sequence[LeaderboardLine]) -> str:
    if not leaderboard:
        return ""
    rows = "".join(
        f'<tr><td class="number">{place}</td><td>{escape(line.name)}</td><td class="number">{line.points:g}</td>'
        f'<td class="number">{line.wins} / {line.draws} / {line.losses}</td>'
        f'<td class="number">{line.elo:+.0f} &plusmn; {line.error:.0f}</td></tr>\n'
        for place, line in enumerate(leaderboard, 1)
    )
    head = '<th></th><th>Name</th><th class="number">Points</th><th class="number">Won / drawn / lost</th>'
    return (
        f'\n<h2>Leaderboard</h2>\n<table><thead><tr>{head}<th class="number">Elo</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
