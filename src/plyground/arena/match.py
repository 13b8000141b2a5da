"""`match`: two players meet, from Python; the result prints as the command does and draws itself in a notebook.

A player is a text as for ``plyground match`` ("engine:nodes=500"), an object of a class derived from `Player`, or any
function from a position to a move.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from html import escape
from typing import Self

from plyground.agents.player import Allowance, Choice, Player
from plyground.agents.roster import Entry
from plyground.arena.elo import Estimate, estimate
from plyground.arena.openings import Book
from plyground.arena.output import match_text, number, points_text
from plyground.arena.referee import play_game
from plyground.arena.schedule import Schedule
from plyground.arena.store import TournamentStore
from plyground.arena.tally import Tally
from plyground.arena.task import GameTask, Played
from plyground.arena.time_control import GRACE_SECONDS, TimeControl
from plyground.arena.tournament import Plan, Tournament
from plyground.arena.worker import GameWorker
from plyground.core.arguments import at_most, demand_type, seed_of, short_repr, whole
from plyground.core.errors import InvalidSetting, WrongType
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.core.threads import HAS_THREADS
from plyground.jobs import Executor, LocalExecutor

Function = Callable[[Position], Move | str]
MAX_ROUNDS, MAX_CONCURRENCY = 10**7, 1024
_COLORS = ("#3d7a46", "#b9ad98", "#a5522b")
_INK = "#7b7b7b"
"""Readable on white and on black: a picture does not know what it stands on."""
_WIDTH, _HEIGHT = 480, 64


class FunctionPlayer(Player):
    """Plays what a function answers to a position."""

    def __init__(self, function: Function) -> None:
        self._function = function

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Ask the function."""
        return Choice(self._function(record.position))


@dataclass(frozen=True)
class _Own(Entry):
    """A player that is there already, in this process."""

    player: Player = field(default_factory=lambda: FunctionPlayer(str))

    @property
    def player_class(self) -> type[Player]:
        """Its class."""
        return type(self.player)

    def create(self, game: Game) -> Player:
        """Return it; its maker closes it."""
        return self.player


class _InProcess:
    """An executor that plays in this process, when a result is asked for."""

    slots = 1

    def __init__(self) -> None:
        self._waiting: deque[GameTask] = deque()
        self._players: dict[tuple[str, Color], Player] = {}
        self._own: set[str] = set()

    def submit(self, task: GameTask) -> None:
        """Play `task` when it is its turn."""
        self._waiting.append(task)

    def next_finished(self) -> Played:
        """Play a game."""
        task = self._waiting.popleft()
        seats = zip((task.white, task.black), Color, strict=True)
        return play_game(task, [self._player(entry, color, task.game) for entry, color in seats])

    def _player(self, entry: Entry, color: Color, game: Game) -> Player:
        if isinstance(entry, _Own):
            return entry.player
        seat = entry.name, color
        if seat not in self._players:
            self._players[seat] = entry.create(game)
        return self._players[seat]

    def close(self) -> None:
        """Close the players that were made here."""
        for player in self._players.values():
            player.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True)
class MatchResult:
    """What came of a match, from the first player's point of view.

    Attributes
    ----------
    game
        The game that was played.
    names
        The two players.
    tally
        Wins, draws, losses, and pairs of games.
    records
        The games, in their order.
    text
        What ``plyground match`` prints.
    """

    game: Game
    names: tuple[str, str]
    tally: Tally
    records: tuple[Record, ...]
    text: str

    @property
    def wins(self) -> int:
        """Games that the first player has won."""
        return self.tally.wins

    @property
    def draws(self) -> int:
        """Games without a winner."""
        return self.tally.draws

    @property
    def losses(self) -> int:
        """Games that the second player has won."""
        return self.tally.losses

    @property
    def points(self) -> float:
        """The first player's points: 1 for a win, 0.5 for a draw."""
        return self.tally.points

    @property
    def estimate(self) -> Estimate:
        """Elo, its error and the likelihood of superiority (`plyground.arena.elo`)."""
        return estimate(self.tally)

    @property
    def elo(self) -> float:
        """How much stronger the first player is, in Elo; infinite if one of them won everything."""
        return self.estimate.elo

    @property
    def los(self) -> float:
        """Likelihood that the first player is the stronger one, 0 to 1."""
        return self.estimate.los

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        found = self.estimate
        return (
            f"<{self.names[0]} against {self.names[1]}, {self.game.name}: {self.wins} wins, {self.draws} draws, "
            f"{self.losses} losses, {number(found.elo, 0)} +/- {number(found.error, 0)} Elo>"
        )

    def _repr_svg_(self) -> str:
        """Return a bar of wins, draws and losses."""
        total, left, parts = max(self.tally.games, 1), 0.0, []
        counts = (self.wins, self.draws, self.losses)
        for count, what, color in zip(counts, ("won", "drawn", "lost"), _COLORS, strict=True):
            width = _WIDTH * count / total
            parts.append(
                f'<rect x="{left:.1f}" y="24" width="{width:.1f}" height="20" fill="{color}">'
                f"<title>{count} {what}</title></rect>"
            )
            left += width
        found = self.estimate
        title = f"{self.names[0]} {points_text(self.points)} : {points_text(total - self.points)} {self.names[1]}"
        below = (
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost; "
            f"Elo {number(found.elo, 0)} ± {number(found.error, 0)}"
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" role="img" '
            f'aria-label="{escape(title)}" font-family="sans-serif" font-size="13" fill="{_INK}">'
            f'<text x="0" y="15" font-weight="bold">{escape(title)}</text>{"".join(parts)}'
            f'<text x="0" y="59">{escape(below)}</text></svg>'
        )


