"""Kept analyses: they belong to a browser, have a short address, and a finished game keeps its review."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from plyground.core.errors import InvalidSetting
from plyground.web.analysis import study_database
from plyground.web.analysis.study_database import Study, StudyDatabase
from plyground.web.host.app import create_app
from plyground.web.host.database import open_store
from web.hands import by_mouse, expect_moves, kept, ready, square

KEPT = {"title": "Gardner", "moves": 2, "state": json.dumps({"game": "gardner", "nodes": []})}


def test_a_study_belongs_to_its_browser_and_is_shown_to_all(browsers):
    mine, other = browsers
    study = mine.post("/api/studies", json=KEPT).json()
    assert len(study["id"]) < 10
    assert [each["id"] for each in mine.get("/api/studies").json()["studies"]] == [study["id"]]
    assert other.get("/api/studies").json() == {"studies": []}
    seen = other.get(f"/api/studies/{study['id']}").json()
    assert (seen["state"], seen["yours"]) == (KEPT["state"], False)
    for address in (f"/api/studies/{study['id']}", f"/api/studies/{study['id']}/delete"):
        body = KEPT if not address.endswith("delete") else {}
        assert other.post(address, json=body).status_code == 403
    changed = mine.post(f"/api/studies/{study['id']}", json={**KEPT, "moves": 3}).json()
    assert (changed["id"], changed["moves"]) == (study["id"], 3)
    assert mine.post(f"/api/studies/{study['id']}/delete", json={}).status_code == 200
    assert mine.get(f"/api/studies/{study['id']}").status_code == 404


def test_a_study_that_another_tab_has_changed_is_not_written_over(browsers):
    mine, _ = browsers

    def state(version):
        return {**KEPT, "state": json.dumps({"version": version})}

    address = f"/api/studies/{mine.post('/api/studies', json=state('a')).json()['id']}"
    assert mine.post(address, json={**state("b"), "known": ["a", "b"]}).status_code == 200
    # the answer to the last change was not seen, but it was known what was sent
    assert mine.post(address, json={**state("c"), "known": ["a", "b", "c"]}).status_code == 200
    refused = mine.post(address, json={**state("d"), "known": ["a", "d"]})
    assert (refused.status_code, "in another tab" in refused.json()["error"]) == (409, True)
    assert json.loads(mine.get(address).json()["state"]) == {"version": "c"}


def test_of_two_changes_at_the_same_time_only_one_is_taken(browsers, monkeypatch):
    mine, _ = browsers
    address = f"/api/studies/{mine.post('/api/studies', json=KEPT).json()['id']}"
    compared = StudyDatabase._find

    def slowly(connection, name):
        study = compared(connection, name)
        # long enough for others to look, too, if they may
        time.sleep(0.05)
        return study

    monkeypatch.setattr(StudyDatabase, "_find", staticmethod(slowly))

    def change(version):
        return mine.post(address, json={**KEPT, "state": json.dumps({"version": version}), "known": [""]}).status_code

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(change, "abcd"))
    assert answers == [200, 409, 409, 409]


def test_a_change_that_is_refused_leaves_the_file_usable(tmp_path):
    database = open_store(StudyDatabase, tmp_path / "studies.db")
    database.save(study := Study("a", "me", "", "", 0, 0.0, "{}"))

    def refuse(study):
        raise InvalidSetting("no")

    with pytest.raises(InvalidSetting, match="no"):
        database.change("a", refuse)
    assert database.change("a", lambda known: replace(known, moves=1)) == replace(study, moves=1)
    assert database.load("a").moves == 1
    database.close()


def test_studies_of_a_game_are_found_after_a_restart(tmp_path):
    with TestClient(create_app(tmp_path / "web.db", threads=1), base_url="http://127.0.0.1") as browser:
        browser.get("/")
        browser.post("/api/studies", json=KEPT)
        study = browser.post("/api/studies", json={**KEPT, "game_id": "abc"}).json()
        cookies = dict(browser.cookies)
    with TestClient(create_app(tmp_path / "web.db", threads=1), base_url="http://127.0.0.1") as browser:
        browser.cookies.update(cookies)
        assert browser.get("/api/studies", params={"game_id": "abc"}).json()["studies"] == [study]
        assert len(browser.get("/api/studies").json()["studies"]) == 2


@pytest.mark.parametrize("state", ["", "[]", "{", "7", "[" * 100_000])
def test_only_objects_are_kept(client, state):
    answer = client.post("/api/studies", json={**KEPT, "state": state})
    assert answer.status_code == 400
    assert "JSON object" in answer.json()["error"]


def test_the_oldest_go_first(tmp_path, monkeypatch):
    monkeypatch.setattr(study_database, "MAX_OF_ONE_OWNER", 2)
    monkeypatch.setattr(study_database, "MAX_KEPT", 3)
    database = open_store(StudyDatabase, tmp_path / "studies.db")
    for number, owner in enumerate("aaabb"):
        database.save(Study(f"{owner}{number}", owner, "", "", 0, float(number), "{}"))
    assert [[study.id for study in database.latest(owner, 9)] for owner in "ab"] == [["a2"], ["b4", "b3"]]
    database.close()


def test_a_file_that_cannot_be_one_is_named(tmp_path):
    (tmp_path / "studies.db").write_text("no database" * 100)
    with pytest.raises(InvalidSetting, match=r"studies\.db cannot keep analyses"):
        open_store(StudyDatabase, tmp_path / "studies.db")


@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.xdist_group("browser")
def test_a_short_link_shows_the_whole_analysis_and_a_visitor_gets_a_copy(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner")
    expect(square(page, "a2")).to_have_class("square own")
    by_mouse(page, ["a2", "a3"])
    expect(page.locator("#tree button")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#state")).to_have_text("White to move")
    by_mouse(page, ["b2", "b3"])
    expect(page.locator("#tree button")).to_have_count(2)
    page.locator("#share summary").click()
    page.get_by_role("button", name="Short link").click()
    expect(page.locator("#link")).to_have_value(re.compile("/s/"))
    link = page.locator("#link").input_value()

    visitor = pages.page("phone")
    visitor.goto(link)
    expect(visitor.locator("#tree button")).to_have_count(2)
    expect(visitor).to_have_url(link)
    visitor.keyboard.press("ArrowLeft")
    expect(visitor.locator("#state")).to_have_text("White to move")
    by_mouse(visitor, ["c2", "c3"])
    expect(visitor.locator("#tree button")).to_have_count(3)
    expect(visitor).not_to_have_url(link)
    copy = visitor.url
    assert "/s/" in copy
    page.goto(link)
    expect(page.locator("#tree button")).to_have_count(2)
    page.goto(copy)
    expect(page.locator("#tree button")).to_have_count(3)

    # two tabs of one browser: what is done in one is not lost by what is done in the other
    page.goto(link)
    tab = page.context.new_page()
    tab.goto(link)
    for each, squares in ((page, ["c2", "c3"]), (tab, ["d2", "d3"])):
        expect(each.locator("#tree button")).to_have_count(2)
        each.keyboard.press("ArrowLeft")
        expect(each.locator("#state")).to_have_text("White to move")
        with each.expect_response(
            lambda answer: answer.ok and answer.request.method == "POST" and "/api/studies" in answer.url
        ):
            by_mouse(each, squares)
    expect(tab.locator("#toasts")).to_contain_text("changed in another tab")
    expect(tab).not_to_have_url(link)
    tab.reload()
    expect(tab.locator("#tree")).to_contain_text("d2d3")
    page.reload()
    expect(page.locator("#tree")).to_contain_text("c2c3")
    # the tab that was left as it was shows what the other one has made of it
    tab.goto(page.url)
    expect(tab.locator("#tree")).to_contain_text("c2c3")


@pytest.mark.xdist_group("browser")
def test_a_finished_game_is_listed_and_keeps_its_review(server, pages, monkeypatch):
    from plyground.web.analysis import api

    monkeypatch.setattr(api, "REVIEW_SECONDS", 0.05)
    page = pages.page()
    page.goto(f"{server.url}/play/gardner")
    page.locator("label", has_text="Two people").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/*")
    ready(page)
    by_mouse(page, ["a2", "a3"])
    expect_moves(page, 1)
    page.get_by_role("button", name="Resign").click()
    page.locator("#sure").get_by_role("button", name="Resign").click()
    page.locator("#result").get_by_role("link", name="Analyse").click()
    expect(page.locator("#tree button")).to_have_count(1)
    # what the engine goes on to find at the position that is shown would change the figures
    page.keyboard.press("l")
    expect(page.locator("#engine-on")).not_to_be_checked()
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator("#mistakes")).to_contain_text("a move lost")
    expect(page.get_by_role("button", name="Analyse this game")).to_be_visible()
    kept(page)
    before = page.locator("#mistakes").inner_text()
    page.goto(f"{server.url}/games")
    card = page.locator("#finished li")
    expect(card).to_contain_text("White won: resignation")
    expect(card).to_contain_text("analysed")
    expect(card.locator("img")).to_have_js_property("complete", value=True)
    page.evaluate("sessionStorage.clear()")
    card.get_by_role("link", name="Review").click()
    expect(page.locator("#mistakes")).to_have_text(before, use_inner_text=True)


@pytest.mark.parametrize("address", ["/s/elsewhere", "/analysis/gardner?game=elsewhere"])
def test_what_is_not_kept_here_is_said_for_as_long_as_the_page_is_open(server, pages, address):
    """Not for seconds, over the start of some game that has nothing to do with it."""
    page = pages.page()
    page.on("console", lambda message: pages.faults.clear() if "404" in message.text else None)
    page.goto(f"{server.url}{address}")
    expect(page.get_by_role("heading", name="This analysis cannot be shown")).to_be_visible()
    expect(page.locator("main")).to_contain_text(
        re.compile("it may (have been deleted|be too old)|kept only where it was made")
    )
    expect(page.locator("#board")).to_have_count(0)
