"""Games in progress against the engine or between two people at one screen."""

from collections import deque
from collections.abc import Callable
from math import inf
from random import Random
from typing import Annotated, Literal, NotRequired, TypedDict

from plyground.core.errors import IllegalMove, InvalidSetting, PlygroundError
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.steps import Steps
from plyground.web.play.chess_clock import ChessClock
from plyground.web.play.engine_moves import question_of
from plyground.web.play.friend import again, ask_friend
from plyground.web.play.live_game import LiveGame
from plyground.web.play.live_view import LiveGameSummary, LiveGameView, Seat, ShownGame
from plyground.web.play.seating import Seating
from plyground.web.play.shown import AskLiveGame, AskPly, change_game, view_for
from plyground.web.play.stored_games import all_records
from plyground.web.play.thinking_api import HINT
from plyground.web.service.animations import Kind, MovingPicture, moving_picture
from plyground.web.service.elsewhere import Elsewhere
from plyground.web.service.endpoints import Api, Forbidden
from plyground.web.service.fields import AskClock, AskNothing, Name, RecordText, Text
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.session import Feed, Following
from plyground.web.service.thinking import LineView
from plyground.web.service.views import PositionView, game_of, position_view, view_of_move
from plyground.web.service.visitors import Visitor

api = Api()
Side = Literal["white", "black", "random"]
MAX_LISTED = 50


class AskNewGame(TypedDict):
    """A new game. ``you`` is your colour, or "both" for two people at one screen, or "none" to watch the engine.

    With ``friend`` the other side is for the first person to open the invitation. A ``perfect`` engine plays what the
    endgame tables say where they say anything.
    """

    game: Name
    you: Literal["white", "black", "random", "both", "none"]
    level: NotRequired[Annotated[int, Between(0, 10)]]
    other_level: NotRequired[Annotated[int, Between(0, 10)]]
    perfect: NotRequired[bool]
    friend: NotRequired[bool]
    first: NotRequired[Side]
    clock: NotRequired[AskClock | None]
    rules: NotRequired[dict[str, Annotated[str, Most(60)]]]
    start: NotRequired[Text]
    moves: NotRequired[Annotated[list[Annotated[str, Most(200)]], Most(1000)]]


class AskMove(AskLiveGame):
    """A move and its ply: a tab that has missed an earlier move is refused.

    ``careful``: against a low level, a move after which the king can be taken is not made but answered with a warning.
    """

    move: Annotated[str, Most(200)]
    careful: NotRequired[bool]
    ply: Annotated[int, Between(0, 100_000)]


class AskSide(AskLiveGame):
    """A side; needed if two people sit at one screen."""

    side: NotRequired[Literal["white", "black"]]


class AskPicture(AskLiveGame):
    """Whether Black's side is below, and what kind of picture it is to be."""

    turned: NotRequired[bool]
    kind: NotRequired[Kind]


class AskList(TypedDict):
    """Which games to list: those in progress or the finished ones; those that changed before a time, in seconds."""

    open: NotRequired[bool]
    before: NotRequired[float]


class LiveGameList(TypedDict):
    """Games, the latest first."""

    games: list[LiveGameSummary]


@api.get("/api/play")
def list_live_games(services: Services, ask: AskList, visitor: Visitor) -> LiveGameList:
    """List the visitor's games in progress, or the finished ones."""
    finished, before = not ask.get("open", True), ask.get("before", inf)
    return {"games": services.games.latest(visitor, finished=finished, most=MAX_LISTED, before=before)}


@api.get("/api/play/records")
def write_all_games(services: Services, ask: AskNothing, visitor: Visitor) -> RecordText:
    """Write all games of the visitor as records, the latest first."""
    found = all_records(services.database, visitor) if visitor else []
    return {"text": "\n".join(record.text() for record in found)}


@api.post("/api/play/{id}/delete")
def delete_live_game(services: Services, ask: AskLiveGame, visitor: Visitor) -> AskNothing:
    """Delete a game that is all the visitor's own, with its reviews."""
    services.games.remove(ask["id"], visitor)
    for study in services.studies.latest(visitor, MAX_LISTED, ask["id"]):
        services.studies.remove(study.id)
    return {}


