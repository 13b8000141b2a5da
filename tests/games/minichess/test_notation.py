"""Minichess, texts: positions and moves read and written, mirrored, refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.minichess.setups import VARIANTS
from plyground import InvalidNotation, get_game
from plyground.core.position import Position


@pytest.mark.parametrize("name", ["gardner", "minichess"])
@pytest.mark.parametrize(("counters", "read"), [("", "0 1"), (" 3 7", "3 7")])
def test_counters_that_are_left_out_are_zero_and_one(name, counters, read):
    board = "rnbqk/ppppp/5/PPPPP/RNBQK w - -"
    assert get_game(name).position(board + counters).text == f"{board} {read}"


@pytest.mark.parametrize(
    ("variant", "text", "named"),
    [
        ("minichess", "", "fields"),
        ("minichess", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0", "it has 5"),
        ("minichess", "rnbqk/ppppp/5/PPPPP w - - 0 1", "4 ranks"),
        ("minichess", "rnbqk/ppppp/5/PPPP/RNBQK w - - 0 1", "Rank 2"),
        ("minichess", "rnbqk/ppppp/6/PPPPP/RNBQK w - - 0 1", "'6'"),
        ("minichess", "rnbqk/ppppp/23/PPPPP/RNBQK w - - 0 1", "'23'"),
        ("minichess", "rnbqk/ppppp/5/PPPPP/RNBXK w - - 0 1", "'X'"),
        ("minichess", "rnbqk/ppppp/5/PPPPP/RNBQK x - - 0 1", "'x'"),
        ("minichess", "rnbqk/ppppp/5/PPPPP/RNBQK w K - 0 1", "third"),
        ("minichess", "rnbqk/ppppp/5/PPPPP/RNBQK w - a3 0 1", "fourth"),
        ("minichess", "rnbqk/ppppp/5/PPPPP/RNBQK w - - -1 1", "'-1'"),
        ("minichess", "rnbqk/ppppp/5/PPPPP/RNBQK w - - ٣ 1", "fifth"),
        ("minichess", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 0", "sixth"),
        ("minichess", "rnbqk/ppppp/5/PPPPP/RNBQ1 b - - 0 1", "White"),
        ("minichess", "rnbq1/ppppp/5/PPPPP/RNBQ1 b - - 0 1", "no king"),
        ("gardner", "rnbqk/ppppp/5/PPPPP/RNBQ1 w - - 0 1", "White"),
        ("gardner", "P3k/5/5/5/4K w - - 0 1", "a5"),
        ("gardner", "4k/5/5/5/p3K w - - 0 1", "a1"),
        ("gardner", "4k/5/5/4Q/3K1 w - - 0 1", "attacked"),
    ],
)
def test_broken_position_texts_are_named(variant: str, text: str, named: str) -> None:
    with pytest.raises(InvalidNotation, match=named):
        get_game(variant).position(text)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions of both variants from short random games."""
    variant = draw(st.sampled_from(VARIANTS))
    position = get_game(variant).position()
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=40)):
        moves = list(position.playable_moves)
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


@settings(deadline=None)
@given(positions())
def test_the_mirrored_position_has_the_mirrored_moves_and_value(position: Position) -> None:
    notation, rules = position.notation, position.rules
    mirrored = Position(position.game, rules, notation.mirrored(rules, position.words))
    expected = sorted(notation.mirrored_move(rules, position.words, code) for code in position.playable_moves.codes())
    assert mirrored.playable_moves.codes() == expected
    assert notation.mirrored(rules, mirrored.words).tolist() == position.words.tolist()
    for name in position.game.evaluations:
        assert mirrored.evaluate(name) == position.evaluate(name)
