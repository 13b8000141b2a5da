"""A search tree as the browser gets it: in columns, with one entry for each node.

A tree of 100,000 nodes is a few hundred kilobytes that way, compressed.
"""

from typing import TypedDict

from plyground.core.steps import Steps, list_of
from plyground.search.cutoffs import each_cutoff, explain
from plyground.search.tree import Tree
from plyground.search.tree_drawing import MAX_DRAWN


class CutoffColumns(TypedDict):
    """Why moves were cut off, with one entry for each node where some were (`plyground.search.cutoffs.Cutoff`).

    ``alternative`` is -1 where there is none; ``moves`` are those that were cut off, ``why`` is a sentence. In large
    trees the moves are only counted: there ``moves`` has empty lists.
    """

    node: list[int]
    ancestor: list[int]
    alternative: list[int]
    moves: list[list[str]]
    why: list[str]


class TreeColumns(TypedDict):
    """The nodes in order of visit; the root's parent is -1 and its move "".

    ``value``, ``alpha`` and ``beta`` are texts (null: unbounded); ``bound`` says whether the value is "exact" or an
    "upper" or "lower" bound; ``moves`` is how many moves a node has and ``searched`` how many of them were searched
    before the rest was cut off. ``note``, ``source`` (-1: none), ``stand``, ``is_chance`` and ``share`` are those of
    `plyground.search.tree.SearchNode`.
    """

    parent: list[int]
    move: list[str]
    maximises: list[bool]
    value: list[str]
    bound: list[str]
    alpha: list[str | None]
    beta: list[str | None]
    moves: list[int]
    searched: list[int]
    note: list[str]
    source: list[int]
    stand: list[str | None]
    is_chance: list[bool]
    share: list[str]
    cutoffs: CutoffColumns


def columns(tree: Tree) -> Steps[TreeColumns]:
    """Return the nodes of `tree`."""
    nodes = tree.nodes
    return {
        "parent": (yield from list_of(-1 if node.parent is None else node.parent for node in nodes)),
        "move": (yield from list_of(node.move or "" for node in nodes)),
        "maximises": (yield from list_of(node.maximises for node in nodes)),
        "value": (yield from list_of(node.value for node in nodes)),
        "bound": (yield from list_of(bound.value for bound in tree.bounds)),
        "alpha": (yield from list_of(node.alpha for node in nodes)),
        "beta": (yield from list_of(node.beta for node in nodes)),
        "moves": (yield from list_of(node.moves for node in nodes)),
        "searched": (yield from list_of(node.searched for node in nodes)),
        "note": (yield from list_of(node.note for node in nodes)),
        "source": (yield from list_of(-1 if node.source is None else node.source for node in nodes)),
        "stand": (yield from list_of(node.stand for node in nodes)),
        "is_chance": (yield from list_of(node.is_chance for node in nodes)),
        "share": (yield from list_of(node.share for node in nodes)),
        "cutoffs": (yield from _cutoffs(tree)),
    }


def _cutoffs(tree: Tree) -> Steps[CutoffColumns]:
    found = yield from list_of(each_cutoff(tree))
    # the moves that were not searched have to be generated: in a large tree that takes too long
    named = tree.cut if len(tree.nodes) <= MAX_DRAWN else {}
    return {
        "node": [cutoff.node for cutoff in found],
        "ancestor": [cutoff.ancestor for cutoff in found],
        "alternative": [-1 if cutoff.alternative is None else cutoff.alternative for cutoff in found],
        "moves": [list(named.get(cutoff.node, ())) for cutoff in found],
        "why": (yield from list_of(explain(tree, cutoff, named.get(cutoff.node, ())) for cutoff in found)),
    }
