"""Star and Circle, drawings."""

from hypothesis import given, settings

from games.starcircle.setups import positions
from plyground.core.position import Position
from reference import starcircle as twin


@settings(max_examples=50, deadline=None)
@given(positions())
def test_drawing_names_every_piece(position: Position) -> None:
    state = twin.read(position.text)
    lines = str(position).splitlines()
    assert [line.split()[0] for line in lines[:8]] == list("HGFEDCBA")
    for name, line in zip("HGFEDCBA", lines, strict=False):
        for column, cell in zip("12345678", line.split()[1:], strict=True):
            owner, count = state.board.get(name + column, (".", 1))
            assert cell == owner.upper() + (str(count) if count > 1 else "")
    for square, (owner, count) in state.board.items():
        symbol = {"s": "star", "c": "circle"}[owner] + (f"-{count}" if count > 1 else "")
        assert f"{symbol} {square}" in position.svg()
