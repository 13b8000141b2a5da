"""The pages: a layout, and for each kind of page a body and a script.

A page is the same file for every game; its script reads the address and calls the API. So pages are filled in once,
when the server starts.
"""

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from plyground import __version__
from plyground.core.errors import listed
from plyground.core.registry import all_games
from plyground.web import documentation
from plyground.web.home.cards import cards

_LINKS = {
    ".css": '<link rel="stylesheet" href="/static/{0}/{1}.css">',
    ".js": '<script type="module" src="/static/{0}/{1}.js"></script>',
}
_PRELOAD = '<link rel="modulepreload" href="/static/{0}">'
_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)";', re.MULTILINE)


def _imported(script: str) -> list[str]:
    """Return the scripts that a script imports, and those that they do: browsers fetch them all at once."""
    root, found, waiting = files("plyground.web"), list[str](), [script]
    while waiting:
        path = waiting.pop(0)
        if not (root / path).is_file():
            continue
        for name in _IMPORT.findall((root / path).read_text(encoding="utf-8")):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
            if other not in found:
                found.append(other)
                waiting.append(other)
    return found


@dataclass(frozen=True)
class Page:
    """A kind of page.

    Attributes
    ----------
    folder, name
        Its body is ``FOLDER/NAME.html``; its style and script are beside it, if it has any.
    title
        Shown by the browser.
    paths
        Its addresses.
    parts
        What replaces ``{{name}}``, by name.
    styles
        Names of further styles, in ``shared``.
    entry
        Its entry in the menu; by default the folder's.
    """

    folder: str
    name: str
    title: str
    paths: tuple[str, ...]
    parts: Callable[[], dict[str, str]] = dict
    styles: tuple[str, ...] = ()
    entry: str = ""

    def html(self) -> str:
        """Return the whole page."""
        root = files("plyground.web")
        html = (root / "layout.html").read_text(encoding="utf-8")
        parts = {
            "main": (root / self.folder / f"{self.name}.html").read_text(encoding="utf-8"),
            "own files": "\n".join(
                [_LINKS[".css"].format("shared", name) for name in self.styles]
                + [
                    link.format(self.folder, self.name)
                    for ending, link in _LINKS.items()
                    if (root / self.folder / f"{self.name}{ending}").is_file()
                ]
                + [_PRELOAD.format(path) for path in _imported(f"{self.folder}/{self.name}.js")]
            ),
            "name": self.name,
            "title": escape(self.title),
            "version": __version__,
            "documentation": escape(documentation.address()),
            "games": escape(listed(dict.fromkeys(game.title for game in all_games().values()))),
        }
        for name, part in (parts | self.parts()).items():
            html = html.replace("{{" + name + "}}", part)
        return html.replace(f'data-page="{self.entry or self.folder}"', 'aria-current="page"')

    def routes(self) -> list[Route]:
        """Return the routes that serve it."""
        html = self.html()

        async def answer(request: Request) -> Response:
            return HTMLResponse(html, headers={"Cache-Control": "no-cache"})

        return [Route(path, answer, methods=["GET"], name=f"page {self.name}") for path in self.paths]


MISSING = Page("missing", "missing", "Not found · Plyground", ("/missing",))
PAGES = (
    Page("home", "home", "Plyground", ("/",), lambda: {"cards": cards()}),
    Page("play", "play", "Play · Plyground", ("/play", "/play/{game}")),
    Page("play", "game", "Game · Plyground", ("/game/{id}",), styles=("moves", "tables")),
    Page(
        "analysis", "analysis", "Analysis · Plyground", ("/analysis", "/analysis/{game}", "/s/{id}"), styles=("tables",)
    ),
    Page("play", "games", "Your games · Plyground", ("/games",)),
    Page("learn", "learn", "Learn · Plyground", ("/learn", "/learn/{family}")),
    Page("endgames", "endgames", "Endgames · Plyground", ("/endgames", "/endgames/{game}"), styles=("tables",)),
    Page("explorer", "explorer", "How search works · Plyground", ("/explorer", "/explorer/{game}"), styles=("trees",)),
    Page(
        "chapters",
        "chapters",
        "Twelve chapters · Plyground",
        ("/chapters", "/chapters/{name}"),
        styles=("trees",),
        entry="explorer",
    ),
    Page("explorer", "algorithms", "Algorithms side by side · Plyground", ("/algorithms",), styles=("trees",)),
    Page(
        "laboratory", "laboratory", "Laboratory · Plyground", ("/laboratory", "/laboratory/{game}"), styles=("plots",)
    ),
    Page("arena", "arena", "Arena · Plyground", ("/arena",)),
    Page("arena", "tournament", "Tournament · Plyground", ("/arena/{number:int}",), styles=("plots",)),
    MISSING,
)


def missing(request: Request, error: Exception) -> Response:
    """Answer a request for a page that does not exist."""
    return HTMLResponse(MISSING.html(), 404)
