"""Trees that somebody has made up: ``((3 12 8) (2 4 6) (14 5 2))``, searched as a game's positions are.

A pair of parentheses is a node with at least one child, a number is a leaf with its value for MAX, who is to move at
the root. The moves of the root are called a, b, c and so on; the children of b are reached by ba, bb, bc. (The tree
above is Russell and Norvig's, "Artificial Intelligence", figure 5.2: its value is 3, and alpha-beta visits 11 of its 13
nodes.) Four more things can be written:

    4:(3 9)         a node's estimate: what a search that ends there takes it for; without one, the mean of its leaves
    !(3 9)  !7      a forcing move leads here, one that quiescence search looks at
    x=(3 9) ... x   a node with a name, and the same position reached by another line: a transposition
    {3 9}  {2*3 9}  a chance node: 3 as likely as 9, or twice as likely; who would have moved here moves after it
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from string import ascii_lowercase
from typing import Literal, cast

from plyground.core.errors import InvalidNotation, InvalidSetting, alternatives, quote
from plyground.core.evaluation import Evaluation
from plyground.core.move import Move
from plyground.core.steps import finish
from plyground.search import chance, plain
from plyground.search.textbook import count_to
from plyground.search.tree import Named, Numbers, Tree

MAX_CHILDREN = len(ascii_lowercase)
"""The largest number of children that a node may have."""
MAX_DEPTH = 12
"""The deepest tree."""
MAX_LEAVES = 1000
"""The largest tree, in leaves."""
_DIGITS_OF_MEANS = 2
"""Decimals that are written where chance decides; all of them count."""
_TOKEN = re.compile(
    r"\s*(?:([(\[])|([)\]])|([-+]?\d{1,9}(?:\.\d{1,6})?)(?=[\s,()\[\]{}:!*]|$)"
    r"|([A-Za-z]\w{0,9})(?=[\s,()\[\]{}=]|$)|([!:=*{}])|(\S))[\s,]*"
)


@dataclass(frozen=True)
class _Tree:
    """Stands for the game of a tree that belongs to none."""

    name: str = "tree"


@dataclass(frozen=True)
class DrawnTree:
    """A node of a tree that somebody has made up; it answers what a search asks of a `Position`.

    Attributes
    ----------
    children
        The nodes below; none at a leaf.
    value
        A leaf's value for MAX; of no meaning at other nodes.
    turn
        0 where MAX is to move, 1 where MIN is; at a chance node who moves after it.
    path
        The letters that lead here: "" at the root.
    estimate
        What a search that ends at this inner node takes it for; None: the mean of its leaves.
    name
        A node's name; "" if it has none.
    key
        The same for all lines that lead to one position: the letters of the first of them.
    is_forcing
        Whether quiescence search looks at the move that leads here.
    weights
        At a chance node how likely each child is, beside the others; () where a player decides.
    """

    children: "tuple[DrawnTree, ...]" = ()
    value: float = 0
    turn: int = 0
    path: str = ""
    estimate: float | None = None
    name: str = ""
    key: str = ""
    is_forcing: bool = False
    weights: tuple[Fraction, ...] = ()

    @property
    def text(self) -> str:
        """The tree as it is written: `parse` reads it back."""
        mark = "!" if self.is_forcing else ""
        if self.name and self.key != self.path:
            return mark + self.name
        name = f"{self.name}=" if self.name else ""
        if not self.children:
            return f"{mark}{name}{self.value:.10g}"
        estimate = "" if self.estimate is None else f"{self.estimate:.10g}:"
        if not self.weights:
            return f"{mark}{name}{estimate}({' '.join(child.text for child in self.children)})"
        weights = ("" if weight == 1 else f"{float(weight):.10g}*" for weight in self.weights)
        outcomes = (weight + child.text for weight, child in zip(weights, self.children, strict=True))
        return f"{mark}{name}{estimate}{{{' '.join(outcomes)}}}"

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """How probable each child of a chance node is; () where a player decides."""
        return tuple(weight / sum(self.weights) for weight in self.weights)

    @property
    def has_chance(self) -> bool:
        """Whether there is a chance node, here or below."""
        return bool(self.weights) or any(child.has_chance for child in self.children)

    @property
    def game(self) -> Named:
        """What is played: nothing but the tree."""
        return _Tree()

    @cached_property
    def legal_moves(self) -> Sequence[Move]:
        """The moves, in order."""
        return [Move(child.path, i) for i, child in enumerate(self.children)]

    def play(self, move: Move) -> "DrawnTree":
        """Return the child that `move` leads to."""
        return self.children[move.code]

    @property
    def static_value(self) -> float:
        """What a search that ends here takes the node for, for MAX."""
        if self.estimate is not None or not self.children:
            return self.value if self.estimate is None else self.estimate
        if self.weights:
            values = (child.static_value for child in self.children)
            return float(sum(share * Fraction(value) for share, value in zip(self.shares, values, strict=True)))
        return sum(leaf.value for leaf in self.leaves) / len(self.leaves)

    @property
    def forcing_moves(self) -> Sequence[Move]:
        """The moves that quiescence search looks at."""
        return [move for move in self.legal_moves if self.children[move.code].is_forcing]

    def at(self, path: str, *, is_forcing: bool) -> "DrawnTree":
        """Return the same position as it is reached by another line."""
        children = (
            child.at(path + letter, is_forcing=child.is_forcing)
            for child, letter in zip(self.children, ascii_lowercase, strict=False)
        )
        return replace(self, children=tuple(children), path=path, is_forcing=is_forcing)

    @property
    def depth(self) -> int:
        """The number of plies to the deepest leaf."""
        return 1 + max(child.depth for child in self.children) if self.children else 0

    @property
    def leaves(self) -> "list[DrawnTree]":
        """The leaves, from left to right."""
        return [leaf for child in self.children for leaf in child.leaves] if self.children else [self]


def parse(text: str) -> DrawnTree:
    """Read a tree; raises `InvalidNotation` with the place where it goes wrong.

    Examples
    --------
    >>> parse("((3 5) (6 9))").depth
    2
    >>> parse("((3 5) (6 9)").depth
    Traceback (most recent call last):
        ...
    plyground.core.errors.InvalidNotation: The tree is not finished: 1 parenthesis is still open at its end.
    """
    reader = _Reader(text)
    tree = reader.tree(0, "", 0)
    if reader.token:
        raise InvalidNotation(f"The tree ends before character {reader.place + 1}: {quote(text[reader.place :])}.")
    if not tree.children or tree.weights:
        raise InvalidNotation("A tree begins with a parenthesis: ((3 5) (6 9)).")
    return tree


class _Reader:
    """Reads a tree token by token; `token` is the next one, "" at the end."""

    def __init__(self, text: str) -> None:
        self._text, self.place, self._after, self._leaves = text, 0, 0, 0
        self._named: dict[str, DrawnTree] = {}
        self.token = ""
        self._advance()

    def _advance(self) -> str:
        """Go on to the next token; return the one that was read."""
        read = self.token
        match = _TOKEN.match(self._text, self._after)
        if match is None or not match.group().strip(" ,\t\r\n"):
            self.token, self.place = "", len(self._text)
            return read
        self.place, self._after = match.start(match.lastindex or 0), match.end()
        if match[6]:
            raise InvalidNotation(
                f"A tree is made of numbers and parentheses, as in ((3 5) (6 9)); "
                f"at character {self.place + 1} it has {quote(self._text[self.place :], 20)}."
            )
        self.token = "(" if match[1] else ")" if match[2] else match[match.lastindex or 0]
        return read

    @property
    def _where(self) -> str:
        return f"at character {self.place + 1}" if self.token else "at its end"

    def tree(self, ply: int, path: str, turn: int, number: float | None = None) -> DrawnTree:
        """Read a node and what is below it; `number` is one that has been read already."""
        if number is not None:
            return self._body(ply, path, turn, number)
        is_forcing = self.token == "!"
        if is_forcing:
            self._advance()
        name, where = "", self._where
        if self.token[:1].isalpha():
            name = self._advance()
            if self.token != "=":
                node = self._earlier_node(name, where, ply, turn)
                return node.at(path, is_forcing=is_forcing)
            self._advance()
            if name in self._named:
                raise InvalidNotation(f"The name {name} is given twice, the second time {where}.")
        node = replace(self._body(ply, path, turn), name=name, is_forcing=is_forcing)
        if name:
            self._named[name] = node
        return node

    def _earlier_node(self, name: str, where: str, ply: int, turn: int) -> DrawnTree:
        node = self._named.get(name)
        if node is None:
            raise InvalidNotation(f"The name {name} {where} stands for no node that was finished before.")
        if node.turn != turn:
            raise InvalidNotation(
                f"The node {name} has {'MIN' if node.turn else 'MAX'} to move; {where} it cannot stand."
            )
        if ply + node.depth > MAX_DEPTH:
            raise InvalidSetting(f"The tree is deeper than {MAX_DEPTH} plies.")
        self._count(len(node.leaves))
        return node

    def _count(self, leaves: int) -> None:
        self._leaves += leaves
        if self._leaves > MAX_LEAVES:
            raise InvalidSetting(f"The tree has more than {MAX_LEAVES:,} leaves.")

    def _body(self, ply: int, path: str, turn: int, number: float | None = None) -> DrawnTree:
        if number is None and self.token[-1:].isdigit():
            number = float(self._advance())
        if number is not None:
            if self.token != ":":
                self._count(1)
                return DrawnTree(value=number, turn=turn, path=path, key=path)
            self._advance()
        if self.token not in ("(", "{"):
            raise InvalidNotation(f"The tree has nothing {self._where} where a number or a parenthesis should open.")
        if ply >= MAX_DEPTH:
            raise InvalidSetting(f"The tree is deeper than {MAX_DEPTH} plies.")
        is_chance = self._advance() == "{"
        children: list[DrawnTree] = []
        weights: list[Fraction] = []
        while self.token not in (")", "}", ""):
            if len(children) == MAX_CHILDREN:
                raise InvalidSetting(f"A node of the tree has more than {MAX_CHILDREN} children.")
            weight, first = self._weight() if is_chance else (None, None)
            weights += [] if weight is None else [weight]
            below = turn if is_chance else 1 - turn
            children.append(self.tree(ply + 1, path + ascii_lowercase[len(children)], below, first))
        self._close(ply, "}" if is_chance else ")", is_empty=not children)
        return DrawnTree(tuple(children), turn=turn, path=path, key=path, estimate=number, weights=tuple(weights))

    def _weight(self) -> tuple[Fraction, float | None]:
        """Read how likely an outcome is, 1 where that is not said; and the number that stands there instead."""
        if not self.token[-1:].isdigit() or self.token[:1].isalpha():
            return Fraction(1), None
        where, read = self._where, self._advance()
        if self.token != "*":
            return Fraction(1), float(read)
        self._advance()
        if Fraction(read) <= 0:
            raise InvalidNotation(f"A chance is more than 0; {where} it is {read}.")
        return Fraction(read), None

    def _close(self, ply: int, expected: str, *, is_empty: bool) -> None:
        """Read the end of a node."""
        if not self.token:
            raise InvalidNotation(
                "The tree is not finished: "
                + ("1 parenthesis is" if ply == 0 else f"{ply + 1} parentheses are")
                + " still open at its end."
            )
        if self.token != expected:
            raise InvalidNotation(f"The tree has {self.token} {self._where} where {expected} should close a node.")
        if is_empty:
            raise InvalidNotation(f"A node of the tree has no children: () at character {self.place}.")
        self._advance()


Algorithm = Literal[plain.Algorithm, chance.Algorithm]
"""How a tree can be searched: where chance decides, by the latter ones only; they search every tree."""


def search(tree: DrawnTree, algorithm: Algorithm = "alphabeta", depth: int | None = None) -> Tree:
    """Search `tree`, by default all of it.

    Examples
    --------
    >>> found = search(parse("((3 12 8) (2 4 6) (14 5 2))"))
    >>> found.value, found.best, len(found.nodes)
    ('3', 'a', 11)
    """
    if depth is not None and depth < 1:
        raise InvalidSetting(f"The depth cannot be {depth}; it is a whole number from 1 up.")
    plies = tree.depth if depth is None else min(depth, tree.depth)
    if algorithm in chance.ALGORITHMS:
        digits = max(_digits(tree), _DIGITS_OF_MEANS)
        return chance.search(tree, plies, algorithm, _limits(tree), digits, count_to())
    if tree.has_chance:
        raise InvalidSetting(f"In this tree chance decides: it is searched by {alternatives(chance.ALGORITHMS)}.")
    (low, high), numbers = _limits(tree), numbers_of(tree)
    margin = max(numbers.step, round(float(high - low) / 8, _digits(tree)))
    steps = plain.search_tree(
        tree,
        plies,
        cast("plain.Algorithm", algorithm),
        static_value_in(tree),
        numbers,
        margin,
        "leaves",
        count_to(),
        lambda node: node.forcing_moves,
    )
    found = finish(steps)
    assert found is not None, "nothing limits this search"
    return found


def _limits(tree: DrawnTree) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest number of a tree: no value is beyond them."""
    values = [*_values(tree)]
    return chance.exact(min(values)), chance.exact(max(values))


def _values(node: DrawnTree) -> Iterator[float]:
    """Yield the numbers of a tree: its leaves and its estimates."""
    if node.estimate is not None or not node.children:
        yield node.value if node.estimate is None else node.estimate
    for child in node.children:
        yield from _values(child)


def _digits(tree: DrawnTree) -> int:
    return max(len(f"{value:.10g}".partition(".")[2]) for value in _values(tree))


def numbers_of(tree: DrawnTree) -> Numbers:
    """Return how the values of a tree are written."""
    digits = _digits(tree)
    return Numbers(Evaluation(None, float if digits else int, digits=digits))


def static_value_in(tree: DrawnTree) -> Callable[[DrawnTree], float]:
    """Return a function that says what a node of `tree` is worth to MAX as it stands."""
    digits = _digits(tree)
    return lambda node: round(node.static_value, digits)
