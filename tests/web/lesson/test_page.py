"""A class in real browsers: the teacher and two pupils at once."""

import re

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_nothing_serious
from web.conftest import Server
from web.hands import answering, by_mouse, expect_moves, open_game_once, ready, until

from .conftest import PASSWORD

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture
def taught(tmp_path):
    server = Server(tmp_path / "web.db")
    yield server
    server.stop()


def joined(page, server, name):
    page.goto(f"{server.url}/class")
    answering(page)
    page.get_by_label("Your nickname").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#who")).to_have_text(f"You are {name}")


def test_a_lesson_with_two_pupils(taught, pages):
    teacher, ann, bob = pages.page(), pages.page(), pages.page("phone")
    teacher.goto(f"{taught.url}/class/teacher")
    teacher.get_by_label("A password for the teacher's page").fill(PASSWORD)
    teacher.get_by_role("button", name="Begin").click()
    expect(teacher.locator("#standing")).to_have_text("Nobody has joined yet.")
    joined(ann, taught, "Ann")
    joined(bob, taught, "Bob")
    expect(teacher.locator("#standing")).to_have_text("2 of 2 here")
    expect(teacher.locator(".tile")).to_have_count(2)

    # a question, answered by a click, revealed
    teacher.get_by_label("Text").fill("How many pawns has White?")
    teacher.get_by_label("Choices").fill("4\n5")
    teacher.get_by_label("Right answer").fill("5")
    teacher.locator("#ask").get_by_role("button", name="Show to all").click()
    # Ann's answer is taken, but her page is told of it only when there is newer news
    held = []
    ann.route("**/api/class/answer", lambda route: held.append((route, route.fetch())))
    ann.get_by_role("button", name="5").click()
    until(ann, lambda: held)
    bob.get_by_role("button", name="4").click()
    expect(teacher.locator("#shown-state")).to_contain_text("2 of 2 have answered")
    expect(teacher.locator(".tile .answer.wrong")).to_have_text("4")
    teacher.get_by_role("button", name="Reveal").click()
    expect(bob.locator("#answered")).to_contain_text("The right answer is 5.")
    expect(ann.locator("#answered")).to_contain_text("That is right.")
    route, response = held.pop()
    with ann.expect_response("**/api/class/answer"):
        route.fulfill(response=response)
    expect(ann.locator("#counts meter")).to_have_count(2)
    expect(ann.locator("#answered")).to_contain_text("That is right.")
    for page in (teacher, ann, bob):
        assert_nothing_serious(page)

    # a round: the games open by themselves, and the wall shows them
    teacher.locator("#games > summary").click()
    teacher.locator("#pair-game").select_option("gardner")
    teacher.get_by_role("button", name="Pair everybody").click()
    for page in (ann, bob):
        page.wait_for_url("**/game/*")
    ready(ann)
    by_mouse(ann, ["a2", "a3"])
    expect_moves(bob, 1)
    expect(bob.locator("#seat-far")).to_contain_text("Ann")
    expect(bob.locator(".class-bar")).to_contain_text("Bob")
    expect(teacher.locator(".tile").first.locator(".mark-last")).to_have_count(2)
    teacher.locator(".tile").first.click()
    teacher.locator("#project").click()
    ann.goto(f"{taught.url}/class")
    expect(ann.locator("#projected-title")).to_have_text(re.compile("Ann . Bob"))
    teacher.get_by_role("button", name="Close", exact=True).click()
    teacher.get_by_label(re.compile("Result of Ann")).select_option("½-½")
    expect(ann.locator("#standings tbody tr")).to_have_count(2)
    expect(bob.locator("#result h2")).to_have_text("Draw")


