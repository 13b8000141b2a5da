"""Questions that test: on trees drawn at random for a chapter, each time others (`drill`), or many of them (`bank`)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log, sqrt
from random import Random

from plyground.core.errors import InvalidSetting
from plyground.search import drawn_tree, montecarlo
from plyground.search.curriculum import Chapter, Drill
from plyground.search.cutoffs import cutoffs
from plyground.search.fresh_trees import fresh_tree
from plyground.search.questions import TreeQuestion, all_questions, questions_of
from plyground.search.tree import Tree
from plyground.search.tree_drawing import svg_text
from plyground.search.walk import Walk

MAX_QUESTIONS = 100
"""The most questions of a chapter in a bank."""
SIMULATIONS = 24
"""How many simulations there are in a question about Monte-Carlo tree search."""
_TRIES = 500


@dataclass(frozen=True)
class DrawnQuestions:
    """A fresh tree for a chapter, and questions on it in the order of the search."""

    drill: Drill
    text: str
    tree: Tree
    questions: tuple[TreeQuestion, ...]


@dataclass(frozen=True)
class BankQuestion:
    """A question of a bank.

    Attributes
    ----------
    name
        The same chapter, seed and place have the same question: ``alpha-beta-1-3``.
    chapter, drill, tree, question
        What it belongs to, and what is asked.
    """

    name: str
    chapter: Chapter
    drill: Drill
    tree: Tree
    question: TreeQuestion

    @property
    def text(self) -> str:
        """The question with all that is needed to answer it on paper."""
        if self.question.kind in ("count", "select"):
            return f"{self.drill.task} {self.question.text}"
        depth = "" if self.drill.depth is None else f" to depth {self.drill.depth}"
        return f"{self.drill.task} The tree is {self.tree.root.text}, searched{depth} from left to right. " + (
            self.question.text
        )

    def svg(self) -> str | None:
        """Draw the tree as far as it has been searched when the question is asked; None where that is nothing yet."""
        if self.question.kind in ("count", "select"):
            return None
        return svg_text(self.tree, "", Walk(self.tree).number_text(self.question.step))


def drill(chapter: Chapter, seed: int, count: int = 5) -> DrawnQuestions:
    """Draw a tree for a chapter, and at most `count` questions on it; the same seed draws the same."""
    for random in _tries(chapter, str(seed)):
        text, tree = _search(chapter.drill, random)
        if chapter.drill.algorithm == "mcts":
            questions = list(_selections(text))[-count:]
        else:
            chosen = random.randrange(2**31)
            questions = questions_of(tree, chapter.drill.kinds, count, chosen) if _is_fit(chapter.drill, tree) else []
        if questions and {each.kind for each in questions} == set(chapter.drill.kinds):
            return DrawnQuestions(chapter.drill, text, tree, tuple(questions))
    raise AssertionError(f"no tree of {_TRIES} fits the chapter {chapter.name}")


def bank(chapters: Sequence[Chapter], count: int, seed: int) -> list[BankQuestion]:
    """Draw `count` questions for each of some chapters, each on a tree of its own."""
    if not 1 <= count <= MAX_QUESTIONS:
        raise InvalidSetting(f"There cannot be {count} questions of a chapter; there are from 1 to {MAX_QUESTIONS}.")
    return [_one(chapter, seed, place) for chapter in chapters for place in range(1, count + 1)]


def _one(chapter: Chapter, seed: int, place: int) -> BankQuestion:
    kind = chapter.drill.kinds[(place - 1) % len(chapter.drill.kinds)]
    for random in _tries(chapter, f"{seed} {place}"):
        text, tree = _search(chapter.drill, random)
        if chapter.drill.algorithm == "mcts":
            possible = list(_selections(text))
        else:
            possible = all_questions(tree, [kind]) if _is_fit(chapter.drill, tree) else []
        # every second question whether a move is searched is about a cut
        if kind == "next":
            wanted = random.choice(("yes", "no"))
            possible = [each for each in possible if each.answer == wanted]
        if possible:
            name = f"{chapter.name}-{seed}-{place}"
            return BankQuestion(name, chapter, chapter.drill, tree, random.choice(possible))
    raise AssertionError(f"no tree of {_TRIES} fits the chapter {chapter.name}")


def _tries(chapter: Chapter, seed: str) -> Iterator[Random]:
    return (Random(f"{chapter.name} {seed} {i}") for i in range(_TRIES))


def _search(drawn: Drill, random: Random) -> tuple[str, Tree]:
    text = fresh_tree(random, drawn.moves, drawn.plies, drawn.shape)
    root = drawn_tree.parse(text)
    if drawn.algorithm == "mcts":
        return text, montecarlo.search_drawn(root, SIMULATIONS).tree
    return text, drawn_tree.search(root, drawn.algorithm, drawn.depth)


def _is_fit(drawn: Drill, tree: Tree) -> bool:
    """Whether the tree shows what the chapter is about."""
    if drawn.shape == "transposition" and all(node.source is None for node in tree.nodes):
        return False
    if drawn.shape == "captures" and all(node.stand in (None, node.value) for node in tree.nodes):
        return False
    if "bound" in drawn.kinds and not any(cutoff.is_deep(tree) for cutoff in cutoffs(tree)):
        return False
    return "next" not in drawn.kinds or bool(tree.cut)


def _selections(text: str) -> Iterator[TreeQuestion]:
    """Ask which move of the root the next simulation tries, where that is clear."""
    found = montecarlo.search_drawn(drawn_tree.parse(text), SIMULATIONS)
    moves = {i: str(node.move) for i, node in enumerate(found.nodes) if node.parent == 0}
    tried: dict[int, list[float]] = {child: [] for child in moves}
    for step, simulation in enumerate(found.simulations):
        below = simulation.node
        while found.nodes[below].parent not in (0, None):
            below = found.nodes[below].parent or 0
        if tried and all(tried.values()):
            means = {child: round(sum(results) / len(results), 2) for child, results in tried.items()}
            bounds = {child: means[child] + found.exploration * sqrt(log(step) / len(tried[child])) for child in tried}
            first, second = sorted(bounds.values(), reverse=True)[:2]
            if first - second > 0.03 and bounds[below] == first:
                counts = "; ".join(
                    f"{moves[child]}: {len(tried[child])} tries, mean {means[child]:.2f}" for child in moves
                )
                yield TreeQuestion(
                    kind="select",
                    node=0,
                    step=step,
                    after=step + 1,
                    text=f"After {step} simulations the root's moves have {counts}. The bound is the mean + √(2 · ln N "
                    "/ n). Which move does the next simulation try?",
                    answer=moves[below],
                    choices=tuple(moves.values()),
                    hint=f"N is {step}, and ln {step} is {log(step):.2f}; n is a move's number of tries.",
                    why="The bounds are "
                    + ", ".join(f"{moves[child]} {bound:.2f}" for child, bound in bounds.items())
                    + ": the largest decides.",
                )
        if below:
            tried[below].append(simulation.result)
