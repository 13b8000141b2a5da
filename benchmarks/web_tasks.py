"""How long people's tasks in the web app take: each is done in a real browser with the pauses that a person makes.

    python -m benchmarks.web_tasks

Starts ``plyground class`` on a free port. Each task begins with the address of a page and ends when its result can be
seen. What a person needs for an action is taken from the keystroke-level model (S. Card, T. Moran and A. Newell, "The
keystroke-level model for user performance time with interactive systems", 1980): `KEY` for a key, `POINT` and `PRESS`
for a click, `HAND` from the mouse to the keys or back, `THINK` before each step that has to be decided; and `WORD` for
each word that has to be read (238 words a minute: M. Brysbaert, "How many words do we read per minute?", 2019). The
script waits for as long, so the app answers meanwhile, as it does for a person. Prints for each task its actions,
the words, the seconds, and how many of them the person waited for the app.
"""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

KEY, POINT, PRESS, HAND, THINK = 0.28, 1.1, 0.2, 0.4, 1.35
WORD, SPOKEN = 60 / 238, 60 / 150
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PATIENCE = 60_000
"""Milliseconds for an answer of the app."""


class Person:
    """Somebody at a page, with the time that they take."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.page: Page = browser.new_context(viewport={"width": 1280, "height": 840}).new_page()
        self.page.set_default_timeout(PATIENCE)
        self.url, self.actions, self.words, self.own = url, 0, 0, 0.0
        self.begin = time.monotonic()

    def start(self) -> None:
        """Count from now on."""
        self.actions, self.words, self.own, self.begin = 0, 0, 0.0, time.monotonic()

    def open(self, path: str) -> None:
        """Come to a page by a link or bookmark."""
        self.page.goto(self.url + path)

    def click(self, place: Locator) -> None:
        """Decide, point and press."""
        place.wait_for()
        self._take(THINK + POINT + PRESS)
        place.click()
        self.actions += 1

    def type(self, place: Locator, text: str) -> None:
        """Decide, point at a field, press, and type."""
        self.click(place)
        self._take(HAND + KEY * len(text))
        place.fill(text)
        self.actions += len(text)

    def paste(self, place: Locator, text: str) -> None:
        """Bring a text over that is somewhere else on the screen: mark and copy it there, click here, two keys."""
        self._take(THINK + 2 * (POINT + PRESS) + HAND + 2 * KEY + HAND)
        self.click(place)
        self._take(HAND + 2 * KEY)
        place.fill(text)
        self.actions += 4

    def read(self, place: Locator, pattern: str = "") -> None:
        """Wait for what is to be read, and read it."""
        place.filter(has_text=re.compile(pattern)).wait_for()
        words = len(place.inner_text().split())
        self.words += words
        self._take(words * WORD)

    def say(self, words: int) -> None:
        """Say so many words; people speak about as fast as they read aloud."""
        self._take(THINK + words * SPOKEN)

    def step(self, what: str) -> None:
        """Print when something has been reached."""
        print(f"    {time.monotonic() - self.begin:6.1f} s  {what}", flush=True)

    def _take(self, seconds: float) -> None:
        self.own += seconds
        time.sleep(seconds)


def understand_a_cut(person: Person) -> None:
    """From the home page to a cut and its reason."""
    page = person.page
    person.open("/")
    person.read(page.locator("#aim"))
    person.click(page.get_by_role("navigation").get_by_role("link", name="How search works"))
    person.read(page.locator("#node .why"), "cannot matter")


def predict_a_cut(person: Person) -> None:
    """The small game on the home page, up to its first answer."""
    page = person.page
    person.open("/")
    person.read(page.locator("#guess-text"))
    person.click(page.locator("#guess-start"))
    person.read(page.locator("#guess-text"))
    person.click(page.locator("#guess-answers button").first)
    person.read(page.locator("#guess-text"))


def explain_a_cut(person: Person) -> None:
    """The two-minute test: arrive, guess a cut, see one, read why, be asked on a fresh tree, and explain it."""
    page = person.page
    person.open("/")
    person.read(page.locator("#aim"))
    person.step("has arrived")
    person.read(page.locator("#guess-text"))
    person.click(page.locator("#guess-start"))
    page.locator("#guess-answers button").nth(1).wait_for()
    person.read(page.locator("#guess-text"))
    person.click(page.get_by_role("button", name="No, cut"))
    person.read(page.locator("#guess-text"))
    person.step("has guessed a cut, and read why")
    person.click(page.get_by_role("navigation").get_by_role("link", name="How search works"))
    person.read(page.locator("#node .why"), "cannot matter")
    person.step("has seen a cut in a tree")
    person.click(page.get_by_role("link", name="Twelve chapters"))
    person.click(page.locator("#contents").get_by_role("link", name="Alpha-beta"))
    person.read(page.locator("#chapter .text p").first)
    person.step("has read what alpha is")
    person.click(page.get_by_role("button", name="Questions on a fresh tree"))
    person.read(page.locator(".drill .asked"))
    person.step("is asked on a fresh tree")
    person.say(25)
    person.step("has explained the cut in own words")


def find_the_mistake(person: Person) -> None:
    """A wrong answer to the Star/Circle homework: which mistake gives it, and where the searches part."""
    page, folder = person.page, files("plyground.courses.starcircle.examples")
    text, answer = ((folder / f"ex2.{end}").read_text(encoding="utf-8") for end in ("in", "out"))
    person.open("/explorer")
    person.click(page.get_by_text("Check a homework's answer"))
    person.paste(page.get_by_label("Input file"), text)
    person.paste(page.get_by_label("Your answer"), answer.replace("\n4", "\n5"))
    person.click(page.get_by_role("button", name="Check", exact=True))
    person.read(page.locator("#checked"), "should be")
    person.read(page.locator("#node .why"))


def join(person: Person) -> None:
    """A pupil types the address that the wall shows, and a nickname."""
    page = person.page
    person._take(HAND + KEY * len(person.url.removeprefix("http://") + "/class"))
    person.open("/class")
    person.type(page.get_by_label("Your nickname"), "Pupil")
    person.click(page.locator("#join button"))
    page.locator("#who").filter(has_text="You are").wait_for()


def ask_all(person: Person) -> None:
    """The teacher asks a question with two choices."""
    page = person.page
    person.open("/class/teacher")
    person.type(page.get_by_label("Text"), "Who wins?")
    person.type(page.get_by_label("Choices"), "White\nBlack")
    person.type(page.get_by_label("Right answer"), "White")
    person.click(page.locator("#ask").get_by_role("button", name="Show to all"))
    person.read(page.locator("#shown-state"))


def give_a_quiz(person: Person) -> None:
    """The teacher gives the class a quiz on the tree with which the explorer opens."""
    page = person.page
    person.open("/explorer")
    person.click(page.get_by_role("button", name="Quiz", exact=True))
    person.click(page.get_by_role("button", name="Give it to the class"))
    person.read(page.locator("#toasts"), "The class has this quiz")


def show_a_search(person: Person) -> None:
    """The teacher shows a search to all, and steps through its beginning."""
    page = person.page
    person.open("/explorer")
    person.click(page.get_by_role("button", name="Show this search to all"))
    person.click(page.get_by_role("button", name="To the beginning"))
    for _ in range(3):
        person.click(page.get_by_role("button", name="One step on"))


def lock_and_pair(person: Person) -> None:
    """The teacher locks the engine, and pairs everybody for a game of Gardner's minichess."""
    page = person.page
    person.open("/class/teacher")
    person.click(page.get_by_role("button", name="Lock the engine"))
    person.click(page.locator("#games > summary"))
    person.click(page.locator("#pair-game"))
    page.locator("#pair-game").select_option("gardner")
    person.click(page.get_by_role("button", name="Pair everybody"))
    page.locator("#pairings li").first.wait_for()


