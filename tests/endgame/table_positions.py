"""Random positions out of the tables that come with the package."""

import random

import numpy as np

from plyground import get_game
from plyground.endgame.builder import position_at
from plyground.endgame.index import SIZE
from plyground.endgame.lookup import usual_tables
from plyground.endgame.retrograde import new_work, set_up_index

VARIANTS = ["congo", "congo-2021", "minichess", "gardner"]


def random_table_positions(name, number, seed, most_men=4):
    """Return positions, each of a random material with at most `most_men` men, then of a random index."""
    tables = usual_tables(get_game(name), None)
    generator, found = random.Random(f"{name} {seed}"), []
    materials = tables.materials(most_men)
    work = new_work(tables.rules, 0, np.zeros(0, np.int16))
    while len(found) < number:
        material = generator.choice(materials)
        index = generator.randrange(int(tables.row(material)[SIZE]))
        if set_up_index(tables.rules, tables.numbering, tables.row(material), index, work):
            found.append(position_at(tables, material, index))
    return found
