"""Play OpenSpiel's Monte-Carlo tree search at Amazons (``pip install open_spiel``).

    python tools/open_spiel_match.py amazons-8x8 --games 20 --nodes 100000 --simulations 1300

It grows a new tree, with random playouts, for each of the three steps of a move: which queen, where to, which square to
block. Each opening, of random plies, is played twice with the colours swapped. The last two lines are the result, from
the engine's point of view, and the mean time of each player for a move. Its results are in docs/lab/strength.md.
"""

import argparse
import re
import time
from typing import Any

from ablate import play_match

from plyground import Record, get_game
from plyground.agents.engine import EnginePlayer
from plyground.agents.player import Allowance, Choice, Player
from plyground.arena.output import result_line
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.games.amazons.notation import FILES

EXPLORATION = 1.4
MAX_MIB = 500
SQUARE = re.compile(r"[a-j]\d+")


class OpenSpielMcts(Player):
    """OpenSpiel's search with a number of simulations for each step."""

    def __init__(self, game: Game, spiel: Any, simulations: int) -> None:
        self._spiel, self._simulations = spiel, simulations
        self._size: int = game.position().rules.files
        self._game = spiel.load_game("amazons", {"board_size": self._size})

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Make a searcher with this game's seed."""
        playouts = self._spiel.RandomRolloutEvaluator(1, seed)
        self._bot = self._spiel.MCTSBot(
            self._game, playouts, EXPLORATION, self._simulations, MAX_MIB, True, seed, False
        )

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Take the three steps of a move, one after the other."""
        state = self._game.new_initial_state()
        for move in record.moves:
            for name in SQUARE.findall(str(move)):
                state.apply_action(self._action(name))
        steps = []
        for _ in range(3):
            steps.append(self._bot.step(state))
            state.apply_action(steps[-1])
        start, end, blocked = map(self._name, steps)
        return Choice(f"{start}{end}/{blocked}")

    def _action(self, name: str) -> int:
        """Return OpenSpiel's number of a square: from the top left, rank by rank."""
        return (self._size - int(name[1:])) * self._size + FILES.index(name[0])

    def _name(self, action: int) -> str:
        row, file = divmod(action, self._size)
        return f"{FILES[file]}{self._size - row}"


class Timed(Player):
    """A player whose thinking time is measured."""

    def __init__(self, player: Player) -> None:
        self._player, self.seconds, self.moves = player, 0.0, 0

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Pass it on."""
        self._player.new_game(game, color, seed)

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Pass it on and measure the time."""
        begin = time.perf_counter()
        choice = self._player.choose(record, limits)
        self.seconds += time.perf_counter() - begin
        self.moves += 1
        return choice

    def close(self) -> None:
        """Pass it on."""
        self._player.close()

    @property
    def mean(self) -> str:
        """Milliseconds a move."""
        return f"{1000 * self.seconds / self.moves:.1f} ms"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=("amazons-8x8", "amazons-10x10"))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=100_000, help="of each of the engine's searches")
    parser.add_argument("--simulations", type=int, default=1000, help="of each step of OpenSpiel's")
    parser.add_argument("--plies", type=int, default=4, help="random plies that a pair of games begins with")
    chosen = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        parser.error("This match needs OpenSpiel: pip install open_spiel.")
    try:
        game = get_game(chosen.game)
        with Timed(EnginePlayer(game)) as ours, Timed(OpenSpielMcts(game, pyspiel, chosen.simulations)) as theirs:
            print(result_line(play_match(game, ours, theirs, chosen.games, chosen.plies, chosen.nodes)))
            print(f"a move takes the engine {ours.mean}, OpenSpiel {theirs.mean}")
    except PlygroundError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
