"""Draw src/plyground/web/home/previews, the pictures that come with a link to a page: a board, the game, its aim.

    python tools/draw_previews.py

Chromium photographs them, as the tests find it (CHROMIUM is its path).
"""

import os
from html import escape
from pathlib import Path

from playwright.sync_api import sync_playwright

from plyground.core.registry import all_games
from plyground.web.home.tour import aim

FOLDER = Path(__file__).parents[1] / "src" / "plyground" / "web" / "home" / "previews"
PAGE = """<body style="margin:0;width:600px;height:315px;display:flex;align-items:center;gap:26px;background:#f2f4f3;
font-family:Inter,'Segoe UI',sans-serif;color:#14201b"><div style="width:275px;margin-left:20px">{board}</div>
<div style="width:255px"><div style="font-size:40px;font-weight:750;line-height:1.1">{title}</div>
<p style="font-size:21px">{aim}</p><p style="font-size:17px;color:#0d6a55;font-weight:650">Plyground</p></div></body>"""


def draw() -> None:
    """Draw one picture for each family of our games."""
    families = {game.family: game for game in reversed(all_games().values()) if game.module.startswith("plyground.")}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 600, "height": 315})
        for family, game in sorted(families.items()):
            board = game.position().svg(275)
            page.set_content(PAGE.format(board=board, title=escape(game.title), aim=escape(aim(game))))
            page.screenshot(path=str(FOLDER / f"{family}.png"))
        browser.close()


if __name__ == "__main__":
    draw()