def test_a_search_is_followed_step_by_step_and_the_engine_locked(taught, pages):
    teacher, ann = pages.page(), pages.page()
    teacher.goto(f"{taught.url}/class/teacher")
    teacher.get_by_label("A password for the teacher's page").fill(PASSWORD)
    teacher.get_by_role("button", name="Begin").click()
    expect(teacher.locator("#dashboard")).to_be_visible()
    joined(ann, taught, "Ann")
    teacher.get_by_role("button", name="Lock the engine").click()
    teacher.goto(f"{taught.url}/explorer")
    expect(teacher.locator("#clock")).to_contain_text("step")
    teacher.get_by_role("button", name="Show this search to all").click()
    expect(ann.locator("#task-title")).to_have_text("Look at this")
    ann.get_by_role("link", name="Open").click()
    expect(ann.locator(".class-bar .chip")).to_have_text("Engine locked")
    teacher.get_by_role("button", name="To the beginning").click()
    for _ in range(2):
        teacher.get_by_role("button", name="One step on").click()
    expect(ann.locator("#clock")).to_have_text(re.compile("^step 3 /"))
    teacher.goto(f"{taught.url}/chapters")
    teacher.get_by_role("button", name="Show this page to all").click()
    expect(ann.locator(".class-bar a.call")).to_have_attribute("href", "/chapters")


def answer_all(page, right=(), since=0, count=99):
    """Answer the questions of a quiz, with what is known to be right or with the first thing that comes to mind.

    Begins with question `since` (from 0), and ends after `count` of them or after the last. Returns the score that the
    page shows, and the right answers.
    """
    quiz, known = page.locator("#quiz"), list(right)
    for i in range(since, since + count):
        expect(quiz).to_contain_text(f"Question {i + 1} of ")
        if quiz.locator("#answer").count():
            quiz.locator("#answer").fill(known[i] if i < len(known) else "0")
            quiz.get_by_role("button", name="Answer").click()
        else:
            choices = quiz.locator("form .row button")
            chosen = choices.first
            if i < len(known):
                chosen = choices.get_by_text(known[i], exact=True)
            given = chosen.inner_text()
            chosen.click()
        judged = quiz.locator(".right-answer, .wrong-answer")
        text = judged.inner_text()
        if i >= len(known):
            known.append(text.removeprefix("✗ No: ").removesuffix(".") if text.startswith("✗") else given)
        onward = quiz.get_by_role("button", name=re.compile("Next question|See the result"))
        if onward.inner_text() == "See the result":
            with page.expect_response("**/api/class/answer"):
                onward.click()
            break
        onward.click()
    return quiz.locator(".asked").inner_text().removesuffix(" right"), known


def test_a_quiz_is_given_to_the_class_and_found_again_the_next_day(tmp_path, pages):
    server = Server(tmp_path / "web.db")
    teacher, ann, bob = pages.page(), pages.page(), pages.page("phone")
    teacher.goto(f"{server.url}/class/teacher")
    teacher.get_by_label("A password for the teacher's page").fill(PASSWORD)
    teacher.get_by_role("button", name="Begin").click()
    expect(teacher.locator("#dashboard")).to_be_visible()
    joined(ann, server, "Ann")
    joined(bob, server, "Bob")

    # the teacher makes a quiz of the tree with which the explorer opens
    teacher.goto(f"{server.url}/explorer")
    expect(teacher.locator("#clock")).to_contain_text("step")
    teacher.get_by_role("button", name="Quiz", exact=True).click()
    teacher.get_by_label("Questions").fill("3")
    teacher.get_by_role("button", name="Give it to the class").click()
    expect(teacher.locator("#toasts")).to_contain_text("The class has this quiz")
    teacher.goto(f"{server.url}/class/teacher")
    expect(teacher.locator("#shown-text")).to_have_text("A quiz on a search")

    # Bob guesses, and does it again when he knows the answers; his first score counts
    for page in (ann, bob):
        expect(page.locator("#task-text")).to_have_text("A quiz on a search")
        page.get_by_role("link", name="Open").click()
    first, right = answer_all(bob)
    assert len(right) == 3
    bob.get_by_role("button", name="Again").click()
    assert answer_all(bob, right)[0] == "3 of 3"
    # Ann's page is loaded anew in the middle of it, and goes on there
    answer_all(ann, right, count=1)
    ann.reload()
    assert answer_all(ann, right, since=1)[0] == "3 of 3"
    expect(teacher.locator("#shown-state")).to_contain_text("2 of 2 have finished")
    expect(teacher.locator(".tile", has_text="Ann")).to_contain_text("3 of 3")
    expect(teacher.locator(".tile", has_text="Bob")).to_contain_text(first)
    ann.goto(f"{server.url}/class")
    expect(ann.locator("#answered")).to_have_text("Your result: 3 of 3.")
    teacher.get_by_role("button", name="Put away").click()
    expect(ann.locator("#task")).to_be_hidden()
    server.stop()

    # the next day: the server has been started again, and the pages come back by themselves
    server = Server(tmp_path / "web.db", server.port)
    try:
        teacher.reload()
        expect(teacher.locator("#shown")).to_be_hidden()
        teacher.locator("#earlier > summary").click()
        expect(teacher.locator("#earlier-tasks li")).to_contain_text("A quiz on a search")
        expect(teacher.locator("#earlier-tasks li")).to_contain_text("2 answers")
        teacher.get_by_role("button", name="Show again").click()
        expect(teacher.locator(".tile", has_text="Ann")).to_contain_text("3 of 3")
        expect(teacher.locator(".tile", has_text="Bob")).to_contain_text(first)
        ann.goto(f"{server.url}/class")
        expect(ann.locator("#answered")).to_have_text("Your result: 3 of 3.")
        # as it is while Bob's page has not come back yet
        teacher.locator(".tile", has_text="Bob").evaluate("tile => tile.classList.add('away')")
        assert_nothing_serious(teacher)
    finally:
        for page in (teacher, ann, bob):
            page.close()
        server.stop()
    pages.faults.clear()  # the browser reports the sockets that were lost as errors of its own


