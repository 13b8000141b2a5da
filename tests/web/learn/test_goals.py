"""Goals of lessons: every one can be reached, is missed by some tries, and is judged by what has happened."""

import pytest
from playwright.sync_api import expect

from plyground.core.registry import get_game
from plyground.web.learn.goals import MAX_JUDGED, try_moves
from plyground.web.learn.lessons import lessons

GOALS = [
    (family, number, example)
    for family, lesson in lessons().items()
    for number, example in enumerate(each for section in lesson["sections"] for each in section["examples"])
    if "goal" in example
]
CONGO = {example["goal"]["task"]: (number, example) for family, number, example in GOALS if family == "congo"}


@pytest.mark.parametrize(("family", "number", "example"), GOALS, ids=lambda value: str(value)[:12])
def test_a_goal_is_reached_by_its_solution_and_missed_by_other_moves(family, number, example):
    goal = example["goal"]
    solution = goal["solution"]
    assert len(solution) == goal["moves"]
    for count in range(1, len(solution)):
        assert try_moves(example, goal, solution[:count])["state"] == "open"
    done = try_moves(example, goal, solution)
    assert (done["state"], done["said"], done["view"]["moves"]) == ("reached", "Well done!", [])
    first = [move.text for move in get_game(example["game"]).position(example["position"]).legal_moves]
    answers = [try_moves(example, goal, [move]) for move in first[:60]]
    assert any(answer["state"] != "reached" for answer in answers)
    assert all(answer["said"].endswith((".", "!")) for answer in answers)


def test_every_lesson_of_ours_has_goals():
    families = [family for family, _, _ in GOALS]
    assert min(families.count(each) for each in ("amazons", "congo", "halma", "minichess", "starcircle")) >= 2


@pytest.mark.parametrize(
    ("task", "move", "said"),
    [
        ("Save the zebra.", "a2a3", "Your zebra is lost."),
        ("Take both pawns in one turn.", "b2b4", "1 of 2 are taken."),
        ("Win at once.", "d2d3", "That does not win yet."),
        ("Go sideways to e3.", "d3d4", "On e3 there should be a superpawn."),
    ],
)
def test_a_wrong_try_is_told_what_is_missing(api, task, move, said):
    answer = api.post("/api/lessons/congo/try", example=CONGO[task][0], moves=[move])
    assert (answer["state"], answer["said"]) == ("missed", said)


@pytest.mark.parametrize("family", ["amazons", "congo", "halma"])
def test_boards_tell_beforehand_what_is_said_of_tries(api, family):
    boards = api.get(f"/api/lessons/{family}/boards")
    lesson = lessons()[family]
    assert len(boards) == sum(len(section["examples"]) for section in lesson["sections"]) + len(lesson["endgames"])
    for number, example in [(number, example) for found, number, example in GOALS if found == family]:
        start, tries = boards[number]["start"], boards[number]["tries"]
        assert start["position"] == example["position"]
        assert 0 < len(tries) <= MAX_JUDGED
        solution = example["goal"]["solution"]
        assert tries[" ".join(solution)]["state"] == "reached"
        firsts = {text.partition(" ")[0] for text in tries}
        assert firsts == ({move[0] for move in start["moves"]} if example["goal"]["moves"] < 3 else {solution[0]})
        for text in list(tries)[:: max(1, len(tries) // 3)]:
            assert api.post(f"/api/lessons/{family}/try", example=number, moves=text.split()) == tries[text]


def test_a_queen_that_can_still_move_is_not_trapped(api):
    number = next(number for family, number, each in GOALS if family == "amazons" and "traps" in each["goal"])
    moves = ["d1a1/a5", "f1b1/b6", "b1b2/c2"]
    answer = api.post("/api/lessons/amazons/try", example=number, moves=moves)
    assert (answer["state"], answer["said"]) == ("missed", "The queen on a6 can still move.")


@pytest.mark.parametrize("fields", [{"example": 0, "moves": ["zz"]}, {"example": 999, "moves": []}])
def test_what_cannot_be_tried_is_answered_with_a_sentence(client, fields):
    answer = client.post("/api/lessons/congo/try", json=fields)
    assert answer.status_code in {400, 404}
    assert answer.json()["error"].endswith(".")


@pytest.mark.xdist_group("browser")
def test_stars_are_earned_by_tries_and_stay(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/learn/congo")
    figure = page.locator("figure", has_text="Save the zebra.")
    figure.scroll_into_view_if_needed()

    def press(*squares):
        for name in squares:
            figure.locator(f"[data-square={name}]").click()

    expect(figure.locator(".square.own").first).to_be_visible()
    press("c4")  # chosen by the page already: put back
    press("a2", "a3")
    expect(figure.locator(".said")).to_have_text("Your zebra is lost. Reset, and try again.")
    figure.get_by_role("button", name="Reset").click()
    expect(figure.locator(".said")).to_have_text("")
    expect(figure.locator(".square.own").first).to_be_visible()
    press("d6")
    expect(figure.locator(".said")).to_have_text("Well done!")
    expect(figure.locator(".stars")).to_have_text("★★☆")
    page.reload()
    expect(page.locator("#earned")).to_contain_text("★ 2 of ")
    expect(figure.locator(".stars")).to_have_text("★★☆")


@pytest.mark.parametrize(("name", "family"), [("gardner", "minichess"), ("amazons-10x10", "amazons"), ("no-game", "")])
def test_a_game_stands_for_the_lesson_of_its_family(client, name, family):
    html = client.get(f"/learn/{name}").text
    assert (f'href="/learn/{family}" aria-current="page"' in html) == bool(family)
    assert ("There is no such lesson" in html) != bool(family)
