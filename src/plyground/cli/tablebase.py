"""``plyground tablebase``: build endgame tables, ask them, check them, and say what there is."""

import json
import sys
import time as clock
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from plyground.cli.options import Batch, Cluster, GameName, Rules, Text, answer, check_threads, position_of
from plyground.cli.progress import Time, check_seconds, until, waiting
from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.registry import game_with_settings
from plyground.endgame import builder
from plyground.endgame.all_positions import AllPositions
from plyground.endgame.distributed import OnCluster
from plyground.endgame.index import MAX_MEN
from plyground.endgame.listing import lines_of_info, markdown_of_info
from plyground.endgame.lookup import Probe, ProbedMove, best_line, probe, tables_of
from plyground.endgame.material import Material
from plyground.endgame.missing import duration_text, size_text
from plyground.endgame.store import Tables
from plyground.endgame.values import Verdict
from plyground.endgame.verification import verify as verify_tables
from plyground.endgame.whole import size_of

app = App(name="tablebase", help="Endgame tables: exact results of every position with few men.")

Folder = Annotated[Path | None, Parameter(name="--tables", help="The folder of the tables; else the usual one.")]
Men = Annotated[int, Parameter(name="--pieces", help="Tables with at most this many men, kings or lions included.")]
Named = list[str] | None

USUAL_MEN = 4
_INDICES_A_TABLE = 300_000
"""What else is to be done for a table takes as long as that many of its indices."""


@app.command
def build(
    game: GameName,
    /,
    *,
    pieces: Men = USUAL_MEN,
    material: Annotated[
        Named,
        Parameter(negative=(), help="Only this table, and all that it leads to: KQPvKRP; may be given again."),
    ] = None,
    threads: Annotated[int, Parameter(help="Tables built side by side.")] = 1,
    cluster: Cluster = None,
    time: Time = None,
    tables: Folder = None,
    rule: Rules = None,
) -> None:
    """Build the tables that are missing. It may be stopped at any time, and goes on where it was."""
    asked = _tables_of_few_men(game, rule, tables)
    _demand_pieces(asked, pieces)
    check_threads(threads)
    check_seconds(time)
    named = [_material_of(asked, text) for text in material or ()]
    plan = builder.estimate(asked, builder.with_successors(asked, named) if named else asked.materials(pieces))
    if plan.missing:
        if cluster is None:
            builder.demand_memory(asked, plan.missing, threads)
        _tell(
            f"{len(plan.missing)} tables to build in {asked.folder}, {plan.indices:,} positions: "
            f"about {duration_text(plan.seconds / threads)} and {size_text(plan.bytes)}."
        )
        builder.warmup(asked)
    begin, done, stored = clock.perf_counter(), 0, 0
    executor = builder.on_threads(asked, threads) if cluster is None else OnCluster(asked, cluster, threads)
    number = 0
    with waiting(f"Tables of {game}"):
        for header in until(time, builder.build(asked, plan.missing, executor)):
            number += 1
            done += header.indices
            stored += header.stored_bytes
            rest = plan.indices - done + _INDICES_A_TABLE * (len(plan.missing) - number)
            left = (clock.perf_counter() - begin) * rest / (done + _INDICES_A_TABLE * number)
            share = f"{number} of {len(plan.missing)}, {done / plan.indices:.0%}"
            _tell(f"{header.material}: {share}, {duration_text(left)} left")
    if number < len(plan.missing):
        _tell(f"The time is over; {len(plan.missing) - number} tables are missing, the same command goes on.")
    print(f"built {number} tables, {done} positions, {stored} bytes in {asked.folder}")


@app.command(name="probe")
def probe_command(
    game: GameName,
    /,
    *,
    position: Text = None,
    batch: Batch = None,
    moves: Annotated[bool, Parameter(negative=(), help="Also print a line for each move, best first.")] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative=(), help="One JSON document a position.")] = False,
    tables: Folder = None,
    rule: Rules = None,
) -> None:
    """Say how a position ends with best play by both sides, and in how many plies."""
    asked = _tables(game_with_settings(game, rule or ()), tables)
    answer(
        game,
        position,
        rule,
        batch,
        lambda shown: json.dumps(document(probe(shown, asked))) if as_json else text_of(probe(shown, asked), moves),
    )


@app.command
def line(game: GameName, /, *, position: Text = None, tables: Folder = None, rule: Rules = None) -> None:
    """Play a position to its end, both sides at their best: the verdict, the moves, the outcome."""
    shown = position_of(game, position, rule)
    asked = _tables(shown.game, tables)
    print(text_of(probe(shown, asked), moves=False))
    best = best_line(shown, asked)
    print(" ".join(str(each.move) for each in best))
    for each in best:
        shown = shown.play(each.move)
    print(shown.outcome_text)


