"""What puzzles are about: themes that every game has, and those that a game adds.

A game adds its own in the optional file ``themes.py`` of its folder::

    THEMES = {"drowning": "Drowning", ...}          # name to title
    def themes(positions, moves): ...               # the names that fit a line: positions, one more than moves, and
                                                    # the moves, the solver's at even places
"""

from collections.abc import Sequence

from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.engine.hooks import is_check
from plyground.puzzles.puzzle import Goal, ProofKind

GENERIC = {
    "decisive": "Win at once",
    "forced-win": "Forced win",
    "advantage": "Decisive advantage",
    "defence": "Defence",
    "sacrifice": "Sacrifice",
    "quiet": "Quiet move",
    "endgame": "Endgame",
    "one-move": "One move",
    "short": "Two moves",
    "long": "Three moves or more",
}
"""Name to title."""


def themes_of(game: Game) -> dict[str, str]:
    """Return the themes that puzzles of `game` may have, name to title."""
    module = game.optional_submodule("themes")
    return {**GENERIC, **(module.THEMES if module is not None else {})}


def find_themes(
    positions: Sequence[Position], moves: Sequence[Move], goal: Goal, proof: ProofKind, plies: int
) -> tuple[str, ...]:
    """Return the themes of a puzzle, in the order of `themes_of`.

    Parameters
    ----------
    positions, moves
        Its line.
    goal, proof
        Of the puzzle.
    plies
        Those to the end of the game, where that is in sight, else 0.
    """
    game, steps = positions[0].game, (len(moves) + 1) // 2
    found = {("one-move", "short", "long")[min(steps, 3) - 1]}
    if goal is Goal.SAVE:
        found.add("defence")
    elif positions[-1].outcome is not None and steps == 1:
        found.add("decisive")
    else:
        found.add("advantage" if plies == 0 and proof is ProofKind.SEARCH else "forced-win")
    if proof is ProofKind.TABLE:
        found.add("endgame")
    men = [len(position.pieces) for position in positions]
    if len(moves) > 1 and men[1] == men[0] and men[2] < men[1] and positions[0].turn is _owner_of_lost(positions):
        found.add("sacrifice")
    if men[1] == men[0] and positions[1].outcome is None and not _threatens(positions[1]):
        found.add("quiet")
    module = game.optional_submodule("themes")
    if module is not None:
        found |= set(module.themes(positions, moves))
    return tuple(name for name in themes_of(game) if name in found)


def _owner_of_lost(positions: Sequence[Position]) -> object:
    """Return whose man the answer to the first move has taken: the solver's, unless it took its own."""
    solver = positions[0].turn
    before, after = positions[1].pieces, positions[2].pieces
    prefix = f"{solver.name.lower()}-"
    lost = _count(before, prefix) - _count(after, prefix)
    return solver if lost > 0 else None


def _count(pieces: dict[str, str], prefix: str) -> int:
    return sum(name.startswith(prefix) for name in pieces.values())


def _threatens(position: Position) -> bool:
    """Tell whether the side to move would lose its king at once if it did nothing."""
    return bool(is_check(position.rules, position.words))
