"""The ladder: who joins, who meets whom, what counts, the final; and that it goes on where it was."""

from contextlib import closing
from functools import partial
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from plyground.agents.random_player import RandomPlayer
from plyground.core.errors import InvalidSetting
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.grading.assignment import Bot, Looked, make
from plyground.grading.ladder import FINAL, Ladder, LadderSettings, settings_of, signature
from plyground.grading.ladder_service import LadderService
from plyground.grading.ladder_store import LadderStore
from plyground.grading.nicknames import FILE, distinct, nickname
from plyground.grading.submission import Submission
from plyground.jobs.ownership import own
from plyground.programs.ending import ProgramFailed
from plyground.web.host.grading.ladder import create_app

BOTS = (Bot("random", "Random", 0.0), Bot("greedy", "Greedy", 400.0))
GAME = get_game("minichess")


class Fake:
    """An assignment whose programs play at random in our own process; that of "eve" does not start."""

    name, league_game, seed, LADDER_BOTS = "minichess", "minichess", 1, BOTS
    launcher = SimpleNamespace(settings=SimpleNamespace(workers=1))

    def look(self, submission):
        return Looked(withheld="It imports os.") if submission.name == "cheat" else Looked()

    def contestant(self, submission):
        if submission.name == "eve":
            raise ProgramFailed("has no studentAgent", "crash")
        player = RandomPlayer(GAME)
        player.new_game(GAME, Color.WHITE, len(submission.name))
        return player


def handed_in(tmp_path, name, content="x", chosen=""):
    folder = tmp_path / "copies" / f"{name}-{content}"
    folder.mkdir(parents=True)
    (folder / "AB.py").write_text(content)
    if chosen:
        (folder / FILE).write_text(chosen)
    return Submission(name, folder, digest=f"{name}{content}")


@pytest.fixture
def begun(tmp_path):
    """Return a function that opens the ladder of the file l.db."""
    opened = []

    def begin(**settings):
        chosen = LadderSettings(**{"pair_games": 2, "neighbours": 1, **settings})
        store = LadderStore(tmp_path / "l.db", settings_of(Fake(), chosen))
        opened.append(store)
        return Ladder(Fake(), store, chosen)

    yield begin
    for store in opened:
        store.close()


def opening_of(ladder, game):
    return tuple(map(str, Record.parse(ladder.store.game(game.number).record).moves[:2]))


def play(ladder, most=1000):
    return [ladder.play(pairing) for _ in range(most) if (pairing := ladder.take()) is not None]


# --- who plays ---


def test_submissions_join_change_and_leave(begun, tmp_path):
    ladder = begun()
    ann, bob, cheat = (handed_in(tmp_path, name) for name in ("ann", "bob", "cheat"))
    said = ladder.sync([ann, bob, cheat])
    assert said[2] == "cheat cannot join: It imports os."
    assert [entry.name for entry in ladder.playing()] == ["ann", "bob"]
    assert ladder.sync([ann, bob, cheat]) == [], "nothing has changed"
    assert ladder.sync([handed_in(tmp_path, "ann", "y"), cheat])[1:] == ["bob has gone."]
    assert [(entry.name, entry.state) for entry in ladder.store.entries()] == [
        *(("ann", "replaced"), ("bob", "withdrawn"), ("cheat", "refused"), ("ann", "playing")),
    ]
    assert (ladder.store.programs / "anny" / "AB.py").read_text() == "y", "what was handed in is kept"


def test_nicknames(begun, tmp_path):
    ladder = begun()
    ladder.sync(
        [
            handed_in(tmp_path, "ann", chosen="  Deep Anna\x07 \nmore"),
            handed_in(tmp_path, "bob", chosen="deep anna"),
            handed_in(tmp_path, "kim", chosen="Random"),
            handed_in(tmp_path, "lee"),
        ]
    )
    names = [entry.nickname for entry in ladder.playing()]
    assert names[:3] == ["Deep Anna", "deep anna 2", "Random 2"]
    assert "lee" not in names[3].lower()
    assert names[3] == nickname("lee", tmp_path, 1)
    assert distinct("a", {"A", "a 2"}) == "a 3"


