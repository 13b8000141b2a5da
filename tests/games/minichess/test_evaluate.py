"""Minichess, the evaluations: what each counts, and that it is fair to both sides."""

import numpy as np
import pytest

from games.minichess.setups import VARIANTS, WALK
from plyground import get_game
from plyground.core.evaluation import handmade
from plyground.games.minichess.evaluate import blend, middle_of, pair_of, phase_of
from plyground.games.minichess.notation import mirrored, piece_letters, words_of_pieces
from plyground.games.minichess.terms import FULL, KINDS, TERMS, WIDTH
from plyground.games.minichess.weights import GARDNER, MINICHESS
from plyground.search.laws import random_positions


def test_evaluations_count_what_is_on_the_board() -> None:
    position = get_game("minichess").position("4k/5/q4/5/RB2K b - - 0 1")
    assert position.evaluate("material") == 900 - 500 - 300
    ahead = get_game("minichess").position("4k/5/5/5/Q3K w - - 0 1")
    assert 800 < ahead.evaluate() < 1100


def counted(text: str, term: str, place: int = 0) -> int:
    """Return how often one value of a term counts: what the evaluation is when it alone is worth 1."""
    unit = np.zeros(TERMS.size, np.int64)
    unit[TERMS.start(term) + place] = 1
    return middle_of(pair_of(get_game("minichess").position(text).words, unit))


def seen_in_a_mirror(words: np.ndarray) -> np.ndarray:
    """Return the position with the files the other way round."""
    letters = {(WIDTH - 1 - s // WIDTH) * WIDTH + s % WIDTH: letter for s, letter in piece_letters(words).items()}
    return words_of_pieces(letters, words[3])


@pytest.mark.parametrize("variant", VARIANTS)
def test_neither_colours_nor_a_mirror_change_the_value(variant):
    values = set()
    for position in random_positions(get_game(variant), WALK, seed=4):
        value = handmade(position.rules, position.words)
        assert handmade(position.rules, mirrored(position.rules, position.words)) == value, position.text
        assert handmade(position.rules, seen_in_a_mirror(position.words)) == value, position.text
        values.add(value)
    assert len(values) > WALK // 4


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_piece_more_is_better_whichever_it_is(variant):
    """Without its piece a side's value falls; so it does when it is the other side's move."""
    full = "rnbqk/ppppp/5/PPPPP/RNBQK {} - - 0 1"
    game = get_game(variant)
    for without in ("RNB1K", "R1BQK", "RN1QK", "1NBQK"):
        for color, sign in (("w", 1), ("b", -1)):
            position = game.position(full.replace("RNBQK", without).format(color))
            assert sign * handmade(position.rules, position.words) < -100, position.text


def test_a_taken_king_is_no_trouble():
    position = get_game("minichess").position("4k/5/5/5/R4 w - - 0 1")
    assert isinstance(int(handmade(position.rules, position.words)), int)


@pytest.mark.parametrize(
    ("text", "term", "place", "count"),
    [
        ("4k/5/P4/5/K4 w - - 0 1", "passed pawn", 2, 1),
        ("4k/1p3/P4/5/K4 w - - 0 1", "passed pawn", 2, 0),
        ("4k/1p3/P4/5/K4 w - - 0 1", "passed pawn", 1, 0),
        ("k4/5/P4/5/K4 w - - 0 1", "free pawn", 2, 0),
        ("4k/5/P4/5/K4 w - - 0 1", "free pawn from king", 4, 1),
        ("4k/5/P4/1P3/K4 w - - 0 1", "supported pawn", 2, 1),
        ("4k/5/P4/P4/K4 w - - 0 1", "doubled pawn", 0, 1),
        ("4k/5/P4/P4/K4 w - - 0 1", "pawn alone", 0, 2),
        ("4k/5/P4/P4/K4 w - - 0 1", "stopped pawn", 0, 1),
        ("4k/5/P4/P4/K4 b - - 0 1", "stopped pawn", 0, -1),
        ("r3k/5/5/5/K3Q w - - 0 1", "hanging", 5 + 3, 0),
        ("r3k/p4/5/1N3/3K1 b - - 0 1", "hanging", 1, 0),
        ("r3k/p4/1N3/5/3K1 w - - 0 1", "attacked by pawn", 5 + 1, 1),
        ("r3k/p4/1N3/5/3K1 w - - 0 1", "hanging", 5 + 1, 1),
        ("r3k/p4/1N3/5/3K1 w - - 0 1", "attacked by minor", 0, -1),
        ("4k/5/5/5/BB2K w - - 0 1", "bishop pair", 0, 1),
        ("4k/p4/5/5/R3K w - - 0 1", "rook on open file", 0, 1),
        ("4k/p4/5/5/1R2K w - - 0 1", "rook on open file", 1, 1),
        ("k4/5/5/5/R3K b - - 0 1", "king moves", 2, 1),
        ("4k/5/5/5/K3N w - - 0 1", "knight moves", 2, 1),
        ("k4/5/5/1R3/3K1 w - - 0 1", "checks in hand", 2, -1),
        ("5/k4/5/R4/3K1 b - - 0 1", "to move", 0, 1),
    ],
)
def test_a_term_counts_what_its_name_says(text, term, place, count):
    assert counted(text, term, place) == count


def test_the_endgame_value_counts_as_the_pieces_go():
    pair = 120 + (-40 << 32)
    assert blend(pair, FULL) == 120
    assert blend(pair, 0) == -40
    assert blend(pair, FULL // 2) == 40
    assert phase_of(get_game("gardner").position().words) == FULL
    assert phase_of(get_game("gardner").position("4k/pp3/5/PP3/4K w - - 0 1").words) == 0


@pytest.mark.parametrize("weights", [GARDNER, MINICHESS], ids=["gardner", "minichess"])
def test_the_weights_are_complete_and_in_order_of_value(weights):
    assert [(name, len(weights[name][0]), len(weights[name][1])) for name, _, _ in TERMS] == [
        (name, size, size) for name, size, _ in TERMS
    ]
    pawn, knight, bishop, rook, queen = (np.mean(weights[f"{kind.lower()} on"]) for kind in KINDS[:5])
    assert pawn < min(knight, bishop)
    assert max(knight, bishop) < rook < queen


@pytest.mark.parametrize("piece", "NB")
def test_a_lone_minor_piece_wins_nothing_where_stalemate_is_a_draw(piece):
    text = f"4k/5/5/2{piece}2/K4 w - - 0 1"
    gardner, minichess = (get_game(variant).position(text) for variant in ("gardner", "minichess"))
    assert abs(handmade(gardner.rules, gardner.words)) < 40
    assert handmade(minichess.rules, minichess.words) > 40
