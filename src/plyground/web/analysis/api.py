"""Analysis: lines of moves, the position editor, and live thinking through a WebSocket.

A page (`plyground.web.service.session`) sends ``{"do": "analyse", "token": 7, "game": ..., "start": ..., "moves":
[...], "lines": 3}`` and is sent ``{"token": 7, "thought": {...}}`` again and again, and ``{"token": 7, "left_out":
[...]}`` with a sentence for each table file that cannot be used. With ``"do": "review"`` every
position of the game is looked at, the last one first, and each comes as ``{"token": 7, "ply": 12, "of": 40, "thought":
{...}}``; with ``"since": 12`` only those from ply 12 on.
"""

from dataclasses import replace
from typing import Annotated, Literal, NotRequired, TypedDict

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.steps import Steps
from plyground.endgame import probe
from plyground.engine import Info, Limits
from plyground.search.editing import position_of_pieces
from plyground.web.analysis.proving import Proof, Proving, find_kept_proof, prove
from plyground.web.endgames.verdicts import exact_chance
from plyground.web.service.endpoints import Api
from plyground.web.service.fields import Name, Text
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.session import Answering, Send, Session
from plyground.web.service.thinking import LineView, Thinker, Thought, view_of_search
from plyground.web.service.trees import Step, step
from plyground.web.service.views import PositionView, game_of, position_view, steps_of

api = Api()
Moves = Annotated[list[Annotated[str, Most(200)]], Most(1000)]
MAX_SECONDS = 600
"""Seconds of thinking after which an analysis stops."""
REVIEW_SECONDS = 0.4
PROVING_SLICE = 0.5
"""Seconds of thinking between two turns at a proof."""
MAX_DEPTH = 99


class AskLine(TypedDict):
    """Moves from a start; ``lenient`` asks for those before the first that cannot be played, instead of an error."""

    game: Name
    rules: NotRequired[dict[str, str]]
    start: NotRequired[Text]
    moves: Moves
    lenient: NotRequired[bool]


class FollowedLine(TypedDict):
    """A line, move by move; ``wrong`` is a sentence about the first move that cannot be played."""

    start: str
    steps: list[Step]
    wrong: NotRequired[str]


class AskEdit(TypedDict):
    """An edited board: square to symbol, the side to move, and the position that supplies all else."""

    game: Name
    pieces: Annotated[dict[str, Annotated[str, Most(60)]], Most(400)]
    turn: Literal[0, 1]
    base: NotRequired[Text]


class AskAnalysis(TypedDict):
    """What a page asks for."""

    do: Literal["analyse", "review", "stop"]
    token: NotRequired[int]
    game: NotRequired[Name]
    rules: NotRequired[dict[str, str]]
    start: NotRequired[Text]
    moves: NotRequired[Moves]
    lines: NotRequired[Annotated[int, Between(1, 8)]]
    threat: NotRequired[bool]
    since: NotRequired[Annotated[int, Between(0, 1000)]]


@api.post("/api/line")
def follow_line(services: Services, ask: AskLine) -> Steps[FollowedLine]:
    """Play moves from a start, and show each position."""
    game = game_of(ask["game"], ask.get("rules"))
    position = game.position(ask.get("start"))
    start, steps = position.text, list[Step]()
    for text in ask["moves"]:
        try:
            move = position.move(text)
        except PlygroundError as error:
            if not ask.get("lenient"):
                raise
            return {"start": start, "steps": steps, "wrong": str(error)}
        before, position = position, position.play(move)
        steps.append(step(move, position, before))
        yield
    return {"start": start, "steps": steps}


@api.post("/api/edit")
def edit_position(services: Services, ask: AskEdit) -> PositionView:
    """Read an edited board as a position, or say why it is not one."""
    base = game_of(ask["game"]).position(ask.get("base"))
    return position_view(position_of_pieces(base, ask["pieces"], ask["turn"]))