def _needs_engine(services: Services, ask: AskNewGame) -> str:
    """Return what a new game needs that may be locked."""
    return "" if ask["you"] == "both" or ask.get("friend", False) else "engine"


def _uses_engine(services: Services, ask: AskMove) -> str:
    """Return what a move needs that may be locked: a game against the engine goes on if the teacher has given it."""
    seats = services.games.live(ask["id"]).seats
    is_given = any("name" in seat for seat in seats)
    return "engine" if not is_given and any(seat["kind"] == "engine" for seat in seats) else ""


@api.post("/api/play", lock=_needs_engine)
def new_live_game(services: Services, ask: AskNewGame, visitor: Visitor) -> ShownGame:
    """Start a game."""
    game = game_of(ask["game"], ask.get("rules"))
    start = _start(game.position(ask.get("start")), ask.get("first"), services.random)
    record = Record.from_moves(game, ask.get("moves", []), start)
    live = LiveGame(
        LiveGame.new_id(),
        record,
        _seats(ask, services.random),
        ChessClock.of(ask.get("clock")),
        owner=visitor,
    )
    if ask.get("friend", False):
        side = {"white": 0, "black": 1}.get(ask["you"], services.random.randrange(2))
        live.seats = [{"kind": "person"}, {"kind": "person"}]
        live.seating = Seating.begin(visitor, side)
    return view_for(services, services.games.open(live), visitor)


def _seats(ask: AskNewGame, random: Random) -> list[Seat]:
    you, level = ask["you"], ask.get("level", 3)
    if you == "both":
        return [{"kind": "person"}, {"kind": "person"}]
    if you == "none":
        return [{"kind": "engine", "level": level}, {"kind": "engine", "level": ask.get("other_level", level)}]
    side = {"white": 0, "black": 1}.get(you, random.randrange(2))
    engine: Seat = {"kind": "engine", "level": level}
    if ask.get("perfect", False):
        engine["perfect"] = True
    seats: list[Seat] = [engine, engine.copy()]
    seats[side] = {"kind": "person"}
    return seats


def _start(start: Position, first: Side | None, random: Random) -> Position:
    """Return the start with `first` to move."""
    if first is None:
        return start
    side = {"white": 0, "black": 1}.get(first, random.randrange(2))
    return start if side == int(start.turn) else start.turned_over()


@api.get("/api/play/{id}")
def show_live_game(services: Services, ask: AskLiveGame, visitor: Visitor) -> ShownGame:
    """Show a game."""
    return view_for(services, services.games.view(ask["id"]), visitor)


@api.get("/api/play/{id}/ply")
def show_ply(services: Services, ask: AskPly) -> PositionView:
    """Show the position of a game after some plies, without its moves."""
    record = services.games.record(ask["id"])
    if ask["ply"] > record.plies:
        raise InvalidSetting(f"The game has {record.plies} plies, not {ask['ply']}.")
    ply = ask["ply"]
    view = view_of_move(record.positions[ply - 1], record.moves[ply - 1]) if ply else position_view(record.start)
    view["moves"] = []
    return view


@api.post("/api/play/{id}/animation")
def animate_game(services: Services, ask: AskPicture) -> Steps[MovingPicture]:
    """Draw a game as a moving picture, an SVG document or a GIF."""
    record = services.games.record(ask["id"])
    return (yield from moving_picture(record, ask.get("kind", "svg"), is_turned=ask.get("turned", False)))


@api.get("/api/play/{id}/record")
def show_record(services: Services, ask: AskLiveGame) -> RecordText:
    """Write a game as a record."""
    return {"text": services.games.record(ask["id"]).text()}


@api.post("/api/play/{id}/move", lock=_uses_engine)
def make_move(services: Services, ask: AskMove, visitor: Visitor) -> ShownGame:
    """Make a move."""

    def play(live: LiveGame, now: float) -> None:
        if live.engine_level is not None:
            raise PlygroundError("It is the engine's turn.")
        if live.seating is not None and live.side_of(visitor) != live.turn:
            raise IllegalMove("It is not your turn.")
        if live.seating is not None and not live.seating.is_complete:
            raise IllegalMove("Your friend is not here yet.")
        live.play(ask["move"], ask["ply"], now)

    if ask.get("careful", False):
        services.games.claim(ask["id"], visitor)
        warning = services.games.warning(ask["id"], ask["move"])
        if warning:
            return view_for(services, services.games.view(ask["id"]), visitor, warning)
    return change_game(services, ask, visitor, play)


