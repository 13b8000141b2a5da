"""What an evaluation sees in a position: its terms, if it has some, and what each piece is worth to it.

All numbers are texts from White's point of view, in pawns as the engine's scores are; in a game that is played for
points they are points. They are of the position as it stands, without any search.
"""

from collections.abc import Iterator
from typing import Literal, NotRequired, TypedDict

from plyground.core.evaluation import HANDMADE, Evaluation
from plyground.core.game import Game
from plyground.core.outcome import result_words
from plyground.core.position import Position
from plyground.core.steps import Steps, list_of
from plyground.search.piece_values import piece_values, whites_value
from plyground.web.service.endpoints import Api
from plyground.web.service.evaluations import engines_name, evaluation_name
from plyground.web.service.fields import Name, Rules, Text
from plyground.web.service.services import Services
from plyground.web.service.views import game_of, rules_of_texts

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
    row is the sum, which is called ``sum before rounding`` if terms are fractions.
    """

    by: Literal["net", "handmade"]
    is_engines: bool
    over: str
    value: str
    terms: list[TermView]
    pieces: list[PieceView]


@api.get("/api/games/{game}/evaluation", lock="engine")
def show_evaluation(services: Services, ask: AskEvaluation) -> Steps[EvaluationView]:
    """Show what the net or the handmade evaluation sees in a position."""
    game = game_of(ask["game"], rules_of_texts(ask.get("rule", [])))
    position = game.position(ask.get("position"))
    by = ask.get("by") or engines_name(game)
    evaluator = game.evaluation(evaluation_name(game, by))
    view: EvaluationView = {
        "by": by,
        "is_engines": by == engines_name(game),
        "over": "",
        "value": "",
        "terms": [],
        "pieces": [],
    }
    if position.outcome is not None:
        return {**view, "over": result_words(position.outcome_text)}
    return {
        **view,
        "value": _with_sign(game, whites_value(position, evaluator)),
        "terms": _terms(position) if evaluator is HANDMADE else [],
        "pieces": (yield from list_of(_pieces(position, evaluator), 1)),
    }


def _terms(position: Position) -> list[TermView]:
    """Return the terms that count for somebody, and their sum; nothing in a game that does not tell its terms.

    Where terms are fractions, all have one more decimal, for the value is rounded only after they are added up.
    """
    game = position.game
    if not hasattr(game.submodule("evaluate"), "explain"):
        return []
    rows = [row for row in position.explain() if row.white or row.black]
    is_whole = all(float(value).is_integer() for row in rows for value in (row.white, row.black))
    name, more = ("sum", 0) if is_whole else ("sum before rounding", 1)
    sums = (name, sum(row.white for row in rows), sum(row.black for row in rows))
    return [
        {
            "name": name,
            "white": _plain(game, white, more),
            "black": _plain(game, black, more),
            "difference": _with_sign(game, white - black, more),
        }
        for name, white, black in [*rows, sums]
    ]


def _pieces(position: Position, evaluator: Evaluation) -> Iterator[PieceView]:
    game = position.game
    for square, piece, value, fault in piece_values(position, evaluator):
        yield {
            "square": square,
            "piece": piece,
            "worth": "" if value is None else _with_sign(game, value),
            "short": "" if value is None else _short(game, value),
            "side": int((value or 0) < 0),
            "fault": fault,
        }


def _plain(game: Game, value: float, more: int = 0) -> str:
    """Write a value in pawns, or in points, with so many more decimals than usual."""
    text = f"{value:.{more}f}" if game.scored else f"{value / 100:.{2 + more}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def _with_sign(game: Game, value: float, more: int = 0) -> str:
    text = _plain(game, value, more)
    return f"+{text}" if float(text) > 0 else text


def _short(game: Game, value: float) -> str:
    """Write a value in the width of a square."""
    digits = 0 if game.scored or abs(value) >= 995 else 1
    text = f"{value if game.scored else value / 100:+.{digits}f}"
    return text[1:] if float(text) == 0 else text
