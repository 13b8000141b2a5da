"""What is published: the wheel holds everything, works outside the sources, and its page on an index is whole."""

import json
import os
import re
import subprocess
import sys
import tarfile
import time
import tomllib
import venv
import zipfile
from email import message_from_bytes
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest
from readme_renderer.markdown import render

import plyground

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
LEFT_OUT = ("plyground", "__editable", "_editable", "connect_four", "_plyground")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the wheel and the source distribution, unless they are in $PLYGROUND_DIST; return both paths."""
    folder = ROOT / os.environ.get("PLYGROUND_DIST", "none")
    if not folder.is_dir():
        folder = tmp_path_factory.mktemp("dist")
        command = [sys.executable, "-m", "hatchling", "build", "-d", folder]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def metadata(built):
    """Return the metadata that an index shows."""
    with zipfile.ZipFile(built[0]) as wheel:
        (name,) = [name for name in wheel.namelist() if name.endswith("dist-info/METADATA")]
        return message_from_bytes(wheel.read(name))


def files_below(folder: Path) -> set[str]:
    """Return the names of the files in a folder of the sources, without what Python has left there."""
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {name for name in names if "__pycache__" not in name and "kernel/prebuilt/" not in name}


def test_the_wheel_holds_every_file_of_the_package(built):
    with zipfile.ZipFile(built[0]) as wheel:
        held = set(wheel.namelist())
    assert files_below(SOURCES) <= held
    kinds = {Path(name).suffix for name in held}
    assert {".py", ".table", ".npz", ".js", ".css", ".html", ".template", ".txt", ".svg", ".typed"} <= kinds


def test_the_wheel_may_hold_what_is_made_before_it_is_built():
    """The site and compiled kernels are not in git, and the settings of the wheel replace those of all targets."""
    targets = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert targets["wheel"]["artifacts"] == ["src/plyground/site/**", "src/plyground/kernel/prebuilt/**"]
    assert targets["sdist"]["artifacts"] == ["src/plyground/site/**"]


def test_the_source_distribution_holds_what_builds_tests_and_explains_it(built):
    with tarfile.open(built[1]) as archive:
        held = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    for folder in ("src", "docs", "examples", "tests"):
        assert {f"{folder}/{name}" for name in files_below(ROOT / folder)} <= held
    assert {"README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE", "Makefile", "pyproject.toml"} <= held


def test_the_page_on_an_index_needs_no_file_beside_it(metadata):
    assert metadata["Description-Content-Type"] == "text/markdown"
    page = render(metadata.get_payload(decode=True).decode())
    targets = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert len(targets) > 20
    assert [target for target in targets if not target.startswith(("https://", "#"))] == []


def test_the_examples_of_the_page_are_code(metadata):
    page = render(metadata.get_payload(decode=True).decode())
    assert "<blockquote>" not in page
    assert "&gt;&gt;&gt;" in page


def test_what_the_absolute_links_of_the_page_name_exists(metadata):
    names = re.findall(r"plyground/plyground/(?:blob/)?main/([^)\"#]+)", metadata.get_payload(decode=True).decode())
    assert len(names) > 20
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_who_and_where(metadata):
    assert metadata["Author"] == "The Plyground authors"
    labels = {text.split(",")[0] for text in metadata.get_all("Project-URL")}
    assert labels == {"Homepage", "Documentation", "Changelog", "Issues"}
    classifiers = metadata.get_all("Classifier")
    for minor in (11, 12, 13, 14):
        assert f"Programming Language :: Python :: 3.{minor}" in classifiers
    assert metadata["License-Expression"] == "MIT"


def test_one_version_everywhere(metadata):
    version = plyground.__version__
    assert metadata["Version"] == version
    assert re.search(rf"^version: {re.escape(version)}$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    releases = re.findall(
        r"^## (\d[\d.]*) - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert releases[0] == version


@pytest.fixture(scope="module")
def elsewhere(built, tmp_path_factory):
    """Install the wheel in a fresh environment; return its Python and a folder that holds nothing."""
    home = tmp_path_factory.mktemp("elsewhere")
    venv.create(home / "venv", with_pip=False, symlinks=os.name != "nt")
    python = home / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    # the dependencies are those of this environment, but nothing of the project itself
    borrowed = home / "borrowed"
    borrowed.mkdir()
    for place in {Path(entry) for entry in sys.path if entry.endswith("site-packages")}:
        for path in place.iterdir():
            if not path.name.startswith(LEFT_OUT) and path.suffix != ".pth":
                (borrowed / path.name).symlink_to(path)
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
    (packages / "borrowed.pth").write_text(f"{borrowed}\n")
    install = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-index", "--no-deps", built[0]]
    subprocess.run(install, check=True, capture_output=True)
    folder = home / "empty"
    folder.mkdir()
    return python, folder


@pytest.fixture
def run(elsewhere):
    """Run a command of the installed package."""
    python, folder = elsewhere

    def call(*words: str) -> str:
        done = subprocess.run([python, "-m", "plyground", *words], cwd=folder, env=own_environment(), **TEXT)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return call


TEXT = {"capture_output": True, "text": True, "check": False, "timeout": 300}


def own_environment() -> dict[str, str]:
    """Return the environment without what leads to the sources; kernels run uncompiled, so nothing has to wait."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "PLYGROUND_JIT": "0"}


