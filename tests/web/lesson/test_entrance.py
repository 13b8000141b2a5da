"""Who gets into a class: a bound on new pupils from one address, the waiting room, and who was removed."""

from itertools import count

import pytest

from plyground.web.host.addresses import network_of
from plyground.web.lesson import school_class
from plyground.web.lesson.classes import JOINS_AT_ONCE, JOINS_PER_SECOND
from plyground.web.service.budget import TokenBucket
from plyground.web.service.endpoints import Busy

from .conftest import Person, browser_of

TOO_MANY = "Many have joined from where you are just now; try again in a few seconds."


@pytest.fixture
def clock(room):
    """The time, in seconds, that the class goes by for who may join."""
    found = [0.0]
    room.classes.entrance = TokenBucket(JOINS_PER_SECOND, JOINS_AT_ONCE, lambda: found[0])
    return found


def joined(room, numbers, seconds, clock, address="192.168.1.7"):
    """One device with new cookies tries to join once a second; return how many it gets in."""
    found = 0
    for _ in range(seconds):
        clock[0] += 1
        person = Person(browser_of(room.app, address))
        answer = person.browser.post("/api/class/join", json={"nickname": f"Pupil {next(numbers)}"})
        assert answer.status_code == 200 or (answer.status_code, answer.json()["error"]) == (429, TOO_MANY)
        found += answer.status_code == 200
    return found


def test_one_device_does_not_fill_a_class(room, clock):
    numbers = count(100)
    got_in = joined(room, numbers, 78, clock)
    assert got_in == 45, "30 at once, then one every five seconds"
    # whoever is elsewhere still gets in, and so does a class behind one address, in a few minutes
    assert joined(room, numbers, 1, clock, "192.168.1.8") == 1
    assert joined(room, numbers, 153, clock, "10.0.0.1") == 60


def test_only_who_is_new_counts(room, clock):
    (ann,) = room.pupils("Ann")
    for i in range(40):
        ann.post("/join", nickname=f"Ann {i}")
        assert "characters" in room.newcomer().refused("/join", nickname="A")
    assert joined(room, count(100), 29, [0.0]) == 29
    assert room.newcomer().refused("/join", nickname="Bob") == TOO_MANY
    # a pupil who changes browsers is not new
    room.teacher.post("/pupils/release", number=1)
    assert room.newcomer().post("/join", nickname="Ann 39")["you"] == "Ann 39"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:0:1:aaaa::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_machine_is_known_by_what_it_cannot_choose(address, network):
    assert network_of(address) == network


def test_who_was_removed_does_not_count(room, monkeypatch):
    monkeypatch.setattr(school_class, "MAX_PUPILS", 2)
    room.pupils("Ann", "Bob")
    assert "at most" in room.newcomer().refused("/join", nickname="Cyd")
    room.teacher.post("/pupils/remove", number=1)
    assert room.newcomer().post("/join", nickname="Cyd")["you"] == "Cyd"
    assert "at most" in room.newcomer().refused("/join", nickname="Dan")


def waiting(dashboard):
    return [line["name"] for line in dashboard["waiting"]]


def test_who_is_new_waits_until_the_teacher_admits_them(room):
    (ann,) = room.pupils("Ann")
    assert room.teacher.post("/locks", waiting_room=True)["waiting_room"] is True
    bob, cyd, dan = (room.newcomer() for _ in range(3))
    for person, name in ((bob, "Bob"), (cyd, "Cyd"), (dan, "Dan")):
        view = person.post("/join", nickname=name)
        assert (view["you"], view["waiting"], view["standings"], view["task"]) == ("", name, [], None)
    assert "not joined" in bob.refused("/answer", task=1, answer="4")
    # who takes part already goes on, and may change the nickname; so may who waits
    assert ann.post("/join", nickname="Anna")["you"] == "Anna"
    assert dan.post("/join", nickname="Dana")["waiting"] == "Dana"
    dashboard = room.teacher.get("/dashboard")
    assert (waiting(dashboard), [pupil["name"] for pupil in dashboard["pupils"]]) == (["Bob", "Cyd", "Dana"], ["Anna"])
    numbers = {line["name"]: line["number"] for line in dashboard["waiting"]}

    assert waiting(room.teacher.post("/pupils/refuse", number=numbers["Cyd"])) == ["Bob", "Dana"]
    assert (cyd.get("")["you"], cyd.get("")["waiting"]) == ("", "")
    assert cyd.post("/join", nickname="Cyd")["waiting"] == "Cyd"
    assert "Nobody waits" in room.teacher.refused("/pupils/admit", number=numbers["Cyd"]), "a number is one person's"

    room.teacher.post("/pupils/admit", number=numbers["Bob"])
    assert (bob.get("")["you"], bob.get("")["waiting"]) == ("Bob", "")
    dashboard = room.teacher.post("/pupils/admit", number=0)
    assert (waiting(dashboard), [pupil["name"] for pupil in dashboard["pupils"]]) == (
        [],
        ["Anna", "Bob", "Dana", "Cyd"],
    )
    assert room.teacher.post("/locks", waiting_room=False)["waiting_room"] is False
    assert room.newcomer().post("/join", nickname="Eve")["you"] == "Eve"


