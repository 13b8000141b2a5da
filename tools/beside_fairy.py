"""Look at the engine beside Fairy-Stockfish: how deep each searches, which moves are worse, which lost the lost games.

    python tools/beside_fairy.py depth gardner fairy-stockfish --positions 20
    python tools/beside_fairy.py moves gardner fairy-stockfish --positions 100 --nodes 60000 --judge 500000
    python tools/beside_fairy.py losses gardner fairy-stockfish --games 200 --nodes 20000 --share 0.5
    python tools/beside_fairy.py ahead gardner fairy-stockfish --games 200 --nodes 20000

`depth` searches the same positions with both and prints, for each depth, how many positions each had visited when it
was reached (medians).

`moves` asks both for a move in positions from games between them. Where they choose differently, both look at what is
left after either move, with `--judge` nodes, and the mean of the two scores says whose was better, by `FAR` at least.

`losses` plays pairs of games from balanced openings, as `fairy_match.py` does, and looks at the lost ones of pairs that
the engine did not split. Fairy-Stockfish judges the position after each of the engine's moves with `--judge` nodes;
the move that lost is the one after which that judgement falls furthest on its way to a lost game. Then the engine
searches the position again with 10 and with 100 times the nodes: a move that it no longer plays was a matter of
*depth*; where it still does, and thinks itself better by `FAR` than the judge does, of *judgement*; what remains was
lost before.

`ahead` plays the same pairs of games and counts the moves at which one of the two saw itself ahead by `FAR` or more and
the other, a ply later, called the position even (within `EVEN`), by how the game ended for the one that was ahead. An
evaluation that calls blocked positions won has many of them in drawn games. What it showed is in docs/lab/strength.md.
"""

import argparse
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from random import Random

from fairy_match import FairyStockfish

from plyground import Position, Record, get_game
from plyground.agents.engine import USUAL_HASH
from plyground.agents.player import Allowance
from plyground.agents.uci import UciPlayer
from plyground.arena.openings import Book, Opening
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.engine import Engine, Limits

WON = 2000
"""The hundredths that a win or loss counts as."""
FAR = 150
"""By so many hundredths two judgements of a position are different ones."""
SHARE_ASKED = 0.2
"""Of the positions of a game, that many are asked about."""
EVEN = 50
"""A score as far from 0 as this says that a position is even."""
LOST = -150
"""Below it, as the judge sees it, a game is as good as lost."""
RESULTS = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


@dataclass(frozen=True)
class Played:
    """A game between the two, the engine's points, and what each side to move thought of its position, ply by ply."""

    record: Record
    points: float
    scores: list[int]


@dataclass(frozen=True)
class Mistake:
    """The move that lost a game.

    Attributes
    ----------
    position
        Where it was made.
    move, better
        It, and what the judge would have played.
    own, before, after
        The engine's score then, and the judge's before and after the move, all from the engine's view.
    kind
        "depth", "judgement" or "lost before".
    """

    position: Position
    move: str
    better: str
    own: int
    before: int
    after: int
    kind: str

    def __str__(self) -> str:
        scores = f"{self.own:+5d} {self.before:+5d} {self.after:+5d}"
        return f"{self.kind:11s} {scores}  {self.move:6s} {self.better:6s} {self.position.text}"


def hundredths(score: str) -> int:
    """Read a score as our records write it."""
    kind, _, number = score.partition(" ")
    if kind == "cp":
        return max(-WON, min(WON, int(number)))
    return WON if kind == "win" else -WON


def judged(judge: FairyStockfish, record: Record, nodes: int) -> tuple[str, int]:
    """Return the judge's move and its score, from the view of the side to move."""
    choice = judge.choose(record, Allowance(nodes=nodes))
    return str(choice.move), hundredths(choice.score)


def ask(engine: Engine, record: Record, nodes: int) -> tuple[str, int]:
    """Return the engine's move and its score with an empty table."""
    engine.clear()
    info = engine.search(record, Limits(nodes=nodes))
    return str(info.bestmove), hundredths(str(info.score))


def played(game: Game, engine: Engine, fairy: FairyStockfish, opening: Opening, ours: Color, nodes: int) -> Played:
    """Play a game."""
    record, scores = opening.record(game), []
    engine.clear()
    fairy.new_game(game, ours, 0)
    while record.outcome is None:
        if record.position.turn == ours:
            info = engine.search(record, Limits(nodes=nodes))
            move, score = info.bestmove, str(info.score)
        else:
            choice = fairy.choose(record, Allowance(nodes=nodes))
            move, score = choice.move, choice.score
        record.play(move)
        scores.append(hundredths(score))
    winner = record.outcome.winner
    return Played(record, 0.5 if winner is None else float(winner == ours), scores)


