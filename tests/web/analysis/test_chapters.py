"""Studies of several chapters: each a tree of its own game, kept under one address and written as one text."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.hands import by_mouse, kept, square

pytestmark = pytest.mark.xdist_group("browser")

STUDY = """[Game "gardner"]
[StudyName "Openings"]
[ChapterName "The edge"]
[Result "*"]

1. a2a3! (1. c2c3) 1... b5a3 *

[Game "congo"]
[StudyName "Openings"]
[ChapterName "Empty"]
[Result "*"]

*
"""


def chapters(page):
    return page.locator("#chapters li button")


def moves(page):
    return page.locator("#tree button")


def added(page, name, source="start", text=""):
    page.get_by_role("button", name="Add a chapter").click()
    page.locator("#chapter-new").fill(name)
    if text:
        page.locator("#chapter-text").fill(text)
    else:
        page.locator(f'#chapter-dialog [value="{source}"]').check()
    page.locator("#chapter-go").click()
    expect(page.locator("#chapter-dialog")).to_be_hidden()


def record_of_all(page):
    with page.expect_download() as download:
        page.get_by_role("button", name="Record of all").click()
    return Path(download.value.path()).read_text()


@pytest.mark.server("two visitors")
def test_chapters_are_added_named_ordered_deleted_and_kept(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner")
    expect(square(page, "a2")).to_have_class("square own")
    by_mouse(page, ["a2", "a3"])
    expect(moves(page)).to_have_count(1)
    page.locator("#chapters summary").click()
    page.locator("#chapter-name").fill("First")
    added(page, "Here", "position")
    expect(chapters(page)).to_have_text(["First", "Here"])
    expect(moves(page)).to_have_count(0)
    expect(page.locator("#state")).to_have_text("Black to move")
    added(page, "", text='[Game "congo"]\n[White "Ann"]\n\n1. d2d3 *')
    expect(chapters(page)).to_have_text(["First", "Here", "Ann"])
    page.get_by_role("button", name="Move up").click()
    expect(chapters(page)).to_have_text(["First", "Ann", "Here"])
    expect(page).to_have_url(re.compile(r"/s/[\w-]+\?chapter=2$"))
    page.get_by_role("button", name="First").click()
    expect(moves(page)).to_have_text(["a2a3"])
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(chapters(page)).to_have_text(["Ann", "Here"])
    page.get_by_role("button", name="Bring the deleted one back").click()
    expect(chapters(page)).to_have_text(["First", "Ann", "Here"])
    expect(moves(page)).to_have_text(["a2a3"])
    kept(page)
    page.evaluate("sessionStorage.clear()")

    visitor = pages.page("phone")
    visitor.goto(page.url + "?chapter=2")
    expect(chapters(visitor)).to_have_text(["First", "Ann", "Here"])
    expect(moves(visitor)).to_have_text(["d2d3"])
    visitor.get_by_role("button", name="Here").click()
    expect(visitor.locator("#state")).to_have_text("Black to move")
    kept(visitor)
    # who only looks at chapters gets no copy
    expect(visitor).to_have_url(page.url + "?chapter=3")
    visitor.locator("#study-title").fill("Mine")
    expect(visitor).not_to_have_url(re.compile(re.escape(page.url)))
    page.reload()
    expect(chapters(page)).to_have_text(["First", "Ann", "Here"])
    expect(page.locator("#study-title")).to_have_value("")


def test_a_study_is_read_and_written_as_one_text(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/halma-8x8")
    page.get_by_role("button", name="Paste or open").click()
    page.locator("#import-text").fill(STUDY)
    page.locator("#import-go").click()
    expect(chapters(page)).to_have_text(["The edge", "Empty"])
    expect(moves(page)).to_have_count(3)
    expect(page.locator("#study-title")).to_have_value("Openings")
    assert record_of_all(page) == STUDY
    page.get_by_role("button", name="Empty").click()
    expect(page.locator("#game")).to_have_value("congo")
    assert record_of_all(page) == STUDY
    # another game is one more chapter, and nothing is lost
    page.locator("#game").select_option("amazons")
    expect(chapters(page)).to_have_text(["The edge", "Empty", "Chapter 3"])
