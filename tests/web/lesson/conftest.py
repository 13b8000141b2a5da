"""A class with its teacher and pupils, by requests."""

import pytest
from starlette.testclient import TestClient

from plyground.web.lesson import password
from web.conftest import client  # noqa: F401

PASSWORD = "open-sesame"
QUESTION = {"kind": "question", "text": "What is 2 + 2?", "choices": ["3", "4"], "right": "4"}


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch):
    monkeypatch.setitem(password._COST, "n", 4)


def browser_of(app, address="192.168.1.7"):
    """A browser that has opened a page."""
    found = TestClient(app, base_url="http://127.0.0.1", client=(address, 1))
    found.get("/class")
    return found


class Person:
    """JSON in, JSON out; a refused request is an error."""

    def __init__(self, browser):
        self.browser = browser

    def get(self, path, /, **query):
        answer = self.browser.get(f"/api/class{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path, /, **body):
        answer = self.browser.post(f"/api/class{path}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, path, /, **body):
        answer = self.browser.post(f"/api/class{path}", json=body)
        assert answer.status_code >= 400, answer.text
        return answer.json()["error"]

    def game(self, name):
        return self.browser.get(f"/api/play/{name}").json()

    def play(self, name, action, **body):
        answer = self.browser.post(f"/api/play/{name}/{action}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()


class Classroom:
    """A class that is taught on the app's server."""

    def __init__(self, app, name="7b"):
        self.app = app
        self.classes = app.state.services.classes
        self.classes.begin(name, password.hash_password(PASSWORD))
        self.teacher = self.newcomer()
        self.teacher.post("/sign-in", password=PASSWORD)

    @staticmethod
    def browser(app, cookies):
        """A browser that has these cookies."""
        found = TestClient(app, base_url="http://127.0.0.1", client=("192.168.1.7", 1))
        found.cookies.update(cookies)
        return found

    def newcomer(self):
        return Person(browser_of(self.app))

    def pupils(self, *names):
        found = [self.newcomer() for _ in names]
        for person, name in zip(found, names, strict=True):
            person.post("/join", nickname=name)
        return found

    def paired(self, *names, form="swiss", **options):
        """Pair pupils who join; return them by name, and the teacher's dashboard."""
        people = dict(zip(names, self.pupils(*names), strict=True))
        return people, self.teacher.post("/pairs", form=form, game="gardner", everybody=True, **options)

    def settled(self):
        """Count the games that are over; return the teacher's dashboard."""
        self.classes.settle()
        return self.teacher.get("/dashboard")


@pytest.fixture
def room(client):  # noqa: F811
    return Classroom(client.app)
