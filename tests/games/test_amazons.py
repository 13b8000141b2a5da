"""Amazons: the kernels against the reference twin, against other people's programs, and what the rules text says."""

import random
import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import IllegalMove, InvalidNotation, get_game
from plyground.core.position import Position
from plyground.core.rules import NO_MOVE, sample, scratch
from plyground.kernel.random import seed_stream
from plyground.search.textbook import search
from reference import amazons as twin

VARIANTS = list(twin.VARIANTS)
WALLED = "1q4/2Q3/*****q/6/6/2Q3 w"
"""The public sample: walls a4 to e4."""
FINISHED = "Q*2/**2/4/3q w"


def random_setup(rng: random.Random, most_files: int = 10, most_ranks: int = 10) -> str:
    """Return a board of any size with any number of queens anywhere, blocked squares sparse or dense."""
    files, ranks = rng.randint(4, most_files), rng.randint(4, most_ranks)
    cells = [""] * (files * ranks)
    places = list(range(len(cells)))
    rng.shuffle(places)
    queens = rng.choice([1, 2, 3, 4, 8, len(cells) // 4])
    density = rng.random()
    for i, place in enumerate(places):
        if i < 2:
            cells[place] = "Qq"[i]
        elif i < queens:
            cells[place] = rng.choice("Qq")
        else:
            cells[place] = "*" if rng.random() < density else "."
    rows = ["".join(cells[i : i + files]) for i in range(0, len(cells), files)]
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows) + " " + rng.choice("wb")


def random_game(variant: str, rng: random.Random) -> list[str]:
    """Return the texts of a random game, by the twin."""
    texts = [twin.VARIANTS[variant]]
    while moves := twin.moves(variant, texts[-1]):
        texts.append(twin.play(variant, texts[-1], rng.choice(moves)))
    return texts


def assert_agree(variant: str, text: str, rng: random.Random) -> None:
    """Compare everything the twin says about a position with what the kernels say."""
    position = get_game(variant).position(text)
    moves = twin.moves(variant, text)
    assert position.text == text
    assert [str(move) for move in position.legal_moves] == moves, text
    assert position.legal_moves.count() == len(moves) <= position.rules.max_moves
    assert position.outcome_text == twin.outcome(variant, text)
    assert position.evaluate("seed") == pytest.approx(float(twin.seed_evaluation(variant, text)), abs=1e-11)
    for move in rng.sample(moves, min(20, len(moves))):
        assert position.play(move).text == twin.play(variant, text, move)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_random_games_agree_with_the_twin(variant: str, seed: int) -> None:
    rng = random.Random(f"{variant} {seed}")
    game = random_game(variant, rng)
    for text in [*rng.sample(game[:-1], 6), game[-2], game[-1]]:
        assert_agree(variant, text, rng)


@pytest.mark.parametrize("seed", range(60))
def test_random_setups_agree_with_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    assert_agree("amazons", random_setup(rng), rng)


@pytest.mark.parametrize("size", [(4, 4), (4, 10), (10, 4), (7, 8), (8, 7), (8, 8), (6, 10), (5, 10), (10, 10)])
def test_boards_on_either_side_of_one_word(size: tuple[int, int]) -> None:
    files, ranks = size
    rows = ["." * files for _ in range(ranks)]
    rows[0] = "q" + "." * (files - 2) + "Q"
    rows[-1] = "Q" + "." * (files - 2) + "q"
    text = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows) + " b"
    assert_agree("amazons", text, random.Random(1))


@pytest.mark.parametrize(("variant", "first_moves"), [("amazons", 424), ("amazons-8x8", 1232), ("amazons-10x10", 2176)])
def test_first_moves(variant: str, first_moves: int) -> None:
    assert get_game(variant).position().legal_moves.count() == first_moves


def test_moves_on_ten_ranks_sort_as_text() -> None:
    moves = [str(move) for move in get_game("amazons-10x10").position("Q9/10/10/10/10/10/10/10/q9/Q8Q w").legal_moves]
    assert moves == sorted(moves)
    assert moves.index("a10a9/a10") < moves.index("a1b1/a1")
    assert moves.index("j1j10/i10") < moves.index("j1j2/i1")


def test_a_queen_may_block_the_square_it_left_and_shoot_past_it() -> None:
    position = get_game("amazons").position("6/6/6/1Q4/6/4q1 w")
    assert "b3c3/b3" in position.legal_moves
    assert "b3c3/a3" in position.legal_moves
    assert "b3c3/c3" not in position.legal_moves


def test_both_spellings_of_a_move_are_the_same_move() -> None:
    position = get_game("amazons").position()
    assert position.move("a4-a6/c4") == position.move("a4a6/c4")
    assert position.play("a4-a6/c4").text == "Q2q2/6/2*3/5Q/6/2q3 b"


