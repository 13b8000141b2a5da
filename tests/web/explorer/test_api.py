import time
from importlib.resources import files

import pytest

from plyground.core.registry import get_game
from plyground.core.steps import finish
from plyground.search.textbook import search
from plyground.search.tree import Tree
from plyground.web.explorer import api as explorer_api
from plyground.web.explorer.exploration import MAX_COUNTED
from plyground.web.explorer.tree_columns import columns
from web.live import answer_to, counts_of


def test_the_homeworks_examples_come_out_as_its_hand_out_prints_them(api):
    examples = api.get("/api/explorer/examples")["examples"]
    assert len(examples) == 5
    for example in examples:
        asked = {name: example[name] for name in ("game", "position", "algorithm", "depth", "evaluation")}
        found = api.post("/api/explorer/search", **asked)
        assert found["nodes"] == example["nodes"] == len(found["tree"]["parent"])
        assert found["value"] == example["farsighted"]
        assert found["best"] == example["move"]


def test_the_columns_are_the_tree(api):
    found = api.post("/api/explorer/search", game="gardner", algorithm="alphabeta", depth=3)
    root = get_game("gardner").position()
    result = search(root, 3, alphabeta=True, keep=100_000)
    tree = Tree.of(root, result, 3, alphabeta=True, evaluation="handmade")
    assert found["nodes"] == result.nodes
    assert found["tree"] == finish(columns(tree))
    assert found["tree"]["searched"][0] == found["tree"]["moves"][0] == 7
    assert all(parent < i for i, parent in enumerate(found["tree"]["parent"]))


def test_a_tree_that_somebody_made_up_is_searched(api, client):
    found = api.post("/api/explorer/handmade", tree="((3 12 8)(2 4 6)(14 5 2))", algorithm="alphabeta")
    assert (found["position"], found["value"], found["best"], found["nodes"]) == (
        "((3 12 8) (2 4 6) (14 5 2))",
        "3",
        "a",
        11,
    )
    cutoffs = found["tree"]["cutoffs"]
    assert (cutoffs["node"], cutoffs["ancestor"], cutoffs["alternative"]) == ([5], [0], [1])
    assert cutoffs["moves"] == [["bb", "bc"]]
    assert cutoffs["why"][0].startswith("MIN already has 2 here")
    response = client.post("/api/explorer/handmade", json={"tree": "((3 ?))", "algorithm": "minimax"})
    assert (response.status_code, response.json()["error"].partition(";")[0]) == (
        400,
        "A tree is made of numbers and parentheses, as in ((3 5) (6 9))",
    )


def test_simulations_of_a_tree_and_of_a_game(api, client):
    found = api.post("/api/explorer/simulations", tree="((5 6 5) (0 9 9))", simulations=50)
    assert (found["best"], len(found["node"]), len(found["parent"]), sum(found["is_new"])) == ("a", 50, 9, 8)
    assert found["moves"][:3] == [2, 3, 3]
    found = api.post("/api/explorer/simulations", game="gardner", depth=2, simulations=20, seed=3)
    assert (len(found["result"]), found["parent"][0], found["maximises"][:2]) == (20, -1, [True, False])
    response = client.post("/api/explorer/simulations", json={"game": "gardner", "simulations": 20})
    assert (response.status_code, response.json()["error"]) == (
        400,
        "The search needs a tree, or a game and a depth.",
    )


@pytest.mark.parametrize("game", ["gardner", "connect-four"])
@pytest.mark.parametrize("algorithm", MAX_COUNTED)
def test_every_algorithm_searches_by_the_net_and_by_the_handmade_evaluation(api, game, algorithm):
    values = set()
    for name in ("net", "handmade"):
        found = api.post("/api/explorer/search", game=game, algorithm=algorithm, depth=2, evaluation=name)
        assert found["evaluation"] == name
        if algorithm != "quiescence":  # which goes on beyond the horizon
            result = search(get_game(game).position(), 2, evaluation=name)
            assert found["value"] == str(result.value)
            assert found["tree"]["value"][0] == found["value"]
        values.add(found["value"])
    assert len(values) == 2


def test_simulations_end_with_the_evaluation_that_is_asked_for(api):
    asked = {"game": "gardner", "depth": 2, "simulations": 30}
    by_net, by_hand, usual, older = (
        api.post("/api/explorer/simulations", **asked, **chosen)["result"]
        for chosen in ({"evaluation": "net"}, {"evaluation": "handmade"}, {}, {"evaluation": "engine"})
    )
    assert by_net != by_hand == usual == older


