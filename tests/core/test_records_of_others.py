"""Records as other programs write them: move numbers, files, tags, moves in short, SGF, commands in comments."""

import pytest

from plyground import IllegalMove, InvalidNotation, Record, UnknownName, get_game
from plyground.core.annotations import Annotations
from plyground.core.files import decode
from plyground.web.service.game_tree import GameTree

GARDNER = '[Game "gardner"]\n\n'


@pytest.mark.parametrize(
    "moves",
    [
        "1. b2b3 {x} 1. ... a4b3 2. a2b3 *",
        "1 b2b3 a4b3 2 a2b3 *",
        "1 . b2b3 a4b3 2 . a2b3 *",
        "1. b2b3 1… a4b3 2. a2b3",
        "1. b2b3 1…a4b3 2…a2b3",
        "1.b2b3 ... a4b3 2.a2b3 *",
        "1. . . b2b3 1 ... a4b3 2\n.\na2b3 *",
        "1\nb2b3 (1 b1c3) 1 … a4b3 2 a2b3",
        "b2b3 a4b3 a2b3 3. *",
        "\ufeff1. b2b3 \ufeffa4b3 2. a2b3",
    ],
)
def test_a_move_number_has_any_dots(moves):
    assert [move.text for move in Record.parse(GARDNER + moves)] == ["b2b3", "a4b3", "a2b3"]
    assert [move.text for move in GameTree.parse(GARDNER + moves).record()] == ["b2b3", "a4b3", "a2b3"]


def test_a_byte_order_mark_is_no_content():
    assert Record.parse("\ufeff" + GARDNER + "1. b2b3 *").plies == 1
    assert GameTree.parse("\ufeff" + GARDNER + "1. b2b3 *").record().plies == 1
    assert [each.plies for each in Record.parse_all(2 * ("\ufeff" + GARDNER + "1. b2b3 *\n"))] == [1, 1]


def test_what_is_not_utf_8_is_latin_1():
    text = '[White "Müller"]'
    assert [decode(text.encode(name)) for name in ("utf-8", "utf-8-sig", "latin-1")] == [text] * 3
    for raw in (text.encode("utf-16"), b"\xe4\0"):
        with pytest.raises(UnicodeDecodeError):
            decode(raw)


def head(text):
    """What is said of each move of a tree, by its text."""
    return {
        node.move: (node.glyph, node.nags, node.starting_comment, node.comment) for node in GameTree.parse(text).nodes()
    }


def test_what_stands_before_a_variation_belongs_to_it():
    text = GARDNER + "1. b2b3 a4b3 {classical} ({another idea is} $2 $14 1... c4b3 {ok}) {still} 2. a2b3 *"
    tree = GameTree.parse(text)
    assert head(text)["a4b3"] == ("", (), "", "classical still")
    assert head(text)["c4b3"] == ("?", (14,), "another idea is", "ok")
    again = tree.text()
    assert "({another idea is} 1... c4b3? $14 {ok})" in again
    assert head(again) == head(text)
    assert Record.parse(again).comments == {2: "classical still"}


def test_a_variation_that_repeats_the_main_line_keeps_what_it_says():
    text = GARDNER + "1. b2b3 {a} ({b} 1. b2b3 {c} a4b3) 1... a4b3 *"
    assert head(text)["b2b3"] == ("", (), "", "a b c")
    assert head(GameTree.parse(text).text()) == head(text)


def test_a_variation_that_becomes_the_main_line_keeps_what_it_says():
    tree = GameTree.parse(GARDNER + "1. b2b3 ({b} 1. b1c3 {c}) *")
    tree.root.children.reverse()
    assert "1. b1c3 {b c} (1. b2b3)" in tree.text()


def test_an_empty_variation_loses_nothing():
    assert head(GARDNER + "1. b2b3 {a} ({b} $7) 1... a4b3 *")["b2b3"] == ("", (7,), "", "a b")


@pytest.mark.parametrize("null", ["--", "Z0", "@@@@", "0000", "null"])
def test_a_variation_may_have_null_moves(null):
    tree = GameTree.parse(GARDNER + f"1. b2b3 a4b3 (1... {null} {{threat}} 2. b3a4) 2. a2b3 *")
    line = [(node.move, node.comment) for node in tree.nodes()]
    assert ("--", "threat") in line
    assert "(1... -- {threat} 2. b3a4)" in tree.text()
    assert [node.move for node in GameTree.parse(tree.text()).nodes()] == [node.move for node in tree.nodes()]


