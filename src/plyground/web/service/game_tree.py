"""`GameTree`: a game with its variations, remarks and marks, as an analysis leaves it.

It is written as PGN writes it: a `Record` whose variations stand in parentheses after the move that they replace, and
whose moves carry marks, with PGN's numbers for those that have no signs of their own::

    [Game "gardner"]
    [Result "*"]

    1. b1c3 $14 {develops} ({or} 1. a2a3? b5a3 (1... b4a3!) 2. a1a3) 1... b5c3 *

What stands before the first move of a variation belongs to the variation. It may have null moves (``--``), after which
the same side is to move again. Every other reader of records reads the main line of such a text.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from plyground.core.algebraic import parse_recorded_move
from plyground.core.annotations import Annotations
from plyground.core.arguments import demand_type
from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError, alternatives, quote
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.record_text import NULL_MOVE, NULL_MOVES, Token, comment_text, tokens, wrap_words
from plyground.core.sgf import as_records

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
        The node before, and the text of the move that leads here, ``--`` for a null move; None at the root.
    glyph
        The move's mark: a key of `GLYPHS`, or "".
    nags
        What else PGN's numbers say, in their order: ``$16`` for "White has the upper hand". At the root, of the start.
    comment
        The remark on the move; at the root, on the start.
    starting_comment
        The remark before the move, where it begins a variation.
    children
        The continuations, the main one first.
    """

    position: Position
    parent: "GameNode | None" = None
    move: str | None = None
    glyph: str = ""
    nags: tuple[int, ...] = ()
    comment: str = ""
    starting_comment: str = ""
    children: "list[GameNode]" = field(default_factory=list)

    @property
    def ply(self) -> int:
        """How many moves lead here."""
        return 0 if self.parent is None else self.parent.ply + 1

    def add(self, move: str) -> "GameNode":
        """Return the node after `move`, which is added if it is new; raises `InvalidNotation` or `IllegalMove`."""
        is_null = isinstance(move, str) and move in NULL_MOVES
        text = NULL_MOVE if is_null else self.position.move(move).text
        known = next((child for child in self.children if child.move == text), None)
        if known is None:
            known = GameNode(self.position.turned_over() if is_null else self.position.play(text), self, text)
            self.children.append(known)
        return known

    @property
    def annotations(self) -> Annotations:
        """What the comment says to programs: arrows, a clock, a score."""
        return Annotations.of(self.comment)

    @annotations.setter
    def annotations(self, said: Annotations) -> None:
        self.comment = said.comment()

    def svg(self, size: int = 400) -> str:
        """Draw the position as `Position.svg` does, with the last move's squares and the comment's arrows."""
        is_move = self.parent is not None and self.move not in {None, NULL_MOVE}
        last = self.parent.position.steps(self.move or "") if self.parent is not None and is_move else ()
        marked, arrows = self.annotations.on_board(self.position, last)
        return self.position.svg(size, marked=marked, arrows=arrows)

    def _repr_svg_(self) -> str:
        return self.svg()

    def mark(self, text: str) -> None:
        """Add the mark written ``!?`` or ``$5``: a move's first one of `GLYPHS` is its glyph, others are `nags`."""
        demand_type(text, str, "The mark of a move", "a text")
        is_number = text[:1] == "$" and text[1:].isdecimal() and len(text) < 9
        number = int(text[1:]) if is_number else GLYPHS.get(text, MAX_NAG + 1)
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
        demand_type(game, Game, "The game of a tree", "a Game")
        demand_type(start, (Position, type(None)), "The start of a tree", "a Position, or None for the usual start")
        demand_type(tags, (dict, type(None)), "The tags of a tree", "a dictionary of texts")
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
        return record.header() + "\n" + wrap_words(words) + "\n"

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
                if node.starting_comment:
                    yield comment_text(node.starting_comment)
                yield from _move(node, is_numbered=True)
                is_interrupted = bool(node.comment)
            if not node.children:
                continue
            main, *others = node.children
            yield from _move(main, is_numbered=is_interrupted)
            is_interrupted = bool(main.comment or main.starting_comment)
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
        demand_type(text, str, "A record", "a text")
        text = as_records(text)
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
        reader, is_begun = _Reader(tree.root, is_short="Variant" in tree.tags), False
        for word in words:
            if not reader.before and (word.kind == "result" or (word.kind == "tag" and is_begun)):
                break
            is_begun = is_begun or word.kind in {"move", "comment"}
            reader.read(word)
        return tree


