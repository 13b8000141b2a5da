"""The weights of the evaluation in `worth`, in hundredths of a pawn, as one array and the places of each term in it.

They were tuned by ``tools/tune_congo.py`` on the outcomes of games the engine played against itself.
"""

import numpy as np

from plyground.kernel.words import Moves

PLACES = 28
"""Squares a table of places tells apart: seven ranks as the side sees them, four files from the edge to the middle."""

PLACE = 0
"""For each kind, lion first: what it is worth on each place, its material included."""
MOBILITY = PLACE + 8 * PLACES
"""By kind: for each square it can go to that no enemy pawn attacks."""
AIM = MOBILITY + 8
"""By kind: for each attack on the enemy lion or a square beside it (pawns' and superpawns' count together)."""
PASSED = AIM + 8
"""By ranks gone forward: for a pawn with no enemy pawn ahead of it on its file or beside it."""
PROTECTED = PASSED + 7
"""For a piece or pawn that pawns protect."""
HANGING_PIECE, HANGING_PAWN, PIECE_UNDER_PAWN, PIECE_IN_RIVER, PAWN_IN_RIVER = range(PROTECTED + 1, PROTECTED + 11, 2)
"""Pairs, the first if its own side is to move, the second if not. Attacked and not protected; attacked by a pawn though
protected; in the river."""
SHIELD = PROTECTED + 11
"""For each piece of its own beside the lion."""
ESCAPES = SHIELD + 1
"""For each square that the lion can go to and the enemy does not attack."""
PINNED = ESCAPES + 1
"""For a piece that alone stands between the lions on a line on which one could take the other."""
TEMPO = PINNED + 1
"""For having the move."""
LION_ATTACKED = TEMPO + 1
"""For a lion that would be taken if its side did not have the move."""
SIZE = LION_ATTACKED + 1

KINDS = ("lion", "zebra", "elephant", "giraffe", "crocodile", "monkey", "pawn", "superpawn")
ROWS = {f"place {kind}": PLACE + PLACES * number for number, kind in enumerate(KINDS)} | {
    "mobility": MOBILITY,
    "aim": AIM,
    "passed": PASSED,
    "protected": PROTECTED,
    "hanging piece": HANGING_PIECE,
    "hanging pawn": HANGING_PAWN,
    "piece under pawn": PIECE_UNDER_PAWN,
    "piece in river": PIECE_IN_RIVER,
    "pawn in river": PAWN_IN_RIVER,
    "shield": SHIELD,
    "escapes": ESCAPES,
    "pinned": PINNED,
    "tempo": TEMPO,
    "lion attacked": LION_ATTACKED,
}
"""The terms by name, and where each begins."""


def first_guess() -> Moves:
    """Return the weights that tuning starts from: material, a pawn's way, and some threats."""
    weights = np.zeros(SIZE, np.int64)
    for kind, value in enumerate((0, 320, 340, 310, 420, 420, 100, 300)):
        weights[PLACE + PLACES * kind : PLACE + PLACES * (kind + 1)] = value
    for rank, value in enumerate((0, 0, 4, 6, 18, 45, 0)):
        weights[PLACE + 6 * PLACES + 4 * rank : PLACE + 6 * PLACES + 4 * rank + 4] += value
    weights[MOBILITY : MOBILITY + 8] = (1, 4, 4, 4, 4, 4, 0, 0)
    weights[AIM : AIM + 8] = (0, 10, 10, 10, 10, 10, 10, 0)
    weights[HANGING_PIECE : HANGING_PIECE + 2] = (-10, -60)
    weights[HANGING_PAWN : HANGING_PAWN + 2] = (-5, -20)
    weights[PIECE_UNDER_PAWN : PIECE_UNDER_PAWN + 2] = (-10, -60)
    weights[PIECE_IN_RIVER : PIECE_IN_RIVER + 2] = (-15, -15)
    weights[PAWN_IN_RIVER : PAWN_IN_RIVER + 2] = (-10, -10)
    weights[SHIELD] = 5
    weights[ESCAPES] = 3
    weights[PINNED] = -15
    weights[TEMPO] = 15
    weights[LION_ATTACKED] = -40
    return weights


