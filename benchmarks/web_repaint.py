"""How long it takes until a press on the board shows: from the input event to the end of the frame that displays it.

    python -m benchmarks.web_repaint [PRESSES]

Needs Playwright and a Chromium (CHROMIUM, or /usr/bin/chromium). Opens each game's analysis page with the engine off,
presses its pieces in turn (their targets appear) and prints the median, the 95th percentile and the longest time.
"""

import os
import sys
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

from benchmarks.web_load import server

GAMES = ("gardner", "congo", "amazons-10x10", "halma", "starcircle")
WATCH = """() => {
  window.waits = [];
  const channel = new MessageChannel(), begins = [];
  channel.port1.onmessage = () => { while (begins.length) window.waits.push(performance.now() - begins.shift()); };
  document.querySelector("#board").addEventListener("pointerdown", (event) => {
    begins.push(event.timeStamp);
    requestAnimationFrame(() => channel.port2.postMessage(0));
  }, { capture: true });
}"""
"""A message sent from an animation frame arrives when that frame has been painted."""


def measure(page: Page, address: str, game: str, presses: int) -> list[float]:
    """Return the milliseconds that each of the presses took."""
    page.goto(f"{address}/analysis/{game}")
    own = page.locator("#board .square.own")
    own.first.wait_for(timeout=300_000)
    page.evaluate(WATCH)
    for number in range(presses):
        own.nth(number % own.count()).click()
    page.wait_for_timeout(200)
    waits: list[float] = page.evaluate("window.waits")
    return waits


def main() -> None:
    """Start a server, measure it, stop it."""
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    with server() as (address, _), sync_playwright() as playwright:
        chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 840})
        page.add_init_script("localStorage.setItem('plyground.engine', 'false')")
        for game in GAMES:
            waits = measure(page, f"http://{address}", game, presses)
            late = quantiles(waits, n=20)[-1]
            print(f"{game}: median {median(waits):.0f} ms, 95 % {late:.0f} ms, longest {max(waits):.0f} ms", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
