"""Draw the app's icons and screenshots, src/plyground/web/shared/icon-192.png and so on: after the icon has changed.

    python tools/draw_icons.py [ADDRESS]

The screenshots are of the app at ADDRESS, without which they stay as they are. Needs Chromium (``$CHROMIUM``).
"""

import os
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

FOLDER = Path(__file__).parent.parent / "src" / "plyground" / "web" / "shared"
ICONS = {"icon-180": 180, "icon-192": 192, "icon-512": 512, "icon-maskable-512": 512}
"""Files with the number of pixels; launchers cut a circle out of a maskable one, of which four fifths are safe."""
FILLED = ("icon-180", "icon-maskable-512")
"""Without transparent corners."""
SCREENSHOTS = {"screenshot-wide": (1280, 800), "screenshot-narrow": (412, 860)}


def draw_icon(browser: Browser, name: str, size: int) -> None:
    """Draw an icon."""
    svg = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    is_filled = name in FILLED
    side = round(size * (0.7 if "maskable" in name else 0.86 if is_filled else 1))
    ground = "#0f6b57" if is_filled else "transparent"
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(
        f"<style>body {{ margin: 0; height: {size}px; background: {ground}; display: grid; place-items: center }}"
        f"svg {{ width: {side}px }}</style>{svg}"
    )
    page.screenshot(path=FOLDER / f"{name}.png", omit_background=not is_filled)
    page.close()


def draw_screenshot(browser: Browser, address: str, name: str, size: tuple[int, int]) -> None:
    """Draw a game in which a few moves were made."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    page.goto(f"{address}/analysis/congo?moves=d2d3,d6d5,c1c3,c7c5")
    page.locator("#pvs .value").first.wait_for()
    page.wait_for_timeout(3000)
    page.screenshot(path=FOLDER / f"{name}.png")
    page.close()


def main(address: str) -> None:
    """Draw them all."""
    with sync_playwright() as playwright:
        chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, size in ICONS.items():
            draw_icon(browser, name, size)
        for name, measures in SCREENSHOTS.items() if address else ():
            draw_screenshot(browser, address, name, measures)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
