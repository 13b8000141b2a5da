"""How long a first visit takes from far away: pages opened with nothing kept, over a slow line.

    python -m benchmarks.web_first_visit [LATENCY]

Needs Playwright and a Chromium (CHROMIUM, or /usr/bin/chromium), whose network is slowed down to LATENCY milliseconds
(default 400) from a request to its answer, and 10 Mbit/s. Prints of each page: the number of requests, the kilobytes
that came, when something was painted first, when the last script and style sheet had come, when the page was filled,
and when the last of all requests was answered, in milliseconds.
"""

import os
import sys
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.web_load import server

PAGES = ("/", "/play/gardner", "/analysis/gardner", "/explorer/gardner", "/puzzles/congo", "/learn/congo")
BYTES_PER_SECOND = 10_000_000 / 8
FILLED = "main:not([data-opening]):not([inert])"
TIMES = """() => {
  const found = performance.getEntriesByType("resource").filter((entry) => !entry.name.endsWith("worker.js"));
  const last = (entries) => Math.max(...entries.map((entry) => entry.responseEnd));
  return {
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    files: last(found.filter((entry) => /[.](js|css)$/.test(entry.name))),
    filled: window.filledAt,
    answered: last(found),
  };
}"""
WATCH = f"""
new MutationObserver(() => {{
  if (window.filledAt === undefined && document.querySelector("{FILLED}")) window.filledAt = performance.now();
}}).observe(document, {{ subtree: true, childList: true, attributes: true }});
"""


def visit(browser: Browser, url: str, latency: float) -> dict[str, Any]:
    """Return what the first visit of a page took."""
    page = browser.new_page(viewport={"width": 1280, "height": 840})
    page.add_init_script(WATCH)
    session, sizes = page.context.new_cdp_session(page), list[int]()
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.send("Network.enable")
    slow = {"latency": latency, "downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
    session.send("Network.emulateNetworkConditions", {"offline": False, **slow})
    page.goto(url)
    page.locator(FILLED).wait_for(state="attached", timeout=60_000)
    page.wait_for_timeout(4 * latency + 1000)
    times = page.evaluate(TIMES)
    page.close()
    return {"requests": len(sizes), "kB": sum(sizes) / 1000, **times}


def main() -> None:
    """Visit each page."""
    latency = float(sys.argv[1]) if len(sys.argv) > 1 else 400.0
    with server() as (address, _), sync_playwright() as playwright:
        chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for path in PAGES:
            visit(browser, f"http://{address}{path}", 0)  # kernels are loaded by then
            found = visit(browser, f"http://{address}{path}", latency)
            print(path, *(f"{name} {value:.0f}" for name, value in found.items()), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
