"""Many open analysis pages at once: whether each gets its updates, and whether the server's memory stays constant.

    python -m benchmarks.web_load [CLIENTS] [SECONDS]

Starts ``plyground web`` on a free port, opens that many WebSockets, each analysing a position of one of the games and
another one every 20 s, and prints how many updates each was sent, the longest time a client had to wait for one, how
long an ordinary request took meanwhile, and the server's memory at the start, the middle and the end.
"""

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from websockets.asyncio.client import connect

GAMES = ("gardner", "congo", "amazons", "halma-8x8", "starcircle")
NEW_POSITION = 20.0


class Client:
    """One open page."""

    def __init__(self, number: int) -> None:
        self.game = GAMES[number % len(GAMES)]
        self.updates, self.longest = 0, 0.0

    async def run(self, address: str, until: float) -> None:
        """Analyse until the time is up."""
        async with connect(f"ws://{address}/api/analyse", max_size=None) as socket:
            token, asked, last = 0, 0.0, time.monotonic()
            while (now := time.monotonic()) < until:
                if now - asked > NEW_POSITION:
                    token, asked, last = token + 1, now, now
                    await socket.send(json.dumps({"do": "analyse", "token": token, "game": self.game, "lines": 3}))
                try:
                    message = json.loads(await asyncio.wait_for(socket.recv(), 0.5))
                except TimeoutError:
                    self.longest = max(self.longest, time.monotonic() - last)
                    continue
                if "thought" in message:
                    self.updates += 1
                    self.longest = max(self.longest, time.monotonic() - last)
                    last = time.monotonic()
                elif message.get("done"):
                    asked = 0.0


def memory(process: int) -> float:
    """Return the resident memory of a process in MiB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(encoding="utf-8"))
    return int(found[1]) / 1024 if found else 0.0


async def watch(address: str, process: int, until: float) -> tuple[list[float], list[float]]:
    """Ask for a page's data now and then; return how long that took, and the server's memory."""
    waits, sizes = [], []
    while time.monotonic() < until:
        begin = time.perf_counter()
        await asyncio.to_thread(urllib.request.urlopen, f"http://{address}/api/games/congo/position")
        waits.append(time.perf_counter() - begin)
        sizes.append(memory(process))
        await asyncio.sleep(2)
    return waits, sizes


async def measure(address: str, process: int, clients: int, seconds: float) -> None:
    """Open the pages, and print what happened."""
    for game in GAMES:
        await asyncio.to_thread(urllib.request.urlopen, f"http://{address}/api/games/{game}/position")
    until = time.monotonic() + seconds
    pages = [Client(number) for number in range(clients)]
    *_, (waits, sizes) = await asyncio.gather(
        *(page.run(address, until) for page in pages), watch(address, process, until)
    )
    updates = [page.updates for page in pages]
    print(f"clients {clients}, {seconds:.0f} s")
    print(f"updates a client: least {min(updates)}, median {median(updates):.0f}, most {max(updates)}")
    print(f"longest wait for an update: {max(page.longest for page in pages):.1f} s")
    print(f"an ordinary request: median {1000 * median(waits):.0f} ms, longest {1000 * max(waits):.0f} ms")
    begin, middle, end = sizes[0], sizes[len(sizes) // 2], sizes[-1]
    print(f"memory: {begin:.0f} MiB at the start, {middle:.0f} in the middle, {end:.0f} at the end")


@contextlib.contextmanager
def server() -> Iterator[tuple[str, int]]:
    """Run ``plyground web`` on a free port; yields its address and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "plyground", "web", "--port", "0", "--no-browser", "--db", f"{folder}/web.db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split("http://")[1].split("/")[0]
            while not _answers(address):
                time.sleep(0.1)
            yield address, process.pid
        finally:
            process.terminate()
            process.wait()


def _answers(address: str) -> bool:
    try:
        urllib.request.urlopen(f"http://{address}/api/games")
    except urllib.error.URLError:
        return False
    return True


def main() -> None:
    """Start a server, measure it, stop it."""
    clients = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    with server() as (address, process):
        asyncio.run(measure(address, process, clients, seconds))


if __name__ == "__main__":
    main()
