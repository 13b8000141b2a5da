"""Thinking in turns, where there is no thread: what nothing can interrupt is short."""

from plyground import Limits, Record, get_game
from plyground.web.service import thinking
from plyground.web.service.alone import OwnTurn


def test_the_net_the_tables_and_the_first_slice_are_pieces_of_their_own(monkeypatch):
    """In a browser each of them takes about as long as a slice."""
    pieces = []

    class Watched(thinking.Engine):
        def __init__(self, *arguments, **more):
            super().__init__(*arguments, **more)
            pieces.append("net")

        def _prepare(self, *arguments):
            pieces.append("tables")
            return super()._prepare(*arguments)

        def _steps(self, search):
            pieces.append("search")
            return super()._steps(search)

    monkeypatch.setattr(thinking, "Engine", Watched)
    record, turn = Record(get_game("gardner")), OwnTurn(lambda turn: None, is_due=lambda: True)
    steps = thinking.Thinker(record.game).in_turns(record, Limits(depth=1), turn, 1, lambda info: None)
    next(steps)
    assert pieces == ["net"]
    steps.send(turn)
    assert pieces == ["net", "tables"]
    steps.send(turn)
    assert pieces == ["net", "tables", "search"]
