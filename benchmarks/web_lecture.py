"""A lecture: how soon a step of the teacher's search is seen by everybody who follows it.

    python -m benchmarks.web_lecture [PUPILS] [STEPS]

Starts ``plyground class`` on a free port. That many pupils join, each with the class's WebSocket open as browsers have
it; a projector (1280 x 720) and a phone (390 x 844) follow in Chromium. The teacher shows a chapter, a tree with chance
and algorithms side by side, and goes on once a second. With each page all are asked a question, and draw questions on
a fresh tree. Prints the seconds from the teacher's click to the last pupil and to what stands on the two pages, how
long other requests took, the server's CPU time and memory, the machine's load, and what went wrong.
"""

import asyncio
import json
import os
import sys
import time
from statistics import median, quantiles

import psutil
from playwright.async_api import BrowserContext, Page, async_playwright

from benchmarks.web_class import Pupil, school
from benchmarks.web_load import memory
from benchmarks.web_tasks import CHROMIUM

PAGES = [
    "/chapters/alpha-beta",
    "/explorer/tree?position=%28%7B%285+5+8%29+%286+4%29%7D+%7B2*%285+2+2%29+2*%281+1%29+%283+7+0%29%7D%29&algorithm=star1",
    "/algorithms?position=%28%283+12+8%29+%282+4+6%29+%2814+5+2%29%29&show=alphabeta%2Cmtdf",
]
CHAPTERS = ["alpha-beta", "minimax", "ordering"]


class Follower(Pupil):
    """A pupil who follows the teacher's search; `seen` is when each step of each page came."""

    def __init__(self, number: int, url: str) -> None:
        super().__init__(number, url, "", 0)
        self.seen: dict[tuple[str, int], float] = {}
        self.asked: list[float] = []
        self.question = asyncio.Event()

    async def send(self, address: str, body: dict[str, object]) -> None:
        """POST; what is refused is noted."""
        answer = await self.browser.post(address, json=body)
        if answer.status_code != 200:
            self.faults.append(answer.text[:200])

    async def follow(self) -> None:
        """Hear of steps and questions until the lecture is over."""
        async with self.socket("/api/class/live") as live:
            async for text in live:
                task = json.loads(text).get("task")
                if task and task["kind"] == "page":
                    self.seen.setdefault((task["path"], task["step"]), time.monotonic())
                elif task and task["open"]:
                    self.question.set()

    async def practise(self, chapter: str, answer: str) -> None:
        """Answer the question that is shown, and draw questions on a fresh tree."""
        await self.question.wait()
        self.question.clear()
        number = (await self.browser.get("/api/class")).json()["task"]["number"]
        await self.post("/api/class/answer", task=number, answer=answer)
        begin = time.monotonic()
        answered = await self.browser.get(f"/api/chapters/{chapter}/drill?seed={self.number}")
        self.asked.append(time.monotonic() - begin)
        if answered.status_code != 200:
            self.faults.append(answered.text[:200])


async def open_page(context: BrowserContext, url: str, name: str, faults: list[str]) -> Page:
    """Join as a browser; what its page complains of is noted."""
    page = await context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    await page.goto(f"{url}/class")
    await page.get_by_label("Your nickname").fill(name)
    await page.keyboard.press("Enter")
    await page.locator("#inside").wait_for()
    return page


async def at_step(page: Page, step: int) -> None:
    """Wait until a page shows a step; what asks in a page itself, its security policy forbids."""
    until = time.monotonic() + 60
    while time.monotonic() < until and not (await page.locator("#clock").text_content() or "").startswith(
        f"step {step} "
    ):
        await asyncio.sleep(0.02)


async def measure(url: str, password: str, process: int, pupils: int, steps: int) -> None:
    """Give the lecture, and print what happened."""
    server, teacher, faults = psutil.Process(process), Follower(0, url), list[str]()
    await teacher.browser.get("/class")
    await teacher.post("/api/class/sign-in", password=password)
    found = [Follower(number, url) for number in range(1, pupils + 1)]
    before, loads = sum(server.cpu_times()[:2]), list[float]()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        sizes = {"projector": (1280, 720), "phone": (390, 844)}
        shown = {}
        for name, (width, height) in sizes.items():
            context = await browser.new_context(viewport={"width": width, "height": height})
            shown[name] = await open_page(context, url, name.title(), faults)
        for pupil in found:
            await pupil.join()
        following = [asyncio.create_task(pupil.follow()) for pupil in found]
        waits: dict[str, list[float]] = {"pupils": [], **{name: [] for name in sizes}}
        for path, chapter in zip(PAGES, CHAPTERS, strict=True):
            await teacher.send("/api/class/tasks", {"kind": "page", "text": "A search", "path": path, "step": 1})
            for page in shown.values():
                await page.goto(f"{url}/class")
                await page.locator("#answer").get_by_role("link", name="Open").click()
                await page.locator(".tnode").first.wait_for(timeout=60_000)
                await at_step(page, 1)
            for step in range(2, steps + 2):
                begin = time.monotonic()
                await teacher.send("/api/class/task", {"step": step, "path": path})

                async def see(name: str, page: Page, step: int = step, begin: float = begin) -> None:
                    await at_step(page, step)
                    waits[name].append(time.monotonic() - begin)

                await asyncio.gather(*(see(name, page) for name, page in shown.items()))
                while not all((path, step) in pupil.seen for pupil in found):
                    await asyncio.sleep(0.01)
                waits["pupils"].append(max(pupil.seen[path, step] for pupil in found) - begin)
                loads.append(os.getloadavg()[0])
                await asyncio.sleep(max(0.0, begin + 1 - time.monotonic()))
            question: dict[str, object] = {
                "kind": "question",
                "text": "What is the root worth?",
                "choices": ["3", "5"],
                "right": "3",
            }
            await teacher.send("/api/class/tasks", question)
            await asyncio.gather(*(pupil.practise(chapter, "35"[pupil.number % 2]) for pupil in found))
        await browser.close()
    for task in following:
        task.cancel()
    print(f"{pupils} pupils, {len(PAGES)} pages of {steps} steps, {os.cpu_count()} cores, load {median(loads):.1f}")
    for name, each in waits.items():
        print(f"a step reaches {name}: median {median(each):.2f} s, 95% {quantiles(each, n=20)[-1]:.2f} s, ", end="")
        print(f"slowest {max(each):.2f} s")
    drawn = [wait for pupil in found for wait in pupil.asked]
    print(f"questions on a fresh tree, all at once: median {median(drawn):.2f} s, slowest {max(drawn):.2f} s")
    used = sum(server.cpu_times()[:2]) - before
    print(f"the server: {used:.0f} s of CPU time, {memory(process):.0f} MiB")
    refused = [fault for pupil in (teacher, *found) for fault in pupil.faults]
    print(f"refused: {len(refused)} {sorted(set(refused))[:3]}; errors on pages: {len(faults)} {faults[:3]}")


def main() -> None:
    """Start a server, measure it, stop it."""
    given = dict(enumerate(sys.argv))
    with school("server") as (url, password, process):
        asyncio.run(measure(url, password, process, int(given.get(1, 40)), int(given.get(2, 20))))


if __name__ == "__main__":
    main()