def test_counts_are_of_the_evaluation_that_is_asked_for(api):
    by_net, by_hand = (
        list(counts_of(api.client, game="gardner", algorithm="minimax", depth=3, evaluation=name).values())
        for name in ("net", "handmade")
    )
    assert by_net[0] == by_hand[0]  # minimax looks at everything
    assert by_net[1:] != by_hand[1:]


@pytest.mark.parametrize("path", ["search", "simulations"])
def test_no_page_names_a_file_to_judge_by(client, path):
    how = {"simulations": 5} if path == "simulations" else {"algorithm": "minimax"}
    for name in ("net:/etc/passwd", "net:", "net:net-gardner.npz"):
        answer = client.post(f"/api/explorer/{path}", json={"game": "gardner", "depth": 1, "evaluation": name, **how})
        said = f"No page may name a file, as the evaluation '{name}' does; gardner has net, handmade or material."
        assert (answer.status_code, answer.json()["error"]) == (400, said)
    body = {"game": "starcircle", "depth": 1, "evaluation": "net", **how}
    answer = client.post(f"/api/explorer/{path}", json=body)
    assert (answer.status_code, answer.json()["error"]) == (
        404,
        "starcircle has no evaluation 'net'; it has handmade or utility.",
    )


def test_no_count_names_a_file_to_judge_by(client):
    asked = {"do": "compare", "game": "gardner", "algorithm": "minimax", "depth": 1, "evaluation": "net:/etc/passwd"}
    (answer,) = answer_to(client, "/api/explorer/live", **asked)
    assert answer["error"].startswith("No page may name a file, as the evaluation 'net:/etc/passwd' does;")


def test_boards_are_drawn_for_lines_of_moves(api, client):
    boards = api.post("/api/explorer/boards", game="gardner", lines=[[], ["a2a3"], ["a2a3", "b4b3"]])["boards"]
    assert len(set(boards)) == 3
    assert all(board.startswith("<svg") for board in boards)
    response = client.post("/api/explorer/boards", json={"game": "gardner", "lines": [["a2a5"]]})
    assert (response.status_code, "a2a5" in response.json()["error"]) == (400, True)


def test_quiescence_looks_at_the_forcing_moves_of_a_game(api):
    plain = api.post("/api/explorer/search", game="gardner", algorithm="alphabeta", depth=3)
    quiet = api.post("/api/explorer/search", game="gardner", algorithm="quiescence", depth=3)
    assert quiet["nodes"] > plain["nodes"]
    assert "quiet" in quiet["tree"]["note"]


def test_a_homeworks_answer_is_checked(api, client):
    folder = files("plyground.courses.starcircle.examples")
    text, answer = ((folder / f"ex2.{end}").read_text(encoding="utf-8") for end in ("in", "out"))
    checked = api.post("/api/explorer/homework", input=text, answer=answer)
    assert (checked["right"], checked["game"], checked["algorithm"], checked["depth"]) == (
        True,
        "starcircle",
        "alphabeta",
        2,
    )
    checked = api.post("/api/explorer/homework", input=text, answer=answer.replace("\n4", "\n5"))
    assert (checked["right"], checked["node"]) == (False, 2)
    assert "not pruning" in checked["said"]
    refused = client.post("/api/explorer/homework", json={"input": "Moon", "answer": answer})
    assert (refused.status_code, refused.json()["error"].partition(":")[0]) == (
        400,
        "The input is wrong at line 1, column 1",
    )


def test_a_large_tree_has_its_reasons_without_the_names_of_the_moves(api):
    cutoffs = api.post("/api/explorer/search", game="gardner", algorithm="alphabeta", depth=5)["tree"]["cutoffs"]
    assert len(cutoffs["node"]) > 100
    assert not any(cutoffs["moves"])
    assert "so the other" in cutoffs["why"][0]


def test_trees_that_are_too_large_to_be_shown_are_refused(client):
    for depth in (7, 20):
        response = client.post("/api/explorer/search", json={"game": "halma", "algorithm": "minimax", "depth": depth})
        assert response.status_code == 400
        assert "more than 100,000 nodes; search less deep" in response.json()["error"]


def test_the_comparison_counts_every_algorithm(api):
    nodes = counts_of(api.client, game="gardner", algorithm="minimax", depth=3)
    root = get_game("gardner").position()
    assert nodes["minimax"] == [search(root, depth).nodes for depth in (1, 2, 3)]
    assert nodes["alphabeta"] == [search(root, depth, alphabeta=True).nodes for depth in (1, 2, 3)]
    assert nodes["ordered"][2] < nodes["alphabeta"][2] < nodes["minimax"][2]


