"""``plyground web``, and ``plyground`` without a command: the web app."""

import contextlib
import os
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from plyground.cli.browser import open_soon
from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError

USUAL_PORT = 8000


def usual_database() -> Path:
    """Return where games in progress are stored by default."""
    home = os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()
    return Path(home) / "plyground" / "web.db"


Port = Annotated[int | None, Parameter(help="Default: 8000, or the next free one.")]
Host = Annotated[str, Parameter(help="The address to listen on; 0.0.0.0: all of them.")]
Names = Annotated[
    list[str] | None, Parameter(name="--name", help="Another name under which browsers reach the server.", negative=())
]
Proxies = Annotated[
    list[str] | None,
    Parameter(name="--proxy", help="The address of a proxy that says whose requests it passes on.", negative=()),
]
WithBrowser = Annotated[bool, Parameter(name="--browser", negative="--no-browser", help="Open the browser.")]
Think = Annotated[
    Literal["auto", "browser", "server"],
    Parameter(help="Where the engine thinks: in browsers where they can, only if they can, or on the server."),
]
Database = Annotated[
    Path | None, Parameter(name="--db", help="The file that keeps the games; default: in your data folder.")
]


def web(
    *,
    port: Port = None,
    host: Host = "127.0.0.1",
    name: Names = None,
    proxy: Proxies = None,
    browser: WithBrowser = True,
    think: Think = "auto",
    db: Database = None,
) -> None:
    """Play and analyse in the browser: serve the web app on this machine until Ctrl-C."""

    def welcome(address: str, others: list[str], key: str) -> str:
        from plyground.web.host.keys import with_key

        print(f"Plyground is at {address}  (Ctrl-C ends it)")
        print(f"To begin a class in it, open {with_key(f'{address}class/teacher', key)}", flush=True)
        if others:
            invite("For others in your network: " + "  ".join(others), others[0])
        return address

    run(port, host, name, db, welcome, browser=browser, think=think, proxies=proxy)


def run(
    port: int | None,
    host: str,
    name: list[str] | None,
    db: Path | None,
    welcome: Callable[[str, list[str], str], str],
    *,
    browser: bool,
    think: Think = "auto",
    proxies: list[str] | None = None,
    begin: Callable[[Path], None] = lambda file: None,
) -> None:
    """Serve the web app until Ctrl-C.

    Parameters
    ----------
    port, host, name, db, browser, think, proxies
        The options of the command.
    welcome
        Called with this machine's own URL, those for others, and the key of who started the server; prints them and
        returns the URL that the browser opens.
    begin
        Called with the file of games before the server begins.
    """
    try:
        from plyground.arena.store import TournamentStore
        from plyground.web.analysis.study_database import StudyDatabase
        from plyground.web.host.addresses import check_proxies, hosts_to_accept, own_url, urls_for_others
        from plyground.web.host.app import create_app
        from plyground.web.host.database import open_store
        from plyground.web.host.keys import new_key
        from plyground.web.host.opening import classes_file, studies_file, tournaments_file, tries_file
        from plyground.web.host.server import serve
        from plyground.web.host.thinking import BrowserThinking
        from plyground.web.lesson.class_database import ClassDatabase
        from plyground.web.play.game_database import GameDatabase
        from plyground.web.puzzles.try_database import TryDatabase
    except ImportError as error:
        raise PlygroundError(f"The web app needs {error.name}: pip install plyground again, with it.") from None

    trusted = check_proxies(proxies or ())
    try:
        database = open_store(GameDatabase, db or usual_database())
        open_store(StudyDatabase, studies_file(database.path)).close()
        open_store(TryDatabase, tries_file(database.path)).close()
        with closing(open_store(ClassDatabase, classes_file(database.path))) as classes:
            classes.latest()
        if (tournaments := tournaments_file(database.path)).exists():
            TournamentStore(tournaments).close()
        begin(database.path)
    except (InvalidSetting, InvalidNotation) as error:
        # said here: inside the server it would be a traceback
        raise InvalidSetting(f"{str(error).rstrip('.')}; --db FILE names another.") from None
    browsers = BrowserThinking(think)
    browsers.check()
    listener = listen(host, port)
    number = listener.getsockname()[1]
    others = urls_for_others(host, number, tuple(name or ()))
    key, hosts = new_key(), hosts_to_accept(host, tuple(name or ()))
    app = create_app(database, hosts=hosts, compile_ahead=True, addresses=tuple(others), key=key, browsers=browsers)
    address = welcome(own_url(host, number), others, key)
    if browser and _has_browser():
        open_soon(address, is_secret="?" in address)
    with closing(listener):
        serve(app, listener, trusted)


def invite(words: str, address: str) -> None:
    """Say how other machines reach the server, with a QR code of an address."""
    from plyground.web.host.addresses import qr_code

    print(words)
    # a terminal that knows no block elements goes without
    with contextlib.suppress(UnicodeEncodeError):
        print(qr_code(address))
    sys.stdout.flush()


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket bound to `port`, by default to the first free port from `USUAL_PORT`."""
    if port is not None and not 0 <= port <= 65535:
        raise InvalidSetting(f"The port cannot be {port}; it is a whole number from 0 to 65535.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason: str | None = None
    for number in [port] if port is not None else [*range(USUAL_PORT, USUAL_PORT + 50), 0]:
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            # who is told the address may use it at once
            listener.listen()
        except OSError as error:
            listener.close()
            if port is not None:
                raise InvalidSetting(f"Port {port} of {host} cannot be used: {error.strerror}.") from None
            reason = error.strerror  # of the last, 0: any port would do, so it is the address
            continue
        listener.set_inheritable(True)
        return listener
    raise InvalidSetting(f"The address {host} cannot be used: {reason}.")


def _has_browser() -> bool:
    """Tell whether there is a graphical browser to open: a text browser would take over the terminal."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    return True
