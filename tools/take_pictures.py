"""Take the README's pictures of the app: ``python tools/take_pictures.py http://127.0.0.1:8000`` beside a running app.

Chromium is the one at /usr/bin/chromium, or where the variable CHROMIUM says. The pictures go to docs/pictures; look at
them before you commit them.
"""

import json
import os
import sys
from urllib.parse import quote
from urllib.request import Request, urlopen

from layers import ROOT
from playwright.sync_api import Page, sync_playwright

PICTURES = ROOT / "docs" / "pictures"
WIDTH, HEIGHT = 1000, 640
EMPTY = ",".join("0" * 8)
MEETING = "/".join([EMPTY, EMPTY, "0,C1,0,0,0,C1,0,0", EMPTY, EMPTY, "0,0,S1,0,S1,0,0,0", EMPTY, EMPTY]) + " s"
"""Two stars and two circles: few enough moves for a tree that fits on a page."""


def play(page: Page, url: str) -> None:
    """Show a game of Amazons against the engine: a queen is picked up, and dots say where it may go."""
    game = {"game": "amazons", "you": "white", "level": 6, "start": "3q2/2*3/Q3*1/1*3Q/4*1/2q3 w"}
    request = Request(f"{url}/api/play", json.dumps(game).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        page.goto(f"{url}/game/{json.load(answer)['id']}")
    page.locator("#board .square.own").first.wait_for()
    for square in ("a4", "d4", "d2"):
        page.locator(f'#board [data-square="{square}"] rect').first.click(force=True)
    page.wait_for_timeout(4000)
    page.locator('#board [data-square="f3"] rect').first.click(force=True)
    page.wait_for_timeout(500)


def analysis(page: Page, url: str) -> None:
    """Show the engine's three best lines in a game of Congo."""
    page.goto(f"{url}/analysis/congo?moves=d2d3,d6d5,c1c3,a7a5")
    page.wait_for_timeout(8000)


def explorer(page: Page, url: str) -> None:
    """Show the tree of an alpha-beta search with its cuts."""
    page.goto(f"{url}/explorer/starcircle?algorithm=alphabeta&depth=3&position={quote(MEETING)}")
    page.wait_for_timeout(4000)
    page.get_by_text("Open all").click()
    page.get_by_text("Best line").scroll_into_view_if_needed()
    page.mouse.wheel(0, 330)
    page.wait_for_timeout(500)


def main(url: str) -> None:
    """Take all three."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for show in (play, analysis, explorer):
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            show(page, url)
            page.screenshot(path=PICTURES / f"{show.__name__}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
