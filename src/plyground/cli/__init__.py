"""The command line, one file a command. Names, order and plain output are stable (docs/command-line.md).

A command is imported when it is called, so ``plyground games`` never waits for numba. A faulty input is answered with
one sentence on standard error and exit status 2.
"""

import os
import signal
import sys

from cyclopts import App, CycloptsError

from plyground.core.errors import PlygroundError

COMMANDS = {
    "games": "games:games",
    "show": "show:show",
    "moves": "moves:moves",
    "outcome": "outcome:outcome",
    "play-move": "play_move:play_move",
    "evaluate": "evaluate:evaluate",
    "perft": "perft:perft",
    "playouts": "playouts:playouts",
    "minimax": "minimax:minimax",
    "warmup": "warmup:warmup",
    "play": "play:play",
    "assignment": "assignment:app",
    "analyse": "analyse:analyse",
    "uci": "uci:uci",
    "bench": "bench:bench",
    "solve": "later:later",
    "tablebase": "later:later",
    "web": "web:web",
    "match": "match:match",
    "tournament": "tournament:tournament",
    "ratings": "ratings:ratings",
    "games-of": "games_of:games_of",
    "learn": "learn:app",
    "grade": "grade:grade",
}
"""Command to "file:function" in this folder."""

app = App(
    name="plyground",
    help="Play, analyse, teach and grade Congo, Amazons, minichess, Star/Circle and Halma.",
    version_flags=["--version"],
    default_parameter=None,
)
for _name, _place in COMMANDS.items():
    app.command(f"plyground.cli.{_place}", name=_name)


def main(tokens: list[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    # a kernel cannot be interrupted from Python: let Ctrl-C end the process as it does any Unix tool
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        given = sys.argv[1:] if tokens is None else tokens
        # without a command: the web app
        status = app(given or ["web"], exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except PlygroundError as error:
        _leave(str(error))
    except CycloptsError as error:
        _leave(" ".join(str(error).split()))
    except BrokenPipeError:
        # the reader (head, say) has had enough; keep the interpreter from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        _leave(f"{error.strerror or error}: {error.filename}" if error.filename else str(error))
    sys.exit(status if isinstance(status, int) else 0)


def _leave(sentence: str) -> None:
    sys.stdout.flush()
    print(f"plyground: {sentence}", file=sys.stderr)
    sys.exit(2)
