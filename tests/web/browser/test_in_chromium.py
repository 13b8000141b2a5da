"""The site in a real browser, below a path of a host that serves files and nothing else."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from web.hands import answering, ready

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.timeout(900)]
PATIENCE = 300_000
"""Milliseconds: Python is loaded first, on a machine that does much else."""


class Visitor:
    """A visitor's browser; what its pages complain of, and which hosts they ask, is noted."""

    def __init__(self, context: BrowserContext) -> None:
        self.faults: list[str] = []
        self.hosts: set[str] = set()
        self._context = context
        context.set_default_timeout(PATIENCE)
        context.on("request", lambda request: self.hosts.add(request.url.split("/")[2].split(":")[0]))

    def page(self) -> Page:
        page = self._context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        return page


@pytest.fixture
def visitor(browser) -> Iterator[Visitor]:
    expect.set_options(timeout=PATIENCE)
    context = browser.new_context(reduced_motion="reduce")
    found = Visitor(context)
    yield found
    context.close()
    assert not found.faults
    assert found.hosts <= {"127.0.0.1"}


def begin(page: Page, address: str, level: int = 1) -> None:
    """Begin a game with White against the engine."""
    page.goto(f"{address}/play/gardner")
    answering(page)
    page.locator("#level").fill(str(level))
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/plyground/game/*")
    ready(page)


def play(page: Page, move: str) -> None:
    page.get_by_label("Type a move").fill(move)
    page.get_by_role("button", name="Play", exact=True).click()


def test_the_engine_answers_and_the_game_is_kept(visitor, address):
    page = visitor.page()
    page.goto(f"{address}/")
    expect(page.get_by_role("heading", name="Games that reward")).to_be_visible()
    page.goto(f"{address}/play/gardner")
    expect(page.get_by_text("A friend, by link")).to_be_hidden()
    begin(page, address)
    play(page, "a2a3")
    expect(page.locator("#moves button")).to_have_count(2)
    expect(page.locator("#state")).to_contain_text("Your move")
    page.reload()
    ready(page)
    expect(page.locator("#moves button")).to_have_count(2)
    page.goto(f"{address}/games")
    expect(page.locator("main img").first).to_be_visible()
    page.goto(f"{address}/arena")
    expect(page.get_by_role("heading", name="This needs a server")).to_be_visible()
