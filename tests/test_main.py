"""Where the command begins: Ctrl-C ends it without a word, however early it comes."""

import os
import signal
import subprocess
import sys

import pytest

INTERRUPTED = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

from plyground.__main__ import main
loaded = [name for name in sys.modules if name.startswith("plyground.")]
assert loaded == ["plyground.__main__"], loaded
sys.meta_path.insert(0, Interrupting())
sys.argv[1:] = ["games"]
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
@pytest.mark.parametrize("module", ["plyground.core.errors", "cyclopts", "plyground.cli.games"])
def test_ctrl_c_says_nothing_while_the_command_is_imported(module):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(module=module)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
