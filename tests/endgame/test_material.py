"""Materials: how they are written, which there are, and what a move can turn them into."""

import pytest

from plyground import InvalidNotation, get_game
from plyground.endgame.material import Material, materials, successors
from plyground.endgame.store import describe

GARDNER, CONGO = describe(get_game("gardner")), describe(get_game("congo"))


@pytest.mark.parametrize(
    ("name", "counts"),
    [("congo", {3: 7, 4: 56, 5: 280}), ("gardner", {3: 5, 4: 30, 5: 110}), ("minichess", {2: 1, 3: 5, 4: 30})],
)
def test_how_many_there_are(name, counts):
    description = describe(get_game(name))
    assert {men: len(materials(description, men)) for men in counts} == counts


def test_texts():
    letters = GARDNER.letters
    for material in materials(GARDNER, 4):
        assert Material.parse(letters, material.text(letters)) == material
        assert material.normal == material == material.reversed.normal
    assert Material.parse(letters, "KvKQ").normal.text(letters) == "KQvK"
    assert Material.parse(letters, "KRQvK") == Material.parse(letters, "KQRvK")


@pytest.mark.parametrize("text", ["", "KQ", "KQvQ", "KKvK", "KQvKvK", "KXvK", "KQ v K"])
def test_what_is_no_material_is_said(text):
    with pytest.raises(InvalidNotation, match="should be two armies such as KQvK"):
        Material.parse(GARDNER.letters, text)


def test_what_a_move_can_lead_to():
    def texts(description, text):
        material = Material.parse(description.letters, text)
        return {other.text(description.letters) for other in successors(description, material)}

    assert texts(GARDNER, "KRvKN") == {"KRvK", "KNvK"}
    assert texts(GARDNER, "KPvK") == {"KQvK", "KRvK", "KBvK", "KNvK"}
    # a monkey may take both, one may drown besides, and a pawn is promoted without losing anything
    assert texts(CONGO, "LMvLP") == {"LMvL", "LPvL", "LSvL", "LMvLS"}


def test_keys_are_different():
    every = [material for men in (3, 4, 5) for material in materials(CONGO, men)]
    keys = {each.key for material in every for each in (material, material.reversed)}
    symmetric = sum(material == material.reversed for material in every)
    assert len(keys) == 2 * len(every) - symmetric
