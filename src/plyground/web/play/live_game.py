"""`LiveGame`: a game in progress: the record, the players, the clock, and offers.

It knows what each side may do and what state that leaves the game in. When the engine thinks is decided in
`plyground.web.play.live_games`. The database stores its `state`.
"""

import secrets
from dataclasses import dataclass, field
from typing import Any

from plyground.agents.shorthand import parse_shorthand
from plyground.core.errors import IllegalMove
from plyground.core.events import Event, events, owner
from plyground.core.move import Move
from plyground.core.outcome import Color, Outcome, Termination, result_words
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.web.play.chess_clock import ChessClock
from plyground.web.play.danger import captures_of_king, threats, warning_of_losses
from plyground.web.play.engine_moves import rules_of
from plyground.web.play.live_view import YOU, ClockView, LiveGameSummary, LiveGameView, LostMan, Seat
from plyground.web.play.seating import Seating
from plyground.web.service.endpoints import Forbidden
from plyground.web.service.views import (
    MoveMark,
    game_of,
    move_mark,
    outcome_view,
    position_view,
    steps_of,
    view_of_move,
)

MAX_LEVEL_WARNED = 3
"""The highest level against which one is warned: of men that will be lost, of a move that gives the king away."""


def _pass_if_only_move(position: Position) -> Move | None:
    """Return the only legal move if it touches no square."""
    codes = position.legal_moves.codes()
    return position.move_of_code(codes[0]) if len(codes) == 1 and not steps_of(position, codes[0]) else None


def white_points(outcome: Outcome | None) -> float | None:
    """Return 1 where White has won, by points or otherwise, 0.5 for a draw, 0, and None while the game goes on."""
    if outcome is None:
        return None
    if outcome.utility is not None:
        return (1 + (outcome.utility > 0) - (outcome.utility < 0)) / 2
    return 0.5 if outcome.winner is None else float(outcome.winner is Color.WHITE)


