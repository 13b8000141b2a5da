"""What browsers get that are to think for themselves: files that never change, or the reason why there are none."""

import gzip

import pytest
from starlette.testclient import TestClient

from plyground.cli import main
from plyground.core.errors import InvalidSetting
from plyground.web.browser import package
from plyground.web.browser.pyodide import VERSION
from plyground.web.host import thinking
from plyground.web.host.app import create_app

FILES = {"pyodide/1/a.mjs": b"export", "files/2/kernel.so": b"\0asm" * 100, "pyodide/1/a.whl": b"PK" * 1000}


@pytest.fixture
def files(monkeypatch):
    """What there is, made up; `None` for what is missing."""
    packed = package.Packed({"boot": b"PK"}, FILES, {"pyodide.mjs": b"export"}, frozenset({"minichess"}))
    monkeypatch.setattr(package, "pack", lambda are_built: packed)


def served(tmp_path, thinks="auto"):
    browsers = thinking.BrowserThinking(thinks)
    app = create_app(tmp_path / "web.db", seed=1, threads=1, browsers=browsers)
    return TestClient(app, base_url="http://127.0.0.1")


def test_files_are_kept_for_ever_and_are_small_on_the_way(tmp_path, files):
    with served(tmp_path) as client:
        about = client.get("/browser/about").json()
        assert about["why"] == ""
        assert "/api/analyse" in about["sessions"]
        assert client.app.state.services.given_to_browsers == {"minichess", "gardner"}
        worker = client.get(about["worker"])
        assert worker.status_code == 200
        assert "{{base}}" not in worker.text
        assert 'KEEPS = Boolean("")' in worker.text, "the server keeps what there is"
        begins = client.get(about["worker"].replace("worker.js", "python.js")).text
        assert f'from "/python/{VERSION}/pyodide.mjs"' in begins, "a page that runs code has it from there, too"
        assert client.get(f"/browser/pyodide/{VERSION}/pyodide.mjs").status_code == 404, "at one address only"
        kinds = {"pyodide/1/a.mjs": "text/javascript", "files/2/kernel.so": "application/wasm"}
        for name, content in FILES.items():
            answer = client.get(f"/browser/{name}")
            assert answer.content == content
            assert "immutable" in answer.headers["cache-control"]
            assert kinds.get(name, "") in answer.headers["content-type"]
            assert ("content-encoding" in answer.headers) == (not name.endswith(".whl"))
            plain = client.get(f"/browser/{name}", headers={"Accept-Encoding": "identity"})
            assert plain.content == content
            assert "content-encoding" not in plain.headers
        missing = client.get("/browser/nothing.js")
        assert (missing.status_code, missing.json()["error"]) == (404, "There is no file 'nothing.js' for browsers.")
        assert gzip.compress(FILES["files/2/kernel.so"], 6) != FILES["files/2/kernel.so"]


def test_without_pyodide_the_server_thinks_and_says_why(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_PYODIDE", str(tmp_path / "nowhere"))
    package.pack.cache_clear()
    with served(tmp_path) as client:
        about = client.get("/browser/about").json()
        assert about["worker"] == ""
        assert "pyodide-lock.json" in about["why"]
        assert client.app.state.services.given_to_browsers == frozenset()
        answer = client.post(
            "/api/explorer/search",
            json={"game": "gardner", "algorithm": "minimax", "depth": 1},
            headers={"Plyground-Thinks": "here"},
        )
        assert "Plyground-Thinks" not in answer.headers
        assert answer.json()["nodes"] > 1
    with pytest.raises(InvalidSetting, match=r"Browsers cannot think here: A site needs pyodide-lock\.json"):
        thinking.BrowserThinking("browser").check()


def test_without_kernels_nothing_is_built(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(package, "pack", lambda are_built: package.Packed(b"PK", {}, {}, frozenset()))
    with served(tmp_path) as client:
        assert "plyground site build" in client.get("/browser/about").json()["why"]
    with pytest.raises(SystemExit) as ended:
        main(["web", "--think", "browser", "--port", "0", "--no-browser", "--db", str(tmp_path / "web.db")])
    assert ended.value.code == 2
    assert "Browsers cannot think here: no game's kernels have been built" in capsys.readouterr().err


def test_a_server_may_be_set_to_think_itself(tmp_path, files):
    with served(tmp_path, "server") as client:
        about = client.get("/browser/about").json()
        assert (about["worker"], about["why"]) == ("", "this server is set so")


def test_kernels_that_are_missing_are_left_out(monkeypatch, tmp_path):
    from plyground.web.browser import kernels

    monkeypatch.setattr(kernels, "_place", lambda family: None)
    monkeypatch.setattr(kernels, "_build", lambda missing: pytest.fail("nothing is to be built"))
    assert kernels.kernels(are_built=True) == {}
    assert thinking.games_in(package.Packed(b"", {}, {}, frozenset())) == frozenset()


def test_the_server_thinks_about_a_game_of_which_proofs_are_kept(tmp_path, files, monkeypatch):
    monkeypatch.setenv("PLYGROUND_TABLES", str(tmp_path))
    (tmp_path / "gardner" / "proved").mkdir(parents=True)
    with served(tmp_path) as client:
        client.get("/browser/about")
        assert client.app.state.services.given_to_browsers == {"minichess"}
