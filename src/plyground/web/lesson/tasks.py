"""`ClassTask`: what a teacher shows to all: a question, a position to find a move in, or a page of the app."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

from plyground.core.errors import InvalidSetting

Kind = Literal["question", "position", "page"]
MAX_ANSWER = 200
_SCORE = re.compile(r"\d{1,2} of \d{1,2}")


@dataclass
class ClassTask:
    """A task.

    Attributes
    ----------
    number
        From 1.
    kind
        A question has an answer in words, by number or by choice; a position's answer is a move; a page has none, but
        for a quiz, whose answer is the score ("6 of 8").
    text
        The question, or what is said about the rest.
    choices
        The answers to choose from; none: any text.
    right
        The right answer; "" if there is none, or none is known.
    game, position
        What the board shows, if the kind is a position.
    path, step
        The page, and for a page of the search explorer its step; 0 without.
    is_open, is_revealed
        Whether answers are taken; whether everybody sees how many gave which, and the right one.
    answers
        By the number of the pupil.
    """

    number: int
    kind: Kind
    text: str
    choices: list[str] = field(default_factory=list)
    right: str = ""
    game: str = ""
    position: str = ""
    path: str = ""
    step: int = 0
    is_open: bool = True
    is_revealed: bool = False
    answers: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of_state(cls, state: dict[str, Any]) -> "ClassTask":
        """Return a stored task."""
        return cls(**{**state, "answers": {int(number): text for number, text in state["answers"].items()}})

    @property
    def is_quiz(self) -> bool:
        """Whether the page is a quiz on a search."""
        return self.kind == "page" and "quiz" in parse_qs(urlsplit(self.path).query)

    def answer(self, pupil: int, text: str) -> None:
        """Take a pupil's answer; a later one replaces it, but of a quiz the first score counts.

        Raises
        ------
        InvalidSetting
            If no answers are taken, or this is none.
        """
        text = " ".join(text.split())
        if self.kind == "page" and not (self.is_quiz and _SCORE.fullmatch(text)):
            raise InvalidSetting("There is nothing to answer.")
        if not self.is_open:
            raise InvalidSetting("No more answers are taken.")
        if not text or len(text) > MAX_ANSWER:
            raise InvalidSetting(f"An answer has 1 to {MAX_ANSWER} characters.")
        if self.choices and text not in self.choices:
            raise InvalidSetting("The answer should be one of the choices.")
        if not (self.is_quiz and pupil in self.answers):
            self.answers[pupil] = text

    def is_right(self, text: str) -> bool | None:
        """Tell whether an answer is right, apart from case and blanks; None if that is not known."""
        return None if not self.right else _plain(text) == _plain(self.right)

    def counts(self) -> list[tuple[str, int]]:
        """Return how many gave which answer: the choices in their order, other answers by how many gave them."""
        found = Counter(self.answers.values())
        if self.choices:
            return [(choice, found[choice]) for choice in self.choices]
        return found.most_common(12)


def _plain(text: str) -> str:
    return "".join(text.casefold().split()).replace(",", ".")
