"""`Lesson`: the rules of a family of games, taught by example: what each piece does, on positions that can be played.

A game may have a file ``lesson.py`` with a `LESSON`. The app draws every example's position and marks where the piece
on ``square`` may go. That comes from the rules, so a picture cannot contradict the game.
"""

from typing import NotRequired, TypedDict


class Example(TypedDict):
    """A position of the game called ``game``; the moves of the piece on ``square`` are marked."""

    game: str
    position: str
    square: NotRequired[str]
    caption: str


class Section(TypedDict):
    """A heading, text, and examples."""

    heading: str
    paragraphs: list[str]
    examples: list[Example]


class Lesson(TypedDict):
    """The rules of a family of games; ``invitation`` is a sentence that makes people want to play.

    ``endgames`` are positions that the side to move wins, to be won against perfect defence: by the endgame tables, or,
    in a game without them, by the engine, which searches them to the end. Then ``endgame_text`` says what it is about.
    """

    invitation: str
    summary: str
    sections: list[Section]
    endgames: NotRequired[list[Example]]
    endgame_text: NotRequired[str]


def example(game: str, position: str, square: str, caption: str) -> Example:
    """Return an example; without a `square` no moves are marked."""
    example: Example = {"game": game, "position": position, "caption": caption}
    if square:
        example["square"] = square
    return example


def section(heading: str, paragraphs: list[str], *examples: Example) -> Section:
    """Return a section."""
    return {"heading": heading, "paragraphs": paragraphs, "examples": list(examples)}
