"""The pages: a layout, a body for each kind of page, and the module that brings it to life.

A page is the same file for every game; its script reads the address and asks the API. So pages are filled in once, when
the server starts.
"""

from dataclasses import dataclass
from html import escape
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route


@dataclass(frozen=True)
class Page:
    """A kind of page.

    Attributes
    ----------
    name
        Of its body (``pages/NAME.html``) and of its module (``static/js/pages/NAME.js``).
    title
        Shown by the browser.
    paths
        The addresses it stands at.
    section
        The entry of the menu it belongs to, where that is not its name.
    """

    name: str
    title: str
    paths: tuple[str, ...]
    section: str = ""

    def html(self) -> str:
        """Return the whole page."""
        folder = files("plyground.web") / "pages"
        layout = (folder / "layout.html").read_text(encoding="utf-8")
        body = (folder / f"{self.name}.html").read_text(encoding="utf-8")
        parts = {"title": escape(self.title), "name": self.name, "main": body}
        for name, part in parts.items():
            layout = layout.replace("{{" + name + "}}", part)
        return layout.replace(f'data-page="{self.section or self.name}"', 'aria-current="page"')

    def routes(self) -> list[Route]:
        """Return the routes at which it is served."""
        html = self.html()

        async def answer(request: Request) -> Response:
            return HTMLResponse(html, headers={"Cache-Control": "no-cache"})

        return [Route(path, answer, methods=["GET"], name=f"page {self.name}") for path in self.paths]


PAGES = (
    Page("home", "Plyground", ("/",)),
    Page("play", "Play · Plyground", ("/play", "/play/{game}")),
    Page("analysis", "Analysis · Plyground", ("/analysis", "/analysis/{game}")),
    Page("learn", "Learn · Plyground", ("/learn", "/learn/{family}")),
    Page("explorer", "Search explorer · Plyground", ("/explorer", "/explorer/{game}")),
    Page("laboratory", "Laboratory · Plyground", ("/laboratory", "/laboratory/{game}")),
    Page("arena", "Arena · Plyground", ("/arena",)),
    Page("tournament", "Tournament · Plyground", ("/arena/{number:int}",), "arena"),
    Page("game", "Game · Plyground", ("/game/{id}",), "play"),
    Page("missing", "Not found · Plyground", ("/missing",)),
)


def missing(request: Request, error: Exception) -> Response:
    """Answer a request for a page that does not exist."""
    return HTMLResponse(PAGES[-1].html(), 404)
