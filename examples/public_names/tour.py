"""Each name that `plyground` exports, used once, with the types that it is meant to have.

``make check`` reads this file with mypy and pyright, so that whoever builds on these names can do so, too.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import plyground
from plyground import (
    Allowance,
    Analysis,
    BatchEnv,
    Board,
    BrokenPackage,
    Choice,
    Color,
    Engine,
    Evaluation,
    Game,
    GameTree,
    IllegalMove,
    Info,
    InvalidNotation,
    InvalidSetting,
    Limits,
    MatchResult,
    Move,
    Outcome,
    Player,
    PlygroundError,
    Position,
    Record,
    Score,
    Setting,
    Solver,
    Termination,
    Tournament,
    Tree,
    UnknownName,
    WrongType,
)

GAME: Game = plyground.get_game("gardner")


def games() -> Iterator[str]:
    """Look games up, play a few moves, write them down."""
    settings: tuple[Setting, ...] = plyground.all_games()["congo"].settings
    yield f"{settings[0].name}: {', '.join(settings[0].choices)}"
    position: Position = GAME.position()
    moves: list[Move] = list(position.legal_moves)
    record = Record(GAME)
    for move in ("a2a3", "b4a3", "b2a3"):
        record.play(move)
    outcome: Outcome | None = record.outcome
    mated: Outcome | None = GAME.position("k4/Q4/K4/5/5 b - - 0 1").outcome
    assert outcome is None
    assert mated is not None
    assert mated.winner is Color.WHITE
    tree: GameTree = GameTree.parse(record.text())
    yield f"{len(moves)} moves, {len(list(tree.nodes()))} nodes, {mated.termination}, not {Termination.CRASH.value}"


def drawings() -> Iterator[str]:
    """Draw a board of one's own."""
    board: Board = Board.with_files_and_ranks(3, 2)
    svg: str = plyground.draw(board, {"a1": "dot"}, {"dot": '<circle cx="50" cy="50" r="30"/>'}, marked=["b2"])
    yield svg.partition(" ")[0]


def errors() -> Iterator[str]:
    """Meet an error of each kind."""
    kinds: tuple[type[PlygroundError], ...] = (IllegalMove, InvalidNotation, InvalidSetting, UnknownName, WrongType)
    asked: tuple[Any, ...] = ("a1a5", "nonsense", 0, "chess", 3.5)
    for kind, wrong in zip(kinds, asked, strict=True):
        try:
            if kind is InvalidSetting:
                plyground.Limits(depth=wrong)
            elif kind is UnknownName:
                plyground.get_game(wrong)
            else:
                GAME.position().play(wrong)
        except kind as error:
            yield type(error).__name__
    yield str(issubclass(BrokenPackage, PlygroundError))


def searches() -> Iterator[str]:
    """Count, search as textbooks do, and draw at random."""
    position = GAME.position()
    divided: dict[str, int] = {str(move): count for move, count in plyground.divide(position, 2)}
    yield f"{plyground.perft(position, 2)} {sum(divided.values())}"
    evaluation: Evaluation = GAME.evaluation("words")
    result = plyground.textbook_search(position, 2, alphabeta=True, evaluation=evaluation, keep=1000)
    tree: Tree = Tree.of(position, result, 2, alphabeta=True, evaluation="words")
    yield f"{result.move} {result.nodes} {tree.value} {plyground.playouts(position, 10, seed=1).games}"


@plyground.register_evaluation(GAME, "words")
def words(game: Any, position: Any) -> int:
    """Judge every position by the length of its row."""
    return len(position)


def engine() -> Iterator[str]:
    """Let the engine think, and ask tables and the solver."""
    with Engine(GAME, hash_mib=1) as engine:
        info: Info = engine.search(GAME.position(), Limits(depth=2))
        score: Score | None = info.score
        analysis: Analysis = engine.analyse(GAME.position(), Limits(depth=2))
        yield f"{info.bestmove} {score} {max(report.depth for report in analysis)}"
    ending = GAME.position("5/5/2k2/Q4/K4 w - - 0 1")
    small = plyground.get_game("amazons").position("1q2/4/4/1Q2 w")
    yield f"{plyground.probe(ending).verdict} {plyground.solve(small).value} {Solver(small).state.value}"


class First(Player):
    """A player that makes the first move of the list."""

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Choose it."""
        return Choice(next(iter(record.position.legal_moves)))


def matches() -> Iterator[str]:
    """Play a match, and many games at once."""
    result: MatchResult = plyground.match(First(), "random", GAME, rounds=1, seed=1)
    yield f"{result.tally.games} {Tournament.__name__}"
    environment = BatchEnv(GAME, 4, seed=1)
    environment.step(environment.sample())
    yield f"{environment.plies.tolist()} {len(plyground.self_play(GAME, 2, seed=1).move) > 0}"


def main() -> None:
    """Print a line for each step."""
    for tour in (games, drawings, errors, searches, engine, matches):
        print(f"{Path(__file__).stem}: {', '.join(tour())}")


if __name__ == "__main__":
    main()
