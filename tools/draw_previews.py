"""Draw src/plyground/web/home/previews, the pictures that come with a link to a page: a board, the game, its aim.

    python tools/draw_previews.py [--pieces]

With ``--pieces`` it paints src/plyground/web/board/sprites instead: every piece, from which pictures of positions are
put together (`plyground.web.board.raster`).

Chromium photographs them, as the tests find it (CHROMIUM is its path).
"""

import os
import sys
from html import escape
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

from plyground.core.registry import all_games
from plyground.web.board.raster import CELL
from plyground.web.service.views import aim_of

FOLDER = Path(__file__).parents[1] / "src" / "plyground" / "web" / "home" / "previews"
TALL = {str(number) for number in range(13, 100)}
SPRITES = FOLDER.parents[1] / "board" / "sprites"
PAINT = """async ([markup, size]) => {
  const image = new Image(), canvas = new OffscreenCanvas(size, size), context = canvas.getContext("2d");
  image.src = "data:image/svg+xml," + encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">${markup}</svg>`);
  await image.decode();
  context.drawImage(image, 0, 0, size, size);
  return [...context.getImageData(0, 0, size, size).data];
}"""
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
            page.set_content(PAGE.format(board=board, title=escape(game.title), aim=escape(aim_of(game))))
            page.screenshot(path=str(FOLDER / f"{family}.png"))
        browser.close()


def paint_pieces() -> None:
    """Paint the pieces of each family of our games, a file for each."""
    families = {game.family: game for game in all_games().values() if game.module.startswith("plyground.")}
    SPRITES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"])
        page = browser.new_page()
        for family, game in sorted(families.items()):
            # of a stack with a number on it, those that are met
            every = game.submodule("draw").SYMBOLS.items()
            symbols = {name: markup for name, markup in every if name.rpartition("-")[2] not in TALL}
            painted = {name: page.evaluate(PAINT, [markup, CELL]) for name, markup in symbols.items()}
            sprites = {name: np.array(data, np.uint8).reshape(CELL, CELL, 4) for name, data in painted.items()}
            np.savez_compressed(SPRITES / f"{family}.npz", **sprites)
        browser.close()


if __name__ == "__main__":
    if "--pieces" in sys.argv[1:]:
        paint_pieces()
    else:
        draw()
