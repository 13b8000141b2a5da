"""What can be installed, and what is there when the server is not."""

import json
import re
import struct

import pytest
from playwright.sync_api import expect

from plyground import get_game
from plyground.puzzles.collection import collections, puzzle_by_id
from plyground.web.host.assets import digest
from plyground.web.host.offline import offline_pages
from web.hands import by_mouse, ready, until

HALMA = get_game("halma-8x8")


def test_the_manifest_names_icons_and_screenshots_that_exist(client):
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.text)
    assert manifest["start_url"] == "/"
    pictures = [*manifest["icons"], *manifest["screenshots"]]
    assert {"192x192", "512x512"} <= {each["sizes"] for each in pictures if each["type"] == "image/png"}
    assert {"any", "maskable"} == {each["purpose"] for each in manifest["icons"]}
    for each in pictures:
        content = client.get(each["src"]).content
        if each["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert each["sizes"] == f"{width}x{height}"
    assert client.get(re.search(r'apple-touch-icon" href="([^"]+)"', client.get("/").text)[1]).status_code == 200
    assert 'rel="manifest" href="/manifest.webmanifest"' in client.get("/").text


def test_the_worker_keeps_pages_that_exist_under_its_version(client):
    answer = client.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert f'"{digest()}"' in answer.text
    assert "{{" not in answer.text
    named = json.loads(re.search(r"PAGES = (\[.*?\])", answer.text)[1])
    assert named == offline_pages()
    assert all(client.get(path).status_code == 200 for path in named)


@pytest.mark.xdist_group("browser")
def test_lessons_can_be_read_when_the_server_is_gone(server, browser):
    context = browser.new_context(service_workers="allow", reduced_motion="reduce")
    page = context.new_page()
    page.goto(server.url)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"{server.url}/learn/halma")
    until(page, lambda: page.evaluate("async () => Boolean(await caches.match('/api/games/halma-usc2019'))"))
    context.set_offline(True)
    page.reload()
    try_goals_of_halma(page)
    page.goto(f"{server.url}/learn/congo")
    expect(page.get_by_role("heading", name="The river")).to_be_visible()
    expect(page.locator("figure .piece").first).to_be_attached()
    page.goto(f"{server.url}/analysis")
    expect(page.locator("#board .piece").first).to_be_attached()
    # what could not be filled is loaded anew
    with page.expect_navigation():
        context.set_offline(False)
    ready(page)
    for number in range(3):
        page.evaluate("path => fetch(path).then((answer) => answer.text())", f"/api/games/congo?number={number}")
    kept = page.evaluate(
        "async () => (await (await caches.open((await caches.keys())[0])).keys()).map((request) => request.url)"
    )
    assert f"{server.url}/learn/congo" in kept
    assert not [url for url in kept if "?" in url], "what is asked of single positions is not kept"
    context.close()


def try_goals_of_halma(page):
    """Miss a goal and reach it; have one's solution shown."""
    aside = page.locator("figure", has_text="aside, to b8")

    def play(target):
        expect(aside.locator(f'.target[data-square="{target}"]')).to_be_visible()
        aside.locator(f'[data-square="{target}"] rect').click()

    aside.scroll_into_view_if_needed()
    play("a7")
    expect(aside.locator(".said")).to_have_text("On b8 there should be a man. Reset, and try again.")
    aside.get_by_role("button", name="Reset").click()
    play("b8")
    expect(aside.locator(".said")).to_have_text("Well done!")
    expect(aside.locator(".stars")).to_have_text("★★☆")
    corner = page.locator("figure", has_text="into the corner")
    corner.get_by_role("button", name="Show me").click()
    expect(corner.locator(".said")).to_have_text("Well done!")


@pytest.mark.xdist_group("browser")
def test_puzzles_are_solved_when_the_server_is_gone_and_count_when_it_is_back(server, browser):
    context = browser.new_context(service_workers="allow", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{server.url}/puzzles/halma-8x8")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    kept = until(page, lambda: page.evaluate("() => localStorage.getItem('plyground.puzzles.kept')"))
    kept = json.loads(kept)["puzzles"]
    assert {each["puzzle"]["game"] for each in kept} == {found.game.name for found in collections()}
    context.set_offline(True)
    page.goto(f"{server.url}/puzzles/daily")
    ready(page)

    solved, missed = [puzzle_by_id(each["puzzle"]["id"]) for each in kept if each["puzzle"]["game"] == "halma-8x8"][:2]
    page.goto(f"{server.url}/puzzles/{solved.id}")
    expect(page.locator("#toasts")).to_contain_text("The server cannot be reached.")
    positions, moves = solved.line(HALMA)
    for position, move in zip(positions[::2], moves[::2], strict=False):
        ready(page)
        squares = position.steps(move)
        by_mouse(page, [squares[0], squares[-1]])
    expect(page.locator("#say")).to_have_text("Solved!")

    page.goto(f"{server.url}/puzzles/{missed.id}")
    ready(page)
    position = HALMA.position(missed.position)
    best = position.move(missed.moves[0])
    steps = [position.steps(move) for move in position.legal_moves if move != best]
    by_mouse(page, next([first, last] for first, *_, last in steps if last != position.steps(best)[-1]))
    expect(page.locator("#say")).to_contain_text("is not it. What refutes it, the server tells when it is back.")

    context.set_offline(False)
    expect(page.locator("#standing")).to_contain_text("1 of 2")
    until(page, lambda: page.evaluate("localStorage.getItem('plyground.puzzles.tries')") == "[]")
    context.close()
