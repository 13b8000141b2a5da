"""A client that asks the app directly; a real server and a real browser for what only they can show."""

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright
from starlette.testclient import TestClient

from plyground.web.host.app import create_app
from plyground.web.host.server import config_of
from plyground.web.host.thinking import BrowserThinking
from web import on_a_site
from web.on_a_site import Site

BROWSERS = [Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")]
"""The first one is the same browser without a window, which no test looks at."""
CHROMIUM = Path(os.environ.get("CHROMIUM", next(filter(Path.exists, BROWSERS), BROWSERS[-1])))
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000
"""Milliseconds for what a page does at once: a kernel may have to be loaded, on a machine that does much else."""
SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1280, "height": 840},
    "phone": {"width": 360, "height": 740},
}


class Api:
    """JSON in, JSON out."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, **query: Any) -> Any:
        response = self.client.get(path, params=query)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, **body: Any) -> Any:
        response = self.client.post(path, json=body)
        assert response.status_code == 200, response.text
        return response.json()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(tmp_path / "web.db", seed=1, threads=1)
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def browsers(client: TestClient) -> tuple[TestClient, TestClient]:
    """Two browsers that have opened a page."""
    other = TestClient(client.app, base_url="http://127.0.0.1")
    for each in (client, other):
        each.get("/")
    return client, other


@pytest.fixture
def api(client: TestClient) -> Api:
    return Api(client)


class Server:
    """A running server."""

    def __init__(self, database: Path, port: int = 0, browsers: BrowserThinking | None = None) -> None:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        self.port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.app = create_app(database, seed=1, threads=1, browsers=browsers)
        self._server = uvicorn.Server(config_of(self.app))
        self._listener = listener
        self._thread = threading.Thread(target=self._server.run, args=([listener],), daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=60)
        self._listener.close()

    def rest(self) -> None:
        """Stop what a test has begun that would go on beside those after it: matches of programs."""
        tournaments = self.app.state.services.tournaments
        for number in list(tournaments._running):
            tournaments.stop(number)

    @contextlib.contextmanager
    def asked(self) -> Iterator[Any]:
        """A client for the running server."""
        import httpx2

        with httpx2.Client(base_url=self.url, timeout=60) as client:
            yield client

    def post(self, path: str, **body: Any) -> Any:
        with self.asked() as client:
            response = client.post(path, json=body)
            assert response.status_code == 200, response.text
            return response.json()

    def post_as(self, page: Page, path: str, **body: Any) -> Any:
        """Post as the visitor of a page."""
        response = page.request.post(f"{self.url}{path}", data=body)
        assert response.status == 200, response.text()
        return response.json()

    def get(self, path: str, **query: Any) -> Any:
        with self.asked() as client:
            response = client.get(path, params=query)
            assert response.status_code == 200, response.text
            return response.json()


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server | Site]:
    if folder := request.config.getoption("--site"):
        browser = request.getfixturevalue("browser")
        expect.set_options(timeout=on_a_site.PATIENCE)
        for url in on_a_site.serve(folder.resolve()):
            yield Site(url, browser)
        return
    server = Server(tmp_path_factory.mktemp("web") / "web.db")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"there is no browser at {CHROMIUM} (set CHROMIUM to its path)")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


class Watched:
    """Contexts whose pages may not complain: every error on a page's console fails the test."""

    def __init__(self, browser: Browser, site: Site | None = None) -> None:
        self._browser, self._site = browser, site
        self._contexts: list[BrowserContext | Page] = []
        self.faults: list[str] = []

    def page(self, size: str = "desktop", **options: Any) -> Page:
        if self._site is not None:
            page = self._site.page(SIZES[size], **options)
            self._contexts.append(page)
        else:
            usual = {"viewport": SIZES[size], "has_touch": size == "phone", "service_workers": "block"}
            context = self._browser.new_context(reduced_motion="reduce", **{**usual, **options})
            context.set_default_timeout(PATIENCE)
            self._contexts.append(context)
            page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(error.stack or str(error)))
        page.on(
            "console",
            lambda message: (
                self.faults.append(f"{message.text} {message.location}") if message.type == "error" else None
            ),
        )
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def pages(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Watched]:
    site = request.getfixturevalue("server") if request.config.getoption("--site") else None
    if site is not None:
        site.forget()
    watched = Watched(browser, site)
    yield watched
    watched.close()
    if site is None and "server" in request.fixturenames:
        request.getfixturevalue("server").rest()
    assert not watched.faults
