"""What a tournament prints: fastchess's text, a table for many players, a line for scripts, and JSON.

The last line of a match is for scripts: ``result games N wins W draws D losses L points P elo E error X``, from the
first player's point of view. The Elo of a perfect score is ``inf``; in JSON, which has no such number, it is null.
"""

import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, stdev
from typing import Any

from plyground.arena.elo import CONFIDENCE, estimate
from plyground.arena.ratings import Rating, rate
from plyground.arena.sprt import Sprt
from plyground.arena.store import StoredGame
from plyground.arena.tally import Tally
from plyground.arena.tournament import FORFEITS, Tournament, standings, tally_of, without_forfeits

FAILURES = dict(zip(FORFEITS, ("by crash", "on time", "by illegal move"), strict=True))
"""How a player loses without being beaten, and in words."""
_RULE = "-" * 50


def number(value: float, digits: int = 2) -> str:
    """Write a number for a table; never ``-0.00``, and ``none`` for one that is not defined."""
    if math.isnan(value):
        return "none"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if text.strip("-0.") == "" else text


def points_text(points: float) -> str:
    """Write points: ``12`` or ``12.5``."""
    return f"{points:g}"


def result_line(tally: Tally) -> str:
    """Return the line that ends the output of a match."""
    found = estimate(tally)
    return (
        f"result games {tally.games} wins {tally.wins} draws {tally.draws} losses {tally.losses} "
        f"points {points_text(tally.points)} elo {_plain(found.elo)} error {_plain(found.error)}"
    )


def _plain(value: float) -> str:
    """Write a number for a script, which reads ``nan`` as a number."""
    return number(value) if math.isfinite(value) else str(value)


def match_text(tournament: Tournament) -> str:
    """Return a match as fastchess prints it."""
    plan = tournament.plan
    first, second = (entry.name for entry in plan.entries)
    tally = tournament.tally(first, second)
    found = estimate(tally)
    pairs = sum(tally.pairs)
    percent = 100 * tally.points / tally.games if tally.games else math.nan
    book = f", {plan.openings_text}" if plan.openings_text else ""
    lost, even, won = sum(tally.pairs[:2]), tally.pairs[2], sum(tally.pairs[3:])
    lines = [
        _RULE,
        f"Results of {first} vs {second} ({plan.game.name}, {plan.limits_text}{book}):",
        f"Elo: {number(found.elo)} +/- {number(found.error)}, "
        f"nElo: {number(found.normalized)} +/- {number(found.normalized_error)}",
        f"LOS: {number(100 * found.los)} %, DrawRatio: {number(100 * even / pairs if pairs else math.nan)} %, "
        f"PairsRatio: {number(won / lost if lost else math.inf if won else math.nan)}",
        f"Games: {tally.games}, Wins: {tally.wins}, Losses: {tally.losses}, Draws: {tally.draws}, "
        f"Points: {tally.points:.1f} ({number(percent)} %)",
        f"Ptnml(0-2): {tally.pairs}, WL/DD Ratio: {number(_ratio_of_mixed(tally))}",
    ]
    mean = mean_utility(tournament.games(), first)
    if mean is not None:
        lines.append(f"Utility: {number(mean[0])} +/- {number(mean[1])} a game")
    if plan.sprt:
        lines.append(sprt_text(plan.sprt, tally))
    lines += failure_lines(tournament.games(), (first, second))
    if (without := forfeit_line(tournament.games(), first, second)) is not None:
        lines.append(without)
    return "\n".join([*lines, _RULE])


def forfeit_line(games: Sequence[StoredGame], first: str, second: str) -> str | None:
    """Return the result without the pairs that hold a forfeit, which says nothing of strength; None without one."""
    left = without_forfeits(games)
    if len(left) == len(games):
        return None
    pairs = len({game.pair for game in games}) - len({game.pair for game in left})
    what = f"Without the {pairs} pairs that hold a forfeit" if pairs > 1 else "Without the pair that holds a forfeit"
    if not left:
        return f"{what} no game is left: this match says nothing about strength."
    tally = tally_of(left, first, second)
    found = estimate(tally)
    percent = 100 * tally.points / tally.games
    return (
        f"{what}: Elo: {number(found.elo)} +/- {number(found.error)}, LOS: {number(100 * found.los)} %, "
        f"Games: {tally.games}, Points: {tally.points:.1f} ({number(percent)} %)"
    )


def failure_lines(games: Iterable[StoredGame], names: Iterable[str]) -> list[str]:
    """Return a line for each player that has lost games by anything but play: by a crash, on time, by illegal moves.

    It ends with what was said of the first of them.
    """
    lost = [(game.black if game.winner == 0 else game.white, game) for game in games if game.winner is not None]
    counts = Counter((name, game.termination) for name, game in lost)
    lines = []
    for name in names:
        parts = [f"{counts[name, how]} {words}" for how, words in FAILURES.items() if counts[name, how]]
        if parts:
            said = next(game.detail for loser, game in lost if loser == name and game.termination in FAILURES)
            lines.append(f"Lost by {name}: {', '.join(parts)}{f' ({said})' if said else ''}")
    return lines


