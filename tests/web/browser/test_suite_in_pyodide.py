"""The suite itself, in Pyodide with a site's kernels: laws, perft files, signatures, tables, nets, every endpoint.

pytest runs there as it does here; needs node and Pyodide's files (``make build/pyodide``).
"""

import shutil
from importlib.metadata import distribution

import pytest

from kernel.test_wasm import in_pyodide, tables  # noqa: F401 (a fixture)
from plyground import all_games
from plyground.core import registry
from plyground.core.errors import InvalidSetting
from plyground.kernel import JIT
from plyground.web.browser import kernels
from web.browser.test_dispatcher import Page, walk

pytestmark = [
    pytest.mark.skipif(not JIT, reason="a site has compiled kernels"),
    pytest.mark.timeout(3600),
]
QUICK = "minichess"
"""The family whose kernels other tests of this folder build, too."""
SIGNATURES = {
    "amazons": 63961,
    "congo": 8389,
    "halma": 12375,
    "minichess": 54626,
    "gardner": 37970,
    "starcircle": 113401,
}
FAMILIES = sorted({all_games()[name].family for name in SIGNATURES})
"""Our own: a plug-in that is installed here is not there."""
IN_FAMILY = [family if family == QUICK else pytest.param(family, marks=pytest.mark.slow) for family in FAMILIES]

RUN = """
import os, sys, warnings
warnings.simplefilter("ignore")
sys.path.insert(0, "/tests")
os.chdir("/tests")
import pytest
class Counted:
    passed, failed = 0, []
    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed.append(f"{report.nodeid}: {report.longreprtext[-600:]}")
        elif report.when == "call" and report.passed:
            self.passed += 1
counted = Counted()
OPTIONS = ["-q", "--noconftest", "--rootdir=/tests", "-c", "/dev/null", "--import-mode=importlib", "-m", "not slow"]
OPTIONS += ["--capture=sys", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "no:threadexception"]
pytest.main([*OPTIONS, *FILES, "-k", CHOSEN], plugins=[counted])
answer = [counted.passed, counted.failed]
"""
COUNT = """
import sys
sys.path.insert(0, "/tests")
from games.test_every_game import perft_lines
from plyground import all_games
from plyground.core import registry
from plyground.engine.bench import bench, is_benched
from plyground.kernel import linked
from plyground.search.perft import perft
own = {name: game for name, game in all_games().items() if game.family == "FAMILY"}
counted, wrong = 0, []
for line in perft_lines():
    name, text, depth, leaves = line.values
    if name in own and not line.marks:
        counted += 1
        if perft(own[name].position(None if text == "start" else text), depth) != leaves:
            wrong.append(line.id)
signatures = {name: bench(game).nodes for name, game in own.items() if is_benched(game)}
answer = [counted, wrong, signatures, sorted(linked.missed)]
"""
WALK = """
import sys, warnings
from pathlib import Path
warnings.simplefilter("ignore")
sys.path.insert(0, "/tests")
from web.browser.test_dispatcher import Page, walk
answer = list(walk(Page(Path("/home")).ask))
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """pytest, and what it needs."""
    folder = tmp_path_factory.mktemp("packages")
    for name in ("pytest", "pluggy", "iniconfig", "packaging", "pygments"):
        for path in distribution(name).files:
            if path.suffix == ".py" and ".." not in path.parts:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path.locate(), folder / path)
    return folder


@pytest.fixture
def modules(request, tmp_path, monkeypatch):
    """A folder with the kernels of one family."""
    monkeypatch.setattr(kernels, "families", lambda: [request.param])
    try:
        built = kernels.kernels()
    except InvalidSetting as error:
        pytest.skip(str(error))
    for name, content in built.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def of_suite(modules, packages, files, chosen):
    """Return how many tests have passed, and which have failed."""
    program = f"FILES, CHOSEN = {files!r}, {chosen!r}\n{RUN}"
    return in_pyodide(program, modules, packages=packages)


@pytest.mark.parametrize("modules", IN_FAMILY, indirect=True)
def test_perft_files_and_signatures(modules, packages):
    family = next(modules.glob("*.json")).stem
    counted, wrong, signatures, missed = in_pyodide(COUNT.replace("FAMILY", family), modules, packages=packages)
    assert wrong == missed == []
    assert signatures == {name: nodes for name, nodes in SIGNATURES.items() if all_games()[name].family == family}
    assert counted > 10


@pytest.mark.parametrize("modules", IN_FAMILY, indirect=True)
def test_laws_hold(modules, packages):
    family = next(modules.glob("*.json")).stem
    names = " or ".join(f"{name}]" for name, game in all_games().items() if game.family == family)
    chosen = f"({names}) and not perft_file and not do_not_depend_on_threads"
    passed, failed = of_suite(modules, packages, ["games/test_every_game.py"], chosen)
    assert failed == []
    assert passed > 15


@pytest.mark.slow
@pytest.mark.parametrize("modules", [QUICK], indirect=True)
def test_endpoints_tables_and_nets(modules, packages):
    files = ["web/browser/test_dispatcher.py", "nets/test_packaged.py", "engine/test_slices.py"]
    passed, failed = of_suite(modules, packages, files, "not as_the_server")
    assert failed == []
    assert passed > 60


@pytest.mark.slow
@pytest.mark.parametrize("modules", [QUICK], indirect=True)
def test_every_endpoint_answers_as_it_does_here(modules, packages, tables, tmp_path, monkeypatch):  # noqa: F811
    # games of other packages are not in Pyodide
    own = {name: game for name, game in all_games().items() if game.module.startswith("plyground.")}
    monkeypatch.setattr(registry, "_games", lambda: own)
    page = Page(tmp_path)
    answers = zip(in_pyodide(WALK, modules, tables, packages), walk(page.ask), strict=True)
    differing = [(there, here) for there, here in answers if there != list(here)]
    page.end()
    (method, target, status, _), _ = differing.pop(0)
    assert (method, target, status) == ("GET", "/api/invitations/qr.svg?text=abc", 403), "which needs a server"
    assert differing == []
