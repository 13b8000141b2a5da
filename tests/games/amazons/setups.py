"""Amazons: positions to test on, and what the tests ask about them."""

import random
import re

from reference import amazons as twin

WALLED = "1q4/2Q3/*****q/6/6/2Q3 w"
"""The public sample: walls a4 to e4."""


def random_setup(rng: random.Random, most_files: int = 10, most_ranks: int = 10) -> str:
    """Return a board of any size with any number of queens anywhere, blocked squares sparse or dense."""
    files, ranks = rng.randint(4, most_files), rng.randint(4, most_ranks)
    cells = [""] * (files * ranks)
    places = list(range(len(cells)))
    rng.shuffle(places)
    queens = rng.choice([1, 2, 3, 4, 8, len(cells) // 4])
    density = rng.random()
    for i, place in enumerate(places):
        if i < 2:
            cells[place] = "Qq"[i]
        elif i < queens:
            cells[place] = rng.choice("Qq")
        else:
            cells[place] = "*" if rng.random() < density else "."
    rows = ["".join(cells[i : i + files]) for i in range(0, len(cells), files)]
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows) + " " + rng.choice("wb")


def random_game(variant: str, rng: random.Random) -> list[str]:
    """Return the texts of a random game, by the twin."""
    texts = [twin.VARIANTS[variant]]
    while moves := twin.moves(variant, texts[-1]):
        texts.append(twin.play(variant, texts[-1], rng.choice(moves)))
    return texts
