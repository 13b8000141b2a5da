"""The Halma homework's program: input.txt in, output.txt out, by the rules of ``halma-usc2019``.

With fewer than `SECONDS_TO_COMPILE` left on the clock, or in a ``GAME`` with fewer than `SECONDS_A_PLAY` for each play
to come (`plyground.courses.halma.clock`), or if the kernels are not in the cache yet, the engine runs as plain
Python, without numba: a thousand times slower, but it starts in a fifth of a second. A legal play is written in any
case.
"""

from plyground.courses.halma.clock import pays_to_compile
from plyground.courses.halma.format import play_text, read_problem
from plyground.kernel.compile import run_uncompiled
from plyground.kernel.ready import is_ready

PARTS = ("halma rules", "halma engine")
"""What must be in the kernel cache for a compiled answer."""


def answer(text: str) -> str:
    """Return the text of output.txt for the text of an input.txt, within the CPU time that is left to this process.

    Raises
    ------
    InvalidNotation
        If the input is faulty, or the game on its board is over.
    """
    problem = read_problem(text)
    if not pays_to_compile(problem) or not all(map(is_ready, PARTS)):
        run_uncompiled()
    # only now, because importing the player makes the kernels
    from plyground.courses.halma.search import path_of_best_play

    return play_text(path_of_best_play(problem))
