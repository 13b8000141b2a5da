"""Star and Circle: the kernels against the reference twin, and what the rules text says in so many words."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import IllegalMove, InvalidNotation, get_game
from plyground.core.position import Position
from plyground.games.starcircle.cells import words_of_cells
from plyground.games.starcircle.notation import mirrored, mirrored_move
from plyground.kernel import JIT
from plyground.search.perft import perft
from plyground.search.textbook import search
from reference import starcircle as twin

GAME = get_game("starcircle")
EMPTY_ROW = "0,0,0,0,0,0,0,0"


def board(**rows: str) -> str:
    """Return the eight rows, those not given empty: ``board(h="0,S2,0,0,0,0,0,0")``."""
    return "/".join(rows.get(name, EMPTY_ROW) for name in "hgfedcba")


def random_setup(rng: random.Random, *, light_squares: bool = False) -> str:
    """Return a position with pieces anywhere, stacks on the last rows, odd row values, maybe a pass just made."""
    density = rng.choice((0.1, 0.3, 0.6, 0.9))
    cells = []
    for square in twin.SQUARES:
        is_used = light_squares or (ord(square[0]) + int(square[1])) % 2 == 0
        cell = "0"
        if is_used and rng.random() < density:
            owner = rng.choice("SC")
            is_last = square[0] == twin.LAST_ROW[owner.lower()]
            cell = f"{owner}{rng.choice((1, 1, 2, 31, 32)) if is_last else 1}"
        cells.append(cell)
    rows = "/".join(",".join(cells[i : i + 8]) for i in range(0, 64, 8))
    values = sorted(rng.sample(range(-500, 1000), 8)) if rng.random() < 0.7 else range(10, 90, 10)
    text = f"{rows} {rng.choice('sc')} {','.join(map(str, values))}"
    return text + rng.choice(("", "", "", " 1", " 2"))


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


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "0 fields"),
        (board(), "1 fields"),
        (f"{board()} s 1,2,3,4,5,6,7,8 0 0", "5 fields"),
        (f"{board()} S", "'S'"),
        (f"{board()} sc", "'sc'"),
        (f"{board()}/{EMPTY_ROW} s", "9 rows"),
        (f"{board(e='0,0,0,0,0,0,0')} s", "Row E.* 7 cells"),
        (f"{board(e='0,0,0,0,0,0,0,0,0')} s", "Row E.* 9 cells"),
        (f"{board(e='0,S0,0,0,0,0,0,0')} s", "Row E, column 2: 'S0'"),
        (f"{board(e='0,s1,0,0,0,0,0,0')} s", "Row E, column 2: 's1'"),
        (f"{board(h='0,S33,0,0,0,0,0,0')} s", "'S33'"),
        (f"{board(e='S2,0,0,0,0,0,0,0')} s", "stack on row E"),
        (f"{board(h='0,C2,0,0,0,0,0,0')} s", "stack on row H.*last row, A"),
        (f"{board(e='0,S1,0,0,0,0,0,0')} s", "E2, a light square"),
        (f"{board()} s 1,2,3", "3 row values"),
        (f"{board()} s 1,2,3,4,5,6,7,7", "7 does not exceed 7"),
        (f"{board()} s 1,2,3,4,5,6,7,x", "'x'"),
        (f"{board()} s 1,2,3,4,5,6,7,1000000000000000", "15 digits"),
        (f"{board()} s 1,2,3,4,5,6,7,٩", "is not a row value"),
        (f"{board()} s 1,2,3,4,5,6,7,8 3", "passes is '3'"),
    ],
)
def test_broken_position_texts_are_named(text: str, named: str) -> None:
    with pytest.raises(InvalidNotation, match=named):
        GAME.position(text)


@pytest.mark.parametrize("text", ["", "C1", "c1-d2", "C1D2", "I1-H2", "A0-B1", "pass ", "C1-D2-E3", "PASS"])
def test_texts_that_are_no_moves(text: str) -> None:
    position = GAME.position()
    assert text not in position.legal_moves
    with pytest.raises((InvalidNotation, IllegalMove)):
        position.play(text)


def test_illegal_moves_are_told_from_texts_that_are_no_moves() -> None:
    for text in ("C1-C1", "C1-D4", "G1-F2", "pass"):
        with pytest.raises(IllegalMove):
            GAME.position().play(text)
    with pytest.raises(InvalidNotation):
        GAME.position().play("c1-d2")


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions with pieces anywhere."""
    return GAME.position(random_setup(random.Random(draw(st.integers(0, 2**32)))))


@settings(max_examples=150, deadline=None)
@given(positions())
def test_turned_by_half_a_circle_the_sides_change_places(position: Position) -> None:
    turned = Position(GAME, position.rules, mirrored(position.rules, position.words))
    assert Position(GAME, position.rules, mirrored(position.rules, turned.words)) == position
    assert turned.evaluate("utility") == position.evaluate("utility")
    assert turned.turn is position.turn.other
    codes = {mirrored_move(position.rules, position.words, code) for code in position.legal_moves.codes()}
    assert codes == set(turned.legal_moves.codes())


@settings(max_examples=100, deadline=None)
@given(positions(), st.integers(1, 4))
def test_alphabeta_finds_what_minimax_finds(position: Position, depth: int) -> None:
    full = search(position, depth, evaluation="utility")
    pruned = search(position, depth, alphabeta=True, evaluation="utility")
    assert (pruned.move, pruned.value) == (full.move, full.value)
    assert pruned.nodes <= full.nodes


@settings(max_examples=50, deadline=None)
@given(positions())
def test_drawing_names_every_piece(position: Position) -> None:
    state = twin.read(position.text)
    lines = str(position).splitlines()
    assert [line.split()[0] for line in lines[:8]] == list("HGFEDCBA")
    for name, line in zip("HGFEDCBA", lines, strict=False):
        for column, cell in zip("12345678", line.split()[1:], strict=True):
            owner, count = state.board.get(name + column, (".", 1))
            assert cell == owner.upper() + (str(count) if count > 1 else "")
    for square, (owner, count) in state.board.items():
        symbol = {"s": "star", "c": "circle"}[owner] + (f"-{count}" if count > 1 else "")
        assert f"{symbol} {square}" in position.svg()
