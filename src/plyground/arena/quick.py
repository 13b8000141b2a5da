"""Quick games of the engine against itself, by the thousand: a whole game is one call of compiled code.

Each move is chosen between the best one, the next best and a random one, by the odds of winning that a search of a few
positions gives them: so games differ, and bad moves are rare. A game ends when one side is as good as sure of it for a
few plies.
"""

from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.game import Game
from plyground.core.rules import (
    BLACK_WINS,
    ONGOING,
    WHITE_WINS,
    generate,
    outcome,
    outcome_code,
    play,
    result_of,
    sample,
    utility,
)
from plyground.core.rules import DRAW as DRAWN
from plyground.endgame.tablebase import idle_probe
from plyground.engine.evaluator import evaluator_of
from plyground.engine.parameters import parameters_of
from plyground.engine.state import ROOT_IS_WHOLE, State, forget_statistics, new_state
from plyground.engine.table import TranspositionTable
from plyground.engine.thinking import begin, copy, think, think_among
from plyground.engine.warmup import warmup
from plyground.kernel import kernel
from plyground.kernel.random import below, seed_stream
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words, key, turn
from plyground.nets.evaluations import engine_evaluation

if TYPE_CHECKING:
    from plyground.core.position import Position

LONGEST = 300
SURE_PLIES = 3
"""How many plies in a row one side must be sure to win, for the game to end there."""
SURE, MOST = 3.5, 8.0
"""Odds of 33 to 1; and those beyond which nothing is surer."""
TEMPERATURE, FIRST_TEMPERATURE, FIRST_PLIES = 0.5, 1.0, 4
"""How much worse than the best the chosen move may be, in logarithms of odds: usually, and in the first plies."""
HASH_MIB = 1
NODES, VARIED, REPETITION, PLY_CAP, SCORED, SCALE = CHOSEN = range(6)
"""Places in a game's settings: positions of a search, plies with a choice between moves, which occurrence of a position
is a draw and which ply (0 each: none), whether it is played for points, and its scale of odds."""
BLACK, DRAW, WHITE = range(3)
"""Who has won: LOSS, DRAW, WIN of `plyground.learn.dataset`, from White's view."""


class QuickGame(NamedTuple):
    """A game.

    Attributes
    ----------
    moves
        Its moves, as codes.
    odds
        In each position whose move was chosen the odds, as a logarithm, that the search gave the best move and the
        next best; shape (plies, 2).
    result
        `WHITE`, `DRAW` or `BLACK`.
    """

    moves: NDArray[np.int64]
    odds: NDArray[np.float64]
    result: int


@kernel
def odds_of(score: int, scale: int) -> float:
    """Return the logarithm of the odds that a score stands for, within `MOST`."""
    return max(-MOST, min(MOST, score / scale))


@kernel
def outcome_at(game: Any, state: State, position: Words, ply: int, repetition: int, ply_cap: int) -> int:
    """Return the outcome of a game at `ply`, by its position or as a draw by repetition or the ply cap (0 each: none).

    The keys of its positions are in ``state.keys``.
    """
    code = outcome(game, position, state.moves[0])
    if code != ONGOING:
        return code
    if ply_cap > 0 and ply >= ply_cap:
        return outcome_code(DRAWN, 0)
    if repetition > 0:
        seen = 0
        for i in range(ply + 1):
            if state.keys[i] == state.keys[ply]:
                seen += 1
        if seen >= repetition:
            return outcome_code(DRAWN, 0)
    return ONGOING


@kernel
def winner_of(game: Any, position: Words, code: int, scored: int) -> int:
    """Return who has won a game that is over; in a game that is played for points (`scored`) who has more."""
    if scored != 0:
        points = utility(game, position, code)
        return DRAW if points == 0 else WHITE if points > 0 else BLACK
    result = result_of(code)
    return WHITE if result == WHITE_WINS else BLACK if result == BLACK_WINS else DRAW


