"""`GameTree`: a game with its variations, remarks and marks, as an analysis leaves it.

It is written as PGN writes it: a `Record` whose variations stand in parentheses after the move that they replace, and
whose moves carry marks, with PGN's numbers for those that have no signs of their own::

    [Game "gardner"]
    [Result "*"]

    1. b1c3 $14 {develops} (1. a2a3? b5a3 (1... b4a3!) 2. a1a3) 1... b5c3 *

Every other reader of records reads the main line of such a text.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError, listed, shortened
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import Record, Token, comment_text, joined, tokens

GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The marks of a move, and their numbers: PGN also writes them ``$1`` to ``$6``."""
MAX_NAG = 255
"""The largest number of PGN's "numeric annotation glyphs"; larger ones are passed over."""


@dataclass(eq=False)
class GameNode:
    """A position of the tree.

    Attributes
    ----------
    position
        Where it stands.
    parent, move
        The node before, and the text of the move that leads here; None at the root.
    glyph
        The move's mark: a key of `GLYPHS`, or "".
    nags
        What else PGN's numbers say, in their order: ``$16`` for "White has the upper hand". At the root, of the start.
    comment
        The remark on the move; at the root, on the start.
    children
        The continuations, the main one first.
    """

    position: Position
    parent: "GameNode | None" = None
    move: str | None = None
    glyph: str = ""
    nags: tuple[int, ...] = ()
    comment: str = ""
    children: "list[GameNode]" = field(default_factory=list)

    @property
    def ply(self) -> int:
        """How many moves lead here."""
        return 0 if self.parent is None else self.parent.ply + 1

    def add(self, move: str) -> "GameNode":
        """Return the node after `move`, which is added if it is new; raises `InvalidNotation` or `IllegalMove`."""
        made = self.position.move(move)
        known = next((child for child in self.children if child.move == made.text), None)
        if known is None:
            known = GameNode(self.position.play(made), self, made.text)
            self.children.append(known)
        return known

    def mark(self, text: str) -> None:
        """Add the mark written ``!?`` or ``$5``: a move's first one of `GLYPHS` is its glyph, others are `nags`."""
        number = int(text[1:]) if text.startswith("$") else GLYPHS.get(text, MAX_NAG + 1)
        glyph = next((glyph for glyph, known in GLYPHS.items() if known == number), "")
        if glyph and not self.glyph and self.parent is not None:
            self.glyph = glyph
        elif number <= MAX_NAG and number not in self.nags and (not glyph or glyph != self.glyph):
            self.nags += (number,)


class GameTree:
    """A tree; see the module's first lines.

    Attributes
    ----------
    game, tags
        As a `Record` has them.
    root
        The start.
    result, termination
        How the game ended, if its moves do not tell: "1-0" and "resignation", say. "*" and "" where it did not.
    """

    def __init__(self, game: Game, start: Position | None = None, tags: dict[str, str] | None = None) -> None:
        self.game = game
        self.tags = dict(tags or {})
        self.root = GameNode(start or game.position())
        self.result, self.termination = "*", ""

    def nodes(self) -> Iterator[GameNode]:
        """Yield the nodes, each before its children."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def record(self) -> Record:
        """Return the main line, which is checked by the rules of a game; raises what `Record.close` does."""
        record, node = Record(self.game, self.root.position, self.tags), self.root
        while node.children:
            node = node.children[0]
            record.play(node.move or "", node.comment)
        if self.result != "*":
            record.close(self.result, self.termination)
        return record

    # ---------------------------------------------------------------------------------------------------- the text

    def text(self) -> str:
        """Write the tree; `parse` reads it back."""
        record = self.record()
        words = [*_remarks(self.root), *self._words(), record.result]
        return record.header() + "\n" + joined(words) + "\n"

    def _words(self) -> Iterator[str]:
        """Yield the words of the moves: a main move, its variations, and then what follows it."""
        # a node: its continuations are to be written; with True, in brackets and itself first
        waiting: list[str | tuple[GameNode, bool]] = [(self.root, False)]
        is_interrupted = True
        while waiting:
            entry = waiting.pop()
            if isinstance(entry, str):
                yield entry
                is_interrupted = True
                continue
            node, is_variation = entry
            if is_variation:
                yield from _move(node, is_numbered=True)
                is_interrupted = bool(node.comment)
            if not node.children:
                continue
            main, *others = node.children
            yield from _move(main, is_numbered=is_interrupted)
            is_interrupted = bool(main.comment)
            waiting.append((main, False))
            for other in reversed(others):
                waiting += [")", (other, True), "("]

    @classmethod
    def parse(cls, text: str) -> "GameTree":
        """Read the first game of a text.

        Raises
        ------
        InvalidNotation, IllegalMove, UnknownName
            Naming what is wrong and, for a move, at which ply.
        """
        tree = next(cls.parse_all(text), None)
        if tree is None:
            raise InvalidNotation("The text holds no game.")
        return tree

    @classmethod
    def parse_all(cls, text: str) -> Iterator["GameTree"]:
        """Read the games of a text one after the other, as `Record.parse_all` tells them apart; raises as `parse`."""
        words = tokens(text)
        for record in Record.parse_all(text):
            yield cls._of(record, words)

    @classmethod
    def _of(cls, record: Record, words: Iterator[Token]) -> "GameTree":
        """Return the tree whose main line is `record`; its words are taken from `words`."""
        tree = cls(record.game, record.start, record.tags)
        outcome = record.outcome
        if outcome is not None:
            tree.result, tree.termination = outcome.result, str(outcome.termination)
        node = tree.root
        before: list[GameNode] = []
        is_begun = False
        for kind, word, _ in words:
            if not before and (kind == "result" or (kind == "tag" and is_begun)):
                break
            is_begun = is_begun or kind in {"move", "comment"}
            if kind == "open":
                if node.parent is None:
                    raise InvalidNotation("A variation stands before any move; it should follow the move it replaces.")
                before.append(node)
                node = node.parent
            elif kind == "close":
                # `Record.parse_all` has seen that brackets match
                node = before.pop()
            elif kind == "move":
                node = _added(node, word)
            elif kind == "comment":
                node.comment = f"{node.comment} {word}".strip()
            elif kind == "glyph":
                node.mark(word)
        return tree


def checked_glyph(text: str) -> str:
    """Return `text` if it is a mark or "", or raise `InvalidSetting`."""
    if text and text not in GLYPHS:
        raise InvalidSetting(f"The mark of a move cannot be {shortened(text)}; it is {listed(GLYPHS)}.")
    return text


def _added(node: GameNode, move: str) -> GameNode:
    try:
        return node.add(move)
    except PlygroundError as error:
        raise type(error)(f"Ply {node.ply + 1} of a variation: {error}") from None


def _move(node: GameNode, *, is_numbered: bool) -> list[str]:
    """Return the words of the move that leads to a node."""
    ply = node.ply
    number = f"{(ply + 1) // 2}{'.' if ply % 2 else '...'}"
    return [*([number] if ply % 2 or is_numbered else []), f"{node.move}{node.glyph}", *_remarks(node)]


def _remarks(node: GameNode) -> list[str]:
    return [*(f"${number}" for number in node.nags), *([comment_text(node.comment)] if node.comment else [])]