def test_who_waits_takes_nobodys_nickname_and_no_place(room, monkeypatch):
    monkeypatch.setattr(school_class, "MAX_PUPILS", 3)
    room.teacher.post("/locks", waiting_room=True)
    crowd = [room.newcomer() for _ in range(3)]
    for person in crowd:
        assert person.post("/join", nickname="Ann")["waiting"] == "Ann"
    assert "at most" in room.newcomer().refused("/join", nickname="Bob")
    # one of the three is admitted; the two others cannot be called so, too
    first = room.teacher.get("/dashboard")["waiting"][0]["number"]
    dashboard = room.teacher.post("/pupils/admit", number=first)
    assert waiting(room.teacher.post("/pupils/admit", number=0)) == ["Ann", "Ann"]
    assert "Somebody is called 'Ann' already" in room.teacher.refused(
        "/pupils/admit", number=dashboard["waiting"][0]["number"]
    )
    assert waiting(room.teacher.post("/pupils/refuse", number=0)) == []
    assert [person.get("")["you"] for person in crowd] == ["Ann", "", ""]
    # once the class is full nobody is let in
    for name in ("Bob", "Cyd", "Dan"):
        room.newcomer().post("/join", nickname=name)
    assert waiting(room.teacher.post("/pupils/admit", number=0)) == ["Dan"]
    last = room.teacher.get("/dashboard")["waiting"][0]["number"]
    assert "at most" in room.teacher.refused("/pupils/admit", number=last)


def test_who_waits_gets_no_game_of_somebody_else(room):
    people, _ = room.paired("Ann", "Bob")
    game = people["Ann"].get("")["round"]["game"]
    room.teacher.post("/locks", waiting_room=True)
    stranger = room.newcomer()
    stranger.post("/join", nickname="Eve")
    assert stranger.game(game)["side"] is None
    assert people["Ann"].game(game)["side"] is not None


def test_who_waits_is_told_at_once_and_waits_over_a_restart(room):
    room.teacher.post("/locks", waiting_room=True)
    bob = room.newcomer()
    bob.post("/join", nickname="Bob")
    kept = room.classes._database.load("7b")
    assert [(each.nickname, each.number) for each in kept.waiting] == [("Bob", 1)]
    with bob.browser.websocket_connect("ws://127.0.0.1/api/class/live") as socket:
        assert socket.receive_json()["waiting"] == "Bob"
        room.teacher.post("/pupils/admit", number=0)
        view = socket.receive_json()
        assert (view["you"], view["waiting"]) == ("Bob", "")
        assert room.teacher.get("/dashboard")["pupils"][0]["here"] is True
    room.newcomer().post("/join", nickname="Cyd")
    room.teacher.post("/end")
    room.classes.begin("7b", kept.password)
    found = room.classes.demand()
    assert (found.waiting, found.has_waiting_room) == ([], True)


@pytest.mark.parametrize("path", ["/pupils/admit", "/pupils/refuse"])
def test_no_pupil_admits(room, path):
    room.teacher.post("/locks", waiting_room=True)
    bob = room.newcomer()
    bob.post("/join", nickname="Bob")
    assert "Only the teacher" in bob.refused(path, number=0)


def test_a_class_of_before_there_were_waiting_rooms_is_read():
    state = school_class.SchoolClass("7b", "x").state()
    for name in ("waiting", "has_waiting_room", "asked"):
        del state[name]
    assert school_class.SchoolClass.of_state(state).waiting == []


def test_a_class_says_no_before_anything_is_changed():
    found = school_class.SchoolClass("7b", "x")
    with pytest.raises(Busy, match="try again"):
        found.join("Ann", "browser", may_enter=lambda: False)
    assert (found.pupils, found.waiting, found.asked) == ([], [], 0)
