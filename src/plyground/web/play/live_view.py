"""A game in progress as the API gives it: what its page shows, and a line for a list."""

from typing import Literal, NotRequired, TypedDict

from plyground.web.play.engine_moves import AskEngineMove
from plyground.web.play.seating import Offer
from plyground.web.service.views import MoveMark, OutcomeView, PositionView

Kind = Literal["person", "engine"]
YOU = "You"
"""What a person who plays against the engine is called."""


class Seat(TypedDict):
    """The player of a side: a person at the screen, or the engine at a level from 0 to 10.

    A ``perfect`` one plays what the endgame tables say where they say anything. A person may have a ``name``, and be
    a ``program`` that is connected.
    """

    kind: Kind
    level: NotRequired[int]
    perfect: NotRequired[bool]
    name: NotRequired[str]
    program: NotRequired[bool]


class ClockView(TypedDict):
    """The clock: seconds White and Black had left when the message was sent, and whose time is running (or null).

    ``days`` is how many there are for each move, in a game by correspondence.
    """

    initial: float
    increment: float
    left: list[float]
    running: int | None
    days: int


class LostMan(TypedDict):
    """A man that is off the board, and the ply of the move with which it left."""

    ply: int
    man: str


class LiveGameView(TypedDict):
    """A game in progress, as its page shows it.

    ``ply`` is the number of moves made. ``revision`` grows with every change, so that of two views that arrive in the
    wrong order the newer can be recognised. ``danger`` holds the squares of each move that would take the king of the
    side to move, ``doomed`` warns a beginner of men that are lost unless they move, ``marks`` says by ply what marks a
    move in the list, ``lost`` what White and Black have lost so far.
    """

    id: str
    revision: int
    ply: int
    start: str
    rules: dict[str, str]
    moves: list[str]
    marks: dict[str, MoveMark]
    lost: list[list[LostMan]]
    seats: list[Seat]
    names: list[str]
    clock: ClockView | None
    outcome: OutcomeView | None
    thinking: bool
    may_take_back: bool
    may_offer_draw: bool
    danger: list[list[str]]
    doomed: str
    notice: str
    view: PositionView


class ShownGame(LiveGameView):
    """A game in progress, and whether who asks may play in it; ``warning``: why a move was not made, or "".

    In a game of two people at two screens, ``side`` is the one who asks plays (null: watches), ``invitation`` the path
    that takes the open seat, ``online`` whose page is open, ``watching`` how many others look on, ``offer`` what a side
    asks of the other, ``next`` the rematch. ``premoves`` are the moves that could be legal once it is one's turn.
    ``asks`` is what the engine is asked, if the browser that is shown this is to answer.
    """

    yours: bool
    warning: str
    side: int | None
    invitation: str
    online: list[bool]
    watching: int
    offer: Offer | None
    next: str
    premoves: list[list[str]]
    asks: AskEngineMove | None


class LiveGameSummary(TypedDict):
    """A game, for a list.

    ``position`` is where it stands, ``result`` how it ended, ``is_flipped`` whether Black's player looks at it,
    ``deletable`` whether it is all the visitor's own, ``your_turn`` whether the visitor is to move.
    """

    id: str
    game: str
    title: str
    against: str
    plies: int
    changed: float
    position: str
    result: str
    is_flipped: bool
    deletable: bool
    your_turn: bool