def test_counting_ends_where_there_are_too_many(api, monkeypatch):
    for algorithm in MAX_COUNTED:
        monkeypatch.setitem(MAX_COUNTED, algorithm, 1000)
    for counted in counts_of(api.client, game="gardner", algorithm="minimax", depth=9).values():
        known = [nodes for nodes in counted if nodes is not None]
        assert known == sorted(known)
        assert 2 <= len(known) < 9
        assert known[-1] <= 1000
        assert counted[len(known) :] == [None] * (9 - len(known))


# ------------------------------------------------------------------------------------------------ with a socket

ENDLESS = {"do": "search", "game": "gardner", "algorithm": "minimax", "depth": 20}


@pytest.fixture
def socket(client):
    with client.websocket_connect("ws://127.0.0.1/api/explorer/live") as socket:
        yield socket


def until(socket, name):
    while True:
        message = socket.receive_json()
        assert "error" not in message, message
        if name in message:
            return message


def idle(client):
    """Wait until nothing is searched any more."""
    searches = client.app.state.services.searches
    while searches.working or searches.waiting:
        time.sleep(0.01)


def test_a_search_is_answered_as_by_post(socket, api):
    socket.send_json({"do": "search", "token": 1, "game": "gardner", "algorithm": "ordered", "depth": 3})
    found = until(socket, "found")["found"]
    assert found == api.post("/api/explorer/search", game="gardner", algorithm="ordered", depth=3)
    assert until(socket, "done") == {"token": 1, "done": True}


def test_a_search_tells_how_far_it_is_and_can_be_stopped(socket, client):
    for algorithm in ("minimax", "ordered"):
        socket.send_json({**ENDLESS, "algorithm": algorithm, "token": 2})
        first = until(socket, "visited")["visited"]
        while until(socket, "visited")["visited"] == first:
            continue
        socket.send_json({"do": "stop"})
        idle(client)


def test_another_search_ends_the_one_before(socket):
    socket.send_json({**ENDLESS, "token": 3})
    until(socket, "visited")
    socket.send_json({"do": "search", "token": 4, "game": "gardner", "algorithm": "minimax", "depth": 2})
    found = until(socket, "found")
    assert (found["token"], found["found"]["nodes"]) == (4, 61)


def test_a_search_ends_when_its_page_goes(client):
    with client.websocket_connect("ws://127.0.0.1/api/explorer/live") as socket:
        socket.send_json({**ENDLESS, "token": 5})
        until(socket, "visited")
    idle(client)


def test_a_search_makes_way_for_others_after_a_while(client, socket):
    client.app.state.services.searches._slice = 0.1
    socket.send_json({**ENDLESS, "token": 6})
    until(socket, "visited")
    answer = client.post("/api/explorer/search", json={"game": "gardner", "algorithm": "minimax", "depth": 2})
    assert answer.json()["nodes"] == 61
    while "error" not in (message := socket.receive_json()):
        continue
    assert "was stopped after" in message["error"]


def test_a_tree_too_large_to_be_shown_still_has_a_value(socket):
    socket.send_json({"do": "search", "token": 7, "game": "gardner", "algorithm": "minimax", "depth": 6})
    found = until(socket, "found")["found"]
    result = search(get_game("gardner").position(), 6, alphabeta=True)
    assert found["tree"] is None
    assert (found["best"], found["nodes"]) == (result.move.text, 630728)


def test_counts_come_one_by_one(socket, api):
    socket.send_json({"do": "compare", "token": 8, "game": "starcircle", "algorithm": "minimax", "depth": 3})
    for algorithm, counted in counts_of(api.client, game="starcircle", algorithm="minimax", depth=3).items():
        for depth, nodes in enumerate(counted, 1):
            told = until(socket, "nodes")
            assert (told["algorithm"], told["depth"], told["nodes"]) == (algorithm, depth, nodes)
    assert until(socket, "done")["token"] == 8


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"do": "search", "game": "gardner"}, "needs a game"),
        ({**ENDLESS, "depth": 21}, "20"),
        ({**ENDLESS, "position": "x"}, "x"),
        ({**ENDLESS, "evaluation": "seed"}, "seed"),
        ({**ENDLESS, "evaluation": "net:net.npz"}, "No page may name a file"),
        ({**ENDLESS, "algorithm": "ordered"}, "more than 500 nodes"),
    ],
)
def test_what_is_wrong_is_said_and_the_next_one_answered(socket, monkeypatch, message, words):
    monkeypatch.setattr(explorer_api, "MAX_NODES", 500)
    socket.send_json(message)
    while "error" not in (answer := socket.receive_json()):
        continue
    assert words in answer["error"]
