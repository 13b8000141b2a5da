"""A visitor of a site, in a browser of their own, and what they do there."""

from playwright.sync_api import BrowserContext, Page

from web.hands import answering, ready

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
