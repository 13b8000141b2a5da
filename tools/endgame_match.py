"""What the engine gains from endgame tables: games from random positions of few men.

    python tools/endgame_match.py gardner --starts 200 --men 6 --nodes 5000

From each start two games with colours swapped, between the engine with tables and the engine without. Starts have the
given number of men, each side at least two, and neither may win a man at once; they are made from one seed. Prints the
score, and how long the won games took. With `--convert` the starts are positions that the tables know as won, with
four men: the engine, with and then without tables, has to win them against a defence that plays by the tables.
Its results are in docs/lab/strength.md.
"""

import argparse
import random
from dataclasses import dataclass
from statistics import mean

import numpy as np

from plyground import Record, get_game
from plyground.agents.engine import EnginePlayer
from plyground.agents.roster import Entry
from plyground.arena.elo import estimate
from plyground.arena.openings import Opening
from plyground.arena.referee import play_game
from plyground.arena.tally import Tally
from plyground.arena.task import GameTask
from plyground.arena.time_control import TimeControl
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.endgame import probe
from plyground.endgame.builder import position_at
from plyground.endgame.index import SIZE
from plyground.endgame.lookup import usual_tables
from plyground.endgame.retrograde import new_work, set_up_index
from plyground.endgame.values import Category
from plyground.engine import Engine, Limits

BALANCED = 150
"""Hundredths: starts are within this of even, searched with a thousand nodes."""


@dataclass
class Conversions:
    """What came of won positions."""

    won: int = 0
    plies: tuple[int, ...] = ()


def starts(game: Game, men: int, number: int, seed: int) -> list[Position]:
    """Return random positions with so many men."""
    tables = usual_tables(game, None)
    generator = random.Random(f"{game.name} {men} {seed}")
    materials = [
        material for material in tables.materials_of(men) if min(len(material.white), len(material.black)) >= 1
    ]
    work = new_work(tables.rules, 0, np.zeros(0, np.int16))
    found: list[Position] = []
    while len(found) < number:
        material = generator.choice(materials)
        index = generator.randrange(int(tables.row(material)[SIZE]))
        if set_up_index(tables.rules, tables.numbering, tables.row(material), index, work):
            found.append(position_at(tables, material, index))
    return found


def balanced(game: Game, men: int, number: int, seed: int) -> list[Position]:
    """Return starts that are about even by a short search without tables."""
    found: list[Position] = []
    with Engine(game, hash_mib=1, tables="none") as engine:
        for position in starts(game, men, 200 * number, seed):
            if position.outcome is None:
                score = engine.search(position, Limits(nodes=1000)).score
                if score is not None and score.kind == "cp" and abs(score.value) <= BALANCED:
                    found.append(position)
                    if len(found) == number:
                        break
    return found


def play_match(game: Game, chosen: argparse.Namespace) -> None:
    """Play pairs of games and print the score."""
    entry, control, tally = Entry.parse("engine"), TimeControl(nodes=chosen.nodes), Tally()
    lengths: tuple[list[int], list[int]] = [], []
    with EnginePlayer(game) as whole, EnginePlayer(game, tables="none") as other:
        for number, start in enumerate(balanced(game, chosen.men, chosen.starts, chosen.seed), 1):
            points = []
            for players in ((whole, other), (other, whole)):
                opening = Opening(start.text)
                played = play_game(
                    GameTask(number, number, 1, game, entry, entry, opening, (control, control), seed=0), players
                )
                points.append(played.points[players.index(whole)])
                if points[-1] != 0.5:
                    lengths[points[-1] == 0].append(len(played.moves))
            tally.add(points)
    found = estimate(tally)
    print(f"{game.name}, {chosen.men} men, {chosen.nodes} nodes a move, with tables against without: ", end="")
    print(f"{tally.games} games, +{tally.wins} ={tally.draws} -{tally.losses}, {found.elo:+.0f} ± {found.error:.0f}")
    print("plies of a won game: " + ", ".join(f"{mean(each):.1f}" if each else "-" for each in lengths))


def convert(game: Game, chosen: argparse.Namespace) -> None:
    """Let the engine win positions of four men against a defence by table."""
    won = []
    for position in starts(game, 4, 50 * chosen.starts, chosen.seed):
        if position.outcome is None and len(won) < chosen.starts:
            verdict = probe(position).verdict
            if verdict is not None and verdict.category is Category.WIN and verdict.distance > chosen.distance:
                won.append(position)
    for tables in ("", "none"):
        found = Conversions()
        with Engine(game, hash_mib=16, tables=tables) as engine:
            for position in won:
                engine.clear()
                record = Record(game, position)
                while record.outcome is None:
                    if record.position.turn == position.turn:
                        move = engine.play(record, Limits(nodes=chosen.nodes))
                    else:
                        move = probe(record.position).moves[0].move
                    assert move is not None
                    record.play(move)
                if record.outcome.winner == position.turn:
                    found.won += 1
                    found.plies += (record.plies,)
        print(
            f"{game.name}, four men, {chosen.nodes} nodes a move, {'without' if tables else 'with'} tables: "
            f"{found.won} of {len(won)} won, after {mean(found.plies):.1f} plies"
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--starts", type=int, default=200)
    parser.add_argument("--men", type=int, default=6)
    parser.add_argument("--nodes", type=int, default=5000, help="of each search")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--convert", action="store_true", help="win positions of four men")
    parser.add_argument("--distance", type=int, default=8, help="with --convert: starts are won in more plies")
    chosen = parser.parse_args()
    try:
        game = get_game(chosen.game)
    except PlygroundError as error:
        parser.error(str(error))
    if chosen.convert:
        convert(game, chosen)
    else:
        play_match(game, chosen)


if __name__ == "__main__":
    main()
