"""Python for the workers of pages (``/python``): Pyodide, if its files are on this machine; else a worker without it.

A visitor's code then runs in their own browser, and needs no sandbox of the server's. Nothing is fetched for it.
"""

from functools import cache

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plyground.core.errors import InvalidSetting
from plyground.web.browser import pyodide
from plyground.web.browser.python import script
from plyground.web.host.assets import accepts_gzip
from plyground.web.host.worker_files import POLICY, respond

CORE = tuple(name for name in pyodide.DIGESTS if not name.endswith(".whl"))
"""Python and its library alone."""
PLACE = f"/python/{pyodide.VERSION}/"
"""Where they are, for whatever runs Python in a browser."""
_NONE = b"self.postMessage({ isReady: false });\n"
"""The worker where there is no Python."""


@cache
def content(name: str) -> bytes | None:
    """Return one of the files of `CORE`; None if it is not here, or is another one."""
    try:
        return pyodide.read(pyodide.folder(may_fetch=False), name)
    except InvalidSetting:
        return None


async def _worker(request: Request) -> Response:
    is_here = await to_thread.run_sync(lambda: all(content(name) is not None for name in CORE))
    text = script("python_worker.js", pyodide=PLACE) if is_here else _NONE
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": POLICY}
    return Response(text, media_type="text/javascript", headers=headers)


def _respond(name: str, may_compress: bool) -> Response:
    found = content(name) if name in CORE else None
    if found is None:
        return Response("Python for browsers is not on this server.", 404, media_type="text/plain")
    return respond(name, found, may_compress=may_compress)


async def _file(request: Request) -> Response:
    return await to_thread.run_sync(_respond, request.path_params["name"], accepts_gzip(request))


def routes() -> list[Route]:
    """Return the routes."""
    return [Route("/python/worker.js", _worker), Route(f"{PLACE}{{name}}", _file)]