def test_nicknames_that_look_alike_are_told_apart(begun, tmp_path):
    ladder = begun()
    ladder.sync(
        [
            handed_in(tmp_path, "ann", chosen="Copa 10"),
            handed_in(tmp_path, "bob", chosen="\u0421\u043e\u0440\u0430 1\u00d8"),  # in Cyrillic, and then not
            handed_in(tmp_path, "kim", chosen="\u0421\u043e\u0440\u0430 10"),
            handed_in(tmp_path, "lee", chosen="c\u00f3pa lo"),
            handed_in(tmp_path, "max", chosen="Rand0m"),
        ]
    )
    names = [entry.nickname for entry in ladder.playing()]
    assert names[0] == "Copa 10"
    assert names[1] == nickname("bob", tmp_path, 1), "of several scripts: an invented one"
    assert names[2:] == ["\u0421\u043e\u0440\u0430 10 2", "c\u00f3pa lo 3", "Rand0m 2"]


# --- who meets whom ---


def test_neighbours_meet_with_both_colours_and_then_there_is_rest(begun, tmp_path):
    ladder = begun()
    ladder.sync([handed_in(tmp_path, name) for name in ("ann", "bob", "kim")])
    play(ladder)
    assert ladder.take() is None, "everybody has met the neighbours"
    games = ladder.store.games()
    bots = set(ladder.bots)
    assert any({game.white, game.black} & bots for game in games)
    assert not any({game.white, game.black} <= bots for game in games), "bots do not meet each other"
    for game in games:
        if game.round == 1:
            both = {game.white, game.black}
            first = next(each for each in games if {each.white, each.black} == both and not each.round)
            assert (first.white, first.black) == (game.black, game.white)
            openings = [opening_of(ladder, each) for each in (first, game)]
            assert openings[0] == openings[1]
    # who hands in something new meets everybody anew, and the old games do not count
    before = len(games)
    ladder.sync([handed_in(tmp_path, "ann", "y"), *(Submission(n, tmp_path, digest=f"{n}x") for n in ("bob", "kim"))])
    line = next(line for line in ladder.table() if line.title == ladder.playing()[-1].nickname)
    assert (line.wins, line.draws, line.losses) == (0, 0, 0)
    play(ladder)
    assert len(ladder.store.games()) > before


def test_a_game_under_way_is_not_begun_twice(begun, tmp_path):
    ladder = begun()
    ladder.sync([handed_in(tmp_path, "ann")])
    taken = [pairing for _ in range(20) if (pairing := ladder.take()) is not None]
    assert len(taken) == len(set(taken))
    for pairing in taken:
        ladder.play(pairing)
    assert len(ladder.store.games()) == len(taken)


def test_a_program_that_does_not_start_loses_and_ratings_follow_results(begun, tmp_path):
    ladder = begun(pair_games=4)
    ladder.sync([handed_in(tmp_path, name) for name in ("ann", "eve")])
    play(ladder)
    table = {line.title: line for line in ladder.table()}
    ann, eve = (table[entry.nickname] for entry in ladder.playing())
    assert eve.wins == eve.draws == 0
    assert eve.losses > 3
    assert eve.elo < ann.elo
    assert {line.elo for line in ladder.table() if line.is_bot} == {0.0, 400.0}, "anchors do not move"
    assert any("has no studentAgent" in game.detail for game in ladder.store.games())


def test_it_goes_on_where_it_was(begun, tmp_path):
    ladder = begun()
    submissions = [handed_in(tmp_path, name) for name in ("ann", "bob")]
    ladder.sync(submissions)
    play(ladder, 3)
    ladder.take()  # under way when it ends
    ladder.store.close()
    again = begun()
    assert again.sync(submissions) == []
    assert len(again.store.games()) == 3
    play(again)
    rounds = [(game.white, game.black, game.round) for game in again.store.games()]
    assert len(rounds) == len(set(rounds))
    with pytest.raises(InvalidSetting, match="belongs to a ladder with other settings"):
        begun(pair_games=6)


