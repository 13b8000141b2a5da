"""What the evaluation sees: its terms, and what each piece is worth, in a table and on the board."""

import pytest
from playwright.sync_api import expect

from plyground.core.position import Position
from plyground.core.registry import all_games, get_game
from plyground.nets.evaluations import evaluation_of
from plyground.search.piece_values import piece_values
from web.accessibility import assert_nothing_serious_in_either_theme
from web.hands import by_mouse, ready

GAMES = sorted({get_game(name).family: name for name in sorted(all_games(), reverse=True)}.values())
HAS_NET = ["congo", "gardner", "halma-8x8", "amazons-10x10", "connect-four"]
OVER = "3l3/7/7/7/7/7/3L3 w 0"


@pytest.mark.parametrize("game", HAS_NET)
def test_a_net_tells_what_each_piece_is_worth(api, game):
    found = api.get(f"/api/games/{game}/evaluation")
    position = get_game(game).position()
    judge = evaluation_of(position.game, "net")
    assert (found["by"], found["is_engines"], found["terms"], found["over"]) == ("net", True, [], "")
    assert float(found["value"]) == pytest.approx(position.evaluate(judge) / 100, abs=0.005)
    told = {piece["square"]: piece for piece in found["pieces"]}
    assert set(told) == set(position.pieces)
    for row in piece_values(position, judge):
        shown = told[row.square]
        assert (shown["piece"], shown["fault"]) == (row.piece, row.fault)
        if row.value is None:
            assert shown["worth"] == shown["short"] == ""
            continue
        assert float(shown["worth"]) == pytest.approx(row.value / 100, abs=0.005)
        assert float(shown["short"]) == pytest.approx(row.value / 100, abs=0.51 if abs(row.value) > 990 else 0.051)
        assert shown["side"] == int(row.value < 0)


@pytest.mark.parametrize("game", GAMES)
def test_the_handmade_evaluation_tells_its_terms_and_their_sum(api, game):
    found = api.get(f"/api/games/{game}/evaluation", by="handmade")
    position = get_game(game).position()
    assert found["by"] == "handmade"
    assert found["is_engines"] == ("net" not in api.get(f"/api/games/{game}")["evaluations"])
    assert len(found["pieces"]) == len(position.pieces)
    if game == "connect-four":  # it does not say what its evaluation is made of
        assert found["terms"] == []
        return
    unit = 1 if position.game.scored else 100
    contributions = [row for row in position.explain() if row.white or row.black]
    is_whole = all(float(value).is_integer() for row in contributions for value in (row.white, row.black))
    assert found["terms"][-1]["name"] == ("sum" if is_whole else "sum before rounding")
    assert [row["name"] for row in found["terms"][:-1]] == [row.name for row in contributions]
    for row, contribution in zip(found["terms"], contributions, strict=False):
        assert float(row["white"]) == pytest.approx(contribution.white / unit, abs=0.51 / (1 if unit == 1 else 100))
    assert float(found["terms"][-1]["difference"]) == pytest.approx(float(found["value"]), abs=1.51 / unit)


def test_numbers_are_from_whites_point_of_view_and_without_a_net_the_terms_come_first(api):
    game = get_game("gardner")
    for text in (game.start, game.start.replace(" w ", " b ")):
        position = game.position(text)
        value = position.evaluate("handmade") * (1 if " w " in text else -1)
        found = api.get("/api/games/gardner/evaluation", position=text, by="handmade")
        assert float(found["value"]) == pytest.approx(value / 100, abs=0.005)
        (rook,) = (piece for piece in found["pieces"] if piece["square"] == "a1")
        assert rook["worth"].startswith("+")
        assert rook["side"] == 0
    found = api.get("/api/games/starcircle/evaluation")
    assert (found["by"], found["value"]) == ("handmade", "+9")
    # having the move is worth 12% of 80 points
    total = {"name": "sum before rounding", "white": "1993.6", "black": "1984.0", "difference": "+9.6"}
    assert found["terms"][-1] == total


