"""What each term of the Congo evaluation is worth, in hundredths of a pawn.

They were tuned by ``tools/tune_congo.py`` on the results of games that the engine played against itself. `terms` says
what each number of a term stands for; a piece's value is included in those of its places.
"""

from plyground.games.congo.terms import TERMS

# fmt: off
VALUES: dict[str, tuple[int, ...]] = {
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
    "mobility": (-4, -1, 0, 4, 3, 1, 0, 0,),
    "aim": (0, 3, 10, 7, 11, 34, 13, 0,),
    "passed": (0, -4, 6, 39, 48, 69, 0,),
    "protected": (-6,),
    "hanging piece": (-26, -43,),
    "hanging pawn": (-14, -25,),
    "piece under pawn": (-12, -29,),
    "piece in river": (-21, -38,),
    "pawn in river": (-36, -40,),
    "shield": (-1,),
    "escapes": (2,),
    "pinned": (-28,),
    "tempo": (6,),
    "lion attacked": (-40,),
}
# fmt: on

WEIGHTS = TERMS.array_of(VALUES)
