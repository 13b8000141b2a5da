"""What a coach says of a move: what it does, how it can be answered, and what would have been better.

The position before the move and the one after it are searched with the same number of nodes, so that what the move
loses of its side's winning chance is found as a review finds it. How much is called a mistake is the page's matter.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from functools import partial
from typing import TypedDict

from plyground.core.errors import InvalidSetting
from plyground.core.events import events, owner
from plyground.core.move import Move
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.engine import Limits
from plyground.web.play.danger import captures_of_king
from plyground.web.play.engine_moves import AskEngine, question_of, record_of
from plyground.web.play.live_game import white_points
from plyground.web.play.remarks import better_reasons, join_phrases, remarks
from plyground.web.play.shown import AskPly
from plyground.web.service.elsewhere import Elsewhere
from plyground.web.service.endpoints import Api, Forbidden
from plyground.web.service.runtime import Turn
from plyground.web.service.services import Services
from plyground.web.service.thinking import LineView, Thinker, chance, line_view
from plyground.web.service.visitors import Visitor

api = Api()
COMMENT = "/api/thinking/comment"
NODES = 20_000
"""Positions that each of the two searches visits."""
LOOK = 5
"""Plies of the two lines that are compared."""


class Comment(TypedDict):
    """What a coach says of a move.

    Attributes
    ----------
    lost
        What the move loses of its side's winning chance, from 0 to 1.
    does
        What it does, as it goes on after the move; "" if nothing is to be said.
    danger
        That the king can be taken now; "" if it cannot.
    answered
        What the engine's answer takes; "" if nothing.
    better
        The engine's line instead; null if it begins with the same move.
    better_does
        What speaks for it and not, or less, for the move that was made; "" if that cannot be put into words.
    """

    ply: int
    move: str
    lost: float
    does: str
    danger: str
    answered: str
    better: LineView | None
    better_does: str


def _to_comment(services: Services, ask: AskPly, visitor: Visitor) -> Record:
    """Return a game up to the move that is to be commented on, and note that it is."""
    services.games.claim(ask["id"], visitor)
    if services.games.live(ask["id"]).seating is not None:
        raise Forbidden("There is no coach in a game with a friend.")
    record = services.games.record(ask["id"])
    if not 1 <= ask["ply"] <= record.plies:
        raise InvalidSetting(f"There is no move with which the game came to ply {ask['ply']}; it has {record.plies}.")
    services.games.assist(ask["id"])
    return record.up_to(ask["ply"])


def _comment_elsewhere(services: Services, ask: AskPly, visitor: Visitor) -> Elsewhere:
    asked = question_of(_to_comment(services, ask, visitor))
    return Elsewhere(asked, asked["game"], COMMENT)


@api.post("/api/play/{id}/comment", waits=True, lock="hints", elsewhere=_comment_elsewhere)
def comment_on(services: Services, ask: AskPly, visitor: Visitor) -> Comment:
    """Comment on the move with which a game came to a ply; such a game is not rated."""
    record = _to_comment(services, ask, visitor)
    return services.pool.wait(f"comment {ask['id']}", partial(comment, record), 30)


@api.post(COMMENT, waits=True, lock="hints")
def think_about_comment(services: Services, ask: AskEngine) -> Comment:
    """Comment on the last move of a game."""
    record = record_of(ask)
    if not record.plies:
        raise InvalidSetting("There is no move to comment on.")
    return services.pool.wait("comment", partial(comment, record), 30)


def comment(record: Record, turn: Turn) -> Generator[None, Turn, Comment]:
    """Comment on the last move of a record."""
    after, move = record.position, record.moves[-1]
    before = record.up_to(record.plies - 1)
    position, thinker, limits = before.position, Thinker(record.game), Limits(nodes=NODES)
    best = (yield from thinker.in_turns(before, limits, turn, 1, lambda info: None)).lines[0]
    is_best, lost = best.moves[0].text == move.text, 0.0
    answers = best.moves[1:]
    if not is_best:
        expected = chance(record.game, best.score, position.turn)
        reached = white_points(record.outcome)
        if reached is None:
            answer = (yield from thinker.in_turns(record, limits, turn, 1, lambda info: None)).lines[0]
            reached, answers = chance(record.game, answer.score, after.turn), answer.moves
        else:
            answers = ()
        lost = max(0.0, expected - reached if position.turn is Color.WHITE else reached - expected)
    kings = captures_of_king(after)
    return {
        "ply": record.plies,
        "move": move.text,
        "lost": round(lost, 4),
        "does": join_phrases(remarks(position, move)),
        "danger": f"Your {kings[0].piece} can be taken at {kings[0].square}." if kings else "",
        "answered": _describe_reply(after, answers[0] if answers else None),
        "better": None if is_best else line_view(position, best),
        "better_does": "" if is_best else _why(position, best.moves, move, answers),
    }


def _describe_reply(position: Position, reply: Move | None) -> str:
    """Say what the side to move takes with its reply."""
    if reply is None or position.outcome is not None or reply.text not in position.legal_moves:
        return ""
    taken = [event.does for event in events(position, reply) if event.kind == "capture"]
    return f"{position.game.colors[position.turn]} can answer {reply.text}, which {taken[0]}." if taken else ""


def _why(position: Position, better: Sequence[Move], played: Move, answers: Sequence[Move]) -> str:
    """Return what speaks for a line, beside the move that was played and how it would go on."""
    plies = min(len(better), 1 + len(answers), LOOK)
    (won, lost), (others_won, others_lost) = (_men(position, line[:plies]) for line in (better, [played, *answers]))
    gain = (won.total() - lost.total()) - (others_won.total() - others_lost.total())
    reasons = better_reasons(position, better[0], played)
    if gain < 0:  # it costs men: what it takes is not why it is better
        reasons = [reason for reason in reasons if not reason.startswith("takes ")]
    elif gain > 0 and not any(reason.startswith("takes ") for reason in reasons):
        more, saved = won - others_won, others_lost - lost
        if more or saved:
            reasons.insert(0, f"wins {_name_men(more)}" if more else f"keeps {_name_men(saved)}")
    return join_phrases(reasons)


def _men(position: Position, line: Sequence[Move]) -> tuple[Counter[str], Counter[str]]:
    """Return which men the side to move wins and loses along a line."""
    won, lost, side = Counter[str](), Counter[str](), position.turn
    for move in line:
        for man in (man for event in events(position, move) for man in event.men):
            kind = man.partition("-")[2] or man
            (lost if owner(position.game, man) is side else won)[kind] += 1
        position = position.play(move)
    return won, lost


def _name_men(men: Counter[str]) -> str:
    names = [
        f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}" if count == 1 else f"{count} {kind}s"
        for kind, count in men.items()
    ]
    return join_phrases([name.replace("-", " ") for name in names])