def test_a_null_move_in_check_is_kept_as_a_remark():
    text = (
        '[Game "gardner"]\n[FEN "k4/5/5/R4/4K b - - 0 1"]\n\n1. a5b5 (1. -- 2. a2a5 {wins} (2. a2a4) a5a4) 1... a2a1 *'
    )
    tree = GameTree.parse(text)
    assert [node.move for node in tree.nodes()] == [None, "a5b5", "a2a1"]
    assert tree.root.comment == "-- a2a5 wins ( a2a4 ) a5a4"


def test_a_null_move_is_no_move_of_the_game():
    with pytest.raises((IllegalMove, InvalidNotation)):
        Record.parse(GARDNER + "1. -- a4b3 *")


@pytest.mark.parametrize("variant", ["Gardner", "gardner", " GARDNER "])
@pytest.mark.parametrize("moves", ["1. b2b3 a4b3 2. a2b3", "1. b3 axb3 2. axb3"])
def test_a_record_of_fairy_stockfish_or_pychess(variant, moves):
    text = f'[Variant "{variant}"]\n[FEN "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"]\n[SetUp "1"]\n\n{moves} *'
    record, tree = Record.parse(text), GameTree.parse(text)
    assert record.game.name == tree.game.name == "gardner"
    assert [move.text for move in record] == [move.text for move in tree.record()] == ["b2b3", "a4b3", "a2b3"]
    assert Record.parse(record.text()).moves == record.moves


def test_an_unknown_variant_is_named():
    with pytest.raises(UnknownName, match="'Crazyhouse'"):
        Record.parse('[Variant "Crazyhouse"]\n\n1. e4 *')


def test_moves_in_short_must_mean_one_move():
    variant = '[Variant "Gardner"]\n\n'
    assert Record.parse(variant + "1. Nc3 Nxc3 2. dxc3 *").plies == 3
    for moves in ("1. Nx *", "1. d9 *", "1. Qc3 *"):
        with pytest.raises((IllegalMove, InvalidNotation)):
            Record.parse(variant + moves)


SGF = (
    "(;FF[4]GM[18]EV[Cup]PB[Ann]PW[Bo \\] b]SZ[10]RE[B+R];B[djddgd];W[addgad]C[so {what}]"
    "(;B[gjehea];W[gagbga])(;B[gjgigj]C[or]))"
)


def test_amazons_in_sgf():
    record, tree = Record.parse(SGF), GameTree.parse(SGF)
    assert record.game.name == "amazons-10x10"
    assert [move.text for move in record] == ["d1d7/g7", "a7d4/a7", "g1e3/e10", "g10g9/g10"]
    assert record.tags == {"Event": "Cup", "White": "Ann", "Black": "Bo ] b"}
    assert record.result == "1-0"
    assert [child.move for child in tree.root.children[0].children[0].children] == ["g1e3/e10", "g1g2/g1"]
    assert tree.root.children[0].children[0].comment == "so {what}"
    assert GameTree.parse(tree.text()).text() == tree.text()


@pytest.mark.parametrize(
    "moves", [";B[d1-d7-g7];W[g10-g9/g10]", ";B[d1d7g7];W[g10g9g10]", ";B[D1-D7-G7/11.5/5.04];W[G10-G9-G10]"]
)
@pytest.mark.parametrize("root", ["GM[18]", "GM[Amazons]", "EV[amazons.in.1]SO[http://www.littlegolem.com]"])
def test_amazons_in_sgf_with_names_of_squares(root, moves):
    record = Record.parse(f"(;FF[4]{root}PB[a]PW[b]{moves};B[resign])")
    assert [move.text for move in record] == ["d1d7/g7", "g10g9/g10"]


def test_amazons_in_sgf_whose_first_side_stands_on_top():
    record = Record.parse("(;GM[18]SZ[10]PB[a]PW[b];W[dadggg];B[djdidj])")
    assert [move.text for move in record] == ["d1d7/g7", "d10d9/d10"]
    assert record.tags == {"White": "b", "Black": "a"}


