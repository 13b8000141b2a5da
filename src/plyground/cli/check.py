"""``plyground check``: whether a game, of this or another package, is what every game must be."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter

from plyground.cli.options import GameName, check_count
from plyground.core.completeness import missing_parts
from plyground.core.registry import get_game
from plyground.kernel import compile as compiling
from plyground.programs.ending import telling_line

_MAX_SAID = 3


def check(
    game: GameName,
    /,
    *,
    positions: Annotated[int, Parameter(help="How many positions out of random games are looked at.")] = 40,
    seed: Annotated[int, Parameter(help="Seed for the random games.")] = 1,
) -> int:
    """Check that a game has every part, and that the laws that every game obeys hold in it.

    For those who add a game. Its kernels run as plain Python, with every access to an array checked, so what would be a
    crash of compiled code is a sentence here. Then they are compiled (unless PLYGROUND_JIT=0), and must answer as they
    did before. A line for each law: `holds`, or `BROKEN` and what is wrong, in which case the exit status is 1.
    """
    check_count(positions, "The number of positions")
    is_compiled = compiling.JIT
    if is_compiled and not compiling.run_uncompiled():
        # kernels have been made already (a package's __init__ may have done it): begin anew
        command = [sys.executable, "-m", "plyground", "check", game, f"--positions={positions}", f"--seed={seed}"]
        status = subprocess.run(command, env={**os.environ, "PLYGROUND_JIT": "0"}, check=False).returncode
    else:
        status = _report(game, positions, seed)
    if status == 0 and is_compiled:
        differences = list(_differences_when_compiled(game))
        _say("Compiled kernels answer as uncompiled ones do.", differences)
        status = int(bool(differences))
    return status


def _report(name: str, positions: int, seed: int) -> int:
    game = get_game(name)
    missing = missing_parts(game)
    _say("Every part is there.", missing)
    if missing:
        return 1
    from plyground.search import laws

    broken = 0
    for law, violations in laws.check(game, positions, seed):
        _say(law.sentence, violations)
        broken += bool(violations)
    return int(broken > 0)


def _differences_when_compiled(name: str) -> Iterator[str]:
    """Yield what compiled kernels answer otherwise, or why they cannot be compiled; each in processes of its own."""
    for words in (("perft", name, "1"), ("evaluate", name)):
        done = {
            jit: subprocess.run(
                [sys.executable, "-m", "plyground", *words],
                env={**os.environ, "PLYGROUND_JIT": jit},
                capture_output=True,
                text=True,
                check=False,
            )
            for jit in ("0", "1")
        }
        command = f"plyground {' '.join(words)}"
        if done["1"].returncode:
            yield (
                f"`{command}` fails: {telling_line(done['1'].stderr)}. Kernels may use numbers and arrays only, and "
                "never calculate with uint64 and a signed number together: that makes a float."
            )
        elif done["0"].stdout != done["1"].stdout:
            yield f"`{command}` answers {done['1'].stdout.strip()!r}, uncompiled {done['0'].stdout.strip()!r}."


def _say(sentence: str, violations: list[str]) -> None:
    print(f"{'BROKEN' if violations else 'holds '}  {sentence}", flush=True)
    for violation in violations[:_MAX_SAID]:
        print(f"        {violation}")
    if len(violations) > _MAX_SAID:
        print(f"        ... and {len(violations) - _MAX_SAID} more of this kind.")
