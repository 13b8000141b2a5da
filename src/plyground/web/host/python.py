"""Python for the workers of pages (``/python``): Pyodide, if its files are on this machine; else a worker without it.

A visitor's code then runs in their own browser, and needs no sandbox of the server's. Nothing is fetched for it.
"""

import hashlib
import os
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plyground.kernel import cache as kernels
from plyground.web.browser.pyodide import DIGESTS, VERSION
from plyground.web.host.assets import FOREVER

POLICY = "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'self'"
"""Of the worker, for itself alone: Pyodide makes functions of text, none of which comes from others."""
_TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm"}


CORE = tuple(name for name in DIGESTS if not name.endswith(".whl"))
"""Python and its library alone."""
_NONE = "self.postMessage({ isReady: false });\n"
"""The worker where there is no Python."""


@cache
def content(name: str) -> bytes | None:
    """Return one of the files of `CORE`; None if it is not here, or is another one."""
    kept = kernels.directory().parent / f"pyodide-{VERSION}"
    for folder in (os.environ.get("PLYGROUND_PYODIDE"), "build/pyodide", kept):
        path = Path(folder or "build/pyodide") / name
        if path.is_file() and hashlib.sha256(found := path.read_bytes()).hexdigest() == DIGESTS[name]:
            return found
    return None


async def _worker(request: Request) -> Response:
    text = (files("plyground.web") / "browser" / "python_worker.js").read_text(encoding="utf-8")
    script = text.replace("{{pyodide}}", f"/python/{VERSION}/")
    is_here = all(content(name) is not None for name in CORE)
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": POLICY}
    return Response(script if is_here else _NONE, media_type="text/javascript", headers=headers)


async def _file(request: Request) -> Response:
    name = request.path_params["name"]
    found = content(name) if name in CORE else None
    if found is None:
        return Response("Python for browsers is not on this server.", 404, media_type="text/plain")
    media_type = _TYPES.get(Path(name).suffix, "application/octet-stream")
    return Response(found, media_type=media_type, headers={"Cache-Control": FOREVER})


def routes() -> list[Route]:
    """Return the routes."""
    return [Route("/python/worker.js", _worker), Route(f"/python/{VERSION}/{{name}}", _file)]