@dataclass
class LiveGame:
    """A game in progress.

    Attributes
    ----------
    id
        Its unguessable address.
    record
        The moves so far.
    seats
        White's and Black's player.
    clock
        None for a game without a clock.
    notice
        The last message that is not a move: "Draw declined."
    revision
        The number of changes.
    owner
        The browser that may move, resign and list it (`plyground.web.service.visitors`); "" until somebody does.
    seating
        In a game of two people at two screens: whose each side is.
    assisted
        Whether a hint was given, a move commented on or taken back: such a game is not rated.
    """

    id: str
    record: Record
    seats: list[Seat]
    clock: ChessClock | None = None
    notice: str = ""
    revision: int = 0
    owner: str = ""
    seating: Seating | None = None
    assisted: bool = False
    thinking: bool = field(default=False, compare=False)
    _events: list[list[Event]] = field(default_factory=list, compare=False, repr=False)

    @staticmethod
    def new_id() -> str:
        """Return a new address."""
        return secrets.token_urlsafe(9)

    def belongs_to(self, visitor: str) -> bool:
        """Tell whether `visitor` may play here."""
        return self.side_of(visitor) is not None if self.seating else self.owner in {"", visitor}

    def side_of(self, visitor: str) -> int | None:
        """Return the side that `visitor` plays: None for who watches, and where one browser plays for all."""
        return self.seating.side_of(visitor) if self.seating else None

    def claim(self, visitor: str) -> None:
        """Let `visitor` play here, who owns the game from now on if nobody has; raises `Forbidden`."""
        if self.seating is not None:
            self.seating.demand_side(visitor)
            return
        if not self.belongs_to(visitor):
            raise Forbidden("This game is played in another browser; here it can only be watched.")
        self.owner = visitor

    @property
    def turn(self) -> int:
        """The side to move."""
        return int(self.record.position.turn)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.record.outcome is not None

    @property
    def engine_level(self) -> int | None:
        """The level of the engine to move; None if a person is to move, or the game is over."""
        seat = self.seats[self.turn]
        return seat.get("level", 5) if seat["kind"] == "engine" and not self.is_over else None

    def play(self, text: str, ply: int, now: float) -> None:
        """Make the move of the side to move.

        Raises
        ------
        IllegalMove
            Also if the game has moved on since `ply` or is over.
        """
        self._demand_open()
        if ply != self.record.plies:
            raise IllegalMove(f"The game has moved on: it is at ply {self.record.plies}, not {ply}.")
        if text not in self.record.position.legal_moves:
            # in short, or the reason why not
            text = parse_shorthand(self.record.position, text).text
        if text not in self.record.position.legal_moves:
            raise IllegalMove(f"The move {text[:60]!r} is not legal here.")
        side = self.turn
        if self.seating is not None:
            self.seating.offer = None
        self.record.play(text)
        self.notice = ""
        self._press(side, now)
        self.pass_where_forced(now)

    def _press(self, side: int, now: float) -> None:
        """Press the clock after a move of `side`."""
        if self.clock is not None:
            self.clock.press(side, now)
            if self.is_over:
                self.clock.halt(self.turn, now)

    def pass_where_forced(self, now: float) -> None:
        """Make the moves that leave no choice and touch no square."""
        while not self.is_over and (forced := _pass_if_only_move(self.record.position)) is not None:
            side = self.turn
            self.record.play(forced)
            self.notice = f"{self.record.game.colors[side]} had no move and passed."
            self._press(side, now)

    def take_back(self, now: float) -> None:
        """Undo up to the last move that a person chose, including the engine's reply and forced passes."""
        if not self.may_take_back:
            raise IllegalMove("There is no move to take back.")
        self.record.undo()
        while self.record.plies and (
            self.seats[self.turn]["kind"] == "engine" or _pass_if_only_move(self.record.position) is not None
        ):
            self.record.undo()
        self._take_back(now)

    def take_back_for(self, side: int, now: float) -> None:
        """Undo up to the last move that `side` chose."""
        self.record.undo()
        while self.record.plies and (self.turn != side or _pass_if_only_move(self.record.position) is not None):
            self.record.undo()
        self._take_back(now)

    def _take_back(self, now: float) -> None:
        del self._events[self.record.plies :]
        self.notice = "Move taken back."
        self.assisted = True
        if self.clock is not None:
            self.clock.since = now if self.record.plies else None

    def has_moved(self, side: int) -> bool:
        """Tell whether `side` has made a move."""
        return self.record.plies > (0 if int(self.record.start.turn) == side else 1)

    @property
    def may_take_back(self) -> bool:
        """Whether a person has made a move that can be taken back."""
        first = int(self.record.start.turn)
        return any(self.seats[(first + ply) % 2]["kind"] == "person" for ply in range(self.record.plies))

    def resign(self, side: int, now: float) -> None:
        """Resign the game."""
        self._demand_open()
        self._declare(Color(side).other, Termination.RESIGNATION, now)

    def agree_on_draw(self, now: float) -> None:
        """End the game as a draw."""
        self._demand_open()
        if not self.may_be_drawn:
            raise IllegalMove(f"{self.record.game.title} cannot end in a draw.")
        self._declare(None, Termination.AGREEMENT, now)

    @property
    def may_be_drawn(self) -> bool:
        """Whether the rules know draws."""
        return self.record.game.has_draws and not self.record.game.scored

    def check_flag(self, now: float) -> bool:
        """End the game if the side to move has no time left; return whether it had none."""
        if self.clock is None or self.is_over or self.clock.remaining(self.turn, self.turn, now) > 0:
            return False
        self._declare(Color(self.turn).other, Termination.TIME, now)
        return True

    def adjudicate(self, winner: Color | None, now: float, termination: Termination = Termination.ADJUDICATION) -> None:
        """End the game as a third person decides."""
        self._demand_open()
        self._declare(winner, termination, now)

    def _declare(self, winner: Color | None, termination: Termination, now: float) -> None:
        if self.clock is not None:
            self.clock.halt(self.turn, now)
        self.record.declare(winner, termination)

    def _demand_open(self) -> None:
        if self.is_over:
            raise IllegalMove(f"The game is over: {result_words(self.record.outcome_text)}.")

    def danger(self) -> list[list[str]]:
        """Return how the king of the person to move could be taken next if it stayed where it is, move by move."""
        return [] if self.is_over or self.seats[self.turn]["kind"] == "engine" else threats(self.record.position)

    def beginner_warning(self) -> str:
        """Return what a beginner who is to move should know: which men are lost unless they move; else ""."""
        if self.is_over or self.seats[self.turn]["kind"] == "engine" or not self._warns():
            return ""
        return warning_of_losses(self.record.position)

    def _warns(self) -> bool:
        """Tell whether the game is one against a low level."""
        levels = [seat.get("level", 5) for seat in self.seats if seat["kind"] == "engine"]
        return bool(levels) and max(levels) <= MAX_LEVEL_WARNED

    def warning(self, text: str) -> str:
        """Return what a beginner should know before the move `text`: that the king can be taken then, else ""."""
        position = self.record.position
        if self.is_over or not self._warns() or text not in position.legal_moves:
            return ""
        taken = captures_of_king(position.play(text))
        if not taken or all(captures_of_king(position.play(move)) for move in position.legal_moves):
            return ""
        return f"After {text} your {taken[0].piece} can be taken at {taken[0].square}."

    # ------------------------------------------------------------------------------------------- for browser and file

    def names(self) -> list[str]:
        """Return the names of White's and Black's player."""
        kinds = [seat["kind"] for seat in self.seats]
        alone = kinds.count("person") == 1
        return [
            ("Endgame table" if seat.get("perfect", False) else f"Engine, level {seat.get('level', 5)}")
            if seat["kind"] == "engine"
            else seat["name"]
            if "name" in seat
            else YOU
            if alone
            else self.record.game.colors[side]
            for side, seat in enumerate(self.seats)
        ]

    def view(self, now: float) -> LiveGameView:
        """Return everything that its page shows."""
        record = self.record
        happened = self.events()
        view = (
            view_of_move(record.positions[-2], record.moves[-1], happened[-1])
            if record.moves
            else position_view(record.position)
        )
        outcome = outcome_view(record.game, record.outcome, record.outcome_text)
        if outcome is not None:
            view["outcome"], view["moves"] = outcome, []
        return {
            "id": self.id,
            "revision": self.revision,
            "ply": record.plies,
            "start": record.start.text,
            "rules": dict(record.game.chosen),
            "moves": [move.text for move in record.moves],
            "marks": self._marks(),
            "lost": self._men_lost(),
            "seats": self.seats,
            "names": self.names(),
            "clock": self._clock_view(now),
            "outcome": outcome,
            "thinking": self.thinking,
            "may_take_back": self.may_take_back,
            "may_offer_draw": not self.is_over and self.may_be_drawn,
            "danger": self.danger(),
            "doomed": self.beginner_warning(),
            "notice": self.notice,
            "view": view,
        }

    def events(self) -> list[list[Event]]:
        """Return what has happened at each move."""
        record = self.record
        self._events += [
            events(record.positions[ply], record.moves[ply]) for ply in range(len(self._events), record.plies)
        ]
        return self._events

    def _marks(self) -> dict[str, MoveMark]:
        marks = {str(ply): move_mark(found) for ply, found in enumerate(self.events(), 1)}
        return {ply: mark for ply, mark in marks.items() if mark is not None}

    def _men_lost(self) -> list[list[LostMan]]:
        lost: list[list[LostMan]] = [[], []]
        for ply, found in enumerate(self.events(), 1):
            for man in (man for event in found for man in event.men):
                side = owner(self.record.game, man)
                if side is not None:
                    lost[side].append({"ply": ply, "man": man})
        return lost

    def _clock_view(self, now: float) -> ClockView | None:
        if self.clock is None:
            return None
        return {
            "initial": self.clock.initial,
            "increment": self.clock.increment,
            "left": [round(self.clock.remaining(side, self.turn, now), 2) for side in (0, 1)],
            "running": self.turn if self.clock.since is not None and not self.is_over else None,
            "days": self.clock.days,
        }

    def is_all_of(self, visitor: str) -> bool:
        """Tell whether the game is nobody else's: no friend's, and not one that a class has given."""
        is_given = any("name" in seat for seat in self.seats)
        return bool(visitor) and self.owner == visitor and self.seating is None and not is_given

    def summary(self, changed: float, visitor: str) -> LiveGameSummary:
        """Return a line for a visitor's list."""
        game, names, own = self.record.game, self.names(), self.side_of(visitor)
        people = [side for side in (0, 1) if self.seats[side]["kind"] == "person"] if own is None else [own]
        against = names[1 - people[0]] if len(people) == 1 else "two people" if people else "engine against engine"
        if own is not None:
            against = self.seats[1 - own].get("name", "a friend")
        return {
            "id": self.id,
            "game": game.name,
            "title": game.label,
            "against": against,
            "plies": self.record.plies,
            "changed": changed,
            "position": self.record.position.text,
            "result": self.result(people[0] if len(people) == 1 else None),
            "is_flipped": people == [1],
            "deletable": self.is_all_of(visitor),
            "your_turn": not self.is_over and self.turn in people,
        }

    def result(self, you: int | None = None) -> str:
        """Return how the game ended, in words, from the view of the side `you`; "" while it goes on."""
        outcome, game = self.record.outcome, self.record.game
        if outcome is None:
            return ""
        if outcome.utility is not None:
            own = outcome.utility if you != Color.BLACK else -outcome.utility
            return f"{own:+d} points for {'you' if you is not None else game.colors[0]}" if own else "level on points"
        if outcome.winner is None:
            return f"draw: {outcome.termination}"
        who = (
            ("you lost", "you won")[outcome.winner == you] if you is not None else f"{game.colors[outcome.winner]} won"
        )
        return f"{who}: {outcome.termination}"

    def state(self, now: float) -> dict[str, Any]:
        """Return the state to store, with the clock as it is."""
        clock = self.clock
        outcome = self.record.outcome
        declared = outcome is not None and self.record.position.outcome is None
        return {
            "game": self.record.game.name,
            "rules": rules_of(self.record),
            "start": self.record.start.text,
            "moves": [move.text for move in self.record.moves],
            "seats": self.seats,
            "notice": self.notice,
            "revision": self.revision,
            "owner": self.owner,
            "seating": self.seating and self.seating.state(),
            "assisted": self.assisted,
            "points": white_points(outcome),
            "clock": clock
            and {
                "initial": clock.initial,
                "increment": clock.increment,
                "left": [clock.remaining(side, self.turn, now) for side in (0, 1)],
                **({"days": clock.days, "since": clock.since and now} if clock.days else {}),
            },
            "declared": [None if outcome.winner is None else int(outcome.winner), str(outcome.termination)]
            if outcome and declared
            else None,
        }

    @classmethod
    def of_state(cls, name: str, state: dict[str, Any], now: float) -> "LiveGame":
        """Resume a stored game; time while the server was down counts in games by correspondence only."""
        game = game_of(state["game"], state["rules"])
        record = Record.from_moves(game, state["moves"], game.position(state["start"]))
        if state["declared"] and record.outcome is None:
            winner, termination = state["declared"]
            record.declare(None if winner is None else Color(winner), termination)
        clock = ChessClock(**state["clock"]) if state["clock"] else None
        seating = Seating(**state["seating"]) if state.get("seating") else None
        live = cls(
            name, record, state["seats"], clock, state["notice"], state["revision"], state.get("owner", ""), seating
        )
        live.assisted = state.get("assisted", True)
        if clock is not None and record.plies and not live.is_over and not clock.days:
            clock.since = now
        return live
