"""The rules of connect four, taught by example."""

from plyground.web.learn.lesson import Lesson, example, section

LESSON: Lesson = {
    "invitation": "Drop men into seven columns; the first to line up four of them has won.",
    "summary": "Seven columns of six squares. White and Black drop men in turn; four in a row win.",
    "sections": [
        section(
            "Moves",
            [
                "A man dropped into a column falls to the lowest empty square. It stays there to the end of the game. "
                "A full column takes no more men.",
            ],
            example(
                "connect-four",
                "7/7/7/7/3B3/2BWW2 b",
                "d3",
                "The men in the middle column stand on one another: the next falls on d3.",
            ),
        ),
        section(
            "The end",
            [
                "Four men of one colour in an unbroken row, upright, level or slanting, win at once. If the board is "
                "full and nobody has four, the game is drawn.",
            ],
            example("connect-four", "7/7/7/7/BBB4/WWW4 w", "d1", "White wins by dropping into the d-file."),
        ),
    ],
}
