"""The net as a player: ``plyground match alphazero:net.pt smart --game connect-four``."""

from pathlib import Path

from alphazero.net import Net
from alphazero.search import Search
from plyground.agents.options import whole_number
from plyground.agents.player import Allowance, Choice, Player
from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.core.record import Record
from plyground.rl import BatchEnv


class AlphaZeroPlayer(Player):
    """Plays the most visited move of a search with a net from a file."""

    OPTIONS = {"file": Path, "simulations": whole_number(1, 100_000)}  # noqa: RUF012

    def __init__(self, game: Game, file: Path | None = None, simulations: int = 100) -> None:
        if file is None or not file.exists():
            raise InvalidSetting(f"The player alphazero needs the file of a net; there is no {file or 'file given'}.")
        self._env = BatchEnv(game, 1, auto_reset=False, sparse=False)
        self._search = Search(self._env, 1, Net.load(file, self._env.encoding), simulations)

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Search for each action of a move."""
        env, position, index = self._env, record.position, 0
        env.reset(positions=[position])
        for _ in range(env.encoding.steps):
            action = int(self._search.run(env.save()).argmax())
            index = index * env.actions + action
            env.step([action])
        return Choice(position.move_at(index))
