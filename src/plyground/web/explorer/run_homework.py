"""Runs a homework's own program on its input, and prints what it answers as a line of JSON. Imports nothing of ours.

It is a program of its own, in a sandbox or in the visitor's browser: in a folder with `homework.py` and `input.txt`,
which is on standard input as well. The answer is `output.txt`, or else what the program prints.
"""

import contextlib
import io
import json
import runpy
import sys
import traceback
from pathlib import Path


def run() -> dict[str, str]:
    """Return the answer, and what went wrong; "" for nothing."""
    printed, given, error = io.StringIO(), Path("input.txt").read_text(encoding="utf-8"), ""
    sys.stdin, sys.argv = io.StringIO(given), ["homework.py"]
    try:
        with contextlib.redirect_stdout(printed):
            runpy.run_path("homework.py", run_name="__main__")
    except SystemExit:
        pass
    except BaseException as failure:  # noqa: BLE001
        lines = [frame.lineno for frame in traceback.extract_tb(failure.__traceback__) if "homework" in frame.filename]
        line = failure.lineno if isinstance(failure, SyntaxError) else lines[-1] if lines else None
        what = failure.msg if isinstance(failure, SyntaxError) else failure
        error = ("" if line is None else f"Line {line}: ") + f"{type(failure).__name__}: {what}"[:300]
    written = Path("output.txt")
    answer = written.read_text(encoding="utf-8", errors="replace") if written.exists() else printed.getvalue()
    return {"answer": answer[:2000], "error": error}


if __name__ == "__main__":
    print(json.dumps(run()))  # noqa: T201
