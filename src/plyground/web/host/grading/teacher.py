"""The teacher's page of a grading: who is not graded yet, the points, each case's failures, the commonest mistakes.

A student's page is the report, with forms to change a grade (with a reason) and to have it graded again. It is for who
started the server, and names everybody: `plyground.web.host.keys` turns all others away.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.grading.check import Grade
from plyground.grading.marking import percent
from plyground.grading.reports import data
from plyground.grading.reports.html import body_of
from plyground.grading.reports.terminal import points_text
from plyground.grading.statistics import BINS, case_failures, mistakes, spread
from plyground.grading.store import AGAIN, AuditEntry, CheckStore
from plyground.web.host.grading.serving import app_of, page
from plyground.web.host.routes import JSONAnswer

REFRESH = 10
"""Seconds after which the overview asks again while somebody is being graded."""


def create_app(
    db: Path, who: str, hosts: tuple[str, ...], *, key: str | None = None, is_grading: bool = False
) -> Starlette:
    """Return the app over the file `db`, in which `who`, who holds the `key`, makes the changes.

    With `is_grading` somebody else grades what is to be graded again while the page is open.
    """

    def with_store(answer: Callable[[CheckStore, Request], Response]) -> Callable[[Request], Response]:
        def open_store(request: Request) -> Response:
            store = CheckStore.existing(db)
            try:
                return answer(store, request)
            finally:
                store.close()

        return open_store

    def changing(change: Callable[[CheckStore, dict[str, Any]], None]) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            try:
                fields = json.loads(await request.body())
                if not isinstance(fields, dict):
                    raise InvalidSetting("The body of the request should be a JSON object.")
                await run_in_threadpool(change_grade, fields)
            except PlygroundError as error:
                return JSONAnswer({"error": str(error)}, 400)
            except (ValueError, RecursionError):
                return JSONAnswer({"error": "The body of the request should be JSON."}, 400)
            return JSONAnswer({})

        def change_grade(fields: dict[str, Any]) -> None:
            store = CheckStore.existing(db)
            try:
                change(store, fields)
            finally:
                store.close()

        return answer

    def override(store: CheckStore, fields: dict[str, Any]) -> None:
        store.override(_text(fields, "name"), _text(fields, "case", ""), _points(fields), _reason(fields), who)

    def restore(store: CheckStore, fields: dict[str, Any]) -> None:
        store.remove_override(_text(fields, "name"), _text(fields, "case", ""), _reason(fields), who)

    def regrade(store: CheckStore, fields: dict[str, Any]) -> None:
        name, reason = _text(fields, "name", ""), _reason(fields)
        for each in [name] if name else [grade.name for grade in store.grades()]:
            store.ask_again(each, reason, who)

    return app_of(
        [
            Route("/", with_store(partial(_overview, is_grading))),
            Route("/student/{name:path}", with_store(_student)),
            Route("/grades.csv", with_store(_csv)),
            Route("/grades.json", with_store(_json)),
            Route("/api/override", changing(override), methods=["POST"]),
            Route("/api/restore", changing(restore), methods=["POST"]),
            Route("/api/regrade", changing(regrade), methods=["POST"]),
        ],
        hosts,
        key,
    )


def _text(fields: dict[str, Any], name: str, usual: str | None = None) -> str:
    value = fields.get(name, usual)
    if not isinstance(value, str) or len(value) > 1000:
        raise InvalidSetting(f"The field {name} should be a text.")
    return value


def _reason(fields: dict[str, Any]) -> str:
    reason = _text(fields, "reason", "").strip()
    if not reason:
        raise InvalidSetting("The reason is empty; say why.")
    return reason


def _points(fields: dict[str, Any]) -> float:
    try:
        points = float(fields.get("points", ""))
    except (TypeError, ValueError):
        points = -1.0
    if not 0 <= points < 1e6:
        raise InvalidSetting("The points should be a number from 0 up.")
    return points


def _overview(is_grading: bool, store: CheckStore, request: Request) -> Response:
    grades, queue = store.grades(), store.queue()
    parts = [
        f"<h1>Grades <small>{escape(str(store.settings.get('assignment', '')))}</small></h1>",
        f'<p>{len(grades)} graded. <a href="/grades.csv">CSV</a> <a href="/grades.json">JSON</a></p>',
    ]
    if queue:
        items = "".join(f"<li>{escape(name)}: {escape(why)}</li>" for name, why in queue)
        parts.append(f"<h2>Queue</h2>\n<ul>{items}</ul>")
        if not is_grading:
            parts.append(
                "<p>What is to be graded again is, by <code>plyground grade</code> with this file and "
                "<code>--resume</code>, or at once by <code>plyground grades serve</code> with the programs.</p>"
            )
    if grades:
        parts += [
            _spread(grades),
            _failures(grades),
            _mistakes(grades),
            _students(grades),
            _regrade_form("", "everybody"),
        ]
    is_busy = any(is_grading or why != AGAIN for _, why in queue)
    return page("Grades", "\n".join(parts), refresh=REFRESH if is_busy else 0, scripts=["teacher.js"])


def _spread(grades: Sequence[Grade]) -> str:
    bins = spread(grades)
    most = max(bins)
    mean = sum(grade.points for grade in grades) / len(grades)
    bars = "".join(
        f'<rect x="{i * 100 + 5}" y="{150 - 130 * count / most:.1f}" width="90" height="{130 * count / most:.1f}" '
        f'fill="#2f6f8f"></rect><text x="{i * 100 + 50}" y="{142 - 130 * count / most:.1f}" text-anchor="middle" '
        f'font-size="22" fill="currentColor">{count or ""}</text><text x="{i * 100 + 50}" y="176" text-anchor="middle" '
        f'font-size="20" fill="currentColor">{i * 100 // BINS}%</text>'
        for i, count in enumerate(bins)
    )
    return (
        f"<h2>Points</h2>\n<p>{points_text(mean)} of {points_text(grades[0].out_of)} on average.</p>\n"
        f'<svg viewBox="0 -20 {BINS * 100} 205" role="img" aria-label="how many have which share of the points">'
        f"{bars}</svg>"
    )


def _failures(grades: Sequence[Grade]) -> str:
    rows = "".join(
        f'<tr><td>{escape(line.case.title)}</td><td class="number">{line.incomplete} of {line.graded}</td>'
        f'<td class="number">{line.failed_checks} of {line.checks}</td>'
        f'<td class="number">{percent(line.rate)}</td></tr>\n'
        for line in case_failures(grades)
    )
    return (
        '<h2>Cases</h2>\n<table><thead><tr><th>Case</th><th class="number">Without all its points</th>'
        '<th class="number">Failed checks</th><th class="number">Rate</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _mistakes(grades: Sequence[Grade]) -> str:
    items = "".join(
        f'<tr><td class="number">{len(each.names)}</td><td>{escape(each.text)}</td>'
        f"<td>{', '.join(map(_link, each.names[:10]))}{', ...' if len(each.names) > 10 else ''}</td></tr>\n"
        for each in mistakes(grades)
    )
    if not items:
        return ""
    head = '<th class="number">Programs</th><th>Mistake</th><th>Whose</th>'
    return f"<h2>Commonest mistakes</h2>\n<table><thead><tr>{head}</tr></thead><tbody>{items}</tbody></table>"


def _link(name: str) -> str:
    return f'<a href="/student/{quote(name)}">{escape(name)}</a>'


def _students(grades: Sequence[Grade]) -> str:
    rows = "".join(
        f'<tr><td>{_link(grade.name)}</td><td class="number">{points_text(grade.points)}</td>'
        f"<td>{'changed by hand' if grade.overrides else ''}</td>"
        f'<td class="summary">{escape(grade.summary)}</td></tr>\n'
        for grade in sorted(grades, key=lambda grade: (-grade.points, grade.name))
    )
    head = '<th>Name</th><th class="number">Points</th><th></th><th>In short</th>'
    return f"<h2>Submissions</h2>\n<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _student(store: CheckStore, request: Request) -> Response:
    name = request.path_params["name"]
    grade = next((grade for grade in store.grades() if grade.name == name), None)
    if grade is None:
        return HTMLResponse(page("No such grade", "<h1>There is no such grade</h1>").body, 404)
    options = "".join(
        f'<option value="{escape(found.case.name)}">{escape(found.case.title)}</option>' for found in grade.cases
    )
    choice = f'<select name="case"><option value="">The total</option>{options}</select>'
    own = f'<input type="hidden" name="name" value="{escape(name)}">'
    why = '<label>Reason <input name="reason" required maxlength="500"></label>'
    forms = (
        f'<form data-action="/api/override">{own}<label>Set {choice}</label> '
        f'<label>to <input name="points" type="number" min="0" step="any" required></label> {why} '
        "<button>Change</button> <output></output></form>\n"
    )
    if grade.overrides:
        forms += (
            f'<form data-action="/api/restore">{own}<label>Take back {choice}</label> {why} '
            "<button>Take back</button> <output></output></form>\n"
        )
    forms += _regrade_form(name, name)
    trail = "".join(f"<li>{escape(_describe(entry))}</li>" for entry in store.audit(name))
    back, after = '<p><a href="/">All grades</a></p>', f"<h2>Change</h2>\n{forms}\n<h2>History</h2>\n<ol>{trail}</ol>"
    return page(name, f"{back}\n{body_of(grade)}\n{after}", scripts=["replay.js", "teacher.js"])


def _regrade_form(name: str, who: str) -> str:
    return (
        f'<form data-action="/api/regrade"><input type="hidden" name="name" value="{escape(name)}">'
        f"<label>Grade {escape(who)} again, because "
        '<input name="reason" required maxlength="500"></label> <button>Grade again</button> <output></output></form>'
    )


def _describe(entry: AuditEntry) -> str:
    points = [points_text(value) for value in (entry.before, entry.after) if value is not None]
    what = f"{entry.action} {entry.case}".strip()
    return f"{entry.at}, {entry.who}: {what} {' to '.join(points)}{f' ({entry.reason})' if entry.reason else ''}"


def _csv(store: CheckStore, request: Request) -> Response:
    return Response(data.csv_text(store.grades()), media_type="text/csv")


def _json(store: CheckStore, request: Request) -> Response:
    return Response(data.json_text(store.grades()), media_type="application/json")
