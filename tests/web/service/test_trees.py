"""Trees of moves: followed, written as a record, and read back."""

import pytest

NODES = [
    {"parent": 0, "move": "a2a3", "glyph": "!", "comment": "first"},
    {"parent": 1, "move": "b5a3"},
    {"parent": 2, "move": "a1a3"},
    {"parent": 1, "move": "b4a3", "comment": "or this"},
    {"parent": 0, "move": "c2c3", "glyph": "??"},
]


def test_a_tree_is_followed_node_by_node(api):
    found = api.post(
        "/api/tree", game="gardner", nodes=[{"parent": each["parent"], "move": each["move"]} for each in NODES]
    )
    assert [step["move"] for step in found["steps"]] == [each["move"] for each in NODES]
    for path, node in (([], 0), (["a2a3"], 1), (["a2a3", "b5a3", "a1a3"], 3), (["a2a3", "b4a3"], 4), (["c2c3"], 5)):
        line = api.post("/api/line", game="gardner", moves=path)
        expected = line["steps"][-1] if path else None
        assert (found["steps"][node - 1] if node else None) == expected


def test_a_tree_is_written_and_read_back(api):
    asked = {"game": "gardner", "nodes": NODES, "comment": "the start", "tags": {"White": "Ann"}}
    text = api.post("/api/tree/record", **asked)["text"]
    assert "{the start} 1. a2a3! {first} (1. c2c3??) 1... b5a3 (1... b4a3 {or this}) 2. a1a3 *" in text
    found = api.post("/api/import", text=text)
    assert found["moves"] == ["a2a3", "b5a3", "a1a3"]
    assert found["comments"] == {"0": "the start", "1": "first"}
    again = {name: found[name] for name in ("game", "rules", "start", "nodes", "tags")}
    assert api.post("/api/tree/record", **again, comment=found["comments"]["0"])["text"] == text


def test_numbers_without_a_mark_are_kept(api):
    nodes = [{"parent": 0, "move": "a2a3", "glyph": "!", "nags": [16, 7]}, {"parent": 1, "move": "b5a3", "nags": [146]}]
    text = api.post("/api/tree/record", game="gardner", nodes=nodes, nags=[13])["text"]
    assert "$13 1. a2a3! $16 $7 b5a3 $146 *" in text
    found = api.post("/api/import", text=text)
    assert (found["nodes"], found["nags"]) == (nodes, [13])


def test_a_result_that_the_moves_do_not_tell_is_kept(api):
    ended = {"result": "1-0", "termination": "resignation"}
    text = api.post("/api/tree/record", game="gardner", nodes=NODES[:1], **ended)["text"]
    assert '[Termination "resignation"]' in text
    found = api.post("/api/import", text=text)
    assert {name: found[name] for name in ended} == ended


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"nodes": [{"parent": 1, "move": "a2a3"}]}, "comes after it"),
        ({"nodes": [{"parent": 0, "move": "a2a5"}]}, "cannot be played"),
        ({"nodes": [{"parent": 0, "move": "a2a3", "glyph": "?!?"}]}, "The mark of a move cannot be '?!?'"),
        ({"nodes": [{"parent": 0, "move": "a2a3", "nags": [256]}]}, "to 255"),
        ({"nodes": [{"parent": -1, "move": "a2a3"}]}, "from 0"),
        ({"nodes": [], "result": "2-0"}, "result cannot be"),
        ({"nodes": [], "start": "k4/2Q2/2K2/5/5 b - - 0 1", "result": "0-1"}, "its moves end with"),
    ],
)
def test_what_is_wrong_is_said(client, fields, words):
    response = client.post("/api/tree/record", json={"game": "gardner", **fields})
    assert response.status_code == 400
    assert words in response.json()["error"]


def test_several_trees_are_written_as_one_text_and_read_back(api):
    chapters = [
        {"game": "gardner", "nodes": NODES, "tags": {"StudyName": "Two", "ChapterName": "One"}},
        {"game": "congo", "nodes": [], "tags": {"StudyName": "Two", "ChapterName": "Empty"}},
    ]
    text = api.post("/api/trees/record", trees=chapters)["text"]
    found = api.post("/api/import/all", text=text)["texts"]
    assert [each["tags"] for each in found] == [each["tags"] for each in chapters]
    assert [each["game"] for each in found] == ["gardner", "congo"]
    again = [{name: each[name] for name in ("game", "rules", "start", "nodes", "tags")} for each in found]
    assert api.post("/api/trees/record", trees=again)["text"] == text


def test_one_text_of_any_kind_is_a_list_of_one(api):
    (found,) = api.post("/api/import/all", text="a2a3 b5a3", game="gardner")["texts"]
    assert found["moves"] == ["a2a3", "b5a3"]


def test_too_many_records_are_refused(client):
    response = client.post("/api/import/all", json={"text": '[Game "gardner"]\n\n*\n' * 65})
    assert response.status_code == 400
    assert "more than 64 records" in response.json()["error"]
