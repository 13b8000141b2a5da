"""A lesson in twenty browsers at once, with ``plyground class`` as a process of its own; prints what it measured.

pytest -m slow -s tests/web/lesson/test_lesson_of_twenty.py
"""

import contextlib
import csv
import io
import re
import subprocess
import sys
import time
from random import Random
from statistics import median, quantiles

import httpx2
import psutil
import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]
PUPILS = 20
LEVEL = 6
MOVES = 3
"""Moves that each makes against the engine."""
QUESTION = "What is the value of this tree?"


@pytest.fixture
def school(tmp_path):
    """The address, the password and the process of ``plyground class``."""
    command = [sys.executable, "-m", "plyground", "class", "7b", "--host", "127.0.0.1", "--port", "0", "--no-browser"]
    with subprocess.Popen([*command, "--db", tmp_path / "web.db"], stdout=subprocess.PIPE, text=True) as process:
        said = ""
        while not (found := re.search(r"Teacher: (http://[^/]+)/\S*\s+password: (\S+)", said)):
            said += process.stdout.readline()
        while True:
            with contextlib.suppress(httpx2.TransportError):
                httpx2.get(f"{found[1]}/api/games/gardner/position", timeout=300)
                break
        yield found[1], found[2], psutil.Process(process.pid)
        process.terminate()


class Waits:
    """How long things took, by name, in seconds."""

    def __init__(self):
        self.all = {}

    @contextlib.contextmanager
    def of(self, name):
        begin = time.monotonic()
        yield
        self.all.setdefault(name, []).append(time.monotonic() - begin)

    def tell(self):
        for name, waits in self.all.items():
            slowest = f", 95% {quantiles(waits, n=20)[-1]:.2f} s" if len(waits) > 1 else ""
            print(f"{name}: {len(waits)}, median {median(waits):.2f} s{slowest}, slowest {max(waits):.2f} s")  # noqa: T201


def play_one(page, random):
    """Make a move on the page, by the list that it has of them; False if it is over, or the other's turn."""
    game, plies = page.url.split("/game/")[1], page.locator("#moves button").count()
    view = page.evaluate("name => fetch(`/api/play/${name}`).then(answer => answer.json())", game)
    if view["outcome"] or not view["view"]["moves"]:
        return False
    squares = random.choice(view["view"]["moves"])[1:]
    for square in squares:
        page.locator(f'#board [data-square="{square}"]').click()
    choice = page.locator("dialog[open] button")
    if choice.count():
        choice.first.click()
    expect(page.locator("#moves button").nth(plies)).to_be_attached()
    return True


