"""``plyground outcome``: whether the game is over, and how it ended."""

from plyground.cli.options import Batch, GameName, Rules, Text, answer


def outcome(game: GameName, /, *, position: Text = None, batch: Batch = None, rule: Rules = None) -> None:
    """Print how the game has ended: ``ongoing``, ``white wins: REASON``, ``draw: REASON``, ``over: -20 for Star``."""
    answer(game, position, rule, batch, lambda shown: shown.outcome_text)
