"""``plyground assignment starcircle``: the answer to the homework's input file."""

import sys
from typing import Annotated

from cyclopts import Parameter

from plyground.core.files import write_text
from plyground.courses.command import Input, Output, read_input


def command(
    input_file: Input = None,
    /,
    *,
    output: Output = None,
    allow_light_squares: Annotated[bool, Parameter(negative=(), help="Accept pieces on light squares.")] = False,
) -> None:
    """USC CSCI 561, Star and Circle: read the homework's file, write move, MYOPIC, FARSIGHTED and the nodes."""
    from plyground.courses.starcircle.format import decode
    from plyground.courses.starcircle.player import solve

    text, remarks = solve(decode(read_input(input_file or "-")), allow_light_squares)
    for remark in remarks:
        print(remark, file=sys.stderr)
    write_text(output or "-", text)
