"""Take the README's pictures of the app: ``python tools/take_pictures.py [NAME...]``, where NAME is one of them.

It starts an app of its own. Chromium is the one at /usr/bin/chromium, or where the variable CHROMIUM says. The pictures
go to docs/pictures, with 256 colours (Pillow); look at them before you commit them.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from urllib.parse import quote
from urllib.request import Request, urlopen

from layers import ROOT
from PIL import Image
from playwright.sync_api import Page, sync_playwright

PICTURES = ROOT / "docs" / "pictures"
WIDTH, HEIGHT = 1240, 800
EMPTY = ",".join("0" * 8)
MEETING = "/".join([EMPTY, EMPTY, "0,C1,0,0,0,C1,0,0", EMPTY, EMPTY, "0,0,S1,0,S1,0,0,0", EMPTY, EMPTY]) + " s"
"""Two stars and two circles: few enough moves for a tree that fits on a page."""


@contextmanager
def running_app() -> Iterator[str]:
    """Run the app with an empty database; yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "plyground", "web", "--no-browser", "--port", "0", "--db"]
        with subprocess.Popen([*command, Path(folder) / "web.db"], stdout=subprocess.PIPE, text=True) as app:
            try:
                assert app.stdout is not None
                found = re.search(r"http://[\d.:]+", app.stdout.readline())
                assert found is not None
                yield found[0]
            finally:
                app.terminate()


def home(page: Page, url: str) -> None:
    """Show the games, whose boards play by themselves."""
    page.goto(url)
    page.wait_for_timeout(9000)
    # on a busy machine it says that the games are being loaded
    page.locator("#toasts > *").first.wait_for(state="detached")


def play(page: Page, url: str) -> None:
    """Show a game of Amazons against the engine: a queen is picked up, and dots say where it may go."""
    game = {"game": "amazons", "you": "white", "level": 6, "start": "3q2/2*3/Q3*1/1*3Q/4*1/2q3 w"}
    request = Request(f"{url}/api/play", json.dumps(game).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        page.goto(f"{url}/game/{json.load(answer)['id']}")
    page.locator("#board .square.own").first.wait_for()
    for square in ("a4", "d4", "d2"):
        page.locator(f'#board [data-square="{square}"] rect').first.click(force=True)
    page.locator("#moves button").nth(1).wait_for()
    page.wait_for_timeout(2000)
    page.locator('#board [data-square="f3"] rect').first.click(force=True)
    page.wait_for_timeout(500)


def analysis(page: Page, url: str) -> None:
    """Show the engine's three best lines in a game of Congo."""
    page.goto(f"{url}/analysis/congo?moves=d2d3,d6d5,c1c3,a7a5")
    page.locator("#pvs .value").nth(2).wait_for()
    page.wait_for_timeout(8000)


def explorer(page: Page, url: str) -> None:
    """Show the tree of an alpha-beta search with its cuts."""
    page.goto(f"{url}/explorer/starcircle?algorithm=alphabeta&depth=3&position={quote(MEETING)}")
    page.wait_for_timeout(4000)
    page.get_by_text("Open all").click()
    page.get_by_text("Best line").scroll_into_view_if_needed()
    page.mouse.wheel(0, 330)
    page.wait_for_timeout(500)


PAGES = {show.__name__: show for show in (home, play, analysis, explorer)}


def main(names: list[str]) -> None:
    """Take the pictures called `names`."""
    with running_app() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name in names:
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.set_default_timeout(180_000)
            PAGES[name](page, url)
            shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
            shot.quantize(256, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or list(PAGES))
