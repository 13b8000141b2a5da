"""Play against Fairy-Stockfish with limits on nodes, which a busy machine does not disturb.

    python tools/fairy_match.py gardner fairy-stockfish --games 200 --nodes 40000 --share 0.5
    python tools/fairy_match.py minichess "env FAIRY_STOCKFISH_VARIANT_PATH=benchmarks/minichess.ini fairy-stockfish"

It gets `--share` of the engine's nodes: as many as it visits in the time the engine needs for all of its own. It uses
its classical evaluation. Each opening, of random plies, is played twice with the colours swapped.
Its results are in docs/lab/strength.md.
"""

import argparse
from dataclasses import replace

from ablate import play_match

from plyground import Record, get_game
from plyground.agents.engine import USUAL_HASH, EnginePlayer
from plyground.agents.player import Allowance, Choice
from plyground.agents.uci import UciPlayer
from plyground.arena.output import result_line
from plyground.core.errors import PlygroundError
from plyground.core.game import Game


class FairyStockfish(UciPlayer):
    """Fairy-Stockfish without its network, with a share of the nodes."""

    def __init__(self, game: Game, command: str, share: float) -> None:
        super().__init__(game, f"{command};Use NNUE=false;Hash={USUAL_HASH}")
        self._share = share

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Search its share."""
        assert limits.nodes is not None
        return super().choose(record, replace(limits, nodes=max(1, int(self._share * limits.nodes))))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("program", help="the command that starts Fairy-Stockfish")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=40000, help="of each of our searches")
    parser.add_argument("--share", type=float, default=0.5, help="of these nodes that Fairy-Stockfish gets")
    parser.add_argument("--plies", type=int, default=4, help="random plies that a pair of games begins with")
    chosen = parser.parse_args()
    try:
        game = get_game(chosen.game)
        with EnginePlayer(game) as ours, FairyStockfish(game, chosen.program, chosen.share) as theirs:
            print(result_line(play_match(game, ours, theirs, chosen.games, chosen.plies, chosen.nodes)))
    except PlygroundError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
