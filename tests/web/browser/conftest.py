"""One site for all tests, with the kernels of one family of games: the others play uncompiled there."""

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from plyground.core.errors import InvalidSetting
from plyground.kernel import JIT
from plyground.web.browser import kernels, package, site
from web.browser.visitor import PATIENCE, Visitor

FAMILY = "minichess"


class Sites(NamedTuple):
    """A site at the root of its host, and one below a path."""

    whole: Path
    below: Path


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    if not JIT:
        pytest.skip("a site has compiled kernels")
    found = Sites(tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("host") / "plyground")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "families", lambda: [FAMILY])
        try:
            site.build(found.whole)
        except InvalidSetting as error:
            pytest.skip(str(error))
        site.build(found.below, "/plyground/", "https://example.org/")
        yield found
    package.pack.cache_clear()


@pytest.fixture(scope="session")
def address(sites: Sites) -> Iterator[str]:
    """Serve the site below a path, as on GitHub Pages, by a host that can do nothing else."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    handler = functools.partial(Handler, directory=sites.below.parent)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/plyground"
        server.shutdown()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    expect.set_options(timeout=PATIENCE)
    context = browser.new_context(reduced_motion="reduce")
    found = Visitor(context)
    yield found
    found.close()
    assert not found.faults, "\n".join(found.faults)
    assert found.hosts <= {"127.0.0.1"}
