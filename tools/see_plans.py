"""After how many positions the engine sees what a blocked position holds, by its net and by the handmade evaluation.

    python tools/see_plans.py
    python tools/see_plans.py null_verified=0 --only gardner

For each position of ``tests/tactics/plans/blocked.txt``: the number of positions from which on the score is for good
what the file says it must be, as far as a search of `--nodes` shows, and that search's score and depth. Parameters of
the search may be changed. The file's limits, which `tests/engine/test_plans.py` allows the engine, are about twice
these numbers; they are to be measured again when a net or the search changes.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

from compare import changes_in

from plyground import get_game
from plyground.core.errors import PlygroundError
from plyground.engine import Engine, Limits
from plyground.engine.parameters import parameters_of
from plyground.engine.scores import Score

FILE = Path(__file__).parent.parent / "tests" / "tactics" / "plans" / "blocked.txt"
EVALUATIONS = ("net", "handmade")
WON = 10_000


class Blocked(NamedTuple):
    """A blocked position, what its score must be, and the positions that each evaluation may visit to see it."""

    variant: str
    text: str
    said: str
    allowed: dict[str, int]

    def is_seen(self, score: Score) -> bool:
        """Tell whether a score says what it must."""
        sign, bound = self.said.split()
        value = hundredths(score)
        return value <= int(bound) if sign == "<=" else value >= int(bound)

    def engine(self, evaluation: str, changes: dict[str, int]) -> Engine:
        """Return an engine that knows nothing of the position yet, with some parameters changed."""
        parameters = parameters_of(get_game(self.variant)).with_changes(changes)
        return Engine(self.variant, hash_mib=64, tables="none", evaluation=evaluation, parameters=parameters)


def hundredths(score: Score) -> int:
    """Return a score as one number."""
    return {"win": WON, "loss": -WON}.get(score.kind, score.value)


def blocked_positions() -> list[Blocked]:
    """Read the file."""
    found = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            _, variant, text, said, *allowed, _ = (field.strip() for field in line.split("|"))
            limits = {name: int(nodes) for name, nodes in zip(EVALUATIONS, allowed, strict=True) if nodes != "-"}
            found.append(Blocked(variant, text, said, limits))
    return found


def report(plan: Blocked, evaluation: str, changes: dict[str, int], nodes: int) -> str:
    """Search, and return what was found as a row of a Markdown table."""
    since, last = None, None
    with plan.engine(evaluation, changes) as engine:
        for last in engine.analyse(get_game(plan.variant).position(plan.text), Limits(nodes=nodes)):
            if not plan.is_seen(last.score):
                since = None
            elif since is None:
                since = last.nodes
    assert last is not None
    seen = "not seen" if since is None else str(since)
    return f"| {plan.variant} | `{plan.text}` | {plan.said} | {evaluation} | {seen} | {last.score} | {last.depth} |"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("changes", nargs="?", default="", help="parameters of the search: name=value,...")
    variants = sorted({plan.variant for plan in blocked_positions()})
    parser.add_argument("--only", choices=variants, help="the positions of one variant")
    parser.add_argument("--nodes", type=int, default=24_000_000, help="of each search")
    chosen = parser.parse_args()
    try:
        changes = changes_in(chosen.changes)
        print("| variant | position | must be | evaluation | seen from | score | depth |")
        print("|---|---|---|---|---|---|---|")
        for plan in blocked_positions():
            if chosen.only in {None, plan.variant}:
                for evaluation in EVALUATIONS:
                    print(report(plan, evaluation, changes, chosen.nodes), flush=True)
    except PlygroundError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
