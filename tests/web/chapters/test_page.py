"""The chapters in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from plyground.programs.protection import WALLS, player_mode
from plyground.search.curriculum import chapters
from web.accessibility import assert_nothing_serious
from web.hands import Late

pytestmark = pytest.mark.xdist_group("browser")


def test_a_chapter_is_read_walked_through_answered_and_remembered(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/chapters")
    page.get_by_role("link", name="Begin").click()
    expect(page.get_by_role("heading", name="1. Game trees")).to_be_visible()
    page.goto(f"{server.url}/chapters/alpha-beta")
    expect(page.locator("#clock")).to_have_text("step 1 / 22")
    expect(page.locator(".tnode .v")).to_have_text(["?"])
    page.keyboard.press("End")
    expect(page.locator(".told")).to_have_text("Alpha-beta: 11 nodes visited; a is played, worth 3.")
    expect(page.locator("#clock")).to_have_text("step 22 / 22")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#clock")).to_have_text("step 21 / 22")
    page.locator(".tghost").click()
    expect(page.locator(".told")).to_contain_text("MIN already has 2 here, not more than alpha = 3")
    page.get_by_label("11", exact=True).first.check()
    expect(page.locator(".reason").first).to_contain_text("✓ Right.")
    page.get_by_label("c is the last move").check()
    expect(page.locator(".reason").nth(1)).to_contain_text("✗ No: Its smallest leaf comes last.")
    page.get_by_label("9", exact=True).last.check()
    expect(page.locator("#progress")).to_have_text("1 of 12 done")
    page.reload()
    expect(page.locator("#progress")).to_have_text("1 of 12 done")
    expect(page.locator(".reason").nth(1)).to_contain_text("✗ No")
    page.get_by_role("button", name="Answer again").click()
    expect(page.locator("#progress")).to_have_text("0 of 12 done")
    expect(page.get_by_role("link", name="Alpha-beta on Congo")).to_have_attribute(
        "href", "/explorer/congo?depth=2&algorithm=alphabeta"
    )
    with page.expect_download() as download:
        page.get_by_role("link", name="Figure as SVG").click()
    assert download.value.suggested_filename == "04-alpha-beta.svg"


@pytest.mark.server("it holds or reads requests to the server")
def test_nothing_is_pressed_in_vain_while_the_figure_is_searched(server, pages):
    page = pages.page()
    late = Late(page, "**/api/explorer/simulations")
    page.goto(f"{server.url}/chapters/monte-carlo")
    late.wait()
    expect(page.locator("#main")).to_have_attribute("inert", "")
    late.let_go()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#clock")).to_have_text("step 100 / 100")
    late = Late(page, "**/api/explorer/simulations")
    page.get_by_role("button", name="Answer again").click()
    late.wait()
    expect(page.locator("#main")).to_have_attribute("inert", "")
    late.let_go()
    page.locator("a.passage").first.click()
    expect(page.locator("a.passage").first).to_have_attribute("aria-current", "step")


def test_on_paper_there_are_the_text_the_figure_and_the_questions(server, pages):
    page = pages.page(color_scheme="dark")
    page.goto(f"{server.url}/chapters/evaluation")
    expect(page.locator(".tnode").first).to_be_visible()
    page.emulate_media(media="print")
    for shown in ("#chapter h1", ".figure .drawing > svg", ".question legend"):
        expect(page.locator(shown).first).to_be_visible()
    for hidden in (".top", ".contents", ".player", ".onward", ".tools"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_the_depth_that_a_text_speaks_of_can_be_tried(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/chapters/evaluation")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".told")).to_contain_text("b is played, worth 7")
    page.get_by_label("Depth 1").check()
    expect(page.locator(".told")).to_contain_text("a is played, worth 6")


@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.parametrize("name", ["alpha-beta", "monte-carlo"])
def test_questions_on_a_fresh_tree_are_hinted_at_answered_and_reviewed(server, pages, name):
    page = pages.page()
    page.goto(f"{server.url}/chapters/{name}")
    for _ in range(2):
        with page.expect_response(lambda response: "/drill" in response.url) as drawn:
            page.get_by_role("button", name="Questions on a fresh tree").or_(
                page.get_by_role("button", name="Another tree")
            ).click()
        questions = drawn.value.json()["questions"]
        for number, question in enumerate(questions, 1):
            expect(page.locator(".drill .asked")).to_have_text(question["text"])
            expect(page.locator("#clock")).to_contain_text(f"step {question['step']} /")
            if number == 1:
                assert_nothing_serious(page)
                page.locator(".drill").get_by_role("button", name="Hint").click()
                expect(page.locator("#hint")).to_have_text(question["hint"])
            if question["choices"] is None:
                page.locator("#answer").fill(question["answer"] if number > 1 else "-99")
                page.get_by_role("button", name="Answer", exact=True).click()
            else:
                others = [choice for choice in question["choices"] if choice != question["answer"]]
                wanted = question["answer"] if number > 1 else others[0]
                page.locator(".drill").get_by_role("button", name=wanted, exact=True).click()
            expect(page.locator(".drill .body")).to_contain_text(question["why"])
            page.locator(".drill .primary").click()
        expect(page.locator(".drill .asked")).to_have_text(f"{len(questions) - 1} of {len(questions)} right")
    page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_role("button", name="Back to the chapter's tree").click()
    expect(page.locator("figcaption")).to_be_visible()


def test_a_teacher_chooses_questions_and_takes_them_as_a_file(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/chapters")
    page.get_by_text("Questions for your course").click()
    chips = page.locator(".bank .chips input")
    for i in range(12):
        if i != 3:
            chips.nth(i).uncheck()
    page.locator(".bank [name=count]").fill("6")
    page.locator(".bank [name=seed]").fill("9")
    page.get_by_role("button", name="See the questions").click()
    expect(page.locator(".bank li")).to_have_count(6)
    page.locator(".bank li input").nth(2).uncheck()
    assert_nothing_serious(page)
    for name, ending, marks in (("Moodle XML", "xml", "<question "), ("GIFT", "gift", "\n::"), ("QTI 2.1", "zip", "")):
        with page.expect_download() as download:
            page.locator(".bank").get_by_role("link", name=name).click()
        assert download.value.suggested_filename == f"questions.{ending}"
        content = download.value.path().read_bytes()
        if marks:
            text = content.decode()
            assert text.count(marks) == 5 + (name == "Moodle XML")  # the category is one, too
            assert "alpha-beta-9-3" not in text
            assert "alpha-beta-9-4" in text
        else:
            assert content.startswith(b"PK")


@pytest.mark.skipif(player_mode() not in WALLS, reason="code is run in a sandbox only")
def test_code_is_completed_run_and_answered_by_the_node(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/chapters/alpha-beta")
    code, said = page.get_by_label("Your code, in Python"), page.locator("#code-said")
    page.get_by_role("button", name="Run").click()
    expect(said).to_contain_text("At the node ab your code begins with the window [")
    expect(page.locator(".tnode.chosen .v")).to_have_text("12")
    assert_nothing_serious(page)
    own = code.input_value().replace("        # your lines: may the search stop? What does MAX have now?", "        if")
    code.fill(own)
    page.reload()
    expect(code).to_have_value(own)
    page.get_by_role("button", name="Run").click()
    expect(said).to_contain_text("Line 11: SyntaxError: invalid syntax.")
    for _ in range(2):
        page.locator(".code").get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show a solution").click()
    page.get_by_role("button", name="Run").click()
    expect(said).to_contain_text(re.compile(r"Right on \d+ trees, of .* at every node\."))
    page.get_by_role("button", name="Begin again").click()
    code.press("Control+End")
    code.press_sequentially("if True:")
    code.press("Enter")
    code.press_sequentially("pass")
    assert code.input_value().endswith("if True:\n    pass")


def test_a_note_takes_its_tree_into_the_figure(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/chapters/deepening")
    expect(page.locator("#clock")).to_have_text(re.compile("^step 1 /"))
    page.get_by_text("Null windows, and MTD(f)").click()
    expect(page.locator(".tnode.scout").first).to_be_visible()
    expect(page.locator(".note[open]")).to_contain_text("until the bounds meet")
    assert_nothing_serious(page)


@pytest.mark.parametrize("name", [each.name for each in chapters()])
def test_the_text_moves_the_figure_and_the_figure_the_text(server, pages, name):
    page = pages.page()
    page.goto(f"{server.url}/chapters/{name}")
    expect(page.locator(".tnode").first).to_be_visible()
    passages = page.locator(".text .passage")
    assert passages.count() >= 2
    clock, steps = page.locator("#clock"), set()
    for i in range(passages.count()):
        passages.nth(i).click()
        expect(passages.nth(i)).to_have_attribute("aria-current", "step")
        expect(page.locator(".passage[aria-current]")).to_have_count(1)
        steps.add(clock.text_content())
    assert len(steps) >= 2, "each leads elsewhere"
    # and the other way: a walk through the figure comes to the words
    marked = set()
    page.get_by_role("button", name="To the beginning").click()
    last = int(clock.text_content().split("/")[1])
    for _ in range(last):
        for element in page.locator(".passage[aria-current]").all():
            marked.add(element.text_content())
        page.keyboard.press("ArrowRight")
    marked |= set(page.locator(".passage[aria-current]").all_text_contents())
    assert len(marked) >= 2 or name in ("evaluation", "learned-evaluation")


def tab_to(page, selector):
    """Press Tab until an element has the focus."""
    for _ in range(120):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not come to {selector}")


def test_a_chapter_can_be_done_with_the_keyboard_alone(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/chapters/minimax")
    expect(page.locator(".tnode").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".told")).to_have_text("After a MIN is to move.")
    assert page.locator(".told").get_attribute("role") == "status"
    tab_to(page, ".question input[type=radio]")
    page.keyboard.press("Space")
    expect(page.locator(".reason").first).not_to_be_empty()
    tab_to(page, "#code")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run"
    page.keyboard.press("Enter")
    expect(page.locator("#code-said")).not_to_be_empty()
    page.goto(f"{server.url}/chapters/minimax")
    expect(page.locator(".tnode").first).to_be_visible()
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Questions on a fresh tree":
            break
    page.keyboard.press("Enter")
    expect(page.locator(".drill .asked")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('.drill') !== null"), "the question has the focus"
