"""Rounds of a class by requests: pairing, results, who comes and who goes."""


def test_only_a_program_says_why_it_has_lost(room):
    people, dashboard = room.paired("Ann", "Bob")
    (game,) = (each["id"] for each in dashboard["tournament"]["pairings"])
    assert people["Ann"].refused("/forfeit", id=game, reason="Bob is stupid") == "A person resigns."
    seen = people["Bob"].game(game)
    assert (seen["outcome"], seen["notice"]) == (None, "")


def test_a_round_is_paired_played_and_counted(room):
    people, dashboard = room.paired("Ann", "Bob", "Cyd")
    assert [(game["white"], game["black"]) for game in dashboard["tournament"]["pairings"]] == [
        ("Ann", "Bob"),
        ("Cyd", ""),
    ]
    game_id = dashboard["tournament"]["pairings"][0]["id"]
    ann, bob, cyd = people.values()
    own = ann.get("")["round"]
    assert (own["number"], own["game"], own["against"], own["going_on"]) == (1, game_id, "Bob", True)
    assert cyd.get("")["round"]["sits_out"] is True
    assert ann.game(game_id)["names"] == ["You", "Bob"]
    assert cyd.game(game_id)["names"] == ["Ann", "Bob"]
    ann.play(game_id, "move", move="a2a3", ply=0)
    assert cyd.browser.post(f"/api/play/{game_id}/move", json={"move": "b4a3", "ply": 1}).status_code == 403
    assert "not over" in room.teacher.refused("/round", everybody=True)
    bob.play(game_id, "resign")
    standings = room.settled()["tournament"]["standings"]
    assert [(line["name"], line["points"]) for line in standings] == [("Ann", 1.0), ("Cyd", 1.0), ("Bob", 0.0)]
    late = room.pupils("Dan")[0]
    dashboard = room.teacher.post("/round", everybody=True)
    pairs = {frozenset((game["white"], game["black"])) for game in dashboard["tournament"]["pairings"]}
    assert pairs == {frozenset(("Ann", "Cyd")), frozenset(("Bob", "Dan"))}
    assert late.get("")["round"]["against"] == "Bob"


def test_only_who_is_here_is_paired(room):
    ann, _, cyd = room.pupils("Ann", "Bob", "Cyd")
    live = "ws://127.0.0.1/api/class/live"
    assert "at least two" in room.teacher.refused("/pairs", form="round-robin", game="gardner")
    with ann.browser.websocket_connect(live) as first, cyd.browser.websocket_connect(live) as second:
        assert (first.receive_json()["you"], second.receive_json()["you"]) == ("Ann", "Cyd")
        dashboard = room.teacher.post(
            "/pairs", form="round-robin", game="gardner", clock={"initial": 60, "increment": 1}
        )
        assert [pupil["here"] for pupil in dashboard["pupils"]] == [True, False, True]
        (game,) = dashboard["tournament"]["pairings"]
        assert {game["white"], game["black"]} == {"Ann", "Cyd"}
        while not (told := second.receive_json())["round"]:
            pass
        assert told["round"]["game"] == game["id"]
    assert ann.game(game["id"])["clock"]["initial"] == 60


def test_the_teacher_decides_a_game_that_goes_on(room):
    _, dashboard = room.paired("Ann", "Bob")
    game_id = dashboard["tournament"]["pairings"][0]["id"]
    assert "goes on" in room.teacher.refused("/result", id="x", result="1-0")
    dashboard = room.teacher.post("/result", id=game_id, result="1/2-1/2")
    assert dashboard["tournament"]["pairings"][0]["result"] == "1/2-1/2"
    assert "goes on" in room.teacher.refused("/result", id=game_id, result="1-0")


def test_who_is_removed_loses_his_game_and_does_not_come_back(room):
    people, dashboard = room.paired("Ann", "Bob")
    ann = people["Ann"]
    dashboard = room.teacher.post("/pupils/remove", number=1)
    assert dashboard["tournament"]["pairings"][0]["result"] == "0-1"
    seen = ann.get("")
    assert (seen["removed"], seen["you"], seen["standings"]) == (True, "", [])
    assert "removed you" in ann.refused("/join", nickname="Another")
    room.teacher.post("/pupils/release", number=1)
    assert ann.post("/join", nickname="Ann")["removed"] is False


def test_a_pupil_goes_on_in_another_browser_when_the_teacher_lets_him(room):
    people, dashboard = room.paired("Ann", "Bob")
    game_id = dashboard["tournament"]["pairings"][0]["id"]
    again = room.newcomer()
    assert "already" in again.refused("/join", nickname="Ann")
    room.teacher.post("/pupils/release", number=1)
    assert again.post("/join", nickname="ann")["you"] == "Ann"
    assert again.game(game_id)["side"] == 0
    assert people["Ann"].game(game_id)["side"] is None
    again.play(game_id, "move", move="a2a3", ply=0)


def test_a_board_is_shown_to_all_without_its_address(room):
    people, dashboard = room.paired("Ann", "Bob", "Cyd")
    game_id = dashboard["tournament"]["pairings"][0]["id"]
    people["Ann"].play(game_id, "move", move="a2a3", ply=0)
    room.classes.settle()
    room.teacher.post("/project", number=1)
    tile = people["Cyd"].get("")["projected"]
    assert (tile["ply"], tile["names"], tile["id"], tile["last"]) == (1, ["Ann", "Bob"], "", ["a2", "a3"])
    room.teacher.post("/project", number=0)
    assert people["Cyd"].get("")["projected"] is None
