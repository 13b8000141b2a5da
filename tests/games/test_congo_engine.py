"""What the engine is told about Congo: attacks, exchanges, drowning, forcing moves, and the evaluation's weights."""

import ast
import random

import numpy as np
import pytest

from plyground import get_game
from plyground.core.rules import scratch
from plyground.engine import Engine, Limits
from plyground.engine.hooks import forcing, may_pass, move_priority
from plyground.games.congo import weights as terms
from plyground.games.congo.attacks import attackers, lion_is_attacked
from plyground.games.congo.exchange import LION_VALUE, VALUES, captured_by, gain_of, left_to_drown, see_ge
from plyground.games.congo.jumps import end_of, jumped_by, start_of
from plyground.games.congo.movement import COLORS, LION, MONKEY, PAWN, kind_on, list_moves
from plyground.games.congo.squares import NAMES
from plyground.games.congo.worth import LION_FALLS, worth
from plyground.kernel.compile import JIT

GAME = get_game("congo")
GAME.submodule("hooks")
GAMES = 12 if JIT else 1


def positions(seed, variant="congo"):
    """Return the positions of some random games."""
    rng = random.Random(seed)
    found = []
    for _ in range(GAMES):
        position = get_game(variant).position()
        for _ in range(80):
            moves = list(position.legal_moves)
            if not moves:
                break
            found.append(position)
            position = position.play(rng.choice(moves))
    return found


def squares(word):
    return {square for square in range(49) if int(word) >> square & 1}


def all_moves(position, side):
    moves = scratch(position.rules)
    return moves[: list_moves(position.words, side, moves)].tolist()


def material(words, side):
    return sum(int(VALUES[kind_on(words, square)]) for square in squares(words[COLORS + side]))


def test_attackers_are_the_pieces_that_have_a_move_there():
    for position in positions(1):
        words = position.words
        taken = words[COLORS] | words[COLORS + 1]
        for side in (0, 1):
            moves = [m for m in all_moves(position, side) if kind_on(words, start_of(m)) not in {MONKEY, LION}]
            for square in squares(words[COLORS + 1 - side]):
                found = squares(attackers(words, square, side, words[COLORS + side], taken))
                found = {start for start in found if kind_on(words, start) != LION}
                assert found == {start_of(m) for m in moves if end_of(m) == square}, (position.text, NAMES[square])


def test_a_lion_is_attacked_where_it_could_be_taken():
    for position in positions(2):
        words = position.words
        for side in (0, 1):
            lion = next(s for s in squares(words[COLORS + side]) if kind_on(words, s) == LION)
            takers = [m for m in all_moves(position, 1 - side) if lion == end_of(m) or lion in squares(jumped_by(m))]
            assert lion_is_attacked(words, side) == bool(takers), position.text


@pytest.mark.parametrize("variant", ["congo", "congo-2021", "congo-2022"])
def test_forcing_moves_are_captures_and_promotions_or_the_lions_capture_alone(variant):
    for position in positions(3, variant):
        moves = scratch(position.rules)
        found = moves[: forcing(position.rules, position.words, moves)].tolist()
        legal = position.legal_moves.codes()
        wanted = {m for m in legal if captures(position, m) or promotes(position, m)}
        if any(takes_lion(position, m) for m in legal):
            assert len(found) == 1
            assert takes_lion(position, found[0])
        else:
            assert len(found) == len(wanted)
            assert set(found) == wanted, position.text


def captures(position, move):
    return captured_by(position.words, move) != 0


def takes_lion(position, move):
    return any(kind_on(position.words, square) == LION for square in squares(captured_by(position.words, move)))


def promotes(position, move):
    last = 6 if position.turn == 0 else 0
    is_pawn = kind_on(position.words, start_of(move)) == PAWN
    return position.game.name != "congo-2021" and is_pawn and end_of(move) % 7 == last


def test_what_a_move_gains_and_drowns_is_what_playing_it_changes():
    for position in positions(4):
        side = int(position.turn)
        before = material(position.words, side) - material(position.words, 1 - side)
        for move in position.legal_moves:
            after = position.play(move).words
            gained = material(after, side) - material(after, 1 - side) - before
            assert gain_of(position.rules, position.words, move.code) == gained, (position.text, str(move))
            drowned = int(position.words[COLORS + side]).bit_count() - int(after[COLORS + side]).bit_count()
            assert int(left_to_drown(position.words, move.code)).bit_count() == drowned