@api.post("/api/play/{id}/take-back")
def take_back(services: Services, ask: AskLiveGame, visitor: Visitor) -> ShownGame:
    """Take the last move of a person back, with the engine's answer; a friend has to agree."""
    if services.games.live(ask["id"]).seating is not None:
        return ask_friend(services, ask, visitor, "take-back")
    return change_game(services, ask, visitor, LiveGame.take_back)


@api.post("/api/play/{id}/resign")
def resign(services: Services, ask: AskSide, visitor: Visitor) -> ShownGame:
    """Resign: for the person, or of two people the one named, by default the one to move."""

    def give_up(live: LiveGame, now: float) -> None:
        if live.seating is not None:
            live.resign(live.seating.demand_side(visitor), now)
            return
        people = [side for side in (0, 1) if live.seats[side]["kind"] == "person"]
        named = {"white": 0, "black": 1}.get(ask.get("side", ""))
        side = named if named is not None and named in people else people[0] if len(people) == 1 else live.turn
        live.resign(side, now)

    return change_game(services, ask, visitor, give_up)


@api.post("/api/play/{id}/offer-draw", waits=True)
def offer_draw(services: Services, ask: AskLiveGame, visitor: Visitor) -> ShownGame:
    """Offer a draw; of two people at one screen both agree at once."""
    services.games.claim(ask["id"], visitor)
    if services.games.live(ask["id"]).seating is not None:
        return ask_friend(services, ask, visitor, "draw")
    return services.games.offer_draw(ask["id"], lambda view: view_for(services, view, visitor))


def _demand_hints(services: Services, ask: AskLiveGame, visitor: Visitor) -> None:
    services.games.claim(ask["id"], visitor)
    if services.games.live(ask["id"]).seating is not None:
        raise Forbidden("There are no hints in a game with a friend.")


def _hint_elsewhere(services: Services, ask: AskLiveGame, visitor: Visitor) -> Elsewhere:
    _demand_hints(services, ask, visitor)
    asked = question_of(services.games.to_advise(ask["id"]))
    return Elsewhere(asked, asked["game"], HINT)


@api.post("/api/play/{id}/hint", waits=True, lock="hints", elsewhere=_hint_elsewhere)
def give_hint(services: Services, ask: AskLiveGame, visitor: Visitor) -> LineView:
    """Ask the engine for a hint."""
    _demand_hints(services, ask, visitor)
    return services.games.advice(f"hint {ask['id']}", services.games.to_advise(ask["id"]))


@api.post("/api/play/{id}/rematch")
def rematch(services: Services, ask: AskLiveGame, visitor: Visitor) -> ShownGame:
    """Start the same game again with the colours exchanged; a friend has to agree."""
    services.games.claim(ask["id"], visitor)
    if services.games.live(ask["id"]).seating is not None:
        return ask_friend(services, ask, visitor, "rematch")
    return view_for(services, services.games.open(again(services, ask["id"], visitor)), visitor)


class _GameNews:
    """A game as a visitor sees it, after every change."""

    def __init__(self, services: Services, name: str, visitor: Visitor, note: Callable[[], None]) -> None:
        self._views: deque[ShownGame] = deque()

        def tell(view: LiveGameView) -> None:
            self._views.append(view_for(services, view, visitor))
            note()

        self.leave = services.games.subscribe(name, tell, visitor)

    def news(self) -> ShownGame | None:
        """Return the next view."""
        return self._views.popleft() if self._views else None


def _follow(
    services: Services, ask: AskLiveGame, visitor: Visitor, is_teacher: bool, note: Callable[[], None]
) -> Following:
    return _GameNews(services, ask["id"], visitor, note)


FEED = Feed("/api/play/{id}/live", AskLiveGame, _follow)
