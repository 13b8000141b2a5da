"""Grade many submissions: every check that is not done yet, on all cores, and then the marks.

The checks of all submissions share the workers, in the order of the submissions, so the first grades come first. A
worker is a thread: the program it waits for is a separate process, and our agents' kernels run without the
interpreter's lock. A check that ran out of time is repeated once, because a busy machine may be to blame.
"""

import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import replace

from plyground.grading.assignment import Assignment, Looked
from plyground.grading.check import Case, Check, Grade
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission

Progress = Callable[[int, int, str], None]
"""Told how many submissions are looked over, then how many checks are done, of how many, and what was done last."""


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
        looks = pool.map(lambda submission: _looked(assignment, submission, store), submissions)
        agenda = _Agenda(assignment, store, progress)
        for number, (submission, looked) in enumerate(zip(submissions, looks, strict=True), 1):
            agenda.add(submission, looked)
            progress(number, len(submissions), f"{submission.name}: looked over")
        if agenda.todo:
            assignment.warm()
        waiting: dict[Future[None], Submission] = {
            pool.submit(agenda.work, submission, case, number): submission for submission, case, number in agenda.todo
        }
        left = {submission.name: 0 for submission in submissions}
        for submission in waiting.values():
            left[submission.name] += 1
        try:
            for submission in submissions:
                if not left[submission.name]:
                    yield agenda.grade(submission)
            for future in as_completed(waiting):
                future.result()
                submission = waiting[future]
                left[submission.name] -= 1
                if not left[submission.name]:
                    yield agenda.grade(submission)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _looked(assignment: Assignment, submission: Submission, store: CheckStore) -> Looked:
    known = store.look(submission)
    if known is None:
        known = assignment.look(submission)
        store.keep_look(submission, known)
    return known


class _Agenda:
    """What is to be done, what is done."""

    def __init__(self, assignment: Assignment, store: CheckStore, progress: Progress) -> None:
        self.assignment, self.store, self.progress = assignment, store, progress
        self.todo: list[tuple[Submission, Case, int]] = []
        self._looks: dict[str, Looked] = {}
        self._checks: dict[str, list[Check]] = {}
        self._done = self._known = 0
        self._lock = threading.Lock()

    def add(self, submission: Submission, looked: Looked) -> None:
        """Add a submission, and list what is left to do for it."""
        done = self.store.checks(submission)
        self._looks[submission.name], self._checks[submission.name] = looked, done
        self._done += len(done)
        self._known += len(done)
        if submission.trouble or looked.trouble:
            return
        finished = {(check.case, check.number) for check in done}
        for case in self.assignment.cases:
            for number in range(1, case.count + 1):
                if (case.name, number) not in finished:
                    self.todo.append((submission, case, number))

    def work(self, submission: Submission, case: Case, number: int) -> None:
        """Make one check."""
        check = self.assignment.check(submission, case, number)
        if check.verdict == "time":
            again = self.assignment.check(submission, case, number)
            check = replace(again, repeated=True, sentence=f"{again.sentence} (The first run timed out.)")
        self.store.keep_check(submission, check)
        with self._lock:
            self._checks[submission.name].append(check)
            self._done += 1
            what = f"{submission.name}: {case.title}, {case.what} {number}: {check.verdict}"
            self.progress(self._done, self._known + len(self.todo), what)

    def grade(self, submission: Submission) -> Grade:
        """Mark a submission whose checks are all done."""
        by_case: dict[str, list[Check]] = defaultdict(list)
        for check in sorted(self._checks[submission.name], key=lambda check: check.number):
            by_case[check.case].append(check)
        return self.assignment.mark(submission, self._looks[submission.name], by_case)
