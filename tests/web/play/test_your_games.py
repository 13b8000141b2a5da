"""What was played and analysed can be found again, saved and deleted."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from plyground import Record
from plyground.web.analysis import studies
from plyground.web.play import api as play_api
from plyground.web.service.game_tree import GameTree


def begun(browser, **options):
    return browser.post("/api/play", json={"game": "gardner", "you": "both", **options}).json()["id"]


def test_games_beyond_the_first_page_are_found(browsers, monkeypatch):
    mine, _ = browsers
    monkeypatch.setattr(play_api, "MAX_LISTED", 2)
    begun_ones = [begun(mine) for _ in range(5)]
    found, query = [], {}
    while games := mine.get("/api/play", params=query).json()["games"]:
        found += [game["id"] for game in games]
        query = {"before": games[-1]["changed"]}
    assert found == begun_ones[::-1]


def test_analyses_beyond_the_first_page_are_found(browsers, monkeypatch):
    mine, _ = browsers
    monkeypatch.setattr(studies, "MAX_LISTED", 2)
    kept = {"title": "Gardner", "moves": 0, "state": "{}"}
    ids = [mine.post("/api/studies", json=kept).json()["id"] for _ in range(3)]
    first = mine.get("/api/studies").json()["studies"]
    rest = mine.get("/api/studies", params={"before": first[-1]["changed"]}).json()["studies"]
    assert [study["id"] for study in first + rest] == ids[::-1]


def test_all_games_are_written_with_their_results_and_days(browsers):
    mine, other = browsers
    over = begun(mine)
    mine.post(f"/api/play/{over}/move", json={"move": "a2a3", "ply": 0})
    mine.post(f"/api/play/{over}/resign", json={})
    begun(mine, game="congo")
    begun(other)
    text = mine.get("/api/play/records").json()["text"]
    assert [(record.game.name, record.plies, record.result) for record in Record.parse_all(text)] == [
        ("congo", 0, "*"),
        ("gardner", 1, "1-0"),
    ]
    assert text.count("[Date ") == 2
    alone = TestClient(mine.app, base_url="http://127.0.0.1")
    assert alone.get("/api/play/records").json() == {"text": ""}


def test_a_game_of_ones_own_can_be_deleted_with_its_reviews(browsers):
    mine, other = browsers
    game = begun(mine)
    kept = {"title": "Gardner", "moves": 0, "state": "{}", "game_id": game}
    review = mine.post("/api/studies", json=kept).json()["id"]
    refused = other.post(f"/api/play/{game}/delete", json={})
    assert (refused.status_code, "all your own" in refused.json()["error"]) == (403, True)
    assert mine.get("/api/play").json()["games"][0]["deletable"]
    assert mine.post(f"/api/play/{game}/delete", json={}).status_code == 200
    assert mine.get("/api/play").json() == {"games": []}
    for path in (f"/api/play/{game}", f"/api/studies/{review}"):
        assert mine.get(path).status_code == 404
    assert mine.post(f"/api/play/{game}/delete", json={}).status_code == 404


def test_a_friends_game_cannot_be_deleted(browsers):
    mine, _ = browsers
    game = begun(mine, you="white", friend=True)
    assert not mine.get("/api/play").json()["games"][0]["deletable"]
    assert mine.post(f"/api/play/{game}/delete", json={}).status_code == 403


def saved(page, name):
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return Path(download.value.path()).read_text()


@pytest.mark.xdist_group("browser")
def test_the_page_saves_and_deletes(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/play/gardner")
    node = {"parent": 0, "move": "a2a3", "glyph": "!", "nags": [16], "comment": "so"}
    chapter = {"game": "gardner", "rules": {}, "tags": {}, "nodes": [node], "comments": {}}
    state = {"title": "Two", "shown": 0, "chapters": [{**chapter, "name": "A"}, {**chapter, "name": "B"}]}
    server.post_as(page, "/api/studies", title="Two", moves=2, state=json.dumps(state))
    server.post_as(page, "/api/play", game="gardner", you="both")
    page.goto(f"{server.url}/games")
    assert '[Game "gardner"]' in saved(page, "Save all games")
    trees = list(GameTree.parse_all(saved(page, "Save all analyses")))
    assert [tree.tags for tree in trees] == [{"StudyName": "Two", "ChapterName": name} for name in "AB"]
    assert [(each.move, each.glyph, each.nags) for each in trees[0].root.children] == [("a2a3", "!", (16,))]
    for title in ("Minichess, Gardner's rules", "Two"):
        button = page.get_by_role("button", name=f"Delete {title}").first
        button.click()
        expect(button).to_have_text("Really delete")
        button.click()
        expect(button).to_have_count(0)
