"""Games as wholes: repetition, the ply cap, results, and the text that is like PGN."""

import pytest

from plyground import Color, IllegalMove, InvalidNotation, Outcome, Record, UnknownName, get_game


def shuffled(game, moves, times):
    record = Record(game)
    for _ in range(times):
        for move in moves:
            record.play(move)
    return record


ZEBRAS = ("g1f3", "g7f5", "f3g1", "f5g7")


def test_a_game_may_be_named():
    record = Record("gardner")
    assert (record.game, record.position.text) == (get_game("gardner"), get_game("gardner").start)


def test_third_occurrence_is_a_draw():
    record = shuffled(get_game("congo"), ZEBRAS, 1)
    assert record.outcome is None
    assert record.occurrences == 2
    record = shuffled(get_game("congo"), ZEBRAS, 2)
    assert record.outcome == Outcome(None, "repetition")
    assert record.outcome_text == "draw: repetition"


def test_repetition_is_a_setting():
    off = get_game("congo").with_settings({"repetition": "off"})
    assert shuffled(off, ZEBRAS, 5).outcome is None
    twice = get_game("congo").with_settings({"repetition": "2"})
    assert shuffled(twice, ZEBRAS, 1).outcome == Outcome(None, "repetition")


def test_ply_cap_is_a_draw_and_a_setting():
    game = get_game("congo").with_settings({"ply-cap": "3", "repetition": "off"})
    record = Record(game)
    for move in ZEBRAS[:3]:
        assert record.outcome is None
        record.play(move)
    assert record.outcome == Outcome(None, "ply cap")


def test_undo_forgets_an_occurrence():
    record = shuffled(get_game("congo"), ZEBRAS, 2)
    record.undo()
    assert record.outcome is None
    record.play(ZEBRAS[3])
    assert record.outcome is not None


def test_a_game_of_given_moves():
    start = get_game("gardner").position().play("b1c3")
    record = Record.from_moves("gardner", ["b5c3", "d2c3"], start)
    assert (record.start, record.plies, record.position) == (start, 2, start.play("b5c3").play("d2c3"))
    with pytest.raises(IllegalMove):
        Record.from_moves("gardner", ["b1c3", "b1c3"])


def test_a_game_up_to_a_ply_is_played_on_by_itself():
    record = shuffled(get_game("congo"), ZEBRAS, 2)
    record.tags["White"] = "Ann"
    earlier = record.up_to(record.plies - 1)
    assert (earlier.plies, earlier.outcome, earlier.tags) == (record.plies - 1, None, {})
    earlier.play(record.moves[-1])
    assert earlier.position == record.position
    assert earlier.occurrences == record.occurrences == 3
    record.declare(Color.BLACK, "time")
    assert record.up_to().outcome == earlier.outcome
    assert record.up_to().positions == record.positions


def test_declared_results_are_written_and_read():
    record = Record(get_game("gardner"))
    record.play("b1c3")
    record.declare(Color.WHITE, "time")
    text = record.text()
    assert '[Result "1-0"]' in text
    assert text.endswith("1. b1c3 1-0\n")
    assert Record.parse(text).outcome == Outcome(Color.WHITE, "time")


def test_another_start_and_other_rules_are_kept():
    game = get_game("congo").with_settings({"bare-lions": "may-capture"})
    record = Record(game, game.position("3l3/7/7/7/7/7/3L2P w 3"))
    again = Record.parse(record.text())
    assert again.start.text == "3l3/7/7/7/7/7/3L2P w 3"
    assert again.game == game


def test_comments_belong_to_moves():
    record = Record.parse('[Game "gardner"]\n\n1. b1c3 {develops} b5c3 {takes}\n*\n')
    assert record.comments == {1: "develops", 2: "takes"}


def test_comments_may_be_written_as_pgn_has_them():
    text = '[Game "gardner"]\r\n% of the program\r\n\r\n1. b1c3 {a} ; b} c\r\n;  d\r\nb5c3;e\r\n% 2. a1a2\r\n*'
    assert Record.parse(text).comments == {1: "a b} c\n d", 2: "e"}


def test_a_comment_with_a_closing_brace_is_read_back():
    record = Record.from_moves("gardner", ["b1c3", "b5c3"])
    record.comments = {0: "{0}", 1: "f(x) = {1}\n  and so on", 2: "two"}
    assert Record.parse(record.text()).comments == record.comments


def test_a_backslash_of_a_path_is_kept():
    record = Record.parse('[Game "gardner"]\n[Site "C:\\games\\new \\"one\\""]\n\n*')
    assert record.tags["Site"] == 'C:\\games\\new "one"'
    assert Record.parse(record.text()).tags == record.tags


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ('[Game "congo"]\n' + "g1f3 g7f5 f3g1 f5g7 " * 2, "draw: repetition"),
        ('[Game "congo"]\n[Rule-ply-cap "2"]\ng1f3 g7f5', "draw: ply cap"),
        ('[Game "congo"]\n[Start "3l3/7/7/7/7/7/7 w 3"]\n', "black wins: lion captured"),
    ],
)
def test_a_record_that_does_not_tell_its_result_has_the_one_of_the_rules(text, outcome):
    record = Record.parse(text + " *")
    assert record.outcome_text == outcome
    assert record.text() == Record.parse(record.text()).text()
    with pytest.raises(InvalidNotation, match="says 1-0, but its moves end with"):
        Record.parse(text + " 1-0")


def test_several_records_in_one_file():
    one = Record(get_game("gardner"))
    one.play("b1c3")
    texts = one.text() + "\n" + Record(get_game("halma")).text() + "\n" + one.text()
    assert [record.game.name for record in Record.parse_all(texts)] == ["gardner", "halma", "gardner"]
    with pytest.raises(InvalidNotation, match="should hold one game; this text holds 3"):
        Record.parse(texts)


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("", InvalidNotation, "should hold one game; this text holds 0"),
        ("1. b1c3 *", InvalidNotation, "name its game"),
        ('[Game "chess"]\n*', UnknownName, "There is no game 'chess'"),
        ('[Game "gardner"]\n1. b1c3 b1c3 *', IllegalMove, "Ply 2 of the record"),
        ('[Game "gardner"]\n1. hello *', InvalidNotation, "Ply 1 of the record"),
        ('[Game "gardner"\n*', InvalidNotation, "Line 1 of the record"),
        ('[Game "gardner"]\n{never closed', InvalidNotation, "Line 2 of the record"),
        ('[Game "congo"]\n[Start "3l3/7/7/7/7/7/7 w 3"]\n\n1-0', InvalidNotation, "says 1-0, but its moves end with"),
        ('[Game "congo"]\n[Rule-x "1"]\n*', UnknownName, "no setting 'x'"),
    ],
)
def test_broken_records_are_refused_in_one_sentence(text, error, sentence):
    with pytest.raises(error, match=sentence) as caught:
        Record.parse(text)
    assert "\n" not in str(caught.value)
