"""A board for other sites: in a frame it can be walked through, and other pages cannot be shown in one."""

import re

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_nothing_serious


def test_only_the_board_for_other_sites_may_stand_in_a_frame(client):
    assert "frame-ancestors *" in client.get("/embed/congo").headers["content-security-policy"]
    for path in ("/", "/analysis/congo", "/puzzles"):
        assert "frame-ancestors 'none'" in client.get(path).headers["content-security-policy"]


def test_a_game_is_drawn_as_a_moving_picture(client):
    ask = {"game": "gardner", "moves": ["a2a3", "b4a3"], "turned": True}
    assert "<animate" in client.post("/api/line/animation", json=ask).json()["text"]
    wrong = client.post("/api/line/animation", json={**ask, "moves": ["a2a5"]})
    assert wrong.status_code == 400
    live = client.post("/api/play", json={"game": "gardner", "you": "both"}).json()
    client.post(f"/api/play/{live['id']}/move", json={"move": "a2a3", "ply": 0})
    assert "<animate" in client.post(f"/api/play/{live['id']}/animation", json={}).json()["text"]


@pytest.mark.server("it needs the header of a server")
@pytest.mark.xdist_group("browser")
def test_the_board_stands_in_a_page_that_is_a_file(server, browser, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(f'<!doctype html><iframe src="{server.url}/embed/congo?moves=d2d3"></iframe>', encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    frame = page.frame_locator("iframe")
    expect(frame.locator(".board .piece").first).to_be_attached()
    # a browser that blocks the cookies of frames lets them keep nothing
    expect(frame.locator("#where")).to_have_text("1 of 1 · d2d3")
    frame.get_by_role("button", name="One move back").click()
    expect(frame.locator("#where")).to_have_text("")
    page.close()


@pytest.mark.xdist_group("browser")
def test_the_code_from_the_analysis_shows_the_line_in_a_frame(server, pages):
    page = pages.page(bypass_csp=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    page.goto(f"{server.url}/analysis/gardner?moves=a2a3,b4a3")
    page.get_by_text("Share and save").click()
    page.get_by_role("button", name="Embed").click()
    expect(page.locator("#toasts")).to_contain_text("copied")
    code = page.evaluate("navigator.clipboard.readText()")
    address = re.search(r'src="([^"]+)"', code)[1].replace("&amp;", "&")
    with page.expect_download() as download:
        page.get_by_role("button", name="Moving picture").click()
    assert "<animate" in download.value.path().read_text(encoding="utf-8")
    # what is shown first needs no answer, which a site without a server would have to load Python for
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(re.sub(r"^https?://[^/]+", server.url, address))
    expect(page.locator("#where")).to_have_text("2 of 2 · b4a3")
    expect(page.locator("#board .piece")).to_have_count(19)
    assert page.locator("#board .mark-last").count() == 2
    assert not [url for url in asked if "/api/" in url]
    assert_nothing_serious(page)
    page.get_by_role("button", name="One move back").click()
    expect(page.locator("#where")).to_have_text("1 of 2 · a2a3")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_have_text("2 of 2 · b4a3")
    expect(page.locator("#open")).to_have_attribute("href", re.compile("^/analysis/gardner"))


@pytest.mark.xdist_group("browser")
def test_a_picture_that_is_none_of_this_game_is_not_shown(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/embed/gardner?moves=a2a3#white-lion=a1&white-king=z9&last=a1")
    expect(page.locator("#where")).to_have_text("1 of 1 · a2a3")
    expect(page.locator("#board .piece")).to_have_count(20)
