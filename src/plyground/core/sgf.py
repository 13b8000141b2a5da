"""Records in SGF, the format of Go programs, Little Golem and others, as texts of our own records.

A game that is written in SGF has a file ``sgf.py`` with `is_game` (whether a file's root and first move are of this
game), `start` (the game's name and the position's text) and `move` (a move's text, also of a board that stands upside
down). The first player is our White, as SGF's Black is in Amazons. See https://www.red-bean.com/sgf/.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from plyground.core.errors import InvalidNotation, PlygroundError, quote
from plyground.core.record_text import comment_text, tag_text, wrap_words
from plyground.core.registry import all_games, get_game

_PARTS = re.compile(r"\s*(?:(?P<sign>[();])|(?P<name>[A-Za-z]+)\s*(?P<values>(?:\[(?:[^\]\\]|\\.)*\]\s*)+))", re.DOTALL)
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_TAGS = {"EV": "Event", "PC": "Site", "DT": "Date", "RO": "Round", "SO": "Source", "GN": "Name"}


@dataclass
class Node:
    """A node of an SGF file: its properties, and what follows it, the main line first."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: "list[Node]" = field(default_factory=list)

    def value(self, name: str) -> str:
        """Return a property's first value, "" where it is missing."""
        return self.properties.get(name, [""])[0]

    @property
    def move(self) -> tuple[str, str]:
        """The side that moves, B or W, and its move; twice "" where there is none."""
        for side in "BW":
            if value := self.value(side).strip():
                return side, value
        return "", ""


def is_sgf(text: str) -> bool:
    """Tell whether a text is SGF."""
    return re.match(r"[\s\ufeff]*\(\s*;", text) is not None


def as_records(text: str) -> str:
    """Return a text as it is, and the games of an SGF file as our records are written; raises `InvalidNotation`."""
    return "\n".join(map(_record, _read(text))) if is_sgf(text) else text


def _read(text: str) -> list[Node]:
    """Return the roots of the file's games."""
    top = Node()
    here, before = top, list[Node]()
    place, end = len(text) - len(text.lstrip("\ufeff \t\r\n")), len(text.rstrip())
    while place < end:
        found = _PARTS.match(text, place)
        if found is None:
            raise InvalidNotation(f"The SGF file has {quote(text[place:end])} where a property was expected.")
        place = found.end()
        if found["sign"] == "(":
            before.append(here)
        elif found["sign"] == ")":
            if not before:
                raise InvalidNotation("The SGF file closes a bracket that was not opened.")
            here = before.pop()
        elif found["sign"] == ";":
            here.children.append(Node())
            here = here.children[-1]
        else:
            name = "".join(filter(str.isupper, found["name"]))  # FF[3] has small letters in between
            values = [re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL) for value in _VALUE.findall(found["values"])]
            here.properties.setdefault(name, []).extend(values)
    if before:
        raise InvalidNotation("The SGF file does not close a bracket.")
    return top.children


def _record(root: Node) -> str:
    """Return one game as a record."""
    first = root
    while not first.move[0] and first.children:
        first = first.children[0]
    side, value = first.move
    readers = (game.optional_submodule("sgf") for game in all_games().values())
    reader: Any = next((each for each in readers if each is not None and each.is_game(root, value)), None)
    if reader is None:
        raise InvalidNotation("The SGF file holds a game that none of ours is; Amazons is GM[18].")
    players = {"B": root.value("PB"), "W": root.value("PW")}
    first_side = side or root.value("PL")[:1].upper() or "B"
    second_side = "W" if first_side == "B" else "B"
    name, start = reader.start(root, first_side)
    position = get_game(name).position(start)
    is_turned = False
    if value:
        try:
            position.move(reader.move(root, value))
        except PlygroundError:
            is_turned = True
    tags = {"Game": name, **({"Start": start} if start != get_game(name).start else {})}
    tags |= {ours: root.value(theirs) for theirs, ours in _TAGS.items() if root.value(theirs)}
    tags |= {
        ours: players[theirs] for ours, theirs in (("White", first_side), ("Black", second_side)) if players[theirs]
    }
    won = root.value("RE").strip()[:1].upper()
    result = {first_side: "1-0", second_side: "0-1"}.get(won, "*")
    words = [*_words(root, reader, root, is_turned=is_turned), result]
    return "".join(tag_text(*tag) for tag in tags.items()) + "\n" + wrap_words(words) + "\n"


def _words(node: Node, reader: Any, root: Node, *, is_turned: bool) -> Iterator[str]:
    """Yield the words of a node and of all that follows it."""
    waiting: list[Node | str] = [node]
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, str):
            yield entry
            continue
        yield from _own_words(entry, reader, root, is_turned=is_turned)
        if not entry.children:
            continue
        main, *others = entry.children
        # a variation stands after the move that it replaces, and before what follows that move
        yield from _own_words(main, reader, root, is_turned=is_turned)
        waiting.append(Node({}, main.children))
        for other in reversed(others):
            waiting += [")", other, "("]


def _own_words(node: Node, reader: Any, root: Node, *, is_turned: bool) -> Iterator[str]:
    side, value = node.move
    if side and value.lower() not in {"resign", "swap", "time", "timeout", "draw"}:
        yield reader.move(root, value, is_turned=is_turned)
    remarks = [node.value(name) for name in ("N", "C") if node.value(name)]
    if remarks:
        yield comment_text("\n".join(remarks).replace("\r\n", "\n").strip())
