"""Minichess on 5x5: the assignment's game, in which a king may be captured, and Gardner's usual one.

Both start from Gardner's set-up of 1969. `minichess` is the assignment's game: a player may leave its king attacked
and loses if it is captured, a player without a safe move loses too, and pawns do not promote. `gardner` is ordinary
chess on the same board, the game that other programs know by this name.
"""

from plyground.core.game import Game, Setting

IS_UCI_DEFAULT = {"gardner": True}
LEVEL_STEPS = (421, 636, 147, 163, 127, 191, 75, 22, 17)
BENCH_DEPTH = 9
IS_BENCHED = True
IS_FOR_COURSES = {"minichess": True}
START = "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"

GAMES = (
    Game(
        name="minichess",
        title="Minichess",
        variant="rules of the assignment",
        description="5x5 chess of the assignment: the king may be taken, pawns do not promote",
        start=START,
        module="plyground.games.minichess",
        settings=(Setting("quiet-plies", "50"),),
        winning_scale=137,
        handmade_scale=172,
    ),
    Game(
        name="gardner",
        title="Minichess",
        variant="Gardner's rules",
        description="Gardner's minichess: ordinary chess rules on 5x5, with promotion",
        start=START,
        module="plyground.games.minichess",
        repetition=3,
        winning_scale=137,
        handmade_scale=172,
    ),
)
