"""Positions and moves cannot be changed, and a move is trusted only where we made it."""

import copy
import pickle
import random

import numpy as np
import pytest

from plyground import IllegalMove, InvalidNotation, Move, PlygroundError, Position, Record, all_games, get_game
from plyground.engine import Engine, Limits

GARDNER = get_game("gardner")
START = GARDNER.position()


def pickled(made):
    return pickle.loads(pickle.dumps(made))  # noqa: S301 (our own)


@pytest.mark.parametrize("name", ["gardner", "congo", "amazons", "halma-8x8", "starcircle"])
def test_a_position_cannot_be_changed(name):
    game = get_game(name)
    start = game.position()
    after = start.play(start.legal_moves[0])
    for position in (start, after, Position(game, start.rules, start.words), pickled(after)):
        places, text = {position: "here"}, position.text
        with pytest.raises(ValueError, match="read-only"):
            position.words[0] = np.uint64(1)
        with pytest.raises(ValueError, match="read-only"):
            position.words.fill(0)
        for attribute in ("words", "rules", "game", "other"):
            with pytest.raises(AttributeError, match="cannot be changed"):
                setattr(position, attribute, None)
        with pytest.raises(AttributeError, match="cannot be changed"):
            del position.words
        assert places[position] == "here"
        assert position.text == text
        assert len(position.legal_moves) == position.legal_moves.count() > 0


def test_a_position_does_not_share_the_words_it_is_made_of():
    words = START.words.copy()
    position = Position(GARDNER, START.rules, words)
    words[0] = 0
    assert position == START
    assert words.flags.writeable


def test_copies_and_pickles_are_equal():
    for made in (copy.copy(START), copy.deepcopy(START), pickled(START)):
        assert made == START
        assert hash(made) == hash(START)
    move = pickled(START.legal_moves[0])
    assert move == START.legal_moves[0]
    assert START.play(move) == START.play(START.legal_moves[0])


def test_a_move_cannot_be_changed():
    move = START.legal_moves[0]
    for attribute in ("text", "code", "position", "is_checked", "other"):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(move, attribute, 1)
    with pytest.raises(AttributeError):
        del move.code


def test_moves_are_ordered_and_equal_by_their_texts():
    moves = list(START.legal_moves)
    assert sorted(moves) == moves == [Move(move.text, 0) for move in moves]
    assert len({*moves, *(Move(move.text, 0) for move in moves)}) == len(moves)
    assert moves[0] <= moves[1] > moves[0] != moves[1] != moves[1].text
    assert str(moves[0]) == moves[0].text
    assert moves[0].text in repr(moves[0])


@pytest.mark.parametrize(("text", "code"), [("a1e5", 999999), ("a1e5", START.legal_moves[0].code), ("b2b3", -1)])
def test_a_move_that_somebody_else_made_is_checked(text, code):
    forged = Move(text, code, START)
    if text == "b2b3":
        assert START.play(forged) == START.play("b2b3")
        assert START.steps(forged) == START.steps("b2b3")
        assert forged in START.legal_moves
        return
    assert forged not in START.legal_moves
    for take in (
        START.play, START.move, START.steps, START.move_index, Record("gardner").play,
        lambda move: Engine(GARDNER, hash_mib=1).search(START, Limits(depth=1), moves=[move]),
    ):  # fmt: skip
        with pytest.raises((IllegalMove, InvalidNotation)):
            take(forged)


@pytest.mark.parametrize("code", [10**9, -1, 0, 2**70])
def test_there_is_no_move_of_a_number_that_is_none(code):
    with pytest.raises(PlygroundError, match="has the number"):
        START.move_of_code(code)
    assert START.move_of_code(START.legal_moves[2].code) == START.legal_moves[2]


def test_legal_moves_are_a_sequence():
    moves = START.legal_moves
    texts = [move.text for move in moves]
    assert random.Random(1).choice(moves).text in texts
    assert set(map(str, random.Random(1).sample(moves, 3))) <= set(texts)
    assert [moves[i].text for i in range(len(moves))] == texts
    assert moves[-1].text == texts[-1]
    assert [move.text for move in moves[1:3]] == texts[1:3]
    assert [move.text for move in reversed(moves)] == texts[::-1]
    assert moves.index(texts[3]) == moves.index(moves[3]) == 3
    assert (moves.count(), moves.count(texts[0]), moves.count("a1e5")) == (len(texts), 1, 0)
    with pytest.raises(IndexError):
        moves[len(texts)]
    with pytest.raises(TypeError):
        moves["a"]
    assert START.play(moves[0]) == START.play(texts[0])


def test_the_list_of_games_is_a_copy():
    all_games().clear()
    assert get_game("gardner") is GARDNER
