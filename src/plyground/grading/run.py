"""Grade many submissions: every check that is not done yet, on all cores, and then the marks.

The checks of all submissions share the workers, in the order of the submissions, so the first grades come first. A
worker is a thread: what it waits for, the program, is a process of its own, and our agents' kernels run without the
interpreter's lock. A check that ran out of time is repeated once, because a busy machine may be at fault: but not one
whose program did next to nothing in that time.

A program that fails again and again alike is not made to fail everywhere (`early_stop.py`), and games without which the
mark is sure are not played (`certainty.py`). All runs of a program together may take so much time and no more. These
are settings.

Where the grader itself fails at a submission, that submission's grade says so, and all others are graded. Such a check
is not kept: the next run makes it again.
"""

import errno
import logging
import os
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from queue import Empty, Queue

from plyground.core.printable import printable
from plyground.grading import python2
from plyground.grading.assignment import Assignment, Looked
from plyground.grading.certainty import Certainty
from plyground.grading.check import NOT_NEEDED, OWN_FAILURE, Case, Check, Grade
from plyground.grading.early_stop import EarlyStop
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission

_LOG = logging.getLogger(__name__)

FULL = (errno.ENOSPC, errno.EDQUOT)
_QUIET_SECONDS = 30.0
"""So long nothing is told, where nothing is done, until it is told what is under way."""
_SECOND_RUN = " (The first run timed out.)"
_Task = tuple[Submission, Case, int]

Progress = Callable[[int, int, str], None]
"""Told how many submissions are looked over, then how many checks are done, of how many, and what was done last.

Where a check takes long, it is told again and again what is under way.
"""


def grade_all(
    assignment: Assignment,
    submissions: Sequence[Submission],
    store: CheckStore,
    progress: Progress = lambda done, total, what: None,
) -> Iterator[Grade]:
    """Grade `submissions`; each grade comes when it is ready, in no particular order.

    Parameters
    ----------
    assignment
        What is graded.
    submissions
        Whose names are their own.
    store
        What is done already, and where the rest is kept.
    progress
        Called after each look at a submission, and after each check.
    """
    workers = assignment.launcher.settings.workers or os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        looks = pool.map(lambda submission: _look_at(assignment, submission, store), submissions)
        agenda = _Agenda(assignment, store, progress)
        for number, (submission, looked) in enumerate(zip(submissions, looks, strict=True), 1):
            agenda.add(submission, looked)
            progress(number, len(submissions), f"{submission.name}: looked over")
        if agenda.todo:
            assignment.warmup()
        unfinished = agenda.unfinished
        for _ in range(workers):
            pool.submit(agenda.serve)
        try:
            for submission in submissions:
                if submission.name not in unfinished:
                    yield agenda.grade(submission)
            for _ in unfinished:
                finished = agenda.wait()
                if isinstance(finished, BaseException):
                    raise finished
                yield agenda.grade(finished)
        except BaseException:
            agenda.stop()
            raise


def _look_at(assignment: Assignment, submission: Submission, store: CheckStore) -> Looked:
    known = store.look(submission)
    if known is None:
        try:
            known = assignment.look(submission)
        except Exception as error:  # noqa: BLE001 (nobody's submission may end the grading of the others)
            why = own_failure("looking the submission over", error)
            return Looked(trouble=why, unfinished=why)
        store.keep_look(submission, known)
    return known


def own_failure(what: str, error: Exception) -> str:
    """Return the sentence for a failure of the grader, which is logged for the person who can mend it."""
    _LOG.debug("The grader failed at %s.", what, exc_info=error)
    if isinstance(error, OSError) and error.errno in FULL:
        place = tempfile.gettempdir()
        return f"The grader had no room left in {place} for {what}: that is no fault of the program, and not its mark."
    said = printable(" ".join(str(error).split()))[:200]
    return f"The grader failed at {what} ({type(error).__name__}: {said}); please tell your teacher."


def _seconds_of(check: Check) -> float:
    """Return the seconds of all runs of a check; only one that was repeated says them."""
    return check.spent or sum(check.seconds)


