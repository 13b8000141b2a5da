"""Begin a match or a tournament, watch it, read its tables."""

import json
from collections.abc import Callable
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from plyground.arena.elo import estimate
from plyground.arena.output import tally_document
from plyground.arena.ratings import rate
from plyground.arena.store import StoredGame, TournamentStore
from plyground.arena.tally import Tally
from plyground.arena.tournament import standings, tally_of
from plyground.web.arena.entrants import EntrantView, KindView, kinds_of, read_entrant
from plyground.web.service.endpoints import Api, NotFound
from plyground.web.service.fields import AskNothing, Name
from plyground.web.service.importing import Imported, of_record
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.session import Feed, Following
from plyground.web.service.views import PositionView, game_of
from plyground.web.service.visitors import Visitor

api = Api()
SEND_EVERY = 0.25
MAX_LISTED = 100


class AskTournament(TypedDict):
    """A tournament: pairs of games from one opening with colours swapped; ``nodes`` or ``depth`` bound a search."""

    game: Name
    players: Annotated[list[Annotated[str, Most(120)]], Most(8)]
    rounds: Annotated[int, Between(1, 500)]
    form: NotRequired[Literal["round-robin", "gauntlet", "swiss"]]
    nodes: NotRequired[Annotated[int, Between(1, 5_000_000)]]
    depth: NotRequired[Annotated[int, Between(1, 30)]]
    openings: NotRequired[Annotated[int, Between(0, 20)]]
    seed: NotRequired[Annotated[int, Between(0, 2**31)]]


class AskKinds(TypedDict):
    """A game by its name."""

    game: Name


class AskEntrant(AskKinds):
    """A player's text, for that game."""

    text: Annotated[str, Most(120)]


class AskTournamentNumber(TypedDict):
    """A tournament by its number."""

    number: Annotated[int, Between(1, 2**31)]


class AskTournamentGame(AskTournamentNumber):
    """A game of a tournament by its number there."""

    game: Annotated[int, Between(1, 2**31)]


class Summary(TypedDict):
    """A tournament, for a list; ``label`` is the game's name for people."""

    number: int
    game: str
    label: str
    players: list[str]
    played: int
    planned: int
    running: bool


class Summaries(TypedDict):
    """Tournaments, the latest first."""

    tournaments: list[Summary]


class StandingsLine(TypedDict):
    """A player's line: results, Elo relative to the field with half of its 95% interval, likelihood of superiority."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    elo: float | None
    error: float | None
    los: float | None


class GameLine(TypedDict):
    """A finished game."""

    number: int
    white: str
    black: str
    result: str
    termination: str
    plies: int


class LiveView(TypedDict):
    """The game under way."""

    number: int
    white: str
    black: str
    moves: list[str]
    view: PositionView


class TournamentView(Summary):
    """All about a tournament.

    ``cross`` holds for each player its points against each other one; ``course``, in a match of two, the Elo difference
    and its error after each pair of games.
    """

    limits: str
    openings: str
    fault: str
    standings: list[StandingsLine]
    cross: list[list[float | None]]
    course: list[list[float]]
    pentanomial: list[int] | None
    games: list[GameLine]
    live: LiveView | None


@api.get("/api/arena")
def list_tournaments(services: Services, ask: AskNothing) -> Summaries:
    """List the tournaments."""
    store = TournamentStore(services.tournaments.path)
    try:
        numbers = store.tournaments()[::-1][:MAX_LISTED]
        return {"tournaments": [_summary(services, store, number) for number in numbers]}
    finally:
        store.close()


@api.get("/api/arena/players/{game}")
def list_players(services: Services, ask: AskKinds) -> list[KindView]:
    """List the kinds of players that may be entered in a game, with their options."""
    return kinds_of(game_of(ask["game"]))


@api.get("/api/arena/players/{game}/read")
def read_player(services: Services, ask: AskEntrant) -> EntrantView:
    """Read a player's text, such as ``engine:nodes=2000``."""
    return read_entrant(ask["text"], game_of(ask["game"]))


@api.post("/api/arena", lock="engine")
def begin_tournament(services: Services, ask: AskTournament) -> AskTournamentNumber:
    """Begin a match or a tournament; the answer is its number."""
    number = services.tournaments.begin(
        game_of(ask["game"]),
        ask["players"],
        ask.get("form", "round-robin"),
        ask["rounds"],
        nodes=ask.get("nodes"),
        depth=ask.get("depth"),
        openings=ask.get("openings", 0),
        seed=ask.get("seed", 0),
    )
    return {"number": number}


@api.get("/api/arena/{number}")
def show_tournament(services: Services, ask: AskTournamentNumber) -> TournamentView:
    """Show a tournament's tables, its games and the game under way."""
    store = TournamentStore(services.tournaments.path)
    try:
        return _view(services, store, ask["number"])
    finally:
        store.close()


