"""A site's kernels come with the package, or are built; where there is no linker, only games of others go without."""

import json
import os
import time

import pytest

from kernel.test_wasm import in_pyodide
from plyground import all_games
from plyground.core.errors import InvalidSetting
from plyground.kernel import JIT, linked
from plyground.web.browser import kernels

pytestmark = pytest.mark.skipif(not JIT, reason="a site has compiled kernels")


TOUR = """
from pathlib import Path
from plyground.web.browser.tour import Tour
from plyground.kernel import linked
Path("/tour").mkdir()
Tour(Path("/tour")).of_family("FAMILY")
answer = sorted(linked.missed)
"""


@pytest.fixture
def came(tmp_path, monkeypatch):
    """Say that a module has come with the package; nothing can be built."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(kernels, "PREBUILT", tmp_path / "came")
    monkeypatch.setattr(kernels, "_cache_folder", lambda: tmp_path / "cache" / "browser-0123")
    (tmp_path / "came").mkdir()
    for name, age in (("browser-4567", 2 * kernels.A_DAY), ("browser-89ab", 0)):
        (tmp_path / "cache" / name).mkdir(parents=True)
        os.utime(tmp_path / "cache" / name, (time.time() - age,) * 2)

    def add(family, **sources):
        facts = {"format": linked.FORMAT, "tools": {}, "sources": sources, "entries": []}
        (tmp_path / "came" / f"{family}.json").write_text(json.dumps(facts))
        (tmp_path / "came" / f"{family}.so").write_bytes(b"module")

    return add


def test_what_came_with_the_package_needs_no_linker(came, monkeypatch):
    monkeypatch.setattr(kernels, "families", lambda: ["congo"])
    came("congo")
    assert set(kernels.kernels()) == {"congo.json", "congo.so"}
    assert kernels.kernels()["congo.so"] == b"module"


def test_what_came_from_other_sources_is_built_anew(came, monkeypatch, tmp_path):
    monkeypatch.setattr(kernels, "families", lambda: ["congo"])
    came("congo", **{"plyground.core.rules": "0" * 16})
    with pytest.raises(InvalidSetting, match=r"^The kernels of congo cannot be built for browsers\. .*wasm-ld.*lld\.$"):
        kernels.kernels()
    assert not (tmp_path / "cache" / "browser-4567").exists(), "those of former sources are removed"
    assert (tmp_path / "cache" / "browser-89ab").exists(), "which another version may be building"


def test_a_game_of_others_goes_without(came, monkeypatch):
    monkeypatch.setattr(kernels, "families", lambda: ["congo", "connect-four"])
    came("congo")
    with pytest.warns(RuntimeWarning, match=r"wasm-ld is missing .* plays connect-four uncompiled: slowly\.$"):
        assert set(kernels.kernels()) == {"congo.json", "congo.so"}


def test_a_wheel_gets_the_kernels_of_its_own_games():
    """Others' may be installed where it is made, such as the examples' game here."""
    families = {game.family for game in all_games().values()}
    assert set(kernels._own()) == families - {"connect_four"}
    assert "connect_four" in families


def test_the_tour_and_kernels_decide_where_modules_are_kept(monkeypatch, tmp_path):
    root = tmp_path / "plyground"
    files = ["core/rules.py", "web/browser/tour.py", "web/home/api.py"]
    for name in ("__init__.py", *files):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    monkeypatch.setattr(kernels.plyground, "__file__", str(root / "__init__.py"))
    found = [kernels._cache_folder()]
    for name in files:
        (root / name).write_text("# changed")
        found.append(kernels._cache_folder())
    assert found[0] != found[1] != found[2]
    assert found[3] == found[2], "pages decide nothing"


@pytest.mark.slow  # minutes for each family, half of them for what ends by the clock
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("family", sorted({game.family for game in all_games().values()}))
def test_a_tour_in_pyodide_misses_no_kernel(family, monkeypatch, tmp_path):
    in_pyodide("answer = 1", "")
    monkeypatch.setattr(kernels, "families", lambda: [family])
    for name, content in kernels.kernels().items():
        (tmp_path / name).write_bytes(content)
    assert in_pyodide(TOUR.replace("FAMILY", family), tmp_path) == []
