"""``plyground ladder``: a standing ladder of a class's programs, and its final."""

import json as json_module
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from plyground.cli.grade import USUAL_SEED
from plyground.cli.options import check_count
from plyground.cli.web import Proxies
from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.printable import printable
from plyground.courses.course import courses_with_grades
from plyground.grading.assignment import make
from plyground.grading.ladder import FINAL, LADDER, Ladder, LadderLine, LadderSettings, settings_of
from plyground.grading.ladder_service import LadderService
from plyground.grading.ladder_store import LadderStore
from plyground.grading.launcher import Launcher
from plyground.grading.nicknames import check_nickname, distinct
from plyground.grading.secrecy import hide_files, secrets
from plyground.grading.settings import SandboxSettings, from_table, read_file
from plyground.jobs.ownership import own
from plyground.programs.protection import weakness

MOST_OF_RENAMED = 40
"""Characters of a nickname that the teacher gives."""
app = App(name="ladder", help="A standing ladder: programs of a class play each other and bots of known strength.")

File = Annotated[Path, Parameter(help="The file of the ladder.")]
Config = Annotated[Path | None, Parameter(help="The settings file of the grading; its table [ladder] is for this.")]
Seed = Annotated[int | None, Parameter(help="Of openings and nicknames.")]
Unsafe = Annotated[bool, Parameter(negative=(), help="Run programs even where nothing protects us.")]


def _ladder(assignment: str, db: Path, config: Path | None, seed: int | None, *, unsafe: bool) -> Ladder:
    """Return a ladder of an assignment, its file opened or created."""
    tables = read_file(config, tuple(courses_with_grades())) if config else {}
    limits = from_table(SandboxSettings(), tables.get("sandbox", {}), "sandbox")
    chosen = from_table(LadderSettings(), tables.get("ladder", {}), "ladder")
    for name in ("pair_games", "neighbours"):
        check_count(getattr(chosen, name), f"The setting ladder.{name}")
    kind = make(assignment, tables, {}, Launcher.strongest(limits, unsafe=unsafe), USUAL_SEED if seed is None else seed)
    if said := weakness(kind.launcher.mode):
        print(f"plyground: {said}", file=sys.stderr)
    if not kind.league_game:
        raise InvalidSetting(f"There is no ladder for {assignment}: its programs do not play games.")
    return Ladder(kind, LadderStore(db, settings_of(kind, chosen)), chosen)


@contextmanager
def _open(db: Path, config: Path | None = None, *, unsafe: bool = False) -> Iterator[Ladder]:
    """Open an existing ladder, as it was begun."""
    with closing(LadderStore(db, None)) as store:
        known: dict[str, Any] = store.settings
    ladder = _ladder(known["assignment"], db, config, known["seed"], unsafe=unsafe)
    with closing(ladder.store):
        yield ladder


def _tell(what: str) -> None:
    print(printable(what), file=sys.stderr, flush=True)


@app.command
def serve(
    assignment: str,
    folder: Path,
    /,
    *,
    db: File,
    port: Annotated[int | None, Parameter(help="Default: 8000, or the next free one.")] = None,
    host: Annotated[str, Parameter(help="The address to listen on; 0.0.0.0: all of them.")] = "127.0.0.1",
    name: Annotated[
        list[str] | None, Parameter(help="A further name under which browsers address the server.", negative=())
    ] = None,
    proxy: Proxies = None,
    top: Annotated[int, Parameter(help="Programs that the page shows; 0: all.")] = 0,
    every: Annotated[float, Parameter(help="Seconds between two looks at the folder.")] = 10.0,
    config: Config = None,
    seed: Seed = None,
    unsafe: Unsafe = False,
) -> None:
    """Keep a ladder going, and show it in the browser, until Ctrl-C; the same command goes on with it.

    Whatever is in FOLDER, as for `grade`, plays; who hands in something else joins anew.
    """
    try:
        from plyground.cli.web import listen
        from plyground.web.host.addresses import check_proxies, hosts_to_accept, own_url
        from plyground.web.host.grading.ladder import create_app
        from plyground.web.host.grading.serving import running
        from plyground.web.host.server import serve as serve_app
    except ImportError as error:
        raise PlygroundError(f"The page needs {error.name}: pip install plyground again, with it.") from None
    if not folder.is_dir():
        raise InvalidSetting(f"There is no folder {folder}; programs are handed in there.")
    if not 0 < every < 1e6:
        raise InvalidSetting(f"The seconds between two looks cannot be {every:g}; they are a positive number.")
    if top:
        check_count(top, "The number of programs shown")
    trusted = check_proxies(proxy or ())
    ladder = _ladder(assignment, db, config, seed, unsafe=unsafe)
    with closing(ladder.store), closing(own(db, "serves this ladder")):
        launcher = ladder.assignment.launcher
        listener = listen(host, port)
        service = LadderService(ladder, folder, every, _tell)
        page = create_app(ladder, hosts_to_accept(host, tuple(name or ())), top, service.doing, service)
        print(f"The ladder is at {own_url(host, listener.getsockname()[1])}  (Ctrl-C ends it)", flush=True)
        hidden = secrets(
            launcher, [str(folder), str(ladder.store.programs), *(f"{db}{ending}" for ending in ("", "-wal", "-shm"))]
        )
        with closing(listener), hide_files(launcher, hidden), running(service.begin, service.end):
            serve_app(page, listener, trusted)