def match(
    first: Player | Function | str,
    second: Player | Function | str,
    game: Game | str,
    *,
    rounds: int = 10,
    time: float | None = None,
    tc: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    openings: str | None = None,
    grace: float = GRACE_SECONDS,
    concurrency: int = 1,
    seed: int = 0,
) -> MatchResult:
    """Let two players meet in pairs of games: from the same opening, colours swapped.

    Parameters
    ----------
    first, second
        The players: texts, objects, or functions from a position to a move. An object plays both colours.
    game
        The game, or its name.
    rounds
        Pairs of games.
    time, tc, depth, nodes, openings
        As the options of ``plyground match``: seconds a move, a clock "10+0.1", bounds of each search, "random:4".
    grace
        Seconds by which a move may exceed its time before it loses.
    concurrency
        How many games are played at the same time, each in a process of its own; more than 1 needs players given as
        texts.
    seed
        Of everything random.

    Raises
    ------
    PlygroundError
        If a player does not exist, or a setting cannot be what it is. What a player's own code raises is not caught; a
        move that is not legal loses the game.
    """
    demand_type(game, (Game, str), "The game of a match", "a Game or its name")
    if isinstance(game, str):
        game = get_game(game)
    rounds, concurrency, seed = whole(rounds, "rounds"), whole(concurrency, "concurrency"), seed_of(seed)
    for name, limit in (("depth", depth), ("nodes", nodes)):
        if limit is not None:
            whole(limit, name)
    demand_type(time, (int, float, type(None)), "time", "a number of seconds")
    demand_type(tc, (str, type(None)), "tc", "a clock such as '10+0.1'")
    at_most(rounds, MAX_ROUNDS, "The number of rounds")
    at_most(concurrency, MAX_CONCURRENCY, "The concurrency")
    demand_type(grace, (int, float), "grace", "a number of seconds")
    if not 0 <= grace < 1e6:
        raise InvalidSetting(f"The grace of a match cannot be {grace:g}; it is seconds from 0 up.")
    demand_type(openings, (str, type(None)), "The openings of a match", "a text such as 'random:4', or a file's name")
    entries = _entries(first, second)
    if concurrency < 1 or rounds < 1:
        raise InvalidSetting(f"A match has at least one round and one game at a time, not {rounds} and {concurrency}.")
    if concurrency > 1 and any(isinstance(entry, _Own) for entry in entries):
        raise InvalidSetting("Games at the same time need players given as texts, which other processes can make.")
    plan = Plan(
        game,
        entries,
        Schedule("round-robin", 2, rounds),
        TimeControl.parse(time, tc, depth, nodes),
        Book.parse(openings, game),
        openings or "",
        seed=seed,
        grace_seconds=grace,
    )
    for entry in entries:
        if not isinstance(entry, _Own):
            entry.create(game).close()  # what is wrong with its text is said now
    store = TournamentStore(None)
    try:
        tournament = Tournament(plan, store)
        executor: Executor[GameTask, Played] = _InProcess()
        if concurrency > 1 and HAS_THREADS:
            executor = LocalExecutor(GameWorker, min(concurrency, 2 * rounds))
        with executor:
            tournament.run(executor)
        names = entries[0].name, entries[1].name
        records = tuple(store.record(stored) for stored in tournament.games())
        return MatchResult(game, names, tournament.tally(*names), records, match_text(tournament))
    finally:
        store.close()


def _entries(first: Player | Function | str, second: Player | Function | str) -> tuple[Entry, Entry]:
    """Return the players; a namesake of the first gets a number."""
    one, two = _entry(first), _entry(second)
    return one, replace(two, name=f"{two.name} (2)") if one.name == two.name else two


def _entry(player: Player | Function | str) -> Entry:
    if isinstance(player, str):
        entry = Entry.parse(player)
        if entry.kind == "human":
            raise InvalidSetting("A human plays with `plyground play`, not in a match.")
        return entry
    given: object = player
    if isinstance(given, type) and issubclass(given, Player):
        raise WrongType(f"{given.__name__} is a class; a match needs a player of it, such as {given.__name__}().")
    if isinstance(player, Player):
        name = type(player).__name__
        return _Own(name, name, "", name, player)
    if callable(player):
        name = getattr(player, "__name__", type(player).__name__)
        return _Own(name, name, "", name, FunctionPlayer(player))
    raise InvalidSetting(
        f"The argument {short_repr(player)} is no player: a text, a Player, or a function from a position to a move."
    )
