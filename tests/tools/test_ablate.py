"""The script that switches parts of the engine off: which parts there are."""

from ablate import SEARCH

from plyground import get_game
from plyground.core.registry import all_games
from plyground.engine.parameters import PLAIN, parameters_of


def test_every_selective_part_can_be_switched_off():
    rules_and_knowledge = {"exact_depth", "endgames"}
    assert set(PLAIN) - rules_and_knowledge <= set(SEARCH.values())


def test_every_part_is_used_by_some_game():
    used = [parameters_of(get_game(name))._asdict() for name in all_games()]
    assert [part for part, parameter in SEARCH.items() if not any(own[parameter] for own in used)] == []
