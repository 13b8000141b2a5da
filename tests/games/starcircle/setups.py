"""Star and Circle: positions to test on, and what the tests ask about them."""

import random

from hypothesis import strategies as st

from plyground import get_game
from plyground.core.position import Position
from reference import starcircle as twin

GAME = get_game("starcircle")
EMPTY_ROW = "0,0,0,0,0,0,0,0"


def board(**rows: str) -> str:
    """Return the eight rows, those not given empty: ``board(h="0,S2,0,0,0,0,0,0")``."""
    return "/".join(rows.get(name, EMPTY_ROW) for name in "hgfedcba")


def random_setup(rng: random.Random, *, light_squares: bool = False) -> str:
    """Return a position with pieces anywhere, stacks on the last rows, odd row values, maybe a pass just made."""
    density = rng.choice((0.1, 0.3, 0.6, 0.9))
    cells = []
    for square in twin.SQUARES:
        is_used = light_squares or (ord(square[0]) + int(square[1])) % 2 == 0
        cell = "0"
        if is_used and rng.random() < density:
            owner = rng.choice("SC")
            is_last = square[0] == twin.LAST_ROW[owner.lower()]
            cell = f"{owner}{rng.choice((1, 1, 2, 31, 32)) if is_last else 1}"
        cells.append(cell)
    rows = "/".join(",".join(cells[i : i + 8]) for i in range(0, 64, 8))
    values = sorted(rng.sample(range(-500, 1000), 8)) if rng.random() < 0.7 else range(10, 90, 10)
    text = f"{rows} {rng.choice('sc')} {','.join(map(str, values))}"
    return text + rng.choice(("", "", "", " 1", " 2"))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions with pieces anywhere."""
    return GAME.position(random_setup(random.Random(draw(st.integers(0, 2**32)))))
