"""`Lesson`: the rules of a family of games, taught by example: what each piece does, on positions that can be played.

A game may have a file ``lesson.py`` with a `LESSON`. The app draws every example's position and marks where the piece
on ``square`` may go. That comes from the rules, so a picture cannot contradict the game.
"""

from typing import NotRequired, TypedDict


class Goal(TypedDict):
    """What is to be done on an example's board, by the side to move, while the other side waits.

    Attributes
    ----------
    task
        What to do, in words.
    moves
        The most moves it may take.
    solution
        Moves that do it.
    keeps
        Symbols of which none may be lost.
    takes
        How many of a symbol have to go.
    reaches
        Square to the symbol that has to stand there.
    traps
        Squares of men of the other side that may have no move left.
    wins
        Whether the game has to be won.
    """

    task: str
    moves: int
    solution: list[str]
    keeps: NotRequired[list[str]]
    takes: NotRequired[dict[str, int]]
    reaches: NotRequired[dict[str, str]]
    traps: NotRequired[list[str]]
    wins: NotRequired[bool]


class Example(TypedDict):
    """A position of the game called ``game``; the moves of the piece on ``square`` are marked."""

    game: str
    position: str
    square: NotRequired[str]
    caption: str
    goal: NotRequired[Goal]


class Scene(TypedDict):
    """Moves of a game from a position, and a sentence that is read meanwhile."""

    game: str
    position: str
    moves: list[str]
    text: str


class Section(TypedDict):
    """A heading, text, and examples."""

    heading: str
    paragraphs: list[str]
    examples: list[Example]


class Lesson(TypedDict):
    """The rules of a family of games; ``invitation`` is a sentence that makes people want to play.

    ``endgames`` are positions that the side to move wins, to be won against perfect defence: by the endgame tables, or,
    in a game without them, by the engine, which searches them to the end. Then ``endgame_text`` says what it is about.

    ``aim`` says in one line what one has to do to win, and ``scenes`` show the rules in twenty seconds.
    """

    invitation: str
    summary: str
    aim: NotRequired[str]
    scenes: NotRequired[list[Scene]]
    sections: list[Section]
    endgames: NotRequired[list[Example]]
    endgame_text: NotRequired[str]


def scene(game: str, position: str, moves: str, text: str) -> Scene:
    """Return a scene, with its moves written one after the other."""
    return {"game": game, "position": position, "moves": moves.split(), "text": text}


def example(game: str, position: str, square: str, caption: str, goal: Goal | None = None) -> Example:
    """Return an example; without a `square` no moves are marked."""
    example: Example = {"game": game, "position": position, "caption": caption}
    if square:
        example["square"] = square
    if goal is not None:
        example["goal"] = goal
    return example


def keep(task: str, solution: str, *symbols: str) -> Goal:
    """Return the goal of losing none of some men in one move."""
    return {"task": task, "moves": 1, "solution": [solution], "keeps": list(symbols)}


def take(task: str, solution: list[str], symbol: str, count: int = 1) -> Goal:
    """Return the goal of taking men in as many moves as the solution has."""
    return {"task": task, "moves": len(solution), "solution": solution, "takes": {symbol: count}}


def reach(task: str, solution: list[str], square: str, symbol: str) -> Goal:
    """Return the goal of bringing a man to a square in as many moves as the solution has."""
    return {"task": task, "moves": len(solution), "solution": solution, "reaches": {square: symbol}}


def trap(task: str, solution: list[str], *squares: str) -> Goal:
    """Return the goal of leaving men of the other side without a move."""
    return {"task": task, "moves": len(solution), "solution": solution, "traps": list(squares)}


def win(task: str, solution: list[str]) -> Goal:
    """Return the goal of winning the game in as many moves as the solution has."""
    return {"task": task, "moves": len(solution), "solution": solution, "wins": True}


def section(heading: str, paragraphs: list[str], *examples: Example) -> Section:
    """Return a section."""
    return {"heading": heading, "paragraphs": paragraphs, "examples": list(examples)}
