"""`rehearse`: a program plays one legal move before its match, which one that cannot play does not begin.

Otherwise every game would count as a loss by crash or by an illegal move, and the match end with an infinite Elo.
"""

from plyground.agents.player import PlayerFailed
from plyground.agents.roster import Entry
from plyground.arena.time_control import TimeControl, Timekeeper
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.outcome import Termination
from plyground.core.record import Record

_PATIENCE = 30.0
"""Seconds for the move where the match would wait longer."""


def rehearse(entry: Entry, game: Game, control: TimeControl) -> None:
    """Start the player of `entry` and let it play one move under its limits; what is too slow, the match will show.

    Raises
    ------
    PlayerFailed
        If it cannot be started, does not know the game, crashes, or answers with something that is not a legal move.
    """
    with entry.create(game) as player:
        record = Record(game)
        turn = record.position.turn
        player.new_game(game, turn, 0)
        try:
            choice = player.choose(record, Timekeeper((control, control), _PATIENCE).limits(turn))
            if not choice.request:
                record.play(choice.move or "")
        except PlayerFailed as failure:
            if failure.termination != Termination.TIME:
                raise
        except PlygroundError as error:
            raise PlayerFailed(f"its first move is not legal. {error}", Termination.ILLEGAL_MOVE) from None
