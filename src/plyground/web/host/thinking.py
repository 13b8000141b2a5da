"""What browsers get that are to think for themselves: Python, the package, kernels as WebAssembly, below ``/browser``.

They are the files of a site's worker (`plyground.web.browser`). Nothing is built or fetched for it: where Pyodide's
files or a game's kernels are missing, the server thinks. Pages ask ``/browser/about`` once they are shown.
"""

from collections.abc import Mapping
from functools import cached_property
from threading import Lock, Thread
from typing import Literal, TypedDict

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plyground.core.errors import InvalidSetting
from plyground.core.registry import all_games, get_game
from plyground.endgame.kept_proofs import folder_of
from plyground.web.application import SESSIONS
from plyground.web.browser import package, python
from plyground.web.host.assets import accepts_gzip
from plyground.web.host.python import PLACE
from plyground.web.host.routes import JSONAnswer
from plyground.web.host.worker_files import respond

Place = Literal["auto", "browser", "server"]
"""Where the engine thinks: in browsers where they can, only if the files for that are there, or never."""
BASE = "/browser"


class About(TypedDict):
    """What a page is told.

    Attributes
    ----------
    worker
        The address of the worker; "" if the server thinks.
    sessions
        The paths whose questions are answered where the engine thinks.
    why
        Why the server thinks; "" if it need not.
    """

    worker: str
    sessions: list[str]
    why: str


class BrowserThinking:
    """The files, made when the first page asks for them.

    Parameters
    ----------
    place
        Where the engine thinks.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._lock = Lock()

    @cached_property
    def _files_or_reason(self) -> tuple[dict[str, bytes], str]:
        """The files by their names, and why there are none."""
        if self._place == "server":
            return {}, "this server is set so"
        try:
            packed = package.pack(are_built=True)
        except InvalidSetting as error:
            return {}, str(error)
        if not games_in(packed):
            return {}, "no game's kernels have been built for browsers; `plyground site build` does"
        own = {name: python.script(name) for name in python.SCRIPTS}
        version = python.digest(python.lasting_files(packed) | packed.first | own)
        return packed.later | python.worker_files(packed, BASE, version, runtime=PLACE, keeps=False), ""

    @property
    def files(self) -> Mapping[str, bytes]:
        """The files by their names."""
        return self._content[0]

    @property
    def games(self) -> frozenset[str]:
        """The games that browsers can think about; the server thinks where proofs are kept, which only it knows."""
        games = games_in(package.pack(are_built=True)) if self.files else frozenset[str]()
        return frozenset(name for name in games if not folder_of(get_game(name)).is_dir())

    @property
    def about(self) -> About:
        """What a page is told."""
        found, why = self._content
        worker = next((f"{BASE}/{name}" for name in found if name.endswith("/worker.js")), "")
        return {"worker": worker, "sessions": [kind.PATH for kind in SESSIONS], "why": why}

    @property
    def _content(self) -> tuple[dict[str, bytes], str]:
        with self._lock:
            return self._files_or_reason

    def prepare(self) -> None:
        """Make the files in a thread of its own, for the first page that asks."""
        Thread(target=lambda: self.files, name="files for browsers", daemon=True).start()

    def check(self) -> None:
        """Raise `InvalidSetting` if browsers are to think and cannot."""
        if self._place == "browser" and (why := self.about["why"]):
            raise InvalidSetting(f"Browsers cannot think here: {why.rstrip('.')}.")

    def routes(self) -> list[Route]:
        """Return the routes of the files."""

        def file(name: str, may_compress: bool) -> Response:
            content = self.files.get(name)
            if content is None:
                return JSONAnswer({"error": f"There is no file {name[:80]!r} for browsers."}, 404)
            return respond(name, content, may_compress=may_compress)

        async def answer_about(request: Request) -> Response:
            about = await to_thread.run_sync(lambda: self.about)
            request.app.state.services.given_to_browsers = self.games
            return JSONAnswer(about, headers={"Cache-Control": "no-cache"})

        async def answer_file(request: Request) -> Response:
            return await to_thread.run_sync(file, request.path_params["name"], accepts_gzip(request))

        return [Route(f"{BASE}/about", answer_about), Route(f"{BASE}/{{name:path}}", answer_file)]


def games_in(packed: package.Packed) -> frozenset[str]:
    """Return the games whose kernels are in a package."""
    return frozenset(name for name, game in all_games().items() if game.family in packed.families)
