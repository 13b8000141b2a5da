"""Halma: the kernels against the reference twin, and what the rules text says in so many words."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import IllegalMove, InvalidNotation, get_game
from plyground.core.position import Position
from plyground.core.rules import sample, scratch
from plyground.games.halma import notation
from plyground.games.halma.evaluate import (
    ARRIVED,
    AT_HOME,
    FURTHEST,
    LAST_MAN,
    OFF_THE_DIAGONAL,
    ROW_OR_COLUMN,
    STRAGGLER,
    TO_MOVE,
    standing,
    way_to_holes,
)
from plyground.search.perft import perft
from reference import halma as twin

VARIANTS = list(twin.VARIANTS)
LARGE = ["halma", "halma-usc2019"]


def random_setup(variant: str, rng: random.Random) -> str:
    """Return a board with men anywhere: few or many, often crowding the camps, where the special rules are."""
    size = twin.SIZES[variant]
    squares = [(x, y) for y in range(size) for x in range(size)]
    density = rng.choice([0.05, 0.15, 0.3, 0.6, 0.9])
    board = {square: rng.choice("WB") for square in squares if rng.random() < density}
    for colour in "WB":
        crowd = rng.choice([0.0, 0.0, 0.5, 0.9, 1.0])
        who = rng.choice(["W", "B", "WB"])
        for square in twin.camp(variant, colour):
            if rng.random() < crowd:
                board[square] = rng.choice(who)
    return twin.write(variant, board, rng.choice("WB"))


def random_game(variant: str, rng: random.Random, plies: int) -> list[str]:
    """Return the texts of a random game by the twin; its players hurry a little, so that armies meet and camps fill."""
    texts = [twin.VARIANTS[variant]]
    for _ in range(plies):
        moves = twin.moves(variant, texts[-1])
        if not moves:
            break
        sign = 1 if texts[-1].endswith("b") else -1
        chosen = rng.choice(moves)
        for other in rng.sample(moves, min(3, len(moves))):
            chosen = max(chosen, other, key=lambda move: sign * advance(variant, move))
        texts.append(twin.play(variant, texts[-1], chosen))
    return texts


def advance(variant: str, move: str) -> int:
    """Return how far a move goes away from the top left corner."""
    (x, y), (end_x, end_y) = twin.squares_named(variant, move)
    return end_x - x + end_y - y


def assert_agree(variant: str, text: str) -> None:
    """Compare everything the twin says about a position with what the kernels say."""
    position = get_game(variant).position(text)
    moves = twin.moves(variant, text)
    assert position.text == text
    assert position.outcome_text == twin.outcome(variant, text), text
    assert [str(move) for move in position.legal_moves] == moves, text
    assert position.legal_moves.count() == len(moves), text
    for move in moves[:: 1 + len(moves) // 8]:
        assert position.play(move).text == twin.play(variant, text, move)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_agree_with_the_twin(variant: str, seed: int) -> None:
    for text in random_game(variant, random.Random(seed), 150)[:: 5 if variant in LARGE else 1]:
        assert_agree(variant, text)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_random_setups_agree_with_the_twin(variant: str, seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(40):
        assert_agree(variant, random_setup(variant, rng))


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_agrees_with_the_twin_from_random_setups(variant: str) -> None:
    rng = random.Random(11)
    for _ in range(3):
        text = random_setup(variant, rng)
        position = get_game(variant).position(text)
        depth = 2 if variant == "halma-8x8" else 1
        assert perft(position, depth) == perft(position, depth, bulk=False) == twin.perft(variant, text, depth), text


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_written_way_of_a_move_is_a_legal_one(variant: str) -> None:
    rng = random.Random(5)
    for _ in range(8):
        text = random_setup(variant, rng)
        position = get_game(variant).position(text)
        board, _ = twin.read(variant, text)
        for move in list(position.legal_moves)[:40]:
            names = notation.move_steps(position.rules, position.words, move.code)
            squares = [twin.squares_named(variant, name)[0] for name in names]
            assert names[0] + names[-1] == str(move)
            assert len(set(names)) == len(names)
            without = {square: colour for square, colour in board.items() if square != squares[0]}
            if squares[1] not in twin.neighbours(variant, squares[0], 1):
                assert all(twin.is_jump(variant, without, a, b) for a, b in pairwise(squares)), (
                    text,
                    names,
                )
            assert position.move("".join(names)) == move


def test_a_quick_win_of_the_rules_text() -> None:
    position = get_game("halma-8x8").position()
    for move in ("e1d2", "a5b4", "g1a5"):
        position = position.play(move)
    assert position.outcome_text == "white wins: camp filled"
    assert position.legal_moves.count() == 0


def test_every_way_is_read_and_a_shortest_one_is_written() -> None:
    position = get_game("halma-8x8").position().play("e1d2").play("a5b4")
    assert str(position.move("g1e1c3a5")) == "g1a5"
    assert notation.move_steps(position.rules, position.words, position.move("g1a5").code) == ("g1", "e1", "c3", "a5")
    # out, back over the same man, and on: a longer way to the same end
    assert str(position.move("g1e1c3e1c3a5")) == "g1a5"
    with pytest.raises(IllegalMove, match="g1e3a5"):
        position.move("g1e3a5")
    with pytest.raises(IllegalMove):
        position.move("g1e1g1")


@pytest.mark.parametrize(
    ("variant", "text", "outcome"),
    [
        # the sentence is true at the start but for its last clause, "and at least one of them is"
        ("halma-8x8", "BBBB4/BBB5/BB6/B7/7W/6WW/5WWW/4WWWW w", "ongoing"),
        # only the player who has just played can have won
        ("halma-8x8", "BBBB4/BBB5/BB6/W7/8/8/8/7W b", "white wins: camp filled"),
        ("halma-8x8", "BBBB4/BBB5/BB6/W7/8/8/8/7W w", "ongoing"),
        ("halma-8x8", "8/8/8/8/7B/6BB/5BBW/4BBBB w", "black wins: camp filled"),
        ("halma-8x8", "8/8/8/B7/7B/6BB/5BBW/4BBBB b", "ongoing"),
        ("halma-8x8", "8/8/8/8/8/8/8/4B3 w", "black wins: no moves"),
        ("halma-8x8", "WBB5/BBB5/BBB5/8/8/8/8/8 w", "black wins: no moves"),
    ],
)
def test_outcomes(variant: str, text: str, outcome: str) -> None:
    assert get_game(variant).position(text).outcome_text == outcome
    assert twin.outcome(variant, text) == outcome


def moves_of(variant: str, text: str) -> set[str]:
    return {str(move) for move in get_game(variant).position(text).legal_moves}


def board_text(variant: str, men: dict[str, str], colour: str) -> str:
    board = {twin.squares_named(variant, name)[0]: man for name, man in men.items()}
    return twin.write(variant, board, colour)


def test_a_chain_may_leave_the_opposing_camp_but_not_end_outside() -> None:
    assert moves_of("halma-8x8", "W7/1B1B4/8/8/8/8/8/7B w") == {"a8b8", "a8a7"}
    # from a8 over b7 to c6, outside the camp, over b6 back in to a6, over b7 again to c8
    assert moves_of("halma-8x8", "W7/1B6/1B6/8/8/8/8/7B w") == {"a8b8", "a8a7", "a8a6", "a8c8"}


def test_the_addendum_sends_men_out_of_the_camp_first() -> None:
    camp = {twin.name("halma-usc2019", square) for square in twin.camp("halma-usc2019", "W")}
    start = get_game("halma-usc2019").position()
    ends = [notation.move_steps(start.rules, start.words, move.code) for move in start.legal_moves]
    assert len(ends) == 40
    assert all(names[0] in camp and names[-1] not in camp for names in ends)


@pytest.mark.parametrize(
    ("men", "moves"),
    [
        # in the corner, nothing at hand leads out of the camp, so it must go further from the corner
        ({"p1": "W", "h8": "W"}, {"p1o1", "p1o2", "p1p2"}),
        # not back to o1, nor to o2, which is further in y but closer in x
        ({"n1": "W", "h8": "W"}, {"n1m1", "n1m2", "n1n2"}),
        # a man that can leave must, though the man in the corner could move inside
        ({"p1": "W", "o5": "W"}, {"o5n5", "o5n6", "o5o6", "o5p6"}),
        # a jump out of the camp is leaving it, too: over m2 to k2, and no further
        ({"o2": "W", "n2": "B", "l2": "B"}, {"o2k2"}),
        # shut in by men that cannot be jumped: the man outside plays as usual, but not into the camp
        (dict.fromkeys(("o1", "n1", "o2", "n3", "p2", "p3"), "B") | {"p1": "W", "k1": "W"}, {"k1j1", "k1j2", "k1k2"}),
        # nobody at home: everything but into the camp
        ({"k1": "W"}, {"k1j1", "k1j2", "k1k2"}),
        # shut in, and nobody outside: it has lost
        (dict.fromkeys(("o1", "n1", "o2", "n3", "p2", "p3"), "B") | {"p1": "W"}, set()),
    ],
)
def test_the_addendum_case_by_case(men: dict[str, str], moves: set[str]) -> None:
    text = board_text("halma-usc2019", men | {"a1": "B"}, "W")
    assert moves_of("halma-usc2019", text) == moves
    assert set(twin.moves("halma-usc2019", text)) == moves


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has 0 fields"),
        ("BBBB4/BBB5/BB6/B7/7W/6WW/5WWW/4WWWW", "has 1 fields"),
        ("BBBB4/BBB5/BB6/B7/7W/6WW/5WWW/4WWWW x", "'x' should be w or b"),
        ("BBBB4/BBB5/BB6/B7/7W/6WW/5WWW w", "has 7 rows; it should have 8"),
        ("BBBB4/BBB5/BB6/B7/7W/6WW/5WWW/4WWWWW w", "Row 8 of the board, '4WWWWW', has 9 squares"),
        ("BBBB4/BBB5/BB6/B8/7W/6WW/5WWW/4WWWW w", "Row 4 of the board, 'B8', has 9 squares"),
        ("BBBB4/BBB5/BB6/B7/7w/6WW/5WWW/4WWWW w", "Row 5 of the board, '7w', has 'w'"),
        ("BBBB4/BBB5/BB06/B7/7W/6WW/5WWW/4WWWW w", "Row 3 of the board, 'BB06', has '0'"),
        ("BBBB4/BBB5/" + "9" * 5000 + "/B7/7W/6WW/5WWW/4WWWW w", "has 999 squares"),
    ],
)
def test_bad_positions_are_named(text: str, sentence: str) -> None:
    with pytest.raises(InvalidNotation, match=sentence.replace("(", r"\(")):
        get_game("halma-8x8").position(text)


@pytest.mark.parametrize("text", ["", "e1", "e1d", "e1-d2", "e0d1", "E1D2", "e1d2 ", "x1d2", "e1d9", "i1h1", "e1d2d10"])
def test_bad_moves_are_no_notation(text: str) -> None:
    position = get_game("halma-8x8").position()
    with pytest.raises(InvalidNotation):
        notation.parse_move(position.rules, position.words, text)


def words_of(variant: str, seed: int) -> Position:
    return get_game(variant).position(random_setup(variant, random.Random(seed)))


@settings(deadline=None, max_examples=60)
@given(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**32))
def test_the_board_turned_has_the_turned_moves_and_the_same_score(variant: str, seed: int) -> None:
    position = words_of(variant, seed)
    turned = Position(position.game, position.rules, notation.mirrored(position.rules, position.words))
    expected = {notation.mirrored_move(position.rules, position.words, move.code) for move in position.legal_moves}
    assert {move.code for move in turned.legal_moves} == expected
    assert turned.evaluate() == position.evaluate()
    again = notation.mirrored(position.rules, turned.words)
    assert np.array_equal(again, position.words)


@settings(deadline=None, max_examples=60)
@given(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**32))
def test_order_is_the_order_of_the_texts(variant: str, seed: int) -> None:
    position = words_of(variant, seed)
    texts = [str(move) for move in position.legal_moves]
    assert texts == sorted(set(texts))


def test_a_step_forward_is_worth_more_than_one_back() -> None:
    start = get_game("halma").position()
    assert start.evaluate() == TO_MOVE
    assert start.play("n4m5").evaluate() < -100
    assert start.play("l1k2").play("b12c11").play("k2l1").evaluate() > 100


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_standing_is_what_it_says(variant: str) -> None:
    rng = random.Random(5)
    for text in [random_setup(variant, rng) for _ in range(30)]:
        position, (board, _) = get_game(variant).position(text), twin.read(variant, text)
        last = position.rules.size - 1
        for color, colour in enumerate("WB"):
            home, goal = twin.camp(variant, colour), twin.camp(variant, twin.OTHER[colour])
            expected, furthest = 0, 0
            for (x, y), owner in board.items():
                if owner == colour:
                    columns, rows = (x, y) if colour == "W" else (last - x, last - y)
                    expected -= ROW_OR_COLUMN * (columns + rows) + STRAGGLER * (columns + rows) ** 2
                    expected -= OFF_THE_DIAGONAL * (columns - rows) ** 2
                    expected += ARRIVED * ((x, y) in goal) - AT_HOME * ((x, y) in home)
                    furthest = max(furthest, columns + rows)
            assert standing(position.rules, position.words, color) == expected - LAST_MAN * furthest, text


def naive_way_to_holes(variant: str, text: str, colour: str) -> int:
    board, _ = twin.read(variant, text)
    goal = twin.camp(variant, twin.OTHER[colour])
    outside = [square for square, owner in board.items() if owner == colour and square not in goal]
    holes = [square for square in goal if square not in board]
    if not outside:
        return 0
    return sum(min(FURTHEST, min(max(abs(x - a), abs(y - b)) for a, b in outside)) for x, y in holes)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_way_to_the_holes_is_what_it_says(variant: str) -> None:
    rng = random.Random(3)
    for text in [random_setup(variant, rng) for _ in range(30)] + random_game(variant, rng, 60)[::10]:
        position = get_game(variant).position(text)
        for color, colour in enumerate("WB"):
            found = way_to_holes(position.rules, position.words, color)
            assert found == naive_way_to_holes(variant, text, colour), text


def test_the_last_man_goes_round_a_full_edge() -> None:
    # the hole is d8; from c6 on, only walking round the camp's edge brings the man nearer to it
    game = get_game("halma-8x8")
    beside, around = game.position("WWW5/WWW5/WWW5/W7/8/8/8/4BBBB w"), game.position("WWW5/WWWW4/WW6/W7/8/8/8/4BBBB w")
    assert around.evaluate() > beside.evaluate()


def test_sampling_gives_each_move_a_chance() -> None:
    position = get_game("halma-8x8").position()
    random_state, moves = np.array([1], np.uint64), scratch(position.rules)
    seen = {int(sample(position.rules, position.words, moves, random_state)) for _ in range(1000)}
    assert seen == {move.code for move in position.legal_moves}
