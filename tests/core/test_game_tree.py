"""A game with variations, remarks and marks: written and read back exactly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import IllegalMove, InvalidNotation, Record, get_game
from plyground.core.game_tree import GLYPHS, GameTree

TEXT = """[Game "gardner"]
[White "Ann"]
[Result "*"]

{the start} 1. b1c3! {develops} (1. a2a3?? b5a3 (1... b4a3 2. b2a3) 2. a1a3) 1... b5c3 {takes} 2.
d2c3 *
"""


def shape(node):
    """A node and all below it, as plain values."""
    return (node.move, node.glyph, node.comment, [shape(child) for child in node.children])


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


def test_a_result_that_the_moves_do_not_tell_is_kept():
    text = '[Game "gardner"]\n[Result "1-0"]\n[Termination "resignation"]\n\n1. b1c3 (1. a2a3) 1-0\n'
    assert GameTree.parse(text).text() == text


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
        node = parent.add(draw(st.sampled_from(moves)))
        node.comment, node.glyph = draw(words).strip(), draw(st.sampled_from(["", *GLYPHS]))
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
