"""Slow plans: zugzwangs, wins without force, fortresses, blocked positions, which pruning hides from a search.

``tests/tactics/plans`` has them, each with how it was found and checked (`tools/make_plans.py`). Those of four men are
decided by the tables, and the engine has to find a move that keeps the result without them; of the blocked ones the
score has to say what a much longer search says, by the net and by the handmade evaluation (`tools/see_plans.py`). All
with a fixed number of positions, so the answers are always the same.
"""

from pathlib import Path

import pytest
from see_plans import Blocked, blocked_positions

from plyground import get_game
from plyground.endgame import probe
from plyground.endgame.values import Category
from plyground.engine import Engine, Limits
from plyground.kernel.compile import JIT

FOLDER = Path(__file__).parent.parent / "tactics" / "plans"
PLANS = [
    tuple(field.strip() for field in line.split("|"))
    for path in sorted(FOLDER.glob("*.txt"))
    for line in path.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
FEW_MEN = [plan for plan in PLANS if plan[0] in {"zugzwang", "quiet win", "fortress"}]
BLOCKED = blocked_positions()
HIDDEN_BY_PASSING = ("r1b1k/1pPp1/p2Pp/P1P1P/1R1K1 b - - 0 1", "r1b1k/1pPp1/pR1Pp/P1P1P/3K1 w - - 0 1")
"""What the handmade evaluation sees only since passed turns are verified."""
NODES = 80_000
RESULTS = {Category.WIN: "win", Category.LOSS: "loss"}
pytestmark = pytest.mark.skipif(not JIT, reason="millions of nodes")


def test_there_are_plans_of_every_kind():
    assert len(PLANS) >= 50
    assert {variant for _, variant, *_ in PLANS} == {"gardner", "minichess", "congo"}
    for kind in ("zugzwang", "quiet win", "fortress", "blocked"):
        assert sum(plan[0] == kind for plan in PLANS) >= 8


@pytest.mark.parametrize(("variant", "text", "result", "kept"), [plan[1:] for plan in FEW_MEN])
def test_the_tables_say_what_the_suite_says(variant, text, result, kept):
    found = probe(get_game(variant).position(text))
    best = RESULTS.get(found.verdict_now.category, "draw")
    moves = [move for move in found.moves if RESULTS.get(move.verdict.category, "draw") == best]
    assert best == result
    assert sorted(str(move.move) for move in moves) == kept.split()


def test_the_engine_finds_the_plan_without_tables():
    failed = []
    for kind, variant, text, _, kept in FEW_MEN:
        # (a net has learnt nothing of positions that the tables decide)
        engine = Engine(variant, hash_mib=4, tables="none", evaluation="handmade")
        if str(engine.search(get_game(variant).position(text), Limits(nodes=NODES)).bestmove) not in kept.split():
            failed.append((kind, variant, text))
    assert failed == []


def is_seen(plan: Blocked, evaluation: str, **changes: int) -> bool:
    position, limits = get_game(plan.variant).position(plan.text), Limits(nodes=plan.allowed[evaluation])
    with plan.engine(evaluation, changes) as engine:
        return plan.is_seen(engine.search(position, limits).score)


@pytest.mark.parametrize(
    ("plan", "evaluation"),
    [pytest.param(plan, name, id=f"{plan.text} {name}") for plan in BLOCKED for name in plan.allowed],
)
def test_the_engine_sees_through_a_blocked_position(plan, evaluation):
    """Up to millions of positions, because less does not show the plan."""
    assert is_seen(plan, evaluation)


@pytest.mark.parametrize("text", HIDDEN_BY_PASSING)
def test_a_passed_turn_that_is_not_verified_hides_the_plan(text):
    plan = next(plan for plan in BLOCKED if plan.text == text)
    assert not is_seen(plan, "handmade", null_verified=0)