@api.post("/api/arena/{number}/stop")
def stop_tournament(services: Services, ask: AskTournamentNumber) -> TournamentView:
    """End a tournament; the games played so far stay."""
    services.tournaments.stop(ask["number"])
    return show_tournament(services, ask)


@api.get("/api/arena/{number}/games/{game}")
def show_game_of_tournament(services: Services, ask: AskTournamentGame) -> Imported:
    """Show a finished game of a tournament, move by move."""
    store = TournamentStore(services.tournaments.path)
    try:
        for game in store.games(ask["number"], counted_only=False):
            if game.number == ask["game"]:
                return of_record(store.record(game))
    finally:
        store.close()
    raise NotFound(f"Tournament {ask['number']} has no finished game {ask['game']}.")


def _settings(store: TournamentStore, number: int) -> dict[str, Any]:
    if number not in store.tournaments():
        raise NotFound(f"There is no tournament {number}.")
    settings: dict[str, Any] = json.loads(store.settings(number))
    return settings


def _summary(services: Services, store: TournamentStore, number: int) -> Summary:
    settings, run = _settings(store, number), services.tournaments.running(number)
    names = [name for _, name in settings["players"]]
    pairings = {"gauntlet": len(names) - 1, "swiss": len(names) // 2}.get(
        settings["format"], len(names) * (len(names) - 1) // 2
    )
    return {
        "number": number,
        "game": settings["game"],
        "label": game_of(settings["game"]).label,
        "players": names,
        "played": len(store.games(number, counted_only=False)),
        "planned": 2 * pairings * settings["rounds"],
        "running": run is not None and not run.stopped.is_set(),
    }


def _view(services: Services, store: TournamentStore, number: int) -> TournamentView:
    summary, settings, run = (
        _summary(services, store, number),
        _settings(store, number),
        services.tournaments.running(number),
    )
    games, names = store.games(number), summary["players"]
    live = run.live if run is not None else None
    pair = tally_of(games, *names) if len(names) == 2 else None
    return {
        **summary,
        "limits": settings["limits"],
        "openings": settings["openings"],
        "fault": run.fault if run is not None else "",
        "standings": _standings(names, games),
        "cross": [
            [None if first == second else tally_of(games, first, second).points for second in names] for first in names
        ],
        "course": _course(games, *names) if len(names) == 2 else [],
        "pentanomial": list(pair.pairs) if pair is not None else None,
        "games": [
            {
                "number": game.number,
                "white": game.white,
                "black": game.black,
                "result": game.result,
                "termination": game.termination,
                "plies": game.plies,
            }
            for game in games[::-1][:500]
        ],
        "live": None
        if live is None
        else {
            "number": live.number,
            "white": live.white,
            "black": live.black,
            "moves": live.moves,
            "view": live.view,
        },
    }


def _standings(names: list[str], games: list[StoredGame]) -> list[StandingsLine]:
    """Return the table, in the order of `standings`."""
    ratings = {rating.name: rating for rating in rate(games)} if len(names) > 2 else {}
    lines: list[StandingsLine] = []
    for name, tally in standings(names, games):
        document = tally_document(tally)
        rating = ratings.get(name)
        lines.append(
            {
                "name": name,
                "games": tally.games,
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "points": tally.points,
                "elo": round(rating.elo, 1) if rating else document["elo"] if tally.games else None,
                "error": round(rating.error, 1) if rating else document["error"] if tally.games else None,
                "los": document["los"] if tally.games else None,
            }
        )
    return lines


def _course(games: list[StoredGame], first: str, second: str) -> list[list[float]]:
    """Return Elo and error after each pair."""
    course, tally = [], Tally()
    pairs: dict[int, list[float]] = {}
    for game in games:
        points = pairs.setdefault(game.pair, [])
        points.append(game.white_points if game.white == first else 1 - game.white_points)
        if len(points) == 2:
            tally.add(points)
            found = estimate(tally)
            if abs(found.elo) < 5000 and abs(found.error) < 5000:
                course.append([round(found.elo, 1), round(found.error, 1)])
    return course


class _TournamentNews:
    """A tournament after changes."""

    def __init__(self, services: Services, number: int, note: Callable[[], None]) -> None:
        self._services, self._number = services, number
        self._is_new = True

        def tell() -> None:
            self._is_new = True
            note()

        self.leave = services.tournaments.subscribe(number, tell)

    def news(self) -> TournamentView | None:
        """Return the tournament, if it has changed."""
        if not self._is_new:
            return None
        self._is_new = False
        return show_tournament(self._services, {"number": self._number})


def _follow(
    services: Services, ask: AskTournamentNumber, visitor: Visitor, is_teacher: bool, note: Callable[[], None]
) -> Following:
    return _TournamentNews(services, ask["number"], note)


FEED = Feed("/api/arena/{number}/live", AskTournamentNumber, _follow, SEND_EVERY)
