"""Hands for a board in the browser: how a person makes a move, with the mouse, with a finger, with the keyboard."""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import APIResponse, Locator, Page, Route, expect

LONG = 60
"""Seconds after which nothing is waited for any more."""


def until(page: Page, found: Callable[[], Any]) -> Any:
    """Wait until there is something that `expect` cannot ask for; return it.

    Playwright's `wait_for_function` would ask in the page itself, whose security policy lets it do that only once.
    """
    end = time.monotonic() + LONG
    while not (answer := found()):
        assert time.monotonic() < end, "it never happened"
        page.wait_for_timeout(10)
    return answer


def square(page: Page, name: str, board: str = "#board") -> Locator:
    return page.locator(f'{board} [data-square="{name}"]')


def center(page: Page, name: str, board: str = "#board") -> tuple[float, float]:
    box = square(page, name, board).locator("rect").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def answering(page: Page) -> None:
    """Wait until the page answers: while it is being filled, what is done with mouse and keys is lost."""
    expect(page.locator("#main:not([inert])")).to_be_visible()


def ready(page: Page) -> None:
    """Wait until a piece can be moved: the page answers, and the board shows what may go."""
    expect(page.locator("#main:not([inert]) #board .square.own").first).to_be_visible()


def into_view(page: Page, board: str = "#board") -> None:
    """Have the board in sight, on a page that answers."""
    answering(page)
    page.locator(f"{board} svg.squares").scroll_into_view_if_needed()


def by_mouse(page: Page, squares: list[str]) -> None:
    into_view(page)
    for name in squares:
        page.mouse.click(*center(page, name))


def by_dragging(page: Page, squares: list[str]) -> None:
    into_view(page)
    page.mouse.move(*center(page, squares[0]))
    page.mouse.down()
    page.mouse.move(*center(page, squares[1]), steps=4)
    page.mouse.up()
    for name in squares[2:]:
        page.mouse.click(*center(page, name))


PROMOTIONS = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}


def promote(page: Page, text: str) -> None:
    """Choose the piece that a move of minichess becomes, if it promotes a pawn; its squares have been played."""
    if text[-1] in PROMOTIONS:
        page.locator(".chooser").get_by_role("button", name=PROMOTIONS[text[-1]]).click()


Point = tuple[float, float]


def drag_mouse(page: Page, start: Point, end: Point) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def drag_finger(page: Page, start: Point, end: Point) -> None:
    session = page.context.new_cdp_session(page)
    steps = [tuple(a + (b - a) * i / 4 for a, b in zip(start, end, strict=True)) for i in range(5)]
    for i, (x, y) in enumerate(steps):
        kind = "touchMove" if i else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def by_touch(page: Page, squares: list[str]) -> None:
    into_view(page)
    for name in squares:
        page.touchscreen.tap(*center(page, name))


def by_keys(page: Page, squares: list[str]) -> None:
    answering(page)
    page.locator('#board [tabindex="0"]').focus()
    for name in squares:
        _walk_to(page, name)
        page.keyboard.press("Enter")


def _walk_to(page: Page, name: str) -> None:
    for _ in range(40):
        here = page.locator("#board .square:focus").get_attribute("data-square")
        if here == name:
            return
        (x, y), (to_x, to_y) = center(page, here or ""), center(page, name)
        if abs(to_x - x) > 2:
            page.keyboard.press("ArrowRight" if to_x > x else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if to_y > y else "ArrowUp")
    raise AssertionError(f"{name} could not be reached")


def kept(page: Page) -> None:
    """Wait until an analysis is kept, which begins when nothing has changed for a while."""
    until(page, lambda: page.evaluate("!analysis.parts[1].keeping.due"))
    page.evaluate("analysis.parts[1].keeping.saving")


def shown_moves(page: Page) -> Locator:
    return page.locator("#moves button")


def expect_moves(page: Page, count: int) -> None:
    expect(shown_moves(page)).to_have_count(count)


class Late:
    """The first request to an address waits until it is let go."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._held: list[Route] = []
        page.route(address, lambda route: route.continue_() if self._held else self._held.append(route))

    def wait(self) -> None:
        """Wait until it has been asked."""
        until(self._page, lambda: self._held)

    def let_go(self) -> None:
        """Have it answered."""
        with self._page.expect_response(lambda response: response.request == self._held[0].request):
            self._held[0].continue_()


def open_game_once(page: Page, button: Locator, address: str) -> Route:
    """Press a button whose answer from an address comes after the news that a game is there.

    Return the only request for the game, which waits.
    """
    answers: list[tuple[Route, APIResponse]] = []
    games: list[Route] = []
    page.route(address, lambda route: answers.append((route, route.fetch())))
    page.route("**/game/*", lambda route: games.append(route))
    button.click()
    until(page, lambda: answers and games)
    route, response = answers.pop()
    with page.expect_response(address):
        route.fulfill(response=response)
    page.wait_for_timeout(200)
    assert len(games) == 1
    return games.pop()
