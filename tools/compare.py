"""Play the engine against itself with some parameters changed.

    python tools/compare.py gardner correction=32 --against correction=0 --games 600 --nodes 5000
    python tools/compare.py congo lmr_scale=60 --sprt elo0=0,elo1=10

Pairs of games from balanced openings with the colours swapped, without endgame tables; a game ends where either side
has proved how. Prints wins, draws and losses, the pairs that brought 0, 1/2, 1, 3/2 and 2 points, Elo, the LLR of an
SPRT, which stops the match once it has decided, the mean depth of both and their processor time a move.
"""

import argparse
import time
from itertools import islice

from plyground import Record, get_game
from plyground.agents.engine import USUAL_HASH
from plyground.arena.elo import estimate
from plyground.arena.openings import Book, Opening
from plyground.arena.sprt import Sprt
from plyground.arena.tally import Tally
from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.game import Game
from plyground.engine import Engine, Limits
from plyground.engine.parameters import parameters_of

MOST_PLIES = 400
"""A game that lasts longer is a draw."""


class Side:
    """The engine with some parameters changed, and what its searches came to."""

    def __init__(self, game: Game, changes: dict[str, int], evaluation: str) -> None:
        parameters = parameters_of(game).changed(changes)
        self.engine = Engine(game, hash_mib=USUAL_HASH, parameters=parameters, evaluation=evaluation, tables="none")
        self.searches, self.depths, self.seconds = 0, 0, 0.0

    def move(self, record: Record, nodes: int) -> str:
        """Play a move; return what is proved of it: "win", "loss" or "cp"."""
        begin = time.process_time()
        info = self.engine.search(record, Limits(nodes=nodes))
        self.seconds += time.process_time() - begin
        self.searches += 1
        self.depths += info.depth
        assert info.score is not None
        assert info.bestmove is not None
        record.play(info.bestmove)
        return info.score.kind

    def __str__(self) -> str:
        searches = max(1, self.searches)
        return f"depth {self.depths / searches:.2f}, {1e6 * self.seconds / searches:.0f} us a move"


def play(game: Game, opening: Opening, sides: tuple[Side, Side], nodes: int) -> float:
    """Play a game, the first side with White; return its points."""
    record = opening.record(game)
    for side in sides:
        side.engine.clear()
    while record.outcome is None and record.plies < MOST_PLIES:
        turn = int(record.position.turn)
        proved = sides[turn].move(record, nodes)
        if proved != "cp":
            return float((proved == "win") == (turn == 0))
    if record.outcome is None or record.outcome.winner is None:
        return 0.5
    return float(int(record.outcome.winner) == 0)


def changes_in(text: str) -> dict[str, int]:
    """Read ``name=1,other=2``."""
    found = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        try:
            found[name] = int(value)
        except ValueError:
            raise InvalidSetting(f"The parameter {name} cannot be {value!r}; it is a whole number.") from None
    return found


def main() -> None:
    """Read the command line, and play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("changes", nargs="?", default="", help="parameters of the first side: name=value,...")
    parser.add_argument("--against", default="", help="those of the second")
    parser.add_argument("--evaluations", nargs=2, default=("engine", "engine"), help="of the two sides")
    parser.add_argument("--games", type=int, default=600, help="at most")
    parser.add_argument("--nodes", type=int, default=5000, help="of each search")
    parser.add_argument("--openings", default="balanced:6")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sprt", default="elo0=0,elo1=10", help="as `plyground match --sprt`")
    chosen = parser.parse_args()
    try:
        game = get_game(chosen.game)
        test = Sprt.parse(chosen.sprt)
        first = Side(game, changes_in(chosen.changes), chosen.evaluations[0])
        second = Side(game, changes_in(chosen.against), chosen.evaluations[1])
        openings = Book.parse(chosen.openings, game).openings(game, chosen.seed)
    except PlygroundError as error:
        parser.error(str(error))
    tally = Tally()
    for opening in islice(openings, chosen.games // 2):
        points = play(game, opening, (first, second), chosen.nodes)
        tally.add((points, 1 - play(game, opening, (second, first), chosen.nodes)))
        if test.decision(tally):
            break
    found = estimate(tally)
    print(f"{tally.games} games: +{tally.wins} ={tally.draws} -{tally.losses}, pairs {tally.pairs}")
    print(f"Elo {found.elo:+.1f} +/- {found.error:.1f}, LLR {test.llr(tally):+.2f} {test.decision(tally)}")
    print(f"{first} against {second}")


if __name__ == "__main__":
    main()
