"""Which kernels are loaded or compiled while a part of the program is built, and what is said about the wait."""

import sys
import time
from collections.abc import Iterable

game_of_family: dict[str, str] = {}
"""The games, as ``plyground warmup`` takes them, by the first word of their parts.

(`plyground.core.game` knows games and adds them; this package does not.)
"""
_named: set[str] = set()


class Progress:
    """What happens while one part is built: `what`, of the games whose parts' names begin with `family`."""

    def __init__(self, what: str, family: str = "") -> None:
        self.what, self._family = what, family
        self.begin = 0.0
        self.modules: set[str] = set()

    def compiles(self) -> None:
        """Explain the wait; called before each kernel that has to be compiled."""
        if not self.begin:
            self.begin = time.perf_counter()
            self._say(f"Compiling the {self.what} kernels for this machine, once: {self._others()}", end="")

    def _others(self) -> str:
        """Return what the user may wait for later, the first time that they wait for the game at all."""
        game = game_of_family.get(self._family)
        if game is None or self._family in _named:
            return ""
        _named.add(self._family)
        return (
            "(the rules, the engine, its tables, random games, each kind of search and player are compiled when first "
            f"used; `plyground warmup --all {game}` compiles them all now) "
        )

    def end(self, *, is_complete: bool) -> None:
        """Say how long it took, if anything was compiled."""
        if self.begin:
            self._say(f"{time.perf_counter() - self.begin:.1f} s" if is_complete else "interrupted")

    @staticmethod
    def _say(text: str, end: str = "\n") -> None:
        print(text, end=end, file=sys.stderr, flush=True)  # noqa: T201


building: list[Progress] = []
"""The parts that are being built, the innermost last."""


def note_use(modules: Iterable[str], *, is_compiled: bool) -> None:
    """Note a kernel that is loaded, or has to be compiled, and the modules that it comes from."""
    for progress in building[-1:]:
        progress.modules.update(modules)
        if not is_compiled:
            progress.compiles()
