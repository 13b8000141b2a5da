"""A lesson as the page holds it: text, and every example's board drawn; ``learn.js`` lets them be played on."""

from html import escape
from itertools import count
from urllib.parse import quote

from plyground.core.registry import get_game
from plyground.web.board.picture import draw, symbols
from plyground.web.learn.lesson import Example
from plyground.web.learn.lessons import LessonView, lessons


def lesson_links(family: str) -> str:
    """Return links to all lessons; `family` is the one that is shown ("": the first)."""
    found = lessons()
    family = family if family in found else next(iter(found), "")
    return "\n".join(
        f'<a href="/learn/{escape(lesson["family"])}"'
        f"{_current(lesson['family'] == family)}>{escape(lesson['title'])}</a>"
        for lesson in found.values()
    )


def article(family: str) -> dict[str, str]:
    """Return the ``lesson`` on a family of games ("": the first lesson) as HTML, and the ``symbols`` of its boards."""
    found = lessons()
    if family not in found and family:
        return {
            "lesson": "<h1>There is no such lesson</h1><p>The lessons there are stand beside this.</p>",
            "family": "",
        }
    lesson = found.get(family) or next(iter(found.values()), None)
    return {"lesson": "", "family": ""} if lesson is None else _article(lesson)


def _article(lesson: LessonView) -> dict[str, str]:
    examples = [example for section in lesson["sections"] for example in section["examples"]]
    endgames = lesson.get("endgames", [])
    first = examples[0]["game"] if examples else lesson["family"]
    pieces = symbols((get_game(example["game"]), example["position"]) for example in [*examples, *endgames])
    parts = [
        f'<header><h1>{escape(lesson["title"])}</h1><p>{escape(lesson["summary"])}</p><div class="row">'
        f'<a class="button primary" href="/play/{escape(first)}">Play</a>'
        f'<a class="button" href="/analysis/{escape(first)}">Analyse</a>'
        '<span id="earned" aria-live="polite"></span></div></header>',
    ]
    numbers = count()
    for section in lesson["sections"]:
        text = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in section["paragraphs"])
        figures = "".join(_figure(example, number=next(numbers)) for example in section["examples"])
        shown = f'<div class="examples">{figures}</div>' if figures else ""
        parts.append(f"<section><h2>{escape(section['heading'])}</h2>{text}{shown}</section>")
    if endgames:
        parts.append(_endgames(lesson))
    return {"lesson": "\n".join(parts), "symbols": pieces, "family": escape(lesson["family"])}


def _endgames(lesson: LessonView) -> str:
    """Return positions to be won against perfect defence: that of the tables, or of the engine's best level."""
    endgames = lesson["endgames"]
    if "endgame_text" in lesson:
        opponent, text = "engine", escape(lesson["endgame_text"])
    else:
        opponent = "tables"
        text = (
            "With this few men every position is solved. You have the side to move and a won position; "
            "your opponent defends as long as anybody can. "
            f'<a href="/endgames/{escape(endgames[0]["game"])}">More endgames</a>.'
        )
    button = f'<button class="primary win" data-opponent="{opponent}">Win it</button>'
    figures = "".join(_figure(example, button) for example in endgames)
    return (
        f'<section id="endgames"><h2>Endgames to win</h2><p>{text}</p><div class="examples">{figures}</div></section>'
    )


def _figure(example: Example, action: str = "", number: int | None = None) -> str:
    """Return an example; `number` is its place in the lesson, where it may have a goal."""
    game, position, caption = example["game"], example["position"], escape(example["caption"])
    square = f' data-square="{escape(example["square"])}"' if "square" in example else ""
    goal = ""
    if number is not None and "goal" in example:
        goal = (
            f'<p class="goal" data-number="{number}"><span class="task">{escape(example["goal"]["task"])}</span> '
            '<span class="stars" role="img" aria-label="not done yet">☆☆☆</span></p>'
            '<p class="said" role="status"></p>'
        )
        action += '<button class="quiet show">Show me</button>'
    return (
        f'<figure data-game="{escape(game)}" data-position="{escape(position)}"{square}>'
        f'<div class="place board">{draw(get_game(game), position, name=example["caption"])}</div>'
        f'<div class="steps"></div><figcaption>{caption}</figcaption>{goal}'
        f'<div class="row">{action}<button class="quiet reset">Reset</button>'
        f'<a class="button quiet" href="/analysis/{escape(game)}?position={quote(position)}">Open on the board</a>'
        "</div></figure>"
    )


def _current(is_shown: bool) -> str:
    return ' aria-current="page"' if is_shown else ""
