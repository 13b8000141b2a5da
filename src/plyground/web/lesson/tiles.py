"""`Tile`: a game as the wall of boards shows it: its pieces and its last move, but no moves to make."""

from typing import TypedDict

from plyground.core.outcome import Outcome
from plyground.web.play.live_game import LiveGame
from plyground.web.service.views import outcome_view, pieces_of, steps_of


class Tile(TypedDict):
    """A game on the wall; ``owners`` and ``result`` are for the server."""

    id: str
    game: str
    revision: int
    ply: int
    turn: int
    pieces: dict[str, str]
    last: list[str]
    names: list[str]
    outcome: str


def tile_of(live: LiveGame) -> Tile:
    """Return a game as a tile."""
    record = live.record
    outcome = outcome_view(record.game, record.outcome, record.outcome_text)
    last = steps_of(record.positions[-2], record.moves[-1].code) if record.moves else []
    return {
        "id": live.id,
        "game": record.game.name,
        "revision": live.revision,
        "ply": record.plies,
        "turn": live.turn,
        "pieces": pieces_of(record.position),
        "last": last,
        "names": live.names(),
        "outcome": outcome["text"] if outcome else "",
    }


def result_of(outcome: Outcome) -> str:
    """Return the result of a game as a class counts it: in a game for points, the side that has more has won."""
    if outcome.utility is None:
        return outcome.result
    return "1/2-1/2" if outcome.utility == 0 else "1-0" if outcome.utility > 0 else "0-1"
