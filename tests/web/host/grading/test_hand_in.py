"""Handing in at the ladder's page: with a code of one's own, bounded, behind walls, while the teacher wants it."""

import base64
import io
import zipfile
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from plyground.cli import main
from plyground.core.errors import InvalidSetting
from plyground.grading import ladder_codes, ladder_service
from plyground.grading.assignment import Bot, Looked, make
from plyground.grading.ladder import Ladder, LadderSettings, settings_of
from plyground.grading.ladder_codes import Codes
from plyground.grading.ladder_service import LadderService
from plyground.grading.ladder_store import LadderStore
from plyground.grading.launcher import Launcher
from plyground.grading.settings import SandboxSettings
from plyground.grading.submission import Wanted
from plyground.web.host.grading import hand_in
from plyground.web.host.grading.ladder import create_app

PROGRAM = b"def studentAgent(gameboard): return None\n"


class Fake:
    """An assignment that looks at programs by their first bytes."""

    name, league_game, seed, LADDER_BOTS = "minichess", "minichess", 1, (Bot("random", "Random", 0.0),)
    launcher = SimpleNamespace(settings=SimpleNamespace(workers=1))
    wanted = Wanted(file="AB.py")

    def look(self, submission):
        text = (submission.folder / "AB.py").read_bytes()
        return Looked(trouble="It is no program.") if b"def" not in text else Looked()


@pytest.fixture
def ladder(tmp_path):
    settings = LadderSettings()
    store = LadderStore(tmp_path / "l.db", settings_of(Fake(), settings))
    yield Ladder(Fake(), store, settings)
    store.close()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "handed").mkdir()
    return tmp_path / "handed"


@pytest.fixture
def client(ladder, folder, monkeypatch):
    monkeypatch.setattr(hand_in, "SLOWLY", 0.0)
    service = LadderService(ladder, folder)
    with TestClient(create_app(ladder, ("testserver",), service=service)) as client:
        yield client


def sent(client, code, content=PROGRAM, nickname="", name="AB.py"):
    fields = {"code": code, "nickname": nickname, "name": name, "content": base64.b64encode(content).decode()}
    answer = client.post("/api/hand-in", json=fields)
    return answer.status_code, answer.json().get("said") or answer.json()["error"]


def names(ladder):
    return {entry.name: entry.nickname for entry in ladder.playing()}


def test_a_program_joins_under_the_nickname_that_was_chosen(client, ladder, folder):
    ann, bob = ladder.store.codes.give("ann"), ladder.store.codes.give("bob tan")
    assert 'href="/hand-in"' in client.get("/").text
    assert sent(client, ann, nickname=" Deep\x00 Ann ") == (200, "ann joins as Deep Ann.")
    assert sent(client, bob.upper().replace("-", " "), nickname="deep ann") == (200, "bob tan joins as deep ann 2.")
    assert (folder / "ann" / "AB.py").read_bytes() == PROGRAM
    assert names(ladder) == {"ann": "Deep Ann", "bob tan": "deep ann 2"}
    page = client.get("/").text
    assert "Deep Ann" in page
    assert "bob tan" not in page


def test_a_nickname_of_several_scripts_is_refused_and_nothing_is_taken(client, ladder, folder):
    code = ladder.store.codes.give("ann")
    said = "The letters of a nickname are of one script; those of '\u0410nn' are not."
    assert [sent(client, code, nickname="\u0410nn") for _ in range(21)] == [(400, said)] * 21
    assert (names(ladder), [*folder.iterdir()]) == ({}, [])
    # nor does it count as one of the day's
    assert sent(client, code, nickname="\u0410\u043d\u043d\u0430")[0] == 200


def test_another_one_takes_the_place_of_the_first(client, ladder, folder):
    code = ladder.store.codes.give("ann")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("AB.py", PROGRAM + b"# two\n")
    assert sent(client, code, nickname="Otter")[1] == "ann joins as Otter."
    assert sent(client, code) == (200, "ann has handed in the same program as before.")
    assert sent(client, code, packed.getvalue(), name="x.zip") == (200, "ann joins as Otter.")
    assert sorted(path.name for path in folder.iterdir()) == ["ann.zip"]
    assert sent(client, code, b"\0") == (200, "ann cannot join: It is no program.")
    assert sorted(path.name for path in folder.iterdir()) == ["ann"]
    assert [entry.state for entry in ladder.store.entries()] == ["replaced", "replaced", "refused"]


@pytest.mark.parametrize("name", ["../../evil", "", "/etc/passwd", "a" * 300, "\0", ".bashrc", "\udcff\n"])
def test_a_file_stays_where_it_belongs_whatever_its_name(ladder, folder, monkeypatch, name):
    monkeypatch.setattr(Fake, "wanted", Wanted(usual=("x",)))
    monkeypatch.setattr(Fake, "look", lambda self, submission: Looked())
    LadderService(ladder, folder).hand_in(ladder.store.codes.give("ann"), "", name, PROGRAM)
    (found,) = [path for path in folder.parent.rglob("*") if path.is_file() and path.read_bytes() == PROGRAM][:1]
    assert found.parent in {folder / "ann", *ladder.store.programs.iterdir()}
    assert [path.name for path in folder.iterdir()] == ["ann"]


