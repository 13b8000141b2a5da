"""Twelve chapters on game search, each with a text, a tree to walk through and three questions.

They are read from ``curriculum.toml``. The figure of a chapter is a tree that somebody has made up
(`plyground.search.drawn_tree`), searched by one algorithm. Sources of the numbers: Russell and Norvig, "Artificial
Intelligence", 4th edition, chapter 5; Knuth and Moore, "An analysis of alpha-beta pruning", 1975.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from plyground.core.errors import UnknownName, alternatives
from plyground.search import drawn_tree, montecarlo
from plyground.search.drawn_tree import Algorithm
from plyground.search.fresh_trees import Shape
from plyground.search.tree import Tree
from plyground.search.tree_drawing import svg_text

Finding = Literal["nodes", "value", "best", "leaves", "reused"]


_PASSAGE = re.compile(r"\[([^]]+)\]\(([^)]+)\)")


@dataclass(frozen=True)
class Passage:
    """A piece of a text, and where in the figure it is to be seen: see ``curriculum.toml``; "" if nowhere."""

    text: str
    place: str


@dataclass(frozen=True)
class Evidence:
    """What shows that an answer is right: what an algorithm finds in a tree.

    Attributes
    ----------
    algorithm, finds
        What is asked of which algorithm.
    tree, depth
        None: the tree of the chapter's figure, and all of it.
    value
        What it finds; None: the answer itself.
    """

    algorithm: Algorithm | Literal["mcts"]
    finds: Finding
    tree: str | None = None
    depth: int | None = None
    value: str | None = None


@dataclass(frozen=True)
class Question:
    """A question with its choices, the right one of them, and the reason."""

    text: str
    choices: tuple[str, ...]
    answer: str
    why: str
    proof: Evidence | None = None


@dataclass(frozen=True)
class Figure:
    """A tree and the algorithm that searches it.

    Attributes
    ----------
    tree, algorithm, depth
        The search; the depth is None for all of the tree.
    simulations
        How many there are in Monte-Carlo tree search.
    also
        Another depth to be tried, if the text speaks of one.
    """

    tree: str
    algorithm: Algorithm | Literal["mcts"]
    caption: str
    depth: int | None = None
    simulations: int = 100
    also: int | None = None

    def search(self) -> Tree:
        """Return the search; of Monte-Carlo tree search the nodes with their means."""
        root = drawn_tree.parse(self.tree)
        if self.algorithm == "mcts":
            return montecarlo.search_drawn(root, self.simulations, depth=self.depth).tree
        return drawn_tree.search(root, self.algorithm, self.depth)


@dataclass(frozen=True)
class Drill:
    """What is asked on fresh trees (`plyground.search.question_bank`).

    Attributes
    ----------
    task
        The search, in a sentence.
    algorithm, depth
        How the trees are searched.
    kinds
        Of `plyground.search.questions.KINDS`, or ``select`` for Monte-Carlo tree search.
    moves, plies, shape
        What trees (`plyground.search.fresh_trees.fresh_tree`).
    """

    task: str
    algorithm: Algorithm | Literal["mcts"]
    kinds: tuple[str, ...]
    moves: tuple[int, int]
    plies: int
    shape: Shape = "plain"
    depth: int | None = None


@dataclass(frozen=True)
class Note:
    """What goes beyond a chapter, with its sources; a tree and its search show it, if they can."""

    title: str
    text: str
    tree: str = ""
    algorithm: Algorithm = "alphabeta"

    def search(self) -> Tree | None:
        """Return the search that shows it."""
        return drawn_tree.search(drawn_tree.parse(self.tree), self.algorithm) if self.tree else None


@dataclass(frozen=True)
class Chapter:
    """A chapter; `next` says what to do on a real game, where `game` has the algorithm and the depth."""

    number: int
    name: str
    title: str
    paragraphs: tuple[tuple[Passage, ...], ...]
    figure: Figure
    questions: tuple[Question, ...]
    notes: tuple[Note, ...]
    drill: Drill
    next: str
    game: dict[str, Any]

    @property
    def text(self) -> tuple[str, ...]:
        """The paragraphs as plain text."""
        return tuple("".join(passage.text for passage in paragraph) for paragraph in self.paragraphs)

    def svg(self) -> str:
        """Draw the figure."""
        return svg_text(self.figure.search(), f"{self.number}. {self.title}")


@cache
def chapters() -> tuple[Chapter, ...]:
    """Return all chapters, in order."""
    text = files("plyground.search").joinpath("curriculum.toml").read_text(encoding="utf-8")
    return tuple(_chapter(number, entry) for number, entry in enumerate(tomllib.loads(text)["chapter"], 1))


def _chapter(number: int, entry: dict[str, Any]) -> Chapter:
    drill: dict[str, Any] = {n: tuple(v) if isinstance(v, list) else v for n, v in entry["drill"].items()}
    return Chapter(
        number,
        entry["name"],
        entry["title"],
        tuple(map(_passages, entry["text"])),
        Figure(**entry["figure"]),
        tuple(
            Question(
                each["text"],
                tuple(each["choices"]),
                each["answer"],
                each["why"],
                Evidence(**each["proof"]) if "proof" in each else None,
            )
            for each in entry["question"]
        ),
        tuple(Note(**each) for each in entry.get("note", ())),
        Drill(**drill),
        entry["next"],
        entry["game"],
    )


def _passages(text: str) -> tuple[Passage, ...]:
    """Return a paragraph in pieces: between the plain ones stand those that show something in the figure."""
    plain, *others = _PASSAGE.split(text)
    found = [Passage(plain, "")]
    for words, place, after in zip(others[::3], others[1::3], others[2::3], strict=True):
        found += [Passage(words, place), Passage(after, "")]
    return tuple(passage for passage in found if passage.text)


def chapter(name: str) -> Chapter:
    """Return a chapter by its name; raises `UnknownName`."""
    for each in chapters():
        if each.name == name:
            return each
    raise UnknownName(f"There is no chapter {name[:60]!r}; there are {alternatives(each.name for each in chapters())}.")
