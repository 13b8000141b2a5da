"""The thread of a browser's worker: long answers take turns, and the visitor's own code is run, but has to end."""

import contextlib
import io
import os
import runpy
import sys
from collections.abc import Callable, Generator, Mapping
from functools import partial
from inspect import isgeneratorfunction
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, NamedTuple

from plyground.core.errors import InvalidSetting
from plyground.web.service.alone import OneThread, OwnTurn

MAX_STEPS = 3_000_000
"""How many steps of Python's interpreter it may take."""


Work = Callable[[OwnTurn], Generator[None, OwnTurn, Any]]


class Promise(NamedTuple):
    """Work that takes several turns: the caller that gets it in place of an answer calls `submit` with what does it."""

    work: Work
    submit: Callable[[Work], OwnTurn]


class VisitorsThread(OneThread):
    """The thread of a browser's worker, which may run code of the visitor.

    Parameters
    ----------
    clock, seconds
        See `OneThread`.
    is_urgent
        Whether what a page waits for is urgent.
    """

    def __init__(self, clock: Callable[[], float], seconds: float, *, is_urgent: bool) -> None:
        super().__init__(clock, seconds)
        self._is_urgent = is_urgent

    def wait(self, client: str, work: Callable[[OwnTurn], Any], seconds: float | None = None) -> Any:
        """Do `work` at once, and return its answer; of a generator, a promise."""
        if isgeneratorfunction(work):
            return Promise(work, partial(self.submit, client, urgent=self._is_urgent))
        return super().wait(client, work, seconds)

    def run_python(self, files: Mapping[str, str]) -> str:
        """Run ``main.py`` of some files here; return what it prints."""
        left, out, before = MAX_STEPS, io.StringIO(), Path.cwd()

        def count(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal left
            if frame.f_code.co_filename != "code.py":
                return None
            # a loop in one line is no other line
            frame.f_trace_opcodes = True
            left -= 1
            if left < 0:
                raise TimeoutError("it does not come to an end")
            return count

        with TemporaryDirectory() as folder, contextlib.redirect_stdout(out):
            for name, text in files.items():
                Path(folder, name).write_text(text, encoding="utf-8")
            os.chdir(folder)
            sys.settrace(count)
            try:
                runpy.run_path("main.py", run_name="__main__")
            except TimeoutError as error:
                raise InvalidSetting(f"The code was stopped: {error}.") from None
            finally:
                sys.settrace(None)
                os.chdir(before)
        return out.getvalue()
