"""Play the engine against itself with some parameters changed.

    python tools/compare.py gardner correction=32 --against correction=0 --games 600 --nodes 5000
    python tools/compare.py congo lmr_scale=60 --sprt elo0=0,elo1=10 --processes 2

Pairs of games from balanced openings with the colours swapped, without endgame tables; a game ends where either side
has proved how. Prints wins, draws and losses, the pairs that brought 0, 1/2, 1, 3/2 and 2 points, Elo, the LLR of an
SPRT, which stops the match once it has decided, the mean depth of both and their processor time a move. The result is
the same for any number of processes. Its results are in docs/lab/history.md and docs/lab/strength.md.
"""

import argparse
from itertools import islice

from pairs import Effort, Pair, played

from plyground import get_game
from plyground.arena.elo import estimate
from plyground.arena.openings import Book
from plyground.arena.sprt import Sprt
from plyground.arena.tally import Tally
from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.engine.parameters import parameters_of


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
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args()
    tally, efforts = Tally(), (Effort(), Effort())
    try:
        game = get_game(chosen.game)
        test = Sprt.parse(chosen.sprt)
        first, second = changes_in(chosen.changes), changes_in(chosen.against)
        parameters_of(game).with_changes(first).with_changes(second)
        openings = Book.parse(chosen.openings, game).openings(game, chosen.seed)
        pairs = (Pair(opening, first, second) for opening in islice(openings, chosen.games // 2))
        for pair in played(pairs, game, tuple(chosen.evaluations), chosen.nodes, chosen.processes):
            tally.add(pair.points)
            efforts = tuple(old.plus(new) for old, new in zip(efforts, pair.efforts, strict=True))
            if test.decision(tally):
                break
    except PlygroundError as error:
        parser.error(str(error))
    found = estimate(tally)
    print(f"{tally.games} games: +{tally.wins} ={tally.draws} -{tally.losses}, pairs {tally.pairs}")
    print(f"Elo {found.elo:+.1f} +/- {found.error:.1f}, LLR {test.llr(tally):+.2f} {test.decision(tally)}")
    print(f"{efforts[0]} against {efforts[1]}")


if __name__ == "__main__":
    main()