def find_an_earlier_quiz(person: Person) -> None:
    """The teacher shows again what was shown in an earlier lesson."""
    page = person.page
    person.open("/class/teacher")
    person.click(page.locator("#earlier > summary"))
    person.click(page.get_by_role("button", name="Show again: A quiz").first)
    person.read(page.locator("#shown-state"))


TEACHER = (ask_all, give_a_quiz, show_a_search, find_an_earlier_quiz, lock_and_pair)
NEWCOMER = (understand_a_cut, explain_a_cut, predict_a_cut, find_the_mistake)


@contextlib.contextmanager
def _served(folder: Path) -> Iterator[tuple[str, str]]:
    """Teach a class; yield the address and the teacher's password."""
    command = [sys.executable, "-m", "plyground", "class", "tasks", "--port", "0", "--no-browser"]
    with subprocess.Popen(
        [*command, "--db", str(folder / "web.db")], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as server:
        assert server.stdout is not None
        said = ""
        try:
            for line in server.stdout:
                said += line
                port, secret = re.search(r":(\d+)/", said), re.search(r"password[^:]*: *(\S+)", said, re.IGNORECASE)
                if port and secret:
                    yield f"http://127.0.0.1:{port[1]}", secret[1]
                    return
            raise SystemExit(f"The server ended: {said}")
        finally:
            server.terminate()


def _timed(person: Person, task: Callable[[Person], None]) -> None:
    person.start()
    task(person)
    seconds = time.monotonic() - person.begin
    title = task.__name__.replace("_", " ")
    print(f"{title:22} {person.actions:4} {person.words:5} {seconds:6.1f} s {seconds - person.own:6.1f} s", flush=True)


def main() -> None:
    """Do all tasks once."""
    print(f"{'task':22} acts words    time   waiting")
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as (url, secret), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for task in NEWCOMER:
            _timed(Person(browser, url), task)
        _timed(Person(browser, url), join)
        another = Person(browser, url)
        another.open("/class")
        another.page.get_by_label("Your nickname").fill("Another")
        another.page.keyboard.press("Enter")
        teacher = Person(browser, url)
        teacher.open("/class/teacher")
        teacher.page.locator("#password").fill(secret)
        teacher.page.keyboard.press("Enter")
        teacher.page.locator("#dashboard").wait_for()
        for task in TEACHER:
            _timed(teacher, task)
        browser.close()


if __name__ == "__main__":
    main()