def test_what_is_not_taken_is_said(client, ladder, monkeypatch):
    code = ladder.store.codes.give("ann")
    assert sent(client, "abcd-efgh-jkmn") == (403, "That code is nobody's; look at it once more, or ask your teacher.")
    monkeypatch.setattr(ladder_service, "MAX_HANDED_IN", 50)
    assert sent(client, code, b"x" * 51) == (400, "The file has 51 bytes; it has to have 1 to 50.")
    assert sent(client, code, b"")[0] == 400
    for body in ([], {"code": 1}, {"code": code, "nickname": "", "name": "x", "content": "*"}):
        answer = client.post("/api/hand-in", json=body)
        assert (answer.status_code, list(answer.json())) == (400, ["error"])
    assert client.post("/api/hand-in", json={}, headers={"Origin": "http://evil.example"}).status_code == 403
    assert client.post("/api/hand-in", json={"content": "x" * 2_100_000}).status_code == 413
    assert names(ladder) == {}


def test_so_many_a_day(client, ladder, monkeypatch):
    monkeypatch.setattr(ladder_codes, "PER_DAY", 2)
    code = ladder.store.codes.give("ann")
    for number in range(2):
        assert sent(client, code, PROGRAM + b"#%d" % number)[0] == 200
    assert sent(client, code) == (400, "You have handed in 2 times today; please go on tomorrow.")
    ladder.store.codes._run("UPDATE code SET day = '2001-01-01'")
    assert sent(client, code)[0] == 200


def test_the_teacher_opens_and_closes_it(client, ladder, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("signal.signal", lambda *_: None)
    db = str(tmp_path / "l.db")

    def command(*tokens):
        with pytest.raises(SystemExit) as left:
            main(["ladder", *tokens, "--db", db])
        captured = capsys.readouterr()
        return left.value.code, captured.out, captured.err

    assert client.get("/hand-in").status_code == 403
    assert "/hand-in" not in client.get("/").text
    (tmp_path / "class").write_text("bob\n\nann\n")
    status, out, _ = command("codes", "ann", "--file", str(tmp_path / "class"))
    assert status == 0
    code, name = out.splitlines()[0].split("  ")
    assert name == "ann"
    assert command("codes")[1] == "ann\nbob\n"
    assert client.get("/hand-in").status_code == 200
    assert sent(client, code)[0] == 200
    assert command("hand-in", "off")[0] == 0
    assert client.get("/hand-in").status_code == 403
    assert sent(client, code) == (400, "Nothing can be handed in here now; ask your teacher.")
    command("hand-in", "on")
    assert sent(client, code)[0] == 200
    command("codes", "ann")
    assert sent(client, code)[0] == 403, "a new code takes the place of the old one"
    assert command("codes", "../x")[2].startswith("plyground: A student cannot be called '../x'")
    ladder.store.freeze([], 1, 0)
    assert client.get("/hand-in").status_code == 403


def test_the_file_holds_no_codes(tmp_path):
    codes = Codes(tmp_path / "l.db")
    code = codes.give("ann")
    codes.close()
    content = (tmp_path / "l.db").read_bytes()
    assert code.encode() not in content
    assert code.replace("-", "").encode() not in content


def test_a_real_program_is_looked_at_behind_walls(tmp_path, folder):
    launcher = Launcher.strongest(SandboxSettings(), unsafe=True)
    kind = make("minichess", {}, {}, launcher, 1)
    settings = LadderSettings()
    store = LadderStore(tmp_path / "real.db", settings_of(kind, settings))
    service = LadderService(Ladder(kind, store, settings), folder)
    code = store.codes.give("ann")
    assert service.hand_in(code, "Otter", "x.py", PROGRAM) == "ann joins as Otter."
    said = service.hand_in(code, "", "x.py", b"import os\n" + PROGRAM)
    assert said.startswith("ann cannot join: The points do not count, because of line 1 of AB.py: It imports os")
    with pytest.raises(InvalidSetting, match="The file has 0 bytes"):
        service.hand_in(code, "", "x.py", b"")
    store.close()


@pytest.mark.xdist_group("browser")
def test_the_form_in_a_browser(pages, ladder, folder, tmp_path, serving):
    code = ladder.store.codes.give("ann")
    (tmp_path / "AB.py").write_bytes(PROGRAM)
    (tmp_path / "large.py").write_bytes(b"#" * (ladder_service.MAX_HANDED_IN + 1))
    page = pages.page()
    page.goto(serving(create_app(ladder, ("127.0.0.1",), service=LadderService(ladder, folder))) + "/hand-in")
    page.get_by_label("Your code").fill(code)
    page.get_by_label("Nickname").fill("Otter")
    page.get_by_label("The program").set_input_files(tmp_path / "large.py")
    page.get_by_role("button", name="Hand in").click()
    page.get_by_text("at most 1000000 are taken").wait_for()
    page.get_by_label("The program").set_input_files(tmp_path / "AB.py")
    page.get_by_role("button", name="Hand in").click()
    page.get_by_text("ann joins as Otter.").wait_for()
    page.get_by_role("link", name="The ladder").click()
    page.get_by_text("Otter").wait_for()
