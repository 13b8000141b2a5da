"""The pages: a layout, and for each kind of page a body and a script.

A page comes with its boards drawn and with what its script would ask for first, so it needs two waves of requests:
itself, then its files at once, of which there is one script and one style sheet (`plyground.web.host.bundles`). None of
that needs kernels. Answers that need kernels, or depend on who asks, are named in the page's head, so that browsers ask
for them together with the files.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from plyground import __version__
from plyground.core.errors import PlygroundError, alternatives
from plyground.core.game import Game
from plyground.core.registry import all_games, get_game
from plyground.web.board.picture import draw, symbols
from plyground.web.home.cards import cards
from plyground.web.home.guess import guess
from plyground.web.host import bundles, documentation, link_pictures
from plyground.web.host.assets import accepts_gzip, address, cache_control, compress
from plyground.web.host.security import FRAMED_POLICY
from plyground.web.learn.article import article, lesson_links
from plyground.web.puzzles.api import first_requests as asked_for_puzzles
from plyground.web.service.endpoints import json_text
from plyground.web.service.views import game_view, is_first_choice, is_for_courses, look

_ASKED = "<{}>; rel=preload; as=fetch; crossorigin"
_MAX_KEPT = 256
"""How many filled in pages are kept."""
_USUAL_PICTURE = re.compile(r'og:image" content="/[^"]*"')
_EVERYWHERE = "shared/everywhere.js"
"""The script of every page."""


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
        What replaces ``{{name}}``, by name, for the game or the family that the address names ("" if it names none)
        and the position text in it.
    styles
        Names of further styles, in ``shared``.
    entry
        Its entry in the menu; by default the folder's.
    is_drawn
        Whether it comes with its contents; if not, they are hidden until its script has filled it, so that nothing
        moves.
    is_framed
        Whether other sites may show it in a frame.
    asked_first
        The addresses of the API that its script will ask for at once, for a request. They are sent as `Link` headers,
        since a page is the same for everybody and they may not be.
    pictured
        The address of the picture that comes with a link to it; "" is that of its family of games.
    """

    folder: str
    name: str
    title: str
    paths: tuple[str, ...]
    parts: Callable[[str, str], dict[str, str]] = lambda name, position: {}
    styles: tuple[str, ...] = ()
    entry: str = ""
    is_drawn: bool = False
    is_framed: bool = False
    asked_first: Callable[[Request], Iterable[str]] = lambda request: ()
    pictured: Callable[[Request], str] = lambda request: ""

    def html(self, named: str = "", position: str = "") -> str:
        """Return the whole page, for the game or the family `named`."""
        return _fill(self, named, position)

    def routes(self) -> list[Route]:
        """Return the routes that serve it."""

        def answer(request: Request) -> Response:
            named = request.path_params.get("game") or request.path_params.get("family") or ""
            html = self.html(named[:60], request.query_params.get("position", "")[: link_pictures.MAX_TEXT])
            # who shows a link to others asks for the picture from elsewhere
            start = 'og:image" content="/'
            if pictured := self.pictured(request):
                html = _USUAL_PICTURE.sub(lambda _: f'{start}{escape(pictured.lstrip("/"))}"', html, count=1)
            html = html.replace(start, f"{start[:-1]}{escape(str(request.base_url))}", 1)
            tag = f'W/"{hashlib.sha256(html.encode()).hexdigest()[:16]}"'
            headers = {"Cache-Control": "no-cache", "ETag": tag}
            if self.is_framed:
                headers["Content-Security-Policy"] = FRAMED_POLICY
            if links := ", ".join(_ASKED.format(path) for path in self.asked_first(request)):
                headers["Link"] = links
            if tag in request.headers.get("if-none-match", ""):
                return Response(status_code=304, headers=headers)
            return HTMLResponse(html, headers=headers)

        return [Route(path, answer, methods=["GET"], name=f"page {self.name}") for path in self.paths]

    def files(self) -> list[Route]:
        """Return the routes that serve its scripts and its style sheet."""
        later = cache(self.later_scripts)

        def route(ending: str, media_type: str, joined: Callable[[str], str]) -> Route:
            joined = cache(joined)

            def answer(request: Request) -> Response:
                try:
                    text = joined(request.path_params.get("module", ""))
                except KeyError:
                    return missing(request)
                headers = {"Cache-Control": cache_control(request.url.path), "Vary": "Accept-Encoding"}
                content = text.encode()
                if accepts_gzip(request):
                    content, headers["Content-Encoding"] = compress(content), "gzip"
                return Response(content, media_type=media_type, headers=headers)

            path = f"/static/{{digest}}/{self.bundle}{ending}"
            return Route(path, answer, methods=["GET"], name=f"{self.name}{ending}")

        return [
            route(".js", "text/javascript", lambda module: self.script()),
            route(".css", "text/css", lambda module: self.style()),
            route("/{module:path}", "text/javascript", lambda module: later()[module]),
        ]

    def scripts(self) -> list[str]:
        """Return its scripts: its own, if it has one, and that of every page."""
        return [*_existing(f"{self.folder}/{self.name}.js"), _EVERYWHERE]

    @property
    def bundle(self) -> str:
        """Where its joined files are, but for their endings, and the folder of what it loads later."""
        return f"bundle/{self.folder}/{self.name}"

    def script(self, instead: Mapping[str, str] | None = None) -> str:
        """Return its scripts, joined; `instead` is as in `plyground.web.host.bundles.script`."""
        return bundles.minify_script(bundles.script(*self.scripts(), instead=instead, folder=self.bundle))

    def later_scripts(self, instead: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return what its scripts load only once it is used, by the paths of the modules."""
        later = bundles.later_scripts(*self.scripts(), instead=instead, folder=self.bundle)
        return {path: bundles.minify_script(text) for path, text in later.items()}

    def style(self) -> str:
        """Return its styles, joined."""
        own = [*(f"shared/{name}.css" for name in self.styles), f"{self.folder}/{self.name}.css"]
        joined = bundles.style(["shared/base.css", "board/board.css", *_existing(*own)], printed=["shared/print.css"])
        return bundles.minify_style(joined)


def _existing(*paths: str) -> list[str]:
    return [path for path in paths if (files("plyground.web") / path).is_file()]


@lru_cache(_MAX_KEPT)
def _fill(page: Page, named: str, position: str) -> str:
    html = _frame(page)
    usual = {"known": "{}", "symbols": "", "preview": _preview(named)}
    for name, part in (usual | page.parts(named, position)).items():
        html = html.replace("{{" + name + "}}", part)
    return html


def _preview(named: str) -> str:
    """Return whose picture comes with a link to a page: of the family that its address names, else of the usual one."""
    games = all_games()
    wanted = [games[named].family if named in games else named]
    wanted += [game.family for game in sorted(games.values(), key=is_first_choice, reverse=True)]
    return next((family for family in wanted if _existing(f"home/previews/{family}.png")), "")


@cache
def _frame(page: Page) -> str:
    """Return what is the same for every game."""
    root = files("plyground.web")
    html = (root / "layout.html").read_text(encoding="utf-8")
    parts = {
        "main": (root / page.folder / f"{page.name}.html").read_text(encoding="utf-8"),
        "bundle": f"{page.folder}/{page.name}",
        "name": page.name,
        "opening": "" if page.is_drawn else "data-opening",
        "title": escape(page.title),
        "version": __version__,
        "documentation": escape(documentation.address()),
        "elsewhere": "" if documentation.is_built() else ' target="_blank" rel="noopener"',
        "games": escape(alternatives(dict.fromkeys(game.title for game in all_games().values()))),
    }
    for name, part in parts.items():
        html = html.replace("{{" + name + "}}", part)
    return html.replace('"/static/', f'"{address()}').replace(
        f'data-page="{page.entry or page.folder}"', 'aria-current="page"'
    )


def _games(named: str, position: str) -> dict[str, str]:
    """Return what every page needs that lets a game be chosen."""
    return {"known": _first_answers()}


def _board(named: str, position: str) -> dict[str, str]:
    """Return the board of the game that an address names; without a name, of the usual game."""
    games = all_games()
    game = games.get(named) or next((game for game in games.values() if is_first_choice(game)), None)
    if game is None:
        return {"known": _first_answers(), "board": "", "options": "", "description": ""}
    text = position if named and position else None
    try:
        picture = draw(game, text, name=game.label)
    except PlygroundError:
        # the script says what is wrong with it
        picture = ""
    return {
        "known": _first_answers(game),
        "board": picture,
        "symbols": symbols([(game, text)]) if picture else "",
        "options": _options(game),
        "description": escape(game.description),
    }


def _options(chosen: Game) -> str:
    """Return the games as a list to choose from, the variants of a family together."""
    groups: dict[str, list[str]] = {}
    for game in all_games().values():
        mark = " selected" if game is chosen else ""
        option = f'<option value="{escape(game.name)}"{mark}>{escape(game.label)}</option>'
        groups.setdefault("More variants" if is_for_courses(game) else game.title, []).append(option)
    # those of courses come last, for who looks for them
    groups |= {"More variants": groups.pop("More variants", [])}
    return "".join(
        f'<optgroup label="{escape(title)}">{"".join(found)}</optgroup>' for title, found in groups.items() if found
    )


def _first_answers(*games: Game, more: Mapping[str, object] | None = None) -> str:
    """Return answers of the API that a page's script would ask for at once: path to answer, as JSON."""
    answers = {"/api/games": [game_view(game) for game in all_games().values()]}
    looks = {f"/api/games/{game.name}": look(game) for game in games}
    return json_text({**answers, **looks, **(more or {})}).replace("<", "\\u003c")


def _lesson(family: str, position: str) -> dict[str, str]:
    """Return the lesson on a family of games, which each of its games may stand for."""
    if family in all_games():
        family = get_game(family).family
    return {"known": _first_answers(), "lessons": lesson_links(family), **article(family)}


def _cards(named: str, position: str) -> dict[str, str]:
    searched = guess()
    return {"known": _first_answers(all_games()[searched["game"]], more={"/api/guess": searched}), **cards()}


def _asking(*patterns: str, name: str = "game") -> Callable[[Request], list[str]]:
    """Return the function that fills the part `name` of a page's own address into `patterns`.

    Where the address has no such part, or names a game that there is not, those with a place for it are left out.
    """

    def paths(request: Request) -> list[str]:
        part = quote(str(request.path_params.get(name, "")), safe="")
        if name == "game" and part not in all_games():
            part = ""
        return [pattern.format(part) for pattern in patterns if part or "{}" not in pattern]

    return paths


def _puzzles(request: Request) -> list[str]:
    """Return what the page of puzzles asks for."""
    return asked_for_puzzles(request.app.state.services, request.scope["visitor"], request.path_params.get("id", ""))


def _game_in_progress(request: Request) -> list[str]:
    """Return what a game's page asks for; who was invited has to take the seat first."""
    return [] if "seat" in request.query_params else _asking("/api/play/{}", name="id")(request)


MISSING = Page("missing", "missing", "Not found · Plyground", ("/missing",), is_drawn=True)
PAGES = (
    Page("home", "home", "Plyground", ("/",), _cards, styles=("puzzles",), is_drawn=True),
    Page("play", "play", "Play · Plyground", ("/play", "/play/{game}"), _board, is_drawn=True),
    Page(
        "play",
        "game",
        "Game · Plyground",
        ("/game/{id}",),
        styles=("moves", "tables"),
        asked_first=_game_in_progress,
        pictured=link_pictures.of_game,
    ),
    Page(
        "analysis",
        "analysis",
        "Analysis · Plyground",
        ("/analysis", "/analysis/{game}", "/s/{id}"),
        _board,
        styles=("tables",),
        is_drawn=True,
        asked_first=_asking("/api/studies/{}", name="id"),
        pictured=link_pictures.of_line,
    ),
    Page(
        "embed",
        "embed",
        "Plyground",
        ("/embed/{game}",),
        _board,
        is_drawn=True,
        is_framed=True,
        pictured=link_pictures.of_line,
    ),
    Page(
        "play",
        "games",
        "Your games · Plyground",
        ("/games",),
        styles=("plots",),
        asked_first=_asking("/api/play?open=true", "/api/play?open=false", "/api/studies", "/api/levels"),
    ),
    Page("learn", "learn", "Learn · Plyground", ("/learn", "/learn/{family}"), _lesson, is_drawn=True),
    Page(
        "endgames",
        "endgames",
        "Endgames · Plyground",
        ("/endgames", "/endgames/{game}"),
        _games,
        styles=("tables",),
        asked_first=_asking("/api/endgames", "/api/endgames/{}", "/api/games/{}"),
    ),
    Page(
        "puzzles",
        "puzzles",
        "Puzzles · Plyground",
        ("/puzzles", "/puzzles/{id}"),
        _games,
        styles=("plots", "puzzles"),
        asked_first=_puzzles,
        pictured=link_pictures.of_puzzle,
    ),
    Page(
        "puzzles",
        "storm",
        "Puzzle storm · Plyground",
        ("/storm", "/storm/{game}"),
        _games,
        styles=("puzzles",),
        asked_first=_asking("/api/puzzles", "/api/games/{}"),
    ),
    Page(
        "explorer",
        "explorer",
        "How search works · Plyground",
        ("/explorer", "/explorer/{game}"),
        _games,
        styles=("trees",),
        asked_first=_asking("/api/explorer/examples", "/api/games/{}"),
    ),
    Page("lesson", "class", "Class · Plyground", ("/class",), entry="class", asked_first=_asking("/api/class")),
    Page(
        "lesson",
        "teacher",
        "Teacher · Plyground",
        ("/class/teacher",),
        styles=("moves",),
        entry="teacher",
        asked_first=_asking("/api/class"),
    ),
    Page("lesson", "audience", "Class, projected · Plyground", ("/class/audience",), entry="teacher"),
    Page(
        "chapters",
        "chapters",
        "Twelve chapters · Plyground",
        ("/chapters", "/chapters/{name}"),
        _games,
        styles=("trees",),
        entry="explorer",
        asked_first=_asking("/api/chapters", "/api/chapters/{}", name="name"),
    ),
    Page("explorer", "algorithms", "Algorithms side by side · Plyground", ("/algorithms",), _games, styles=("trees",)),
    Page(
        "laboratory",
        "laboratory",
        "Laboratory · Plyground",
        ("/laboratory", "/laboratory/{game}"),
        _games,
        styles=("plots",),
        asked_first=_asking("/api/games/{}"),
    ),
    Page("arena", "arena", "Engine matches · Plyground", ("/arena",), _games, asked_first=_asking("/api/arena")),
    Page(
        "arena",
        "tournament",
        "Tournament · Plyground",
        ("/arena/{number:int}",),
        styles=("plots",),
        asked_first=_asking("/api/arena/{}", name="number"),
    ),
    MISSING,
)


def missing(request: Request, error: Exception | None = None) -> Response:
    """Answer a request for a page that does not exist."""
    return HTMLResponse(MISSING.html(), 404)
