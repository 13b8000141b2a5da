"""``plyground play-move``: the position after some moves."""

from plyground.cli.options import GameName, Rules, Text, position_of
from plyground.core.record import Record


def play_move(game: GameName, /, *moves: str, position: Text = None, rule: Rules = None) -> None:
    """Play moves; print the position they lead to and, on its own line, the outcome."""
    start = position_of(game, position, rule)
    record = Record.from_moves(start.game, moves, start)
    print(record.position.text)
    print(record.position.outcome_text)