@app.command
def standings(
    *,
    db: File,
    names: Annotated[bool, Parameter(negative=(), help="The authors' names, too; for the teacher.")] = False,
    json: Annotated[bool, Parameter(negative=(), help="Print one JSON document instead of lines.")] = False,
    config: Config = None,
) -> None:
    """Print the ladder, and the final if there is one."""
    with _open(db, config, unsafe=True) as ladder:
        tables = {LADDER: ladder.table(), FINAL: ladder.table(FINAL) if ladder.store.final[0] else []}
        authors = {entry.key: entry.name for entry in ladder.store.entries()} if names else {}
        refused = [entry for entry in ladder.store.entries() if entry.state == "refused"]
    if json:
        shown = {
            stage: [vars(line) | ({"author": authors.get(line.key, "")} if names else {}) for line in lines]
            for stage, lines in tables.items()
        }
        print(json_module.dumps(shown, indent=1))
        return
    print("\n".join(_lines(tables[LADDER], authors, with_elo=True)))
    if tables[FINAL]:
        print("\nThe final:")
        print("\n".join(_lines(tables[FINAL], authors, with_elo=False)))
    for entry in refused if names else []:
        print(printable(f"{entry.name} cannot play: {entry.trouble}"))


def _lines(table: list[LadderLine], authors: dict[str, str], *, with_elo: bool) -> list[str]:
    wide = max((len(line.title) for line in table), default=0)
    return [
        f"{number:>3}. {printable(line.title):<{wide}}  "
        + (f"{line.elo:>5.0f} +- {line.error:<4.0f}" if with_elo else f"{line.points:>5g}")
        + f"  {line.wins}/{line.draws}/{line.losses}"
        + ("  bot" if line.is_bot else f"  {authors.get(line.key, '')}").rstrip()
        for number, line in enumerate(table, 1)
    ]


@app.command
def rename(name: str, nickname: str, /, *, db: File) -> None:
    """Give a program another nickname."""
    with _open(db, unsafe=True) as ladder:
        entry = next((each for each in ladder.playing() if each.name == name), None)
        if entry is None:
            raise InvalidSetting(f"Nobody called {name!r} plays on the ladder of {db}.")
        chosen = check_nickname(nickname, MOST_OF_RENAMED)
        others = {each.nickname for each in ladder.store.entries() if each.name != name}
        if distinct(chosen, others | {bot.title for bot in ladder.bots.values()}) != chosen:
            raise InvalidSetting(f"Somebody else is called {chosen!r}, or by a name that looks the same.")
        ladder.store.rename(entry.number, chosen)


@app.command
def codes(
    *names: str,
    db: File,
    file: Annotated[Path | None, Parameter(help="A file with a name on each line.")] = None,
) -> None:
    """Give students codes, with which they hand in at the ladder's page; an earlier code is valid no more."""
    wanted = [*names]
    if file is not None:
        try:
            wanted += filter(None, map(str.strip, file.read_text(encoding="utf-8-sig").splitlines()))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidSetting(f"The file {file} cannot be read: {getattr(error, 'strerror', error)}.") from None
    with closing(LadderStore(db, None)) as store:
        if not wanted:
            print("\n".join(store.codes.names()))
        for name in dict.fromkeys(wanted):
            print(f"{store.codes.give(name)}  {name}")


@app.command(name="hand-in")
def hand_in(state: Literal["on", "off"], /, *, db: File) -> None:
    """Switch handing in at the ladder's page on or off; a ladder that is served obeys at once."""
    with closing(LadderStore(db, None)) as store:
        store.codes.switch(is_open=state == "on")


@app.command
def final(
    *,
    db: File,
    rounds: Annotated[int, Parameter(help="How often everybody meets everybody, with both colours.")] = 1,
    places: Annotated[int, Parameter(help="How many of the best play; 0: all.")] = 0,
    config: Config = None,
    unsafe: Unsafe = False,
) -> None:
    """Freeze the ladder, and play the final to its end; the same command goes on with it."""
    check_count(rounds, "The number of rounds")
    if places:
        check_count(places, "The number of places", 2)
    with _open(db, config, unsafe=unsafe) as ladder:
        count = ladder.freeze(rounds, places)
        total = len(ladder.final_pairings())
        _tell(f"The final: {count} programs, {total} games.")
        launcher = ladder.assignment.launcher
        with hide_files(launcher, secrets(launcher, [str(ladder.store.programs), str(db)])):
            LadderService(ladder, None, tell=_tell).play_all()
        print("\n".join(_lines(ladder.table(FINAL), {}, with_elo=False)))