def test_amazons_in_sgf_from_a_position():
    record = Record.parse("(;GM[18]SZ[6]AB[aa]AW[ff]AA[ab][ba:bb])")
    assert record.start == get_game("amazons").position("Q*4/**4/6/6/6/5q w")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("(;GM[1]SZ[19];B[aa])", "none of ours"),
        ("(;GM[18]SZ[12];B[aabbcc])", "from 4 to 10"),
        ("(;GM[18]SZ[10];B[djddgd", "property was expected"),
        ("(;GM[18]SZ[10];B[djddgd]", "does not close a bracket"),
        ("(;GM[18]SZ[10];B[djddgd]))", "not opened"),
        ("(;GM[18]SZ[10];B[dj])", "three squares"),
        ("(;GM[18]SZ[10];B[djddgd];W[djddgd])", "Ply 2"),
        ("(;GM[18]SZ[7];B[djddgd])", "without the queens"),
    ],
)
def test_what_is_wrong_with_sgf_is_said(text, sentence):
    for read in (Record.parse, GameTree.parse):
        with pytest.raises((InvalidNotation, IllegalMove), match=sentence):
            read(text)


def test_commands_in_comments_are_read_and_written():
    comment = "a [%cal Ga1b2,Rc3d4] [%csl Yc3] b [%clk 1:02:03.5] [%eval #-3] [%mystery 1] [%clk soon]"
    said = Annotations.of(comment)
    assert said.arrows == (("G", "a1", "b2"), ("R", "c3", "d4"))
    assert said.squares == (("Y", "c3"),)
    assert (said.clock, said.eval) == (3723.5, "#-3")
    assert said.text == "a b [%mystery 1] [%clk soon]"
    assert Annotations.of(said.comment()) == said


def test_commands_are_kept_in_records_and_drawn():
    text = GARDNER + "1. b2b3 {[%cal Ga1a3] [%csl Gc3,Gz9]} a4b3 {[%clk 0:00:07]} *"
    record, tree = Record.parse(text), GameTree.parse(text)
    for again in (Record.parse(record.text()), tree.record(), GameTree.parse(tree.text()).record()):
        assert again.comments == record.comments
    assert (record.annotations().clock, record.annotations(1).arrows) == (7.0, (("G", "a1", "a3"),))
    first = tree.root.children[0]
    drawn = first.position.svg(marked=("b2", "b3", "c3"), arrows=[("a1", "a3")])
    assert record.up_to(1).svg() != drawn == first.svg()
    record.undo()
    assert record.svg() == drawn
    first.annotations = Annotations("ours", clock=5.25)
    assert "{ours [%clk 0:00:05.25]}" in tree.text()


def test_records_are_equal_by_what_they_hold():
    text = GARDNER + "1. b2b3 {a} a4b3 1-0"
    assert Record.parse(text) == Record.parse(text)
    for other in (text.replace("{a}", ""), text.replace("1-0", "*"), text.replace("a4b3", "c4b3"), '[Game "congo"]'):
        assert Record.parse(text) != Record.parse(other)
    assert Record("gardner") != "gardner"


@pytest.mark.parametrize(
    ("comment", "written"),
    [
        ("[%eval 0.25, 12] even", "even [%eval 0.25,12]"),
        ("[%emt 0:00:05][%clk 1:02:03.4]", "[%clk 1:02:03.4] [%emt 0:00:05]"),
        ("[%cal Ga1, Rb2c3 , ] look", "look [%csl Ga1] [%cal Rb2c3]"),
        ("[%csl Yc3] [%csl Ga1b2]", "[%csl Yc3] [%cal Ga1b2]"),
    ],
)
def test_commands_of_comments_are_read_as_others_space_and_mix_them(comment, written):
    said = Annotations.of(comment)
    assert said.comment() == written
    assert Annotations.of(written) == said
    assert "%" not in said.text


def test_time_taken_is_kept_as_seconds():
    assert Annotations.of("[%emt 0:01:02.5]").elapsed == 62.5


def test_a_tag_needs_no_blank_before_its_value():
    assert Record.parse('[Event"cup"]\n[Game"gardner"]\n\n1. b2b3 *').tags == {"Event": "cup"}


def test_blanks_around_a_comment_are_not_written():
    record = Record.parse('[Game "gardner"]\n\n1. b2b3 *')
    record.comments[1] = "  far from home \n"
    assert Record.parse(record.text()).text() == record.text()
