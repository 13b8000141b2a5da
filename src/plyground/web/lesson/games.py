"""A game between two of a class."""

from plyground.core.game import Game
from plyground.core.record import Record
from plyground.web.lesson.school_class import Pupil
from plyground.web.play.chess_clock import ChessClock
from plyground.web.play.live_game import LiveGame
from plyground.web.play.live_view import Seat
from plyground.web.play.seating import Seating

OF_THE_CLASS = "class"
"""The owner of games between two of the class; it is nobody's browser."""


def game_between(game: Game, clock: dict[str, int] | None, white: Pupil, black: Pupil) -> LiveGame:
    """Return a new game of two pupils, with or without a clock (seconds and increment)."""
    return LiveGame(
        LiveGame.new_id(),
        Record(game, game.position()),
        [_seat(white), _seat(black)],
        ChessClock(clock["initial"], clock["increment"]) if clock else None,
        owner=OF_THE_CLASS,
        seating=Seating([white.visitor, black.visitor]),
    )


def _seat(pupil: Pupil) -> Seat:
    seat: Seat = {"kind": "person", "name": pupil.nickname}
    if pupil.is_program:
        seat["program"] = True
    return seat
