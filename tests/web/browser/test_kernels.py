"""A site's kernels come with the package, or are built; where there is no linker, only games of others go without."""

import json

import pytest

from plyground.core.errors import InvalidSetting
from plyground.kernel import JIT, linked
from plyground.web.browser import kernels

pytestmark = pytest.mark.skipif(not JIT, reason="a site has compiled kernels")


@pytest.fixture
def came(tmp_path, monkeypatch):
    """Say that a module has come with the package; nothing can be built."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(kernels, "PREBUILT", tmp_path / "came")
    monkeypatch.setattr(kernels, "_kept", lambda: tmp_path / "cache" / "browser-0123")
    (tmp_path / "came").mkdir()
    (tmp_path / "cache" / "browser-4567").mkdir(parents=True)

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


def test_a_game_of_others_goes_without(came, monkeypatch):
    monkeypatch.setattr(kernels, "families", lambda: ["congo", "connect-four"])
    came("congo")
    with pytest.warns(RuntimeWarning, match=r"wasm-ld is missing .* plays connect-four uncompiled: slowly\.$"):
        assert set(kernels.kernels()) == {"congo.json", "congo.so"}


def test_the_tour_and_kernels_decide_where_modules_are_kept(monkeypatch, tmp_path):
    root = tmp_path / "plyground"
    files = ["core/rules.py", "web/browser/tour.py", "web/home/api.py"]
    for name in ("__init__.py", *files):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    monkeypatch.setattr(kernels.plyground, "__file__", str(root / "__init__.py"))
    found = [kernels._kept()]
    for name in files:
        (root / name).write_text("# changed")
        found.append(kernels._kept())
    assert found[0] != found[1] != found[2]
    assert found[3] == found[2], "pages decide nothing"
