"""`Course`: the assignment of a course, which declares itself in its own folder as a `plyground.core.game.Game` does.

What there is to know about an assignment is in one folder, ``courses/NAME/``, in files of the same names in each, and
nothing elsewhere names one: code that needs a course's conversation, player or marks asks its declaration for the file.

    format         the files the hand-out describes, read and written; `STARTS_FILE` and `read_start`, where the web
                   app shall read them, too
    examples       searches that the hand-out shows with their results, for the search explorer
    homework       `check_in_steps`, which compares a student's answer with the right one, for the search explorer
    conversation   how a student's program is told of a game and asked for moves
    player         the assignment's own program, ours
    grade          what is checked, and what it is worth
    command        the assignment on the command line
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from plyground.core.game import Game

if TYPE_CHECKING:
    from plyground.core.position import Position

PACKAGE = "plyground.courses"


@dataclass(frozen=True)
class StartFile:
    """The position that a file of a course describes.

    Attributes
    ----------
    kind
        What the file is, in words: "Star/Circle input".
    position
        The position.
    remarks
        One sentence for each thing that was repaired.
    """

    kind: str
    position: "Position"
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class SearchExample:
    """A textbook search with the result that a hand-out prints.

    Attributes
    ----------
    position, alphabeta, depth
        The search; it uses the game's usual evaluation.
    move, myopic, farsighted
        As printed: the move, the value of the position it leads to, and what the search is worth.
    nodes
        How many positions the search visits.
    """

    position: "Position"
    alphabeta: bool
    depth: int
    move: str
    myopic: str
    farsighted: str
    nodes: int


@dataclass(frozen=True)
class AnswerCheck:
    """A student's answer to a search that a course asks for, compared with the right one.

    Attributes
    ----------
    position, alphabeta, depth
        The search; it uses the game's usual evaluation.
    is_right
        Whether every line is right.
    said
        What is wrong, which mistake gives just that, and where the two searches part; in sentences.
    causes
        The mistakes, as "not counting the root as a node"; none where no usual one gives this answer.
    node
        The number, from 0 in order of visit, of the node of the right search at which the other one goes another way;
        None if that is not known or never happens.
    """

    position: "Position"
    alphabeta: bool
    depth: int
    is_right: bool
    said: str
    causes: tuple[str, ...] = ()
    node: int | None = None


@dataclass(frozen=True)
class Course:
    """An assignment.

    Attributes
    ----------
    name
        A word: "congo", as the command line has it.
    title
        For people: "Congo (COMS3005A)".
    module
        The folder: "plyground.courses.congo".
    games
        The games whose programs speak as this assignment says, by name.
    players
        Kinds of players that the course adds to the roster: kind to "file:class" in its folder.
    """

    name: str
    title: str
    module: str
    games: tuple[str, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Tell whether the course has the file `name`."""
        return find_spec(f"{self.module}.{name}") is not None

    def submodule(self, name: str) -> Any:
        """Return the course's module `name`: "format", "homework", "grade", "command" and so on."""
        return import_module(f"{self.module}.{name}")


@cache
def all_courses() -> dict[str, Course]:
    """Return every course by its name, in the order in which the package of courses lists them."""
    courses = [import_module(f"{PACKAGE}.{name}").COURSE for name in import_module(PACKAGE).NAMES]
    return {course.name: course for course in courses}


def courses_with_grades() -> dict[str, Course]:
    """Return the courses whose programs can be graded."""
    return {name: course for name, course in all_courses().items() if course.has("grade")}


def course_of(game: Game) -> Course | None:
    """Return the course whose conversation the programs of `game` speak; None if no course is about it."""
    return next((course for course in all_courses().values() if game.name in course.games), None)