# --- the final ---


def test_the_final_is_frozen_and_everybody_meets_everybody(begun, tmp_path):
    ladder = begun()
    submissions = [handed_in(tmp_path, name) for name in ("ann", "bob", "eve")]
    ladder.sync(submissions)
    play(ladder)
    assert ladder.freeze(2) == 3
    assert ladder.sync([handed_in(tmp_path, "late")]) == [], "nobody joins any more"
    play(ladder, 5)
    ladder.store.close()
    ladder = begun()
    assert ladder.freeze(7) == 3, "it stays as it was frozen"
    play(ladder)
    games = ladder.store.games(FINAL)
    assert len(games) == 3 * 2 * 2
    table = ladder.table(FINAL)
    assert sum(line.points for line in table) == len(games)
    assert table[-1].title == next(entry.nickname for entry in ladder.playing() if entry.name == "eve")
    assert len({opening_of(ladder, game) for game in games if not game.round}) == 1, "the same opening for all"


def test_the_best_play_the_final(begun, tmp_path):
    ladder = begun()
    ladder.sync([handed_in(tmp_path, name) for name in ("ann", "bob", "eve")])
    play(ladder)
    assert ladder.freeze(1, 2) == 2
    with pytest.raises(InvalidSetting, match="A final takes two programs"):
        Ladder(Fake(), LadderStore(tmp_path / "empty.db", {}), LadderSettings()).freeze(1)


# --- the service, the page, the commands ---


def test_the_service_takes_what_is_handed_in(begun, tmp_path, monkeypatch):
    told = []
    monkeypatch.setattr(Fake, "wanted", make("minichess", {}, {}, None, 1).wanted, raising=False)
    folder = tmp_path / "class"
    (folder / "ann").mkdir(parents=True)
    (folder / "ann" / "AB.py").write_text("x")
    service = LadderService(begun(), folder, tell=told.append)
    service.look()
    service.look()
    assert [said.partition(" as ")[0] for said in told] == ["ann joins"]
    before = signature(folder)
    (folder / "ann" / "AB.py").write_text("changed")
    assert signature(folder) != before
    service.look()
    assert len(told) == 2
    service.play_all()
    assert len(told) == 2 + len(service.ladder.store.games()) > 4


@pytest.fixture
def page(begun, tmp_path):
    ladder = begun()
    ladder.sync(
        [handed_in(tmp_path, "ann", chosen="<b>Anna</b>"), handed_in(tmp_path, "bob"), handed_in(tmp_path, "kim")]
    )
    play(ladder)
    return ladder, lambda **options: TestClient(create_app(ladder, ("testserver",), **options))


def test_the_page_shows_nicknames_and_refreshes(page):
    ladder, client = page
    with client() as browser:
        answer = browser.get("/")
        assert '<meta http-equiv="refresh"' in answer.text
        assert "&lt;b&gt;Anna&lt;/b&gt;" in answer.text
        assert "<b>Anna" not in answer.text
        assert ">ann<" not in answer.text
        assert "400, fixed" in answer.text
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        game = browser.get("/game/1")
        assert 'data-game="game"' in game.text
        assert browser.get("/static/replay.js").status_code == browser.get("/static/page.css").status_code == 200
        assert browser.get("/game/999").status_code == 404
        document = browser.get("/api/ladder").json()
        assert document["games"] == len(ladder.store.games())
        assert document["final"] is None


def test_only_the_best_are_public(page):
    _, client = page
    with client(top=1) as browser:
        shown = browser.get("/api/ladder").json()["ladder"]
        assert [line["bot"] for line in shown].count(False) == 1
        assert "Latest games" not in browser.get("/").text


