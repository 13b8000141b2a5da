"""The documentation: the site that ``make docs`` builds into the package, under /docs; a link where it was not built.

Its pages are made by another program and hold short scripts of their own. Their Content-Security-Policy names those by
their digests, so nothing else runs in them.
"""

import base64
import hashlib
import re
from importlib.metadata import PackageNotFoundError, metadata
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

SITE = Path(str(files("plyground"))) / "site"
POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


def is_built() -> bool:
    """Tell whether the site is there."""
    return (SITE / "index.html").is_file()


def address() -> str:
    """Return where the documentation is: in this app, else in the repository."""
    if is_built():
        return "/docs/"
    try:
        urls = dict(line.split(", ", 1) for line in metadata("plyground").get_all("Project-URL") or ())
    except PackageNotFoundError:
        urls = {}
    return urls.get("Documentation", "/")


def routes() -> list[BaseRoute]:
    """Return the routes of the site, or one that leads to where the documentation is."""

    async def lead_there(request: Request) -> Response:
        return RedirectResponse(address())

    if is_built():
        return [Route("/docs", lead_there), Mount("/docs", _Site(directory=SITE, html=True))]
    return [Route("/docs", lead_there), Route("/docs/{page:path}", lead_there)]


class _Site(StaticFiles):
    """The files of the site; its pages carry a policy with the digests of their scripts."""

    def file_response(self, *arguments: object, **options: object) -> Response:
        response = super().file_response(*arguments, **options)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        path = Path(str(arguments[0]))
        if path.suffix == ".html":
            response.headers["Content-Security-Policy"] = policy(path.read_text("utf-8"))
        return response


def policy(page: str) -> str:
    """Return the Content-Security-Policy of a page."""
    digests = (hashlib.sha256(script.encode()).digest() for script in _SCRIPT.findall(page))
    return POLICY.format(scripts=" ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests))
