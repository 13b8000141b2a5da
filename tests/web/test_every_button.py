"""On every page, at every size, whatever can be pressed is pressed: nothing fails, and the page still answers."""

import pytest
from playwright.sync_api import Error, Page

from web.hands import answering

pytestmark = pytest.mark.xdist_group("browser")

PAGES = {
    "home": "/",
    "play": "/play/congo",
    "game": "",
    "games": "/games",
    "analysis": "/analysis/gardner?moves=a2a3,b4a3",
    "puzzles": "/puzzles/congo",
    "storm": "/storm/congo",
    "streak": "/storm/congo?kind=streak",
    "embed": "/embed/congo?moves=d2d3,a6a5",
    "learn": "/learn/congo",
    "endgames": "/endgames/congo",
    "chapters": "/chapters/negamax",
    "explorer": "/explorer/gardner",
    "algorithms": "/algorithms",
    "class": "/class",
    "teacher": "/class/teacher",
    "audience": "/class/audience",
    "laboratory": "/laboratory/congo",
    "arena": "/arena",
}
LEAST = {"games": 0, "class": 0, "teacher": 0, "audience": 0}
"""Presses that there must be: 3, but for pages that show nothing yet, or whose class has not begun."""
SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
PRESSED = "main :is(button, summary, [role=radio], input[type=checkbox], input[type=radio], label.switch, select)"
NEXT = """([kinds, pressed, length]) => {
  for (const element of document.querySelectorAll(kinds)) {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.matches(":disabled") || element.closest("[aria-disabled=true]")) continue;
    const name = element.id || element.getAttribute("aria-label") || element.value || element.textContent.trim();
    if (name && !pressed.includes(name.slice(0, length))) return { element, name: name.slice(0, length) };
  }
  return {};
}"""
"""Finds what comes first of what can be pressed and has not been: one question, of pages with a hundred buttons."""
LED_AWAY = "Execution context was destroyed", "interrupted by another navigation"
MOST = 40
"""Presses on a page; what comes new with each press is pressed, too."""


def press_all(page: Page, address: str) -> list[str]:
    """Press what has not been pressed yet, one after the other; return the names."""
    pressed: list[str] = []
    is_elsewhere = False
    while len(pressed) < MOST:
        try:
            if is_elsewhere:
                page.goto(address)
                is_elsewhere = False
            if not press_next(page, address, pressed):
                # what was pressed last may show something new once it is answered
                page.wait_for_timeout(400)
                if not press_next(page, address, pressed):
                    break
        except Error as error:  # a press has led to another page, somewhat later
            if not any(each in str(error) for each in LED_AWAY):
                raise
            page.wait_for_load_state()
            is_elsewhere = True
    return pressed


def press_next(page: Page, address: str, pressed: list[str]) -> bool:
    """Press what comes first of what has not been pressed yet, and add its name; return whether there was any."""
    answering(page)
    fits(page, f"after {pressed[-1]!r} was pressed" if pressed else "at first")
    found = page.evaluate_handle(NEXT, [PRESSED, pressed, 60]).get_properties()
    if not found:
        return False
    element = found["element"].as_element()
    assert element is not None
    kind = element.evaluate("element => element.isConnected && element.tagName")
    if not kind:  # drawn anew meanwhile
        return True
    pressed.append(found["name"].json_value())
    if kind == "SELECT":
        element.evaluate("element => element.focus()")
        page.keyboard.press("ArrowDown")
    else:
        element.evaluate("element => element.click()")
    page.wait_for_timeout(20)
    page.wait_for_load_state()
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
    if page.url.split("?")[0].rstrip("/").split("#")[0] != address.split("?")[0].rstrip("/"):
        page.goto(address)
    return True


NEEDS = {"arena": pytest.mark.server("the arena of programs")}
"""Pages that need a server."""


def fits(page: Page, when: str) -> None:
    """Check that nothing is beyond the right edge of the window."""
    box = page.evaluate("[document.documentElement?.scrollWidth ?? 0, innerWidth]")  # none between two pages
    assert box[0] <= box[1], f"the page is wider than the window {when}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [pytest.param(each, marks=NEEDS.get(each, ())) for each in PAGES])
def test_whatever_can_be_pressed_answers(server, pages, name, size):
    address = PAGES[name]
    if name == "game":
        live = server.post("/api/play", game="gardner", you="white", level=1)
        address = f"/game/{live['id']}"
    page = pages.page(viewport=SIZES[size], has_touch=size == "phone", accept_downloads=True)
    page.goto(server.url + address)
    pressed = press_all(page, server.url + address)
    assert len(pressed) >= LEAST.get(name, 3)
    # an editor says of a board without kings that it is no position; that is an answer, too
    # (so is what the projected page is told where no class is taught)
    answers = "/api/edit", "/api/class/audience"
    pages.faults[:] = [fault for fault in pages.faults if not any(each in fault for each in answers)]
    # and the page still answers
    answering(page)
    fits(page, "at the end")