@app.command
def verify(
    game: GameName,
    /,
    *,
    pieces: Annotated[
        int | None, Parameter(help="Only tables with at most this many men, kings or lions included.")
    ] = None,
    material: Annotated[Named, Parameter(negative=(), help="Only these tables: KQvKR; may be given again.")] = None,
    threads: Annotated[int, Parameter(help="Tables checked side by side.")] = 1,
    time: Time = None,
    tables: Folder = None,
    rule: Rules = None,
) -> int:
    """Check every position of the tables that are there against its moves; exit status 1 if one is wrong."""
    asked = _tables_of_few_men(game, rule, _existing(tables))
    if pieces is not None:
        _demand_pieces(asked, pieces)
    check_threads(threads)
    materials = [_material_there(asked, text) for text in material] if material else asked.materials(pieces or MAX_MEN)
    count = positions = faults = 0
    check_seconds(time)
    there = sum(map(asked.is_there, materials))
    with waiting(f"The check of {there} tables of {game}"):
        for checked in until(time, verify_tables(asked, materials, threads)):
            count += 1
            positions += checked.positions
            faults += bool(checked.fault)
            print(f"{checked.material}: {checked.fault or f'{checked.positions} positions right'}", flush=True)
    if count == 0:
        raise InvalidSetting(f"There are no tables of {game} yet; `plyground tablebase build {game}` builds them.")
    if count < there:
        _tell(f"The time is over; {there - count} tables are not checked.")
    print(f"verified {count} tables, {positions} positions, {faults} faults")
    return int(faults > 0)


@app.command
def info(
    game: GameName,
    /,
    *,
    tables: Folder = None,
    markdown: Annotated[bool, Parameter(negative=(), help="As a Markdown table.")] = False,
    rule: Rules = None,
) -> None:
    """List the tables there are: positions, size, shares won, drawn and lost, and the longest win."""
    asked = _tables_of_few_men(game, rule, _existing(tables))
    for text in (markdown_of_info if markdown else lines_of_info)(asked, MAX_MEN):
        print(text)


def _demand_pieces(asked: Tables, pieces: int) -> None:
    """Raise `InvalidSetting` unless all tables of that many men can be meant."""
    least, most = asked.description.smallest, builder.MAX_MEN_BUILT
    if not least <= pieces <= most:
        raise InvalidSetting(f"The number of pieces cannot be {pieces}; it is from {least} to {most}.")


def _material_of(tables: Tables, text: str) -> Material:
    """Read a material that there can be a table of."""
    material = Material.parse(tables.description.letters, text).normal
    if not tables.description.smallest <= material.men <= MAX_MEN:
        raise InvalidSetting(
            f"{text} cannot have a table: it has {material.men} men, and tables have {tables.description.smallest} "
            f"to {MAX_MEN}."
        )
    return material


def _material_there(tables: Tables, text: str) -> Material:
    """Read a material that there must be a table of."""
    material = Material.parse(tables.description.letters, text).normal
    if not tables.is_there(material):
        raise InvalidSetting(f"There is no table of {text} in {tables.game.name}.")
    return material


def _tables(game: Game, folder: Path | None) -> Tables | AllPositions | None:
    """Return the tables to ask, None for a game that has none."""
    return tables_of(game, _existing(folder))


def _existing(folder: Path | None) -> Path | None:
    """Return `folder`; what was named must be one."""
    if folder is not None and not folder.is_dir():
        raise InvalidSetting(f"There is no folder {folder}.")
    return folder


def _tables_of_few_men(name: str, rule: list[str] | None, folder: Path | None) -> Tables:
    """Return the tables to build, check or list."""
    game = game_with_settings(name, rule or ())
    if size_of(game) is not None:
        raise InvalidSetting(
            f"All positions of {game.name} are one table: `plyground solve {game.name} --all` builds and checks it."
        )
    return Tables(game, folder)


def text_of(found: Probe, moves: bool) -> str:
    """Return the plain output of a probe: a line, and with `moves` one for each move."""
    lines = [str(found.verdict or "none")]
    if moves and found.verdict is not None:
        lines += [f"{each.move} {each.verdict or 'none'}" for each in found.moves]
    return "\n".join(lines)


def document(found: Probe) -> dict[str, Any]:
    """Return a probe as JSON, with the field names of lila-tablebase.

    As in lila-tablebase, a move's fields describe the position that it leads to, from the point of view of the side to
    move there.
    """
    tables = found.tables
    metric = tables.metric if tables else "dtw"
    now = found.verdict_now
    return {
        "game": found.position.game.name,
        "position": found.position.text,
        **_ending(found.position),
        **_distances(now, metric),
        "moves": [_move_document(each, found, metric) for each in found.moves],
    }


def _move_document(each: ProbedMove, found: Probe, metric: str) -> dict[str, Any]:
    after = found.position.play(each.move)
    child = probe(after, found.tables)
    return {
        "uci": str(each.move),
        "san": str(each.move),
        "zeroing": each.is_zeroing,
        **_ending(after),
        **_distances(child.verdict_now, metric),
    }


def _ending(position: Position) -> dict[str, bool]:
    """Say how the game has ended here, if it has."""
    outcome = position.outcome
    reason = outcome.termination if outcome else ""
    is_draw = outcome is not None and outcome.winner is None
    is_loss = outcome is not None and outcome.winner == position.turn.other
    return {
        "checkmate": reason == "checkmate",
        "stalemate": is_draw and reason in {"stalemate", "no moves"},
        "variant_win": outcome is not None and outcome.winner == position.turn,
        "variant_loss": is_loss and reason != "checkmate",
        "insufficient_material": is_draw and reason.startswith("bare"),
    }


def _distances(verdict: Verdict | None, metric: str) -> dict[str, Any]:
    signed = None if verdict is None else verdict.signed
    return {
        "category": "unknown" if verdict is None else str(verdict.category),
        "dtz": signed if metric == "dtz" else None,
        "precise_dtz": signed if metric == "dtz" else None,
        "dtw": signed if metric == "dtw" else None,
        "dtm": None,
        "dtc": None,
    }


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