def test_it_can_be_done_with_the_keyboard_alone(taught, pages):
    teacher, ann = pages.page(), pages.page()
    teacher.goto(f"{taught.url}/class/teacher")
    answering(teacher)
    teacher.get_by_label("A password for the teacher's page").focus()
    teacher.keyboard.type(PASSWORD)
    teacher.keyboard.press("Enter")
    expect(teacher.locator("#dashboard")).to_be_visible()
    joined(ann, taught, "Ann")
    teacher.locator("#ask input[value=position]").focus()
    teacher.keyboard.press("ArrowLeft")
    teacher.keyboard.press("ArrowRight")
    expect(teacher.locator("#task-game")).to_be_visible()
    teacher.locator("#task-game").select_option("gardner")
    teacher.locator("#ask button").focus()
    teacher.keyboard.press("Enter")
    square = ann.locator('#task-board [tabindex="0"]')
    square.focus()
    for name in ("a2", "a3"):
        for _ in range(12):
            here = ann.locator("#task-board .square:focus").get_attribute("data-square")
            if here == name:
                break
            keys = {True: "ArrowLeft", False: "ArrowDown" if here[1] > name[1] else "ArrowUp"}
            ann.keyboard.press(keys[here[0] > name[0]])
        ann.keyboard.press("Enter")
    expect(ann.locator("#answered")).to_have_text("Your answer: a2a3.")
    teacher.locator(".tile").first.focus()
    teacher.keyboard.press("Enter")
    expect(teacher.locator("#pupil")).to_be_visible()
    teacher.keyboard.press("Escape")
    expect(teacher.locator(".tile").first).to_be_focused()


def teaches(page, server):
    page.goto(f"{server.url}/class/teacher")
    page.get_by_label("A password for the teacher's page").fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#dashboard")).to_be_visible()


