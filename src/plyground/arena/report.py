"""A tournament as one self-contained HTML page: tables, plots, and every game lost by crash, time or illegal move."""

from collections import Counter
from collections.abc import Sequence
from html import escape

from plyground.arena import output, plots
from plyground.arena.elo import estimate
from plyground.arena.page import figure, page, table
from plyground.arena.ratings import rate
from plyground.arena.store import StoredGame
from plyground.arena.tally import Tally
from plyground.arena.tournament import Tournament, standings, tally_of


def report_html(tournament: Tournament) -> str:
    """Return the page."""
    plan = tournament.plan
    games = tournament.games()
    names = [entry.name for entry in plan.entries]
    title = " vs ".join(names) if len(names) == 2 else f"Tournament of {len(names)} players"
    facts = [
        ("game", plan.game.name),
        ("limits", plan.limits_text),
        ("openings", plan.openings_text or "the usual start"),
        ("seed", str(plan.seed)),
        ("games", f"{len(games)} of {tournament.games_planned}"),
    ]
    parts = [
        table(("", ""), facts),
        "<h2>Ratings</h2>",
        figure(plots.intervals(rate(games)), "Bradley-Terry ratings with 95% intervals; the mean of all is 0."),
        _standings(names, games),
    ]
    if len(names) == 2:
        parts += [f"<pre>{escape(output.match_text(tournament))}</pre>", _progress(tournament, games)]
    else:
        parts += ["<h2>Everyone against everyone</h2>", _cross_table(names, games)]
    parts += ["<h2>How the games ended</h2>", _endings(games), _lengths(games), _failures(games)]
    return page(title, parts)


def _standings(names: Sequence[str], games: Sequence[StoredGame]) -> str:
    rows = []
    for name, tally in standings(names, games):
        found = estimate(tally)
        rows.append(
            (
                name,
                str(tally.games),
                f"+{tally.wins} ={tally.draws} -{tally.losses}",
                output.points_text(tally.points),
                f"{100 * tally.points / max(tally.games, 1):.1f}%",
                f"{output.number(found.elo, 1)} ± {output.number(found.error, 1)}",
                str(tally.pairs),
            )
        )
    return table(("Player", "Games", "Results", "Points", "Score", "Elo against the others", "Pairs 0-2"), rows)


def _cross_table(names: Sequence[str], games: Sequence[StoredGame]) -> str:
    rows = []
    for first in names:
        cells = []
        for second in names:
            tally = tally_of(games, first, second) if first != second else Tally()
            cells.append(f"{output.points_text(tally.points)}/{tally.games}" if tally.games else "")
        rows.append((first, *cells))
    return table(("", *names), rows)


def _progress(tournament: Tournament, games: Sequence[StoredGame]) -> str:
    """Plot score and, if there is a test, its LLR after every pair."""
    first, second = (entry.name for entry in tournament.plan.entries)
    tally = Tally()
    scores, llrs = [], []
    numbers = sorted({game.pair for game in games})
    for number in numbers:
        pair = [game for game in games if game.pair == number]
        tally.add([game.white_points if game.white == first else 1 - game.white_points for game in pair])
        scores.append(100 * tally.points / tally.games)
        if tournament.plan.sprt:
            llrs.append(tournament.plan.sprt.llr(tally))
    plot = figure(plots.line(scores, (50.0,)), f"{first}'s score against {second} in percent, after each pair.")
    if tournament.plan.sprt:
        plot += figure(
            plots.line(llrs, tournament.plan.sprt.bounds),
            "The SPRT's log-likelihood ratio after each pair, and its bounds.",
        )
    return plot


def _endings(games: Sequence[StoredGame]) -> str:
    counts = Counter((game.termination, game.result) for game in games)
    endings = sorted({termination for termination, _ in counts})
    rows = [
        (ending, *(str(counts[ending, result]) for result in ("1-0", "1/2-1/2", "0-1")))
        for ending in sorted(endings, key=lambda ending: -sum(counts[ending, r] for r in ("1-0", "1/2-1/2", "0-1")))
    ]
    return table(("", "White wins", "draws", "Black wins"), rows)


def _lengths(games: Sequence[StoredGame]) -> str:
    return figure(plots.histogram([game.plies for game in games]), "Lengths of the games, in plies after the opening.")


def _failures(games: Sequence[StoredGame]) -> str:
    rows = [
        (str(game.number), f"{game.white} - {game.black}", game.result, game.termination, game.detail[:300])
        for game in games
        if game.termination in output.FAILURES
    ]
    return (
        "<h2>Games lost by failure</h2>" + table(("Game", "Players", "Result", "How", "Detail"), rows) if rows else ""
    )
