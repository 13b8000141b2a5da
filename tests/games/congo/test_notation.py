"""Congo, texts: positions and moves read and written, mirrored, refused."""

import random

import pytest
from hypothesis import given
from hypothesis import settings as run
from hypothesis import strategies as st

from games.congo.setups import EXAMPLES, ROUND_TRIP, VARIANTS, moves_of, play, random_setup
from plyground import IllegalMove, InvalidNotation, get_game
from plyground.core.position import Position
from plyground.games.congo.jumps import MAX_MOVES
from plyground.kernel.compile import JIT
from reference import congo as twin


def test_every_path_of_a_jump_is_read():
    position = get_game("congo").position(ROUND_TRIP)
    smallest, other = position.move("c2a4c6e4c2"), position.move("c2e4c6a4c2")
    assert smallest == other
    assert smallest.code == other.code
    assert str(other) == "c2a4c6e4c2"
    assert position.play("c2e4c6a4c2").text == "3l3/7/7/7/7/2M4/3L3 b 0"
    assert "c2e4c6a4c2" in position.legal_moves
    notation = position.game.submodule("notation")
    assert notation.move_steps(position.rules, position.words, other.code) == ("c2", "a4", "c6", "e4", "c2")


@pytest.mark.parametrize(
    "path", ["c2a4c2", "c2e4c6a4c2e4", "c2b3c4", "c2c4", "c2a4c6e4c2a4", "b3d5", "c2a4a2", "c2" * 40]
)
def test_a_path_that_cannot_be_jumped_is_illegal(path):
    with pytest.raises(IllegalMove, match="cannot be played"):
        play(ROUND_TRIP, path)


def test_a_wrong_path_to_a_right_end_is_illegal():
    # e5 and e3 can be taken on the way c6-e4 only after b3 and b5; through d4, where a pawn stands, there is no way
    text = "4l2/7/1p1p3/3p3/1p1p3/2M4/3L3 w 0"
    assert "c2a4c6e4c2" in moves_of(text)
    for path in ("c2a4c6e4c2d4", "c2d4c6"):
        with pytest.raises(IllegalMove):
            play(text, path)


@run(max_examples=EXAMPLES)
@given(st.integers(0, 2**32).map(random.Random))
def test_all_paths_of_the_twin_are_read_as_its_moves(rng):
    text = random_setup(rng)
    position = get_game("congo").position(text)
    if position.outcome is not None:
        return
    smallest = {}
    for path in twin.all_paths(twin.read(text)):
        smallest.setdefault((path.start, path.end, path.jumped), []).append(path.text)
    for paths in smallest.values():
        for path in paths[:50]:
            assert str(position.move(path)) == min(paths)


# --- texts ---------------------------------------------------------------------------------------------------------


def test_other_spellings_are_read_and_the_normal_form_is_written():
    position = get_game("congo").position("3l3/34/11111p1/7/7/7/3L3  B  007 ")
    assert position.text == "3l3/7/5p1/7/7/7/3L3 b 7"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has 0 fields instead of three"),
        ("3l3/7/7/7/7/7/3L3 w", "has 2 fields instead of three"),
        ("3l3/7/7/7/7/3L3 w 0", "has 6 ranks instead of 7"),
        ("3l3/7/7/8/7/7/3L3 w 0", "Rank 4, '8', has the character '8'"),
        ("3l3/7/7/61p/7/7/3L3 w 0", "Rank 4, '61p', has 8 squares instead of 7"),
        ("3l3/7/7/6/7/7/3L3 w 0", "Rank 4, '6', has 6 squares instead of 7"),
        ("3l3/7/7/3x3/7/7/3L3 w 0", "has the character 'x'"),
        ("3l3/7/7/3\u017f3/7/7/3L3 w 0", "which is neither one of the pieces"),
        ("3l3/7/7/7/7/7/3L3 white 0", "should be w or b"),
        ("3l3/7/7/7/7/7/3L3 w -1", "should be a whole number from 0 up"),
        ("3l3/7/7/7/7/7/3L3 w 99999999999999999999", "should be a whole number from 0 up"),
        ("7/7/7/7/7/7/7 w 0", "Both lions are missing"),
        ("3l3/7/7/7/7/7/2LL3 w 0", "White has more than one lion in .*: on c1 and d1"),
        ("3l3/7/2l4/7/7/7/3L3 w 0", "Black has more than one lion"),
        ("3l3/7/7/3L3/7/7/7 w 0", "White's lion stands on d4 in .*, outside its castle c1-e3"),
        ("3l3/3L3/7/7/7/7/7 w 0", "White's lion stands on d6"),
        ("7/7/7/7/l6/7/7 w 0", "Black's lion stands on a3"),
    ],
)
def test_broken_texts_are_told_apart(text, sentence):
    with pytest.raises(InvalidNotation, match=sentence):
        get_game("congo").position(text)


def test_a_lion_that_has_flown_is_read():
    for text in ("3L3/7/7/7/7/7/P6 b 3", "7/7/7/7/4l2/7/7 w 3"):
        assert get_game("congo").position(text).text == text


@pytest.mark.parametrize("move", ["", "e3", "e3e", "e3e8", "h3e3", "E3E4", "e3-e4", "e3e4 ", "0000"])
def test_texts_that_are_no_moves(move):
    position = get_game("congo").position()
    notation = position.game.submodule("notation")
    with pytest.raises(InvalidNotation, match="should be two squares such as e3e4"):
        notation.parse_move(position.rules, position.words, move)


NO_ROOM = "1p1l1p1/ppppppp/1p1p1p1/ppppppp/1p1p1p1/ppppppp/Mp1L1p1 w 0"


@pytest.mark.skipif(not JIT, reason="lists sixteen thousand moves")
def test_more_moves_than_there_is_room_for_are_refused():
    with pytest.raises(InvalidNotation, match=f"White has {MAX_MOVES} moves or more"):
        get_game("congo").position(NO_ROOM)


# --- laws and evaluation -------------------------------------------------------------------------------------------


@run(max_examples=EXAMPLES)
@given(st.integers(0, 2**32).map(random.Random), st.sampled_from(VARIANTS))
def test_mirrored_setups(rng, variant):
    game = get_game(variant)
    position = game.position(random_setup(rng))
    notation = game.submodule("notation")
    other = Position(game, position.rules, notation.mirrored(position.rules, position.words))
    assert (notation.mirrored(other.rules, other.words) == position.words).all()
    mirrored = {notation.mirrored_move(position.rules, position.words, move.code) for move in position.legal_moves}
    assert {move.code for move in other.legal_moves} == mirrored
    assert {name: other.evaluate(name) for name in game.evaluations} == {
        name: position.evaluate(name) for name in game.evaluations
    }
