"""`Material`: which men are on the board, wherever they stand; and which materials there are.

A material is written with both royals, White's men first: ``LZvL``, ``KQvKR``. A table serves it and the same with
colours exchanged; its normal form gives White more men, or, of as many, those whose kinds come first.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from plyground.core.errors import InvalidNotation, quote
from plyground.endgame.hooks import KINDS, Description

Kinds = tuple[int, ...]
_BITS = 4


@dataclass(frozen=True)
class Material:
    """The kinds of White's and of Black's men, royals left out, each sorted."""

    white: Kinds
    black: Kinds

    @property
    def men(self) -> int:
        """How many men stand on the board, royals included."""
        return len(self.white) + len(self.black) + 2

    @property
    def reversed(self) -> "Material":
        """The same with the colours exchanged."""
        return Material(self.black, self.white)

    @property
    def normal(self) -> "Material":
        """The one of the two that has a table."""
        return min(self, self.reversed, key=lambda material: (-len(material.white), material.white, material.black))

    @property
    def kinds(self) -> frozenset[int]:
        """Every kind there is."""
        return frozenset(self.white + self.black)

    @property
    def key(self) -> int:
        """A number that no other material has: four bits a code, as `key_of` adds them up from men."""
        codes = (0, KINDS, *self.white, *(kind + KINDS for kind in self.black))
        return sum(1 << _BITS * code for code in codes)

    @property
    def groups(self) -> list[tuple[int, int]]:
        """The codes and how many of each, royals left out, in the order of the index."""
        codes = Counter([*self.white, *(kind + KINDS for kind in self.black)])
        return sorted(codes.items())

    def text(self, letters: str) -> str:
        """Write it: ``KQvKR``."""
        white, black = ("".join(letters[kind] for kind in (0, *kinds)) for kinds in (self.white, self.black))
        return f"{white}v{black}"

    @classmethod
    def parse(cls, letters: str, text: str) -> "Material":
        """Read ``KQvKR``, the men of a side in any order; raises `InvalidNotation`."""
        sides = [sorted(map(letters.find, side)) for side in text.split("v")]
        if len(sides) != 2 or any(not kinds or kinds[0] != 0 or kinds[1:2] == [0] for kinds in sides):
            raise InvalidNotation(
                f"The material {quote(text)} should be two armies such as {letters[:2]}v{letters[0]}, "
                f"each with one {letters[0]} and others of {letters[1:]}."
            )
        return cls(tuple(sides[0][1:]), tuple(sides[1][1:]))


def materials(description: Description, men: int) -> list[Material]:
    """Return every material in normal form with `men` men, royals included."""
    kinds = range(1, len(description.letters))
    found = set()
    for white in range(men - 1):
        for ours in combinations_with_replacement(kinds, white):
            for theirs in combinations_with_replacement(kinds, men - 2 - white):
                found.add(Material(ours, theirs).normal)
    return sorted(found, key=lambda material: (to_promote(description, material), material.white, material.black))


def to_promote(description: Description, material: Material) -> int:
    """Return how many men may be promoted: tables with fewer are built first."""
    return sum(kind in description.promotions for kind in material.white + material.black)


def successors(description: Description, material: Material) -> list[Material]:
    """Return the other materials, in normal form, that one move can lead to and that have a table.

    Any men may be taken or drown, and one may be promoted.
    """
    found = set()
    for white in _fewer(description, material.white):
        found |= {Material(white, black) for black in _subsets(material.black)}
    for black in _fewer(description, material.black):
        found |= {Material(white, black) for white in _subsets(material.white)}
    found = {other.normal for other in found if other.men >= description.smallest}
    return sorted(found - {material.normal}, key=lambda other: (other.men, other.white, other.black))


def _subsets(kinds: Kinds) -> Iterator[Kinds]:
    for size in range(len(kinds) + 1):
        yield from combinations(kinds, size)


def _fewer(description: Description, kinds: Kinds) -> Iterator[Kinds]:
    """Yield what may be left of an army, with one promotion at most."""
    for left in _subsets(kinds):
        yield left
        for i, kind in enumerate(left):
            for promoted in description.promotions.get(kind, ()):
                yield tuple(sorted((*left[:i], promoted, *left[i + 1 :])))
