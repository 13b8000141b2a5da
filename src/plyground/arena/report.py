"""A tournament as one self-contained HTML page: tables, plots, and every game lost by crash, time or illegal move."""

from collections import Counter
from collections.abc import Sequence
from html import escape

from plyground.arena import output, plots
from plyground.arena.elo import estimate
from plyground.arena.ratings import rate
from plyground.arena.store import StoredGame
from plyground.arena.tally import Tally
from plyground.arena.tournament import Tournament, standings, tally_of

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #2b2622;
       background: #fbf7f0; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid #ddd2c2; text-align: right; }
th:first-child, td:first-child { text-align: left; }
td.name { text-align: left; }
figure { margin: 1.5rem 0; overflow-x: auto; }
figcaption { color: #6b5b4b; }
pre { background: #f0e7d8; padding: .8rem; overflow-x: auto; }
"""


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
        f"<h1>{escape(title)}</h1>",
        _table(("", ""), facts),
        "<h2>Ratings</h2>",
        _figure(plots.intervals(rate(games)), "Bradley-Terry ratings with 95% intervals; the mean of all is 0."),
        _standings(names, games),
    ]
    if len(names) == 2:
        parts += [f"<pre>{escape(output.match_text(tournament))}</pre>", _progress(tournament, games)]
    else:
        parts += ["<h2>Everyone against everyone</h2>", _cross_table(names, games)]
    parts += ["<h2>How the games ended</h2>", _endings(games), _lengths(games), _failures(games)]
    body = "\n".join(filter(None, parts))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>\n'
        f"<body>\n{body}\n</body></html>\n"
    )


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header) if any(header) else ""
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table>{f'<tr>{head}</tr>' if head else ''}\n{body}</table>"


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>" if svg else ""


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
    return _table(("Player", "Games", "Results", "Points", "Score", "Elo against the others", "Pairs 0-2"), rows)


def _cross_table(names: Sequence[str], games: Sequence[StoredGame]) -> str:
    rows = []
    for first in names:
        cells = []
        for second in names:
            tally = tally_of(games, first, second) if first != second else Tally()
            cells.append(f"{output.points_text(tally.points)}/{tally.games}" if tally.games else "")
        rows.append((first, *cells))
    return _table(("", *names), rows)


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
    figure = _figure(plots.line(scores, (50.0,)), f"{first}'s score against {second} in percent, after each pair.")
    if tournament.plan.sprt:
        figure += _figure(
            plots.line(llrs, tournament.plan.sprt.bounds),
            "The SPRT's log-likelihood ratio after each pair, and its bounds.",
        )
    return figure


def _endings(games: Sequence[StoredGame]) -> str:
    counts = Counter((game.termination, game.result) for game in games)
    endings = sorted({termination for termination, _ in counts})
    rows = [
        (ending, *(str(counts[ending, result]) for result in ("1-0", "1/2-1/2", "0-1")))
        for ending in sorted(endings, key=lambda ending: -sum(counts[ending, r] for r in ("1-0", "1/2-1/2", "0-1")))
    ]
    return _table(("", "White wins", "draws", "Black wins"), rows)


def _lengths(games: Sequence[StoredGame]) -> str:
    return _figure(plots.histogram([game.plies for game in games]), "Lengths of the games, in plies after the opening.")


def _failures(games: Sequence[StoredGame]) -> str:
    rows = [
        (str(game.number), f"{game.white} - {game.black}", game.result, game.termination, game.detail[:300])
        for game in games
        if game.termination in output.FAILURES
    ]
    return (
        "<h2>Games lost by failure</h2>" + _table(("Game", "Players", "Result", "How", "Detail"), rows) if rows else ""
    )
