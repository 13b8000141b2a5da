"""The search explorer in a real browser."""

import re
from importlib.resources import files

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_nothing_serious
from web.hands import Late, until

pytestmark = pytest.mark.xdist_group("browser")

CUT_BY_MIN = "if v ≤ \N{GREEK SMALL LETTER ALPHA}: return v"


@pytest.mark.server("it holds or reads requests to the server")
def test_a_search_that_was_overtaken_is_not_shown(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer")
    page.get_by_role("button", name="Example 3").click()
    expect(page.locator("#summary")).to_contain_text("26 nodes")
    late = Late(page, "**/api/games/starcircle/position?*")
    page.get_by_role("button", name="Example 1").click()
    late.wait()
    page.get_by_role("button", name="Example 2").click()
    expect(page.locator("#summary")).to_contain_text("4 nodes ✓")
    late.let_go()
    page.locator(".tnode").last.click()
    expect(page.locator("#summary")).to_contain_text("4 nodes ✓")
    expect(page.locator("#algorithm")).to_have_value("alphabeta")


@pytest.mark.server("it looks into the server, or ends it")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_search_is_stopped_by_its_button_by_the_next_one_and_by_leaving(server, pages, size):
    searches = server.app.state.services.searches
    page = pages.page(size)
    endless = f"{server.url}/explorer/starcircle?algorithm=minimax&depth=20"

    def is_under_way():
        expect(page.locator("#visited")).to_contain_text("nodes visited so far", timeout=120_000)
        until(page, lambda: searches.working == 1)

    def until_idle():
        until(page, lambda: not searches.working)

    page.goto(endless)
    is_under_way()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#summary")).to_contain_text("Stopped after")
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    until_idle()
    page.get_by_role("button", name="Search", exact=True).click()
    is_under_way()
    page.get_by_role("button", name="Example 2").click()
    expect(page.locator("#summary")).to_contain_text("4 nodes ✓")
    until_idle()
    page.locator("#depth").fill("3")
    page.get_by_role("button", name="Compare all").click()
    expect(page.locator("#counts tbody tr")).to_have_count(9)
    expect(page.get_by_role("row", name="Alpha-beta, best first").locator("td").last).to_have_text("6")
    page.goto(endless)
    is_under_way()
    page.goto(server.url)
    until_idle()


def test_a_tree_that_is_too_large_is_told_of(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/gardner?algorithm=minimax&depth=6")
    expect(page.locator("#summary")).to_contain_text("630,728 nodes: too many to be shown")
    expect(page.locator(".tnode")).to_have_count(0)


def test_the_explorer_shows_the_hand_outs_numbers_and_walks_through_the_search(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer")
    page.get_by_role("button", name="Example 3").click()
    expect(page.locator("#summary")).to_contain_text("✓")
    expect(page.locator(".tnode")).to_have_count(26)
    page.get_by_role("button", name="Example 2").click()
    expect(page.locator("#summary")).to_contain_text("4 nodes ✓")
    expect(page.locator(".tcut")).to_have_text("✂ 1")
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".tnode")).to_have_count(1)
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".tnode")).to_have_count(2)
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".tnode")).to_have_count(1)
    page.locator("#speed").fill("10")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#clock")).to_have_text("step 8 / 8")
    page.locator(".tnode").last.click()
    expect(page.locator("#node-title")).to_contain_text("After")