def pairs_of(game: Game, chosen: argparse.Namespace, fairy: FairyStockfish) -> Iterator[tuple[Played, Played]]:
    """Yield pairs of games from balanced openings, the engine with White in the first."""
    openings = Book(chosen.plies, is_balanced=True).openings(game, seed=chosen.seed)
    with Engine(game, hash_mib=USUAL_HASH) as engine:
        for opening in islice(openings, chosen.games // 2):
            white, black = (
                played(game, engine, fairy, opening, ours, chosen.nodes) for ours in (Color.WHITE, Color.BLACK)
            )
            yield white, black


def mistake_in(
    record: Record, begin: int, ours: Color, engine: Engine, judge: FairyStockfish, nodes: int, far: int
) -> Mistake:
    """Find the move that lost `record`, after `begin` plies of opening, and why."""
    game, found, most = record.game, None, -1
    walk = Record(game, record.start)
    for move in record.moves:
        if len(walk.moves) >= begin and walk.position.turn == ours:
            better, before = judged(judge, walk, far)
            after_move = Record(game, walk.start)
            for earlier in (*walk.moves, move):
                after_move.play(earlier)
            after = -WON if after_move.outcome is not None else -judged(judge, after_move, far)[1]
            if before - after > most and before > LOST:
                found, most = (len(walk.moves), str(move), better, before, after), before - after
            if before <= LOST:
                break
        walk.play(move)
    if found is None:
        return Mistake(record.start, "", "", 0, LOST, LOST, "lost before")
    plies, move, better, before, after = found
    walk = Record(game, record.start)
    for earlier in islice(record.moves, plies):
        walk.play(earlier)
    own = ask(engine, walk, nodes)[1]
    answers = [ask(engine, walk, factor * nodes) for factor in (10, 100)]
    if any(answer != move for answer, _ in answers):
        kind = "depth"
    else:
        kind = "judgement" if answers[-1][1] - after >= FAR else "lost before"
    return Mistake(walk.position, move, better, own, before, after, kind)


def losses(game: Game, chosen: argparse.Namespace) -> None:
    """Play, and print the mistake of every game that was lost in a pair that did not split."""
    kinds: Counter[str] = Counter()
    with (
        Engine(game, hash_mib=USUAL_HASH) as engine,
        FairyStockfish(game, chosen.program, chosen.share) as fairy,
        FairyStockfish(game, chosen.program, 1) as judge,
    ):
        judge.new_game(game, Color.WHITE, 0)
        for pair in pairs_of(game, chosen, fairy):
            if sum(each.points for each in pair) >= 1:
                continue
            for ours, each in zip((Color.WHITE, Color.BLACK), pair, strict=True):
                if each.points == 0:
                    mistake = mistake_in(each.record, chosen.plies, ours, engine, judge, chosen.nodes, chosen.judge)
                    kinds[mistake.kind] += 1
                    print(mistake, flush=True)
    print(dict(kinds))


def ahead(game: Game, chosen: argparse.Namespace) -> None:
    """Play, and count the moves at which only one of the two saw itself ahead, by how its game ended."""
    ends = {"the engine": Counter[str](), "Fairy-Stockfish": Counter[str]()}
    with FairyStockfish(game, chosen.program, chosen.share) as fairy:
        for pair in pairs_of(game, chosen, fairy):
            for ours, each in zip((Color.WHITE, Color.BLACK), pair, strict=True):
                first = each.record.start.turn
                for i, (score, reply) in enumerate(pairwise(each.scores), each.record.plies - len(each.scores)):
                    if score >= FAR and abs(reply) <= EVEN:
                        is_ours = (int(first) + i) % 2 == ours
                        points = each.points if is_ours else 1 - each.points
                        ends["the engine" if is_ours else "Fairy-Stockfish"][RESULTS[points]] += 1
    for name, counts in ends.items():
        print(f"{name} ahead, the other even: {', '.join(f'{counts[end]} {end}' for end in RESULTS.values())}")


def after(record: Record, move: str) -> Record:
    """Return the game with one more move."""
    longer = Record(record.game, record.start)
    for each in (*record.moves, move):
        longer.play(each)
    return longer


def worth(record: Record, move: str, engine: Engine, judge: FairyStockfish, nodes: int) -> int:
    """Return what a move is worth to its player: the mean of what the two say of the position after it."""
    child = after(record, move)
    if child.outcome is not None:
        return 0 if child.outcome.winner is None else WON
    judge.new_game(child.game, Color.WHITE, 0)
    return -(ask(engine, child, nodes)[1] + judged(judge, child, nodes)[1]) // 2


def moves(game: Game, chosen: argparse.Namespace) -> None:
    """Print the positions where the two choose differently and one does better, and how many there are."""
    random = Random(chosen.seed)
    kinds: Counter[str] = Counter()
    with (
        Engine(game, hash_mib=USUAL_HASH) as engine,
        FairyStockfish(game, chosen.program, chosen.share) as fairy,
        FairyStockfish(game, chosen.program, 1) as judge,
    ):
        for opening in Book(chosen.plies, is_balanced=True).openings(game, seed=chosen.seed):
            record = played(game, engine, fairy, opening, random.choice(list(Color)), chosen.nodes // 10).record
            walk = Record(game, record.start)
            for move in record.moves[:-1]:
                walk.play(move)
                if walk.plies < chosen.plies or random.random() > SHARE_ASKED:
                    continue
                fairy.new_game(game, Color.WHITE, 0)
                ours, own = ask(engine, walk, chosen.nodes)
                theirs = str(fairy.choose(walk, Allowance(nodes=chosen.nodes)).move)
                difference = 0
                if ours != theirs:
                    first, second = (worth(walk, each, engine, judge, chosen.judge) for each in (ours, theirs))
                    difference = first - second
                kind = "better" if difference >= FAR else "worse" if difference <= -FAR else "like it"
                kinds["the same" if ours == theirs else kind] += 1
                if kind != "like it":
                    print(
                        f"{kind:6s} {own:+5d} {first:+5d} {second:+5d}  {ours} {theirs}  {walk.position.text}",
                        flush=True,
                    )
                if kinds.total() == chosen.positions:
                    print(dict(kinds))
                    return


def steps(infos: Iterator[tuple[int, int]]) -> dict[int, int]:
    """Return how many nodes it took to reach each depth."""
    reached: dict[int, int] = {}
    for depth, nodes in infos:
        reached.setdefault(depth, nodes)
    return reached


def depths(game: Game, chosen: argparse.Namespace) -> None:
    """Print the median nodes to each depth, of both."""
    openings = Book(chosen.plies, is_balanced=True).openings(game, seed=chosen.seed)
    records = [opening.record(game) for opening in islice(openings, chosen.positions)]
    ours: list[dict[int, int]] = []
    theirs: list[dict[int, int]] = []
    with (
        Engine(game, hash_mib=USUAL_HASH) as engine,
        UciPlayer(game, f"{chosen.program};Use NNUE=false;Hash={USUAL_HASH}") as fairy,
    ):
        for record in records:
            engine.clear()
            infos = engine.analyse(record, Limits(nodes=chosen.judge))
            ours.append(steps((info.depth, info.nodes) for info in infos))
            fairy.new_game(game, Color.WHITE, 0)
            found = {}
            for depth in range(2, 64, 2):
                choice = fairy.choose(record, Allowance(depth=depth))
                found[depth] = choice.nodes or 0
                if found[depth] > chosen.judge:
                    break
                fairy.new_game(game, Color.WHITE, 0)
            theirs.append(found)
    print("| depth | the engine | Fairy-Stockfish |\n|---|---|---|")
    for depth in range(4, 64, 2):
        rows = [[each[depth] for each in some if depth in each] for some in (ours, theirs)]
        if all(len(row) < len(records) / 2 for row in rows):
            break
        print(f"| {depth} | {' | '.join(median(row, len(records)) for row in rows)} |")


def median(nodes: list[int], size: int) -> str:
    """Return the median, where half of the positions have one; those without count as more."""
    padded = sorted(nodes) + [10**18] * (size - len(nodes))
    middle = statistics.median_low(padded)
    return "-" if middle == 10**18 else str(middle)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("depth", "moves", "losses", "ahead"))
    parser.add_argument("game")
    parser.add_argument("program", help="the command that starts Fairy-Stockfish")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=20000, help="of each of our searches")
    parser.add_argument("--share", type=float, default=0.5, help="of these nodes that Fairy-Stockfish gets")
    parser.add_argument("--judge", type=int, default=200_000, help="nodes of a judgement, or of the deepest search")
    parser.add_argument("--plies", type=int, default=6, help="random plies that a pair of games begins with")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = get_game(chosen.game)
    {"depth": depths, "moves": moves, "losses": losses, "ahead": ahead}[chosen.what](game, chosen)


if __name__ == "__main__":
    main()
