"""Set-up for all tests: hypothesis without deadlines (a kernel may compile in the first example), cases, a launcher,
the command line."""

import gc
import os
import tempfile
import threading
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from plyground.grading.launcher import Launcher

# all that tests ask is on this machine; and pytest changes the environment between the steps of a test, which a thread
# that looks for a proxy may be reading just then
urllib.request.getproxies = urllib.request.getproxies_environment = dict
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_configure(config: pytest.Config) -> None:
    """Keep away from what the user has: tables that they have built, games and puzzles that they have played."""
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    config.add_cleanup(folder.cleanup)
    os.environ["XDG_DATA_HOME"] = folder.name
    os.environ.pop("PLYGROUND_TABLES", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tests of pages be run against a site (`web.on_a_site`)."""
    parser.addoption("--site", type=Path, help="a folder that `plyground site build` has written, in place of a server")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what a site cannot be asked; begin with what takes one worker longest: groups, then large files."""
    if config.getoption("--site"):
        from web.on_a_site import of_pages

        items[:], others = of_pages(items)
        config.hook.pytest_deselected(items=others)
    if hasattr(config, "workerinput"):
        sizes = Counter(item.path for item in items)
        items.sort(key=lambda item: (item.get_closest_marker("xdist_group") is None, -sizes[item.path]))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand whole files to the workers, so that what the tests of a file share is loaded and made once.

    Where files are marked as a group (``xdist_group``), as those that need a browser, the group goes to one worker.
    """
    from xdist.scheduler import LoadGroupScheduling

    class LoadFileOrGroupScheduling(LoadGroupScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return super()._split_scope(nodeid).partition("::")[0]

    config.option.loadscopereorder = False  # pytest_collection_modifyitems has put them in order
    return LoadFileOrGroupScheduling(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_collection_finish() -> None:
    """Let what lives to the end of the run, all tests and modules, be old: it is searched for garbage rarely then."""
    gc.collect()


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the test's own thread start no other; what an earlier test has left going may."""
    start, own = threading.Thread.start, threading.get_ident()

    def refuse(thread: threading.Thread) -> None:
        if threading.get_ident() == own:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)


@pytest.fixture(scope="session")
def cases() -> Path:
    """The folder of public samples beside the checkout; tests that need it are skipped where it is not."""
    folder = Path(__file__).parent.parent.parent / "shared" / "cases"
    if not folder.is_dir():
        pytest.skip("the public samples (../shared/cases) are not here")
    return folder


@pytest.fixture(scope="session")
def launcher() -> "Launcher":
    """A launcher with the strongest walls and small limits; tests that need it are skipped where there are no walls."""
    from plyground.grading.launcher import Launcher
    from plyground.grading.settings import SandboxSettings
    from plyground.programs.protection import WALLS, available_modes

    mode = available_modes()[0]
    if mode not in WALLS:
        pytest.skip("this system allows neither namespaces nor Landlock")
    return Launcher(mode, SandboxSettings(memory=256, files=8, output=1, processes=24))


@pytest.fixture
def command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int | None, str, str]]:
    """Run a command line in this process; return (status, standard output, standard error)."""
    from plyground.cli import main

    monkeypatch.setattr("signal.signal", lambda *_: None)

    def call(*tokens: object) -> tuple[int | None, str, str]:
        with pytest.raises(SystemExit) as left:
            main(list(map(str, tokens)))
        captured = capsys.readouterr()
        return left.value.code, captured.out, captured.err  # type: ignore[return-value]

    return call
