"""Questions about a search: where it stops, what is asked, and the answer with its reason.

The same tree, kinds, count and seed have the same questions, in the explorer's quizzes, in the chapters and in what a
teacher exports.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from plyground.search.cutoffs import PROBE, cutoffs, explain
from plyground.search.tree import Tree
from plyground.search.walk import ITERATIONS, Walk

MAX_CHOICES = 8
"""Of more moves than this none is asked for."""


@dataclass(frozen=True)
class TreeQuestion:
    """A question about a search.

    Attributes
    ----------
    kind
        One of `KINDS`.
    node
        What it is about.
    step, after
        The step of the search at which it is asked, and the one at which the answer is seen.
    text, answer, choices
        Without choices the answer is a number.
    hint, why
        A sentence before the answer, and one after it.
    """

    kind: str
    node: int
    step: int
    after: int
    text: str
    answer: str
    choices: tuple[str, ...] | None
    hint: str
    why: str


Maker = Callable[[Walk], Iterator[TreeQuestion]]


def _line(tree: Tree, node: int) -> list[str]:
    line: list[str] = []
    here = tree.nodes[node]
    while here.parent is not None:
        if here.move:
            line.insert(0, here.move)
        here = tree.nodes[here.parent]
    return line


def _name(tree: Tree, node: int) -> str:
    line = _line(tree, node)[-2:]
    if line:
        # a move of a tree that is typed says the whole way: "ba"
        return f"the node after {' '.join(line[-1:] if line[-1].startswith(line[0]) else line)}"
    if tree.nodes[node].note == "question":
        return f"the root, asked whether it is worth at least {tree.nodes[node].beta},"
    return f"the root at {tree.nodes[node].note}" if tree.nodes[node].note else "the root"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _player(tree: Tree, node: int) -> str:
    return "MAX" if tree.nodes[node].maximises else "MIN"


def _window(alpha: str | None, beta: str | None) -> str:
    return f"[{'−∞' if alpha is None else alpha}, {'∞' if beta is None else beta}]"  # noqa: RUF001


def _inner(tree: Tree) -> list[int]:
    return [node.id for node in tree.nodes if tree.children[node.id] and node.note != ITERATIONS]


def _returns(walk: Walk) -> Iterator[TreeQuestion]:
    """Ask of every node that is no leaf what it returns."""
    tree = walk.tree
    for node in _inner(tree):
        here = tree.nodes[node]
        if here.is_chance or here.note == PROBE:
            continue
        most = "greatest" if here.maximises else "least"
        values = [tree.nodes[child].value for child in walk.counting(node)]
        if here.stand is not None:
            values.insert(0, f"{here.stand} as it stands")
        yield TreeQuestion(
            kind="return",
            node=node,
            step=walk.left[node],
            after=walk.left[node] + 1,
            text=f"What does {_name(tree, node)} return?",
            answer=here.value,
            choices=None,
            hint=f"{_player(tree, node)} is to move there: the {most} of its children's values counts.",
            why=f"{_player(tree, node)} takes the {most} of {', '.join(values)}.",
        )


def _means(walk: Walk) -> Iterator[TreeQuestion]:
    """Ask of every chance node that was searched whole what it is worth."""
    tree = walk.tree
    for node in _inner(tree):
        here, children = tree.nodes[node], [tree.nodes[child] for child in walk.counting(node)]
        if not here.is_chance or any(tree.bounds[child.id] != "exact" for child in (here, *children)):
            continue
        terms = " + ".join(f"{child.share} · {child.value}" for child in children)
        yield TreeQuestion(
            kind="mean",
            node=node,
            step=walk.left[node],
            after=walk.left[node] + 1,
            text=f"What is {_name(tree, node)} worth, where chance decides?",
            answer=here.value,
            choices=None,
            hint="The mean of its children, each counted as often as it comes; the chances stand at the edges.",
            why=f"{terms} = {here.value}.",
        )


def _negamax(walk: Walk) -> Iterator[TreeQuestion]:
    """Ask what negamax returns: the value for the player to move."""
    tree = walk.tree
    for node in _inner(tree):
        here = tree.nodes[node]
        sign = 1 if here.maximises else -1
        turned = [_with_sign(sign, tree.nodes[child].value) for child in walk.counting(node)]
        yield TreeQuestion(
            kind="negamax",
            node=node,
            step=walk.left[node],
            after=walk.left[node] + 1,
            text=f"The numbers in the tree are for MAX. What does negamax return at {_name(tree, node)}?",
            answer=_with_sign(sign, here.value),
            choices=None,
            hint=f"{_player(tree, node)} is to move there, and negamax returns the value for the player to move.",
            why=f"The greatest of {', '.join(turned)}: what the children are worth to {_player(tree, node)}.",
        )


def _with_sign(sign: int, value: str) -> str:
    """Return a number, or its negative, written as it was."""
    if sign > 0 or float(value) == 0:
        return value
    return value[1:] if value.startswith("-") else f"-{value}"


def _next_questions(walk: Walk) -> Iterator[TreeQuestion]:
    """Ask after every child but the last whether the next one is searched."""
    tree = walk.tree
    if not tree.prunes:
        return
    reasons = {cutoff.node: cutoff for cutoff in cutoffs(tree)}
    for here in tree.nodes:
        if here.note in (ITERATIONS, PROBE) or any(tree.nodes[child].note == PROBE for child in tree.children[here.id]):
            continue
        children = walk.counting(here.id)
        for i, child in enumerate(children):
            if i + 1 == here.moves:
                continue
            step, is_searched = walk.left[child] + 1, i + 1 < len(children)
            now = walk.bounds_at(here.id, step)
            yield TreeQuestion(
                kind="next",
                node=here.id,
                step=step,
                after=step if is_searched else walk.left[here.id] + 1,
                text=f"{_upper(_name(tree, here.id))} has {here.moves} moves; {i + 1} {'have' if i else 'has'} been "
                "searched. Is the next one searched?",
                answer="yes" if is_searched else "no",
                choices=("yes", "no"),
                hint=f"It was entered with the window {_window(here.alpha, here.beta)}.",
                why=f"The window is {_window(now.alpha, now.beta)} now, which is still open."
                if is_searched
                else explain(tree, reasons[here.id], tree.cut.get(here.id, ())),
            )


def _moves(walk: Walk) -> Iterator[TreeQuestion]:
    """Ask which move is played, at the end."""
    tree = walk.tree
    # of iterations the last one decides
    root = tree.children[0][-1] if tree.nodes[0].note == ITERATIONS else 0
    children = walk.counting(root)
    best = next((child for child in children if tree.nodes[child].move == tree.best), None)
    if best is None or not 2 <= len(children) <= MAX_CHOICES:
        return
    yield TreeQuestion(
        kind="move",
        node=root,
        step=walk.left[root],
        after=walk.steps,
        text="Which move is played?",
        answer=str(tree.best),
        choices=tuple(str(tree.nodes[child].move) for child in children),
        hint="The first of the moves with the greatest value.",
        why=f"{tree.best} is worth {tree.nodes[best].value}, which is the greatest value.",
    )


def _bounds(walk: Walk) -> Iterator[TreeQuestion]:
    """Ask at every cut which move above it had set the bound, if there is a choice."""
    tree = walk.tree
    for cutoff in cutoffs(tree):
        if cutoff.alternative is None:
            continue
        earlier, here = [], tree.nodes[cutoff.node]
        while here.parent is not None:
            earlier += [child for child in walk.counting(here.parent) if child < here.id]
            here = tree.nodes[here.parent]
        names = [" ".join(_line(tree, child)[-1:]) for child in sorted(earlier)]
        if not 2 <= len(set(names)) == len(names) <= MAX_CHOICES:
            continue
        yield TreeQuestion(
            kind="bound",
            node=cutoff.node,
            step=walk.left[cutoff.node],
            after=walk.left[cutoff.node] + 1,
            text=f"At {_name(tree, cutoff.node)} the search stops early. Which move above it set the bound?",
            answer=_line(tree, cutoff.alternative)[-1],
            choices=tuple(names),
            hint="Alpha is the best that MAX has anywhere on the way from the root, and beta is the same for MIN.",
            why=explain(tree, cutoff, tree.cut.get(cutoff.node, ())),
        )


def _counts(walk: Walk) -> Iterator[TreeQuestion]:
    """Ask how many nodes the whole search visits."""
    tree = walk.tree
    left_out = sum(node.moves - node.searched for node in tree.nodes)
    yield TreeQuestion(
        kind="count",
        node=0,
        step=1,
        after=walk.steps,
        text=f"The tree is {tree.root.text}. How many nodes does the search visit, the root and the leaves included?",
        answer=str(tree.size),
        choices=None,
        hint="A position that is answered from the table counts as a visit, too."
        if tree.algorithm == "table"
        else "Every node that the search enters counts, leaves too.",
        why=f"{tree.size} are visited" + (f"; moves cut off: {left_out}." if left_out else "; nothing is cut off."),
    )


KINDS: dict[str, Maker] = {
    "return": _returns,
    "next": _next_questions,
    "move": _moves,
    "bound": _bounds,
    "negamax": _negamax,
    "count": _counts,
    "mean": _means,
}
"""Kind of question to what makes all of that kind."""


def all_questions(tree: Tree, kinds: Sequence[str] = ("return", "next", "move")) -> list[TreeQuestion]:
    """Return all that can be asked about a tree, in the order of the search."""
    walk = Walk(tree)
    return sorted((question for kind in kinds for question in KINDS[kind](walk)), key=lambda question: question.step)


def questions_of(tree: Tree, kinds: Sequence[str], count: int, seed: int) -> list[TreeQuestion]:
    """Draw questions, and return them in the order of the search.

    A cutoff is asked about whenever there is one, and the move to be played last; at most half of the questions are
    about cutoffs, so that "no" is not always the answer.
    """
    walk, chance = Walk(tree), _chances(seed)
    mixed = [(next(chance), question) for kind in kinds for question in KINDS[kind](walk)]
    mixed.sort(key=lambda entry: (not (entry[1].kind == "move" or entry[1].answer == "no"), entry[0]))
    cuts, drawn = 0, []
    for _, question in mixed:
        cuts += question.answer == "no"
        if question.answer != "no" or cuts <= max(1, count // 2):
            drawn.append(question)
    return sorted(drawn[:count], key=lambda question: question.step)


def _chances(seed: int) -> Iterator[float]:
    """Yield numbers from 0 to 1: mulberry32, in which the links to quizzes are written."""
    mask, state = 2**32 - 1, seed
    while True:
        state = (state + 0x6D2B79F5) & mask
        mixed = (state ^ (state >> 15)) * (1 | state) & mask
        mixed ^= (mixed + ((mixed ^ (mixed >> 7)) * (61 | mixed) & mask)) & mask
        yield ((mixed ^ (mixed >> 14)) & mask) / 2**32
