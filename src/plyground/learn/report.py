"""The report of a run: what every round learned from, how its loss fell, and how its net played; one HTML page."""

from __future__ import annotations

from dataclasses import asdict
from html import escape
from typing import TYPE_CHECKING

from plyground.arena import output, plots
from plyground.arena.elo import estimate
from plyground.arena.page import figure, page, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plyground.core.game import Game
    from plyground.learn.rounds import Round, TrainingPlan

_COLUMNS = (
    "Round",
    "Judged by",
    "Games",
    "Positions",
    "Validation",
    "Handmade",
    "Quantised",
    "Against",
    "Games",
    "Elo",
    "Verdict",
)


def report_html(game: Game, plan: TrainingPlan, rounds: Sequence[Round]) -> str:
    """Return the page."""
    title = f"Learning {game.name}"
    parts = [_settings(plan), "<h2>Rounds</h2>", _rounds(rounds)]
    for each in rounds:
        losses = [epoch.validation for epoch in each.trained.epochs]
        error = f"{each.trained.mean_error:.1f} hundredths in the mean, {each.trained.largest_error:.0f} at most"
        parts += [
            f"<h2>Round {each.number}</h2>",
            f"<p>{escape(_judges(each))}</p>",
            figure(plots.line(losses, [each.trained.handmade]), "Validation loss by epoch; dashed: the handmade's."),
            f"<p>Whole numbers differ from floats by {error}.</p>",
            f"<pre>{escape(each.verdict.text)}</pre>",
        ]
    return page(title, parts)


def _judges(each: Round) -> str:
    """Say what judged a round's games, and what judges the next round's."""
    if each.verdict.is_accepted:
        after = f"The round's net was accepted: from now on {each.next_judge} judges."
    else:
        after = f"The round's net was not accepted: {each.next_judge} goes on judging."
    return f"In its games the engine judged by {each.judge}. {after}"


def _settings(plan: TrainingPlan) -> str:
    facts = {
        "rounds": plan.rounds,
        "hours": f"{plan.hours:g}",
        **{f"data: {name}": value for name, value in asdict(plan.data).items()},
        **{f"training: {name}": value for name, value in asdict(plan.recipe).items()},
        "match: player": plan.match.player,
        "match: openings": plan.match.openings,
    }
    return table((), facts.items())


def _rounds(rounds: Sequence[Round]) -> str:
    rows = []
    for each in rounds:
        trained, tally = each.trained, each.verdict.tally
        found = estimate(tally)
        rows.append(
            (
                each.number,
                each.judge,
                each.games,
                trained.positions,
                f"{trained.validation:.6f}",
                f"{trained.handmade:.6f}",
                f"{trained.quantised:.6f}",
                each.judge,
                tally.games,
                f"{output.number(found.elo, 1)} ± {output.number(found.error, 1)}",
                each.verdict.decision,
            )
        )
    return table(_COLUMNS, rows)
