"""What somebody sees who watches the analysis page think: how scores and arrows move while the lines come.

    python -m benchmarks.web_watch SECONDS GAME... [--json FILE]

Starts ``plyground web``, takes ten positions evenly from one game of the engine against itself (one move in six is
random) and asks for three lines of each as the page does. Of what comes after the first two seconds it tells, for each
game: messages a second, those whose lines are not sorted, the steps of the best line's winning chance between two
messages (the largest, and how many were above a twentieth), by how much the chance lies higher at odd depths than at
the even depths beside them, and how often a second the arrow changed. ``--json`` keeps every message.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from benchmarks.web_load import server
from plyground import get_game
from plyground.core.record import Record
from plyground.engine import Engine, Limits

POSITIONS, SETTLED, LARGE = 10, 2.0, 0.05


def lines_of_play(name: str) -> list[list[str]]:
    """Return the moves that lead to ten positions of a game, from its start to its end."""
    game, rng = get_game(name), random.Random(11)
    record, engine = Record(game), Engine(game, hash_mib=8)
    while record.outcome is None and record.plies < 300:
        best = engine.search(record, Limits(nodes=2000)).bestmove
        moves = list(record.position.legal_moves)
        record.play(best if best is not None and rng.random() < 5 / 6 else rng.choice(moves))
    texts = [move.text for move in record.moves]
    return [texts[: len(texts) * part // POSITIONS] for part in range(POSITIONS)]


async def watch(address: str, game: str, moves: list[str], seconds: float) -> list[dict[str, Any]]:
    """Return the messages about a position, each with the time of its coming."""
    ask = {"do": "analyse", "token": 1, "game": game, "moves": moves, "lines": 3}
    seen = list[dict[str, Any]]()
    async with connect(f"ws://{address}/api/analyse", max_size=None) as socket:
        await socket.send(json.dumps(ask))
        begin: float | None = None
        while begin is None or time.monotonic() - begin < seconds:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), seconds if begin else 120))
            except TimeoutError:
                break
            begin = begin or time.monotonic()
            if message.get("done") or message.get("error"):
                break
            if "thought" in message:
                seen.append({"at": round(time.monotonic() - begin, 2), **message["thought"]})
    return seen


def is_sorted(thought: dict[str, Any]) -> bool:
    """Tell whether no line is better than the one before it, for whoever is to move."""
    chances = [line["chance"] for line in thought["lines"]]
    return chances in (sorted(chances), sorted(chances, reverse=True))


def parity(thoughts: list[dict[str, Any]]) -> list[float]:
    """Return by how much each chance at an odd depth is above those at the even depths beside it."""
    last = {each["depth"]: each["lines"][0]["chance"] for each in thoughts}
    return [
        last[depth] - (last[depth - 1] + last[depth + 1]) / 2
        for depth in last
        if depth % 2 and {depth - 1, depth + 1} <= set(last)
    ]


def row(game: str, watched: list[list[dict[str, Any]]], seconds: float) -> str:
    """Return a row of the table."""
    steps, changes, odd = list[float](), 0, list[float]()
    messages = sum(len(each) for each in watched)
    unsorted = sum(not is_sorted(thought) for each in watched for thought in each)
    for thoughts in watched:
        settled = [each for each in thoughts if each["at"] >= SETTLED and each["lines"]]
        steps += [abs(b["lines"][0]["chance"] - a["lines"][0]["chance"]) for a, b in pairwise(settled)]
        changes += sum(a["lines"][0]["squares"] != b["lines"][0]["squares"] for a, b in pairwise(settled))
        odd += parity([each for each in thoughts if each["lines"]])
    time_watched = len(watched) * (seconds - SETTLED)
    return (
        f"| {game} | {messages / len(watched) / seconds:.1f} | {unsorted} | {100 * max(steps, default=0):.0f} | "
        f"{sum(step > LARGE for step in steps)} | {100 * (statistics.mean(odd) if odd else 0):+.1f} | "
        f"{changes / time_watched:.2f} |"
    )


def main() -> None:
    """Watch the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    kept: dict[str, Any] = {}
    with server() as (address, _):
        print("| game | messages a second | unsorted | largest step, % | steps > 5 % | odd less even, % | arrows a s |")
        print("|---|---|---|---|---|---|---|")
        for game in chosen.games:
            watched = [asyncio.run(watch(address, game, moves, chosen.seconds)) for moves in lines_of_play(game)]
            print(row(game, watched, chosen.seconds), flush=True)
            kept[game] = watched
            if chosen.json:
                chosen.json.write_text(json.dumps(kept), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
