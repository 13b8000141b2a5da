"""What somebody asks who has never played, answered on the screen of a game."""

import pytest
from playwright.sync_api import expect

from plyground import get_game
from plyground.web.board.overlays import first_of, titles_of
from web.hands import ready

pytestmark = pytest.mark.xdist_group("browser")

AIMS = {
    "congo": "Take the other lion.",
    "amazons": "Be the last who can move.",
    "halma": "Be the first with all men in the opposite camp.",
    "gardner": "Checkmate the other king.",
    "starcircle": "Bring your men further than the other side brings its own.",
}


@pytest.mark.parametrize("game", AIMS)
def test_the_aim_is_said_where_the_moves_will_stand(server, pages, game):
    page = pages.page("phone")
    live = server.post("/api/play", game=game, you="white", level=1)
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    expect(page.locator("#moves")).to_have_text(AIMS[game])


@pytest.mark.parametrize("game", AIMS)
def test_a_first_game_shows_what_warns_and_not_all_there_is(server, pages, game):
    page = pages.page()
    live = server.post("/api/play", game=game, you="white", level=1)
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    on = page.locator('#overlays .chip[aria-pressed="true"]').all_inner_texts()
    titles = titles_of(get_game(game))
    assert on == [titles[name] for name in first_of(get_game(game))]
    assert len(on) < len(titles) or len(titles) == 1
    # nothing covers the men of the start
    expect(page.locator("#board .overlays text")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "pressed", "sentence"),
    [
        ("congo", ["e1", "e4"], "The elephant on e1 cannot go to e4. The dots show where a man can go."),
        ("congo", ["d7"], "The lion on d7 is Black's; it is White's move."),
        ("gardner", ["a1"], "The rook on a1 has no move now."),
        ("starcircle", ["H2"], "The circle on H2 is Circle's; it is Star's move."),
    ],
)
def test_what_cannot_be_played_is_told(server, pages, game, pressed, sentence):
    page = pages.page()
    live = server.post("/api/play", game=game, you="white", level=1)
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    for square in pressed:
        page.locator(f'#board [data-square="{square}"]').click(force=True)
    expect(page.locator("#state")).to_have_text(sentence)
