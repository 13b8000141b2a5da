"""The index: every position has one, every index at most one position, and the images meet every edge once."""

import numpy as np
import pytest

from plyground import get_game
from plyground.endgame.index import MAX_MEN, SIZE, SYMMETRY, index_of, index_turned, index_with, men_at, men_of
from plyground.endgame.lookup import usual_tables
from plyground.endgame.material import Material
from plyground.kernel.compile import JIT


@pytest.mark.parametrize(("name", "text"), [("minichess", "KvK"), ("gardner", "KPvK"), ("congo", "LZZvL")])
def test_an_index_finds_its_way_back(name, text):
    tables = usual_tables(get_game(name), None)
    row = tables.row(Material.parse(tables.description.letters, text))
    codes, squares = np.zeros((2, MAX_MEN + 1), np.int64)
    positions = set()
    for index in range(0, int(row[SIZE]), 1 if JIT else 97):
        side = men_at(tables.numbering, row, index, codes, squares)
        if side < 0:
            continue
        men = men_of(row)
        pair = tables.numbering.pair[row[SYMMETRY], squares[0], squares[1]]
        # a pair that a symmetry leaves in place has the position turned over under an index of its own
        turned = {
            index_turned(tables.numbering, row, codes, squares, men, side, symmetry)
            for symmetry in range(len(tables.description.symmetries))
        }
        assert index in turned
        assert index_of(tables.numbering, row, codes, squares, men, side) in turned
        assert pair >= 0
        positions.add((side, *sorted(zip(codes[:men].tolist(), squares[:men].tolist(), strict=True))))
    assert len(positions) > row[SIZE] * (0.6 if JIT else 0.005)


@pytest.mark.parametrize(
    ("name", "text"), [("gardner", "KPPvKB"), ("minichess", "KNNNvK"), ("congo", "LZZvLE"), ("gardner", "KRvKPP")]
)
def test_a_man_who_moves_changes_the_index_as_a_new_position_does(name, text):
    tables = usual_tables(get_game(name), None)
    row = tables.row(Material.parse(tables.description.letters, text).normal)
    codes, squares = np.zeros((2, MAX_MEN + 1), np.int64)
    moved = 0
    for index in range(0, int(row[SIZE]), int(row[SIZE]) // (300 if JIT else 20)):
        side, men = men_at(tables.numbering, row, index, codes, squares), men_of(row)
        taken = {*squares[:men].tolist()}
        for man in range(2, men) if side >= 0 else ():
            square = int(squares[man])
            for other in {*range(tables.description.squares)} - taken:
                found = index_with(tables.numbering, row, index, squares, man, other)
                squares[man] = other
                assert found == index_turned(tables.numbering, row, codes, squares, men, side, 0)
                squares[man] = square
                moved += found >= 0
    assert moved > (1000 if JIT else 50)


@pytest.mark.parametrize("name", ["congo", "gardner", "minichess"])
def test_every_pair_of_royals_is_the_image_of_exactly_one(name):
    description = usual_tables(get_game(name), None).description
    numbering = usual_tables(get_game(name), None).numbering
    for which, symmetries in enumerate((description.symmetries, description.directed_symmetries)):
        reached = []
        for number in range(int((numbering.pair[which] >= 0).sum())):
            white, black = numbering.royals[which, number]
            count = numbering.images[which, number, 0]
            assert count <= len(symmetries)
            for symmetry in numbering.images[which, number, 1 : 1 + count]:
                reached.append(
                    (int(numbering.turned[which, symmetry, white]), int(numbering.turned[which, symmetry, black]))
                )
        assert len(reached) == len(set(reached)) == int((numbering.chosen[which] >= 0).sum())
