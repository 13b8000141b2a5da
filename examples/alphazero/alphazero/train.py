"""Self-play and learning in turn, for some minutes: ``plyground-alphazero connect-four --minutes 30 -o net.pt``.

Every ply of all games is searched; the visits of the actions are what the policy learns, the result of the game is what
the value learns. Now and then the net plays a match against a player of Plyground's, and a line of the log tells how it
went: ``minutes cpu_minutes games positions loss score``.
"""

import argparse
import time
from collections import deque
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from alphazero.net import Net
from alphazero.search import Search
from plyground.agents.player import Allowance
from plyground.agents.roster import Entry
from plyground.arena.openings import random_opening
from plyground.core.outcome import Color
from plyground.core.registry import get_game
from plyground.rl import BatchEnv

BATCH = 256
REPLAY = 100_000
REUSE = 3
"""How often a position is learned from, on average."""
RANDOM_PLIES = 12
"""Plies of a game in which actions are drawn by their visits; then the most visited is taken."""
OPENING_PLIES = 2
"""Random plies with which the games of a match begin."""

Example = tuple[NDArray[np.uint8], NDArray[np.float32], float]
"""What was seen, the shares of the visits, the result for the player to move."""


class Training:
    """A net that learns, and the games that it plays."""

    def __init__(self, game: str, *, games: int, simulations: int, seed: int, width: int, blocks: int) -> None:
        torch.manual_seed(seed)
        self.env = BatchEnv(game, games, seed=seed, sparse=False)
        self.net = Net(self.env.encoding, width, blocks)
        self.search = Search(self.env, games, self.net, simulations, seed)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=2e-3, weight_decay=1e-4)
        self.random = np.random.default_rng(seed)
        self.replay: deque[Example] = deque(maxlen=REPLAY)
        self.games = self.positions = 0
        self.loss = float("nan")
        self._unfinished: list[list[tuple[Any, Any, int]]] = [[] for _ in range(games)]

    def play(self) -> None:
        """Make one action in every game, and keep the games that end."""
        env = self.env
        visits = self.search.run(env.save(), explore=True)
        shares = visits / visits.sum(axis=1, keepdims=True)
        drawn = np.array([self.random.choice(env.actions, p=share / share.sum()) for share in shares.astype(float)])
        actions = np.where(env.plies < RANDOM_PLIES, drawn, visits.argmax(axis=1))
        for row, moves in enumerate(self._unfinished):
            moves.append((env.observation[row].copy(), shares[row].copy(), int(env.player[row])))
        env.step(actions)
        for row in np.flatnonzero(env.terminated | env.truncated).tolist():
            result = np.clip(env.rewards[row], -1, 1)
            self.replay.extend((seen, share, float(result[player])) for seen, share, player in self._unfinished[row])
            self.games += 1
            self.positions += len(self._unfinished[row])
            self._unfinished[row] = []

    def learn(self) -> None:
        """Take as many steps as one action in every game pays for."""
        if len(self.replay) < 4 * BATCH:
            return
        self.net.train()
        for _ in range(max(1, REUSE * self.env.size // BATCH)):
            chosen = [self.replay[i] for i in self.random.integers(len(self.replay), size=BATCH)]
            seen, share, result = (torch.from_numpy(np.array(column)) for column in zip(*chosen, strict=True))
            logits, value = self.net(seen)
            loss = functional.cross_entropy(logits, share) + functional.mse_loss(value, result.float())
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.loss = float(loss.detach()) if np.isnan(self.loss) else 0.99 * self.loss + 0.01 * float(loss.detach())

    def score(self, opponent: str, games: int, simulations: int) -> float:
        """Return the share of the points that the net wins against a player.

        Two games each begin with the same random plies, and the net is White in one of them: both players play alike
        in like positions, so from the usual start they would play the same few games again and again.
        """
        env = BatchEnv(self.env.game, games, auto_reset=False, sparse=False)
        search = Search(env, games, self.net, simulations)
        records = [random_opening(env.game, OPENING_PLIES, Random(row // 2)) for row in range(games)]
        env.reset(positions=[record.position for record in records])
        sides = [Color(row % 2) for row in range(games)]
        players = [Entry.parse(opponent).create(env.game) for _ in range(games)]
        for row, player in enumerate(players):
            player.new_game(env.game, sides[row].other, row)
        points = np.zeros(games)
        while not (env.terminated | env.truncated).all():
            actions = search.run(env.save()).argmax(axis=1)
            for row, record in enumerate(records):
                if env.terminated[row] or env.truncated[row]:
                    actions[row] = -1
                elif record.position.turn is not sides[row]:
                    answer = players[row].choose(record, Allowance()).move
                    actions[row] = record.position.move_index(answer or "")
            for row, action in enumerate(actions):
                if action >= 0:
                    records[row].play(records[row].position.move_at(int(action)))
            env.step(actions)
            points += env.rewards[np.arange(games), sides]
        return float(np.mean((points + 1) / 2))


def main(arguments: list[str] | None = None) -> None:
    """Train, log, and save the net."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help="one of `plyground games` whose moves are one action")
    parser.add_argument("--minutes", type=float, default=30, help="how long (default 30)")
    parser.add_argument("--games", type=int, default=128, help="at the same time (default 128)")
    parser.add_argument("--simulations", type=int, default=48, help="of each search (default 48)")
    parser.add_argument("--width", type=int, default=32, help="channels of the net (default 32)")
    parser.add_argument("--blocks", type=int, default=4, help="residual blocks of the net (default 4)")
    parser.add_argument("--threads", type=int, default=2, help="of torch (default 2)")
    parser.add_argument("--opponent", default="smart", help="whom to play against (default smart)")
    parser.add_argument("--every", type=float, default=3, help="minutes between matches (default 3)")
    parser.add_argument("--match", type=int, default=100, help="games of a match (default 100)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, default=Path("net.pt"))
    chosen = parser.parse_args(arguments)
    if get_game(chosen.game).position().encoding.steps > 1:
        parser.error(f"a move of {chosen.game} is more than one action, which the matches here do not know")
    torch.set_num_threads(chosen.threads)
    training = Training(
        chosen.game,
        games=chosen.games,
        simulations=chosen.simulations,
        seed=chosen.seed,
        width=chosen.width,
        blocks=chosen.blocks,
    )
    begin, next_match = time.monotonic(), 0.0
    print("minutes cpu_minutes games positions loss score", flush=True)  # noqa: T201
    while True:
        minutes = (time.monotonic() - begin) / 60
        if minutes >= min(next_match, chosen.minutes):
            score = training.score(chosen.opponent, chosen.match, chosen.simulations)
            training.net.save(chosen.output, chosen.game)
            cpu = time.process_time() / 60
            line = f"{minutes:.1f} {cpu:.1f} {training.games} {training.positions} {training.loss:.3f} {score:.3f}"
            print(line, flush=True)  # noqa: T201
            next_match = minutes + chosen.every
        if minutes >= chosen.minutes:
            break
        training.play()
        training.learn()


if __name__ == "__main__":
    main()
