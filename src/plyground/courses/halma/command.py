"""``plyground assignment halma``: a play for the homework's input file."""

from plyground.core.files import write_text
from plyground.courses.command import Input, Output, read_input


def command(input_file: Input = None, /, *, output: Output = None) -> None:
    """USC CSCI 561, Halma: read input.txt, write a play to output.txt within the given CPU time."""
    from plyground.courses.halma.player import answer

    text = read_input(input_file or "input.txt").decode("utf-8", errors="backslashreplace")
    write_text(output or "output.txt", answer(text))
