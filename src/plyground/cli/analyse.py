"""``plyground analyse``: what the engine thinks of a position."""

import json
import signal
import sys
from typing import Annotated, Any

from cyclopts import Parameter

from plyground.cli.options import GameName, Rules, Text, load_record, position_of
from plyground.core.errors import InvalidSetting
from plyground.core.record import Record
from plyground.engine import Engine, Info, Limits
from plyground.engine.info import Line

DEFAULT_SECONDS = 1.0


def analyse(
    game: GameName,
    /,
    *,
    position: Text = None,
    moves: Annotated[str, Parameter(help='Moves to play first, in one text: "M M ...".')] = "",
    load: Annotated[
        str | None, Parameter(help="Analyse the game in this file: its last position, or that after --ply.")
    ] = None,
    ply: Annotated[int | None, Parameter(help="With --load: how many plies of the game are played.")] = None,
    rule: Rules = None,
    time: Annotated[float | None, Parameter(help="Seconds; 1 without any limit.")] = None,
    depth: Annotated[int | None, Parameter(help="Plies.")] = None,
    nodes: Annotated[int | None, Parameter(help="Positions visited.")] = None,
    multipv: Annotated[int, Parameter(help="How many lines.")] = 1,
    threads: int = 1,
    hash_mib: Annotated[int, Parameter(name="--hash", help="Transposition table, in MiB.")] = 64,
    tables: Annotated[
        str, Parameter(help='Where endgame tables are; "none" for no tables, the usual folders without.')
    ] = "",
    evaluation: Annotated[
        str | None,
        Parameter(
            help="Whose judgement: net (the game's, the default where there is one), handmade (terms and weights that "
            "people chose), net:FILE, or another of the game's in whole numbers."
        ),
    ] = None,
    as_json: Annotated[bool, Parameter(name="--json", negative=(), help="Print one JSON document.")] = False,
) -> None:
    """Search a position with the engine; the last line is the best move, its score, depth, nodes and line."""
    record = _record(game, position, rule, load, ply)
    for move in moves.split():
        record.play(move)
    if time is not None and time <= 0:
        raise InvalidSetting(f"The time cannot be {time}; it is a positive number of seconds.")
    if time is None and depth is None and nodes is None:
        time = DEFAULT_SECONDS
    limits = Limits(depth=depth, nodes=nodes, movetime=time)
    engine = Engine(
        record.game, hash_mib=hash_mib, threads=threads, multipv=multipv, tables=tables, evaluation=evaluation
    )
    last = _last(engine, record, limits)
    if as_json:
        print(json.dumps(document(last)))
    elif last is not None:
        for text in texts(last, multipv):
            print(text)


def _record(game: str, position: str | None, rule: list[str] | None, load: str | None, ply: int | None) -> Record:
    """Return the game up to the position to be analysed."""
    if load is None:
        if ply is not None:
            raise InvalidSetting("--ply needs a saved game: --load FILE.")
        root = position_of(game, position, rule)
        return Record(root.game, root)
    if position is not None or rule:
        raise InvalidSetting("A loaded game has its own start; leave --position and --rule out.")
    saved = load_record(load, game)
    if ply is not None and not 0 <= ply <= saved.plies:
        raise InvalidSetting(f"The ply cannot be {ply}; the game in {load} has {saved.plies} plies.")
    # without what ended it: a game that was resigned or lost on time can be analysed, too
    return saved.up_to(ply)


def _last(engine: Engine, record: Record, limits: Limits) -> Info:
    """Return the last report, showing progress on a terminal; Ctrl-C stops the search and returns what is known."""
    last = Info(0, 0, 0, 0.0, 0, ())
    before = signal.signal(signal.SIGINT, lambda *_: engine.stop())
    try:
        for info in engine.analyse(record, limits):
            last = info
            if sys.stderr.isatty() and info.lines:
                best = info.lines[0]
                print(f"depth {info.depth} score {score_text(best)} pv {line_text(best)}", file=sys.stderr)
    finally:
        signal.signal(signal.SIGINT, before)
    return last


def score_text(line: Line) -> str:
    """Write a score: ``cp N``, ``win N`` or ``loss N``; what is proved otherwise is followed by ``exact``."""
    return f"{line.score} exact" if line.score.kind == "cp" and line.score.exact else str(line.score)


def line_text(line: Line) -> str:
    """Write the moves of a line."""
    return " ".join(map(str, line.moves))


def texts(info: Info, multipv: int) -> list[str]:
    """Return the output's lines."""
    if not info.lines:
        return ["bestmove none"]
    best = info.lines[0]
    found = []
    if multipv > 1:
        for number, line in enumerate(info.lines, 1):
            found.append(f"multipv {number} score {score_text(line)} pv {line_text(line)}")
    found.append(
        f"bestmove {info.bestmove} score {score_text(best)} depth {info.depth} nodes {info.nodes} nps {info.nps}"
        f" pv {line_text(best)}"
    )
    return found


def document(info: Info) -> dict[str, Any]:
    """Return the report for JSON."""
    lines = [{"score": _score(line), "pv": [str(move) for move in line.moves]} for line in info.lines]
    return {
        "bestmove": str(info.bestmove) if info.lines else None,
        "score": lines[0]["score"] if lines else None,
        "depth": info.depth,
        "seldepth": info.seldepth,
        "nodes": info.nodes,
        "nps": info.nps,
        "time": round(info.seconds, 4),
        "hashfull": info.hashfull,
        "tbhits": info.tbhits,
        "lines": lines,
    }


def _score(line: Line) -> dict[str, Any]:
    return {"kind": line.score.kind, "value": line.score.value, "exact": line.score.exact}