def test_the_final_has_every_game_to_replay(page):
    ladder, client = page
    ladder.freeze(1)
    play(ladder)
    with client() as browser:
        text = browser.get("/").text
        assert "Games of the final: 6 of 6" in text
        assert "refresh" not in text
        for game in ladder.store.games(FINAL):
            assert f'href="/game/{game.number}"' in text
            assert browser.get(f"/game/{game.number}").status_code == 200


@pytest.fixture
def run(command):
    return partial(command, "ladder")


HONEST = "def studentAgent(board): return ('a', 1), ('a', 2)\n"


def test_programs_play_behind_walls_and_the_commands_tell(run, tmp_path, launcher):
    """With programs in the sandbox: one plays a legal move once, the other none."""
    assignment = make("minichess", {}, {}, launcher, 3243)
    with closing(LadderStore(tmp_path / "l.db", settings_of(assignment, LadderSettings()))) as store:
        for name, source in (("ann", HONEST), ("bob", "import nothing_like_this\n")):
            folder = tmp_path / name
            folder.mkdir()
            (folder / "AB.py").write_text(source)
            store.join(name, f"d-{name}", (), f"nick {name}", "")
            folder.rename(store.programs / f"d-{name}")
    status, out, err = run("final", "--db", "l.db")
    assert status == 0, err
    assert "The final: 2 programs, 2 games." in err
    assert out.startswith("  1. nick ann      2  2/0/0")
    status, out, _ = run("standings", "--db", "l.db", "--names")
    assert "nick bob" in out
    assert "  bob" in out
    assert run("rename", "ann", "Anna", "--db", "l.db")[0] == 0
    assert "Anna" in run("standings", "--db", "l.db", "--json")[1]
    for name, said in (
        ("nick b0b", "Somebody else is called 'nick b0b', or by a name that looks the same."),
        ("RANDOM", "Somebody else is called 'RANDOM', or by a name that looks the same."),
        ("\u0410nna", "The letters of a nickname are of one script; those of '\u0410nna' are not."),
        ("An\u202ena", "A nickname has 1 to 40 characters that can be printed, not 'An\\u202ena'."),
        (" ", "A nickname has 1 to 40 characters that can be printed, not ' '."),
    ):
        status, out, err = run("rename", "ann", name, "--db", "l.db")
        assert (status, out) == (2, "")
        assert err.endswith(f"{said}\n")
    assert "Anna" in run("standings", "--db", "l.db", "--json")[1], "what is refused changes nothing"
    assert run("rename", "nobody", "Anna", "--db", "l.db")[2].endswith(
        "Nobody called 'nobody' plays on the ladder of l.db.\n"
    )


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (["serve", "minichess", "nowhere", "--db", "l.db"], "There is no folder nowhere"),
        (["serve", "starcircle", ".", "--db", "l.db"], "There is no ladder for starcircle"),
        (["serve", "minichess", ".", "--db", "l.db", "--every", "0"], "cannot be 0"),
        (["standings", "--db", "none.db"], "There is no file none.db"),
        (["final", "--db", "none.db"], "There is no file none.db"),
        (["final", "--db", "none.db", "--rounds", "0"], "The number of rounds cannot be 0"),
        (["rename", "ann", "x", "--db", "none.db"], "There is no file none.db"),
    ],
)
def test_what_is_wrong_is_said(run, launcher, tokens, sentence):
    status, out, err = run(*tokens)
    assert (status, out) == (2, "")
    assert sentence in err.strip().split("\n")[-1]


def test_one_server_a_ladder(run, launcher, tmp_path):
    """Two would play each other's games again, and each find the other's in its place."""
    with closing(own(tmp_path / "l.db", "is a test")):
        status, _, error = run("serve", "minichess", ".", "--db", "l.db")
    assert status == 2
    assert error.strip().endswith("The file l.db is in use: another plyground serves this ladder.")
