"""Scripts, styles and icons: under an address that holds their digest, so that browsers keep them for ever.

``/static/DIGEST/board/board.js`` never changes: another version of any file has another digest. Scripts import each
other by relative addresses, and so stay within one version. ``/static/board/board.js`` works as well; browsers ask
there each time whether the file has changed. What pages name is joined into fewer files (`plyground.web.host.bundles`).
"""

import gzip
import hashlib
import os
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

SERVED = (".js", ".css", ".svg", ".png")
"""The kinds of files that browsers may request; everything else in the folders is private."""
FOREVER = "public, max-age=31536000, immutable"
_DIGEST = re.compile(r"[0-9a-f]{12}")


@cache
def digest() -> str:
    """Return the digest of all files that are served."""
    root, found = Path(str(files("plyground.web"))), hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.suffix in SERVED:
            found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


def address(path: str = "") -> str:
    """Return where a file is that never changes; without a `path`, the folder of all."""
    return f"/static/{digest()}/{path}"


def cache_control(path: str) -> str:
    """Return how long what is served at an address may be kept, as a header says it."""
    # a page of another version may ask for what is not the same any more
    return FOREVER if path.startswith(address()) else "no-cache"


def accepts_gzip(request: Request) -> bool:
    """Tell whether a browser takes what is compressed."""
    return "gzip" in request.headers.get("accept-encoding", "")


@cache
def compress(content: bytes, level: int = 9) -> bytes:
    """Return what is compressed once for everybody."""
    return gzip.compress(content, level, mtime=0)


class Assets(StaticFiles):
    """The served files; see the module's first lines."""

    def __init__(self) -> None:
        super().__init__(directory=str(files("plyground.web")))

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return the path of a file; Python sources are never found."""
        return super().lookup_path(_without_digest(path)) if path.endswith(SERVED) else ("", None)

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        """Return a file, with how long it may be kept."""
        scope = options.get("scope") or arguments[2]
        response = super().file_response(*arguments, **options)
        response.headers["Cache-Control"] = cache_control(scope["path"])
        return response


def _without_digest(path: str) -> str:
    first, _, rest = path.replace(os.sep, "/").partition("/")
    return rest if rest and _DIGEST.fullmatch(first) else path
