"""What is told of a program that has failed."""

import subprocess
import sys

import pytest

from plyground.programs.ending import ending_sentence, telling_line

JAVA = """Exception in thread "main" java.lang.IllegalStateException: no move
\tat Main.choose(Main.java:12)
\tat Main.main(Main.java:5)
Caused by: java.lang.ArithmeticException: / by zero
\tat Main.divide(Main.java:20)
\t... 2 more
"""
MONO = """
Unhandled Exception:
System.InvalidOperationException: no move
  at Program.Choose () [0x00001] in <8c2>:0
  at Program.Main () [0x00000] in <8c2>:0
[ERROR] FATAL UNHANDLED EXCEPTION: System.InvalidOperationException: no move
  at Program.Choose () [0x00001] in <8c2>:0
  at Program.Main () [0x00000] in <8c2>:0
"""
DOTNET = """Unhandled exception. System.InvalidOperationException: no move
   at Program.Choose() in Program.cs:line 12
   --- End of inner exception stack trace ---
   at Program.Main() in Program.cs:line 5
"""
NODE = """player.js:3
throw new Error("no move")
^

Error: no move
    at Object.<anonymous> (player.js:3:7)
    at node:internal/main/run_main_module:23:47

Node.js v18.19.0
"""
PYTHON = """Traceback (most recent call last):
  File "player.py", line 3, in <module>
    raise ValueError("no move")
ValueError: no move
"""
CHAINED = f"{PYTHON}\nDuring handling of the above exception, another exception occurred:\n\n" + PYTHON.replace(
    "ValueError: no move", "ValueError: first\nsecond"
)
GROUP = """  + Exception Group Traceback (most recent call last):
  |   File "player.py", line 3, in <module>
  |     raise ExceptionGroup("many", [ValueError("a")])
  | ExceptionGroup: many (1 sub-exception)
  +-+---------------- 1 ----------------
    | ValueError: a
    +------------------------------------
"""


@pytest.mark.parametrize(
    ("errors", "line"),
    [
        (JAVA, "Caused by: java.lang.ArithmeticException: / by zero"),
        (JAVA.partition("Caused")[0], 'Exception in thread "main" java.lang.IllegalStateException: no move'),
        (MONO, "System.InvalidOperationException: no move"),
        (DOTNET, "System.InvalidOperationException: no move"),
        (NODE, "Error: no move"),
        (PYTHON, "ValueError: no move"),
        (CHAINED, "ValueError: first"),
        (PYTHON + "and then it was closed\n", "ValueError: no move"),
        (GROUP, "ExceptionGroup: many (1 sub-exception)"),
        ("Traceback (most recent call last):\n", "Traceback (most recent call last):"),
        ("\x1b[31mred\x1b[0m\0", "[31mred[0m"),
        ("one\ntwo\n", "two"),
        ("\tat nowhere\n", "at nowhere"),
        ("", ""),
        ("x" * 1000, "x" * 200),
    ],
)
def test_the_line_that_says_what_went_wrong(errors, line):
    assert telling_line(errors) == line


def test_how_a_program_ended():
    assert ending_sentence(1, PYTHON) == "ended with exit status 1 (ValueError: no move)"
    assert ending_sentence(-9) == "was ended by SIGKILL"
    assert ending_sentence(-99) == "was ended by signal 99"
    assert ending_sentence(0) == "ended with exit status 0"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = 1\ndef f(:\n", "SyntaxError: invalid syntax, line 2 of homework.py"),
        ("if True:\nx = 1\n", "IndentationError: expected an indented block after 'if' statement on line 1, line 2 of"),
        ("import board\n", "SyntaxError: invalid syntax, line 1 of board.py"),
        ("raise ValueError('no')\n", "ValueError: no"),
    ],
)
def test_a_syntax_error_has_its_line(tmp_path, source, said):
    (tmp_path / "homework.py").write_text(source)
    (tmp_path / "board.py").write_text("def f(:\n")
    done = subprocess.run([sys.executable, "homework.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert telling_line(done.stderr).startswith(said)
    assert telling_line(done.stderr.strip()).startswith(said), "as the end of it is kept"
