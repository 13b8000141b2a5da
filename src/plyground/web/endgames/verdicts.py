"""What the tables say about a position and its moves, in words for people (`plyground.endgame`)."""

from collections.abc import Collection
from typing import TypedDict

from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.endgame.lookup import Probe, probe
from plyground.endgame.missing import Missing, missing_for
from plyground.endgame.store import Tables
from plyground.endgame.tablefile import InvalidTable
from plyground.endgame.unusable import sentence_of
from plyground.endgame.values import Category, Verdict
from plyground.web.service.views import steps_of

METRICS = {
    "dtw": "Distances are in plies, to the end of the game with best play of both sides.",
    "dtz": "Distances are in plies, to the next move that sets the counter back or ends the game.",
}


class VerdictView(TypedDict):
    """A verdict: its category as lila-tablebase names it, the distance in plies, and both in words ("wins in 7")."""

    category: str
    distance: int
    text: str


class MoveVerdict(TypedDict):
    """A move, the squares it touches, and what it leads to for who makes it; None where no table says."""

    move: str
    squares: list[str]
    verdict: VerdictView | None


class MissingView(TypedDict):
    """What is not on this machine, and the command that builds it."""

    sentence: str
    command: str


class TableView(TypedDict):
    """What the tables know of a position: its verdict and every move, best first.

    Where they know nothing ``verdict`` is null, and ``missing`` says what could be built so that they do. ``faults``
    says which files cannot be used, and why: what only they know is unknown.
    """

    verdict: VerdictView | None
    sentence: str
    note: str
    moves: list[MoveVerdict]
    missing: MissingView | None
    faults: list[str]


def table_view(position: Position) -> TableView:
    """Return what the tables know of a position, the counter as it stands."""
    faults = list[InvalidTable]()
    found = probe(position, faults=faults)
    verdict = found.verdict_now
    if position.outcome is not None:
        return _nothing_known()
    if verdict is None or found.tables is None:
        tables = found.tables if isinstance(found.tables, Tables) else None
        return _nothing_known(None if faults else missing_for(position, tables), faults)
    limit = found.tables.limit
    moves = [
        MoveVerdict(
            move=each.move.text,
            squares=steps_of(position, each.move.code),
            verdict=None if each.verdict is None else verdict_view(each.verdict.after(position.quiet_plies, limit)),
        )
        for each in found.moves
    ]
    moves.sort(key=lambda known: known["verdict"] is None)
    return {
        "verdict": verdict_view(verdict),
        "sentence": sentence(position, verdict),
        "note": METRICS[found.tables.metric],
        "moves": moves,
        "missing": None,
        "faults": _sentences(faults),
    }


def _nothing_known(missing: Missing | None = None, faults: Collection[InvalidTable] = ()) -> TableView:
    return {
        "verdict": None,
        "sentence": "",
        "note": "",
        "moves": [],
        "missing": missing_view(missing),
        "faults": _sentences(faults),
    }


def _sentences(faults: Collection[InvalidTable]) -> list[str]:
    return list(dict.fromkeys(map(sentence_of, faults)))


def missing_view(missing: Missing | None) -> MissingView | None:
    """Return what is missing for the browser."""
    return None if missing is None else {"sentence": missing.sentence, "command": missing.command}


def verdict_view(verdict: Verdict) -> VerdictView:
    """Return a verdict for the browser."""
    return {"category": str(verdict.category), "distance": verdict.distance, "text": words(verdict)}


def words(verdict: Verdict) -> str:
    """Say what a verdict means for the side to move: "wins in 7", "draw", "loses in 12"."""
    if verdict.category is Category.DRAW:
        return "draw"
    if verdict.category in {Category.WIN, Category.LOSS}:
        if verdict.distance == 0:
            return "has won" if verdict.sign > 0 else "has lost"
        return f"{'wins' if verdict.sign > 0 else 'loses'} in {verdict.distance}"
    return f"draw: the {'win' if verdict.sign > 0 else 'loss'} in {verdict.distance} comes too late for the counter"


def sentence(position: Position, verdict: Verdict) -> str:
    """Say what a verdict means for the position."""
    color = position.game.colors[position.turn]
    if verdict.category in {Category.WIN, Category.LOSS}:
        return f"{color} {words(verdict)}."
    return words(verdict)[0].upper() + words(verdict)[1:] + "."


def exact_chance(found: Probe) -> float | None:
    """Return White's winning chance as the tables know it: 1, 0.5 or 0; None where they do not."""
    verdict = found.verdict_now
    if verdict is None or found.tables is None:
        return None
    own = {Category.WIN: 1.0, Category.LOSS: 0.0}.get(verdict.category, 0.5)
    return own if found.position.turn is Color.WHITE else 1 - own
