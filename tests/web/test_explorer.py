import pytest

from plyground.core.registry import get_game
from plyground.search.textbook import search
from plyground.web.ordered_search import OrderedSearch
from plyground.web.search_tree import SearchTree


def test_the_homeworks_examples_come_out_as_its_hand_out_prints_them(api):
    examples = api.get("/api/explorer/examples")["examples"]
    assert len(examples) == 5
    for example in examples:
        asked = {name: example[name] for name in ("game", "position", "algorithm", "depth", "evaluation")}
        found = api.post("/api/explorer/search", **asked)
        assert found["nodes"] == example["nodes"] == len(found["tree"]["parent"])
        assert found["value"] == example["farsighted"]
        assert found["best"] == example["move"]


@pytest.mark.parametrize(("name", "depth"), [("gardner", 3), ("starcircle", 5), ("congo", 2), ("minichess", 3)])
def test_ordering_changes_the_nodes_but_not_the_value(name, depth):
    root = get_game(name).position()
    ordered = OrderedSearch(root, "engine", 100_000).run(depth)
    textbook = search(root, depth, alphabeta=True, evaluation="engine")
    assert ordered.nodes[0].value == textbook.value
    assert ordered.nodes[0].move is None


def test_an_evaluation_from_whites_view_is_turned():
    root = get_game("amazons").position("1q4/2Q3/*****q/6/6/2Q3 b")
    ordered = OrderedSearch(root, "seed", 100_000).run(1)
    assert ordered.nodes[0].value == pytest.approx(search(root, 1, evaluation="seed").value)


def test_the_columns_are_the_tree(api):
    found = api.post("/api/explorer/search", game="gardner", algorithm="alphabeta", depth=3)
    root = get_game("gardner").position()
    result = search(root, 3, alphabeta=True, room=100_000)
    tree = SearchTree.of_result(root, "engine", result)
    assert found["nodes"] == result.nodes
    assert found["tree"] == tree.columns()
    assert found["tree"]["searched"][0] == found["tree"]["moves"][0] == 7
    assert all(parent < i for i, parent in enumerate(found["tree"]["parent"]))


def test_trees_that_are_too_large_are_refused_before_they_are_searched(client):
    for depth in (7, 20):
        response = client.post("/api/explorer/search", json={"game": "halma", "algorithm": "minimax", "depth": depth})
        assert response.status_code == 400
        assert "search less deep" in response.json()["error"]


def test_the_comparison_counts_every_algorithm(api):
    counts = api.post("/api/explorer/compare", game="gardner", algorithm="minimax", depth=3)["counts"]
    nodes = {count["algorithm"]: count["nodes"] for count in counts}
    root = get_game("gardner").position()
    assert nodes["minimax"] == [search(root, depth).nodes for depth in (1, 2, 3)]
    assert nodes["alphabeta"] == [search(root, depth, alphabeta=True).nodes for depth in (1, 2, 3)]
    assert nodes["ordered"][2] < nodes["alphabeta"][2] < nodes["minimax"][2]
    assert (
        api.post("/api/explorer/compare", game="gardner", algorithm="minimax", depth=9)["counts"][0]["nodes"][8] is None
    )
