"""Why alpha-beta stopped at a node: whose bound was reached, and which move above had set it.

At a node where MIN is to move and already has a value that is not more than alpha, MAX will not let the game come
here: on the way from the root to this node there is another move, worth alpha. So the moves that are left cannot
matter. With MAX to move it is the same with beta. Source: Knuth and Moore, "An analysis of alpha-beta pruning", 1975.
At a chance node it is the mean that is decided, whatever the others are (`plyground.search.chance`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.search.tree import Tree

PROBE, ITERATIONS = "probe", "iterations"
"""Notes of visits (`plyground.search.tree.SearchNode`)."""
MAX_NAMED = 3
"""At most this many of the moves that were cut off are named in a sentence."""


@dataclass(frozen=True, slots=True)
class Cutoff:
    """The reason why moves of a node were not searched.

    Attributes
    ----------
    node
        Where they were cut off.
    refutation
        The child of `node` whose value reached the bound; None where the position as it stands reached it.
    ancestor
        The node above whose player has something better: the root, or a node between it and `node`.
    alternative
        The child of `ancestor` that is better, and that set the bound; None where the position as it stands did.
    scout
        The child of `ancestor` that was searched with a null window (or the root in a window of its own), if the bound
        is the end of that window: then nobody has anything better, it was only asked whether this child is. Where the
        ancestor is a chance node, its child: the window is the one in which that decides about the mean.
    """

    node: int
    refutation: int | None
    ancestor: int
    alternative: int | None
    scout: int | None = None

    def is_deep(self, tree: "Tree") -> bool:
        """Whether the bound comes from further above than the parent: a deep cutoff."""
        return tree.nodes[self.node].parent != self.ancestor


def cutoffs(tree: "Tree") -> list[Cutoff]:
    """Return the cutoffs of `tree`, in order of visit."""
    return list(each_cutoff(tree))


def each_cutoff(tree: "Tree") -> Iterator[Cutoff]:
    """Yield the same one by one."""
    return (_cutoff(tree, node.id) for node in tree.nodes if node.searched < node.moves)


def _is_by_beta(tree: "Tree", node: int) -> bool:
    """Whether beta cuts at a node, and not alpha."""
    here = tree.nodes[node]
    if not here.is_chance:
        return here.maximises
    return here.beta is not None and float(here.value) >= float(here.beta)


def _cutoff(tree: "Tree", node: int) -> Cutoff:
    if tree.nodes[node].note == PROBE:
        (tried,), parent = tree.children[node], tree.nodes[node].parent
        assert parent is not None
        return Cutoff(node, tried, parent, None)
    maximises = _is_by_beta(tree, node)
    ancestor, below, bound = _source(tree, node, maximises=maximises)
    reached = tree.nodes[node].value
    refutation = next((child for child in reversed(tree.children[node]) if tree.nodes[child].value == reached), None)
    above = tree.nodes[ancestor]
    if above.maximises == maximises or above.is_chance or above.note == ITERATIONS:
        return Cutoff(node, refutation, ancestor, None, scout=below)
    earlier = [child for child in tree.children[ancestor] if child < below]
    alternative = next((child for child in earlier if tree.nodes[child].value == bound), None)
    return Cutoff(node, refutation, ancestor, alternative)


def _source(tree: "Tree", node: int, *, maximises: bool) -> tuple[int, int, str | None]:
    """Return the node above that set the bound which cuts at `node`, its child towards `node`, and the bound.

    The bound is beta if `node` maximises, or if it is so at a chance node.
    """

    def bound(id_: int) -> str | None:
        return tree.nodes[id_].beta if maximises else tree.nodes[id_].alpha

    here = node
    parent = tree.nodes[here].parent
    while parent is not None and not tree.nodes[parent].is_chance and bound(parent) == bound(node):
        here, parent = parent, tree.nodes[parent].parent
    assert parent is not None, "the root's window is open, so some node above has set the bound"
    return parent, here, bound(node)


def explain(tree: "Tree", cutoff: Cutoff, moves: tuple[str, ...] = ()) -> str:
    """Return one sentence that says why the moves of a node were cut off.

    Parameters
    ----------
    tree, cutoff
        The search, and one of its `cutoffs`.
    moves
        The moves that were cut off, to be named; without them they are only counted.

    Examples
    --------
    >>> from plyground.search.drawn_tree import parse, search
    >>> tree = search(parse("((3 5)(2 9))"), "alphabeta")
    >>> explain(tree, cutoffs(tree)[0], tree.cut[4])
    'MIN already has 2 here, not more than alpha = 3: MAX has a worth 3 at the root, so bb cannot matter.'
    """
    node = tree.nodes[cutoff.node]
    rest, place = _rest(node.moves - node.searched, moves), _place(tree, cutoff.ancestor)
    if node.note == PROBE:
        assert cutoff.refutation is not None
        first, most = tree.nodes[cutoff.refutation].label, "least" if node.maximises else "most"
        return (
            f"Only {first} is tried, to learn a bound: this is worth at {most} {node.value}, whatever {rest} is worth."
        )
    is_by_beta = _is_by_beta(tree, cutoff.node)
    player, other = ("MAX", "MIN") if is_by_beta else ("MIN", "MAX")
    bound = f"beta = {node.beta}" if is_by_beta else f"alpha = {node.alpha}"
    has = f"{player} already has" if cutoff.refutation is not None else f"{player} has, without a move,"
    if node.is_chance:
        has = f"Whatever {rest} is worth, the mean is at {'least' if is_by_beta else 'most'}"
        if any(tree.nodes[child].note == PROBE for child in tree.children[cutoff.node]) and not node.searched:
            has = f"The probes show that the mean is at {'least' if is_by_beta else 'most'}"
    elif tree.nodes[cutoff.ancestor].is_chance and tree.bounds[cutoff.node] == "exact":
        return (
            f"{has} {node.value} here, the {'greatest' if is_by_beta else 'least'} value of all: {rest} cannot matter."
        )
    where = "" if node.is_chance else " here"
    limit = f"{has} {node.value}{where}, not {'less' if is_by_beta else 'more'} than {bound}"
    if cutoff.scout is not None:
        return f"{limit}{_window_of(tree, cutoff, place)}, so {rest} cannot matter."
    if cutoff.alternative is None:
        return f"{limit}: {other} can have {bound.split()[-1]} without a move {place}, so {rest} cannot matter."
    better = tree.nodes[cutoff.alternative].label
    value = tree.nodes[cutoff.alternative].value
    return f"{limit}: {other} has {better} worth {value} {place}, so {rest} cannot matter."


def _window_of(tree: "Tree", cutoff: Cutoff, place: str) -> str:
    """Say what the window was for whose end was reached."""
    assert cutoff.scout is not None
    above, scout = tree.nodes[cutoff.ancestor], tree.nodes[cutoff.scout]
    is_by_beta = _is_by_beta(tree, cutoff.node)
    if above.is_chance:
        return f": with that it is decided that the mean {place} is outside the window there, whatever else comes"
    if above.note == ITERATIONS:
        asked = f"between {scout.alpha} and {scout.beta}"
        if scout.note == "question" or scout.beta is None or scout.alpha is None:
            asked = f"more than {scout.alpha}" if scout.beta is None else f"less than {scout.beta}"
            asked = f"at least {scout.beta}" if scout.note == "question" else asked
        return f", an end of this round's window: it was only asked whether the root is worth {asked}"
    better = f"more than {scout.alpha}" if is_by_beta else f"less than {scout.beta}"
    return f", an end of the null window: it was only asked whether {scout.label} is worth {better} {place}"


def _place(tree: "Tree", ancestor: int) -> str:
    line: list[str] = []
    here = tree.nodes[ancestor]
    while here.parent is not None:
        if here.move:
            line.insert(0, here.move)
        here = tree.nodes[here.parent]
    return "after " + " ".join(line) if line else "at the root"


def _rest(count: int, moves: tuple[str, ...]) -> str:
    if not moves:
        return "the other move" if count == 1 else f"the other {count} moves"
    if count <= MAX_NAMED:
        return " and ".join(filter(None, [", ".join(moves[:-1]), moves[-1]]))
    return f"{', '.join(moves[: MAX_NAMED - 1])} and {count - MAX_NAMED + 1} more"
