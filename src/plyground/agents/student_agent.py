"""Runs inside a student's process: answers gameboards with what ``studentAgent`` of the file returns.

It is run as a script by the interpreter the program asks for (Python 3.7 will do) and imports nothing of ours. A line
on standard input is a gameboard, ``[[column, row, type, colour], ...]``; a line on standard output answers it. What the
student prints goes to standard error; what it raises ends the process, with the trace there too.
"""

import importlib.util
import json
import os
import sys


def main() -> None:
    """Serve until the input ends."""
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    path, config = sys.argv[1:3]
    sys.argv = [path, config]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120
    specification = importlib.util.spec_from_file_location("AB", path)
    module = importlib.util.module_from_spec(specification)  # type: ignore[arg-type]
    sys.modules["AB"] = module
    specification.loader.exec_module(module)  # type: ignore[union-attr]
    answers.write("ready\n")
    answers.flush()
    for line in iter(questions.readline, ""):
        gameboard = {(column, row): (kind, color) for column, row, kind, color in json.loads(line)}
        answer = module.studentAgent(gameboard)
        try:
            text = json.dumps(answer)
        except (TypeError, ValueError):
            text = json.dumps(repr(answer)[:200])
        answers.write(text + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
