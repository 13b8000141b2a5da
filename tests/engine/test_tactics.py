"""Forced wins, proved by exhaustive search: the engine finds each within its depth, and none that is not there.

A line of ``tests/tactics/GAME.txt``: ``variant | position | win N | the only move that wins so fast``; made by
``tools/make_tactics.py``.
"""

from pathlib import Path

import pytest

from plyground import get_game
from plyground.core.rules import WIN_VALUE
from plyground.engine import Engine, Limits
from plyground.engine.parameters import PLAIN, parameters_of
from plyground.kernel.compile import JIT
from plyground.search import textbook

FOLDER = Path(__file__).parent.parent / "tactics"
PROBLEMS = [
    tuple(field.strip() for field in line.split("|"))
    for path in sorted(FOLDER.glob("*.txt"))
    for line in path.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
LATER = 8
"""A selective search overlooks quiet moves at first: so many plies deeper at most it has found a win everywhere."""
FULLY_SEARCHED = 5
"""Wins up to so many plies are proved here again by the textbook's search."""
pytestmark = pytest.mark.skipif(not JIT, reason="millions of nodes")


def each_problem(longest=99):
    return pytest.mark.parametrize(
        ("variant", "text", "plies", "move"),
        [
            pytest.param(variant, text, plies, move, id=f"{variant} {text}")
            for variant, text, win, move in PROBLEMS
            if (plies := int(win.removeprefix("win "))) <= longest
        ],
    )


def test_there_are_enough_of_every_game():
    assert len(PROBLEMS) >= 60
    assert {get_game(variant).family for variant, *_ in PROBLEMS} == {"minichess", "congo", "amazons", "halma"}


@each_problem()
def test_without_selective_parts_the_win_is_found_at_its_depth(variant, text, plies, move):
    game = get_game(variant)
    engine = Engine(game, hash_mib=16, parameters=parameters_of(game).with_changes(PLAIN))
    found = engine.search(game.position(text), Limits(depth=plies))
    assert str(found.score) == f"win {plies}"
    assert str(found.bestmove) == move


@each_problem()
def test_the_engine_finds_a_win_soon_and_never_claims_one_faster_than_there_is(variant, text, plies, move):
    game = get_game(variant)
    reports = list(Engine(game, hash_mib=16).analyse(game.position(text), Limits(depth=plies + LATER)))
    assert reports[-1].score.kind == "win"
    assert min(info.score.value for info in reports if info.score.kind == "win") >= plies


@each_problem(FULLY_SEARCHED)
def test_there_is_no_faster_win(variant, text, plies, move):
    position = get_game(variant).position(text)
    assert textbook.search(position, plies, alphabeta=True).value == WIN_VALUE
    assert textbook.search(position, plies - 2, alphabeta=True).value < WIN_VALUE
