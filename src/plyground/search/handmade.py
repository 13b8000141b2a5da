"""Trees that somebody has made up: ``((3 12 8) (2 4 6) (14 5 2))``, searched as a game's positions are.

A pair of parentheses is a node with at least one child, a number is a leaf with its value for MAX, who is to move at
the root. The moves of the root are called a, b, c and so on; the children of b are reached by ba, bb, bc. (The tree
above is Russell and Norvig's, "Artificial Intelligence", figure 5.2: its value is 3, and alpha-beta visits 11 of its 13
nodes.)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import Literal

from plyground.core.errors import InvalidNotation, InvalidSetting, shortened
from plyground.core.evaluation import Evaluation
from plyground.core.move import Move
from plyground.search import plain
from plyground.search.textbook import count_to
from plyground.search.tree import Named, Numbers, Tree

MAX_CHILDREN = len(ascii_lowercase)
"""The largest number of children that a node may have."""
MAX_DEPTH = 12
"""The deepest tree."""
MAX_LEAVES = 1000
"""The largest tree, in leaves."""
_TOKEN = re.compile(r"\s*(?:([(\[])|([)\]])|([-+]?\d{1,9}(?:\.\d{1,6})?)(?=[\s,()\[\]]|$)|(\S))[\s,]*")


@dataclass(frozen=True)
class _Tree:
    """Stands for the game of a tree that belongs to none."""

    name: str = "tree"


@dataclass(frozen=True)
class HandmadeTree:
    """A node of a tree that somebody has made up; it answers what a search asks of a `Position`.

    Attributes
    ----------
    children
        The nodes below; none at a leaf.
    value
        A leaf's value for MAX; of no meaning at other nodes.
    turn
        0 where MAX is to move, 1 where MIN is.
    path
        The letters that lead here: "" at the root.
    """

    children: "tuple[HandmadeTree, ...]" = ()
    value: float = 0
    turn: int = 0
    path: str = ""

    @property
    def text(self) -> str:
        """The tree as it is written: `parsed` reads it back."""
        return f"({' '.join(child.text for child in self.children)})" if self.children else f"{self.value:.10g}"

    @property
    def game(self) -> Named:
        """What is played: nothing but the tree."""
        return _Tree()

    @cached_property
    def legal_moves(self) -> Sequence[Move]:
        """The moves, in order."""
        return [Move(child.path, i) for i, child in enumerate(self.children)]

    def play(self, move: Move) -> "HandmadeTree":
        """Return the child that `move` leads to."""
        return self.children[move.code]

    @property
    def depth(self) -> int:
        """The number of plies to the deepest leaf."""
        return 1 + max(child.depth for child in self.children) if self.children else 0

    @property
    def leaves(self) -> "list[HandmadeTree]":
        """The leaves, from left to right."""
        return [leaf for child in self.children for leaf in child.leaves] if self.children else [self]


def parsed(text: str) -> HandmadeTree:
    """Read a tree; raises `InvalidNotation` with the place where it goes wrong.

    Examples
    --------
    >>> parsed("((3 5) (6 9))").depth
    2
    >>> parsed("((3 5) (6 9)").depth
    Traceback (most recent call last):
        ...
    plyground.core.errors.InvalidNotation: The tree is not finished: 1 parenthesis is still open at its end.
    """
    reader = _Reader(text)
    tree = reader.tree(0, "")
    if reader.token:
        raise InvalidNotation(f"The tree ends before character {reader.place + 1}: {shortened(text[reader.place :])}.")
    if not tree.children:
        raise InvalidNotation("A tree begins with a parenthesis: ((3 5) (6 9)).")
    return tree


class _Reader:
    """Reads a tree token by token; `token` is the next one, "" at the end."""

    def __init__(self, text: str) -> None:
        self._text, self.place, self._after, self._leaves = text, 0, 0, 0
        self.token = ""
        self._advance()

    def _advance(self) -> None:
        match = _TOKEN.match(self._text, self._after)
        if match is None or not match.group().strip(" ,\t\r\n"):
            self.token, self.place = "", len(self._text)
            return
        self.place, self._after = match.start(match.lastindex or 0), match.end()
        if match[4]:
            raise InvalidNotation(
                f"A tree is made of numbers and parentheses, as in ((3 5) (6 9)); "
                f"at character {self.place + 1} it has {shortened(self._text[self.place :], 20)}."
            )
        self.token = "(" if match[1] else ")" if match[2] else match[3]

    def tree(self, ply: int, path: str) -> HandmadeTree:
        """Read a node and what is below it."""
        if self.token not in ("(", ")", ""):
            value, self._leaves = float(self.token), self._leaves + 1
            if self._leaves > MAX_LEAVES:
                raise InvalidSetting(f"The tree has more than {MAX_LEAVES:,} leaves.")
            self._advance()
            return HandmadeTree(value=value, turn=ply % 2, path=path)
        if self.token != "(":
            where = f"at character {self.place + 1}" if self.token else "at its end"
            raise InvalidNotation(f"The tree has nothing {where} where a number or a parenthesis should open.")
        if ply >= MAX_DEPTH:
            raise InvalidSetting(f"The tree is deeper than {MAX_DEPTH} plies.")
        self._advance()
        children: list[HandmadeTree] = []
        while self.token not in (")", ""):
            if len(children) == MAX_CHILDREN:
                raise InvalidSetting(f"A node of the tree has more than {MAX_CHILDREN} children.")
            children.append(self.tree(ply + 1, path + ascii_lowercase[len(children)]))
        if not self.token:
            count = ply + 1
            raise InvalidNotation(
                "The tree is not finished: "
                + ("1 parenthesis is" if count == 1 else f"{count} parentheses are")
                + " still open at its end."
            )
        if not children:
            raise InvalidNotation(f"A node of the tree has no children: () at character {self.place}.")
        self._advance()
        return HandmadeTree(tuple(children), turn=ply % 2, path=path)


def search(tree: HandmadeTree, algorithm: Literal["minimax", "alphabeta"] = "alphabeta") -> Tree:
    """Search all of `tree`.

    Examples
    --------
    >>> found = search(parsed("((3 12 8) (2 4 6) (14 5 2))"))
    >>> found.value, found.best, len(found.nodes)
    ('3', 'a', 11)
    """
    values = [leaf.value for leaf in tree.leaves]
    digits = max(len(f"{value:.10g}".partition(".")[2]) for value in values)
    numbers = Numbers(Evaluation(None, float if digits else int, digits=digits))
    found = plain.searched(tree, tree.depth, algorithm, lambda leaf: leaf.value, numbers, "leaves", count_to())
    assert found is not None, "nothing limits this search"
    return found
