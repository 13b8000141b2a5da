"""What the tables say reaches the pages: a panel, the review, the explorer of endgames, and a perfect opponent."""

import time

import pytest

from plyground import get_game
from plyground.core.record import Record
from plyground.core.registry import all_games
from plyground.endgame import probe
from plyground.endgame.lookup import usual_tables
from plyground.web.analysis.api import _answer_of_tables
from plyground.web.endgames.verdicts import table_view

CONGO = "7/7/2l4/2G4/7/7/2L4 w 0"


def test_every_move_comes_with_its_result_best_first(api):
    known = api.get("/api/tables/congo", position=CONGO)
    assert known["verdict"] == {"category": "win", "distance": 11, "text": "wins in 11"}
    assert known["sentence"] == "White wins in 11."
    assert known["moves"][0] == {"move": "c4c3", "squares": ["c4", "c3"], "verdict": known["verdict"]}
    assert {move["verdict"]["text"] for move in known["moves"][2:]} == {"draw", "loses in 2"}
    assert len(known["moves"]) == len(list(get_game("congo").position(CONGO).legal_moves))


def test_the_counter_where_it_stands_counts():
    game = get_game("minichess")
    text = "5/R4/1k3/5/K4 w - - {} 1"
    assert table_view(game.position(text.format(0)))["verdict"]["text"] == "wins in 17"
    late = table_view(game.position(text.format(40)))
    assert late["verdict"]["category"] == "cursed-win"
    assert late["sentence"] == "Draw: the win in 17 comes too late for the counter."
    assert late["moves"][0]["verdict"]["category"] == "cursed-win"


@pytest.mark.parametrize(
    ("game", "position"), [("congo", None), ("amazons", None), ("gardner", "5/5/5/5/K1k2 w - - 0 1")]
)
def test_nothing_is_said_where_nothing_is_known_or_all_is_over(game, position):
    assert table_view(get_game(game).position(position))["verdict"] is None


@pytest.fixture
def table_folder(tmp_path, monkeypatch):
    """An empty folder of the user's tables, in effect for this test alone."""
    monkeypatch.setenv("PLYGROUND_TABLES", str(tmp_path))
    usual_tables.cache_clear()
    yield tmp_path
    usual_tables.cache_clear()


def test_a_table_of_six_men_is_listed_or_what_is_wrong_with_it(api, table_folder):
    (table_folder / "gardner").mkdir()
    (table_folder / "gardner" / "KRNvKRB.table").write_bytes(b"")
    (table_folder / "gardner" / "KRBvKRN.table").write_bytes(b"")
    (fault,) = api.get("/api/endgames/gardner")["faults"]
    assert "KRBvKRN.table" in fault


def test_what_is_not_built_is_said_with_the_command_that_builds_it(api, table_folder):
    known = api.get("/api/tables/gardner", position="2k1q/4B/5/K4/1Q3 w - - 0 1")
    assert known["verdict"] is None
    assert known["missing"] == {
        "sentence": "There is no table of KQBvKQ on this machine. This command builds it:",
        "command": "plyground tablebase build gardner --pieces 5",
    }
    assert api.get("/api/tables/congo", position=CONGO)["missing"] is None
    found = api.get("/api/endgames/gardner")
    assert (len(found["endgames"]), found["faults"]) == (35, [])
    assert found["missing"]["sentence"].startswith("110 tables of five men are not on this machine.")


def test_a_damaged_file_is_told_and_the_others_are_listed(api, client, table_folder):
    (table_folder / "gardner").mkdir()
    (table_folder / "gardner" / "KQvKR.table").write_bytes(b"PLYTABLE")
    found = api.get("/api/endgames/gardner")
    assert len(found["endgames"]) == 34
    assert len(found["faults"]) == 1
    assert found["faults"][0].endswith("KQvKR.table is cut short in its header. Delete it and build it again.")
    fault = f"{found['faults'][0]} The file is left out."
    unknown = api.get("/api/tables/gardner", position="5/k4/5/K2r1/Q4 w - - 0 1")
    assert (unknown["verdict"], unknown["missing"], unknown["faults"]) == (None, None, [fault])
    # the table of this position is there, only that of what one move leads to is not
    known = api.get("/api/tables/gardner", position="K4/5/1k3/3p1/Q4 b - - 0 1")
    assert (known["verdict"]["text"], known["faults"]) == ("loses in 18", [fault])
    assert [each["move"] for each in known["moves"] if each["verdict"] is None] == ["d2d1r"]


def test_a_review_knows_a_thrown_away_win():
    game = get_game("congo")
    won = _answer_of_tables(game.position(CONGO))
    assert (won["lines"][0]["chance"], won["lines"][0]["moves"]) == (1.0, ["c4c3"])
    assert _answer_of_tables(game.position("7/7/3l3/7/3Z3/7/2L4 w 0").play("d3c5"))["lines"][0]["chance"] == 0.5
    assert _answer_of_tables(game.position(CONGO).play("c4c3"))["lines"][0]["chance"] == 1.0
    assert _answer_of_tables(game.position()) is None


def test_games_without_tables_are_not_listed(api, client):
    listed = [game["name"] for game in api.get("/api/endgames")]
    assert set(listed) == {"congo", "congo-2021", "congo-2022", "gardner", "minichess"}
    refused = client.get("/api/endgames/amazons")
    assert (refused.status_code, refused.json()["error"]) == (404, "There are no endgame tables of Amazons, 6x6.")


def test_an_endgame_and_a_position_of_it(api, client):
    found = {each["material"]: each for each in api.get("/api/endgames/gardner")["endgames"]}
    assert found["KRvKB"]["longest_win"] == 51
    assert sum(found["KRvKB"]["shares"]["white"].values()) == pytest.approx(100, abs=0.1)
    sample = api.get("/api/endgames/gardner/random", material="KRvKB", category="draw", turn="black")
    position = get_game("gardner").position(sample["position"])
    assert (str(probe(position).verdict), int(position.turn)) == ("draw", 1)
    for query, words in (
        ({"material": "KZ"}, "two armies"),
        ({"material": "KQvK", "category": "loss", "turn": "white"}, "No such"),
    ):
        answer = client.get("/api/endgames/gardner/random", params=query)
        assert answer.status_code == 400
        assert words in answer.json()["error"]


@pytest.mark.parametrize("family", ["congo", "minichess"])
def test_the_endgames_of_a_lesson_are_won_and_take_a_while(family):
    game = next(game for game in all_games().values() if game.family == family)
    endgames = game.submodule("lesson").LESSON["endgames"]
    assert len(endgames) == 3
    for each in endgames:
        position = get_game(each["game"]).position(each["position"])
        verdict = probe(position).verdict
        assert (verdict.sign, position.text) == (1, each["position"])
        assert verdict.distance >= 11


def test_the_table_defends_as_long_as_anybody_can(api):
    live = api.post("/api/play", game="congo", you="white", start=CONGO, perfect=True)
    assert live["names"] == ["You", "Endgame table"]
    record = Record(get_game("congo"), get_game("congo").position(CONGO))
    for distance in range(11, 0, -2):
        assert str(probe(record.position).verdict) == f"win {distance}"
        best = probe(record.position).moves[0].move.text
        view = api.post(f"/api/play/{live['id']}/move", move=best, ply=record.plies)
        deadline = time.monotonic() + 30
        while not view["outcome"] and view["ply"] < record.plies + 2 and time.monotonic() < deadline:
            view = api.get(f"/api/play/{live['id']}")
        for move in view["moves"][record.plies :]:
            record.play(move)
    assert view["outcome"]["text"] == "white wins: lion captured"
