"""Whether a move is the only one that wins, or the only one that does not lose.

A move *wins* by the tables, by a search to the end of the game, or where a search sees its side so far ahead that the
odds are `WINNING` logits; every other move then must leave them below `NOT_WINNING`. A move *saves* the game if every
other move is lost for certain (by the tables or by a search to the end) and this one is not.

Everything is asked twice. The first search is the engine as it plays. The second visits more positions with another
size of its table, judges by the handmade evaluation, asks no table and no solver of endings, recognizes no position as
won, and leaves out what may overlook things: passing a turn, pruning and razoring. In a game for points only exact
values count.
"""

from dataclasses import dataclass

from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.endgame.lookup import probe
from plyground.endgame.values import Category
from plyground.engine.engine import Engine
from plyground.engine.info import Info
from plyground.engine.limits import Limits
from plyground.engine.parameters import parameters_of
from plyground.engine.scores import Score
from plyground.nets.evaluations import HANDMADE
from plyground.puzzles.puzzle import Goal, ProofKind

WINNING = 2.5
"""Odds of 12 to 1."""
NOT_WINNING = 0.6
"""Odds of 9 to 5."""
HOLDING = -0.6
CERTAIN = 100.0
FIRST_NODES = 40_000
SECOND_NODES = 120_000
_SOUND = {
    "null_move": 0,
    "lmp_depth": 0,
    "futility_depth": 0,
    "razoring_depth": 0,
    "see_pruning_depth": 0,
    "see_quiet_depth": 0,
    "singular_depth": 0,
    "endgames": 0,
    "recognizer": 0,
}


@dataclass(frozen=True)
class PuzzleStep:
    """A position with one right move.

    Attributes
    ----------
    move
        The move.
    goal, proof
        What it achieves, and how that is known.
    nodes
        The positions after which the engine, without tables, settles for it.
    plies
        To the end of the game, where that is in sight; 0 where it is not.
    answer
        What the opponent is expected to reply; None where the game is over then.
    """

    move: Move
    goal: Goal
    proof: ProofKind
    nodes: int
    plies: int
    answer: Move | None


class Prover:
    """Two engines of one game that are asked the same question."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._first = Engine(game, hash_mib=4)
        own = parameters_of(game)
        self._second = Engine(game, hash_mib=16, parameters=own.with_changes(_SOUND), evaluation=HANDMADE)

    def odds(self, score: Score, *, counts_points: bool = False) -> float:
        """Return the logarithm of the odds of winning by a score; an exact one is certain.

        Points that are not exact say nothing, unless it `counts_points`.
        """
        if score.kind != "cp":
            return CERTAIN if score.kind == "win" else -CERTAIN
        if score.exact:
            return CERTAIN * ((score.value > 0) - (score.value < 0))
        return 0.0 if self.game.scored and not counts_points else score.value / self.game.winning_scale

    def step(self, position: Position, goal: Goal | None = None, suspected: Move | None = None) -> PuzzleStep | None:
        """Return the only right move of a position that is not over; None if there is none, or it is not certain.

        Parameters
        ----------
        position
            The position.
        goal
            What the move shall achieve; by default, whichever there is.
        suspected
            The move that it should be, if one is suspected: other moves are not looked at then.
        """
        moves = list(position.legal_moves)
        if len(moves) < 2:
            return None
        by_table = self._by_table(position)
        if by_table is not None and (by_table[0], goal or by_table[1]) != by_table:
            return None
        if suspected is None and by_table is not None:
            suspected = by_table[0]
        if by_table is None and probe(position).verdict is not None:
            return None
        infos = self._analyse(self._first, position, FIRST_NODES)
        move = infos[-1].bestmove
        if move is None or (suspected is not None and move != suspected):
            return None
        others = [other for other in moves if other != move]
        if by_table is None:
            found, proof = self._goal_of(self._first, position, infos[-1], others, FIRST_NODES)
        else:
            found, proof = by_table[1], ProofKind.TABLE
        if found is None or found != (goal or found):
            return None
        again = self._analyse(self._second, position, SECOND_NODES)
        if again[-1].bestmove != move:
            return None
        if by_table is None:
            confirmed, proof = self._goal_of(self._second, position, again[-1], others, SECOND_NODES)
            if confirmed is not found:
                return None
        line = again[-1].lines[0]
        ends = [score.value for score in (line.score, infos[-1].lines[0].score) if score.kind == "win"]
        nodes, answer = self._nodes_to_settle(again, move, found), self._answer(position, move, line.moves)
        return PuzzleStep(move, found, proof, nodes, ends[0] if ends else 0, answer)

    def glance(self, position: Position, nodes: int) -> Move | None:
        """Return the move with which a search of a few positions, without tables, sees a win; None if it sees none."""
        self._second.clear()
        found = self._second.search(position, Limits(nodes=nodes))
        return found.bestmove if found.score is not None and self.odds(found.score) >= WINNING else None

    def _by_table(self, position: Position) -> tuple[Move, Goal] | None:
        """Return the only move by the tables that wins, or saves the game, and which; None if there is none."""
        moves = probe(position).moves
        if len(moves) < 2 or any(move.verdict is None for move in moves):
            return None
        first, second = (move.verdict for move in moves[:2])
        assert first is not None
        assert second is not None
        if first.category is Category.WIN and second.category is not Category.WIN:
            return moves[0].move, Goal.WIN
        if (
            second.category is Category.LOSS
            and first.category is not Category.LOSS
            and first.category is not Category.WIN
        ):
            return moves[0].move, Goal.SAVE
        return None

    def _analyse(self, engine: Engine, position: Position, nodes: int) -> list[Info]:
        engine.clear()
        return list(engine.analyse(position, Limits(nodes=nodes)))

    def _goal_of(
        self, engine: Engine, position: Position, info: Info, others: list[Move], nodes: int
    ) -> tuple[Goal | None, ProofKind]:
        """Return what the best move achieves and no other does, and whether both searches came to the game's end."""
        score = info.score
        assert score is not None
        odds = self.odds(score)
        if odds < HOLDING or -HOLDING < odds < WINNING or (self.game.scored and not score.exact):
            return None, ProofKind.SEARCH
        engine.clear()
        other = engine.search(position, Limits(nodes=nodes), moves=others).score
        assert other is not None
        if self.game.scored and not other.exact:
            return None, ProofKind.SEARCH
        proof = ProofKind.EXACT if all(each.kind != "cp" or each.exact for each in (score, other)) else ProofKind.SEARCH
        if odds >= WINNING:
            return (Goal.WIN if self.odds(other) <= NOT_WINNING else None), proof
        return (Goal.SAVE if self.odds(other) <= -CERTAIN else None), proof

    def _nodes_to_settle(self, infos: list[Info], move: Move, goal: Goal) -> int:
        """Return the nodes from which on the search keeps to the move, and sees what it is good for."""
        nodes = infos[-1].nodes
        for info in reversed(infos):
            score = info.score
            if info.bestmove != move or score is None or (goal is Goal.WIN and self.odds(score) < WINNING / 2):
                break
            nodes = info.nodes
        return nodes

    def _answer(self, position: Position, move: Move, line: tuple[Move, ...]) -> Move | None:
        """Return the best reply: by the tables, as the line goes on, or by another search."""
        after = position.play(move)
        if after.outcome is not None:
            return None
        known = probe(after).moves
        if known and known[0].verdict is not None:
            return known[0].move
        if len(line) > 1:
            return line[1]
        return self._analyse(self._first, after, FIRST_NODES)[-1].bestmove
