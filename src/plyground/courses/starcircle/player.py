"""The Star and Circle homework's program: its file in, its answer out, exact to the node.

The output has four lines: the move, its MYOPIC utility (right after it), the FARSIGHTED one (the root's value) and the
number of nodes visited. The search is the textbook one, `plyground.search.textbook`.
"""

from plyground.courses.starcircle.format import parse
from plyground.games.starcircle.rules import stars_utility
from plyground.search.textbook import search


def solve(text: str, allow_light_squares: bool = False) -> tuple[str, list[str]]:
    """Answer an input file.

    Parameters
    ----------
    text
        The file.
    allow_light_squares
        Accept pieces on light squares; rows are still repaired by the dark ones.

    Returns
    -------
    tuple
        The output, without a line end after its last line, and the remarks on repaired rows.

    Raises
    ------
    InvalidNotation
        Naming line and column of the first fault in reading order.
    """
    homework = parse(text, allow_light_squares)
    root = homework.position
    result = search(root, homework.depth, alphabeta=homework.alphabeta, evaluation="utility")
    after = root if result.move is None else root.play(result.move)
    myopic = int(stars_utility(after.rules, after.words))
    if root.turn != 0:
        myopic = -myopic
    answer = (result.move or "pass", myopic, result.value, result.nodes)
    return "\n".join(map(str, answer)), list(homework.remarks)