def test_of_a_finished_game_only_its_end_is_told_and_no_evaluation_is_asked(api, monkeypatch):
    asked = []
    monkeypatch.setattr(Position, "evaluate", lambda position, name: asked.append(name))
    found = api.get("/api/games/congo/evaluation", position=OVER)
    assert found["over"].startswith("draw")
    assert (found["value"], found["terms"], found["pieces"]) == ("", [], [])
    assert list(piece_values(get_game("congo").position(OVER), evaluation_of(get_game("congo"), "net"))) == []
    assert asked == []


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"by": "net:/etc/passwd"}, 400, "net"),
        ({"by": "material"}, 400, "handmade"),
        ({"by": "net", "game": "starcircle"}, 404, "starcircle has no evaluation 'net'; it has handmade or utility."),
        ({"position": "x"}, 400, "x"),
    ],
)
def test_what_is_wrong_is_said(client, asked, status, words):
    game = asked.pop("game", "gardner")
    answer = client.get(f"/api/games/{game}/evaluation", params=asked)
    assert answer.status_code == status
    assert words in answer.json()["error"]


@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_values_of_pieces_stand_on_the_board_and_in_a_table_and_follow_the_game(server, pages, size):
    page = pages.page(size)
    page.goto(f"{server.url}/analysis/gardner")
    ready(page)
    expect(page.locator("#board .worth-tag")).to_have_count(0)
    page.get_by_role("heading", name="What the evaluation sees").click()
    panel = page.locator("#evaluation")
    expect(panel.get_by_role("status")).to_contain_text("The learned net (the engine's evaluation) says")
    expect(page.locator("#board .worth-tag")).to_have_count(18)  # kings cannot be taken away
    expect(panel.get_by_role("row", name="e1 white king cannot be taken away")).to_have_count(1)
    rook = panel.get_by_role("row", name="a1 white rook").locator("td").last.text_content()
    spoken = page.locator('#board [data-square="a1"]').get_attribute("aria-label")
    assert spoken == f"a1, white rook, worth {rook}"
    assert_nothing_serious_in_either_theme(page)
    answers = []
    page.route("**/evaluation?*", lambda route: answers.append(route))
    with page.expect_request("**/evaluation?*"):  # (it may come later than the tag goes)
        by_mouse(page, ["a2", "a3"])
    try:
        expect(page.locator("#board .worth-tag")).to_have_count(17)  # what the pawn was worth went at once
        expect(page.locator('#board [data-square="a3"]')).to_have_attribute("aria-label", "a3, white pawn")
    finally:
        for answer in answers:
            answer.continue_()
        page.unroute("**/evaluation?*")
    assert len(answers) == 1
    expect(page.locator("#board .worth-tag")).to_have_count(18)
    by_mouse(page, ["b4", "a3"])
    expect(page.locator("#board .worth-tag")).to_have_count(17)
    panel.get_by_role("radio", name="Handmade").check()
    expect(panel.get_by_role("status")).to_contain_text("The handmade evaluation (in this game not the engine's)")
    expect(panel.get_by_role("row", name="sum")).to_be_visible()
    page.reload()
    expect(panel.get_by_role("row", name="sum")).to_be_visible()
    expect(panel.get_by_role("radio", name="Handmade")).to_be_checked()
    ready(page)
    page.locator("#state").click()
    page.keyboard.press("w")
    expect(page.locator("#board .worth-tag")).to_have_count(0)
    expect(page.locator('#board [data-square="a1"]')).to_have_attribute("aria-label", "a1, white rook")


@pytest.mark.xdist_group("browser")
def test_a_game_without_a_net_a_finished_one_and_the_editor(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/starcircle")
    page.locator("#state").click()
    page.keyboard.press("w")
    panel = page.locator("#evaluation")
    expect(panel.get_by_role("status")).to_contain_text("The handmade evaluation (the engine's evaluation)")
    expect(panel.get_by_role("radio")).to_have_count(0)
    expect(panel.get_by_role("row", name="sum")).to_be_visible()
    expect(page.locator("#board .worth-tag")).to_have_count(24)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/evaluation?" in request.url else None)
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#editor-side")).to_be_visible()
    page.wait_for_timeout(300)  # long enough for an answer, were it asked for one
    expect(page.locator("#board .worth-tag")).to_have_count(0)
    assert asked == []
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#board .worth-tag")).to_have_count(24)
    page.goto(f"{server.url}/analysis/congo?position={OVER}")
    expect(panel.get_by_role("status")).to_have_text("The game is over: draw: bare lions. No evaluation is asked here.")
    expect(page.locator("#board .worth-tag")).to_have_count(0)