def test_a_large_tree_stays_usable(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/gardner?algorithm=minimax&depth=5")
    expect(page.locator("#summary")).to_contain_text("nodes", timeout=120_000)
    page.get_by_role("radio", name="Outline").check()
    page.get_by_role("button", name="Open all").click()
    expect(page.locator("#outline .orow").nth(8)).to_be_visible()
    page.locator("#outline").evaluate("box => { box.scrollTop = box.scrollHeight; }")
    expect(page.locator("#outline .orow").last).to_be_visible()
    page.locator("#find").fill("a2a3")
    expect(page.locator("#found")).to_contain_text("nodes")
    expect(page.locator("#node-title")).to_have_text("After a2a3")
    assert page.locator("#outline .orow").count() < 80, "only the lines in view are in the page"
    page.get_by_role("radio", name="Drawing").check()
    page.get_by_role("button", name="Open all").click()
    expect(page.locator('.tnode[data-node="0"]')).to_be_visible()
    for _ in range(8):
        page.get_by_role("button", name="Smaller").click()
    expect(page.locator('.tnode[data-node="0"]')).to_be_visible()
    assert page.locator(".tnode").count() < 2000, "only the nodes in view are in the page"
    page.get_by_role("button", name="Close all").click()
    expect(page.locator(".tnode", has=page.locator(".more"))).not_to_have_count(0)
    page.locator("#find").fill("b2b3")
    expect(page.locator(".tnode.found.chosen")).to_be_visible()
    first = page.locator(".tnode.chosen").get_attribute("data-node")
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_contain_text("2 of")
    expect(page.locator(".tnode.found.chosen")).to_be_visible()
    expect(page.locator(".tnode.chosen")).not_to_have_attribute("data-node", first)


def test_it_opens_on_a_tree_with_three_cuts_and_says_why(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer")
    expect(page.locator("#summary")).to_have_text("c · value 7 · 15 nodes")
    expect(page.locator(".tnode")).to_have_count(15)
    expect(page.locator(".tghost")).to_have_count(3)
    page.locator(".tghost").first.click()
    expect(page.locator("#node .why")).to_have_text(
        "MIN already has 4 here, not more than alpha = 6: MAX has a worth 6 at the root, so bb and bc cannot matter."
    )
    expect(page.locator(".tedge.bound")).to_have_count(2)
    expect(page.locator(".number-line.closed")).to_have_attribute("aria-label", "alpha 6, beta 4: the window is empty")
    expect(page.locator("#pseudocode .lit")).to_have_text(f"    {CUT_BY_MIN}")
    page.get_by_role("radio", name="Negamax").check()
    expect(page.locator("#pseudocode .lit")).to_have_text("    if v ≥ β: return v")
    expect(page.locator("#pseudocode .variables")).to_have_text("v = -4\N{GREEK SMALL LETTER ALPHA} = -4β = -6")


def test_the_window_closes_step_by_step(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/tree?position=((3 5) (2 9))")
    expect(page.locator("#summary")).to_have_text("a · value 3 · 6 nodes")
    page.get_by_role("button", name="To the beginning").click()
    told = []
    for _ in range(11):
        page.keyboard.press("ArrowRight")
        told.append(page.locator("#pseudocode .lit").inner_text().strip())
    called, leaf = "function MIN-VALUE(s, \N{GREEK SMALL LETTER ALPHA}, β)", "if s is a leaf: return its value"
    assert told == [called, leaf, leaf, leaf, leaf, "return v", called, leaf, leaf, CUT_BY_MIN, "return v"]
    expect(page.locator(".tghost")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tghost")).to_have_count(0)


def test_a_tree_of_ones_own_is_typed_changed_and_linked_to(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer")
    expect(page.locator("#summary")).to_contain_text("15 nodes")
    page.get_by_label("Tree", exact=True).fill("((3 5)(6 9")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator("#toasts")).to_contain_text("2 parentheses are still open")
    pages.faults.clear()  # the browser reports the refusal as an error of its own
    page.get_by_label("Tree", exact=True).fill("((3 5)(6 9))")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator("#summary")).to_have_text("b · value 6 · 7 nodes")
    page.locator('.tnode[data-node="5"]').click()
    expect(page.locator("#node-title")).to_have_text("After ba")
    page.locator("#leaf").fill("1")
    page.get_by_role("button", name="Set").click()
    expect(page.locator("#summary")).to_have_text("a · value 3 · 6 nodes")
    expect(page.get_by_label("Tree", exact=True)).to_have_value("((3 5) (1 9))")
    page.reload()
    expect(page.locator("#summary")).to_have_text("a · value 3 · 6 nodes")
    page.get_by_role("button", name="Compare all").click()
    expect(page.locator("#counts tbody td").first).to_have_text("7")
    page.locator("#game").select_option("gardner")
    expect(page.get_by_label("Position", exact=True)).to_be_visible()
    expect(page.locator("#board svg").first).to_be_visible()


def test_a_leaf_below_a_transposition_is_changed_where_it_was_written(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/tree?position=((x=(4 7) 6) (8 x))&algorithm=minimax")
    expect(page.locator("#summary")).to_have_text("b · value 7 · 11 nodes")
    expect(page.get_by_role("link", name="Algorithms side by side")).to_have_attribute(
        "href", "/algorithms?position=%28%28x%3D%284+7%29+6%29+%288+x%29%29&show=alphabeta%2Cminimax"
    )
    page.locator('.tnode[data-node="10"]').click()
    page.locator("#leaf").fill("9")
    page.get_by_role("button", name="Set").click()
    expect(page.get_by_label("Tree", exact=True)).to_have_value("((x=(4 9) 6) (8 x))")
    expect(page.locator("#summary")).to_have_text("b · value 8 · 11 nodes")
    page.locator('.tnode[data-node="8"]').click()
    page.get_by_role("button", name="Add a child").click()
    expect(page.get_by_label("Tree", exact=True)).to_have_value("((x=(4 9 0) 6) (8 x))")


QUIZ = "/explorer/tree?position=((6 9 7) (4 8 5) (8 7 9) (3 8 5) (5 9))&quiz=return,next,move&count=8&seed=1"


def asked(page):
    """The question that is asked; its number of all of them."""
    return page.locator("#quiz .asked").inner_text()


def test_a_quiz_asks_scores_explains_and_is_saved(server, pages):
    page = pages.page()
    page.goto(server.url + QUIZ)
    expect(page.locator("#quiz .asked")).to_be_visible()
    values = {"the root": "7", "a": "6", "b": "4", "c": "7", "d": "3", "e": "5"}
    seen = []
    for number in range(1, 9):
        expect(page.locator("#quiz p").first).to_have_text(f"Question {number} of 8 · {len(seen)} right")
        question = asked(page)
        seen.append(question)
        expect(page.locator(".tnode.chosen .v")).to_have_text("?")
        if question.startswith("What does"):
            where = question.removeprefix("What does ").removesuffix(" return?").removeprefix("the node after ")
            page.locator("#answer").fill(values[where])
            page.get_by_role("button", name="Answer").click()
        elif question.startswith("Which"):
            page.locator("#quiz").get_by_role("button", name="c", exact=True).click()
        else:
            has_more = "after a " in question or "after c " in question or question.startswith("The root")
            page.locator("#quiz").get_by_role("button", name="yes" if has_more else "no").click()
        expect(page.locator("#quiz .right-answer")).to_be_visible()
        page.locator("#quiz").get_by_role("button", name="Next question" if number < 8 else "See the result").click()
    assert any("Is the next one searched?" in question for question in seen)
    assert any("What does" in question for question in seen)
    assert seen[-1] == "Which move is played?"
    expect(page.locator("#quiz .asked")).to_have_text("8 of 8 right")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert (len(lines), lines[0]) == (9, '"question","given","answer","right","hints"')
    assert all(line.endswith('"yes","0"') for line in lines[1:])


def test_a_wrong_answer_is_explained_and_reviewed(server, pages):
    page = pages.page()
    page.goto(server.url + QUIZ.replace("return,next,move&count=8", "next&count=1"))
    expect(page.locator("#quiz .asked")).to_contain_text("Is the next one searched?")
    step = page.locator("#clock").inner_text()
    page.keyboard.press("End")
    expect(page.locator("#clock")).to_have_text(step)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint")).to_contain_text("It was entered with the window [")
    page.locator("#quiz").get_by_role("button", name="yes").click()
    expect(page.locator("#quiz .wrong-answer")).to_have_text("✗ No: no.")
    expect(page.locator("#quiz .body")).to_contain_text("cannot matter")
    page.get_by_role("button", name="See the result").click()
    expect(page.locator("#quiz .asked")).to_have_text("0 of 1 right")
    expect(page.locator("#quiz .wrong li")).to_contain_text("You said yes, it is no.")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#node .why")).to_be_visible()
    page.get_by_role("button", name="End the quiz").click()
    expect(page.locator("#quiz")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("quiz"))


def test_a_teacher_chooses_the_questions_and_the_same_address_asks_the_same(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/gardner?algorithm=alphabeta&depth=3")
    expect(page.locator("#summary")).to_contain_text("nodes")
    page.get_by_role("button", name="Quiz").click()
    page.get_by_label("What a node returns").uncheck()
    page.get_by_label("Which move is played").uncheck()
    page.locator("#count").fill("3")
    page.locator("#seed").fill("7")
    page.get_by_role("button", name="Begin", exact=True).click()
    first = asked(page)
    expect(page).to_have_url(re.compile("quiz=next.*seed=7"))
    other = pages.page()
    other.goto(page.url)
    expect(other.locator("#quiz .asked")).to_have_text(first)


def test_a_wrong_homework_is_explained_at_the_node_where_the_searches_part(server, pages):
    folder = files("plyground.courses.starcircle.examples")
    text, answer = ((folder / f"ex2.{end}").read_text(encoding="utf-8") for end in ("in", "out"))
    page = pages.page()
    page.goto(f"{server.url}/explorer")
    expect(page.locator("#summary")).to_contain_text("15 nodes")
    page.get_by_text("Check a homework's answer").click()
    page.get_by_label("Input file").fill(text)
    page.get_by_label("Your answer").fill(answer.replace("\n4", "\n5"))
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#checked")).to_contain_text("The number of nodes is 5, but should be 4.")
    expect(page.locator("#checked")).to_contain_text("the right one is done, yours goes on with G3-F4")
    expect(page.locator("#node-title")).to_have_text("After F4-G5")
    expect(page.locator("#node .why")).to_contain_text("so G3-F4 cannot matter")


def test_monte_carlo_search_is_stepped_with_its_bounds(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/tree?position=((5 6 5) (0 9 9) (4 4 3))&algorithm=mcts&simulations=100")
    expect(page.locator("#summary")).to_contain_text("a · mean 0.")
    expect(page.locator("#node .ucb tbody tr")).to_have_count(3)
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    # the fourth simulation tries the last of the root's moves, and plays at random from there
    expect(page.locator("#clock")).to_have_text("step 4 / 100")
    expect(page.locator("#pseudocode .lit")).to_contain_text("random moves")
    page.locator('.tnode[data-node="0"]').click()
    expect(page.locator("#pseudocode .lit")).to_contain_text("untried")
    expect(page.locator("#node .ucb tbody td.number:nth-child(2)")).to_have_text(["1", "1", "1"])
    expect(page).to_have_url(re.compile("simulations=100"))
    assert_nothing_serious(page)
    page.get_by_role("button", name="Quiz").click()
    expect(page.locator("#toasts")).to_contain_text("Choose another algorithm")


def test_questions_may_be_chosen_one_by_one(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer")
    expect(page.locator("#node .why")).to_contain_text("cannot matter")
    page.get_by_role("button", name="Quiz").click()
    page.get_by_text("Or choose them one by one").click()
    for question in ("What does the root return?", "What does the node after b return?"):
        page.get_by_label(question).check()
    assert_nothing_serious(page)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator("#quiz p").first).to_have_text("Question 1 of 2 · 0 right")
    assert asked(page) == "What does the node after b return?"
    expect(page.locator(".tnode.chosen .v")).to_have_text("?")


def test_the_net_is_chosen_and_the_address_keeps_it(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/gardner?algorithm=minimax&depth=1&evaluation=engine")
    evaluation, summary = page.locator("#evaluation"), page.locator("#summary")
    expect(summary).to_contain_text("8 nodes")
    expect(evaluation).to_have_value("handmade")
    expect(evaluation.locator("option").first).to_have_text("learned net (the engine's)")
    by_hand = summary.text_content()
    evaluation.select_option("net")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page).to_have_url(re.compile("evaluation=net"))
    expect(summary).to_contain_text("8 nodes")
    by_net = summary.text_content()
    assert by_net != by_hand
    assert "evaluation=net" in page.locator("#beside").get_attribute("href")
    page.reload()
    expect(summary).to_have_text(by_net)
    expect(evaluation).to_have_value("net")
    # a net that was chosen stays chosen where there is one
    page.locator("#game").select_option("halma-8x8")
    expect(evaluation).to_have_value("net")
    page.locator("#game").select_option("starcircle")
    expect(evaluation).to_have_value("utility")


def test_a_quiz_by_the_net_is_asked_by_the_net_again(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/gardner?algorithm=alphabeta&depth=2&evaluation=net")
    expect(page.locator("#summary")).to_contain_text("nodes")
    page.get_by_role("button", name="Quiz").click()
    expect(page.locator("#quiz")).to_be_visible()
    assert "evaluation=net" in page.url


@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.parametrize(
    ("path", "asked"),
    [("/explorer/tree", "handmade"), ("/explorer/tree?algorithm=mcts", "simulations"), ("/algorithms", "handmade")],
)
def test_what_is_typed_while_a_search_goes_on_is_not_replaced(server, pages, path, asked):
    page = pages.page()
    page.goto(f"{server.url}{path}")
    expect(page.locator(".tnode").first).to_be_visible()
    late = Late(page, f"**/api/explorer/{asked}")
    field, search = page.locator("#position"), page.get_by_role("button", name="Search", exact=True)
    field.fill("( (3 5)  (2 9) )")
    search.click()
    late.wait()
    field.fill("(1 2")
    late.let_go()
    expect(page).to_have_url(re.compile("position=.*2\\+9"))
    expect(field).to_have_value("(1 2")
    field.fill("( (3 5)  (2 9) )")
    search.click()
    expect(field).to_have_value("((3 5) (2 9))")
