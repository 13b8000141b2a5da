"""The documentation in the app: under /docs if it was built, else a link."""

import base64
import hashlib

import pytest
from starlette.testclient import TestClient

from plyground.web.host import documentation, pages
from plyground.web.host.app import create_app

PAGE = "<html><script>hello()</script><script src='a.js'></script><script id='x'>bye()</script></html>"


def forget_pages():
    pages._frame.cache_clear()
    pages._fill.cache_clear()


@pytest.fixture(autouse=True)
def _pages_made_anew():
    """The pages that are kept name the documentation's address of when they were made."""
    forget_pages()
    yield
    forget_pages()


@pytest.fixture
def site(tmp_path, monkeypatch):
    """Return the folder of a site that has one page."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "search.json").write_text("{}")
    monkeypatch.setattr(documentation, "SITE", folder)
    return folder


@pytest.fixture
def no_site(tmp_path, monkeypatch):
    monkeypatch.setattr(documentation, "SITE", tmp_path / "missing")


def client(tmp_path):
    return TestClient(create_app(tmp_path / "web.db"), base_url="http://127.0.0.1", follow_redirects=False)


def test_the_site_is_served(site, tmp_path):
    with client(tmp_path) as app:
        answer = app.get("/docs/")
        assert (answer.status_code, answer.text) == (200, PAGE)
        assert app.get("/docs").headers["location"] == "/docs/"
        assert app.get("/docs/search.json").text == "{}"
        assert app.get("/docs/missing.html").status_code == 404
        assert app.get("/docs/%2e%2e/web.db").status_code == 404
        assert "/docs/" in app.get("/").text


def test_its_pages_run_only_their_own_scripts(site, tmp_path):
    with client(tmp_path) as app:
        policy = app.get("/docs/index.html").headers["content-security-policy"]
        others = app.get("/").headers["content-security-policy"]
    for script in ("hello()", "bye()"):
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert policy.count("sha256-") == 2
    assert "script-src 'self' 'sha256-" in policy
    assert "unsafe-inline" not in others


def test_without_a_site_there_is_a_link(no_site, tmp_path):
    address = documentation.address()
    assert address.startswith("https://")
    assert address.endswith("/docs/index.md")
    assert f'href="{address}"' in pages.PAGES[0].html()
    with client(tmp_path) as app:
        assert app.get("/docs").headers["location"] == address
        assert app.get("/docs/web.html").headers["location"] == address


def test_every_page_names_the_version(no_site):
    import plyground

    assert f"Plyground {plyground.__version__}" in pages.PAGES[0].html()