class _Reader:
    """Reads a tree's words, one after the other.

    Attributes
    ----------
    node
        Where the words have led.
    before
        The nodes after which the variations that are open stand.
    """

    def __init__(self, root: GameNode, *, is_short: bool) -> None:
        self.node = root
        self._is_short = is_short
        self.before: list[GameNode] = []
        self._opening: list[Token] | None = None
        self._left_out: int | None = None

    def read(self, word: Token) -> None:
        """Take in the next word. `Record.parse_all` has seen that brackets match."""
        if self._left_out is not None:
            self._leave_out(word)
        elif word.kind == "open":
            self._open()
        elif word.kind == "close":
            self.node = self.before.pop()
            for kept in self._opening or []:  # of a variation without a move
                self._remark(kept)
            self._opening = None
        elif word.kind == "move" or (word.kind == "number" and word.text in self.node.position.playable_moves):
            self._move(word.text)
        elif word.kind in {"comment", "glyph"}:
            if self._opening is None:
                self._remark(word)
            else:
                self._opening.append(word)

    def _open(self) -> None:
        if self.node.parent is None:
            raise InvalidNotation("A variation stands before any move; it should follow the move it replaces.")
        for kept in self._opening or []:
            self._remark(kept)
        self.before.append(self.node)
        self.node, self._opening = self.node.parent, []

    def _move(self, text: str) -> None:
        if text in NULL_MOVES:
            try:
                self.node = self.node.add(text)
            except PlygroundError:  # where the other side cannot be to move, the rest is kept as a remark
                self._left_out = len(self.before)
                self._remark(Token("comment", NULL_MOVE))
                return
        else:
            self.node = _add(self.node, text, is_short=self._is_short)
        opening, self._opening = self._opening or [], None
        remarks = [word.text for word in opening if word.kind == "comment"]
        parent = self.node.parent
        if parent is not None and parent.children[0] is self.node:  # the main line, once more
            self.node.comment = " ".join(filter(None, [self.node.comment, *remarks]))
        else:
            self.node.starting_comment = " ".join(filter(None, [self.node.starting_comment, *remarks]))
        for word in opening:
            if word.kind == "glyph":
                self.node.mark(word.text)

    def _leave_out(self, word: Token) -> None:
        if word.kind == "close" and len(self.before) == self._left_out:
            self._left_out = None
            self.node = self.before.pop()
            return
        if word.kind == "open":
            self.before.append(self.node)
        elif word.kind == "close":
            self.before.pop()
        self._remark(Token("comment", {"open": "(", "close": ")"}.get(word.kind, word.text)))

    def _remark(self, word: Token) -> None:
        if word.kind == "glyph":
            self.node.mark(word.text)
        else:
            self.node.comment = f"{self.node.comment} {word.text}".strip()


def check_glyph(text: str) -> str:
    """Return `text` if it is a mark or "", or raise `InvalidSetting`."""
    if text and text not in GLYPHS:
        raise InvalidSetting(f"The mark of a move cannot be {quote(text)}; it is {alternatives(GLYPHS)}.")
    return text


def _add(node: GameNode, move: str, *, is_short: bool) -> GameNode:
    try:
        return node.add(parse_recorded_move(node.position, move).text if is_short else move)
    except PlygroundError as error:
        raise type(error)(f"Ply {node.ply + 1} of a variation: {error}") from None


def _move(node: GameNode, *, is_numbered: bool) -> list[str]:
    """Return the words of the move that leads to a node."""
    ply = node.ply
    number = f"{(ply + 1) // 2}{'.' if ply % 2 else '...'}"
    return [*([number] if ply % 2 or is_numbered else []), f"{node.move}{node.glyph}", *_remarks(node)]


def _remarks(node: GameNode) -> list[str]:
    parts = [node.comment]
    if node.parent is not None and node is node.parent.children[0]:
        parts.insert(0, node.starting_comment)  # it has become the main line, before which nothing stands
    comment = " ".join(filter(None, parts))
    return [*(f"${number}" for number in node.nags), *([comment_text(comment)] if comment else [])]
