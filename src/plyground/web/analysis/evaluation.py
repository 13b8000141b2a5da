"""What an evaluation sees in a position: its terms, if it has some, and what each piece is worth to it.

All numbers are texts from White's point of view, in pawns as the engine's scores are; in a game that is played for
points they are points. They are of the position as it stands, without any search.
"""

from typing import Literal, NotRequired, TypedDict

from plyground.core.evaluation import ENGINE, Evaluation
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.core.worth import worths
from plyground.web.api.endpoints import Api
from plyground.web.api.evaluations import chosen_name, engines_name
from plyground.web.api.fields import Name, Rules, Text
from plyground.web.api.views import game_of, rules_of_texts
from plyground.web.services import Services

api = Api()


class AskEvaluation(TypedDict):
    """A position of a game (without a text its start), and by which evaluation; by default the engine's."""

    game: Name
    rule: NotRequired[Rules]
    position: NotRequired[Text]
    by: NotRequired[Literal["net", "handmade"]]


class TermView(TypedDict):
    """What a term counts for White and for Black, and White's less Black's."""

    name: str
    white: str
    black: str
    difference: str


class PieceView(TypedDict):
    """What the piece on a square is worth: the value less the value without it.

    ``worth`` is a text, and ``short`` the same with two digits, for the board; both are "" for a piece that cannot be
    taken away, and ``fault`` says why. ``side`` is 0 if the piece is good for White, 1 if it is good for Black.
    """

    square: str
    piece: str
    worth: str
    short: str
    side: int
    fault: str


class EvaluationView(TypedDict):
    """What an evaluation sees; ``over`` is how a finished game ended, of which nothing else is told.

    ``is_engines`` says whether the engine judges by it. ``terms`` is empty for an evaluation that has none; its last
    row is the sum.
    """

    by: Literal["net", "handmade"]
    is_engines: bool
    over: str
    value: str
    terms: list[TermView]
    pieces: list[PieceView]


@api.get("/api/games/{game}/evaluation", lock="engine")
def show_evaluation(services: Services, ask: AskEvaluation) -> EvaluationView:
    """Show what the net or the handmade evaluation sees in a position."""
    game = game_of(ask["game"], rules_of_texts(ask.get("rule", [])))
    position = game.position(ask.get("position"))
    by = ask.get("by") or engines_name(game)
    judge = game.evaluation(chosen_name(game, by))
    is_over = position.outcome is not None
    value = position.evaluate(judge)
    return {
        "by": by,
        "is_engines": by == engines_name(game),
        "over": position.outcome_text if is_over else "",
        "value": "" if is_over else _signed(game, value if position.turn is Color.WHITE else -value),
        "terms": [] if is_over or judge is not ENGINE else _terms(position),
        "pieces": [] if is_over else _pieces(position, judge),
    }


def _terms(position: Position) -> list[TermView]:
    """Return the terms that count for somebody, and their sum; nothing in a game that does not tell its terms."""
    game = position.game
    if not hasattr(game.submodule("evaluate"), "explain"):
        return []
    rows = [row for row in position.explain() if row.white or row.black]
    sums = ("sum", sum(row.white for row in rows), sum(row.black for row in rows))
    return [
        {
            "name": name,
            "white": _plain(game, white),
            "black": _plain(game, black),
            "difference": _signed(game, white - black),
        }
        for name, white, black in [*rows, sums]
    ]


def _pieces(position: Position, judge: Evaluation) -> list[PieceView]:
    game = position.game
    return [
        {
            "square": square,
            "piece": piece,
            "worth": "" if value is None else _signed(game, value),
            "short": "" if value is None else _short(game, value),
            "side": int((value or 0) < 0),
            "fault": fault,
        }
        for square, piece, value, fault in worths(position, judge)
    ]


def _plain(game: Game, value: float) -> str:
    """Write a value in pawns, or in points."""
    text = f"{value:.0f}" if game.scored else f"{value / 100:.2f}"
    return text.removeprefix("-") if float(text) == 0 else text


def _signed(game: Game, value: float) -> str:
    text = _plain(game, value)
    return f"+{text}" if float(text) > 0 else text


def _short(game: Game, value: float) -> str:
    """Write a value in the width of a square."""
    digits = 0 if game.scored or abs(value) >= 995 else 1
    text = f"{value if game.scored else value / 100:+.{digits}f}"
    return text[1:] if float(text) == 0 else text