class _Agenda:
    """What is to be done, what is done, and who waits for what.

    Attributes
    ----------
    todo
        What nobody has begun, in the order of the submissions.
    finished
        Submissions whose checks are all done, and what ended a worker.
    """

    def __init__(self, assignment: Assignment, store: CheckStore, progress: Progress) -> None:
        self.assignment, self.store, self.progress = assignment, store, progress
        self.todo: list[_Task] = []
        self.finished: Queue[Submission | BaseException] = Queue()
        self._settings = assignment.launcher.settings
        self._looks: dict[str, Looked] = {}
        self._checks: dict[str, dict[tuple[str, int], Check]] = {}
        self._stops: dict[str, EarlyStop] = {}
        self._certainties: dict[str, Certainty] = {}
        self._together: dict[str, bool] = {}
        """Whose games may be played together once the first of each case are done, and whether that is under way."""
        self._left: Counter[str] = Counter()
        self._seconds: dict[str, float] = {}
        self._done = self._total = 0
        self._under_way: dict[tuple[str, Case, int], float] = {}
        self._told = time.monotonic()
        self._changed = threading.Condition()

    def add(self, submission: Submission, looked: Looked) -> None:
        """Add a submission, and list what is left to do for it."""
        done = {(check.case, check.number): check for check in self.store.checks(submission)}
        self._looks[submission.name], self._checks[submission.name] = looked, done
        self._seconds[submission.name] = sum(map(_seconds_of, done.values()))
        if not (submission.trouble or looked.trouble):
            cases, most = self.assignment.cases, self._settings.same_failures
            self._stops[submission.name] = EarlyStop(cases, most, partial(self.assignment.program_of, submission))
            self._certainties[submission.name] = Certainty(
                cases, self.assignment.certainty, most, self.assignment.tells
            )
            for case in cases:
                for number in range(1, case.count + 1):
                    if (case.name, number) not in done:
                        self.todo.append((submission, case, number))
                        self._left[submission.name] += 1
        if self._left[submission.name] and self.assignment.plays_together(looked):
            self._together[submission.name] = False
        self._done += len(done)
        self._total += len(done) + self._left[submission.name]

    @property
    def unfinished(self) -> set[str]:
        """Whose checks are not all done."""
        return {name for name, left in self._left.items() if left}

    def serve(self) -> None:
        """Make checks until there are no more."""
        try:
            while (task := self._next()) is not None:
                self.work(*task)
        except BaseException as error:  # noqa: BLE001 (the thread that waits for grades raises it)
            self.finished.put(error)
            self.stop()

    def wait(self) -> Submission | BaseException:
        """Return what is finished next, and tell what is under way while that takes long."""
        while True:
            try:
                return self.finished.get(timeout=_QUIET_SECONDS)
            except Empty:
                self._tell_what_is_under_way()

    def _tell_what_is_under_way(self) -> None:
        with self._changed:
            if self._under_way and time.monotonic() - self._told >= _QUIET_SECONDS:
                (name, case, number), begin = min(self._under_way.items(), key=lambda found: found[1])
                seconds = time.monotonic() - begin
                self._tell(f"{name}: {case.title}, {case.what} {number}: under way for {seconds:.0f} s")

    def _tell(self, what: str) -> None:
        self._told = time.monotonic()
        self.progress(self._done, self._total, what)

    def stop(self) -> None:
        """Begin nothing more."""
        with self._changed:
            self.todo.clear()
            self._changed.notify_all()

    def _next(self) -> "_Task | None":
        """Wait for the first task of which it is known whether it is needed, and take it; None when there are none."""
        with self._changed:
            while self.todo:
                for i, task in enumerate(self.todo):
                    if self._decide(*task):
                        if task[0].name in self._together and task[2] > 1:
                            self._together[task[0].name] = True
                        return self.todo.pop(i)
                self._changed.wait()
        return None

    def _decide(self, submission: Submission, case: Case, number: int) -> Check | bool:
        done = self._checks[submission.name]
        if submission.name in self._together and number > 1:
            return not self._together[submission.name] and len(self._first_checks(submission)) == len(
                self.assignment.cases
            )
        found = self._stops[submission.name].decide(case, number, done)
        return self._certainties[submission.name].decide(case, number, done) if found is True else found

    def work(self, submission: Submission, case: Case, number: int) -> None:
        """Make one check, or find that there is no need to."""
        with self._changed:
            self._under_way[submission.name, case, number] = time.monotonic()
        check = self._play_together(submission, case, number) or self._reason_to_skip(submission, case, number)
        if check is None:
            check = self._try_check(submission, case, number)
        with self._changed:
            del self._under_way[submission.name, case, number]
            self._book(submission, case, check)
            self._changed.notify_all()

    def _book(self, submission: Submission, case: Case, check: Check) -> None:
        """Note that a check is done."""
        self._checks[submission.name][case.name, check.number] = check
        self._seconds[submission.name] += _seconds_of(check)
        self._left[submission.name] -= 1
        self._done += 1
        self._tell(f"{submission.name}: {case.title}, {case.what} {check.number}: {check.verdict}")
        if not self._left[submission.name]:
            self.finished.put(submission)

    def _first_checks(self, submission: Submission) -> list[Check]:
        done = self._checks[submission.name]
        return [done[key] for case in self.assignment.cases if (key := (case.name, 1)) in done]

    def _play_together(self, submission: Submission, case: Case, number: int) -> Check | None:
        """Make at once what can be made together, and return the one that was asked for, if it is among that."""
        with self._changed:
            if number == 1 or not self._together.get(submission.name):
                return None
            others = [(each, i) for owner, each, i in self.todo if owner is submission]
            firsts = self._first_checks(submission)
        try:
            found = self.assignment.check_together(submission, [(case, number), *others], firsts)
        except Exception:  # noqa: BLE001 (one after the other they show what is wrong, as a sentence of the grade)
            _LOG.warning("The grader failed at playing games together.", exc_info=True)
            found = ()
        with self._changed:
            del self._together[submission.name]
            tasks = {(each.name, i): (owner, each, i) for owner, each, i in self.todo if owner is submission}
            for check in found:
                self.store.keep_check(submission, check)
                if task := tasks.get((check.case, check.number)):
                    self.todo.remove(task)
                    self._book(submission, task[1], check)
            self._changed.notify_all()
        return next((check for check in found if (check.case, check.number) == (case.name, number)), None)

    def _reason_to_skip(self, submission: Submission, case: Case, number: int) -> Check | None:
        """Return what there is to say where a check need not be made any more; it is not kept."""
        most = self._settings.total_seconds
        with self._changed:
            if most and self._seconds[submission.name] > most:
                late = [
                    each for each in self._checks[submission.name].values() if each.verdict == "time" and each.failure
                ]
                why = f"Not run: all runs of the program together may take {most:g} s, and have."
                why += f" {late[0].failure}" if late else ""
                return Check(case.name, number, 0.0, "time", why)
            decided = self._decide(submission, case, number)
        return decided if isinstance(decided, Check) else None

    def _try_check(self, submission: Submission, case: Case, number: int) -> Check:
        """Make one check, and keep it, unless the grader itself fails."""
        try:
            check = self._make_check(submission, case, number)
        except Exception as error:  # noqa: BLE001 (nobody's submission may end the grading of the others)
            sentence = own_failure(f"{case.what} {number} of {case.title}", error)
            return Check(case.name, number, 0.0, OWN_FAILURE, sentence)
        self.store.keep_check(submission, check)
        return check

    def _make_check(self, submission: Submission, case: Case, number: int) -> Check:
        """Return a check, the second if the first ran out of time and a busy machine may be at fault."""
        check = self._run(submission, case, number)
        if check.verdict != "time" or check.is_idle:
            return python2.explain(check)
        again = self._run(submission, case, number)
        spent = sum(check.seconds) + sum(again.seconds)
        return replace(again, repeated=True, sentence=f"{again.sentence}{_SECOND_RUN}", spent=spent)

    def _run(self, submission: Submission, case: Case, number: int) -> Check:
        check = self.assignment.check(submission, case, number)
        if check.verdict == "sandbox":
            raise RuntimeError(check.failure)
        return check

    def grade(self, submission: Submission) -> Grade:
        """Mark a submission whose checks are all done; what is not final is not kept."""
        by_case: dict[str, list[Check]] = defaultdict(list)
        for check in sorted(self._checks[submission.name].values(), key=lambda check: check.number):
            if check.verdict != NOT_NEEDED:
                by_case[check.case].append(check)
        looked = self._looks[submission.name]
        grade = self.assignment.mark(submission, looked, by_case)
        failed = (check.sentence for found in by_case.values() for check in found if check.verdict == OWN_FAILURE)
        if unfinished := looked.unfinished or next(failed, ""):
            return self.store.overridden(replace(grade, unfinished=unfinished))
        self.store.keep_grade(grade, submission.digest)
        return self.store.overridden(grade)
