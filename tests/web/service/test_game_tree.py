"""A game with variations, remarks and marks: written and read back exactly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import IllegalMove, InvalidNotation, Record, get_game
from plyground.web.service.game_tree import GLYPHS, GameTree

TEXT = """[Game "gardner"]
[White "Ann"]
[Result "*"]

{the start} 1. b1c3! {develops} (1. a2a3?? b5a3 (1... b4a3 2. b2a3) 2. a1a3) 1... b5c3 {takes} 2.
d2c3 *
"""


def shape(node):
    """A node and all below it, as plain values."""
    return (
        node.move,
        node.glyph,
        node.nags,
        node.comment,
        node.starting_comment,
        [shape(child) for child in node.children],
    )


def test_a_tree_is_written_as_it_was_read():
    tree = GameTree.parse(TEXT)
    assert tree.text() == TEXT
    assert [child.move for child in tree.root.children] == ["b1c3", "a2a3"]
    assert tree.root.comment == "the start"
    assert tree.root.children[1].glyph == "??"
    assert [child.move for child in tree.root.children[1].children] == ["b5a3", "b4a3"]


def test_the_other_readers_read_the_main_line():
    record = Record.parse(TEXT)
    assert [move.text for move in record.moves] == ["b1c3", "b5c3", "d2c3"]
    assert record.comments == {0: "the start", 1: "develops", 2: "takes"}
    assert record.tags == {"White": "Ann"}


def test_several_games_with_variations_stand_in_one_file():
    assert [record.plies for record in Record.parse_all(TEXT + "\n" + TEXT)] == [3, 3]


def test_marks_may_be_numbers_and_stand_apart():
    tree = GameTree.parse('[Game "gardner"]\n\n1. b1c3 $3 b5c3 !? 2. d2c3 $17 *')
    line = [node.glyph for node in tree.nodes()]
    assert line == ["", "!!", "!?", ""]


def test_numbers_without_a_mark_are_kept():
    moves = "$13 {s} 1. b1c3!! $16 $1 $7 {c} (1. a2a3 $146 b4a3? $0) 1... b5c3!? $255 *"
    text = f'[Game "gardner"]\n[Result "*"]\n\n{moves}\n'
    tree = GameTree.parse(text)
    assert tree.text() == text
    assert [node.nags for node in tree.nodes()] == [(13,), (16, 1, 7), (255,), (146,), (0,)]
    # a mark may come as a sign or a number, and twice; what is no number of PGN's is nothing
    again = text.replace("!! $16 $1", " $3 $3 !! $16 $16 ! $256 $1")
    assert GameTree.parse(again).text() == text


def test_a_result_that_the_moves_do_not_tell_is_kept():
    text = '[Game "gardner"]\n[Result "1-0"]\n[Termination "resignation"]\n\n1. b1c3 (1. a2a3) 1-0\n'
    assert GameTree.parse(text).text() == text


def test_a_main_line_that_the_rules_end_need_not_say_so():
    text = '[Game "congo"]\n\n' + "1. g1f3 g7f5 2. f3g1 f5g7 " * 2 + "(4... a6a5) *"
    tree = GameTree.parse(text)
    assert (tree.result, tree.termination) == ("1/2-1/2", "repetition")
    assert GameTree.parse(tree.text()).text() == tree.text()


def can_be_turned(node):
    try:
        return node.position.turned_over() is not None
    except InvalidNotation:
        return False


@st.composite
def trees(draw):
    name = draw(st.sampled_from(["gardner", "congo", "amazons", "halma-8x8", "starcircle"]))
    tree = GameTree(get_game(name), tags=draw(st.dictionaries(st.sampled_from(["White", "Event"]), st.text('ab\\"'))))
    nodes = [tree.root]
    signs = st.characters(blacklist_categories=["Cs", "Cc"]) | st.sampled_from("{};%\n ")
    words = st.text(signs, max_size=12)
    tree.root.comment = draw(words).strip()
    for _ in range(draw(st.integers(0, 12))):
        parent = draw(st.sampled_from(nodes[-6:]))
        moves = [move.text for move in parent.position.legal_moves]
        if not moves:
            continue
        node = parent.add(draw(st.sampled_from([*moves, "--"] if parent.children and can_be_turned(parent) else moves)))
        if node is not parent.children[0]:
            node.starting_comment = draw(words).strip()
        node.comment, node.glyph = draw(words).strip(), draw(st.sampled_from(["", *GLYPHS]))
        node.nags = tuple(draw(st.lists(st.integers(7, 255), unique=True, max_size=2)))
        if node not in nodes:
            nodes.append(node)
    return tree


@settings(max_examples=60, deadline=None)
@given(trees())
def test_tree_to_text_to_tree(tree):
    again = GameTree.parse(tree.text())
    assert shape(again.root) == shape(tree.root)
    assert (again.game, again.tags) == (tree.game, tree.tags)
    assert again.text() == tree.text()


@pytest.mark.parametrize(
    ("moves", "error", "sentence"),
    [
        ("(1. a2a3) 1. b1c3 *", InvalidNotation, "should follow the move it replaces"),
        ("1. b1c3 (1. a2a3 *", InvalidNotation, "A variation is not closed"),
        ("1. b1c3 ) *", InvalidNotation, "A bracket is closed that was not opened"),
        ("1. b1c3 (1. a1a5) *", IllegalMove, "Ply 1 of a variation"),
        ("1. b1c3 (1. hello) *", InvalidNotation, "Ply 1 of a variation"),
    ],
)
def test_broken_variations_are_refused_in_one_sentence(moves, error, sentence):
    with pytest.raises(error, match=sentence) as caught:
        GameTree.parse(f'[Game "gardner"]\n\n{moves}')
    assert "\n" not in str(caught.value)


def test_variations_may_be_nested_deeply():
    deep = "1. b1c3" + " (1. a2a3 (1. b1c3" * 400 + "))" * 400 + " *"
    tree = GameTree.parse(f'[Game "gardner"]\n\n{deep}')
    assert len(list(tree.nodes())) == 3


def test_all_games_of_a_file_are_read_with_their_variations():
    other = '[Game "minichess"]\n\n1. (2. x) *'
    second = TEXT.replace("Ann", "Bea").replace("2.\nd2c3 ", "2. d2c3 ")
    # the first ends without a result, where the tags of the next begin
    found = list(GameTree.parse_all(TEXT.replace("d2c3 *", "d2c3") + second + TEXT))
    assert [tree.tags["White"] for tree in found] == ["Ann", "Bea", "Ann"]
    assert [shape(tree.root) for tree in found] == [shape(GameTree.parse(TEXT).root)] * 3
    with pytest.raises(InvalidNotation, match="before any move"):
        list(GameTree.parse_all(TEXT + other))
