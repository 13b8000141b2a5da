"""How long a visitor of a site waits for the first board and the engine's first line, at 20 Mbit/s, and what is sent.

    python -m benchmarks.site_visit FOLDER

FOLDER is what ``plyground site build`` has written. Its host compresses, as GitHub Pages does; the page's own processor
is throttled four times, which browsers do not do for workers. The second visit begins when the browser, which has kept
all that it keeps, is started again.
"""

import functools
import gzip
import os
import sys
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

BYTES_A_SECOND = 20e6 / 8
LATENCY = 0.02
PIECE = 16384
LONGEST = 300_000
BEGINNING = 3.0
WATCH = """
window.came = {};
new MutationObserver(() => {
  for (const selector of SELECTORS)
    if (document.querySelector(selector)) came[selector] ??= performance.timeOrigin + performance.now();
}).observe(document, { childList: true, subtree: true });
"""
SELECTORS = {"board": "#board .piece", "line": "#pvs .value"}
UNTIL_KEPT = """async (address) => {
  while (!(await caches.match(address))) await new Promise((resolve) => setTimeout(resolve, 500));
}"""


class Host(SimpleHTTPRequestHandler):
    """A host of compressed files, behind a slow line that all requests share."""

    protocol_version = "HTTP/1.1"
    sent = 0
    line = threading.Lock()

    def do_GET(self) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = compressed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        time.sleep(LATENCY)
        for first in range(0, len(content), PIECE):
            piece = content[first : first + PIECE]
            with Host.line:
                time.sleep(len(piece) / BYTES_A_SECOND)
                Host.sent += len(piece)
            self.wfile.write(piece)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@functools.cache
def compressed(path: Path) -> bytes:
    """Return a file as it is sent."""
    return gzip.compress(path.read_bytes(), 6)


def visit(context: BrowserContext, address: str, name: str) -> Page:
    """Open the analysis page, and print what came when."""
    page = context.new_page()
    page.add_init_script(WATCH.replace("SELECTORS", str([*SELECTORS.values()])))
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    began, before = time.time(), Host.sent
    page.goto(f"{address}/analysis/gardner", wait_until="commit")
    for what, selector in SELECTORS.items():
        page.locator(selector).first.wait_for(timeout=LONGEST)
        # the page itself has noted when: it is throttled, and answers this program late
        after = page.evaluate(f"came['{selector}']") / 1000 - began
        print(f"{name}: {what} after {after:.1f} s, {(Host.sent - before) / 1e6:.1f} MB", flush=True)
    return page


def main(folder: Path) -> None:
    """Visit twice, and end the browser in between."""
    for path in folder.rglob("*.*"):
        if path.is_file():
            compressed(path)
    (run,) = (folder / "run").iterdir()
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Host, directory=folder)) as server,
        TemporaryDirectory() as profile,
        sync_playwright() as playwright,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"

        def browser() -> BrowserContext:
            program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
            found = playwright.chromium.launch_persistent_context(
                profile, executable_path=program, args=["--no-sandbox"]
            )
            # its own beginning is no part of a visit
            time.sleep(BEGINNING)
            return found

        context = browser()
        visit(context, address, "first visit").close()
        visit(context, address, "next page").evaluate(UNTIL_KEPT, f"/run/{run.name}/memory")
        context.close()
        context = browser()
        visit(context, address, "second visit")
        context.close()
        server.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
