"""The background warmup: it also compiles the solvers that the analysis page asks, and nothing if all is there."""

import subprocess

import pytest

from plyground.core.registry import get_game
from plyground.engine import warmup as engine
from plyground.solving import warmup as solving
from plyground.web.host import warmup
from plyground.web.service import readiness


def ready_but(monkeypatch, missing):
    for module in (warmup, readiness):
        monkeypatch.setattr(module, "is_ready", lambda part: part != missing)


@pytest.fixture
def started(monkeypatch):
    commands = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: commands.append(command))
    return commands


@pytest.mark.parametrize(
    ("missing", "starts"),
    [
        ("", False),
        ("amazons rules", True),
        ("starcircle engine", True),
        ("amazons engine network", True),
        ("amazons solver NoTables", True),
    ],
)
def test_a_process_is_started_if_anything_is_missing(monkeypatch, started, missing, starts):
    ready_but(monkeypatch, missing)
    warmup.start()
    assert bool(started) is starts


def test_games_whose_positions_come_again_need_no_solver(monkeypatch, started):
    ready_but(monkeypatch, "minichess solver NoTables")
    warmup.start()
    assert not started


def test_the_engine_is_compiled_with_a_net_and_without_where_variants_differ(monkeypatch):
    names_of = engine.names_of
    monkeypatch.setattr(engine, "names_of", lambda game: [] if game.name == "halma-5x5" else names_of(game))
    assert {name for name, _ in engine.steps(get_game("halma"))} == {"engine", "engine network"}


@pytest.mark.parametrize(("family", "tables"), [("amazons", set()), ("congo", {"engine endgames"})])
def test_it_is_compiled_with_a_net_alone_where_every_variant_has_one(family, tables):
    assert {name for name, _ in engine.steps(get_game(family))} == {"engine network"} | tables


def test_its_steps_leave_the_solver_ready():
    game = get_game("amazons")
    for name, step in solving.steps(game):
        if name == "solver":
            step()
    assert warmup.is_solver_ready(game.family)
