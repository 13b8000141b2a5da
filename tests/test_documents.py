"""What the documents show is run: the README, the pages, and the examples in docstrings."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

import plyground

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = [
    "plyground",
    *(
        f"plyground.{path.relative_to(Path(plyground.__file__).parent).with_suffix('').as_posix().replace('/', '.')}"
        for path in sorted(Path(plyground.__file__).parent.rglob("*.py"))
        if re.search(r"^\s*>>> (?!.*SKIP)", path.read_text(encoding="utf-8"), re.MULTILINE)
        and path.name not in {"__init__.py", "generic.py"}
    ),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page):
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert tried > 0


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("picture", re.findall(r'<img src="([^"]+)"', (ROOT / "README.md").read_text("utf-8")))
def test_the_pictures_are_what_is_drawn_today(picture):
    drawn = plyground.get_game(Path(picture).stem).position()._repr_svg_()
    assert (ROOT / picture).read_text("utf-8").strip() == drawn.strip(), f"plyground show GAME --svg {picture}"
