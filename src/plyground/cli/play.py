"""``plyground play``: a game in the terminal, between a person and any player, or between any two."""

import secrets
import sys
from math import inf
from typing import Annotated, Literal

import numpy as np
from cyclopts import Parameter
from rich.console import Console

from plyground.agents.human import COMMANDS, HumanPlayer
from plyground.agents.player import Allowance, Choice, Player, PlayerFailed
from plyground.agents.roster import Entry
from plyground.arena.referee import play_on
from plyground.cli.board import print_board
from plyground.cli.options import GameName, Rules, Text, load_record, position_of, say_weakness
from plyground.core.errors import InvalidSetting
from plyground.core.outcome import Color
from plyground.core.record import Record

OPPONENT = "engine"
"""The player used if none is named, and the one ``hint`` asks."""


def play(
    game: GameName,
    player_a: Annotated[str, Parameter(help="Plays White: human, random, minimax:depth=3, engine, ...")] = "human",
    player_b: Annotated[str, Parameter(help="Plays Black.")] = OPPONENT,
    /,
    *,
    first: Annotated[
        Literal["white", "black", "random"] | None,
        Parameter(help="Who moves first; by default, the side that the position names."),
    ] = None,
    time: Annotated[float, Parameter(help="Seconds per move for players that use a clock.")] = 1.0,
    seed: Annotated[int | None, Parameter(help="Seed for random choices; without it, every game is different.")] = None,
    load: Annotated[str | None, Parameter(help="Go on with a game that `save` wrote.")] = None,
    position: Text = None,
    rule: Rules = None,
) -> int:
    """Play in the terminal. Type a move, or `help`.

    Moves are typed as the game writes them (`plyground moves GAME`) or in a shorter form that can mean only one of
    them.
    """
    if seed is None:
        seed = secrets.randbits(32)
    record = _start(game, load, position, rule, first, seed)
    entries = (Entry.parse(player_a), Entry.parse(player_b))
    say_weakness(entries)
    if not 0 < time < inf:
        raise InvalidSetting(f"The time a move cannot be {time:g}; it is a positive number of seconds.")
    limits = Allowance(movetime=time)
    with entries[0].create(record.game) as white, entries[1].create(record.game) as black:
        for color, entry in zip(Color, entries, strict=True):
            record.tags[color.name.title()] = entry.name
        try:
            session = _Session(record, (white, black), limits, seed)
        except PlayerFailed as failure:
            print(f"plyground: {failure}", file=sys.stderr)
            return 1
        session.run()
    return 0


def _start(
    game: str, load: str | None, position: str | None, rule: list[str] | None, first: str | None, seed: int
) -> Record:
    """Return the record to play on."""
    if load is not None:
        if position is not None or first is not None or rule:
            raise InvalidSetting("A loaded game has its own start; leave --position, --first and --rule out.")
        return load_record(load, game)
    start = position_of(game, position, rule)
    if first == "random":
        first = ("white", "black")[int(np.random.default_rng(seed).integers(2))]
    if first is not None and first != start.turn.name.lower():
        start = start.turned_over()
    return Record(start.game, start)


class _Left(Exception):
    """Somebody has left the game."""


class _Session:
    """A game on the screen."""

    def __init__(self, record: Record, players: tuple[Player, Player], limits: Allowance, seed: int) -> None:
        self.record, self.players, self.limits, self.seed = record, players, limits, seed
        self.console = Console()
        self.people = [isinstance(player, HumanPlayer) for player in players]
        for color, player in zip(Color, players, strict=True):
            player.new_game(record.game, color, seed)
            if isinstance(player, HumanPlayer):
                player.hint, player.show = self._hint, lambda _: self._show()

    def run(self) -> None:
        """Play until the game ends or somebody leaves."""
        if any(self.people):
            print(f"{self.record.game.title}: type a move, or one of {', '.join(COMMANDS)}.")
        self._show()
        try:
            fault = play_on(self.record, self._ask, self._note_move)
        except _Left:
            print("The game is left as it stands.")
            return
        if fault is not None:
            how = "failed" if isinstance(fault, PlayerFailed) else "lost"
            print(f"{self._who(self.record.position.turn)} has {how}: {fault}")
        print(self.record.outcome_text)

    def _ask(self, turn: Color) -> Choice | None:
        choice = self.players[turn].choose(self.record, self.limits)
        if choice.request == "quit":
            raise _Left
        if choice.request == "undo":
            self._undo(turn)
            return None
        return choice

    def _note_move(self, turn: Color, choice: Choice) -> None:
        score = f"  ({choice.score} for {self.record.game.colors[turn]})" if choice.score else ""
        if not self.people[turn]:
            print(f"{self._who(turn)} plays {self.record.moves[-1]}{score}")
        self._show()

    def _undo(self, turn: Color) -> None:
        """Take back to where `turn` is to move again: two plies against a program, one between two people."""
        undone = [self.record.undo()]
        while undone[-1] is not None and self.record.position.turn != turn and not all(self.people):
            undone.append(self.record.undo())
        taken = [str(move) for move in undone if move]
        print(f"Taken back: {' '.join(reversed(taken))}" if taken else "There is no move to take back.")
        self._show()

    def _hint(self, record: Record) -> str:
        entry = Entry.parse(OPPONENT)
        with entry.create(record.game) as player:
            player.new_game(record.game, record.position.turn, self.seed)
            choice = player.choose(record, self.limits)
        score = f" ({choice.score} for {record.game.colors[record.position.turn]})" if choice.score else ""
        return f"{entry.kind} would play {choice.move}{score}"

    def _show(self) -> None:
        record = self.record
        before = record.positions[-2] if record.moves else None
        print()
        print_board(self.console, record.position, record.moves[-1] if record.moves else None, before)
        if record.outcome is None:
            print(f"{self._who(record.position.turn)} to move\n", flush=True)

    def _who(self, color: Color) -> str:
        return f"{self.record.game.colors[color]} ({self.record.tags[color.name.title()]})"
