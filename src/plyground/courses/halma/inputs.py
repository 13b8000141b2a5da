"""Boards for single plays, drawn by seed from games in which one of our agents and chance alternate.

Chance alone would never leave the camps. Early, middle and late boards alternate, so that the rules about both camps
matter.
"""

import random
from functools import lru_cache

from plyground.agents.roster import Entry
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.grading.opponents import NO_LIMITS

GAME = "halma-usc2019"
STAGES = ((0, 20), (30, 80), (90, 160))
"""Fewest and most plies from the start."""
_CHANCE = 0.15


@lru_cache(maxsize=1000)
def draw_position(number: int, seed: int) -> Position:
    """Return the board of single play `number`, from 1; a class has the same boards, so they are kept."""
    dice = random.Random(seed)
    game = get_game(GAME)
    while True:
        record = Record(game)
        plies = dice.randint(*STAGES[(number - 1) % len(STAGES)])
        with Entry.parse("greedy").create(game) as player:
            player.new_game(game, Color.WHITE, dice.randrange(1 << 30))
            while record.plies < plies and record.outcome is None:
                moves = list(record.position.legal_moves)
                if dice.random() < _CHANCE:
                    record.play(dice.choice(moves))
                else:
                    choice = player.choose(record, NO_LIMITS)
                    assert choice.move is not None
                    record.play(choice.move)
        if record.position.outcome is None:
            return record.position
