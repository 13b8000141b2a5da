"""``plyground connect``: a program on this machine plays in a class on another one."""

import os
import secrets
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.core.errors import InvalidSetting
from plyground.core.printable import printable
from plyground.core.registry import get_game

TOKEN_BYTES = 24


def connect(
    url: str,
    program: str,
    /,
    *,
    game: Annotated[str, Parameter(help="What it plays: one of `plyground games`.")],
    nickname: Annotated[str | None, Parameter(help="What it is called there; default: the program's name.")] = None,
    time: Annotated[float, Parameter(help="Seconds a move in games without a clock.")] = 5.0,
) -> None:
    """Let a program of yours play in a class: it runs here, and only its moves are sent.

    URL is the address of the class. PROGRAM is a file, which speaks as its game's assignment says, or a player as in
    `plyground match`: uci:COMMAND, program:FILE[,COMMAND], engine:nodes=1000. Pupils then find it on the page of the
    class, and the teacher pairs it as a pupil. If it crashes, it loses that game, and the page says why.
    """
    from plyground.agents.roster import Entry
    from plyground.web.host.program_client import Connection

    entry = Entry.parse(f"program:{program}" if Path(program).is_file() else program)
    if entry.kind == "human":
        raise InvalidSetting("A person plays in the browser; connect is for programs.")
    if not 0 < time < 3600:
        raise InvalidSetting(f"The time a move cannot be {time:g}; it is more than 0 s and less than 3600 s.")
    found = get_game(game)
    with entry.create(found):
        pass
    name = nickname or (entry.name if "@" in program else _short(program))
    Connection(url, entry, found, name, _token(f"{name} {url}"), time, _tell).run()


def _short(program: str) -> str:
    """Return a nickname for a program: the name of its file, or its kind."""
    words = program.partition(":")[2].split(",")[0].split(";")[0].split() or [program]
    stem = Path(program if Path(program).is_file() else words[0]).stem
    return stem[:20] if len(stem) > 1 and "=" not in stem else program.partition(":")[0][:12] + " program"


def _token(who: str) -> str:
    """Return the token under which a program is known to a class; it is made once, and kept for this user alone."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()) / "plyground"
    file = home / "connect-tokens"
    try:
        home.mkdir(parents=True, exist_ok=True)
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        known = dict(line.partition("\t")[::2] for line in lines)
        if who not in known:
            known[who] = secrets.token_urlsafe(TOKEN_BYTES)
            file.touch(mode=0o600)
            file.write_text("".join(f"{each}\t{token}\n" for each, token in known.items()), encoding="utf-8")
    except OSError as error:
        raise InvalidSetting(f"The file {file}, by which a class knows a program, fails: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InvalidSetting(f"The file {file} is not text in UTF-8; without it, the program joins anew.") from None
    return known[who]


def _tell(sentence: str) -> None:
    print(printable(sentence), file=sys.stderr, flush=True)