def test_the_side_that_cannot_move_has_lost() -> None:
    assert get_game("amazons").position(FINISHED).outcome_text == "black wins: no moves"
    assert get_game("amazons").position("q*2/**2/4/3Q b").outcome_text == "white wins: no moves"
    assert list(get_game("amazons").position(FINISHED).legal_moves) == []


def test_seed_evaluation_of_the_public_sample() -> None:
    game = get_game("amazons")
    value = game.position(WALLED).evaluate("seed")
    assert value == pytest.approx(-0.38253968253968)
    assert game.evaluation("seed").text(value) == "-0.382539682540"
    assert game.position(WALLED.replace(" w", " b")).evaluate("seed") == value


def test_seed_search_of_the_public_sample() -> None:
    result = search(get_game("amazons").position(WALLED), 2, alphabeta=True, evaluation="seed")
    assert str(result.move) == "c1e3/f3"
    assert result.value == pytest.approx(12.333333333333334)
    reply = search(get_game("amazons").position(WALLED).play("c1e3/f3"), 1, evaluation="seed")
    assert str(reply.move) == "b6d6/d5"


@pytest.mark.parametrize("seed", range(12))
def test_seed_searches_agree_with_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    text = random_game("amazons", rng)[rng.randint(16, 20)]
    position = get_game("amazons").position(text)
    moves = twin.moves("amazons", text)
    depth = 1 if len(moves) > 60 else 2 if len(moves) > 12 else 3
    for pruning in (False, True):
        expected = twin.search("amazons", text, depth, pruning)
        found = search(position, depth, alphabeta=pruning, evaluation="seed")
        assert found.nodes == expected.nodes, text
        assert found.value == pytest.approx(float(expected.value), abs=1e-11)
        assert [str(found.move)] == (expected.line[:1] or ["None"])


def test_the_engine_counts_a_private_square_as_a_move_in_hand() -> None:
    # two walled-off files of three empty squares each; then Black is left with none it can reach
    closed = get_game("amazons").position("1**q/1**1/1**1/Q**1 b")
    assert -300 < closed.evaluate() < 0  # even, so that who has to move runs out first
    richer = get_game("amazons").position("1**q/1***/1**1/Q*** w")
    assert richer.evaluate() > 200


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_turned_positions_have_turned_moves_and_the_same_score(seed: int) -> None:
    position = get_game("amazons").position(random_setup(random.Random(seed)))
    notation = position.notation
    turned = Position(position.game, position.rules, notation.mirrored(position.rules, position.words))
    codes = {notation.mirrored_move(position.rules, position.words, code) for code in position.legal_moves.codes()}
    assert codes == set(turned.legal_moves.codes())
    assert turned.evaluate() == position.evaluate()
    assert turned.evaluate("seed") == -position.evaluate("seed")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_every_legal_move_is_listed_once_and_read_back(seed: int) -> None:
    position = get_game("amazons").position(random_setup(random.Random(seed), 7, 7))
    moves = list(position.legal_moves)
    assert len({move.text for move in moves}) == len(moves) == position.legal_moves.count()
    assert [position.move(move.text) for move in moves[:10]] == moves[:10]


@pytest.mark.parametrize(
    "text", ["Q2q/*1**/1**1/**1* w", "Q*3/1*1*1/3*1/*1*1Q/q4 w", "9q/10/1*8/*9/Q9/*9/10/1*8/10/1*1*6 w"]
)
def test_sampled_moves_are_all_the_moves_with_equal_chances(text: str) -> None:
    position = get_game("amazons").position(text)
    rng, moves = np.zeros(1, np.uint64), scratch(position.rules)
    seed_stream(rng, 7, 0)
    draws = 400 * position.legal_moves.count()
    found = Counter(int(sample(position.rules, position.words, moves, rng)) for _ in range(draws))
    assert sorted(found) == sorted(position.legal_moves.codes())
    # each count is binomial with mean 400 and standard deviation 20
    assert all(280 < number < 520 for number in found.values())


def test_no_move_is_sampled_in_a_finished_game() -> None:
    position = get_game("amazons").position(FINISHED)
    moves = scratch(position.rules)
    assert sample(position.rules, position.words, moves, np.ones(1, np.uint64)) == NO_MOVE


