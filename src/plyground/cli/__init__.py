"""The command line, one file a command. Names, order and plain output are stable (docs/command-line.md).

A command is imported when it is called, so ``plyground games`` never waits for numba. A faulty input is answered with
one sentence on standard error and exit status 2.
"""

import errno
import os
import signal
import sys
import warnings
from itertools import count
from typing import Any

from cyclopts import App, CycloptsError, Group, Parameter

from plyground import __version__
from plyground.cli.commands import COMMANDS, GROUPS
from plyground.cli.match_arguments import arguments
from plyground.cli.mistakes import exactly, sentence
from plyground.core.deprecation import OldName
from plyground.core.errors import PlygroundError
from plyground.core.printable import printable

__all__ = ["COMMANDS", "app", "commands_app", "main"]


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def commands_app(*, with_summaries: bool = False) -> App:
    """Return the parser of the command line.

    Parameters
    ----------
    with_summaries
        Whether a command is described by its line in `plyground.cli.commands`, without being imported: for
        ``plyground --help``. The help of one command is its docstring.
    """
    found = App(
        name="plyground",
        help="Play, analyse, teach and grade Congo, Amazons, minichess, Star/Circle and Halma.",
        help_epilogue="`plyground COMMAND --help` says more.",
        version=__version__,
        version_flags=["--version"],
        default_parameter=Parameter(converter=exactly),
    )
    order = count()
    for title, commands in GROUPS.items():
        group = Group(title, sort_key=next(order))
        for name, command in commands.items():
            summary = command.summary if with_summaries else None
            place = f"plyground.cli.{command.place}"
            found.command(place, name=name, help=summary, group=group, sort_key=next(order))
    found.register_install_completion_command(
        group=Group("Options", sort_key=next(order)), help="set up completion for your shell (bash, zsh, fish)"
    )
    for flag in ("--help", "--version"):
        found[flag].group = "Options"
    return found


app = commands_app()


def main(tokens: list[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    _open_standard_streams()
    _show_old_names()
    # a kernel cannot be interrupted from Python: let Ctrl-C end the process as it does any Unix tool
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        given = sys.argv[1:] if tokens is None else tokens
        # without a command: the web app
        parser = commands_app(with_summaries=True) if given in (["--help"], ["-h"]) else app
        status = parser(
            arguments(given) or ["web"], exit_on_error=False, print_error=False, result_action="return_value"
        )
        sys.stdout.flush()
    except PlygroundError as error:
        _leave(str(error))
    except CycloptsError as error:
        _leave(sentence(error))
    except BrokenPipeError:
        # the reader (head, say) has had enough; keep the interpreter from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        if error.filename is None and error.errno in _FULL:
            _leave(f"The output cannot be written: {error.strerror}.")
        _leave(f"{error.strerror or error}: {error.filename}" if error.filename else str(error))
    sys.exit(status if isinstance(status, int) else 0)


def _open_standard_streams() -> None:
    """Open those that our parent process has closed, or the next file, a database say, would be taken for one."""
    while (number := os.open(os.devnull, os.O_RDWR)) < 3:
        os.set_inheritable(number, True)
    os.close(number)
    sys.stdin = sys.stdin or open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115


def _show_old_names() -> None:
    """Say on standard error, once for each, which old names were given."""
    show = warnings.showwarning

    def tell(message: Warning | str, category: type[Warning], *where: Any) -> None:
        if issubclass(category, OldName):
            print(f"plyground: {printable(str(message))}", file=sys.stderr)
        else:
            show(message, category, *where)

    warnings.showwarning = tell  # type: ignore[assignment]
    warnings.simplefilter("once", OldName)


def _leave(sentence: str) -> None:
    sys.stdout.flush()
    print(f"plyground: {printable(sentence, lines=True)}", file=sys.stderr)
    sys.exit(2)