def table_text(weights: Moves) -> str:
    """Return `weights` as they are written in this file: `TUNED`."""
    lines = ["TUNED = {"]
    for (name, first), end in zip(ROWS.items(), [*list(ROWS.values())[1:], SIZE], strict=True):
        numbers = weights[first:end].tolist()
        if name.startswith("place"):
            rows = [numbers[4 * rank : 4 * rank + 4] for rank in reversed(range(7))]
            lines += [f'    "{name}": (', *(f"        {', '.join(map(str, row))}," for row in rows), "    ),"]
        else:
            lines.append(f'    "{name}": ({", ".join(map(str, numbers))},),')
    return "\n".join([*lines, "}"])


def read(table: dict[str, tuple[int, ...]]) -> Moves:
    """Return the array that a table written by `table_text` stands for."""
    weights = np.zeros(SIZE, np.int64)
    for name, numbers in table.items():
        row = np.array(numbers, np.int64)
        if name.startswith("place"):
            # the last rank is written first, as a diagram shows it
            row = row.reshape(7, 4)[::-1].ravel()
        weights[ROWS[name] : ROWS[name] + len(row)] = row
    return weights


# fmt: off
TUNED: dict[str, tuple[int, ...]] = {
    "place lion": (
        0, 0, 0, 0,
        0, 0, 0, 0,
        0, 0, 0, 0,
        0, 0, 0, 0,
        0, 0, -2, -20,
        0, 0, -2, 13,
        0, 0, -9, 20,
    ),
    "place zebra": (
        253, 257, 246, 260,
        255, 270, 254, 254,
        222, 229, 264, 238,
        259, 256, 251, 256,
        231, 262, 242, 252,
        254, 272, 239, 263,
        230, 270, 261, 244,
    ),
    "place elephant": (
        290, 281, 302, 300,
        294, 303, 300, 288,
        294, 313, 298, 322,
        301, 302, 283, 294,
        313, 294, 292, 308,
        305, 308, 289, 318,
        270, 270, 272, 306,
    ),
    "place giraffe": (
        226, 240, 234, 234,
        201, 222, 224, 232,
        252, 254, 228, 227,
        226, 233, 229, 225,
        255, 230, 221, 242,
        249, 245, 212, 230,
        240, 235, 230, 237,
    ),
    "place crocodile": (
        390, 378, 384, 382,
        377, 380, 389, 383,
        364, 396, 423, 393,
        384, 400, 395, 370,
        354, 387, 378, 373,
        381, 365, 376, 379,
        388, 372, 383, 390,
    ),
    "place monkey": (
        280, 275, 272, 274,
        275, 272, 270, 269,
        285, 291, 293, 272,
        268, 273, 273, 266,
        266, 244, 269, 289,
        262, 256, 274, 298,
        274, 250, 249, 257,
    ),
    "place pawn": (
        92, 92, 92, 92,
        120, 150, 146, 143,
        83, 123, 112, 95,
        86, 104, 105, 91,
        92, 103, 99, 88,
        110, 102, 94, 94,
        92, 92, 92, 92,
    ),
    "place superpawn": (
        268, 250, 278, 268,
        256, 256, 255, 276,
        277, 282, 306, 279,
        275, 279, 279, 278,
        279, 279, 297, 280,
        275, 282, 277, 276,
        274, 274, 274, 274,
    ),
    "mobility": (-4, -1, 0, 4, 3, 1, 0, 0),
    "aim": (0, 3, 10, 7, 11, 34, 13, 0),
    "passed": (0, -4, 6, 39, 48, 69, 0),
    "protected": (-6,),
    "hanging piece": (-26, -43),
    "hanging pawn": (-14, -25),
    "piece under pawn": (-12, -29),
    "piece in river": (-21, -38),
    "pawn in river": (-36, -40),
    "shield": (-1,),
    "escapes": (2,),
    "pinned": (-28,),
    "tempo": (6,),
    "lion attacked": (-40,),
}
# fmt: on

WEIGHTS = read(TUNED)
