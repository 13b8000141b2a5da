"""Files for workers that run Python in the browser: kept for ever, compressed once for everybody.

The middleware that compresses all other answers would do so for each visitor anew, some megabytes on the server's loop.
"""

from pathlib import PurePosixPath

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from plyground.web.host.assets import FOREVER, compress

FOLDERS = "/browser/", "/python/"
"""Below which addresses they are."""
POLICY = "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'self'"
"""Of a worker, for itself alone: Pyodide makes functions of text, none of which comes from others."""
_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".so": "application/wasm",
    ".json": "application/json",
}
_PACKED = ".first", ".zip", ".whl"
"""What gets no smaller."""
_LEVEL = 6


class Compression(GZipMiddleware):
    """Compresses all answers but these files."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        compress = super().__call__
        await (self.app if scope.get("path", "").startswith(FOLDERS) else compress)(scope, receive, send)


def respond(name: str, content: bytes, *, may_compress: bool) -> Response:
    """Return a file, whose address says what is in it; compressed, if that makes it smaller."""
    headers = {"Cache-Control": FOREVER, "Content-Security-Policy": POLICY}
    if may_compress and not name.endswith(_PACKED):
        content, headers["Content-Encoding"] = compress(content, _LEVEL), "gzip"
    return Response(
        content, media_type=_TYPES.get(PurePosixPath(name).suffix, "application/octet-stream"), headers=headers
    )