class AnalysisSession(Session):
    """One page's analysis; its engine is kept from one question to the next."""

    PATH = "/api/analyse"
    Ask = AskAnalysis

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._thinker: Thinker | None = None
        self._left_out: tuple[str, ...] = ()

    def lock(self, ask: AskAnalysis) -> str:
        """All of it is the engine's."""
        return "engine"

    def answer(self, ask: AskAnalysis, send: Send) -> Answering:
        """Analyse a position, or a game's every position."""
        record = _record(ask)
        if self._thinker is None:
            self._thinker = Thinker(record.game, lock=self.services.runtime.lock())
        if ask["do"] == "review":
            yield from self._review(record, ask.get("since", 0), send)
        elif record.outcome is None:
            yield from self._analyse(record, ask.get("lines", 1), send)

    def _analyse(self, record: Record, lines: int, send: Send) -> Answering:
        """Think in turns about a position, sending what is found; at first also look for a proof."""
        assert self._thinker is not None
        thinker, thoughts = self._thinker, Thoughts()
        proving, proof = _prepare(record.position)
        # by itself the engine would show only the moves that keep to the proof
        moves = list(record.position.legal_moves) if proof is not None else None

        def tell(info: Info) -> None:
            if thoughts.is_news(info):
                self._send(record, thinker, thoughts.with_earlier(info), proof, send)

        is_cut_short = True
        while is_cut_short and thoughts.seconds < MAX_SECONDS:
            seconds = PROVING_SLICE if proving is not None else MAX_SECONDS - thoughts.seconds
            turn = yield
            info = yield from thinker.in_turns(
                record, Limits(depth=MAX_DEPTH, movetime=seconds), turn, lines, tell, moves
            )
            is_cut_short = (turn.stop.is_set() and turn.has_threads) or (
                proving is not None and info.seconds >= seconds
            )
            thoughts.add(info)
            if proving is not None:
                turn = yield
                try:
                    proving.send(turn)
                except StopIteration as ended:
                    proving, proof, is_cut_short = None, ended.value, True
                except PlygroundError:  # the engine says what is wrong
                    proving = None
        self._send(record, thinker, thoughts.whole(), proof, send)

    def _send(self, record: Record, thinker: Thinker, info: Info, proof: Proof | None, send: Send) -> None:
        """Send what is known, and once which table files cannot be used."""
        if (left_out := thinker.engine.unusable_tables) and left_out != self._left_out:
            self._left_out = left_out
            send({"left_out": left_out})
        shown = view_of_search(record.position, info)
        send({"thought": proof.beside(shown) if proof is not None else shown}, latest=True)

    def _review(self, record: Record, since: int, send: Send) -> Answering:
        """Analyse every position from ply `since` on, the last one first, because its results help with the others."""
        assert self._thinker is not None
        plies, line = record.plies, record.up_to()
        for ply in range(plies, since - 1, -1):
            place = {"ply": ply, "of": plies}
            outcome = line.outcome
            if outcome is not None:
                winner = 0.5 if outcome.winner is None else 1.0 - int(outcome.winner)
                send({**place, "over": outcome.result, "chance": winner})
            elif known := _answer_of_tables(line.position):
                send({**place, "thought": known})
            else:
                thoughts, limits = Thoughts(), Limits(depth=MAX_DEPTH, movetime=REVIEW_SECONDS)
                is_cut_short = True
                while is_cut_short and thoughts.seconds < REVIEW_SECONDS:
                    turn = yield
                    info = yield from self._thinker.in_turns(line, limits, turn, 1, lambda info: None)
                    thoughts.add(info)
                    is_cut_short = turn.stop.is_set() and turn.has_threads
                shown, proof = view_of_search(line.position, thoughts.whole()), find_kept_proof(line.position)
                send({**place, "thought": proof.beside(shown) if proof is not None else shown})
            line.undo()


class Thoughts:
    """What the turns of an analysis have found, added up."""

    def __init__(self) -> None:
        self.nodes, self.seconds, self._deepest = 0, 0.0, 0
        self._last: Info | None = None

    def is_news(self, info: Info) -> bool:
        """Tell whether a report of the turn under way is as deep as what is known."""
        self._deepest, is_deep = max(info.depth, self._deepest), info.depth >= self._deepest
        return is_deep

    def with_earlier(self, info: Info) -> Info:
        """Return a report of the turn under way with the nodes and the time of the turns before.

        Each turn's search begins anew; of a depth that was finished before, its lines stay.
        """
        last = self._last
        lines = last.lines if last is not None and last.depth == info.depth else info.lines
        return Info(
            info.depth, info.seldepth, info.nodes + self.nodes, info.seconds + self.seconds, info.hashfull, lines
        )

    def add(self, info: Info) -> None:
        """Add the last report of a turn; one that was cut short may be less deep than what is known."""
        added, last = self.with_earlier(info), self._last
        self._last = added if last is None or info.depth >= last.depth else replace(last, nodes=added.nodes)
        self.nodes, self.seconds = added.nodes, added.seconds

    def whole(self) -> Info:
        """Return the last report."""
        assert self._last is not None, "a turn has been taken"
        return self._last


def _prepare(position: Position) -> tuple[Proving | None, Proof | None]:
    """Return the proof of a position that is to be found, ready for its first turn, or the one that is there."""
    proving = prove(position)
    try:
        next(proving)
    except StopIteration as ended:
        return None, ended.value
    except PlygroundError:
        return None, None
    return proving, None


def _answer_of_tables(position: Position) -> Thought | None:
    """Return what the tables know of a position as if it had been thought, None where they know nothing."""
    try:
        found = probe(position)
    except PlygroundError:
        # a damaged file is told of where the tables themselves are shown
        return None
    certain = exact_chance(found)
    if certain is None or found.tables is None or not found.moves:
        return None
    best = found.moves[0].move
    line: LineView = {
        "score": {1.0: "won", 0.5: "0.00", 0.0: "lost"}[certain],
        "chance": certain,
        "lead": "",
        "exact": True,
        "moves": [best.text],
        "squares": steps_of(position, best.code),
    }
    return {"depth": 0, "seldepth": 0, "nodes": 0, "seconds": 0.0, "nps": 0, "hashfull": 0, "lines": [line]}


def _record(ask: AskAnalysis) -> Record:
    game = game_of(ask.get("game", ""), ask.get("rules"))
    record = Record.from_moves(game, ask.get("moves", []), game.position(ask.get("start")))
    if ask.get("threat"):
        record = Record(game, record.position.turned_over())
    return record
