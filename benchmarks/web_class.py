"""A class at work: how long its pupils wait for the engine, and whether all get the same share of it.

    python -m benchmarks.web_class [PUPILS] [SECONDS] [LEVEL] [GAME]

Starts ``plyground class`` on a free port with its kernels compiled, lets that many pupils join, each with the class's
page and his game open in WebSockets as browsers have them, and gives everybody a game against the engine. A pupil plays
a random move some seconds after each reply, and begins anew when a game is over; one more keeps an analysis running.
Prints the waits for a reply (seconds from sending a move to seeing the answer), the replies a pupil has got, how long
ordinary requests took, the server's CPU time and memory, and the machine's load, without which these numbers mean
little.
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
from collections.abc import Iterator
from random import Random
from statistics import median, quantiles

import httpx2
import psutil
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.web_load import memory

THINKING = (2.0, 8.0)
"""Seconds a pupil takes for a move, at least and at most."""


class Pupil:
    """A pupil with his pages."""

    def __init__(self, number: int, url: str, game: str, level: int) -> None:
        self.number, self.url, self.game, self.level = number, url, game, level
        self.random = Random(number)
        self.waits: list[float] = []
        self.pending: float | None = None
        self.faults: list[str] = []
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
                while not view["outcome"] and (view["ply"] <= sent["ply"] and not sent["outcome"]):
                    view = json.loads(await asyncio.wait_for(socket.recv(), 300))
                self.pending = None
                if sent["outcome"]:
                    return
                self.waits.append(time.monotonic() - asked)


async def analyse(pupil: Pupil, until: float) -> int:
    """Keep an analysis running; return how many reports came."""
    reports, token = 0, 0
    async with pupil.socket("/api/analyse") as socket:
        while time.monotonic() < until:
            token += 1
            await socket.send(json.dumps({"do": "analyse", "token": token, "game": pupil.game, "lines": 3}))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(20):
                    async for text in socket:
                        reports += "thought" in text
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


async def measure(url: str, password: str, process: int, pupils: int, seconds: float, level: int, game: str) -> None:
    """Let the class play, and print what happened."""
    server = psutil.Process(process)
    teacher, other = (Pupil(number, url, game, level) for number in (-1, -2))
    for each in (teacher, other):
        await each.browser.get("/class")
    await teacher.post("/api/class/sign-in", password=password)
    found = [Pupil(number, url, game, level) for number in range(1, pupils + 1)]
    for pupil in found:
        await pupil.join()
    await teacher.post("/api/class/engine-games", game=game, level=level)
    until, before = time.monotonic() + seconds, sum(server.cpu_times()[:2])
    *_, reports, (requests, sizes, loads) = await asyncio.gather(
        *(pupil.run(until) for pupil in found), analyse(other, until), watch(other, server, until)
    )
    used = sum(server.cpu_times()[:2]) - before
    waits = sorted(wait for pupil in found for wait in pupil.waits)
    replies = [len(pupil.waits) for pupil in found]
    print(f"{pupils} pupils, {game}, level {level}, {seconds:.0f} s, {os.cpu_count()} cores")
    print(f"load of the machine: median {median(loads):.1f}, highest {max(loads):.1f}")
    print(f"replies: {len(waits)}; a pupil: least {min(replies)}, median {median(replies):.0f}, most {max(replies)}")
    tenths = quantiles(waits, n=100)
    print(f"wait for a reply: median {median(waits):.2f} s, 95% {tenths[94]:.2f} s, slowest {waits[-1]:.2f} s")
    slowest = [max(pupil.waits) for pupil in found]
    print(f"the slowest of each pupil: least {min(slowest):.2f} s, most {max(slowest):.2f} s")
    print(f"an ordinary request: median {1000 * median(requests):.0f} ms, slowest {1000 * max(requests):.0f} ms")
    print(f"reports to the one analysis: {reports}")
    print(f"the server: {used:.0f} s of CPU time, {sizes[0]:.0f} MiB at first, {max(sizes):.0f} MiB at most")
    faults = [fault for pupil in found for fault in pupil.faults]
    print(f"refused requests: {len(faults)} {sorted(set(faults))[:3] if faults else ''}")


@contextlib.contextmanager
def school() -> Iterator[tuple[str, str, int]]:
    """Run ``plyground class`` on a free port; yields its address, the password and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "plyground", "class", "--host", "127.0.0.1", "--port", "0", "--no-browser"]
        process = subprocess.Popen([*command, "--db", f"{folder}/web.db"], stdout=subprocess.PIPE, text=True)
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
            if (status := process.wait()) not in (0, -signal.SIGTERM):
                print(f"the server ended by itself, with status {status}")


def main() -> None:
    """Start a server, measure it, stop it."""
    given = dict(enumerate(sys.argv))
    pupils, seconds, level = int(given.get(1, 60)), float(given.get(2, 600)), int(given.get(3, 6))
    game = given.get(4, "congo")
    subprocess.run([sys.executable, "-m", "plyground", "warmup", game], check=True)
    with school() as (url, password, process):
        asyncio.run(measure(url, password, process, pupils, seconds, level, game))


if __name__ == "__main__":
    main()
