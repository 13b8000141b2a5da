"""Games as the file has them: restored, and written as records."""

import contextlib
import time
from typing import Any

from plyground.core.errors import PlygroundError
from plyground.core.record import Record
from plyground.web.play.game_database import MAX_KEPT, GameDatabase
from plyground.web.play.live_game import LiveGame
from plyground.web.service.endpoints import NotKept


def restore(name: str, state: dict[str, Any], now: float) -> LiveGame:
    """Return a stored game; raises `NotKept` for what is none, or one of a game that is not installed any more."""
    try:
        return LiveGame.of_state(name, state, now)
    except (PlygroundError, LookupError, TypeError, ValueError, AttributeError):
        raise NotKept(f"The game {name[:40]!r} is damaged in the server's file, or its rules are not here.") from None


def copy_record(live: LiveGame) -> Record:
    """Return a copy of a game's record, as it was declared over if it was."""
    record = live.record.up_to()
    record.tags |= live.record.tags
    outcome = live.record.outcome
    if outcome is not None and record.outcome is None:
        record.declare(outcome.winner, outcome.termination)
    return record


def with_player_names(live: LiveGame) -> Record:
    """Return a copy of a game's record, with the names of the players."""
    record, (white, black) = copy_record(live), live.names()
    record.tags |= {"White": white, "Black": black}
    return record


def all_records(database: GameDatabase, owner: str) -> list[Record]:
    """Return the records of all games of `owner`, with their days; those in progress come first."""
    found = []
    for finished in (False, True):
        for name, changed, state in database.latest(owner, finished=finished, most=MAX_KEPT):
            with contextlib.suppress(NotKept):
                record = with_player_names(restore(name, state, changed))
                record.tags["Date"] = time.strftime("%Y.%m.%d", time.localtime(changed))
                found.append(record)
    return found
