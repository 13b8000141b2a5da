"""``plyground minimax``: textbook search, exact to the node."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.cli.options import GameName, Judge, Rules, Text, position_of
from plyground.cli.progress import Time, check_seconds, waiting
from plyground.core.errors import InvalidSetting
from plyground.core.files import check_output, write_text
from plyground.search import textbook, tree


def minimax(
    game: GameName,
    depth: int,
    /,
    *,
    position: Text = None,
    rule: Rules = None,
    alphabeta: Annotated[bool, Parameter(negative=(), help="Prune.")] = False,
    evaluation: Judge = None,
    tree_file: Annotated[
        str | None, Parameter(name="--tree", help="Write the search tree: FILE.json, FILE.svg or FILE.html.")
    ] = None,
    time: Time = None,
) -> None:
    """Search exactly as the textbook does, node for node; print ``move MOVE value VALUE nodes NODES``.

    Leaves are judged by the handmade evaluation, not by a net, unless --evaluation says otherwise.
    """
    check_seconds(time)
    root = position_of(game, position, rule)
    name = root.game.usual_evaluation if evaluation is None else evaluation
    evaluator = root.game.evaluation(name)
    writer = _writer(tree_file)
    check_output(tree_file)
    keep, count = (tree.MAX_NODES, textbook.count_to(tree.MAX_NODES)) if tree_file else (0, None)
    with waiting(f"The search of {game} to depth {depth}", time):
        result = textbook.search(root, depth, alphabeta=alphabeta, evaluation=evaluator, keep=keep, count=count)
    if tree_file is not None and writer is not None:
        found = tree.Tree.of(root, result, depth, alphabeta=alphabeta, evaluation=name, evaluator=evaluator)
        write_text(tree_file, writer(found))
    value = textbook.value_text(evaluator, result.value)
    print(f"move {result.move or 'none'} value {value} nodes {result.nodes}")


def _writer(name: str | None) -> tree.Writer | None:
    if name is None:
        return None
    ending = Path(name).suffix
    if ending not in tree.WRITERS:
        raise InvalidSetting(f"The tree file {name} should end in .json, .svg or .html.")
    return tree.WRITERS[ending]
