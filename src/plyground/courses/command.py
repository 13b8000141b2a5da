"""What the courses' commands share: reading the input file and writing the output file.

Each course's `command.py` has a function `command`, which ``plyground assignment COURSE`` calls with its arguments.
"""

import sys
from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter

from plyground.core.errors import InvalidNotation
from plyground.core.files import read_bytes

Input = Annotated[str | None, Parameter(allow_leading_hyphen=True, help="The file to read; - is standard input.")]
Output = Annotated[str | None, Parameter(name=["-o", "--output"], allow_leading_hyphen=True, help="The file to write.")]

MAX_BYTES = 1_000_000
"""The largest file that is read; no homework's is larger."""


def read_input(name: str) -> bytes:
    """Return the file's bytes, or standard input's for ``-``."""
    data = read_bytes(name, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InvalidNotation(f"The input is larger than {MAX_BYTES} bytes; no homework's file is.")
    return data


def input_lines() -> Iterator[str]:
    """Yield the lines of standard input as they come."""
    number = 0
    while line := sys.stdin.buffer.readline(MAX_BYTES):
        number += 1
        try:
            yield line.decode().removeprefix("\ufeff").rstrip("\r\n")
        except UnicodeDecodeError:
            raise InvalidNotation(f"Line {number} is not text in UTF-8.") from None
