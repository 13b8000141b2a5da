"""What a teacher shows a class, by requests: questions, positions and pages, answered, counted, shown again."""

from .conftest import QUESTION


def test_a_question_is_answered_counted_and_revealed(room):
    ann, bob, _ = room.pupils("Ann", "Bob", "Cyd")
    room.teacher.post("/tasks", **QUESTION)
    seen = ann.get("")["task"]
    assert (seen["right"], seen["counts"], seen["answer"]) == ("", [], "")
    assert "one of the choices" in ann.refused("/answer", task=1, answer="5")
    ann.post("/answer", task=1, answer="3")
    assert ann.post("/answer", task=1, answer="4")["task"]["answer"] == "4"
    bob.post("/answer", task=1, answer="3")
    dashboard = room.teacher.get("/dashboard")
    assert [pupil["is_right"] for pupil in dashboard["pupils"]] == [True, False, None]
    assert bob.get("")["task"]["counts"] == []
    room.teacher.post("/task", revealed=True)
    after = bob.get("")["task"]
    assert (after["is_right"], after["right"]) == (False, "4")
    assert after["counts"] == [{"answer": "3", "count": 1}, {"answer": "4", "count": 1}]
    assert bob.refused("/answer", task=1, answer="4") == "No more answers are taken."
    room.teacher.post("/tasks", kind="position", game="gardner", text="Your move?")
    assert "Another task" in ann.refused("/answer", task=1, answer="4")
    assert ann.get("")["task"]["position"].startswith("rnbqk")
    room.teacher.post("/task", shown=False)
    assert ann.get("")["task"] is None


def test_what_was_shown_before_is_shown_again_with_its_answers(room):
    ann, bob = room.pupils("Ann", "Bob")
    room.teacher.post("/tasks", **QUESTION)
    first = ann.get("")["task"]["number"]
    ann.post("/answer", task=first, answer=QUESTION["choices"][0])
    room.teacher.post("/tasks", kind="position", game="gardner")
    dashboard = room.teacher.post("/task", shown=False)
    titles = [(each["text"], each["answered"]) for each in dashboard["earlier"]]
    assert titles == [("Minichess, Gardner's rules: a position", 0), (QUESTION["text"], 1)]
    dashboard = room.teacher.post("/task/again", number=first)
    assert (dashboard["task"]["number"], dashboard["task"]["answered"], dashboard["tasks"]) == (first, 1, 2)
    assert [each["number"] for each in dashboard["earlier"]] == [2]
    assert ann.get("")["task"]["answer"] == QUESTION["choices"][0]
    bob.post("/answer", task=first, answer=QUESTION["choices"][1])
    assert "There is no task 3" in room.teacher.refused("/task/again", number=3)


def test_the_first_score_of_a_quiz_is_the_answer_to_its_page(room):
    ann, bob = room.pupils("Ann", "Bob")
    room.teacher.post("/tasks", kind="page", path="/explorer/tree?position=((3+5)(6+9))&quiz=next&count=2&seed=1")
    for score in ("1 of 2", "2 of 2"):
        assert ann.post("/answer", task=1, answer=score)["task"]["answer"] == "1 of 2"
    assert bob.refused("/answer", task=1, answer="very good") == "There is nothing to answer."
    assert room.teacher.get("/dashboard")["task"]["counts"] == [{"answer": "1 of 2", "count": 1}]
    text = room.teacher.browser.get("/api/class/export.csv?what=answers").text
    assert "1 of 2" in text
    room.teacher.post("/tasks", kind="page", path="/learn/congo")
    assert ann.refused("/answer", task=2, answer="1 of 2") == "There is nothing to answer."


def test_a_page_is_shown_with_its_step_and_only_one_of_this_app(room):
    (ann,) = room.pupils("Ann")
    room.teacher.post("/tasks", kind="page", path="/explorer/tree?position=((3 5)(6 9))".replace(" ", "+"), step=3)
    room.teacher.post("/task", step=4)
    assert ann.get("")["task"]["step"] == 4
    for path in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/api/class"):
        assert "an address of this app" in room.teacher.refused("/tasks", kind="page", path=path)
