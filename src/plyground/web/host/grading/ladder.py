"""The ladder's page, which refreshes itself: the best of the table, the latest games, the final with all its games.

It shows nicknames only. A game's page replays it. ``/api/ladder`` is the same as JSON.
"""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from plyground.grading.check import Check
from plyground.grading.ladder import FINAL, LADDER, Ladder, LadderLine
from plyground.grading.ladder_service import LadderService
from plyground.grading.ladder_store import LadderGame
from plyground.grading.reports.boards import game_script, symbols_svg
from plyground.web.host.grading.hand_in import hand_in_routes
from plyground.web.host.grading.serving import app_of, page
from plyground.web.host.routes import JSONAnswer

REFRESH = 5
"""Seconds after which the page asks again."""
_LATEST = 20
_BOT = " <small>(bot)</small>"


def create_app(
    ladder: Ladder,
    hosts: tuple[str, ...],
    top: int = 0,
    doing: Callable[[], str] = lambda: "",
    service: LadderService | None = None,
) -> Starlette:
    """Return the app.

    Parameters
    ----------
    ladder
        The ladder.
    hosts
        The names under which the server may be addressed.
    top
        How many programs are public; 0: all.
    doing
        Says what is going on.
    service
        Takes what is handed in at the page; without it, nothing is.
    """

    def answer_table(request: Request) -> Response:
        return _table_page(ladder, top, doing(), takes_programs=service is not None and service.takes_programs)

    def answer_game(request: Request) -> Response:
        return _game_page(ladder, int(request.path_params["number"]))

    def answer_json(request: Request) -> Response:
        return JSONAnswer(document(ladder, top))

    routes = [Route("/", answer_table), Route("/game/{number:int}", answer_game), Route("/api/ladder", answer_json)]
    return app_of([*routes, *(hand_in_routes(service) if service is not None else [])], hosts)


def public(lines: Sequence[LadderLine], top: int) -> list[LadderLine]:
    """Return the public lines: the best `top` programs, all for 0, and the bots above the last of them."""
    programs = [line for line in lines if not line.is_bot]
    if not top or len(programs) <= top:
        return list(lines)
    last = lines.index(programs[top - 1])
    return list(lines[: last + 1])


def document(ladder: Ladder, top: int) -> dict[str, Any]:
    """Return the ladder as plain data."""
    frozen, rounds, _ = ladder.store.final
    shown = {
        stage: [
            {"name": line.title, "bot": line.is_bot, "elo": round(line.elo, 1), "error": round(line.error, 1)}
            | {"wins": line.wins, "draws": line.draws, "losses": line.losses, "points": line.points}
            for line in public(ladder.table(stage), top if stage == LADDER else 0)
        ]
        for stage in (LADDER, FINAL)
    }
    return {
        "game": ladder.game.name,
        "ladder": shown[LADDER],
        "final": shown[FINAL] if frozen else None,
        "frozen": frozen or None,
        "rounds": rounds,
        "games": len(ladder.store.games()),
    }


def _table_page(ladder: Ladder, top: int, doing: str, *, takes_programs: bool) -> HTMLResponse:
    frozen = ladder.store.final[0]
    titles = _titles(ladder)
    games = ladder.store.games()
    parts = [f"<h1>Ladder <small>{escape(ladder.game.title)}</small></h1>"]
    planned = len(ladder.final_pairings()) if frozen else 0
    finals = [game for game in games if game.stage == FINAL]
    if frozen:
        state = f"The ladder was frozen at {escape(frozen)}. Games of the final: {len(finals)} of {planned}."
    else:
        state = f"{len(ladder.playing())} programs, {len(games)} games. {escape(doing)}"
    parts.append(f"<p>{state}</p>")
    if takes_programs:
        parts.append('<p><a href="/hand-in">Hand in a program</a></p>')
    if frozen:
        parts += ["<h2>Final</h2>", _table(ladder.table(FINAL), with_elo=False), _games(finals, titles)]
    parts += ["<h2>Standing</h2>", _table(public(ladder.table(), top))]
    latest = [game for game in games if game.stage == LADDER][-_LATEST:][::-1]
    if latest and not top:
        parts += ["<h2>Latest games</h2>", _games(latest, titles)]
    is_over = bool(frozen) and len(finals) >= planned
    return page("Ladder", "\n".join(parts), refresh=0 if is_over else REFRESH)


def _titles(ladder: Ladder) -> dict[str, str]:
    return {entry.key: entry.nickname for entry in ladder.store.entries()} | {
        key: bot.title for key, bot in ladder.bots.items()
    }


def _table(lines: Sequence[LadderLine], *, with_elo: bool = True) -> str:
    rows = "".join(
        f'<tr><td class="number">{number}</td><td>{escape(line.title)}{_BOT if line.is_bot else ""}</td>'
        + (f'<td class="number">{_elo(line)}</td>' if with_elo else f'<td class="number">{line.points:g}</td>')
        + f'<td class="number">{line.wins} / {line.draws} / {line.losses}</td></tr>\n'
        for number, line in enumerate(lines, 1)
    )
    return (
        f'<table><thead><tr><th class="number">Place</th><th>Name</th>'
        f'<th class="number">{"Elo" if with_elo else "Points"}</th>'
        f'<th class="number">Won / drawn / lost</th></tr></thead><tbody>{rows}</tbody></table>'
    )


def _elo(line: LadderLine) -> str:
    if line.is_bot:
        return f"{line.elo:.0f}, fixed"
    played = line.wins + line.draws + line.losses
    return f"{line.elo:.0f} &plusmn; {line.error:.0f}" if played else "no games yet"


def _games(games: Sequence[LadderGame], titles: Mapping[str, str]) -> str:
    items = "".join(
        f'<li><a href="/game/{game.number}">{escape(titles.get(game.white, "?"))} against '
        f"{escape(titles.get(game.black, '?'))}</a>: {game.result}</li>\n"
        for game in games
    )
    return f"<ul>{items}</ul>"


def _game_page(ladder: Ladder, number: int) -> HTMLResponse:
    game = ladder.store.game(number)
    if game is None:
        missing = page("No such game", "<h1>There is no such game</h1>\n<p><a href='/'>The ladder</a></p>")
        missing.status_code = 404
        return missing
    titles = _titles(ladder)
    title = f"{titles.get(game.white, '?')} against {titles.get(game.black, '?')}"
    check = Check(game.stage, 1, 0.0, game.result, game.detail, game=ladder.game.name, record=game.record)
    body = (
        f"{symbols_svg(ladder.game.name)}\n<h1>{escape(title)} <small>{game.result}</small></h1>\n"
        f"<p>{escape(game.detail)}</p>\n{game_script(check, 'game')}\n"
        f'<pre>{escape(game.record)}</pre>\n<p><a href="/">The ladder</a></p>'
    )
    return page(title, body, scripts=["replay.js"])