@kernel
def play_quickly(
    game: Any,
    state: State,
    table: Words,
    settings: Moves,
    chosen: Moves,
    line: Words,
    random: Words,
    played: Moves,
    odds: NDArray[np.float64],
) -> tuple[int, int]:
    """Play a game from ``line[0]``; return its plies and its result.

    Parameters
    ----------
    state, table, settings
        The search's.
    chosen
        The game's settings, as above.
    line, played, odds
        Get its positions, its moves, and what `QuickGame` says.
    random
        A stream, which has been started.
    """
    state.keys[0] = key(line[0])
    sure = 0
    for ply in range(LONGEST):
        here = line[ply]
        code = outcome_at(game, state, here, ply, chosen[REPETITION], chosen[PLY_CAP])
        if code != ONGOING:
            return ply, winner_of(game, here, code, chosen[SCORED])
        copy(here, state.positions[0])
        score, move, _ = think(game, state, table, settings, chosen[NODES], ply, chosen[PLY_CAP])
        best = odds_of(score, chosen[SCALE])
        sign = int(best >= SURE) - int(best <= -SURE)
        own = -sign if turn(here) != 0 else sign
        sure = sure + own if own * sure > 0 else own
        if abs(sure) >= SURE_PLIES and chosen[SCORED] == 0:
            return ply, WHITE if sure > 0 else BLACK
        if ply < chosen[VARIED]:
            odds[ply, 0] = best
            move = vary(game, state, table, settings, chosen, here, random, ply, move, odds[ply])
        played[ply] = move
        play(game, here, move, line[ply + 1])
        state.keys[ply + 1] = key(line[ply + 1])
    return LONGEST, DRAW


@kernel
def vary(
    game: Any,
    state: State,
    table: Words,
    settings: Moves,
    chosen: Moves,
    here: Words,
    random: Words,
    ply: int,
    move: int,
    odds: NDArray[np.float64],
) -> int:
    """Return the best move, the next best or a random one, by what a search says of them; `odds` gets the second's."""
    copy(here, state.positions[0])
    size = generate(game, state.positions[0], state.moves[0])
    best = odds[1] = odds[0]
    if size < 2:
        return move
    moves = state.moves[0]
    for i in range(size):
        if moves[i] == move:
            moves[i] = moves[size - 1]
            break
    begin(state, ply, chosen[PLY_CAP])
    state.counters[ROOT_IS_WHOLE] = 0
    score, second, _ = think_among(game, state, table, settings, chosen[NODES], size - 1)
    odds[1] = odds_of(score, chosen[SCALE])
    temperature = FIRST_TEMPERATURE if ply < FIRST_PLIES else TEMPERATURE
    second_weight = exp((odds[1] - best) / temperature)
    other = sample(game, here, moves, random)
    copy(here, state.positions[0])
    moves[0] = other
    begin(state, ply, chosen[PLY_CAP])
    state.counters[ROOT_IS_WHOLE] = 0
    score, _, _ = think_among(game, state, table, settings, chosen[NODES], 1)
    other_weight = exp((odds_of(score, chosen[SCALE]) - best) / temperature)
    drawn = below(random, 1 << 20) / (1 << 20) * (1 + second_weight + other_weight)
    return move if drawn < 1 else second if drawn < 1 + second_weight else other


class QuickGames:
    """Plays games, each of which depends on its number and the seed alone.

    Parameters
    ----------
    game
        The game.
    nodes
        Positions of each search.
    seed
        Of all that is random.
    varied
        The plies in which a move is chosen; then it is the best one.
    """

    def __init__(self, game: Game, nodes: int, seed: int, varied: int) -> None:
        evaluation, position = engine_evaluation(game), game.position()
        parameters = parameters_of(game)
        self._seed, self._rules, self._start = seed, position.rules, position.words
        warmup(position, parameters, evaluation)
        self._parameters = parameters.array()
        self._state = new_state(self._rules, np.zeros(1, np.int64), evaluator_of(evaluation), idle_probe(game))
        self._table, self._random = TranspositionTable(HASH_MIB), np.zeros(1, np.uint64)
        self._line = np.zeros((LONGEST + 1, self._rules.words), np.uint64)
        self._played, self._odds = np.zeros(LONGEST + 1, np.int64), np.zeros((LONGEST + 1, 2))
        self._chosen = np.array(
            [nodes, varied, game.repetition or 0, game.ply_cap or 0, game.scored, game.winning_scale], np.int64
        )
        ensure_ready(f"{game.family} quick games", f"{game.title} quick games", self._build)

    def _build(self) -> None:
        """Compile the kernel, or load it."""
        self.game(0)

    def game(self, number: int, start: "Position | None" = None) -> QuickGame:
        """Play a game, from another position than the usual one if that is wanted."""
        seed_stream(self._random, self._seed, number)
        forget_statistics(self._state)
        self._table.clear()
        self._line[0] = self._start if start is None else start.words
        plies, result = play_quickly(
            self._rules,
            self._state,
            self._table.rows,
            self._parameters,
            self._chosen,
            self._line,
            self._random,
            self._played,
            self._odds,
        )
        return QuickGame(self._played[:plies].copy(), self._odds[:plies].copy(), int(result))
