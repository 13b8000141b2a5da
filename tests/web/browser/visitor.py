"""A visitor of a site, in a browser of their own, and what they do there."""

import json
from typing import Any

from playwright.sync_api import BrowserContext, Page

from web.hands import answering, ready, until

PATIENCE = 300_000
"""Milliseconds: Python is loaded first, on a machine that does much else."""


class Visitor:
    """A visitor's browser; what its pages complain of, and which hosts they ask, is noted."""

    def __init__(self, context: BrowserContext) -> None:
        self.faults: list[str] = []
        self.hosts: set[str] = set()
        self._context = context
        self.close = context.close
        context.set_default_timeout(PATIENCE)
        context.on("request", lambda request: self.hosts.add(request.url.split("/")[2].split(":")[0]))

    def page(self) -> Page:
        page = self._context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        return page


def begin(page: Page, address: str, level: int = 1) -> None:
    """Begin a game with White against the engine."""
    page.goto(f"{address}/play/gardner")
    answering(page)
    page.locator("#level").fill(str(level))
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/plyground/game/*")
    ready(page)


def play(page: Page, move: str) -> None:
    page.get_by_label("Type a move").fill(move)
    page.get_by_role("button", name="Play", exact=True).click()


class Inside:
    """Looks into the one worker of a browser that its pages share, by what Chromium has for those who debug it."""

    def __init__(self, page: Page) -> None:
        assert page.context.browser is not None
        self._page, self._last = page, 0
        self._heard: list[Any] = []
        self._chromium = page.context.browser.new_browser_cdp_session()
        self._chromium.on(
            "Target.receivedMessageFromTarget", lambda event: self._heard.append(json.loads(event["message"]))
        )
        (target,) = (
            each["targetId"]
            for each in self._chromium.send("Target.getTargets", {"filter": [{}]})["targetInfos"]
            if each["type"] == "shared_worker" and each["url"].startswith(page.url.partition("/plyground")[0])
        )
        self._session = self._chromium.send("Target.attachToTarget", {"targetId": target, "flatten": False})[
            "sessionId"
        ]
        self._ask("Debugger.enable")

    def rests(self) -> bool:
        """Tell whether nothing is thought about: then the next that happens is that the worker wakes and looks."""
        self._ask("Debugger.pause")
        paused = until(self._page, lambda: [each for each in self._heard if each.get("method") == "Debugger.paused"])
        top = paused[0]["params"]["callFrames"][0]
        waiting = ""
        if top["functionName"] == "wake":
            where = {"callFrameId": top["callFrameId"], "expression": WAITING, "returnByValue": True}
            waiting = self._ask("Debugger.evaluateOnCallFrame", **where)["result"]["value"]
        self._ask("Debugger.resume")
        self._heard.clear()
        return waiting == "0,0"

    def _ask(self, method: str, **params: Any) -> Any:
        self._last += 1
        number = self._last
        message = json.dumps({"id": number, "method": method, "params": params})
        self._chromium.send("Target.sendMessageToTarget", {"sessionId": self._session, "message": message})
        return until(self._page, lambda: [each for each in self._heard if each.get("id") == number])[0]["result"]


WAITING = """
[service._dispatcher._pool, service._dispatcher._searches]
  .map((each) => each._urgent.length + each._waiting.length).join()
"""
