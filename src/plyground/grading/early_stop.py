"""`EarlyStop`: a program that has failed alike again and again is not made to fail everywhere.

What a program does at its first games tells what it will do at the others, if it fails there each time by the same
sentence; the place in the game, and the side, do not matter. So the rest of a case is not played when that many of its
first games have failed alike. Cases may be shorter than that. Therefore the first games of all cases together tell,
too: when those have failed alike, one game is tried of each further case.

An input, or a board, is a question of its own, and a crash at one says nothing of the others. But a program that lets
its time pass while it does nothing (`Check.is_idle`) waits for what never comes, whatever it is asked: that is alike
for inputs, boards and games. What is decided depends on results alone, never on which of them came first.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from plyground.grading.check import Case, Check

_Key = tuple[str, int]
_FAILURES = frozenset({"crash", "time", "memory", "output", "files"})
_IDLE = "idle"


class EarlyStop:
    """Which checks of one submission need not be made.

    Parameters
    ----------
    cases
        All cases, in order.
    enough
        How many must fail alike; 0 for never.
    program
        Names what is run for a check: those of different programs say nothing of each other.
    """

    def __init__(self, cases: Sequence[Case], enough: int, program: Callable[[Case, int], str]) -> None:
        self._enough = enough
        self._is_game = {case.name: case.what == "game" for case in cases}
        self._programs: dict[_Key, str] = {}
        self._of_case: dict[tuple[str, str], list[_Key]] = {}
        self._of_all: dict[tuple[str, str], list[_Key]] = {}
        for case in cases:
            for number in range(1, case.count + 1):
                key = case.name, number
                own = self._programs[key] = program(case, number)
                for firsts in (
                    self._of_case.setdefault((case.name, own), []),
                    self._of_all.setdefault((case.what, own), []),
                ):
                    if len(firsts) < enough:
                        firsts.append(key)

    def decide(self, case: Case, number: int, done: Mapping[_Key, Check]) -> Check | bool:
        """Tell whether a check is to be made: True, False while that cannot be told yet, or what to say instead."""
        key = case.name, number
        program = self._programs[key]
        firsts = self._of_case[case.name, program]
        if not firsts or key == firsts[0]:
            return True
        for (what, own), leaders in self._of_all.items():
            if own != program:
                continue
            if key in leaders:
                return True
            failed = self._same_failures(leaders, done)
            if failed is None:
                return False
            if failed and (what == case.what or failed[0].is_idle):
                first = done.get(firsts[0])
                if first is None:
                    return False
                if leaders == firsts:
                    return _not_run(first, number, f"the first {len(failed)} {what}s")
                if self._likeness(first) == self._likeness(failed[0]):
                    of_this = "the first" if what == case.what else f"the first {case.what}"
                    return _not_run(first, number, f"the first {len(failed)} {what}s of all, and {of_this} of these,")
            if what == case.what:
                break
        if key in firsts:
            return True
        failed = self._same_failures(firsts, done)
        if failed:
            return _not_run(failed[0], number, f"the first {len(failed)} {case.what}s")
        return failed is not None

    def _same_failures(self, keys: Sequence[_Key], done: Mapping[_Key, Check]) -> list[Check] | None:
        """Return these checks if they have all failed alike, none if not, None while some are not done."""
        if len(keys) < self._enough:
            return []
        found = [done[key] for key in keys if key in done]
        if len(found) < len(keys):
            return None
        alike = {self._likeness(check) for check in found}
        return found if len(alike) == 1 and "" not in alike else []

    def _likeness(self, check: Check) -> str:
        """Return what two failures that are alike have in common; nothing for a check that tells of no other."""
        if check.is_idle:
            return _IDLE
        return check.failure if self._is_game[check.case] and check.verdict in _FAILURES else ""


def _not_run(failed: Check, number: int, which: str) -> Check:
    """Return what stands for a check that was not made, because some others failed, like `failed`."""
    why = f"Not run, because {which} failed alike. {failed.failure}"
    stands = replace(failed, number=number, score=0.0, sentence=why, seconds=(), spent=0.0, repeated=False)
    return replace(stands, record="", position="", squares=(), question="", given="", expected="", errors="")
