"""Old names go on working, and say what to use instead."""

import subprocess
import sys

import pytest

from plyground import Engine, get_game, textbook_search
from plyground.core import evaluation
from plyground.core.deprecation import OldName
from plyground.engine import hooks as engine_hooks
from plyground.nets import hooks as net_hooks
from plyground.solving import hooks as solving_hooks


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        (evaluation, "ENGINE", "HANDMADE"),
        (engine_hooks, "decided", "quick_outcome"),
        (engine_hooks, "recognized", "recognize"),
        (net_hooks, "changed_features", "feature_changes"),
        (solving_hooks, "checked_bounds", "bounds_to_check"),
    ],
)
def test_what_a_package_of_a_game_imports(module, old, new):
    with pytest.warns(OldName, match=rf"{old} is an old name of .*\.{new}, which will go away") as warned:
        assert getattr(module, old) is getattr(module, new)
    assert warned[0].filename == __file__, "the line to change is the caller's"
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        module.nothing  # noqa: B018


def test_an_evaluation_by_its_old_name():
    position = get_game("gardner").position()
    say = "The evaluation engine is an old name of handmade, which will go away"
    with pytest.warns(OldName, match=say) as warned:
        assert position.evaluate("engine") == position.evaluate("handmade")
    assert warned[0].filename == __file__
    with pytest.warns(OldName, match=say) as warned:
        textbook_search(position, 1, alphabeta=True, evaluation="engine")
    assert warned[0].filename == __file__


def test_a_game_that_calls_it_so(monkeypatch):
    game = get_game("connect-four")
    monkeypatch.setattr(game.submodule("evaluate"), "EVALUATIONS", {"engine": evaluation.HANDMADE})
    with pytest.warns(OldName, match='"engine" in EVALUATIONS of connect_four.evaluate is an old name of "handmade"'):
        names = game.evaluation_names
    assert "handmade" in names
    assert "engine" not in names


def test_table_files_that_cannot_be_used():
    with Engine("gardner", hash_mib=1) as engine, pytest.warns(OldName, match="is an old name of Engine.unusable_tabl"):
        assert engine.tables_left_out == engine.unusable_tables


@pytest.mark.parametrize("arguments", ["evaluate gardner --evaluation engine", "minimax gardner 1 --evaluation engine"])
def test_a_command_remarks_on_it_once(arguments):
    command = [sys.executable, "-m", "plyground", *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    remarks = [line for line in done.stderr.splitlines() if "old name" in line]
    assert remarks == ["plyground: The evaluation engine is an old name of handmade, which will go away."]
    new = subprocess.run(
        [part.replace("engine", "handmade") for part in command], capture_output=True, text=True, check=True
    )
    assert new.stdout == done.stdout
