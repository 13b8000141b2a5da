"""``plyground class``: the web app for a class, with an address for the pupils and a password for the teacher."""

import getpass
import shutil
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.cli.web import Database, Names, Port, Proxies, Think, WithBrowser, invite, run
from plyground.core.errors import InvalidSetting, quote

MAX_NAME = 40


def school_class(
    title: Annotated[str, Parameter(help="What the class is called; one of the same name goes on.")] = "Class",
    /,
    *,
    port: Port = None,
    host: Annotated[str, Parameter(help="The address to listen on; 0.0.0.0: all of them.")] = "0.0.0.0",
    name: Names = None,
    proxy: Proxies = None,
    own_password: Annotated[
        bool, Parameter(negative=(), help="Ask for the teacher's password instead of making one up.")
    ] = False,
    browser: WithBrowser = True,
    think: Think = "auto",
    db: Database = None,
) -> None:
    """Teach a class: pupils join by an address or a QR code; the teacher sees all boards, asks, pairs and exports.

    The teacher's password is printed here; only a hash of it is kept. The class survives a restart: the same command
    goes on with it.
    """
    from plyground.web.host.database import open_store
    from plyground.web.host.keys import with_key
    from plyground.web.host.opening import classes_file
    from plyground.web.lesson.class_database import ClassDatabase
    from plyground.web.lesson.password import hash_password, new_password

    title = " ".join(title.split())
    if not 0 < len(title) <= MAX_NAME or not title.isprintable():
        raise InvalidSetting(f"The class cannot be called {quote(title)}; its name has 1 to {MAX_NAME} characters.")
    password = _ask_password() if own_password else new_password()
    kept = hash_password(password)

    def begin(file: Path) -> None:
        database = open_store(ClassDatabase, classes_file(file))
        try:
            database.begin(title, kept)
        finally:
            database.close()

    def welcome(address: str, others: list[str], key: str) -> str:
        said = "the one you have typed" if own_password else password
        dashboard = with_key(f"{address}class/teacher", key)
        if sys.stdout.isatty():
            # what is projected is the code: the password has scrolled out of sight above it
            print(f"Teacher: {dashboard}   password: {said}  (scroll up to see this again)")
            print("\n" * shutil.get_terminal_size().lines)
        addresses = [f"{each}class" for each in others or [address]]
        print(f"The class {title} is at {addresses[0]}  (Ctrl-C ends it)")
        invite("Pupils open this address, or scan it:", addresses[0])
        if addresses[1:]:
            print("It can also be reached as " + "  ".join(addresses[1:]))
        if not sys.stdout.isatty():
            print(f"Teacher: {dashboard}   password: {said}", flush=True)
        return dashboard + ("" if own_password else f"#password={password}")

    run(port, host, name, db, welcome, browser=browser, think=think, proxies=proxy, begin=begin)


def _ask_password() -> str:
    """Ask for a password on the terminal, unseen; read it from standard input where that is none."""
    if sys.stdin.isatty():
        return getpass.getpass("The teacher's password: ")
    return sys.stdin.readline().rstrip("\n")
