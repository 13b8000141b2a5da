"""Minichess, the rules: the kernels against the reference twin, and what the rules text says in so many words."""

import random
from collections import Counter

import numpy as np
import pytest

from games.minichess.setups import VARIANTS
from plyground import Color, InvalidNotation, get_game
from plyground.core.rules import NO_MOVE, sample, scratch
from plyground.search.perft import perft
from reference import minichess as twin

KING_LEFT_HANGING = "4k/5/5/4q/R3K w - - 3 9"


def random_board(rng: random.Random, *, kings: int = 1) -> str:
    """Return five ranks with `kings` kings a side and up to 16 other pieces anywhere."""
    cells = [""] * 25
    places = rng.sample(range(25), 2 * kings + rng.randrange(17))
    for i, place in enumerate(places):
        cells[place] = "Kk"[i % 2] if i < 2 * kings else rng.choice("PPPNBRQpppnbrq")
    rows = ["".join(cell or "." for cell in cells[i : i + 5]) for i in range(0, 25, 5)]
    for width in (5, 4, 3, 2, 1):
        rows = [row.replace("." * width, str(width)) for row in rows]
    return "/".join(rows)


def random_setup(rng: random.Random) -> str:
    return f"{random_board(rng)} {rng.choice('wb')} - - {rng.choice([0, 1, 48, 49, 50, 99, 100])} {rng.randint(1, 80)}"


def random_game(variant: str, rng: random.Random, plies: int) -> list[str]:
    """Return the texts of a random game, by the twin, over its playable moves."""
    texts = [twin.VARIANTS[variant]]
    for _ in range(plies):
        moves = twin.playable(variant, texts[-1])
        if not moves:
            break
        texts.append(twin.play(variant, texts[-1], rng.choice(moves)))
    return texts


def assert_agree(variant: str, text: str) -> None:
    """Compare everything the twin says about a position with what the kernels say."""
    position = get_game(variant).position(text)
    assert position.text == text
    assert position.outcome_text == twin.outcome(variant, text), text
    assert [str(move) for move in position.legal_moves] == twin.moves(variant, text), text
    playable = twin.playable(variant, text)
    assert [str(move) for move in position.playable_moves] == playable, text
    assert position.legal_moves.count() == len(twin.moves(variant, text))
    assert position.playable_moves.count() == len(playable)
    for move in playable:
        assert position.play(move).text == twin.play(variant, text, move)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(12))
def test_random_games_agree_with_the_twin(variant: str, seed: int) -> None:
    for text in random_game(variant, random.Random(seed), 120):
        assert_agree(variant, text)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(5))
def test_random_setups_agree_with_the_twin(variant: str, seed: int) -> None:
    rng = random.Random(1000 + seed)
    for _ in range(120):
        text = random_setup(rng)
        try:
            twin.parse(variant, text)
        except ValueError:
            with pytest.raises(InvalidNotation):
                get_game(variant).position(text)
        else:
            assert_agree(variant, text)


def test_several_kings_a_side_agree_with_the_twin() -> None:
    rng = random.Random(7)
    for _ in range(150):
        assert_agree("minichess", f"{random_board(rng, kings=rng.choice([2, 3]))} {rng.choice('wb')} - - 0 1")


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_agrees_with_the_twin_from_random_setups(variant: str) -> None:
    rng = random.Random(11)
    compared = 0
    while compared < 30:
        text = random_setup(rng)
        try:
            expected = twin.perft(variant, text, 2)
        except ValueError:
            continue
        position = get_game(variant).position(text)
        assert perft(position, 2) == perft(position, 2, bulk=False) == expected, text
        compared += 1


@pytest.mark.parametrize(
    ("variant", "text", "outcome"),
    [
        ("minichess", "4k/5/5/r4/1r1K1 w - - 0 1", "black wins: checkmate"),
        # The assignment's figure 7: the king on d1 is not attacked, but every square around it is.
        ("minichess", "5/1b3/3k1/1p3/3K1 w - - 0 1", "black wins: out of valid moves"),
        # As in its figure 11 the king is shut in by three pawns that cannot move.
        ("minichess", "KP2k/PP3/5/5/5 w - - 0 1", "draw: no moves"),
        ("minichess", "5/5/5/4q/R3k w - - 3 9", "black wins: king captured"),
        ("minichess", "5/5/5/4Q/R3K b - - 3 9", "white wins: king captured"),
        ("minichess", "4k/5/5/5/R3K w - - 49 40", "ongoing"),
        ("minichess", "4k/5/5/5/R3K w - - 50 40", "draw: 50 plies"),
        ("minichess", "4k/5/5/r4/1r1K1 w - - 50 40", "black wins: checkmate"),
        ("gardner", "4k/5/5/5/R3K w - - 50 40", "ongoing"),
        ("gardner", "4k/5/5/5/R3K w - - 100 40", "draw: 50 moves"),
        ("gardner", "4k/5/5/5/4K w - - 0 40", "draw: bare kings"),
        ("gardner", "R3k/1R3/5/5/4K b - - 100 40", "white wins: checkmate"),
        ("gardner", "4k/3R1/5/5/4K b - - 0 40", "ongoing"),
        ("gardner", "4k/2Q2/3K1/5/5 b - - 0 40", "draw: stalemate"),
    ],
)
def test_outcomes(variant: str, text: str, outcome: str) -> None:
    assert get_game(variant).position(text).outcome_text == outcome


