"""A class at work: how long its pupils wait for the engine, and whether all get the same share of it.

    python -m benchmarks.web_class [PUPILS] [SECONDS] [LEVEL] [GAME] [ANALYSES] [PAGES]

Starts ``plyground class`` on a free port with its kernels compiled, lets that many pupils join, each with the class's
page and his game open in WebSockets as browsers have them, and gives everybody a game against the engine. A pupil plays
a random move some seconds after each reply, and begins anew when a game is over; so many more keep an analysis running.
Prints the waits for a reply (seconds from sending a move to seeing the answer), the replies a pupil has got, how long
ordinary requests took, the server's searches, CPU time and memory, and the machine's load, without which these numbers
mean little.

All that twice: with the server thinking, and with the pupils' browsers. Of these PAGES are pages in Chromium that think
by WebAssembly; the others do what pages do, but for the thinking: the engine's moves are random, after a while, and
analyses are asked for and left alone. Their processors would be theirs.
"""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import NamedTuple

import httpx2
import psutil
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.web_load import memory

THINKING = (2.0, 8.0)
"""Seconds a pupil takes for a move, at least and at most."""
BROWSERS = (0.1, 0.5)
"""Seconds that a browser takes for the engine's move, at least and at most."""
COUNTING = """
import os, sys, threading
from pathlib import Path
from plyground.engine import Engine
count, lock, prepare = [0], threading.Lock(), Engine._prepare
def counted(*arguments, **options):
    with lock:
        count[0] += 1
        Path(os.environ["SEARCHES"]).write_text(str(count[0]))
    return prepare(*arguments, **options)
Engine._prepare = counted
from plyground.cli import main
main(sys.argv[1:])
"""
"""The command line; the number of searches that the engine has begun is written to a file."""


LOADED = """() => {
  document.querySelector("#open-settings").click();
  const said = document.querySelector("#thinks").textContent;
  document.querySelector("dialog[open]").close();
  return said.includes("thinks in this browser");
}"""
"""Whether the engine is in a page's browser."""


