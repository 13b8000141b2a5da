"""The documentation as a site: every page is in its menu, every link holds, nothing needs a network."""

import re
from importlib.util import find_spec
from pathlib import Path

import build_docs
import pytest
import yaml

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    """Stage the site without executing notebooks; return the folder."""
    folder = tmp_path_factory.mktemp("stage")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build_docs, "STAGE", folder)
        build_docs.stage(executed=False)
    return folder


def names(entry):
    """Return the pages of a part of the menu."""
    if isinstance(entry, str):
        return [entry]
    return [name for part in (entry.values() if isinstance(entry, dict) else entry) for name in names(part)]


def test_every_page_is_in_the_menu(staged):
    pages = {path.relative_to(staged).as_posix() for path in staged.rglob("*.md")} - set(build_docs.api_pages())
    menu = names(yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"])
    assert pages - {"readme.md"} == set(menu)
    assert len(menu) == len(set(menu))


def test_links_hold_in_the_site(staged):
    for page in staged.rglob("*.md"):
        text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r'(?:\]\(|(?:src|href)=")([^)"\s#]+)', text):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_links_out_of_the_site_lead_to_files_of_the_repository(staged):
    address = build_docs.repository()
    found = [
        target
        for page in staged.rglob("*.md")
        for target in re.findall(rf"{address}/([^)\"\s#]+)", page.read_text("utf-8"))
    ]
    assert found
    assert [target for target in found if not (ROOT / target).exists()] == []


def test_bars_in_the_code_of_tables_have_no_backslash(staged):
    text = (staged / "command-line.md").read_text("utf-8")
    assert "`bare-lions=draw|may-capture`" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert [row for row in rows for code in re.findall(r"`[^`]+`", row) if "\\|" in code] == []


def test_the_api_of_every_module_has_a_place():
    text = "".join(build_docs.api_pages().values())
    modules = re.findall(r"^::: (\S+)$", text, re.MULTILINE)
    assert {"plyground.core.position", "plyground.engine.engine", "plyground.games.congo.rules"} <= set(modules)
    assert len(modules) == len(set(modules)) > 250
    # files that are not modules of ours, such as those that stand in for a student's, cannot be collected
    assert [name for name in modules if "._" in name or find_spec(name) is None] == []


@pytest.mark.slow
def test_the_site_is_built_and_asks_no_other_server(monkeypatch, tmp_path):
    pytest.importorskip("zensical")
    pytest.importorskip("nbclient")
    monkeypatch.setattr(build_docs, "SITE", tmp_path / "site")
    assert build_docs.main() == 0
    pages = {path: path.read_text("utf-8") for path in (tmp_path / "site").rglob("*.html")}
    assert len(pages) > 45
    for path, page in pages.items():
        assert re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?//[^"]*"', page) == [], path
    assert 'class="doc doc-heading"' in pages[tmp_path / "site" / "api" / "core.html"]
