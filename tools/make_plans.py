"""Find the positions of ``tests/tactics/plans``: wins without force, zugzwangs and fortresses, decided by the tables.

    python tools/make_plans.py gardner --number 6 >> tests/tactics/plans/gardner.txt

Random positions of four men (as rare as they are, so it takes minutes), one line each as `tests/engine/test_plans.py`
describes it:

* zugzwang: every move that keeps the result leads to a position where the opponent, could he pass, would do better;
* quiet win: won, though the evaluation is far from a win, and no capture or check does it within the first three plies;
* fortress: drawn, though the evaluation says that it is lost, by one or two quiet moves alone.
"""

import argparse
import random

import numpy as np

from plyground import get_game
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.endgame.builder import position_at
from plyground.endgame.hooks import can_stand
from plyground.endgame.index import SIZE
from plyground.endgame.lookup import usual_tables
from plyground.endgame.retrograde import new_work, set_up_index
from plyground.endgame.tablebase import NOT_IN_TABLE, table_value
from plyground.endgame.values import CURSED
from plyground.engine import Engine, Limits
from plyground.engine.hooks import is_check, play_null
from plyground.engine.tb_root import DRAW, WIN, Endgames, TablebaseMove, tablebase_of
from plyground.kernel.words import Words

FAR_FROM_WON, NEARLY_WON = 120, 300
"""Hundredths, by the handmade evaluation."""
SHORTEST = 9
"""Plies to the end, or to the next capture, of what is looked for."""
TOO_EASY = 200
"""Nodes in which no position of the suite is solved."""


class Finder:
    """Asks the tables of one game."""

    def __init__(self, game: Game) -> None:
        tablebase = tablebase_of(game, "", 7)
        assert tablebase is not None
        self.game, self.reader = game, tablebase.open()
        self.endgames = Endgames(self.reader.probe, game.rules, 0)
        self.engine = Engine(game, hash_mib=1, tables="none")

    def result(self, words: Words) -> int | None:
        """Return 1, 0 or -1 for the side to move, None where no table says."""
        value = int(table_value(self.reader.probe, self.game.rules, words))
        if value == NOT_IN_TABLE:
            return None
        return 0 if value == 0 or abs(value) > CURSED else (1 if value > 0 else -1)

    def is_zugzwang(self, words: Words) -> bool:
        """Tell whether the side to move would do better if it could pass."""
        passed = np.empty_like(words)
        play_null(self.game.rules, words, passed)
        if is_check(self.game.rules, words) or not can_stand(self.game.rules, passed):
            return False
        now, then = self.result(words), self.result(passed)
        return now is not None and then is not None and -then > now

    def kind(self, position: Position, moves: list[TablebaseMove]) -> str | None:
        """Return what a position is an example of, None if it is none."""
        best, worst = moves[0], moves[-1]
        kept = [move for move in moves if result_of(move) == result_of(best)]
        if result_of(best) > result_of(worst) and best.rank >= DRAW:
            children = [position.play(position.move_of_code(move.code)) for move in kept]
            if all(child.outcome is None and self.is_zugzwang(child.words) for child in children):
                return "zugzwang"
        if best.rank == WIN and best.plies >= SHORTEST and position.evaluate() < FAR_FROM_WON:
            children = [position.play(position.move_of_code(move.code)) for move in kept]
            if not any(is_check(self.game.rules, child.words) for child in children) and len(kept) <= 2:
                return "quiet win"
        if result_of(best) == 0 and result_of(worst) < 0 and len(kept) <= 2 and position.evaluate() < -NEARLY_WON:
            men = self.men(position)
            if all(self.men(position.play(position.move_of_code(move.code))) == men for move in kept):
                return "fortress"
        return None

    def men(self, position: Position) -> int:
        """Return how many men there are."""
        return usual_tables(self.game, None).men(position.words)

    def is_easy(self, position: Position, kept: set[str]) -> bool:
        """Tell whether a tiny search solves it."""
        self.engine.clear()
        return str(self.engine.search(position, Limits(nodes=TOO_EASY)).bestmove) in kept


def result_of(move: TablebaseMove) -> int:
    """Return 1, 0 or -1 for the player who makes a move."""
    return (move.rank == WIN) - (move.rank == -WIN)


def find(game: Game, number: int, seed: int) -> None:
    """Print `number` positions of each kind, of different materials where there are that many."""
    finder, tables = Finder(game), usual_tables(game, None)
    generator = random.Random(f"{game.name} {seed}")
    materials = [each for each in tables.materials_of(4) if each.white and each.black]
    work = new_work(tables.rules, 0, np.zeros(0, np.int16))
    wanted = dict.fromkeys(("zugzwang", "quiet win", "fortress"), number)
    seen: set[tuple[str, str]] = set()
    for _ in range(3_000_000):
        material = generator.choice(materials)
        index = generator.randrange(int(tables.row(material)[SIZE]))
        if not set_up_index(tables.rules, tables.numbering, tables.row(material), index, work):
            continue
        position = position_at(tables, material, index)
        if position.outcome is not None:
            continue
        moves = finder.endgames.moves(position.words)
        kind = finder.kind(position, moves) if len(moves) > 2 else None
        if kind is None or not wanted[kind] or (kind, tables.text(material)) in seen:
            continue
        kept = sorted(str(position.move_of_code(m.code)) for m in moves if result_of(m) == result_of(moves[0]))
        if finder.is_easy(position, set(kept)):
            continue
        seen.add((kind, tables.text(material)))
        wanted[kind] -= 1
        result = {1: "win", 0: "draw", -1: "loss"}[result_of(moves[0])]
        print(f"{kind} | {game.name} | {position.text} | {result} | {' '.join(kept)}", flush=True)
        if not any(wanted.values()):
            break


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--number", type=int, default=6, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        find(get_game(chosen.game), chosen.number, chosen.seed)
    except PlygroundError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
