"""Congo: seven files, seven ranks, a river between two castles, and two lions to catch.

Demian Freeling invented it in 1982, aged seven. The rules are those of the Wits course COMS3005A: the full game, and
the smaller armies with which the courses of 2022 and 2021 start. Sources: the course's hand-outs, mindsports.nl. A
game, as opposed to a position, is drawn by threefold repetition and at ply 400; that is this project's convention.
"""

from plyground.core.game import Game, Setting

BARE_LIONS = Setting("bare-lions", "draw", ("draw", "may-capture"))
"""Whether two lions alone are a draw at once, or only if the side to move cannot capture the other one."""

IS_FIRST_CHOICE = True
IS_FOR_COURSES = {"congo-2022": True, "congo-2021": True}
LEVEL_STEPS = (382, 636, 636, 269, 338, 338, 285, 117, 117)
BENCH_DEPTH = 6
IS_BENCHED = {"congo": True}


def _edition(name: str, variant: str, description: str, start: str) -> Game:
    return Game(
        name=name,
        title="Congo",
        variant=variant,
        description=description,
        start=start,
        module="plyground.games.congo",
        settings=(BARE_LIONS,),
        repetition=3,
        ply_cap=400,
        winning_scale={"congo-2022": 101, "congo-2021": 160}.get(name, 148),
    )


GAMES = (
    _edition(
        "congo", "", "catch the lion across the river: the full game", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0"
    ),
    _edition(
        "congo-2022",
        "course of 2022",
        "the course of 2022: giraffes, zebras and pawns",
        "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0",
    ),
    _edition(
        "congo-2021",
        "course of 2021",
        "the course of 2021: elephants, zebras, and pawns that do not promote",
        "2ele1z/ppppppp/7/7/7/PPPPPPP/2ELE1Z w 0",
    ),
)
