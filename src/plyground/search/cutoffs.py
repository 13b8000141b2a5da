"""Why alpha-beta stopped at a node: whose bound was reached, and which move above had set it.

At a node where MIN is to move and already has a value that is not more than alpha, MAX will not let the game come
here: on the way from the root to this node there is another move, worth alpha. So the moves that are left cannot
matter. With MAX to move it is the same with beta. Source: Knuth and Moore, "An analysis of alpha-beta pruning", 1975.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.search.tree import Tree

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
        The child of `ancestor` that was searched with a null window, if the bound is the end of that window: then
        nobody has anything better, it was only asked whether this child is.
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
    return [_cutoff(tree, node.id) for node in tree.nodes if node.searched < node.moves]


def _cutoff(tree: "Tree", node: int) -> Cutoff:
    maximises = tree.nodes[node].maximises
    ancestor, below, bound = _source(tree, node, maximises=maximises)
    reached = tree.nodes[node].value
    refutation = next((child for child in reversed(tree.children[node]) if tree.nodes[child].value == reached), None)
    if tree.nodes[ancestor].maximises == maximises:
        return Cutoff(node, refutation, ancestor, None, scout=below)
    earlier = [child for child in tree.children[ancestor] if child < below]
    alternative = next((child for child in earlier if tree.nodes[child].value == bound), None)
    return Cutoff(node, refutation, ancestor, alternative)


def _source(tree: "Tree", node: int, *, maximises: bool) -> tuple[int, int, str | None]:
    """Return the node above that set the bound which cuts at `node`, its child towards `node`, and the bound.

    The bound is beta if `node` maximises.
    """

    def bound(id_: int) -> str | None:
        return tree.nodes[id_].beta if maximises else tree.nodes[id_].alpha

    here = node
    parent = tree.nodes[here].parent
    while parent is not None and bound(parent) == bound(node):
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
    player, other = ("MAX", "MIN") if node.maximises else ("MIN", "MAX")
    bound = f"beta = {node.beta}" if node.maximises else f"alpha = {node.alpha}"
    has = "already has" if cutoff.refutation is not None else "has, without a move,"
    limit = f"{player} {has} {node.value} here, not {'less' if node.maximises else 'more'} than {bound}"
    rest, place = _rest(node.moves - node.searched, moves), _place(tree, cutoff)
    if cutoff.scout is not None:
        scout = tree.nodes[cutoff.scout].label
        better = "more than " + str(tree.nodes[cutoff.scout].alpha) if node.maximises else "less than "
        better += "" if node.maximises else str(tree.nodes[cutoff.scout].beta)
        return (
            f"{limit}, an end of the null window: it was only asked whether {scout} is worth {better} {place}, "
            f"so {rest} cannot matter."
        )
    if cutoff.alternative is None:
        return f"{limit}: {other} can have {bound.split()[-1]} without a move {place}, so {rest} cannot matter."
    better = tree.nodes[cutoff.alternative].label
    value = tree.nodes[cutoff.alternative].value
    return f"{limit}: {other} has {better} worth {value} {place}, so {rest} cannot matter."


def _place(tree: "Tree", cutoff: Cutoff) -> str:
    line: list[str] = []
    here = tree.nodes[cutoff.ancestor]
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
