"""Star and Circle, the rules: the kernels against the reference twin, and what the rules text says in so many words."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.starcircle.setups import GAME, board, positions, random_setup
from plyground.core.position import Position
from plyground.games.starcircle.cells import words_of_cells
from plyground.kernel import JIT
from plyground.search.perft import perft
from plyground.search.textbook import search
from reference import starcircle as twin


def position_anywhere(text: str) -> Position:
    """Return the position of `text` even where pieces stand on light squares."""
    state = twin.read(text)
    cells = {square: f"{owner.upper()}{count}" for square, (owner, count) in state.board.items()}
    rules = type(GAME.rules)(*state.values)
    return Position(GAME, rules, words_of_cells(cells, "sc".index(state.turn), state.passes))


def assert_agree(position: Position, text: str) -> None:
    """Compare everything the twin says about a position with what the kernels say."""
    assert position.text == text
    assert position.outcome_text == twin.outcome("starcircle", text), text
    moves = twin.moves("starcircle", text)
    assert sorted(str(move) for move in position.legal_moves) == moves, text
    assert position.legal_moves.count() == len(moves)
    state = twin.read(text)
    assert position.evaluate("utility") == twin.utility(state, state.turn)
    for move in position.legal_moves:
        assert position.play(move).text == twin.play("starcircle", text, str(move))


@pytest.mark.parametrize("seed", range(20))
def test_random_games_agree_with_the_twin(seed: int) -> None:
    rng, text = random.Random(seed), GAME.start
    while moves := twin.moves("starcircle", text):
        assert_agree(GAME.position(text), text)
        text = twin.play("starcircle", text, rng.choice(moves))
    assert_agree(GAME.position(text), text)
    assert GAME.position(text).outcome is not None


@pytest.mark.parametrize("seed", range(5))
def test_random_setups_agree_with_the_twin(seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(100):
        text = random_setup(rng)
        assert_agree(GAME.position(text), text)


def test_kernels_do_not_mind_light_squares() -> None:
    rng = random.Random(200)
    for _ in range(200):
        text = random_setup(rng, light_squares=True)
        assert_agree(position_anywhere(text), text)


def test_moves_come_in_the_order_of_expansion() -> None:
    rng = random.Random(300)
    for _ in range(200):
        text = random_setup(rng)
        if twin.moves("starcircle", text):
            assert [str(move) for move in GAME.position(text).legal_moves] == twin.ordered_moves(twin.read(text))


def test_perft_agrees_with_the_twin_from_random_setups() -> None:
    rng = random.Random(400)
    for _ in range(40):
        text = random_setup(rng)
        position = GAME.position(text)
        assert perft(position, 3) == perft(position, 3, bulk=False) == twin.perft("starcircle", text, 3), text


@pytest.mark.parametrize("alphabeta", [False, True])
def test_searches_agree_with_the_twin_to_the_node(alphabeta: bool) -> None:
    rng = random.Random(500)
    for _ in range(60):
        text, depth = random_setup(rng), rng.choice((1, 2, 3))
        expected = (twin.alphabeta if alphabeta else twin.minimax)(text, depth)
        result = search(GAME.position(text), depth, alphabeta=alphabeta, evaluation="utility")
        assert (str(result.move or "pass"), result.value, result.nodes) == expected, text


@pytest.mark.skipif(not JIT, reason="fifteen million nodes are for machine code")
@pytest.mark.parametrize(("depth", "alphabeta", "nodes"), [(8, False, 14820445), (10, True, 512862)])
def test_node_counts_given_with_the_rules(depth: int, alphabeta: bool, nodes: int) -> None:
    start = GAME.position()
    result = search(start, depth, alphabeta=alphabeta, evaluation="utility")
    assert result.move is not None
    assert (str(result.move), result.value, result.nodes) == ("C1-D2", 0, nodes)
    assert -start.play(result.move).evaluate("utility") == 10


def test_a_piece_joins_its_own_by_step_and_by_jump() -> None:
    rows = board(h="0,S2,0,S1,0,0,0,0", g="S1,0,C1,0,0,0,0,0", f="0,0,0,S1,0,0,0,0")
    position = GAME.position(f"{rows} s")
    assert {"G1-H2", "F4-H2"} <= {str(move) for move in position.legal_moves}
    assert position.play("G1-H2").text.startswith("0,S3,0,S1,")
    assert position.play("F4-H2").text.startswith("0,S3,0,S1,0,0,0,0/S1,0,0,0,")
    assert position.play("F4-H2").outcome_text == f"over: {4 * 80 + 70} for Star"


def test_nobody_lands_on_an_enemy_or_on_its_own_before_the_last_row() -> None:
    onto_enemy = GAME.position(f"{board(h='0,C1,0,0,0,0,0,0', g='S1,0,0,0,0,0,0,0')} s")
    onto_own = GAME.position(f"{board(g='S1,0,S1,0,0,0,0,0', f='0,S1,0,0,0,0,0,C1', h='0,C1,0,C1,0,0,0,0')} s")
    assert [str(move) for move in onto_enemy.legal_moves] == ["pass"]
    assert [str(move) for move in onto_own.legal_moves] == ["pass"]


def test_two_blocked_sides_play_on_until_both_have_passed() -> None:
    odd, even = "0,{0}1,0,{0}1,0,{0}1,0,{0}1", "{0}1,0,{0}1,0,{0}1,0,{0}1,0"
    rows = board(h=odd.format("C"), g=even.format("C"), f=odd.format("S"), e=even.format("S"))
    blocked = GAME.position(f"{rows} s 10,20,30,40,52,70,90,1000")
    assert blocked.outcome_text == "ongoing"
    assert [str(move) for move in blocked.legal_moves] == ["pass"]
    once = blocked.play("pass")
    assert once.text == f"{rows} c 10,20,30,40,52,70,90,1000 1"
    assert once.outcome_text == "ongoing"
    twice = once.play("pass")
    assert twice.text == f"{rows} s 10,20,30,40,52,70,90,1000 2"
    assert twice.outcome_text == "over: 368 for Star"
    assert not twice.legal_moves


def test_a_move_takes_back_the_pass_before_it() -> None:
    rows = board(h="0,C1,0,0,0,0,0,0", a="S1,0,0,0,0,0,0,0")
    assert (
        GAME.position(f"{rows} s 10,20,30,40,50,60,70,80 1").play("A1-B2").text.endswith(" c 10,20,30,40,50,60,70,80")
    )


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (f"{board(h='0,S2,0,0,0,0,0,0')} s", "over: 160 for Star"),
        (f"{board(a='C1,0,0,0,0,0,0,0')} s", "over: -80 for Star"),
        (f"{board(h='0,S1,0,0,0,0,0,0', a='C1,0,0,0,0,0,0,0')} s", "ongoing"),
        (f"{board(h='0,S1,0,0,0,0,0,0', a='C1,0,0,0,0,0,0,0')} s 1", "ongoing"),
        (f"{board(h='0,S1,0,0,0,0,0,0', a='C1,0,0,0,0,0,0,0')} s 2", "over: 0 for Star"),
        (f"{board(h='0,S1,0,0,0,0,0,0', a='C3,0,0,0,0,0,0,0')} c 1,2,3,4,5,6,7,10 2", "over: -20 for Star"),
        (board() + " s", "over: 0 for Star"),
    ],
)
def test_outcomes(text: str, outcome: str) -> None:
    assert GAME.position(text).outcome_text == outcome


def test_the_largest_values_and_stacks_add_up() -> None:
    top = 10**15 - 1
    rows = board(h="0,S32,0,S32,0,S32,0,S32", g="0,0,0,0,C1,0,0,0")
    position = GAME.position(f"{rows} s 0,1,2,3,4,5,6,{top}")
    assert position.evaluate("utility") == 128 * top - 1
    assert GAME.position(position.text) == position


@settings(max_examples=100, deadline=None)
@given(positions(), st.integers(1, 4))
def test_alphabeta_finds_what_minimax_finds(position: Position, depth: int) -> None:
    full = search(position, depth, evaluation="utility")
    pruned = search(position, depth, alphabeta=True, evaluation="utility")
    assert (pruned.move, pruned.value) == (full.move, full.value)
    assert pruned.nodes <= full.nodes
