"""The referee: play one game by the rules and the clock; a player's failure costs that player the game, nothing more.

After the opening, the players move in turn. A player loses if it answers with something that is not a playable move,
takes too long, or crashes; the reason is recorded. Time is wall-clock time from question to answer; getting ready
(`Player.new_game`) is not on the clock.
"""

import time
from collections.abc import Callable, Sequence

from plyground.agents.player import Choice, Player, PlayerFailed
from plyground.arena.task import Played, PlayedMove, Task
from plyground.arena.time_control import Clock
from plyground.core.errors import PlygroundError
from plyground.core.outcome import Color, Outcome, Termination
from plyground.core.record import Record

Watch = Callable[[Color, float], None]
"""Called with the player about to think and the seconds it has; a supervisor ends the process if it takes longer."""


def play_game(task: Task, players: Sequence[Player], watch: Watch = lambda turn, seconds: None) -> Played:
    """Play `task` between `players`, White's first, and return what came of it."""
    record = task.opening.record(task.game)
    clock = Clock(task.time_control, task.hang_seconds)
    moves: list[PlayedMove] = []
    detail = ""
    for color, player in zip(Color, players, strict=True):
        # compiling or starting may take long, but not forever
        watch(color, max(task.hang_seconds, 300.0))
        try:
            player.new_game(task.game, color, task.seed)
        except PlayerFailed as failure:
            record.declare(color.other, failure.termination)
            detail = str(failure)
    while (outcome := record.outcome) is None:
        turn = record.position.turn
        allowed = clock.allowed(turn)
        watch(turn, allowed)
        begin = time.perf_counter()
        try:
            choice = players[turn].choose(record, clock.limits(turn))
        except PlayerFailed as failure:
            record.declare(turn.other, failure.termination)
            detail = str(failure)
            continue
        seconds = time.perf_counter() - begin
        if seconds > allowed:
            record.declare(turn.other, Termination.TIME)
            detail = f"The move took {seconds:.3f} s; {allowed:.3f} s were left, grace included."
            continue
        clock.spend(turn, seconds)
        detail = _make(record, turn, choice)
        if not detail:
            moves.append(PlayedMove(str(record.moves[-1]), choice.score, choice.depth, choice.nodes, seconds))
            verdict = task.adjudication.verdict([move.score for move in moves], turn)
            if verdict and record.outcome is None:
                record.declare(*verdict)
    return _played(task, outcome, detail, moves)


def _make(record: Record, turn: Color, choice: Choice) -> str:
    """Make the chosen move; return what is wrong with it, if that ends the game."""
    if choice.move is None:
        record.declare(turn.other, Termination.RESIGNATION)
        return "resigned"
    try:
        record.play(choice.move)
    except PlygroundError as error:
        record.declare(turn.other, Termination.ILLEGAL_MOVE)
        return str(error)
    return ""


def _played(task: Task, outcome: Outcome, detail: str, moves: Sequence[PlayedMove]) -> Played:
    """Return the result; in a game for points, the sign of the utility decides."""
    winner = outcome.winner
    if outcome.utility is not None:
        winner = None if outcome.utility == 0 else Color.WHITE if outcome.utility > 0 else Color.BLACK
    return Played(task.number, winner, str(outcome.termination), detail, tuple(moves), outcome.utility)
