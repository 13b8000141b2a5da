"""Analysis: lines of moves, the position editor, and live thinking through a WebSocket.

A page (`plyground.web.host.socket_session`) sends ``{"do": "analyse", "token": 7, "game": ..., "start": ..., "moves":
[...], "lines": 3}`` and is sent ``{"token": 7, "thought": {...}}`` again and again, and ``{"token": 7, "left_out":
[...]}`` with a sentence for each table file that cannot be used. With ``"do": "review"`` every
position of the game is looked at, the last one first, and each comes as ``{"token": 7, "ply": 12, "of": 40, "thought":
{...}}``; with ``"since": 12`` only those from ply 12 on.
"""

import asyncio
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from starlette.websockets import WebSocket

from plyground.core.editing import position_of_pieces
from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.endgame import probe
from plyground.engine import Info, Limits
from plyground.web.analysis.proving import Proof, prove
from plyground.web.endgames.verdicts import exact_chance
from plyground.web.host.pool import Job
from plyground.web.host.socket_session import SocketSession, socket_route
from plyground.web.service.endpoints import Api
from plyground.web.service.fields import Name, Text
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.thinking import LineView, Thinker, Thought, thought
from plyground.web.service.trees import Step
from plyground.web.service.views import PositionView, game_of, position_view, steps_of

api = Api()
Moves = Annotated[list[Annotated[str, Most(200)]], Most(1000)]
MAX_SECONDS = 600
"""Seconds of thinking after which an analysis stops."""
REVIEW_SECONDS = 0.4
SEND_EVERY = 0.08
"""Seconds between two messages of an analysis."""
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
    """What a tab sends through the WebSocket."""

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
def follow_line(services: Services, ask: AskLine) -> FollowedLine:
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
        squares = steps_of(position, move.code)
        position = position.play(move)
        outcome = position.outcome_text if position.outcome else None
        steps.append(
            Step(move=move.text, squares=squares, position=position.text, turn=int(position.turn), outcome=outcome)
        )
    return {"start": start, "steps": steps}


@api.post("/api/edit")
def edit_position(services: Services, ask: AskEdit) -> PositionView:
    """Read an edited board as a position, or say why it is not one."""
    base = game_of(ask["game"]).position(ask.get("base"))
    return position_view(position_of_pieces(base, ask["pieces"], ask["turn"]))


