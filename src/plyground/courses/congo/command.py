"""``plyground assignment congo``: the assignment's parts and protocols."""

from typing import Annotated

from cyclopts import Parameter

from plyground.courses.command import input_lines


def command(
    part: Annotated[str, Parameter(help="part1 to part3, part4-evaluate, part4-minimax, ..., tournament or checker.")],
    kind: Annotated[str | None, Parameter(help="Part 2's kind of piece: lion, zebra, giraffe, pawn, ...")] = None,
    /,
    *,
    edition: Annotated[str, Parameter(help="2022 or 2021.")] = "2022",
) -> None:
    """COMS3005A, Congo: the programs of parts I to V, and the two protocols, on standard input and output."""
    from plyground.courses.congo.parts import run
    from plyground.courses.congo.player import checker, tournament

    protocols = {"tournament": tournament, "checker": checker}
    lines = input_lines()
    answers = protocols[part](lines) if part in protocols else run(part, kind, edition, lines)
    for answer in answers:
        print(answer, flush=part in protocols)