def mean_utility(games: Iterable[StoredGame], name: str) -> tuple[float, float] | None:
    """Return the mean final utility of `name` and half of its 95% interval; None if the game is not played for points.

    The two games from one opening count as one observation, as they are not independent.
    """
    pairs: dict[int, list[int]] = {}
    for game in games:
        if game.utility is not None:
            pairs.setdefault(game.pair, []).append(game.utility if game.white == name else -game.utility)
    if not pairs:
        return None
    means = [fmean(found) for found in pairs.values()]
    return fmean(means), CONFIDENCE * stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.inf


def _ratio_of_mixed(tally: Tally) -> float:
    drawn = tally.pairs[2] - tally.mixed
    return tally.mixed / drawn if drawn else math.inf if tally.mixed else math.nan


def sprt_text(sprt: Sprt, tally: Tally) -> str:
    """Return the line about the test: LLR, progress, bounds and hypotheses."""
    llr = sprt.llr(tally) if tally.games else 0.0
    lower, upper = sprt.bounds
    fraction = llr / upper if llr >= 0 else -llr / lower
    decision = sprt.decision(tally) if tally.games else ""
    accepted = f" {decision} accepted" if decision else ""
    return (
        f"LLR: {number(llr)} ({number(100 * fraction, 1)}%) ({lower:.2f}, {upper:.2f}) "
        f"[{sprt.elo0:.2f}, {sprt.elo1:.2f}]{accepted}"
    )


def table_text(tournament: Tournament) -> str:
    """Return the table of a tournament as fastchess prints it: everyone against all others, the best first."""
    names = [entry.name for entry in tournament.plan.entries]
    lines = standings(names, tournament.games())
    wide = max(25, *map(len, names))
    header = f"{'Rank':<4} {'Name':<{wide}} " + " ".join(
        f"{title:>10}" for title in ("Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw")
    )
    rows = [f"{header} {'Ptnml(0-2)':>20}"]
    for rank, (name, tally) in enumerate(lines, 1):
        found = estimate(tally)
        games_played = max(tally.games, 1)
        numbers = (found.elo, found.error, found.normalized, found.normalized_error)
        rows.append(
            f"{rank:>4} {name:<{wide}} "
            + " ".join(f"{number(value):>10}" for value in numbers)
            + f" {tally.games:>10} {100 * tally.points / games_played:>9.1f}% {100 * tally.draws / games_played:>9.1f}%"
            + f" {tally.pairs!s:>20}"
        )
    return "\n".join([*rows, *failure_lines(tournament.games(), names)])


def ratings_text(ratings: Iterable[Rating]) -> str:
    """Return a rating list."""
    lines = list(ratings)
    wide = max([25, *(len(rating.name) for rating in lines)])
    rows = [f"{'Rank':<4} {'Name':<{wide}} {'Elo':>10} {'+/-':>10} {'Games':>10} {'Points':>10} {'Score':>10}"]
    for rank, rating in enumerate(lines, 1):
        rows.append(
            f"{rank:>4} {rating.name:<{wide}} {number(rating.elo, 1):>10} {number(rating.error, 1):>10} "
            f"{rating.games:>10} {points_text(rating.points):>10} {100 * rating.points / max(rating.games, 1):>9.1f}%"
        )
    return "\n".join(rows)


def ratings_json(ratings: Iterable[Rating]) -> str:
    """Return a rating list as one JSON document."""
    return json.dumps([vars(rating) for rating in ratings], indent=2, ensure_ascii=False)


def json_text(tournament: Tournament) -> str:
    """Return everything about a tournament as one JSON document."""
    plan = tournament.plan
    games = tournament.games()
    names = [entry.name for entry in plan.entries]
    document: dict[str, Any] = {
        "game": plan.game.name,
        "limits": plan.limits_text,
        "openings": plan.openings_text,
        "seed": plan.seed,
        "players": [
            {"name": entry.name, "player": entry.text, **tally_document(tally_of(games, entry.name))}
            for entry in plan.entries
        ],
        "pairings": [
            {"first": first, "second": second, **tally_document(tally)}
            for i, first in enumerate(names)
            for second in names[i + 1 :]
            if (tally := tally_of(games, first, second)).games
        ],
        "ratings": [vars(rating) for rating in rate(games)],
        "games": [
            {
                "number": game.number,
                "pair": game.pair,
                "white": game.white,
                "black": game.black,
                "result": game.result,
                "termination": game.termination,
                "detail": game.detail,
                "plies": game.plies,
                "utility": game.utility,
            }
            for game in games
        ],
    }
    if len(names) == 2:
        document["result"] = tally_document(tally_of(games, *names))
        document["without_forfeits"] = tally_document(tally_of(without_forfeits(games), *names))
        mean = mean_utility(games, names[0])
        document["utility"] = mean and {"mean": mean[0], "error": _finite(mean[1])}
    if plan.sprt:
        tally = tally_of(games, *names)
        document["sprt"] = {
            "llr": _finite(plan.sprt.llr(tally)),
            "bounds": list(plan.sprt.bounds),
            "decision": plan.sprt.decision(tally) or None,
        }
    return json.dumps(document, indent=2, ensure_ascii=False)


def tally_document(tally: Tally) -> dict[str, Any]:
    """Return a tally and its estimate as JSON has it."""
    found = estimate(tally)
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "points": tally.points,
        "score": _finite(found.score),
        "elo": _finite(found.elo),
        "error": _finite(found.error),
        "nelo": _finite(found.normalized),
        "nelo_error": _finite(found.normalized_error),
        "los": _finite(found.los),
        "pentanomial": tally.pairs,
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