def test_it_is_the_installed_package_that_runs(elsewhere):
    python, folder = elsewhere
    code = "import plyground; print(plyground.__version__, plyground.__file__)"
    done = subprocess.run([python, "-c", code], cwd=folder, env=own_environment(), **TEXT)
    version, place = done.stdout.split(" ", 1)
    assert version == plyground.__version__
    assert Path(place).is_relative_to(folder.parent)


def test_the_installed_games(run):
    names = [line.split("  ")[0] for line in run("games").splitlines()]
    assert {"congo", "amazons", "minichess", "gardner", "starcircle", "halma"} <= set(names)
    assert run("--version").strip().endswith(plyground.__version__)


def test_playing_with_the_installed_package(run):
    assert run("play-move", "congo", "d2d3").splitlines()[-1] == "ongoing"
    assert run("minimax", "gardner", "1").startswith("move ")


def test_the_installed_tables(run):
    assert run("tablebase", "probe", "gardner", "--position", "k4/5/1K3/5/4R w - - 0 1").startswith("win ")


def test_the_installed_assignments(run, elsewhere):
    run("assignment", "minichess", "-o", "AB.py")
    assert "def studentAgent" in (elsewhere[1] / "AB.py").read_text("utf-8")


def test_the_installed_app(elsewhere):
    python, folder = elsewhere
    command = [python, "-m", "plyground", "web", "--no-browser", "--port", "0", "--db", folder / "games.db"]
    with subprocess.Popen(
        command, cwd=folder, env=own_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            address = re.search(r"http://[\d.:]+", server.stdout.readline())[0]
            assert "Plyground" in fetched(address)
            assert "congo" in fetched(f"{address}/api/games")
            scripts = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|svg))"', fetched(address))
            assert scripts
            assert all(fetched(address + script) for script in scripts)
            body = json.dumps({"game": "gardner", "you": "white", "level": 1}).encode()
            with urlopen(Request(f"{address}/api/play", body, {"Content-Type": "application/json"})) as answer:
                assert json.load(answer)["id"]
        finally:
            server.terminate()
            server.communicate(timeout=30)


def fetched(address: str) -> str:
    """Return what a server answers; it may still be starting."""
    for _ in range(100):
        try:
            with urlopen(address) as answer:
                return answer.read().decode()
        except URLError:
            time.sleep(0.1)
    raise AssertionError(f"{address} does not answer")


def test_the_kernels_of_the_wheel_spare_the_wait(built, elsewhere, tmp_path):
    with zipfile.ZipFile(built[0]) as wheel:
        if not any(name.startswith("plyground/kernel/prebuilt/") for name in wheel.namelist()):
            pytest.skip("only `make dist` compiles kernels into the wheel")
    python, folder = elsewhere
    environment = own_environment() | {"PLYGROUND_JIT": "1", "PLYGROUND_CACHE": str(tmp_path)}
    environment.pop("PLYGROUND_PREBUILT", None)
    command = [python, "-m", "plyground", "analyse", "gardner", "--depth", "3"]
    done = subprocess.run(command, cwd=folder, env=environment, **TEXT)
    assert done.stdout.startswith("bestmove "), done.stderr
    assert list(tmp_path.rglob("*.kernel")) == []


def test_the_wheel_has_the_kernels_of_a_site(built, elsewhere, tmp_path):
    with zipfile.ZipFile(built[0]) as wheel:
        if not any(name.startswith("plyground/kernel/prebuilt/") for name in wheel.namelist()):
            pytest.skip("only `make dist` compiles kernels into the wheel")
    python, folder = elsewhere
    environment = own_environment() | {"PATH": str(tmp_path), "PLYGROUND_CACHE": str(tmp_path)}
    asked = "from plyground.web.browser.kernels import families, kernels; print(*families(), *kernels())"
    done = subprocess.run([python, "-c", asked], cwd=folder, env=environment, **TEXT)
    assert done.returncode == 0, done.stderr
    names = done.stdout.split()
    assert {name for name in names if "." in name} == {
        f"{family}{ending}" for family in names if "." not in family for ending in (".json", ".so")
    }
    assert len(names) >= 15
