"""Of modules that all have a kernel, that of the game which calls is loaded: browsers load one for each family."""

import json
import sys
from types import ModuleType

import numpy as np

from plyground.kernel import linked

GAMES = "ours.games.congo", "ours.games.minichess"


def shared(word):
    return "plain"


def test_the_module_of_the_game_that_calls_is_loaded_although_all_are_imported(tmp_path, monkeypatch):
    entry = {"module": __name__, "name": "shared", "arguments": "uint64", "result": "uint64", "symbol": "one"}
    for game in GAMES:
        monkeypatch.setitem(sys.modules, f"{game}.rules", ModuleType(f"{game}.rules"))
        facts = {"format": linked.FORMAT, "sources": {f"{game}.rules": "", "ours.core": ""}, "entries": [entry]}
        (tmp_path / f"{game.split('.')[-1]}.json").write_text(json.dumps(facts), encoding="utf-8")
    tried = []

    def load(path):
        tried.append(path)
        raise OSError("none")

    monkeypatch.setattr(linked.ctypes, "CDLL", load)
    monkeypatch.setattr(linked.warnings, "warn", lambda *_, **__: None)
    for game in GAMES:
        tried.clear()
        linked._read_folder.cache_clear()
        kernel = linked.kernel(shared, shared, str(tmp_path))
        caller = {"__package__": game, "kernel": kernel, "word": np.uint64(1)}
        assert eval("kernel(word)", caller) == "plain"
        assert tried[0] == str(tmp_path / f"{game.split('.')[-1]}.so")