def exchange(words, square, side, men, taken, standing):
    """Return what `side` wins by capturing on `square`, where `standing` stands, or 0 if it rather does not."""
    found = squares(attackers(words, square, side, men[side] & taken & ~np.uint64(1 << square), taken))
    if not found:
        return 0
    start = min(found, key=lambda s: (order_of(kind_on(words, s)), s))
    value = int(VALUES[kind_on(words, start)])
    left = taken & ~np.uint64(1 << start)
    return max(0, standing - exchange(words, square, 1 - side, men, left, value))


def order_of(kind):
    return [PAWN, 7, 3, 1, 2, 4, LION].index(kind)


def test_an_exchange_holds_where_following_it_to_its_end_does():
    compared = 0
    for position in positions(5):
        words, side = position.words, int(position.turn)
        for move in position.legal_moves.codes():
            gain = gain_of(position.rules, words, move)
            if gain <= 0 or promotes(position, move):
                continue
            end = end_of(move)
            taken = (words[COLORS] | words[COLORS + 1]) & ~(np.uint64(1 << start_of(move)) | jumped_by(move))
            taken |= np.uint64(1 << end)
            mine = int(VALUES[kind_on(words, start_of(move))])
            men = (words[COLORS], words[COLORS + 1])
            left = gain - exchange(words, end, 1 - side, men, taken, mine)
            assert see_ge(position.rules, words, move, gain) == (left >= 0), (position.text, NAMES[start_of(move)])
            compared += 1
    assert compared > 20 * GAMES


@pytest.mark.parametrize(
    ("text", "move", "sign"),
    [
        pytest.param("3l3/7/2z4/7/7/2Z4/4L2 w 0", "c2d4", 0, id="a quiet move"),
        pytest.param("3l3/3p3/2z4/1P5/7/7/4L2 w 0", "b4c5", 1, id="a pawn takes a protected zebra"),
        pytest.param("3l3/2p4/3p3/7/4Z2/7/4L2 w 0", "e3d5", -1, id="a zebra takes a protected pawn"),
        pytest.param("3l3/7/7/7/7/6z/4LZ1 w 0", "e1e2", 0, id="a lion steps"),
        pytest.param("3l3/7/7/Z6/7/7/4L2 w 0", "e1e2", -1, id="a zebra is left in the river"),
        pytest.param("3l3/7/7/C6/7/7/4L2 w 0", "e1e2", 0, id="crocodiles swim"),
        pytest.param("3l3/6P/7/7/7/7/4L2 w 0", "g6g7", 1, id="a promotion"),
        pytest.param("3l3/7/2Z4/7/7/7/4L2 w 0", "c5d7", 1, id="the lion falls"),
    ],
)
def test_priorities(text, move, sign):
    position = GAME.position(text)
    assert np.sign(move_priority(position.rules, position.words, position.move(move).code)) == sign


def test_passing_proves_nothing_with_a_piece_in_the_river_or_pawns_alone():
    for text, may in [
        ("3l3/7/7/7/Z6/7/4L2 w 0", True),
        ("3l3/7/7/Z6/7/7/4L2 w 0", False),
        ("3l3/7/7/7/PP5/7/4L2 w 0", False),
    ]:
        position = GAME.position(text)
        assert may_pass(position.rules, position.words) == may


def test_the_evaluation_is_linear_in_its_weights():
    rng = np.random.default_rng(6)
    first, second = rng.integers(-99, 99, (2, terms.SIZE))
    for position in positions(6)[::7]:
        both = worth(position.words, first + second)
        assert both == LION_FALLS or both == worth(position.words, first) + worth(position.words, second)


def test_the_weights_are_written_as_they_are_read():
    text = terms.table_text(terms.WEIGHTS)
    assert (terms.read(ast.literal_eval(text.removeprefix("TUNED = "))) == terms.WEIGHTS).all()
    assert (terms.read(terms.TUNED) == terms.WEIGHTS).all()


def test_a_lion_is_worth_more_than_an_army():
    assert 8 * VALUES[1:].sum() < LION_VALUE


@pytest.mark.skipif(not JIT, reason="thousands of nodes")
def test_it_saves_a_piece_from_the_river_and_takes_a_lion():
    saved = Engine("congo", hash_mib=1).play(GAME.position("3l3/7/7/Z6/7/7/4L2 w 0"), Limits(depth=4))
    assert str(saved).startswith("a4")
    info = Engine("congo", hash_mib=1).search(GAME.position("3l3/7/2Z4/7/7/7/4L2 w 0"), Limits(depth=4))
    assert (str(info.bestmove), str(info.score)) == ("c5d7", "win 1")
