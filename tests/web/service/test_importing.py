import pytest

from plyground.core.errors import IllegalMove, InvalidNotation, PlygroundError
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.core.steps import finish
from plyground.web.service.importing import all_imported, read_import
from plyground.web.service.trees import follow_tree, write_tree
from plyground.web.service.views import view_after

HALMA = "SINGLE\nWHITE\n100.0\n" + "\n".join(
    ["BBBBB...........", "BBBBB...........", "BBBB............", "BBB.............", "BB.............."]
    + ["." * 16] * 6
    + ["..............WW", ".............WWW", "............WWWW", "...........WWWWW", "...........WWWWW"]
)
STARCIRCLE = (
    "Star\nMINIMAX\n2\n"
    + "\n".join(["0,0,0,0,0,0,0,0"] * 2 + ["0,S1,0,0,0,0,0,0"] + ["0,0,0,0,0,0,0,0"] * 4 + ["C1,0,0,0,0,0,0,0"])
    + "\n10,20,30,40,50,60,70,80"
)


def test_a_record_is_read_with_its_remarks():
    record = Record(get_game("congo"), tags={"White": "A"})
    record.play("d2d3", "a start")
    record.play("d6d5")
    found = read_import(record.text())
    assert found["kind"] == "record"
    assert found["moves"] == ["d2d3", "d6d5"]
    assert found["comments"] == {"1": "a start"}
    assert found["tags"] == {"White": "A"}


@pytest.mark.parametrize("name", ["congo", "amazons", "gardner", "halma", "halma-8x8", "starcircle"])
def test_a_position_text_finds_its_game(name):
    start = get_game(name).start
    assert read_import(start, name)["game"] == name
    found = read_import(start)
    assert get_game(found["game"]).family == get_game(name).family
    assert found["start"] == start


def test_a_halma_input_file():
    found = read_import(HALMA.replace("\n", "\r\n"))
    assert found["game"] == "halma-usc2019"
    assert found["start"] == get_game("halma").start


def test_a_starcircle_input_file_and_its_repaired_row():
    assert read_import("\ufeff" + STARCIRCLE)["game"] == "starcircle"
    short = STARCIRCLE.replace("0,S1,0,0,0,0,0,0", "S1,0,0,0,0,0,0")
    assert len(read_import(short)["remarks"]) == 1


def test_a_minichess_configuration():
    from plyground.courses.minichess import format as minichess

    game = get_game("minichess")
    text = minichess.config_text(minichess.gameboard_of_position(game.position()))
    assert read_import(text)["start"].split()[0] == game.start.split()[0]


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [
        ("a2a3 b5a3 a1a3", "gardner", ["a2a3", "b5a3", "a1a3"]),
        ("1. a3 Nxa3 2. Rxa3", "gardner", ["a2a3", "b5a3", "a1a3"]),
        ("1. a3 Qxa3", "gardner", None),
        ("g1f3 g7f5", "congo", ["g1f3", "g7f5"]),
        ("G1-H2", "starcircle", None),
    ],
)
def test_a_bare_list_of_moves_also_in_short(text, game, moves):
    if moves is None:
        with pytest.raises(PlygroundError):
            read_import(text, game)
        return
    found = read_import(text, game)
    assert (found["game"], found["moves"]) == (game, moves)


def test_a_list_with_a_wrong_move_is_answered_with_what_is_wrong_with_that_move():
    with pytest.raises(IllegalMove, match="b4a3"):
        read_import("c3 bxc3 (b4a3) dxc3", "gardner")


def test_variations_and_marks_of_a_record_in_short():
    text = '[Game "gardner"]\n\n1. a3! Nxa3 (1... bxa3? {or so} 2. Nc3) 2. Rxa3 *'
    found = read_import(text)
    assert found["moves"] == ["a2a3", "b5a3", "a1a3"]
    shown = [(node["parent"], node["move"], node.get("glyph", ""), node.get("comment", "")) for node in found["nodes"]]
    assert (1, "b4a3", "?", "or so") in shown
    assert (1, "b5a3", "", "") in shown
    assert any(move == "b1c3" for _, move, *_ in shown)


def test_a_record_that_no_analysis_can_hold_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr("plyground.web.service.importing.MAX_NODES", 2)
    with pytest.raises(InvalidNotation, match="has 3 moves, with its variations; an analysis holds 2 at most"):
        read_import('[Game "gardner"]\n\n1. a2a3 (1. b1c3) 1... b5a3 *')


@pytest.mark.parametrize(
    "text", ["", "   ", "hello", '[Game "chess"]\n\n1. e4 *', "SINGLE\nWHITE\n", "Star\nMAX\n", "\0"]
)
def test_anything_else_is_refused_in_a_sentence(text):
    with pytest.raises(PlygroundError) as fault:
        read_import(text)
    assert str(fault.value).endswith((".", ")"))


def test_what_stands_before_a_variation_and_null_moves_come_back():
    text = '[Game "gardner"]\n[Result "*"]\n\n1. b2b3 a4b3 {x} ({or} 1... -- {threat} 2. b3a4) 2. a2b3 *\n'
    found = read_import(text)
    entry = found["nodes"][3]
    assert (entry["move"], entry["starting_comment"], entry["comment"]) == ("--", "or", "threat")
    ask = {"game": "gardner", "nodes": found["nodes"]}
    assert finish(write_tree(None, ask))["text"] == text
    steps = finish(follow_tree(None, ask))["steps"]
    assert (steps[3]["move"], steps[3]["squares"], steps[3]["turn"]) == ("--", [], 0)
    after = view_after(get_game("gardner").position(steps[0]["position"]), "--")
    assert (after["move"], after["last"]) == ("--", [])


def test_records_of_other_programs_are_read_as_in_python():
    assert read_import("(;GM[18]SZ[10];B[djddgd])")["moves"] == ["d1d7/g7"]
    assert read_import('[Variant "Gardner"]\n\n1 b3 1…axb3')["moves"] == ["b2b3", "a4b3"]
    assert len(all_imported('[Variant "Gardner"]\n\n1. b3 *\n\n[Variant "Gardner"]\n\n1. Nc3 *')) == 2
