"""What can be drawn over a position: the facts that each game's overlays show."""

import random
from itertools import pairwise

import pytest

from plyground.core.outcome import Color
from plyground.core.registry import all_games, get_game
from plyground.web.board.overlays import captures, contribution, overlays_of, titles_of

WITH_OVERLAYS = [name for name, game in all_games().items() if titles_of(game)]


def named(game, text, name):
    return next(each for each in overlays_of(get_game(game).position(text)) if each["name"] == name)


def kinds(overlay):
    return {mark["square"]: mark["kind"] for mark in overlay["marks"]}


@pytest.mark.parametrize("name", WITH_OVERLAYS)
def test_overlays_of_random_positions_lie_on_the_board_and_name_terms_of_the_evaluation(name):
    game, chance = get_game(name), random.Random(7)
    squares = {square for row in game.men()[0].rows for square in row}
    position = game.position()
    terms = {term.name for term in position.explain()}
    for _ in range(25):
        if position.outcome is not None:
            break
        found = overlays_of(position)
        assert [each["name"] for each in found] == list(titles_of(game))
        for overlay in found:
            assert {mark["square"] for mark in overlay["marks"]} <= squares
            assert all(0 < mark.get("strength", 1) <= 1 for mark in overlay["marks"])
            assert all(set(path) <= squares and path[0] == start for start, path in overlay["paths"].items())
            assert set(overlay["terms"]) <= terms
            assert overlay["sentence"][0].isupper()
            assert overlay["sentence"].endswith(".")
        position = position.play(chance.choice(list(position.legal_moves)))


def test_every_game_of_ours_has_an_overlay():
    assert {all_games()[name].family for name in WITH_OVERLAYS} >= {
        "amazons", "congo", "halma", "minichess", "starcircle",
    }  # fmt: skip


def test_territory_belongs_to_the_queen_that_is_nearer_and_a_walled_off_square_to_its_owner():
    walled = "Q*4/**4/6/6/5q/6 w"
    found = named("amazons", walled, "queen-territory")
    assert kinds(found)["f1"] == "black"
    assert "a5" not in kinds(found)
    # the white queen has no move at all; every empty square that black reaches is its own
    assert set(kinds(found).values()) == {"black"}
    nearer = kinds(named("amazons", "Q5/6/6/6/6/5q w", "king-territory"))
    assert (nearer["b5"], nearer["e2"], nearer["a1"]) == ("white", "black", "both")


def test_what_can_be_taken_is_found_for_either_side_and_what_is_protected_is_pale():
    # the zebra attacks c5, which the pawn on b6 protects, and e5, which nothing does
    text = "2l4/1p5/2p1p2/7/3Z3/7/3L3 w 0"
    position = get_game("congo").position(text)
    assert captures(position, Color.WHITE) == {"c5": ["d3"], "e5": ["d3"]}
    assert captures(position, Color.BLACK) == {}
    found = named("congo", text, "threats")
    assert {mark["square"]: mark.get("strength", 1) for mark in found["marks"]} == {"c5": 0.5, "e5": 1}
    assert "White could take the pawn on e5 without being taken back" in found["sentence"]


@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    [
        ("gardner", "4k/5/4R/5/K4 b - - 0 1", "White attacks the king on e5."),
        ("congo", "gm1l1cz/7/7/7/7/7/GM1L1CZ w 0", "White attacks the lion on d7; Black attacks the lion on d1."),
    ],
)
def test_of_a_king_nobody_asks_whether_it_could_be_taken_back(game, text, sentence):
    assert named(game, text, "threats")["sentence"] == sentence


def test_men_that_nothing_can_stop_are_counted_where_there_are_some():
    start = get_game("starcircle").start
    assert named("starcircle", start, "free")["sentence"] == "Every man can still be met by an enemy."
    empty = ",".join("0" * 8)
    alone = "/".join([empty, "0,0,S1,0,0,0,0,0", *[empty] * 6])
    found = named("starcircle", f"{alone} s 10,20,30,40,50,60,70,80", "free")["sentence"]
    assert found.startswith("No enemy can meet 1 of Star's men any more: ")


def test_who_stays_in_the_river_drowns():
    found = named("congo", "2l4/6p/7/2Z2p1/7/P6/4L2 w 0", "river")
    assert {mark["square"]: mark.get("strength", 1) for mark in found["marks"]} == {"c4": 1, "f4": 0.55}
    assert found["sentence"] == "The zebra on c4 drowns if it does not leave the river with this move."
    swimmer = named("congo", "2l4/6p/7/2C4/7/P6/4L2 w 0", "river")
    assert not swimmer["marks"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3l3/7/7/7/7/3L3/7 w 0", "Nothing stands between"),
        ("3l3/7/7/3P3/7/3L3/7 w 0", "Only the pawn on d4 keeps the lions apart"),
        ("2l4/7/7/7/7/3L3/7 w 0", "not on one line"),
    ],
)
def test_the_line_between_the_lions(text, said):
    assert said in named("congo", text, "lions")["sentence"]


def test_the_longest_chain_is_a_way_of_hops_and_has_no_rival():
    position = get_game("halma-8x8").position()
    for move in ("f1e2", "c8d7"):
        if move in position.legal_moves:
            position = position.play(move)
    found = next(each for each in overlays_of(position) if each["name"] == "chains")
    for start, path in found["paths"].items():
        assert start in position.pieces
        assert len(path) > 2
        hops = list(pairwise(path))
        assert all({abs(ord(a[0]) - ord(b[0])), abs(int(a[1:]) - int(b[1:]))} <= {0, 2} for a, b in hops)


def test_a_term_is_part_of_the_whole():
    position = get_game("congo").position()
    every = [term.name for term in position.explain()]
    part, whole = contribution(position, every)
    assert part == whole
    assert abs(whole - position.evaluate("handmade")) < 1
    assert contribution(position, []) == (0.0, whole)
