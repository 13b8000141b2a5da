"""What several pages ask of a tree of moves: follow it, and write it down with its variations, remarks and marks.

A tree is sent as a list of nodes, each after the node it follows: ``parent`` 0 is the start, ``parent`` 3 the third
node of the list.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from plyground.core.errors import InvalidSetting
from plyground.core.events import events
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.record_text import NULL_MOVE
from plyground.core.steps import Steps, list_of
from plyground.web.service.animations import Kind, MovingPicture, moving_picture
from plyground.web.service.endpoints import Api
from plyground.web.service.fields import Name, RecordText, Text
from plyground.web.service.game_tree import MAX_NAG, GameNode, GameTree, check_glyph
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.views import MoveMark, game_of, move_mark, steps_of

api = Api()
MAX_NODES = 5000
MAX_TREES = 64
MAX_ANIMATED = 600
"""Moves of a game as a moving picture."""
Remark = Annotated[str, Most(2000)]
Nags = Annotated[list[Annotated[int, Between(0, MAX_NAG)]], Most(MAX_NAG + 1)]


class TreeNode(TypedDict):
    """A move of a tree, with what is said of it; ``nags`` are PGN's numbers but for the glyph's.

    `starting_comment` stands before the first move of a variation; the move ``--`` is a null move.
    """

    parent: Annotated[int, Between(0, MAX_NODES)]
    move: Annotated[str, Most(200)]
    glyph: NotRequired[Annotated[str, Most(4)]]
    nags: NotRequired[Nags]
    comment: NotRequired[Remark]
    starting_comment: NotRequired[Remark]


class AskTree(TypedDict):
    """A tree of moves; `comment` and `nags` are on its start, `result` and `termination` say how the game ended."""

    game: Name
    rules: NotRequired[dict[str, str]]
    start: NotRequired[Text]
    nodes: Annotated[list[TreeNode], Most(MAX_NODES)]
    comment: NotRequired[Remark]
    nags: NotRequired[Nags]
    tags: NotRequired[dict[str, Annotated[str, Most(200)]]]
    result: NotRequired[Literal["*", "1-0", "0-1", "1/2-1/2"]]
    termination: NotRequired[Annotated[str, Most(100)]]


class AskAnimation(TypedDict):
    """A game: its moves from a start, whether Black's side is below, and what kind of picture it is to be."""

    game: Name
    rules: NotRequired[dict[str, str]]
    start: NotRequired[Text]
    moves: Annotated[list[Annotated[str, Most(200)]], Most(MAX_ANIMATED)]
    turned: NotRequired[bool]
    kind: NotRequired[Kind]


class AskTrees(TypedDict):
    """Trees, such as the chapters of a study."""

    trees: Annotated[list[AskTree], Most(MAX_TREES)]


class Step(TypedDict):
    """A move: its text, its squares, the position after it, how that one ends the game, what marks it (or null)."""

    move: str
    squares: list[str]
    position: str
    turn: int
    outcome: str | None
    mark: MoveMark | None


class FollowedTree(TypedDict):
    """A tree, node by node."""

    start: str
    steps: list[Step]


@api.post("/api/tree")
def follow_tree(services: Services, ask: AskTree) -> Steps[FollowedTree]:
    """Play the moves of a tree, and show where each leads."""
    tree, nodes = yield from _tree(ask)
    return {"start": tree.root.position.text, "steps": (yield from list_of(map(_step, nodes), 1))}


@api.post("/api/tree/record")
def write_tree(services: Services, ask: AskTree) -> Steps[RecordText]:
    """Write a tree down as a record, its variations in parentheses."""
    tree, _ = yield from _tree(ask)
    return {"text": tree.text()}


@api.post("/api/line/animation")
def animate_line(services: Services, ask: AskAnimation) -> Steps[MovingPicture]:
    """Draw a game as a moving picture, an SVG document or a GIF."""
    game = game_of(ask["game"], ask.get("rules"))
    record = Record.from_moves(game, ask["moves"], game.position(ask.get("start")))
    return (yield from moving_picture(record, ask.get("kind", "svg"), is_turned=ask.get("turned", False)))


@api.post("/api/trees/record")
def write_trees(services: Services, ask: AskTrees) -> Steps[RecordText]:
    """Write trees down as one text, a record each."""
    texts: list[str] = []
    for each in ask["trees"]:
        tree, _ = yield from _tree(each)
        texts.append(tree.text())
        yield
    return {"text": "\n".join(texts)}


def _tree(ask: AskTree) -> Steps[tuple[GameTree, list[GameNode]]]:
    """Return the tree that is asked about, and its nodes in the order of the list."""
    game = game_of(ask["game"], ask.get("rules"))
    tree = GameTree(game, game.position(ask.get("start")), ask.get("tags"))
    tree.root.comment, tree.root.nags = ask.get("comment", ""), tuple(ask.get("nags", ()))
    tree.result, tree.termination = ask.get("result", "*"), ask.get("termination", "")
    found = [tree.root]
    for i, entry in enumerate(ask["nodes"]):
        if entry["parent"] > i:
            raise InvalidSetting(f"Node {i + 1} of the tree follows node {entry['parent']}, which comes after it.")
        node = found[entry["parent"]].add(entry["move"])
        node.glyph, node.comment = check_glyph(entry.get("glyph", "")), entry.get("comment", "")
        node.nags, node.starting_comment = tuple(entry.get("nags", ())), entry.get("starting_comment", "")
        found.append(node)
        yield
    return tree, found[1:]


def nodes_of(tree: GameTree) -> list[TreeNode]:
    """Return a tree as it is sent."""
    numbers: dict[int, int] = {id(tree.root): 0}
    nodes: list[TreeNode] = []
    for node in tree.nodes():
        if node.parent is None or node.move is None:
            continue
        entry: TreeNode = {"parent": numbers[id(node.parent)], "move": node.move}
        if node.glyph:
            entry["glyph"] = node.glyph
        if node.nags:
            entry["nags"] = list(node.nags)
        if node.comment:
            entry["comment"] = node.comment
        if node.starting_comment:
            entry["starting_comment"] = node.starting_comment
        nodes.append(entry)
        numbers[id(node)] = len(nodes)
    return nodes


def _step(node: GameNode) -> Step:
    position = node.position
    assert node.parent is not None
    before = node.parent.position
    if node.move == NULL_MOVE:
        return step(None, position)
    return step(before.move(node.move or ""), position, before)


def step(move: Move | None, after: Position, before: Position | None = None) -> Step:
    """Return a move, None for one of a variation that passes the turn on, and where it leads."""
    return {
        "move": NULL_MOVE if move is None else move.text,
        "squares": [] if move is None or before is None else steps_of(before, move.code),
        "position": after.text,
        "turn": int(after.turn),
        "outcome": after.outcome_text if after.outcome else None,
        "mark": None if move is None or before is None else move_mark(events(before, move)),
    }
