"""Which moves take a king, and the warning before a move that lets it be taken."""

import pytest

from plyground import get_game
from plyground.web.play.danger import captures_of_king, threats

LIONS = "3l3/7/1p5/7/7/3L3/1P5 w 0"
CHECK = "k3r/5/5/5/4K w - - 0 1"


def test_the_flying_lion_takes():
    (capture,) = captures_of_king(get_game("congo").position(LIONS))
    assert (capture.squares, capture.piece, capture.square) == (["d2", "d7"], "lion", "d7")


@pytest.mark.parametrize(
    ("game", "text", "squares"),
    [
        ("congo", LIONS, [["d7", "d2"]]),
        ("gardner", CHECK, [["e5", "e1"]]),
        ("minichess", CHECK, [["e5", "e1"]]),
        ("gardner", None, []),
        ("amazons", None, []),
    ],
)
def test_a_threat_is_what_could_be_taken_next(game, text, squares):
    assert threats(get_game(game).position(text)) == squares


@pytest.mark.parametrize(("level", "is_warned"), [(1, True), (3, True), (4, False)])
def test_low_levels_ask_before_a_lion_is_given_away(api, level, is_warned):
    game = api.post("/api/play", game="congo", you="black", level=level, start="2el3/7/1p5/7/7/3L3/P6 b 0")
    assert game["danger"] == [["d2", "d7"]]
    careful = api.post(f"/api/play/{game['id']}/move", move="b5b4", ply=0, careful=True)
    if is_warned:
        assert (careful["warning"], careful["ply"]) == ("After b5b4 your lion can be taken at d7.", 0)
        assert api.post(f"/api/play/{game['id']}/move", move="b5b4", ply=0)["ply"] >= 1
    else:
        assert careful["warning"] == ""
        assert careful["ply"] >= 1
