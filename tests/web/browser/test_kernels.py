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
    monkeypatch.setattr(kernels, "_cache_folder", lambda: tmp_path / "cache" / "browser-modules-0123")
    (tmp_path / "came").mkdir()
    for name, age in (("old", 2 * kernels.A_WEEK), ("new", 0)):
        folder = tmp_path / "cache" / "browser-modules-4567" / name
        folder.mkdir(parents=True)
        os.utime(folder, (time.time() - age,) * 2)

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
    left = [path.name for path in (tmp_path / "cache" / "browser-modules-4567").iterdir()]
    assert left == ["new"], "those of former sources are removed, but another version may use one"


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


def test_what_kernels_are_compiled_from_and_what_is_called_decides_whether_they_are_built(monkeypatch, tmp_path):
    """A change of anything else, below the pages or among them, builds nothing."""
    root = tmp_path / "plyground"
    files = {
        "core/rules.py": "@kernel\ndef generate(): ...\ndef scratch(): ...\n",
        "puzzles/rating.py": "",
        "web/home/api.py": "",
        "web/browser/tour.py": "",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (root / "__init__.py").write_text("")
    built = []

    def build(folder, missing):
        built.append(list(missing))
        for family in missing:
            sources = {name: linked.source_digest.__wrapped__(str(root / name)) for name in used[family]}
            (folder / f"{family}.json").write_text(json.dumps(sources))
            (folder / f"{family}.so").write_bytes(b"module")

    def is_current(path):
        digest = linked.source_digest.__wrapped__
        return path.is_file() and all(
            digest(str(root / name)) == held for name, held in json.loads(path.read_text()).items()
        )

    used = {"congo": ["core/rules.py", "web/browser/tour.py"], "halma": ["web/browser/tour.py"]}
    monkeypatch.setattr(kernels.plyground, "__file__", str(root / "__init__.py"))
    monkeypatch.setattr(kernels.cache, "directory", lambda: tmp_path / "cache" / "kernels-0")
    monkeypatch.setattr(kernels, "PREBUILT", tmp_path / "none")
    monkeypatch.setattr(kernels, "families", lambda: ["congo", "halma"])
    monkeypatch.setattr(kernels, "_own", lambda: ["congo", "halma"])
    monkeypatch.setattr(kernels, "build", build)
    monkeypatch.setattr(kernels.linked, "is_current", is_current)

    def change(name, text):
        with (root / name).open("a") as file:
            file.write(text)
        built.clear()
        kernels.kernels()
        return [family for each in built for family in each]

    assert change("core/rules.py", "") == ["congo", "halma"]
    assert change("puzzles/rating.py", "# a remark\nMOST = 3\n") == []
    assert change("web/home/api.py", "# a remark\nMOST = 3\n") == []
    assert change("core/rules.py", "# another rule\n") == ["congo"]
    assert change("web/browser/tour.py", "# asks for more\n") == ["congo", "halma"]
    assert change("web/home/api.py", "generate()\n") == ["congo", "halma"], (
        "what is newly called may have been left out"
    )
    assert change("web/home/api.py", "generate(1)\n") == []
    (root / "core/rules.py").write_text("@kernel\ndef generate(): ...\ndef scratch(): ...\n# another rule\n")
    assert change("puzzles/rating.py", "") == [], "a former version that comes back is still there"


@pytest.mark.slow  # minutes for each family, half of them for what ends by the clock
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("family", sorted({game.family for game in all_games().values()}))
def test_a_tour_in_pyodide_misses_no_kernel(family, monkeypatch, tmp_path):
    in_pyodide("answer = 1", "")
    monkeypatch.setattr(kernels, "families", lambda: [family])
    for name, content in kernels.kernels().items():
        (tmp_path / name).write_bytes(content)
    assert in_pyodide(TOUR.replace("FAMILY", family), tmp_path) == []