class Pupil:
    """A pupil with his pages."""

    def __init__(self, number: int, url: str, game: str, level: int) -> None:
        self.number, self.url, self.game, self.level = number, url, game, level
        self.random = Random(number)
        self.waits: list[float] = []
        self.pending: float | None = None
        self.faults: list[str] = []
        self.thinks = False
        self.has_page = False
        self.browser = httpx2.AsyncClient(base_url=url, timeout=120)

    def socket(self, path: str) -> connect:
        """Open a WebSocket as this browser."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.browser.cookies.items())
        address = self.url.replace("http", "ws")
        return connect(f"{address}{path}", additional_headers={"Cookie": cookies}, max_size=None)

    async def post(self, path: str, **body: object) -> dict:
        """POST; what is refused is noted."""
        answer = await self.browser.post(path, json=body)
        if answer.status_code != 200:
            self.faults.append(answer.text[:200])
        return answer.json()

    async def open_page(self, address: str) -> None:
        """Open a game in Chromium, where the engine is loaded first."""
        await self.page.goto(address)
        while not await self.page.evaluate(LOADED):
            await asyncio.sleep(0.5)

    async def join(self) -> None:
        """Open the page of the class and join."""
        await self.browser.get("/class")
        wanted = {"nickname": f"Pupil {self.number}"}
        while (await self.browser.post("/api/class/join", json=wanted)).status_code == 429:
            # from one address only so many are let in a minute
            await asyncio.sleep(1)

    async def run(self, until: float) -> None:
        """Play until the time is up."""
        async with self.socket("/api/class/live") as live:
            reader = asyncio.create_task(self._read(live))
            name = json.loads((await self.browser.get("/api/class")).text)["given"]
            while time.monotonic() < until:
                await self._play(name, until)
                seat = {"game": self.game, "you": "white", "level": self.level}
                name = (await self.post("/api/play", **seat))["id"]
            reader.cancel()

    async def _read(self, socket: ClientConnection) -> None:
        async for _ in socket:
            pass

    async def _play(self, name: str, until: float) -> None:
        async with self.socket(f"/api/play/{name}/live") as socket:
            view = json.loads(await socket.recv())
            if self.thinks and not self.has_page:
                await self.post(f"/api/play/{name}/engine", here=True)
            if self.has_page:
                await self.open_page(f"{self.url}/game/{name}")
            while not view["outcome"] and time.monotonic() < until:
                await asyncio.sleep(self.random.uniform(*THINKING))
                asked = time.monotonic()
                own = view["view"]["moves"]
                if not own:
                    return
                sent = await self.post(f"/api/play/{name}/move", move=self.random.choice(own)[0], ply=view["ply"])
                if "error" in sent:
                    return
                self.pending = asked
                if sent["asks"] and not self.has_page:
                    await asyncio.sleep(self.random.uniform(*BROWSERS))
                    found = self.random.choice(sent["view"]["moves"])[0]
                    await self.post(f"/api/play/{name}/engine-move", move=found, seed=sent["asks"]["seed"])
                while not view["outcome"] and (view["ply"] <= sent["ply"] and not sent["outcome"]):
                    view = json.loads(await asyncio.wait_for(socket.recv(), 300))
                self.pending = None
                if sent["outcome"]:
                    return
                self.waits.append(time.monotonic() - asked)


async def analyse(pupil: Pupil, until: float) -> int:
    """Keep an analysis running; return how many reports came, or how often the browser was told to think."""
    reports, token = 0, 0
    more = {"thinks": True} if pupil.thinks else {}
    async with pupil.socket("/api/analyse") as socket:
        while time.monotonic() < until:
            token += 1
            await socket.send(json.dumps({"do": "analyse", "token": token, "game": pupil.game, "lines": 3, **more}))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(20):
                    async for text in socket:
                        reports += "thought" in text or "yours" in text
                        if '"done"' in text or time.monotonic() > until:
                            break
    return reports


async def watch(pupil: Pupil, process: psutil.Process, until: float) -> tuple[list[float], list[float], list[float]]:
    """Ask for a page's data now and then; return how long that took, the server's memory, and the machine's load."""
    waits, sizes, loads = [], [], []
    while time.monotonic() < until:
        begin = time.perf_counter()
        await pupil.browser.get(f"/api/games/{pupil.game}/position")
        waits.append(time.perf_counter() - begin)
        sizes.append(memory(process.pid))
        loads.append(os.getloadavg()[0])
        await asyncio.sleep(2)
    return waits, sizes, loads


class Task(NamedTuple):
    """What a class does."""

    pupils: int = 60
    seconds: float = 600.0
    level: int = 6
    game: str = "congo"
    analyses: int = 1
    pages: int = 0