@pytest.mark.parametrize("path", ["/explorer", "/algorithms", "/chapters/alpha-beta"])
def test_a_search_is_moved_from_the_teachers_phone_and_followed_tree_first(taught, pages, path):
    laptop, ann = pages.page(), pages.page("phone")
    teaches(laptop, taught)
    joined(ann, taught, "Ann")
    phone = laptop.context.new_page()
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(f"{taught.url}/class/teacher")
    expect(phone.locator("#dashboard")).to_be_visible()
    laptop.goto(f"{taught.url}{path}")
    expect(laptop.locator("#clock")).to_contain_text("step")
    laptop.get_by_role("button", name="To the beginning").click()
    laptop.get_by_role("button", name="Show this search to all").click()
    ann.get_by_role("link", name="Open").click()
    expect(ann.locator("#clock")).to_contain_text("step 1 /")
    for step in (2, 3):
        phone.get_by_role("button", name="Next step").click()
        for page in (laptop, ann):
            expect(page.locator("#clock")).to_contain_text(f"step {step} /")
    phone.get_by_role("button", name="Back").click()
    for page in (laptop, ann):
        expect(page.locator("#clock")).to_contain_text("step 2 /")
    laptop.keyboard.press("ArrowRight")
    expect(ann.locator("#clock")).to_contain_text("step 3 /")
    expect(phone.locator("#shown-state")).to_contain_text("step 3")
    ann.evaluate("scrollTo(0, 0)")
    assert ann.locator(".drawing").first.bounding_box()["y"] < 340
    if path != "/chapters/alpha-beta":
        expect(ann.locator("#ask")).to_be_hidden()


def test_what_is_projected_has_no_names_and_no_way_to_end_the_class(taught, pages):
    teacher, ann = pages.page(), pages.page("phone")
    teaches(teacher, taught)
    joined(ann, taught, "Ann")
    with teacher.expect_popup() as opened:
        teacher.get_by_role("link", name="Projector").click()
    projector = opened.value
    expect(projector.locator("#here")).to_have_text("1 is here")
    expect(projector.locator("#qr")).to_be_visible()
    teacher.get_by_label("Text").fill("How many pawns has White?")
    teacher.get_by_label("Choices").fill("4\n5")
    teacher.get_by_label("Right answer").fill("5")
    teacher.locator("#ask").get_by_role("button", name="Show to all").click()
    expect(projector.locator("#question")).to_have_text("How many pawns has White?")
    expect(projector.locator("#choices li")).to_have_text(["4", "5"])
    ann.get_by_role("button", name="5").click()
    expect(projector.locator("#answered")).to_have_text("1 of 1 have answered")
    expect(projector.locator("#counts meter")).to_have_count(0)
    teacher.get_by_role("button", name="Reveal").click()
    expect(projector.locator("#counts .right")).to_contain_text("5")
    said = projector.locator("body").inner_text()
    assert "Ann" not in said
    assert "End the class" not in said
    assert float(projector.locator("#question").evaluate("each => parseFloat(getComputedStyle(each).fontSize)")) >= 28
    assert_nothing_serious(projector)
    answer = ann.request.get(f"{taught.url}/api/class/audience")
    assert answer.status == 403


def test_who_challenges_a_program_goes_to_the_game_once(taught, pages):
    teacher, ann, program = pages.page(), pages.page(), pages.page()
    teaches(teacher, taught)
    joined(ann, taught, "Ann")
    program.goto(f"{taught.url}/class")
    entry = {"nickname": "Bot", "plays": "gardner"}
    assert program.request.post(f"{taught.url}/api/class/join", data=entry).ok
    held = open_game_once(ann, ann.locator("#program-list button").first, "**/api/class/challenge")
    held.continue_()
    ann.wait_for_url("**/game/*")
    ready(ann)


def test_the_crash_of_a_program_is_told_to_its_opponent(taught, pages):
    teacher, ann, program = pages.page(), pages.page(), pages.page()
    teaches(teacher, taught)
    joined(ann, taught, "Ann")
    program.goto(f"{taught.url}/class")
    entry = {"nickname": "Bot", "plays": "gardner"}
    assert program.request.post(f"{taught.url}/api/class/join", data=entry).ok
    program.reload()
    ann.locator("#program-list button").first.click()
    ann.wait_for_url("**/game/*")
    ready(ann)
    reason = {"id": ann.url.rpartition("/")[2], "reason": "Bot has crashed: ZeroDivisionError."}
    assert program.request.post(f"{taught.url}/api/class/forfeit", data=reason).ok
    expect(ann.locator("#state")).to_contain_text("Bot has crashed: ZeroDivisionError.")
