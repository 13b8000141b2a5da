"""``plyground assignment``: programs for five course assignments, each with its own files and protocol."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from plyground.cli.options import Rules, Text, position_of, write_text
from plyground.core.errors import InvalidNotation

app = App(name="assignment", help="The course assignments' own programs, exactly as their hand-outs say.")

Input = Annotated[str | None, Parameter(allow_leading_hyphen=True, help="The file to read; - is standard input.")]
Output = Annotated[str | None, Parameter(name=["-o", "--output"], allow_leading_hyphen=True, help="The file to write.")]

MOST_BYTES = 1_000_000
"""The largest file that is read; no homework's is larger."""


def _read(name: str | None) -> bytes:
    """Return the file's bytes, or standard input's."""
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if name in {None, "-"} else _beginning(Path(str(name)))
    except OSError as error:
        raise InvalidNotation(f"The file {name} cannot be read: {error.strerror}.") from None
    if len(data) > MOST_BYTES:
        raise InvalidNotation(f"The input is larger than {MOST_BYTES} bytes; no homework's file is.")
    return data


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


@app.command
def starcircle(
    input_file: Input = None,
    /,
    *,
    output: Output = None,
    allow_light_squares: Annotated[bool, Parameter(negative=(), help="Accept pieces on light squares.")] = False,
) -> None:
    """USC CSCI 561, Star and Circle: read the homework's file, write move, MYOPIC, FARSIGHTED and the nodes."""
    from plyground.assignments import starcircle as homework

    text, remarks = homework.solve(homework.decoded(_read(input_file)), allow_light_squares)
    for remark in remarks:
        print(remark, file=sys.stderr)
    write_text(output or "-", text)


@app.command
def minichess(*, output: Output = None) -> None:
    """CS3243, minichess: write the stand-alone AB.py."""
    from plyground.assignments import minichess as homework

    write_text(output or "AB.py", homework.ab_text())
    if output != "-":
        print(f"Wrote {output or 'AB.py'}.", file=sys.stderr)


@app.command
def halma(input_file: Input = None, /, *, output: Output = None) -> None:
    """USC CSCI 561, Halma: read input.txt, write a play to output.txt within the given CPU time."""
    from plyground.assignments import halma as homework

    text = _read(input_file or "input.txt").decode("utf-8", errors="backslashreplace")
    write_text(output or "output.txt", homework.answer(text))


@app.command
def amazons(*, position: Text = None, rule: Rules = None) -> None:
    """The assignment's Amazons player: print its move."""
    from plyground.assignments import amazons as seed

    print(seed.best_move(position_of("amazons", position, rule)))


@app.command
def congo(
    part: Annotated[str, Parameter(help="part1 to part3, part4-evaluate, part4-minimax, ..., tournament or checker.")],
    kind: Annotated[str | None, Parameter(help="Part 2's kind of piece: lion, zebra, giraffe, pawn, ...")] = None,
    /,
    *,
    edition: Annotated[str, Parameter(help="2022 or 2021.")] = "2022",
) -> None:
    """COMS3005A, Congo: the programs of parts I to V, and the two protocols, on standard input and output."""
    from plyground.assignments import congo as homework

    protocols = {"tournament": homework.tournament, "checker": homework.checker}
    lines = _text_lines()
    answers = protocols[part](lines) if part in protocols else homework.run(part, kind, edition, lines)
    for answer in answers:
        print(answer, flush=part in protocols)


def _text_lines() -> Iterator[str]:
    """Yield the lines of standard input as they come."""
    number = 0
    while line := sys.stdin.buffer.readline(MOST_BYTES):
        number += 1
        try:
            yield line.decode().removeprefix("\ufeff").rstrip("\r\n")
        except UnicodeDecodeError:
            raise InvalidNotation(f"Line {number} is not text in UTF-8.") from None
