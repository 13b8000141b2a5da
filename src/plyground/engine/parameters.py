"""Parameters: every knob of the search, by name, with its unit and what 0 does.

The kernels take them as one array (`Parameters.array`), so that an ablation match or a tuner changes them without
compiling anything; the constants below are the places in it. A game chooses its own with a mapping `SEARCH` in its
``hooks.py``: ``SEARCH = {"null_move": 0}``; what differs in a variant stands in `SEARCH_IN`, by the variant's name.

`PLAIN` switches every selective part off: what is left is alpha-beta to a fixed depth, whose value is minimax's.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from plyground.core.errors import UnknownName, alternatives
from plyground.core.game import Game
from plyground.kernel.words import Moves


class Parameters(NamedTuple):
    """The knobs. Depths are plies, margins hundredths; a 0 in the first of a group switches the group off.

    Attributes
    ----------
    scored, repetition
        The rules of the game: whether it is for points, and which occurrence of a position is a draw (0: none).
    quiescence
        How many plies the search of forcing moves may go on below the horizon.
    check_extension
        Plies that a position in check is searched deeper.
    futility_depth, futility_margin, futility_base
        Up to this depth a node whose evaluation exceeds beta by the margin for each ply is not searched; and a quiet
        move that would need more than base and margin to reach alpha is not tried.
    razoring_depth, razoring_margin
        Up to this depth a node that lies further below alpha for each ply goes straight to quiescence.
    null_move, null_divisor, null_verified
        The reduction of a passed turn, plus depth / divisor; and from which depth on what it holds is searched again
        without passing, to as little depth (0: never).
    lmr_depth, lmr_first, lmr_scale, lmr_base, lmr_history
        From this depth on, moves from this place on are reduced by base + scale * ln(depth) * ln(place) / 100
        hundredths of a ply, and by one ply less for each `lmr_history` of history.
    lmp_depth, lmp_base, lmp_growth
        Up to this depth only the first base + growth * depth ** 2 / 100 moves are tried.
    see_pruning_depth
        Up to this depth moves with a negative priority are not tried.
    see_quiet_depth
        Up to this depth quiet moves that lose what they move (`hooks.loses_piece`) are not tried off the principal
        variation; elsewhere they are reduced by a ply more.
    singular_depth, singular_margin
        From this depth on a node is searched without its table move first, to see whether the others stay below its
        score by the margin for each ply (`extensions`).
    iir_depth
        From this depth on a node without a table move is searched a ply less deep.
    correction
        Each of four keys corrects the evaluation, by how wrong it was where the same stood, by at most this.
    fade
        The evaluation shrinks as the counter of quiet plies n rises, to fade / (fade + n) of itself.
    picked
        This many moves of a node are tried in order, the rest as they come: had the order been good, one of those would
        have ended the node, and to choose the best of a thousand a thousand times takes longer than to search them.
    staged
        This many moves that were best elsewhere (the table's, two killers, the countermove) are tried before the others
        are generated, where the game can tell whether they are legal (`hooks.is_legal`). More than one only where no
        move has a priority.
    child_order_depth, child_order_scale, child_order_share
        From this depth on quiet moves are ordered by the evaluation they lead to (`evaluate_for_order`), times scale.
        Of a node's moves only this share, in hundredths, but at least twice `picked`, is evaluated so, and chosen by a
        rougher look at all of them (`evaluate_roughly`); 0: every one is evaluated.
    gain_scale, gain_max
        A quiet move is credited in the history with what it gains in the evaluation, times scale / 16, but at most max.
    lazy_margin
        Where a net is added to the handmade evaluation, a leaf that the latter puts further outside the window than
        this is not judged by the net ("lazy evaluation"). What `correction` and `fade` change of an evaluation is not
        considered, so it is for games without either; `fade` changes nothing in a game that counts no quiet plies.
    aspiration
        Half the first window around the last iteration's score.
    exact_depth
        1: a bound in the table only answers for just the depth it was found at.
    endgames
        1: tables are asked, and what they or a solver of `plyground.endgame` know is not searched.
    recognizer
        1: a position that the game recognizes as won or lost (`hooks.recognize`) is not searched, and a line that ends
        in one is played out.
    """

    scored: int = 0
    repetition: int = 0
    quiescence: int = 32
    check_extension: int = 1
    futility_depth: int = 6
    futility_margin: int = 90
    futility_base: int = 120
    razoring_depth: int = 2
    razoring_margin: int = 250
    null_move: int = 3
    null_divisor: int = 4
    null_verified: int = 6
    lmr_depth: int = 2
    lmr_first: int = 2
    lmr_scale: int = 45
    lmr_base: int = 50
    lmr_history: int = 6000
    lmp_depth: int = 4
    lmp_base: int = 4
    lmp_growth: int = 150
    see_pruning_depth: int = 3
    see_quiet_depth: int = 0
    singular_depth: int = 0
    singular_margin: int = 2
    iir_depth: int = 4
    correction: int = 32
    fade: int = 40
    picked: int = 24
    staged: int = 0
    child_order_depth: int = 0
    child_order_scale: int = 16
    child_order_share: int = 0
    gain_scale: int = 64
    gain_max: int = 1600
    lazy_margin: int = 0
    aspiration: int = 25
    exact_depth: int = 0
    endgames: int = 1
    recognizer: int = 0

    def array(self) -> Moves:
        """Return the knobs as the kernels take them."""
        return np.array(self, np.int64)

    def with_changes(self, values: Mapping[str, int]) -> "Parameters":
        """Return them with some values changed; an unknown name raises `UnknownName`."""
        unknown = [name for name in values if name not in self._fields]
        if unknown:
            raise UnknownName(f"The search has no parameter {unknown[0]!r}; it has {alternatives(self._fields)}.")
        return self._replace(**values)


AT = Parameters(*range(len(Parameters._fields)))
"""Each knob's place in the array: a kernel reads ``settings[AT.lmr_depth]``, and the compiler sees a constant."""

PLAIN = {
    "quiescence": 0,
    "check_extension": 0,
    "futility_depth": 0,
    "razoring_depth": 0,
    "null_move": 0,
    "lmr_depth": 0,
    "lmp_depth": 0,
    "see_pruning_depth": 0,
    "see_quiet_depth": 0,
    "singular_depth": 0,
    "iir_depth": 0,
    "lazy_margin": 0,
    "correction": 0,
    "fade": 0,
    "exact_depth": 1,
    "endgames": 0,
    "recognizer": 0,
}
"""No selective part: alpha-beta to a fixed depth."""


def parameters_of(game: Game) -> Parameters:
    """Return the knobs as `game` sets them, after loading the answers that it gives to the engine's questions."""
    rules = {"scored": int(game.scored), "repetition": game.repetition or 0}
    hooks = game.optional_submodule("hooks")
    own: Mapping[str, int] = getattr(hooks, "SEARCH", {})
    variant: Mapping[str, int] = getattr(hooks, "SEARCH_IN", {}).get(game.name, {})
    return Parameters().with_changes(own).with_changes(variant).with_changes(rules)