def test_quiet_plies_is_a_setting() -> None:
    game = get_game("minichess").with_settings({"quiet-plies": "100"})
    assert game.position("4k/5/5/5/R3K w - - 99 40").outcome is None
    assert game.position("4k/5/5/5/R3K w - - 100 40").outcome_text == "draw: 50 plies"


def test_the_king_may_be_left_hanging_but_not_legally() -> None:
    position = get_game("minichess").position(KING_LEFT_HANGING)
    assert "a1a2" not in position.legal_moves
    after = position.play("a1a2")
    assert "e2e1" in after.legal_moves
    taken = after.play("e2e1")
    assert taken.outcome is not None
    assert (taken.outcome.winner, taken.outcome.termination) == (Color.BLACK, "king captured")


def test_taking_the_king_is_legal_whatever_hangs() -> None:
    position = get_game("minichess").position("4k/5/4Q/4q/4K w - - 0 1")
    assert "e3e5" in position.legal_moves


def test_a_pawn_on_its_last_rank_never_moves_again() -> None:
    position = get_game("minichess").position("P1p1k/1p3/5/5/4K w - - 0 1")
    assert {str(move)[:2] for move in position.playable_moves} == {"e1"}


def test_promotions_are_four_and_sorted() -> None:
    position = get_game("gardner").position("1r2k/P4/5/5/4K w - - 5 1")
    moves = [str(move) for move in position.legal_moves]
    assert moves[:8] == ["a4a5b", "a4a5n", "a4a5q", "a4a5r", "a4b5b", "a4b5n", "a4b5q", "a4b5r"]
    boards = {move[-1]: position.play(move).text for move in moves[:4]}
    assert boards == {letter: f"{letter.upper()}r2k/5/5/5/4K b - - 0 1" for letter in "bnqr"}
    assert position.play("a4b5n").text == "1N2k/5/5/5/4K b - - 0 1"


def test_a_missing_king_of_the_mover_is_a_captured_one() -> None:
    assert get_game("minichess").position("4k/5/5/5/R4 w - - 0 1").outcome_text == "black wins: king captured"


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("gardner", "4k/1P3/2b2/q4/1R1QK w - - 0 1"),  # in check
        ("gardner", "3rk/5/b2B1/2Q2/3K1 w - - 0 1"),  # the bishop is pinned
        ("minichess", "3rk/5/b2B1/2Q2/3K1 w - - 0 1"),
        ("minichess", "4k/5/5/r4/1r1K1 w - - 0 1"),  # over: checkmate
        ("gardner", "4k/5/5/5/R3K w - - 100 40"),  # over: 50 moves
    ],
)
def test_sampling_draws_every_move_equally_often(variant: str, text: str) -> None:
    position = get_game(variant).position(text)
    rules = position.rules_for_playouts
    moves, random_state = scratch(rules), np.zeros(1, np.uint64)
    expected = position.playable_moves.codes()
    draws = 400 * max(len(expected), 1)
    drawn = Counter(int(sample(rules, position.words, moves, random_state)) for _ in range(draws))
    assert set(drawn) == set(expected or [NO_MOVE])
    assert all(300 < number < 500 for number in drawn.values() if expected)


@pytest.mark.parametrize("seed", range(8))
def test_gardner_agrees_with_fairy_stockfish(seed: int) -> None:
    pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed (make test installs it)")
    rng = random.Random(seed)
    position = get_game("gardner").position()
    for _ in range(120):
        moves = [str(move) for move in position.legal_moves]
        if position.outcome is not None and position.outcome.termination in {"50 moves", "bare kings"}:
            break
        assert moves == sorted(pyffish.legal_moves("gardner", position.text, []))
        if not moves:
            break
        move = rng.choice(moves)
        after = pyffish.get_fen("gardner", position.text, [move])
        position = position.play(move)
        assert position.text == after
