"""The tests of pages, against a site in place of the server: ``pytest --site FOLDER tests/web/play``.

FOLDER is what ``plyground site build`` has written. All pages of a run share one browser, whose worker begins once;
what it keeps is emptied before each test. Tests without a page have nothing to do there, and those that need what only
a server has are marked with a sentence that says what: ``@pytest.mark.server("two visitors")``.
"""

import functools
import json
import re
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

PATIENCE = 180_000
"""Milliseconds: Python is loaded first, on a machine that does much else."""
_SCRIPTS = "\n".join(
    files("plyground.web").joinpath("shared", name).read_text(encoding="utf-8").replace("export ", "")
    for name in ("storage.js", "worker_service.js")
)
SERVICE = f"""() => {{
  {re.sub(r"^import .*$", "", _SCRIPTS, flags=re.MULTILINE)}
  const {{ base, version }} = document.documentElement.dataset,
    port = beginWorker(`${{base}}/run/${{version}}/worker.js`, `plyground${{base}}`);
  window.tested = new WorkerService(async () => port);
}}"""
"""The scripts are a part of each page's, which is joined."""
ASK = """async ([method, target, body]) => {
  const answer = await window.tested.request(target, { method, body });
  return [answer.status, await answer.text()];
}"""
EVERYTHING = """async ([what, content]) => {
  const answer = await window.tested.ask({ do: what, content: content && Uint8Array.from(content) });
  return what === "save all" ? [...answer.content] : answer.text;
}"""


def serve(folder: Path) -> Iterator[str]:
    """Serve a site, below the path that it was built for; yield its address."""
    base = re.search(r'data-base="([^"]*)"', (folder / "index.html").read_text(encoding="utf-8"))
    assert base is not None, f"{folder} is no site"

    class Handler(SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            return super().translate_path(path.removeprefix(base[1]))

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}{base[1]}"
        server.shutdown()


class Site:
    """A site and a visitor's browser, in place of `web.conftest.Server`."""

    def __init__(self, url: str, browser: Browser) -> None:
        self.url = url
        self.context = browser.new_context(reduced_motion="reduce", has_touch=True, bypass_csp=True)
        self.context.set_default_timeout(PATIENCE)
        self._page = self.context.new_page()
        self._page.goto(f"{url}/class")
        self._page.evaluate(SERVICE)
        self._empty = self._everything("save all")

    def _everything(self, what: str, content: Any = None) -> Any:
        return self._page.evaluate(EVERYTHING, [what, content])

    def forget(self) -> None:
        """Empty what the browser keeps."""
        assert self._everything("open all", self._empty) == ""
        self._page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")

    def page(self, size: ViewportSize, **options: Any) -> Page:
        """Open a page, with those of a context's options that a page can have."""
        page = self.context.new_page()
        page.set_viewport_size(options.get("viewport", size))
        page.emulate_media(color_scheme=options.get("color_scheme", "light"))
        self.context.grant_permissions(options.get("permissions", []))
        return page

    def _ask(self, method: str, target: str, body: str = "") -> Any:
        status, text = self._page.evaluate(ASK, [method, target, body])
        assert status == 200, text
        return json.loads(text)

    def get(self, path: str, **query: Any) -> Any:
        return self._ask("GET", f"{path}?{urlencode(query)}" if query else path)

    def post(self, path: str, **body: Any) -> Any:
        return self._ask("POST", path, json.dumps(body))

    def post_as(self, page: Page, path: str, **body: Any) -> Any:
        """Post as the visitor of a page: there is one."""
        return self.post(path, **body)


def of_pages(items: list[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests that a site can pass, and the others."""
    chosen: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        is_of_page = names >= {"server", "pages"} and item.get_closest_marker("server") is None
        (chosen if is_of_page else others).append(item)
    return chosen, others
