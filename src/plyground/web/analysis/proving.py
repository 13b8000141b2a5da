"""Proofs beside the engine's thinking: for a while, what a position is worth is also proved by `solving`.

In games in which no position comes again, such as Amazons and Star/Circle, a proof is often there long before the
engine's search has seen the end. What kept proofs show (`plyground.endgame.kept_proofs`) is there at once.
"""

from collections.abc import Generator
from dataclasses import dataclass

from plyground.core.move import Move
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.endgame.kept_proofs import look_up_proof
from plyground.solving.checker import positions_recur
from plyground.solving.solver import Solver
from plyground.web.service.runtime import Turn
from plyground.web.service.thinking import LineView, Thought
from plyground.web.service.views import steps_of

MAX_NODES = 300_000
"""How many positions are visited for a proof: two to three seconds' work."""
SLICE = 0.5
"""Seconds between two looks at how many there have been."""
SLICE_NODES = 50_000
"""Positions between them where the host has no threads."""
MAX_MOVES = 80
"""Where there are more moves, the end is too far away for that: on 6x6 Amazons has fewer from about ply 10 on."""
MEMORY = 64
"""MiB."""


@dataclass(frozen=True)
class Proof:
    """What is proved of a position.

    Attributes
    ----------
    line
        The move that keeps the value, and what may follow; where only a bound is proved, its ``lead`` says so.
    is_lost
        Whether every move loses.
    """

    line: LineView
    is_lost: bool

    def beside(self, thought: Thought) -> Thought:
        """Return `thought` with what is proved in the place of what is only estimated."""
        lines, own = thought["lines"], self.line
        if not lines or lines[0]["exact"]:
            return thought
        proved: list[LineView]
        if not own["exact"]:
            proved = [{**line, "lead": own["lead"]} for line in lines]
        elif self.is_lost:
            proved = [line.copy() for line in lines]
            for line in proved:
                line["score"], line["chance"], line["lead"], line["exact"] = own["score"], own["chance"], "", True
        else:
            proved = [own, *(line for line in lines if line["moves"][0] != own["moves"][0])][: len(lines)]
        shown = thought.copy()
        shown["lines"] = proved
        return shown


Proving = Generator[None, Turn, Proof | None]
"""A proof under way: each ``yield`` gives it another turn, and in the end it is there, or nothing can be proved."""


def prove(position: Position) -> Proving:
    """Prove what can be proved of a position that is not over."""
    if (kept := find_kept_proof(position)) is not None:
        return kept
    if positions_recur(position.game) or len(position.legal_moves) > MAX_MOVES:
        return None
    solver = Solver(position, MEMORY)
    while solver.state.value is None and solver.state.nodes < MAX_NODES:
        turn = yield
        turn.when_stopped(solver.stop)
        if turn.has_threads:
            solver.solve(SLICE)
        else:
            _go_on(solver, turn)
        turn.when_stopped(None)
    value, moves = solver.state.value, solver.line()
    if value is None or not moves:
        return None
    own = int(value) if position.game.scored else {"win": 1, "draw": 0, "loss": -1}[value]
    return _proof_of(position, own, moves)


def find_kept_proof(position: Position) -> Proof | None:
    """Return what a kept proof shows of a position, with its move; None where there is none."""
    known = look_up_proof(position)
    if known is None:
        return None
    game, moves = position.game, [move for move in position.legal_moves if move.code == known.move]
    if known.lower is not None and known.lower == known.upper:
        is_lost = known.lower < 0 and not game.scored
        return _proof_of(position, known.lower, moves) if moves or is_lost else None
    if game.scored:
        return None
    side = position.turn if known.lower == 0 else position.turn.other
    lead = f"{game.colors[side]} need not lose" + "".join(f": {move.text}" for move in moves)
    line: LineView = {"score": "", "chance": 0.5, "lead": lead, "exact": False, "moves": [], "squares": []}
    return Proof(line, is_lost=False)


def _proof_of(position: Position, own: int, moves: list[Move]) -> Proof:
    """Return the proof that a position is worth `own` to the side to move, by these moves of both."""
    sign = 1 if position.turn is Color.WHITE else -1
    line: LineView = {
        "score": f"{sign * own:+d}" if position.game.scored else {1: "1-0", 0: "½-½", -1: "0-1"}[sign * own],
        "chance": 0.5 + 0.5 * ((sign * own > 0) - (sign * own < 0)),
        "lead": "",
        "exact": True,
        "moves": [move.text for move in moves],
        "squares": steps_of(position, moves[0].code) if moves else [],
    }
    return Proof(line, is_lost=own < 0 and not position.game.scored)


def _go_on(solver: Solver, turn: Turn) -> None:
    """Go on with a proof in this thread, for `SLICE_NODES` positions or so, or until the turn ends."""
    end = solver.state.nodes + SLICE_NODES
    for state in solver.slices():
        if state.nodes >= end or turn.stop.is_set():
            break
