"""The homework's examples, with the move, the two values and the number of nodes that its hand-out prints."""

from importlib.resources import files

from plyground.courses.course import SearchExample
from plyground.courses.starcircle.format import parse

COUNT = 5


def search_examples() -> list[SearchExample]:
    """Return the examples in the hand-out's order."""
    return [_example(number) for number in range(1, COUNT + 1)]


def _example(number: int) -> SearchExample:
    folder = files(__name__)
    homework = parse((folder / f"ex{number}.in").read_text(encoding="utf-8"))
    move, myopic, farsighted, nodes = (folder / f"ex{number}.out").read_text(encoding="utf-8").split()
    return SearchExample(homework.position, homework.alphabeta, homework.depth, move, myopic, farsighted, int(nodes))
