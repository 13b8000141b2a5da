"""The terms of an evaluation: what is counted, under which name, and where its weights stand in the kernels' array.

An evaluation adds up counts, each times a weight. A *term* is a named group of such counts that belong together: "rook
moves" has one weight for each number of moves. A game's ``terms.py`` lists its terms in a `Terms`; its ``weights.py``
holds their numbers and nothing else, by name; its ``evaluate.py`` counts, with the array of weights as an argument. So
one row adds a term, a tuning script finds weights without another version of the code, and what a single term
contributes is the evaluation with all other weights at 0: `contributions`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from plyground.kernel.words import Moves


class Term(NamedTuple):
    """One term: its name, how many weights it has, and what each is for."""

    name: str
    size: int
    meaning: str


class Contribution(NamedTuple):
    """What a term adds to the evaluation of a position for White, and for Black; White's minus Black's counts."""

    name: str
    white: float
    black: float


class Terms:
    """The terms of an evaluation, in the order in which their weights stand in the array.

    Parameters
    ----------
    rows
        Name, number of weights and meaning of each term.

    Attributes
    ----------
    size
        How many weights there are.
    """

    def __init__(self, *rows: tuple[str, int, str]) -> None:
        self._terms = tuple(Term(*row) for row in rows)
        self._starts = {term.name: sum(before.size for before in self._terms[:i]) for i, term in enumerate(self._terms)}
        self.size = sum(term.size for term in self._terms)

    def __iter__(self) -> Iterator[Term]:
        return iter(self._terms)

    def start(self, name: str) -> int:
        """Return where the weights of a term begin."""
        return self._starts[name]

    def slice_of(self, name: str) -> slice:
        """Return the places of a term's weights."""
        start = self._starts[name]
        return slice(start, start + next(term.size for term in self._terms if term.name == name))

    def array_of(self, values: Mapping[str, Sequence[int]]) -> Moves:
        """Put the values of all terms, given by name, into one array.

        Raises
        ------
        ValueError
            If `values` has other terms, or other numbers of values.
        """
        if {name: len(numbers) for name, numbers in values.items()} != {term.name: term.size for term in self._terms}:
            raise ValueError("The values of an evaluation do not match its terms.")
        return np.array([value for term in self._terms for value in values[term.name]], np.int64)

    def alone(self, name: str, weights: Moves) -> Moves:
        """Return a copy of `weights`, of shape (..., `size`), in which all terms but one are 0."""
        found = np.zeros_like(weights)
        found[..., self.slice_of(name)] = weights[..., self.slice_of(name)]
        return found

    def contributions(
        self, weights: Moves, sides: Callable[[Moves], tuple[float, float]], turn: int
    ) -> list[Contribution]:
        """Return what each term contributes to the evaluation of a position.

        Parameters
        ----------
        weights
            As the kernels take them, of shape (..., `size`).
        sides
            Returns, for such weights, what counts for the side to move and what counts for the other.
        turn
            The side to move.
        """
        found = []
        for term in self._terms:
            mover, other = sides(self.alone(term.name, weights))
            found.append(Contribution(term.name, *((mover, other) if turn == 0 else (other, mover))))
        return found
