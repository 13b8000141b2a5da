"""The referee: play one game by the rules and the clock; a player's failure costs that player the game, nothing more.

`play_on` is the loop of every game between players, in the arena, in the terminal and in a grading: the sides move in
turn; a player who answers with something that is not a playable move, or whose program fails, loses, and the reason is
recorded. `play_game` adds the arena's clock: wall-clock time from question to answer; getting ready
(`Player.new_game`) is not on it.
"""

import time
from collections.abc import Callable, Sequence

from plyground.agents.player import RESIGN, Choice, Player, PlayerFailed
from plyground.arena.task import GameTask, Played, PlayedMove
from plyground.arena.time_control import Timekeeper
from plyground.core.arguments import demand_type
from plyground.core.errors import PlygroundError
from plyground.core.outcome import Color, Outcome, Termination
from plyground.core.record import Record

Watch = Callable[[Color, float], None]
"""Called with the player about to think and the seconds it has; a supervisor ends the process if it takes longer."""


def play_on(
    record: Record,
    ask: Callable[[Color], Choice | None],
    note_move: Callable[[Color, Choice], None] = lambda turn, choice: None,
) -> PlayerFailed | PlygroundError | None:
    """Let the sides move in turn until the game is over.

    Parameters
    ----------
    record
        The game so far; it is over in the end.
    ask
        Asks a side for its choice. None if the record has changed meanwhile, and the side to move is to be asked.
    note_move
        Told of every choice that has been played.

    Returns
    -------
    PlayerFailed | PlygroundError | None
        What the loser did wrong; None for a game that ended by the rules, by resignation or by `note_move`.
    """
    while record.outcome is None:
        turn = record.position.turn
        try:
            choice = ask(turn)
        except PlayerFailed as failure:
            record.declare(turn.other, failure.termination)
            return failure
        if choice is None:
            continue
        if choice.request == RESIGN:
            record.declare(turn.other, Termination.RESIGNATION)
            continue
        if choice.move is None:
            record.declare(turn.other, Termination.ILLEGAL_MOVE)
            return PlayerFailed("The player chose no move: it returned None.", Termination.ILLEGAL_MOVE)
        try:
            record.play(choice.move)
        except PlygroundError as error:
            record.declare(turn.other, Termination.ILLEGAL_MOVE)
            return error
        note_move(turn, choice)
    return None


def play_game(task: GameTask, players: Sequence[Player], watch: Watch = lambda turn, seconds: None) -> Played:
    """Play `task` between `players`, White's first, and return what came of it."""
    record = task.opening.record(task.game)
    clock = Timekeeper(task.time_controls, task.hang_seconds, task.grace_seconds)
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
    _load_rules(record)
    seconds = 0.0

    def ask(turn: Color) -> Choice:
        nonlocal seconds
        allowed = clock.seconds_for(turn)
        watch(turn, allowed)
        begin = time.perf_counter()
        choice = players[turn].choose(record, clock.limits(turn))
        seconds = time.perf_counter() - begin
        demand_type(choice, Choice, f"What {type(players[turn]).__name__}.choose returns", "a Choice, as Choice(move)")
        if seconds > allowed:
            sentence = f"The move took {seconds:.3f} s; {allowed:.3f} s were left, grace included."
            raise PlayerFailed(sentence, Termination.TIME)
        clock.spend(turn, seconds)
        return choice

    def note_move(turn: Color, choice: Choice) -> None:
        moves.append(PlayedMove(str(record.moves[-1]), choice.score, choice.depth, choice.nodes, seconds))
        verdict = task.adjudication.verdict([move.score for move in moves], turn)
        if verdict and record.outcome is None:
            record.declare(*verdict)

    fault = play_on(record, ask, note_move)
    outcome = record.outcome
    assert outcome is not None
    if fault is not None:
        detail = str(fault)
    elif outcome.termination == Termination.RESIGNATION:
        detail = "resigned"
    return _result(task, outcome, detail, moves)


def _load_rules(record: Record) -> None:
    """Use each part of the rules once, so that the first move's clock does not count how long they take to load."""
    if record.outcome is None:
        move = next(iter(record.position.legal_moves))
        record.position.move(str(move))
        _ = record.position.play(move).outcome


def _result(task: GameTask, outcome: Outcome, detail: str, moves: Sequence[PlayedMove]) -> Played:
    """Return the result; in a game for points, the sign of the utility decides."""
    winner = outcome.winner
    if outcome.utility is not None:
        winner = None if outcome.utility == 0 else Color.WHITE if outcome.utility > 0 else Color.BLACK
    return Played(task.number, winner, str(outcome.termination), detail, tuple(moves), outcome.utility)