class AnalysisSession(SocketSession):
    """One tab's analysis; its engine is kept from one request to the next."""

    Ask = AskAnalysis

    def __init__(self, socket: WebSocket, services: Services) -> None:
        super().__init__(socket, services)
        self._thinker: Thinker | None = None
        self._left_out: tuple[str, ...] = ()

    def lock(self, ask: AskAnalysis) -> str:
        """All of it is the engine's."""
        return "engine"

    async def answer(self, ask: AskAnalysis, token: int | None) -> None:
        """Analyse a position, or a game's every position."""
        record = await asyncio.to_thread(_record, ask)
        if self._thinker is None:
            self._thinker = await asyncio.to_thread(Thinker, record.game)
        if ask["do"] == "review":
            await self._review(record, token, ask.get("since", 0))
        elif record.outcome is None:
            await self._think(record, Limits(depth=MAX_DEPTH), ask.get("lines", 1), {"token": token}, MAX_SECONDS)

    async def _think(
        self, record: Record, limits: Limits, lines: int, label: dict[str, Any], most: float, *, quietly: bool = False
    ) -> Thought:
        """Think in turns with other tabs for at most `most` seconds, sending what is found; return the last report."""
        thinker = self._thinker
        assert thinker is not None
        latest: asyncio.Queue[Info | Proof] = asyncio.Queue()
        sender = None if quietly else asyncio.create_task(self._send_latest(record, thinker, latest, label))
        prover = None if quietly else asyncio.create_task(self._prove(record.position, latest))
        nodes, seconds, deepest = 0, 0.0, 0

        def tell(info: Info) -> None:
            nonlocal deepest
            if info.depth >= deepest:
                deepest = info.depth
                self.loop.call_soon_threadsafe(latest.put_nowait, _added(info, nodes, seconds))

        try:
            while True:

                def work(job: Job) -> tuple[Info, bool]:
                    info = thinker.think(record, limits, job, lines, tell)
                    return info, job.stop.is_set()

                info, was_cut_short = await self.services.pool.run(self.client, work)
                nodes, seconds = nodes + info.nodes, seconds + info.seconds
                if not was_cut_short or seconds >= most:
                    break
        finally:
            for task in (sender, prover):
                if task is not None:
                    task.cancel()
        last = thought(record.position, _added(info, nodes - info.nodes, seconds - info.seconds))
        if prover is not None and prover.done() and not prover.cancelled() and (proof := prover.result()) is not None:
            last = proof.beside(last)
        if not quietly:
            await self._tell_left_out(thinker, label)
            await self.send({**label, "thought": last})
        return last

    async def _tell_left_out(self, thinker: Thinker, label: dict[str, Any]) -> None:
        """Say once which table files cannot be used."""
        if (left_out := thinker.engine.tables_left_out) and left_out != self._left_out:
            self._left_out = left_out
            await self.send({**label, "left_out": left_out})

    async def _prove(self, position: Position, latest: "asyncio.Queue[Info | Proof]") -> Proof | None:
        """Look for a proof, and hand it on."""
        try:
            proof = await prove(position, self.services.pool, f"{self.client} proof")
        except PlygroundError:  # the engine says what is wrong
            return None
        if proof is not None:
            latest.put_nowait(proof)
        return proof

    async def _send_latest(
        self, record: Record, thinker: Thinker, latest: "asyncio.Queue[Info | Proof]", label: dict[str, Any]
    ) -> None:
        """Send what is new, but not too often."""
        info, proof = None, None
        while True:
            found = [await latest.get()]
            while not latest.empty():
                found.append(latest.get_nowait())
            for each in found:
                if isinstance(each, Proof):
                    proof = each
                else:
                    info = each
            if info is not None:
                await self._tell_left_out(thinker, label)
                shown = thought(record.position, info)
                await self.send({**label, "thought": proof.beside(shown) if proof is not None else shown})
            await asyncio.sleep(SEND_EVERY)

    async def _review(self, record: Record, token: int | None, since: int) -> None:
        """Analyse every position from ply `since` on, the last one first, because its results help with the others."""
        plies = record.plies
        line = record.up_to()
        for ply in range(plies, since - 1, -1):
            label = {"token": token, "ply": ply, "of": plies}
            outcome = line.outcome
            if outcome is not None:
                winner = 0.5 if outcome.winner is None else 1.0 - int(outcome.winner)
                await self.send({**label, "over": outcome.result, "chance": winner})
            elif known := await asyncio.to_thread(_known, line.position):
                await self.send({**label, "thought": known})
            else:
                limits = Limits(depth=MAX_DEPTH, movetime=REVIEW_SECONDS)
                found = await self._think(line, limits, 1, label, REVIEW_SECONDS, quietly=True)
                await self.send({**label, "thought": found})
            line.undo()


def _known(position: Position) -> Thought | None:
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
        "exact": True,
        "moves": [best.text],
        "squares": steps_of(position, best.code),
    }
    return {"depth": 0, "seldepth": 0, "nodes": 0, "seconds": 0.0, "nps": 0, "hashfull": 0, "lines": [line]}


def _added(info: Info, nodes: int, seconds: float) -> Info:
    """Return `info` with the nodes and time of earlier turns added."""
    return Info(info.depth, info.seldepth, info.nodes + nodes, info.seconds + seconds, info.hashfull, info.lines)


def _record(ask: AskAnalysis) -> Record:
    game = game_of(ask.get("game", ""), ask.get("rules"))
    record = Record.from_moves(game, ask.get("moves", []), game.position(ask.get("start")))
    if ask.get("threat"):
        record = Record(game, record.position.turned_over())
    return record


sockets = [socket_route("/api/analyse", AnalysisSession)]
