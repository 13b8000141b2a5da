"""A lecture from the chapters: slides, a plan for 90 minutes, exercise sheets with answers, a marks scheme.

All of it is made from ``curriculum.toml`` and from questions on fresh trees (`plyground.search.question_bank`). A slide
is a page of HTML of 1280 by 720 pixels, so that a browser shows it, prints it and makes a PDF of it.
"""

from collections.abc import Iterator, Sequence
from html import escape

from plyground.search.curriculum import Chapter, Question
from plyground.search.exercises import exercises
from plyground.search.question_bank import BankQuestion, bank
from plyground.search.question_formats import moodle_xml
from plyground.search.tree_drawing import svg_text
from plyground.search.walk import Walk

MINUTES, OPENING, PRACTICE, END = 90, 5, 15, 5
"""How long the lesson is, and what is not for the chapters: to arrive, to work alone, to look back."""
MARKS = {"return": 1, "negamax": 1, "move": 1, "next": 2, "count": 2, "bound": 2, "select": 2}
"""Marks by the kind of question."""
_GIVEN = {
    1: "1 for the right answer",
    2: "1 for the right answer, 1 for a reason that names the numbers that decide",
}
_MOST_STEPS = 6
"""How many slides show a figure while it is searched."""

_STYLE = """
@page { size: 1280px 720px; margin: 0; }
* { box-sizing: border-box; }
body { margin: 0; font: 32px/1.4 system-ui, sans-serif; color: #000; background: #ddd; }
section { width: 1280px; height: 720px; padding: 48px 64px; background: #fff; overflow: hidden; break-after: page;
  display: flex; flex-direction: column; gap: 20px; margin: 0 auto 24px; }
h1 { font-size: 60px; margin: auto 0 0; } h2 { font-size: 40px; margin: 0; } p, ol { margin: 0; }
section > svg { flex: 1; min-height: 0; width: 100%; }
.small { font-size: 28px; color: #333; } .cover p { margin-bottom: auto; }
.right { font-weight: 700; color: #00543f; }
@media print { body { background: #fff; } section { margin: 0; } }
"""
_SHEET = """
@page { size: A4; margin: 18mm; }
body { font: 12pt/1.45 system-ui, sans-serif; color: #000; max-width: 180mm; margin: 1em auto; }
li { break-inside: avoid; margin-bottom: 1.2em; }
svg { max-width: 100%; height: auto; max-height: 70mm; display: block; }
.line { border-bottom: 1px solid #000; height: 2.2em; } table { border-collapse: collapse; width: 100%; }
td, th { border: 1px solid #999; padding: .25em .5em; text-align: left; vertical-align: top; }
.number { text-align: right; }
"""
_KEYS = """
addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const slides = [...document.querySelectorAll("section")], middle = innerHeight / 2;
  const now = slides.findIndex((slide) => slide.getBoundingClientRect().bottom > middle);
  slides[Math.max(0, Math.min(slides.length - 1, now + by))].scrollIntoView();
});
"""


def _page(title: str, style: str, body: str, script: str = "") -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{style}</style></head>\n<body>\n{body}\n"
        + (f"<script>{script}</script>\n" if script else "")
        + "</body></html>\n"
    )


def lecture(chapters: Sequence[Chapter], seed: int = 1, each: int = 2) -> dict[str, str]:
    """Return the files of a lecture by their names.

    Parameters
    ----------
    chapters
        What it is about.
    seed, each
        What the exercises are drawn by, and how many there are of a chapter.
    """
    questions = bank(chapters, each, seed)
    files = {
        "slides.html": _page("Game search", _STYLE, "\n".join(_slides(chapters)), _KEYS),
        "lesson-plan.html": _page("Lesson plan", _SHEET, _plan(chapters)),
        "exercises.html": _page("Exercises", _SHEET, _sheet(questions, has_answers=False)),
        "answers.html": _page("Answers", _SHEET, _sheet(questions, has_answers=True)),
        "marks.html": _page("Marks scheme", _SHEET, _marks(questions)),
        "questions.xml": moodle_xml(questions),
    }
    return files | {f"figures/{found.number:02d}-{found.name}.svg": found.svg() for found in chapters}


def _slides(chapters: Sequence[Chapter]) -> Iterator[str]:
    titles = "".join(f"<li>{escape(found.title)}</li>" for found in chapters)
    yield '<section class="cover"><h1>Game search</h1><p class="small">The arrow keys turn the pages.</p></section>'
    yield f'<section><h2>Today</h2><ol style="columns: 2">{titles}</ol></section>'
    for found in chapters:
        yield f'<section class="cover"><h1>{found.number}. {escape(found.title)}</h1><p></p></section>'
        for text in found.text:
            yield f"<section><h2>{escape(found.title)}</h2><p>{escape(text)}</p></section>"
        yield from _figure(found)
        for question in found.questions:
            yield _slide(found, question, is_answered=False)
            yield _slide(found, question, is_answered=True)