@contextlib.asynccontextmanager
async def open_pages(pupils: list[Pupil]) -> AsyncIterator[None]:
    """Give each of some pupils a page in Chromium, and wait until the engine is there."""
    if not pupils:
        yield
        return
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        chromium = next(filter(Path.exists, map(Path, ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium"))))
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for pupil in pupils:
            context = await browser.new_context()
            cookies = [{"name": name, "value": text, "url": pupil.url} for name, text in pupil.browser.cookies.items()]
            await context.add_cookies(cookies)
            pupil.page, pupil.has_page = await context.new_page(), True
            await pupil.open_page(f"{pupil.url}/class")
        yield
        await browser.close()


async def measure(url: str, password: str, process: int, task: Task, think: str) -> None:
    """Let the class play, and print what happened."""
    pupils, _, level, game, analyses, pages = task
    server = psutil.Process(process)
    teacher, *others = (Pupil(-number, url, game, level) for number in range(1, analyses + 2))
    for each in (teacher, *others):
        await each.browser.get("/class")
    await teacher.post("/api/class/sign-in", password=password)
    found = [Pupil(number, url, game, level) for number in range(1, pupils + 1)]
    for pupil in (*found, *others):
        pupil.thinks = think == "browser"
    for pupil in found:
        await pupil.join()
    async with open_pages(found[:pages] if think == "browser" else []):
        await teacher.post("/api/class/engine-games", game=game, level=level)
        await _play(server, found, others, task)


async def _play(server: psutil.Process, found: list[Pupil], others: list[Pupil], task: Task) -> None:
    """Let all play, and print what happened."""
    pupils, seconds, level, game, analyses, pages = task
    until, before = time.monotonic() + seconds, sum(server.cpu_times()[:2])
    *_, (requests, sizes, loads) = results = await asyncio.gather(
        *(pupil.run(until) for pupil in found),
        *(analyse(other, until) for other in others),
        watch(others[0], server, until),
    )
    reports = sum(results[len(found) : -1])
    used = sum(server.cpu_times()[:2]) - before
    waits = sorted(wait for pupil in found for wait in pupil.waits)
    replies = [len(pupil.waits) for pupil in found]
    print(f"{pupils} pupils, {game}, level {level}, {seconds:.0f} s, {analyses} analyses, {os.cpu_count()} cores")
    print(f"load of the machine: median {median(loads):.1f}, highest {max(loads):.1f}")
    print(f"replies: {len(waits)}; a pupil: least {min(replies)}, median {median(replies):.0f}, most {max(replies)}")
    tenths = quantiles(waits, n=100)
    print(f"wait for a reply: median {median(waits):.2f} s, 95% {tenths[94]:.2f} s, slowest {waits[-1]:.2f} s")
    slowest = [max(pupil.waits) for pupil in found]
    print(f"the slowest of each pupil: least {min(slowest):.2f} s, most {max(slowest):.2f} s")
    print(f"an ordinary request: median {1000 * median(requests):.0f} ms, slowest {1000 * max(requests):.0f} ms")
    if own := sorted(wait for pupil in found if pupil.has_page for wait in pupil.waits):
        print(
            f"of these from {pages} pages in Chromium: {len(own)}, median {median(own):.2f} s, slowest {own[-1]:.2f} s"
        )
    print(f"answers to the analyses: {reports}")
    print(f"the server: {used:.1f} s of CPU time, {sizes[0]:.0f} MiB at first, {max(sizes):.0f} MiB at most")
    print(f"its CPU time a reply: {1000 * used / max(1, len(waits)):.1f} ms")
    faults = [fault for pupil in found for fault in pupil.faults]
    print(f"refused requests: {len(faults)} {sorted(set(faults))[:3] if faults else ''}")


@contextlib.contextmanager
def school(think: str) -> Iterator[tuple[str, str, int]]:
    """Run ``plyground class`` on a free port; yields its address, the password and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", COUNTING, "class", "--host", "127.0.0.1", "--port", "0", "--no-browser"]
        more = ["--think", think, "--db", f"{folder}/web.db"]
        searches = Path(folder) / "searches"
        searches.write_text("0", encoding="utf-8")
        environment = {**os.environ, "SEARCHES": str(searches)}
        process = subprocess.Popen([*command, *more], stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert process.stdout is not None
            said = ""
            while "password: " not in said:
                said += process.stdout.readline()
            url, password = re.search(r"(http://[^/]+)/class ", said), re.search(r"password: (\S+)", said)
            assert url is not None
            assert password is not None
            while True:
                with contextlib.suppress(httpx2.TransportError):
                    httpx2.get(f"{url[1]}/api/games", timeout=60)
                    break
                time.sleep(0.1)
            yield url[1], password[1], process.pid
        finally:
            process.terminate()
            print(f"searches of the engine on the server: {searches.read_text(encoding='utf-8')}")
            if (status := process.wait()) not in (0, -signal.SIGTERM):
                print(f"the server ended by itself, with status {status}")


def main() -> None:
    """Start a server, measure it, stop it."""
    kinds = int, float, int, str, int, int
    task = Task(*(kind(text) for kind, text in zip(kinds, sys.argv[1:], strict=False)))
    subprocess.run([sys.executable, "-m", "plyground", "warmup", task.game], check=True)
    for think in ("server", "browser"):
        print(f"\nthe {think} thinks")
        with school(think) as (url, password, process):
            asyncio.run(measure(url, password, process, task, think))


if __name__ == "__main__":
    main()