def test_a_lesson_of_twenty(school, pages):
    url, password, server = school
    waits, random = Waits(), Random(1)
    faults = pages.faults
    teacher = pages.page()
    teacher.goto(f"{url}/class/teacher#password={password}")
    expect(teacher.locator("#dashboard")).to_be_visible()
    pupils = [pages.page("phone" if i % 2 else "desktop") for i in range(PUPILS)]
    for i, page in enumerate(pupils):
        page.goto(f"{url}/class")
        page.get_by_label("Your nickname").fill(f"Pupil {i + 1}")
        with waits.of("joining"):
            page.keyboard.press("Enter")
            expect(page.locator("#who")).to_have_text(f"You are Pupil {i + 1}")
    expect(teacher.locator("#standing")).to_have_text(f"{PUPILS} of {PUPILS} here")
    expect(teacher.locator(".tile:visible")).to_have_count(PUPILS)
    sizes = [server.memory_info().rss >> 20]

    # a question; each answers, and sees whether that was right
    teacher.locator("#task-words").fill(QUESTION)
    teacher.locator("#choices").fill("3\n5\n7")
    teacher.locator("#right").fill("5")
    with waits.of("a question reaches all"):
        teacher.locator("#ask").get_by_role("button", name="Show to all").click()
        for page in pupils:
            expect(page.locator("#task-text")).to_have_text(QUESTION)
    for i, page in enumerate(pupils):
        page.locator("#answer").get_by_role("button", name="5" if i % 2 else "3", exact=True).click()
    expect(teacher.locator("#shown-state")).to_contain_text(f"{PUPILS} of {PUPILS} have answered")
    teacher.get_by_role("button", name="Reveal").click()
    for i, page in enumerate(pupils):
        expect(page.locator("#answered")).to_contain_text("That is right." if i % 2 else "The right answer is 5.")

    # a position, answered on the board
    teacher.locator("#ask").get_by_role("radio", name="Position").check()
    teacher.locator("#task-game").select_option("gardner")
    teacher.locator("#ask").get_by_role("button", name="Show to all").click()
    for page in pupils:
        page.locator('#task-board [data-square="a2"]').click()
        page.locator('#task-board [data-square="a3"]').click()
        expect(page.locator("#answered")).to_have_text("Your answer: a2a3.")
    expect(teacher.locator("#shown-state")).to_contain_text(f"{PUPILS} of {PUPILS} have answered")
    teacher.get_by_role("button", name="Put away").click()

    # a search that all follow, step by step
    teacher.goto(f"{url}/explorer")
    expect(teacher.locator("#clock")).to_contain_text("step")
    teacher.get_by_role("button", name="Show this search to all").click()
    for page in pupils:
        page.get_by_role("link", name="Open").click()
    teacher.get_by_role("button", name="To the beginning").click()
    with waits.of("a step reaches all"):
        teacher.get_by_role("button", name="One step on").click()
        for page in pupils:
            expect(page.locator("#clock")).to_have_text(re.compile("^step 2 /"))
    teacher.get_by_role("button", name="Show this search to all").click()

    # locked, nobody has help; unlocked, everybody
    teacher.goto(f"{url}/class/teacher")
    for lock in ("Lock the engine", "Lock hints"):
        teacher.get_by_role("button", name=lock).click()
    for page in pupils:
        expect(page.locator(".class-bar .chip")).to_have_count(2)
    refused = pupils[0].evaluate(
        "fetch('/api/play', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        'body: \'{"game": "congo", "you": "white"}\'}).then(answer => answer.status)'
    )
    assert refused == 403
    faults[:] = [fault for fault in faults if "403" not in fault]
    for lock in ("Lock the engine", "Lock hints"):
        teacher.get_by_role("button", name=lock).click()
    for page in pupils:
        expect(page.locator(".class-bar .chip")).to_have_count(0)

    # a Swiss round: ten games at once
    for page in pupils:
        page.goto(f"{url}/class")
        expect(page.locator("#inside")).to_be_visible()
    teacher.locator("#games > summary").click()
    teacher.locator("#pair-game").select_option("gardner")
    with waits.of("a round opens everywhere"):
        teacher.get_by_role("button", name="Pair everybody").click()
        for page in pupils:
            page.wait_for_url("**/game/*")
    for _ in range(2):
        for page in pupils:
            expect(page.locator("#main:not([inert]) #board svg")).to_have_count(1)
            if page.locator("#board .square.own").count():
                with waits.of("a move between pupils"):
                    play_one(page, random)
    expect(teacher.locator(".tile:not([hidden]) .mini:not(.blank)")).to_have_count(PUPILS)

    # one board is shown to all, and a game is decided
    teacher.locator(".tile").first.click()
    teacher.locator("#project").click()
    teacher.get_by_role("button", name="Close", exact=True).click()
    for page in pupils[:4]:
        expect(page.locator(".class-bar")).to_contain_text("A board is shown to all")
    while teacher.locator("#pairings select").count():
        left = teacher.locator("#pairings select").count()
        teacher.locator("#pairings select").first.select_option("½-½")
        expect(teacher.locator("#pairings select")).to_have_count(left - 1)
    expect(teacher.get_by_role("button", name="Next round")).to_be_enabled()

    # everybody against the engine
    teacher.locator("#pair").get_by_role("radio", name="Engine").check()
    teacher.locator("#pair-game").select_option("congo")
    teacher.locator("#level").fill(str(LEVEL))
    for page in pupils:
        page.goto(f"{url}/class")
        expect(page.locator("#inside")).to_be_visible()
    teacher.get_by_role("button", name="A game for everybody").click()
    for page in pupils:
        page.wait_for_url("**/game/*")
    for _ in range(MOVES):
        asked = {}
        for page in pupils:
            expect(page.locator("#main:not([inert]) #board .square.own, #result h2:visible").first).to_be_visible()
            plies = page.locator("#moves button").count()
            if play_one(page, random):
                asked[page] = time.monotonic(), plies + 2
        for page, (begin, plies) in asked.items():
            expect(
                page.locator(f"#moves li:nth-child(n + {plies + (plies + 1) // 2}) button, #result h2:visible").first
            ).to_be_attached()
            waits.all.setdefault("a reply of the engine, twenty at once", []).append(time.monotonic() - begin)
    sizes.append(server.memory_info().rss >> 20)

    # what is left of it
    tables = {}
    for what in ("standings", "games", "answers", "pupils"):
        text = teacher.evaluate(
            "path => fetch(path).then(answer => answer.text())", f"/api/class/export.csv?what={what}"
        )
        tables[what] = list(csv.reader(io.StringIO(text.lstrip("\ufeff"))))[1:]
    assert len(tables["standings"]) == len(tables["pupils"]) == PUPILS
    assert len(tables["games"]) >= PUPILS // 2
    assert len(tables["answers"]) >= 2 * PUPILS
    waits.tell()
    used = sum(server.cpu_times()[:2])
    print(f"the server: {used:.0f} s of CPU time, {sizes[0]} MiB with all joined, {sizes[1]} MiB at the end")  # noqa: T201
    assert not faults
