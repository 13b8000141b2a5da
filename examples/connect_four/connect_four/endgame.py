"""What the solver asks: every move fills a square, so no position comes again."""

from connect_four.rules import ConnectFour
from plyground.solving.hooks import can_recur


@can_recur.register(ConnectFour)
def _(game: ConnectFour) -> bool:
    return False
