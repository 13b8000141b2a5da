"""``plyground measure``: how far the engine is from perfect play, on positions whose value is known."""

import json
from typing import Annotated, Any

from cyclopts import Parameter

from plyground.cli.options import GameName, Rules, check_count
from plyground.cli.progress import Progress, Time, check_seconds, until
from plyground.core.errors import InvalidSetting
from plyground.core.registry import game_with_settings
from plyground.endgame.sampling import FIVE_MEN
from plyground.solving.known_values import KnownPosition, source_of
from plyground.solving.measure import Answer, Level, interval, parse_limit, sample
from plyground.solving.measure import measure as measured

WORTH = {1: "win", 0: "draw", -1: "loss"}


def measure(
    game: GameName,
    /,
    *,
    positions: Annotated[int, Parameter(help="How many: half won, a quarter drawn, a quarter lost.")] = 400,
    limits: Annotated[str, Parameter(help="Nodes (1000, 10k, 1M) and seconds (0.1s) of a move, with commas.")] = (
        "1k,10k,100k,0.1s"
    ),
    wins: Annotated[int, Parameter(help="How many won positions are played to the end.")] = 20,
    pieces: Annotated[int, Parameter(help="Most men of the tables that positions are drawn from.")] = FIVE_MEN,
    worst: Annotated[int, Parameter(help="How many mistakes are listed for each limit.")] = 5,
    seed: Annotated[int, Parameter(help="The same seed draws the same positions.")] = 1,
    time: Time = None,
    evaluation: Annotated[
        str | None, Parameter(help="What the engine judges by: net, handmade, net:FILE; by default as it always does.")
    ] = None,
    rule: Rules = None,
    as_json: Annotated[bool, Parameter(name="--json", negative=(), help="Print one JSON document.")] = False,
) -> int:
    """Measure how often the engine, without tables, keeps the value of positions that are known exactly.

    They come from endgame tables (those that `plyground tablebase build` adds count, too), from the table of all
    positions (`plyground solve GAME --all`), or else from the solver. Won and drawn ones are such that not every move
    keeps the value. --time ends the measuring; what has been found by then is printed.
    """
    played = game_with_settings(game, rule or ())
    check_count(positions, "positions", 4)
    check_count(wins, "wins", 0)
    check_count(worst, "worst", 0)
    check_seconds(time)
    names = [name.strip() for name in limits.split(",")]
    for name in names:
        parse_limit(name)
    source = source_of(played, pieces)
    progress = Progress()
    known = sample(played, positions, seed, pieces, progress)
    if not known:
        raise InvalidSetting(f"No position of {played.name} with a choice that matters was found in {source}.")
    levels: dict[str, Level] = {}
    for level in until(time, measured(played, known, names, wins, progress, evaluation)):
        levels[level.name] = level
    if as_json:
        print(json.dumps(document(played.name, source, seed, known, list(levels.values()), worst), indent=2))
    else:
        print("\n".join(lines(played.name, source, seed, known, list(levels.values()), worst)))
    return 0


def lines(game: str, source: str, seed: int, known: list[KnownPosition], levels: list[Level], worst: int) -> list[str]:
    """Return what was measured as a table, the calibration, and the worst mistakes, as text."""
    counts = {value: sum(each.value == value for each in known) for value in WORTH}
    drawn = f"{counts[1]} won, {counts[0]} drawn, {counts[-1]} lost"
    found = [
        f"{game}: {len(known)} positions ({drawn}) from {source}, seed {seed}",
        f"{'limit':>8} {'kept':>22} {'of wins':>8} {'of draws':>8} {'won':>9} {'plies beyond':>12} {'Brier':>7}",
    ]
    for level in levels:
        won = [beyond for beyond in level.beyond if beyond is not None]
        kept, asked = level.count_kept()
        low, high = interval(kept, asked)
        found.append(
            f"{level.name:>8} {_percent(kept, asked):>6} ({100 * low:.1f}-{100 * high:.1f}) {asked:>4}"
            f" {_percent(*level.count_kept(1)):>8} {_percent(*level.count_kept(0)):>8}"
            f" {f'{len(won)}/{len(level.beyond)}':>9} {f'{sum(won) / len(won):.1f}' if won else '-':>12}"
            f" {level.brier:>7.4f}"
        )
    for level in levels:
        bins = "  ".join(f"{chance:.2f}:{worth:.2f} ({size})" for chance, worth, size in level.bins)
        found.append(f"chances at {level.name}, foreseen:came (positions): {bins}")
    for level in levels:
        for answer in level.worst(worst):
            known_move = answer.known.moves[answer.move]
            found.append(
                f"{level.name}: {answer.known.position.text}  is a {_value(answer.known.value, answer.known.plies)}, "
                f"{answer.move} a {_value(known_move.value, known_move.plies)}, best {answer.known.best()}"
            )
    return found


def document(
    game: str, source: str, seed: int, known: list[KnownPosition], levels: list[Level], worst: int
) -> dict[str, Any]:
    """Return the same for ``--json``."""
    return {
        "game": game,
        "source": source,
        "seed": seed,
        "positions": {WORTH[value]: sum(each.value == value for each in known) for value in WORTH},
        "levels": [_document_of(level, worst) for level in levels],
    }


def _document_of(level: Level, worst: int) -> dict[str, Any]:
    kept = {
        name: dict(zip(("kept", "of"), level.count_kept(value), strict=True))
        for value, name in WORTH.items()
        if value >= 0
    }
    return {
        "limit": level.name,
        "kept": {
            **dict(zip(("kept", "of"), level.count_kept(), strict=True)),
            "interval": interval(*level.count_kept()),
            **kept,
        },
        "plies_beyond": level.beyond,
        "brier": level.brier,
        "bins": [{"foreseen": chance, "came": worth, "positions": size} for chance, worth, size in level.bins],
        "worst": [_document_of_answer(answer) for answer in level.worst(worst)],
    }


def _document_of_answer(answer: Answer) -> dict[str, Any]:
    known_move = answer.known.moves[answer.move]
    return {
        "position": answer.known.position.text,
        "value": WORTH[answer.known.value],
        "plies": answer.known.plies,
        "move": answer.move,
        "leads_to": WORTH[known_move.value],
        "best": answer.known.best(),
        "chance": answer.chance,
    }


def _value(value: int, plies: int) -> str:
    return f"{WORTH[value]} {plies}" if value and plies else WORTH[value]


def _percent(kept: int, asked: int) -> str:
    return f"{100 * kept / asked:.1f}%" if asked else "-"
