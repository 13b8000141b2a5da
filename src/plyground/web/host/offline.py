"""What makes the app one that can be installed: its manifest, and the service worker that keeps its pages.

The worker is the script ``shared/worker.js``, in which the version and the pages to keep are filled in. It is served
from the root, since a worker looks after the addresses below its own.
"""

from importlib.resources import files

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from plyground.core.registry import all_games
from plyground.web.host.assets import address, digest

_GREEN, _GROUND = "#0d6a55", "#f2f4f3"


def manifest() -> dict[str, object]:
    """Return the web app manifest."""
    drawn = address("shared/icon.svg")
    icons = [{"src": drawn, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    icons += [_png("icon-192", 192, "any"), _png("icon-512", 512, "any"), _png("icon-maskable-512", 512, "maskable")]
    return {
        "name": "Plyground",
        "short_name": "Plyground",
        "description": "Play, analyse and learn board games.",
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "theme_color": _GREEN,
        "background_color": _GROUND,
        "icons": icons,
        "screenshots": [_screenshot("wide", "1280x800"), _screenshot("narrow", "412x860")],
    }


def _png(name: str, size: int, purpose: str) -> dict[str, str]:
    """Return an icon as launchers take it that draw no SVG (tools/draw_icons.py)."""
    source = address(f"shared/{name}.png")
    return {"src": source, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def _screenshot(form: str, sizes: str) -> dict[str, str]:
    """Return a picture that browsers show to a visitor who is asked whether to install the app."""
    source = address(f"shared/screenshot-{form}.png")
    return {"src": source, "sizes": sizes, "type": "image/png", "form_factor": form, "label": "Analysis"}


def offline_pages() -> list[str]:
    """Return the addresses of the pages that are there without the server: what one can read, and puzzles."""
    games = all_games().values()
    families = dict.fromkeys(game.family for game in games if game.optional_submodule("lesson") is not None)
    return ["/", "/play", "/analysis", "/puzzles", "/learn", *(f"/learn/{family}" for family in families)]


def worker() -> str:
    """Return the service worker's script."""
    script = (files("plyground.web") / "shared" / "worker.js").read_text(encoding="utf-8")
    return script.replace("{{digest}}", digest()).replace("{{pages}}", '", "'.join(offline_pages()))


def routes() -> list[Route]:
    """Return the routes of the manifest and the worker."""

    def answer_manifest(request: Request) -> Response:
        return JSONResponse(manifest(), headers={"Cache-Control": "no-cache"}, media_type="application/manifest+json")

    def answer_worker(request: Request) -> Response:
        return Response(worker(), headers={"Cache-Control": "no-cache"}, media_type="text/javascript")

    return [Route("/manifest.webmanifest", answer_manifest), Route("/worker.js", answer_worker)]
