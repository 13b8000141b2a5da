"""How long a visitor of a site waits for the first board and the engine's first line, at 20 Mbit/s, and what is sent.

    python -m benchmarks.site_visit FOLDER

FOLDER is what ``plyground site build`` has written. Its host compresses, as GitHub Pages does; the page's own processor
is throttled four times, which browsers do not do for workers.
"""

import functools
import gzip
import os
import sys
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

BYTES_A_SECOND = 20e6 / 8
LATENCY = 0.02
PIECE = 16384
LONGEST = 300_000


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


def visit(context: BrowserContext, address: str, name: str) -> None:
    """Open the analysis page, and print what came when."""
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    began, before = time.monotonic(), Host.sent
    page.goto(f"{address}/analysis/gardner")
    for what, selector in (("board", "#board .piece"), ("line", "#pvs .value")):
        page.locator(selector).first.wait_for(timeout=LONGEST)
        print(f"{name}: {what} after {time.monotonic() - began:.1f} s, {(Host.sent - before) / 1e6:.1f} MB")
    page.close()


def main(folder: Path) -> None:
    """Visit twice, in the same browser."""
    for path in folder.rglob("*.*"):
        if path.is_file():
            compressed(path)
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Host, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
            )
            context = browser.new_context()
            for name in ("first visit", "next page"):
                visit(context, f"http://127.0.0.1:{server.server_address[1]}", name)
            browser.close()
        server.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
