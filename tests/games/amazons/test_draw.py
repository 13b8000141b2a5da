"""Amazons, drawings."""

from games.amazons.setups import WALLED
from plyground import get_game


def test_the_drawing_shows_every_piece_and_wall() -> None:
    position = get_game("amazons").position(WALLED)
    assert str(position).splitlines()[2] == "4  * * * * * q"
    assert position.svg().count('href="#blocked"') == 5
