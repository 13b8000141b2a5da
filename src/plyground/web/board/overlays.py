"""`Overlay`: what can be drawn over a position to explain it: shaded squares, numbers, lines, and one sentence.

A game may have a file ``overlays.py`` with ``TITLES``, from the name of each overlay to how people call it, and a
function ``overlays``, from a `Position` to a list of `Overlay` in the same order. The app draws those that are switched
on, and adds what the terms that they show contribute to the evaluation. ``AT_FIRST`` may name those that are on in
somebody's first games: what warns, rather than what covers the board.
"""

from collections.abc import Iterable
from typing import Literal, NotRequired, TypedDict

from plyground.core.events import name_men
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.kernel.words import turned

Kind = Literal["white", "black", "both", "danger", "water", "line"]
"""How a square is shaded: for a side, for both equally, as a warning, as water, as part of a line."""


class Mark(TypedDict):
    """A shaded square; ``strength`` is from 0 to 1 (usually 1), ``text`` a few characters in its corner."""

    square: str
    kind: Kind
    strength: NotRequired[float]
    text: NotRequired[str]


class Overlay(TypedDict):
    """One way to look at a position.

    Attributes
    ----------
    name
        What it is called in `TITLES`.
    sentence
        What is seen in this position.
    marks
        The shaded squares.
    paths
        Square to the squares of a way that begins there, shown while the square is pointed at.
    terms
        The names of the evaluation's terms that this shows.
    """

    name: str
    sentence: str
    marks: list[Mark]
    paths: dict[str, list[str]]
    terms: list[str]


def overlay(
    name: str,
    sentence: str,
    marks: Iterable[Mark],
    *,
    terms: Iterable[str] = (),
    paths: dict[str, list[str]] | None = None,
) -> Overlay:
    """Return an overlay."""
    return {
        "name": name,
        "sentence": sentence,
        "marks": list(marks),
        "paths": paths or {},
        "terms": list(terms),
    }


def mark(square: str, kind: Kind, *, strength: float = 1.0, text: str = "") -> Mark:
    """Return a mark."""
    found: Mark = {"square": square, "kind": kind}
    if strength < 1.0:
        found["strength"] = round(max(strength, 0.0), 3)
    if text:
        found["text"] = text
    return found


def overlays_of(position: Position) -> list[Overlay]:
    """Return what can be drawn over a position; nothing where the game has no ``overlays.py``."""
    module = position.game.optional_submodule("overlays")
    found: list[Overlay] = module.overlays(position) if module is not None else []
    return found


def titles_of(game: Game) -> dict[str, str]:
    """Return how a game's overlays are called: name to title."""
    module = game.optional_submodule("overlays")
    return dict(module.TITLES) if module is not None else {}


def first_of(game: Game) -> list[str]:
    """Return the names of the overlays that are on in somebody's first games."""
    module = game.optional_submodule("overlays")
    return list(getattr(module, "AT_FIRST", ()))


def contribution(position: Position, terms: Iterable[str]) -> tuple[float, float]:
    """Return what some terms add to the evaluation, and the whole evaluation, both from White's point of view."""
    wanted, part, whole = set(terms), 0.0, 0.0
    for term in position.explain():
        whole += term.white - term.black
        part += term.white - term.black if term.name in wanted else 0.0
    return part, whole


def captures(position: Position, by: Color) -> dict[str, list[str]]:
    """Return what `by` could take if it were to move: square to the squares of the men that could take there.

    A square from which the last man is gone after a move, or on which another man stands, was taken.
    """
    if position.turn is not by:
        position = Position(position.game, position.rules, turned(position.words))
    before, prefix = position.pieces, by.other.name.lower()
    found: dict[str, list[str]] = {}
    for move in position.playable_moves:
        after = position.play(move).pieces
        steps = position.notation.move_steps(position.rules, position.words, move.code)
        for square, man in before.items():
            if man.startswith(prefix) and not after.get(square, "").startswith(prefix):
                found.setdefault(square, []).append(steps[0])
    return found


def loose(position: Position, by: Color) -> list[str]:
    """Return the squares on which `by` could take if it were to move, and not be taken back."""
    return _without_guard(position, by, captures(position, by))


def _without_guard(position: Position, by: Color, taken: Iterable[str]) -> list[str]:
    guarded = _with_guard(position, by.other, taken)
    return sorted(square for square in taken if square not in guarded)


def threats(position: Position, royal: str) -> Overlay:
    """Return the overlay of what each side could take next, for games in which men are captured.

    Of the `royal` man, "king" say, whose capture ends the game, nobody asks whether it could be taken back.
    """
    men, said = position.pieces, list[str]()
    marks: list[Mark] = []
    for side in (Color.WHITE, Color.BLACK):
        taken = captures(position, side)
        unguarded = _without_guard(position, side, taken)
        marks += [mark(square, "danger", strength=1.0 if square in unguarded else 0.5) for square in taken]
        name, royals = position.game.colors[side], [square for square in taken if men[square].endswith(f"-{royal}")]
        others, loose_men = ([square for square in each if square not in royals] for each in (taken, unguarded))
        if royals:
            said.append(f"{name} attacks {name_men(men, royals)}")
        if loose_men:
            said.append(f"{name} could take {name_men(men, loose_men)} without being taken back")
        elif others:
            protected = "which is protected" if len(others) == 1 else "all of them protected"
            said.append(f"{name} could take {name_men(men, others)}, {protected}")
    sentence = "; ".join(said) + "." if said else "Neither side can take anything."
    return overlay("threats", sentence[0].upper() + sentence[1:], marks)


def _with_guard(position: Position, owner: Color, squares: Iterable[str]) -> set[str]:
    """Return those of the squares on which `owner` could take back a man that has just taken there."""
    guarded = set()
    attackers = owner.other
    if position.turn is not attackers:
        position = Position(position.game, position.rules, turned(position.words))
    wanted = set(squares)
    for move in position.playable_moves:
        end = position.notation.move_steps(position.rules, position.words, move.code)[-1]
        if end in wanted and end not in guarded:
            after = position.play(move)
            if after.outcome is None and end in captures(after, owner):
                guarded.add(end)
    return guarded