@pytest.mark.parametrize(
    ("variant", "text", "complaint"),
    [
        ("amazons", "", "a board, a blank, and the side to move"),
        ("amazons", "3q2/6/Q5/5Q/6/2q3", "a board, a blank, and the side to move"),
        ("amazons", "3q2/6/Q5/5Q/6/2q3 w extra", "a board, a blank, and the side to move"),
        ("amazons", "3q2/6/Q5/5Q/6/2q3 x", "should be w or b"),
        ("amazons", "3q2/6/Q5/5Q/6/2k3 w", "Rank 1 of the board is '2k3', and 'k' in it"),
        ("amazons", "3q2/6/Q5/5Q/6/2q4 w", "Rank 1 of .* has 7 squares; it should have 6"),
        ("amazons", "3q2/6/Q5/5Q/6/2q03 w", "'03' in it"),
        ("amazons", "3q2/33/Q5/5Q/6/2q3 w", "Rank 5 of the board is '33'"),
        ("amazons", "3q2/6/Q5/5Q/6/2q٣ w", "should be Q, q, "),
        ("amazons", "3q2//Q5/5Q/6/2q3 w", "Rank 5 of .* has 0 squares"),
        ("amazons", "Q2q/4/4 w", "3 ranks; it should have 4 to 10"),
        ("amazons", "Qq1/3/3/3 w", "has 3 squares; it should have 4 to 10"),
        ("amazons", "Qq9/10*/10*/10* w", "has 11 squares; it should have 4 to 10"),
        ("amazons", "3q2/6/6/6/6/2q3 w", "no queen of White"),
        ("amazons", "3Q2/6/6/6/6/2Q3 w", "no queen of Black"),
        ("amazons-8x8", "3q2/6/Q5/5Q/6/2q3 w", "is 6x6; it should be 8x8"),
        ("amazons-10x10", "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w", "is 8x8; it should be 10x10"),
    ],
)
def test_broken_positions_are_named(variant: str, text: str, complaint: str) -> None:
    with pytest.raises(InvalidNotation, match=complaint):
        get_game(variant).position(text)


@pytest.mark.parametrize("text", ["", "a4a6", "a4a6c4", "a4 a6/c4", "a4--a6/c4", "a04a6/c4", "k4a6/c4", "a4a6/c11"])
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidNotation, match="should be where the queen comes from"):
        get_game("amazons").position().move(text)


def test_squares_beyond_the_board() -> None:
    with pytest.raises(
        InvalidNotation, match="no square a7 on this board; it has the files a to f and the ranks 1 to 6"
    ):
        get_game("amazons").position().move("a4a7/c4")


@pytest.mark.parametrize("text", ["a4a4/c4", "a4b6/c4", "d6d5/d4", "a4a6/a6", "a4f4/f3"])
def test_moves_that_the_rules_forbid(text: str) -> None:
    with pytest.raises(IllegalMove, match="cannot be played"):
        get_game("amazons").position().move(text)


def test_the_drawing_shows_every_piece_and_wall() -> None:
    position = get_game("amazons").position(WALLED)
    assert str(position).splitlines()[2] == "4  * * * * * q"
    assert position.svg().count('href="#blocked"') == 5


@pytest.mark.parametrize("variant", VARIANTS)
def test_fairy_stockfish_lists_the_same_moves(variant: str) -> None:
    pyffish = pytest.importorskip("pyffish")
    size = twin.read(twin.VARIANTS[variant]).width
    name, last_file = f"amazons{size}", "abcdefghij"[size - 1]
    pyffish.load_variant_config(f"[{name}:amazons]\nmaxRank={size}\nmaxFile={last_file}\n")
    for text in random_game(variant, random.Random(17))[::3]:
        theirs = [re.findall(r"[a-j]\d+", move) for move in pyffish.legal_moves(name, f"{text} - - 0 1", [])]
        ours = [str(move) for move in get_game(variant).position(text).legal_moves]
        assert sorted(f"{start}{end}/{blocked}" for start, end, _, blocked in theirs) == ours, text


def test_open_spiel_counts_the_same_moves() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    rng = random.Random(3)
    state, position = pyspiel.load_game("amazons").new_initial_state(), get_game("amazons-10x10").position()
    for _ in range(12):
        assert _open_spiel_moves(state, 3) == position.legal_moves.count()
        squares = []
        for _ in range(3):
            action = rng.choice(state.legal_actions())
            squares.append(f"{'abcdefghij'[action % 10]}{10 - action // 10}")
            state.apply_action(action)
        position = position.play(f"{squares[0]}{squares[1]}/{squares[2]}")


def _open_spiel_moves(state, phases: int) -> int:
    """Count the moves of a game state in which a move is three actions: queen, destination, arrow."""
    if phases == 1:
        return len(state.legal_actions())
    return sum(_open_spiel_moves(state.child(action), phases - 1) for action in state.legal_actions())


def test_the_twin_itself_on_the_public_sample() -> None:
    assert twin.seed_evaluation("amazons", WALLED) == Fraction(-241, 630)