def _figure(found: Chapter) -> Iterator[str]:
    """Show the figure of a chapter while it is searched: after each of the root's moves, and at the end."""
    tree = found.figure.search()
    walk = Walk(tree)
    steps = [] if found.figure.algorithm == "mcts" else [walk.left[child] + 1 for child in tree.children[0]]
    pictures = [svg_text(tree, "", walk.number_text(step)) for step in [1, *steps][:_MOST_STEPS] if step < walk.steps]
    for picture in [*pictures, svg_text(tree, "")]:
        yield f'<section>{picture}<p class="small">{escape(found.figure.caption)}</p></section>'


def _slide(found: Chapter, question: Question, *, is_answered: bool) -> str:
    choices = "".join(
        f'<li class="{"right" if is_answered and choice == question.answer else ""}">{escape(choice)}</li>'
        for choice in question.choices
    )
    why = f"<p>{escape(question.why)}</p>" if is_answered else ""
    return (
        f"<section><h2>{escape(found.title)}</h2><p>{escape(question.text)}</p>"
        f'<ol type="a">{choices}</ol>{why}</section>'
    )


def minutes(chapters: Sequence[Chapter]) -> list[int]:
    """Share the lesson among the chapters by the length of their texts; whole minutes that add up."""
    words = [sum(len(text.split()) for text in found.text) for found in chapters]
    left = MINUTES - OPENING - PRACTICE - END
    ends = [round(left * sum(words[: i + 1]) / sum(words)) for i in range(len(words))]
    return [end - begin for begin, end in zip([0, *ends], ends, strict=False)]


def _plan(chapters: Sequence[Chapter]) -> str:
    code = [found.title for found in chapters if found.name in exercises()]
    work = f"Complete the code ({', '.join(code)}), or the exercise sheet." if code else "The exercise sheet."
    rows = [(OPENING, "Arrive", "All join by the QR code. <i>Guess the cut</i> on the front page, together.")]
    for found, share in zip(chapters, minutes(chapters), strict=True):
        does = (
            f"Text and figure on the projector (P presents); its {len(found.questions)} questions by show of hands or "
            f"to the class; then: {escape(found.next)}"
        )
        rows.append((share, f"{found.number}. {escape(found.title)}", does))
    rows += [
        (PRACTICE, "Alone or in pairs", escape(work)),
        (END, "Look back", "Each says in own words why a branch was cut; what is left is homework."),
    ]
    lines, begun = [], 0
    for length, title, does in rows:
        lines.append(
            f'<tr><td class="number">{begun}</td><td class="number">{length}</td><td>{title}</td><td>{does}</td></tr>'
        )
        begun += length
    return (
        f"<h1>Game search: {begun} minutes</h1><table><tr><th>From</th><th>Minutes</th><th>What</th><th>How</th></tr>"
        f"{''.join(lines)}</table>"
    )


def _sheet(questions: Sequence[BankQuestion], *, has_answers: bool) -> str:
    items = []
    for each in questions:
        asked, picture = each.question, each.svg()
        choices = "" if asked.choices is None else f"<p>{' &nbsp; '.join('☐ ' + escape(c) for c in asked.choices)}</p>"
        answer = (
            f"<p><b>{escape(asked.answer)}.</b> {escape(asked.why)}</p>" if has_answers else '<div class="line"></div>'
        )
        items.append(f"<li><p>{escape(each.text)}</p>{picture or ''}{choices}{answer}</li>")
    title = "Answers" if has_answers else "Exercises"
    return f"<h1>{title}</h1>{'' if has_answers else '<p>Name:</p>'}<ol>{''.join(items)}</ol>"


def _marks(questions: Sequence[BankQuestion]) -> str:
    lines = [
        f'<tr><td class="number">{number}</td><td>{escape(each.chapter.title)}</td>'
        f'<td>{escape(each.question.answer)}</td><td class="number">{MARKS[each.question.kind]}</td>'
        f"<td>{_GIVEN[MARKS[each.question.kind]]}</td></tr>"
        for number, each in enumerate(questions, 1)
    ]
    total = sum(MARKS[each.question.kind] for each in questions)
    heads = "".join(f"<th>{name}</th>" for name in ("Exercise", "Chapter", "Answer", "Marks", "For"))
    return (
        f"<h1>Marks scheme</h1><table><tr>{heads}</tr>"
        f'{"".join(lines)}<tr><th colspan="3">All</th><th class="number">{total}</th><th></th></tr></table>'
    )
