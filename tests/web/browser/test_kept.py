"""What a site's visitor has done stays: with an update, a killed tab, two tabs, and as one file."""

import json
import shutil

import psutil
import pytest
from playwright.sync_api import expect

from plyground.web.browser import site
from web.browser.visitor import Visitor, begin, play
from web.hands import ready, until
from web.on_a_site import ASK, SERVICE, serve

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.timeout(600)]

VERSIONS = """async () => [document.documentElement.dataset.version,
  (await caches.keys()).filter((name) => name.startsWith("plyground"))]"""
BEGIN_GAMES = """async () => {
  for (let count = 0; count < 500; count++) {
    const body = JSON.stringify({ game: "gardner", you: "white", level: 0 }),
      answer = await window.tested.request("/api/play", { method: "POST", body });
    console.log(`begun ${(await answer.json()).id}`);
  }
}"""


def can_ask(page, address):
    """Open a page that can ask the service."""
    page.goto(f"{address}/class")
    page.evaluate(SERVICE)
    return page


def begin_for_both(page, address):
    """Begin a game of which this browser plays both sides; return its page's address."""
    body = '{"game": "gardner", "you": "both"}'
    status, text = can_ask(page, address).evaluate(ASK, ["POST", "/api/play", body])
    assert status == 200, text
    return f"{address}/game/{json.loads(text)['id']}"


def only_its_files(page, version):
    """Wait until nothing of a former version is left."""
    until(page, lambda: page.evaluate(VERSIONS)[1] == [f"plyground/plyground {version}"])


def test_an_update_keeps_what_is_kept_and_mixes_nothing(visitor, sites, tmp_path):
    """A tab is open while the files are replaced by another version's."""
    folder = tmp_path / "plyground"
    shutil.copytree(sites.below, folder)
    (former,) = (path.name for path in (folder / "run").iterdir())
    for address in serve(folder):
        page = visitor.page()
        page.goto(begin_for_both(visitor.page(), address))
        play(page, "a2a3")
        expect(page.locator("#moves button")).to_have_count(1)
        assert page.evaluate(VERSIONS)[0] == former
        site.build(folder, "/plyground/", "https://example.org/newer/")
        (newer,) = (path.name for path in (folder / "run").iterdir())
        assert newer != former
        # the open tab plays on, by its own version or after a reload by the newer one
        play(page, "b4a3")
        expect(page.locator("#moves button")).to_have_count(2)
        other = visitor.page()
        for _ in range(3):
            other.goto(f"{address}/games")
            expect(other.locator("main img").first).to_be_visible()
            if other.evaluate(VERSIONS)[0] == newer:
                break
            other.wait_for_timeout(3000)
        assert other.evaluate(VERSIONS)[0] == newer
        only_its_files(other, newer)
        other.get_by_role("link", name="Play on").click()
        ready(other)
        expect(other.locator("#moves button")).to_have_count(2)
        scripts = other.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
        assert not [name for name in scripts if f"/{former}/" in name]
        # what its workers load yet is loaded from a server that is there
        visitor.close()


def test_what_a_killed_tab_was_told_is_there_and_whole(visitor, address):
    """The browser's process with the tab and its worker ends while games are being written."""
    begun, page = [], can_ask(visitor.page(), address)
    page.on("console", lambda message: begun.append(message.text.split()[1]) if "begun" in message.text else None)
    page.evaluate(f"() => {{ ({BEGIN_GAMES})(); }}")
    until(page, lambda: len(begun) >= 6)
    with page.expect_event("crash"):
        for process in psutil.Process().children(recursive=True):
            if "--type=renderer" in process.cmdline():
                process.kill()
    assert len(begun) < 500, "it was writing"
    page.close()
    later = can_ask(visitor.page(), address)
    for game in begun:
        status, text = later.evaluate(ASK, ["GET", f"/api/play/{game}", None])
        assert status == 200, text
    assert later.evaluate(ASK, ["POST", f"/api/play/{begun[-1]}/move", '{"move": "a2a3", "ply": 0}'])[0] == 200


def test_two_tabs_play_one_game(visitor, address):
    page, other = visitor.page(), visitor.page()
    game = begin_for_both(visitor.page(), address)
    for each in (page, other):
        each.goto(game)
        ready(each)
    play(page, "a2a3")
    expect(other.locator("#moves button")).to_have_count(1)
    play(other, "b4a3")
    expect(page.locator("#moves button")).to_have_count(2)


def test_everything_is_a_file_that_another_browser_opens(visitor, browser, address, tmp_path):
    page = visitor.page()
    begin(page, address)
    play(page, "a2a3")
    expect(page.locator("#moves button")).to_have_count(2)
    page.evaluate("localStorage.setItem('plyground.theme', '\"dark\"')")
    page.goto(f"{address}/games")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save everything as a file").click()
    saved.value.save_as(tmp_path / "all.zip")
    (tmp_path / "damaged.zip").write_bytes((tmp_path / "all.zip").read_bytes()[:-900])
    other = Visitor(browser.new_context(reduced_motion="reduce")).page()
    other.goto(f"{address}/games")
    for name in ("damaged.zip", "all.zip"):
        with other.expect_file_chooser() as chooser:
            other.get_by_role("button", name="Open such a file").click()
        chooser.value.set_files(tmp_path / name)
        if name == "damaged.zip":
            expect(other.locator("#all-said")).to_contain_text("it is damaged")
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    other.get_by_role("link", name="Play on").click()
    ready(other)
    expect(other.locator("#moves button")).to_have_count(2)
    other.context.close()
