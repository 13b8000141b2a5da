"""Trees drawn at random for questions: small enough for the head, no two leaves alike."""

from itertools import count
from random import Random
from typing import Literal

Shape = Literal["plain", "estimates", "captures", "transposition"]
Nested = "int | list[Nested]"


def fresh_tree(random: Random, moves: tuple[int, int], plies: int, shape: Shape = "plain") -> str:
    """Draw a tree, as `plyground.search.drawn_tree` reads it.

    Parameters
    ----------
    random
        Where chance comes from.
    moves
        The least and the greatest number of moves of a node.
    plies
        To the leaves; with captures one more where there is one.
    shape
        What it has beside leaves: estimates of the nodes below the root, which are mostly near what these are worth;
        captures beyond the last ply; or a position that two lines lead to.

    Examples
    --------
    >>> fresh_tree(Random(1), (2, 3), 2)
    '((16 15) (19 13 17))'
    """
    widths = [[random.randint(*moves) for _ in range(moves[1] ** ply)] for ply in range(plies)]
    values = iter(random.sample(range(1, 2 + 2 * moves[1] ** plies), moves[1] ** plies))
    numbers = count()
    shared = "x" if shape == "transposition" else ""

    def write(ply: int, place: int, *, is_first: bool) -> tuple[str, int]:
        """Return a node's text and what it is worth."""
        if ply == plies:
            value = next(values)
            return _leaf_of_capture(random, value, 1 - plies % 2 * 2) if shape == "captures" else str(value), value
        children = [
            write(ply + 1, place * moves[1] + i, is_first=is_first and i == 0) for i in range(widths[ply][place])
        ]
        worth = (max if ply % 2 == 0 else min)(value for _, value in children)
        texts = [text for text, _ in children]
        if shared and ply == plies - 2 and next(numbers) > 0 and random.random() < 0.5:
            texts[random.randrange(len(texts))] = shared
        text = f"({' '.join(texts)})"
        if shape == "estimates" and ply > 0:
            return f"{worth + random.choice((-2, -1, 0, 0, 1, 2))}:{text}", worth
        return (f"{shared}={text}" if shared and is_first and ply == plies - 1 else text), worth

    return write(0, 0, is_first=True)[0]


def _leaf_of_capture(random: Random, value: int, gain: int) -> str:
    """Return a leaf, or a position in which what the last mover has gained may be taken back."""
    if random.random() < 0.6:
        return str(value)
    return f"{value}:(!{value + gain * random.randint(3, 7)} {value - gain})"
