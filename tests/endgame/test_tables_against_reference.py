"""Tables against rules and a solver that share no code with the package."""

import pytest

from endgame import slow_solver
from endgame.slow_solver import LIMITS, REFERENCES, with_counters_at_start
from endgame.table_positions import VARIANTS, random_table_positions
from plyground import get_game
from plyground.endgame import probe
from plyground.kernel.compile import JIT

needs_kernels = pytest.mark.skipif(not JIT, reason="thousands of positions")


def compare(name, letters):
    game, solved = get_game(name), slow_solver.solve(name, letters)
    cursed = 0
    for text, (category, distance) in solved.items():
        verdict = probe(game.position(text)).verdict
        assert verdict is not None, text
        if str(verdict).endswith(("cursed", "saved")):
            cursed += 1
            assert category == "draw", text
            assert verdict.distance > 0
        else:
            assert (str(verdict.category), verdict.distance) == (category, distance), text
    return len(solved), cursed


@needs_kernels
def test_two_kings_by_the_slow_solver():
    # and the 50 to which taking a king leads
    assert compare("minichess", "Kk") == (1250, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("congo", "LPl"),
        ("congo", "LCl"),
        ("congo", "LMl"),
        ("congo-2021", "LPl"),
        ("gardner", "KPk"),
        ("gardner", "KRk"),
        ("minichess", "KPk"),
        ("minichess", "KNk"),
    ],
)
def test_all_positions_by_the_slow_solver(name, letters):
    assert compare(name, letters)[0] > 7_000


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("number", [40 if JIT else 2, pytest.param(2000, marks=pytest.mark.slow)])
def test_each_value_is_the_minimax_of_its_moves_by_the_reference_rules(name, number):
    reference, limit, game = REFERENCES[name], LIMITS.get(name), get_game(name)
    for position in random_table_positions(name, number, seed=1):
        found = probe(position)
        if reference.outcome(name, position.text) != "ongoing":
            assert found.verdict.distance == 0
            assert found.moves == ()
            continue
        expected = {}
        for move in reference.moves(name, position.text):
            after = reference.play(name, position.text, move)
            child = probe(game.position(with_counters_at_start(name, after))).verdict
            is_zeroing = limit is not None and (after.split()[4] == "0" or reference.outcome(name, after) != "ongoing")
            plies = 1 if is_zeroing else child.distance + 1
            is_standing = limit is None or (plies <= limit and "-" not in str(child.category))
            expected[move] = (-child.sign * (2 if is_standing else 1), plies if child.sign else 0)
        best = max(rank for rank, _ in expected.values())
        distances = [plies for rank, plies in expected.values() if rank == best]
        rank = {"win": 2, "cursed-win": 1, "draw": 0, "blessed-loss": -1, "loss": -2}[str(found.verdict.category)]
        assert (rank, found.verdict.distance) == (best, min(distances) if best > 0 else max(distances)), position.text
        assert {str(each.move): each.verdict.distance for each in found.moves} == {
            move: plies for move, (_, plies) in expected.items()
        }


def test_a_position_finds_its_own_index_and_its_mirror_image_the_same_value():
    for name in VARIANTS:
        game = get_game(name)
        for position in random_table_positions(name, 60 if JIT else 5, seed=3):
            mirrored = "/".join(row[::-1] for row in position.text.split()[0].split("/"))
            other = game.position(" ".join([mirrored, *position.text.split()[1:]]))
            swapped = game.position(
                position.notation.position_text(
                    position.rules, position.notation.mirrored(position.rules, position.words)
                )
            )
            assert probe(position).verdict == probe(other).verdict == probe(swapped).verdict
