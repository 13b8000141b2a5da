"""Runs inside a student's process: answers gameboards with what ``studentAgent`` of AB.py returns.

It is run as a script, from the student's folder, by a Python that has nothing of ours, 3.7 will do; its arguments are
the student's file and the configuration file. A line on standard input is ``{"number": n, "board": [[column, row, type,
colour], ...]}``; a line on standard output answers it with ``{"number": n, "answer": ...}`` or ``{"number": n, "error":
TRACE}``. What the student prints goes to standard error.
``{"number": n, "branch": true}`` lets a copy of the process go on, which says when it does; ``{"leave": true}`` ends
that copy, and the process that it was taken of goes on from where it was, and says the same.

Whatever the student's code does to this process, all it can win is another answer: the rules are kept outside.
"""

from __future__ import annotations

import sys

# a types.py beside AB.py is the student's, not ours; `main` puts the folder back
del sys.path[0]

import importlib.util  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import traceback  # noqa: E402
from typing import TYPE_CHECKING, Any  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

_dumps, _loads, _write, _trace = json.dumps, json.loads, os.write, traceback.format_exc
_fork, _wait, _exit = getattr(os, "fork", None), getattr(os, "waitpid", None), os._exit
"""Taken before the student's code can put others in their place."""


def say(channel: int, message: dict[str, Any]) -> None:
    """Write one line of JSON."""
    data = _dumps(message).encode("utf-8") + b"\n"
    while data:
        data = data[_write(channel, data) :]


def plain(value: Any, depth: int = 0) -> Any:
    """Return an answer as JSON can hold it: tuples, lists, texts and whole numbers as they are, others as they look.

    Named tuples and members of an IntEnum or a StrEnum are such, too.
    """
    if isinstance(value, (tuple, list)) and depth < 3 and len(value) < 10:
        return [plain(item, depth + 1) for item in value]
    if isinstance(value, str) and len(value) < 100:
        return str.__str__(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**100:
        return int.__int__(value)
    return None if value is None else {"looks": repr(value)[:200]}


def load(path: str) -> Callable[..., Any]:
    """Import the student's file under the name the assignment gives it."""
    specification = importlib.util.spec_from_file_location("AB", path)
    assert specification is not None and specification.loader is not None  # noqa: PT018
    module = importlib.util.module_from_spec(specification)
    sys.modules["AB"] = module
    specification.loader.exec_module(module)
    agent: Callable[..., Any] = module.studentAgent
    return agent


def branch() -> None:
    """Go on as a copy of this process; return here once more when that has ended as it should."""
    assert _fork is not None and _wait is not None  # noqa: PT018
    child = _fork()
    if child:
        status = _wait(child, 0)[1]
        if status:
            raise ChildProcessError(f"a copy of the process ended with status {status}")


def main() -> None:
    """Serve until the input ends."""
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    channel = os.dup(1)
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    path = sys.argv[1]
    sys.argv = sys.argv[1:]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120
    try:
        agent = load(path)
    except BaseException:  # noqa: BLE001 (sys.exit too is the student's, not ours)
        say(channel, {"number": 0, "error": _trace()[-4000:]})
        os._exit(1)
    say(channel, {"number": 0, "answer": None})
    for line in iter(questions.readline, ""):
        question = _loads(line)
        if "leave" in question:
            _exit(0)
        if "branch" in question:
            branch()
            say(channel, {"number": question["number"], "answer": None})
            continue
        board = {(column, row): (kind, colour) for column, row, kind, colour in question["board"]}
        try:
            reply = {"number": question["number"], "answer": plain(agent(board))}
        except BaseException:  # noqa: BLE001
            reply = {"number": question["number"], "error": _trace()[-4000:]}
        say(channel, reply)


if __name__ == "__main__":
    main()
