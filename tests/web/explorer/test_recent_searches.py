"""A search that has just been made is not made again."""

from plyground.web.explorer import recent_searches
from plyground.web.explorer.recent_searches import RecentSearches

SEARCH = {"game": "gardner", "algorithm": "alphabeta", "depth": 2}


def test_equal_questions_are_searched_once_and_large_trees_are_not_kept(monkeypatch):
    monkeypatch.setattr(recent_searches, "MAX_ANSWERS", 2)
    recent, searched = RecentSearches(), []

    def ask(what, nodes=1):
        if recent.find(what) is None:
            searched.append(what)
            recent.keep(what, f"answer to {what}", nodes)
        return recent.find(what) or f"answer to {what}"

    for what in ("a", "b", "a", "c", "a", "b"):
        assert ask(what) == f"answer to {what}"
    assert searched == ["a", "b", "c", "b"], "the one asked longest ago is forgotten"
    for _ in range(2):
        ask("large", recent_searches.MAX_NODES + 1)
    assert searched[-2:] == ["large", "large"]


def test_other_depths_algorithms_and_positions_are_other_searches(api):
    first = api.post("/api/explorer/search", **SEARCH)
    assert api.post("/api/explorer/search", **SEARCH) == first
    assert api.post("/api/explorer/search", **{**SEARCH, "depth": 1})["nodes"] < first["nodes"]
    assert api.post("/api/explorer/search", **{**SEARCH, "algorithm": "minimax"})["nodes"] > first["nodes"]
