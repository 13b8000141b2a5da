"""The answers of a part's program, read as they are meant.

Each part has a form for each line of its answer (`_READERS`). Numbers with labels or a point, moves with commas or
brackets, other blanks and lines around the answers are understood where they give as many answers as were asked for.
"""

import re
from collections.abc import Callable

from plyground.courses.congo.inputs import LINES_OF_RECORD, Input
from plyground.programs.answers import MOST_LINES, number_in, strip

_MOVE = re.compile(r"([a-g][1-7])(?:-|->|\s?to\s?)?([a-g][1-7])", re.IGNORECASE)
_LABEL = re.compile(r"^[A-Za-z][A-Za-z ]{0,30}[:=]\s*(?=\S|$)")
_PLACES = re.compile(
    r"(white|black) +(pawn|superpawn|giraffe|monkey|elephant|lion|crocodile|zebra)\s*[:=]?\s*"
    r"[(\[{]?((?:[\s,'\"]*[a-g][1-7])*)\s*[)\]}]?",
    re.IGNORECASE,
)
_SIDE = re.compile(r"side to (?:play|move)\s*[:=]?\s*(white|black)\.?", re.IGNORECASE)
_POSITION = re.compile(r"(?:[A-Za-z ]{1,20}[:=]\s*)?['\"]?((?:[A-Za-z1-7]+/){6}[A-Za-z1-7]+)\s+([wb])\s+(\d+)['\"]?\.?")
_RESULT = re.compile(r"(?:[A-Za-z ]{1,20}[:=]\s*)?['\"]?(?:(continue)|(white|black) wins)['\"]?[.!]?", re.IGNORECASE)
_SQUARE = re.compile(r"[a-g][1-7]", re.IGNORECASE)


def _number(line: str) -> str | None:
    found = number_in(line)
    return found[0] if found else None


def _moves(line: str) -> str | None:
    """Return a list of moves, nothing for an empty one; None for a line that is none."""
    bare = _LABEL.sub("", line).strip("()[]{}. \t")
    words = [word for word in re.split(r"[\s,;'\"]+", bare) if word]
    moves = [_MOVE.fullmatch(word) for word in words]
    return None if None in moves else " ".join(f"{move[1]}{move[2]}".lower() for move in moves if move)


def _places(line: str) -> str | None:
    if found := _PLACES.fullmatch(line):
        squares = [square.lower() for square in _SQUARE.findall(found[3])]
        return " ".join([f"{found[1]} {found[2]}:".lower(), *squares])
    side = _SIDE.fullmatch(line)
    return f"side to play: {side[1].lower()}" if side else None


def _after_move(line: str) -> str | None:
    if found := _POSITION.fullmatch(line):
        return " ".join(found.groups())
    if found := _RESULT.fullmatch(line):
        return "Continue" if found[1] else f"{found[2].capitalize()} wins"
    return None


_READERS: dict[str, Callable[[str], str | None]] = {"part1": _places, "part2": _moves, "part3": _after_move}


def read_output(question: Input, output: str) -> str:
    """Return a program's output in the form of the hand-out; as it is where it could mean several answers, or none."""
    read = _READERS.get(question.part, _number)
    lines = [strip(line) for line in output.removeprefix("\ufeff").splitlines()]
    if len(lines) > MOST_LINES:
        return output
    # only the answers of part II may be empty
    lines = lines if question.part == "part2" else [line for line in lines if line]
    each = LINES_OF_RECORD.get(question.part, 1) - (question.part == "part1")
    wanted = each * len(question.records)
    found = [(line, read(line)) for line in lines]
    answers = [answer for _, answer in found if answer is not None]
    if question.part not in {"part1", "part2", "part3"}:
        bare = [answer for line, answer in found if answer is not None and not re.search(r"[^\W\d]", line)]
        answers = bare if len(bare) == wanted else answers
    while question.part == "part2" and len(answers) > wanted and not answers[-1]:
        answers.pop()
    if len(answers) != wanted and len(found) == wanted:
        # a line that is no answer has the place of one
        answers = [line if answer is None else answer for line, answer in found]
    if len(answers) != wanted or not any(answers):
        return output
    gap = "\n\n" if question.part == "part1" else "\n"
    return gap.join("\n".join(answers[i : i + each]) for i in range(0, wanted, each)) + "\n"
