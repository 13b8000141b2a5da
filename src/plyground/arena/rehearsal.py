"""`rehearse`: a program is started and asked for one move before its match, which one that cannot play does not begin.

Otherwise every game would count as a loss by crash, and the match end with an infinite Elo.
"""

from plyground.agents.player import Allowance, PlayerFailed
from plyground.agents.roster import Entry
from plyground.core.game import Game
from plyground.core.outcome import Termination
from plyground.core.record import Record

_LIMITS = Allowance(movetime=0.5, patience=30.0)


def rehearse(entry: Entry, game: Game) -> None:
    """Start the player of `entry` and let it move once; what it then does too slowly or wrongly, the match will show.

    Raises
    ------
    PlayerFailed
        If it cannot be started, does not know the game, or crashes.
    """
    with entry.create(game) as player:
        record = Record(game)
        player.new_game(game, record.position.turn, 0)
        try:
            player.choose(record, _LIMITS)
        except PlayerFailed as failure:
            if failure.termination == Termination.CRASH:
                raise
