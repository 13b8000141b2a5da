"""`Tournament`: plays what a schedule asks for, stores every game, and knows when it is over.

The `Plan` decides everything. The opening and the seeds of pair n follow from the tournament's seed and n, wherever and
whenever it is played. So under node or depth limits the final table is the same for any number of slots, and for a
tournament that was killed and resumed. An SPRT looks at the pairs in their order, not in the order in which they
finish; games of later pairs that were already under way are stored, but do not count.
"""

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plyground.agents.options import EvaluationName
from plyground.agents.roster import WITH_COMMAND, Entry
from plyground.arena.adjudication import Adjudication
from plyground.arena.openings import Book, Opening
from plyground.arena.schedule import Pairing, PairResult, Schedule
from plyground.arena.sprt import Sprt
from plyground.arena.store import StoredGame, TournamentStore, rules_text
from plyground.arena.tally import Tally
from plyground.arena.task import HANG_SECONDS, GameTask, Played
from plyground.arena.time_control import GRACE_SECONDS, TimeControl
from plyground.core.arguments import demand_type, seed_of
from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.core.game import Game
from plyground.core.outcome import Termination
from plyground.jobs import Executor
from plyground.nets.evaluations import NET, net_file
from plyground.nets.file import net_digest


@dataclass(frozen=True)
class Plan:
    """Everything that determines what is played.

    Attributes
    ----------
    game
        The game, with its settings.
    entries
        The players.
    schedule
        Who plays whom.
    book, openings_text
        The openings, and the option that chose them.
    time_control, adjudication, hang_seconds, grace_seconds
        See `plyground.arena.task.GameTask`.
    seed
        The seed of everything random.
    sprt
        The test that may end it early.
    own_limits
        Names of players, and what they may use instead of `time_control`.
    """

    game: Game
    entries: tuple[Entry, ...]
    schedule: Schedule
    time_control: TimeControl = field(default_factory=TimeControl)
    book: Book = field(default_factory=Book)
    openings_text: str = ""
    adjudication: Adjudication = field(default_factory=Adjudication)
    hang_seconds: float = HANG_SECONDS
    seed: int = 0
    sprt: Sprt | None = None
    own_limits: Mapping[str, TimeControl] = field(default_factory=dict)
    grace_seconds: float = GRACE_SECONDS

    def __post_init__(self) -> None:
        if self.sprt and self.schedule.players != 2:
            raise InvalidSetting("An SPRT compares two players; this tournament has more.")
        seed_of(self.seed)

    def text(self) -> str:
        """Return the plan as JSON: a tournament can be resumed only if this is the same, up to more rounds.

        A net is told by its file's name and by what is in it: another net of the same name is another player, and so
        is the engine where the game has another net since.
        """
        return json.dumps(
            {
                "game": self.game.name,
                "rules": rules_text(self.game),
                "players": [[entry.text, entry.name] for entry in self.entries],
                "format": self.schedule.form,
                "rounds": self.schedule.rounds,
                "limits": str(self.time_control),
                "openings": self.openings_text,
                "listed": [[opening.start, *opening.moves] for opening in self.book.listed],
                "draw": str(self.adjudication.draw),
                "win": str(self.adjudication.win),
                "hang": self.hang_seconds,
                "seed": self.seed,
                "sprt": str(self.sprt) if self.sprt else None,
                "nets": self._nets(),
            }
            | ({"own limits": {name: str(own) for name, own in self.own_limits.items()}} if self.own_limits else {})
            | ({"grace": self.grace_seconds} if self.grace_seconds != GRACE_SECONDS else {}),
            sort_keys=True,
        )

    def _nets(self) -> dict[str, str]:
        """Return the digests of the nets that players judge by, by the players' names."""
        found: dict[str, str] = {}
        for entry in self.entries:
            # (a net that is not there, or damaged, is told when its player is made)
            with contextlib.suppress(InvalidNotation):
                net = net_file(self.game, _evaluation_of(entry))
                if net is not None:
                    found[entry.name] = net_digest(net)
        return found

    def limits_of(self, entry: Entry) -> TimeControl:
        """Return what a player may use."""
        return self.own_limits.get(entry.name, self.time_control)

    @property
    def limits_text(self) -> str:
        """What everyone may use: the common limits, then those of single players."""
        return "; ".join([str(self.time_control), *(f"{name}: {own}" for name, own in self.own_limits.items())])


def _evaluation_of(entry: Entry) -> str | None:
    """Return the evaluation that a player's text names, `NET` where it judges as the engine does."""
    if entry.kind in WITH_COMMAND:
        return None
    kind = entry.player_class
    for name, value in entry.options().items():
        if isinstance(kind.OPTIONS[name], EvaluationName):
            return str(value)
    return NET if kind.JUDGES_AS_THE_ENGINE else None


@dataclass(frozen=True)
class _Pair:
    """Two games from one opening."""

    number: int
    round: int
    pairing: Pairing
    opening: Opening


_FOLDER = re.compile(rf"\b{NET}:[^,]*[/\\]")
"""Of a net's file, in a player's text."""

Watcher = Callable[["Tournament", GameTask | None, Played | None], None]
"""Called for every game that has begun (with a task) or finished (with both)."""


class Tournament:
    """A tournament being played."""

    def __init__(self, plan: Plan, store: TournamentStore, *, resume: bool = False) -> None:
        demand_type(plan, Plan, "What a tournament plays", "a Plan")
        demand_type(store, TournamentStore, "Where a tournament is kept", "a TournamentStore")
        self.plan = plan
        self.store = store
        with store.writing():
            self.number = self._begin(resume=resume)
        self._scores: dict[int, dict[int, float]] = {}
        self._pairs: list[_Pair] = []
        for game in store.games(self.number, counted_only=False):
            self._note(game.number, game.white_points)
        self._openings = plan.book.openings(plan.game, plan.seed)
        # the SPRT's tally of the first pairs, their number, and the pair that decided it
        self._tally, self._tested = Tally(), 0
        self._last_pair: int | None = None

    def _begin(self, *, resume: bool) -> int:
        """Return the number of the tournament to go on with, or of a new one."""
        tournaments = self.store.tournaments() if resume else []
        asked = json.loads(self.plan.text())
        others: set[str] = set()
        for number in reversed(tournaments):
            known = json.loads(self.store.settings(number))
            if not _is_same(known, asked):
                others |= _other_nets(known, asked)
                continue
            if known["rounds"] > asked["rounds"]:
                raise InvalidSetting(
                    f"The tournament to resume has {known['rounds']} rounds; there can be more, but not fewer."
                )
            if known != asked:
                self.store.change_settings(number, self.plan.text())
            return number
        if others:
            raise InvalidSetting(
                "There is nothing to resume: this file has a tournament of these players and settings, but "
                f"{' and '.join(sorted(others))} played with another net of the same name."
            )
        if tournaments:
            raise InvalidSetting(
                "There is nothing to resume: no tournament in this file has just these players and settings."
            )
        return self.store.begin(self.plan.text())

    def run(self, executor: Executor[GameTask, Played], watcher: Watcher = lambda *_: None) -> None:
        """Play all games that are missing."""
        tasks: dict[int, GameTask] = {}
        missing = self._missing()
        in_the_air: set[int] = set()
        exhausted = False
        while True:
            while not exhausted and len(in_the_air) < executor.slots and not self.is_decided:
                task = next(missing, None)
                if task is None:
                    exhausted = not self.plan.schedule.needs_results or self._is_complete()
                    break
                tasks[task.number] = task
                in_the_air.add(task.number)
                watcher(self, task, None)
                executor.submit(task)
            if not in_the_air:
                break
            if self.is_decided:
                break
            played = executor.next_finished()
            task = tasks.pop(played.number)
            in_the_air.discard(played.number)
            with self.store.writing():
                self.store.add(self.number, task, played)
            self._note(played.number, played.points[0])
            watcher(self, task, played)
            if not exhausted and self.plan.schedule.needs_results and not in_the_air:
                missing = self._missing()
        with self.store.writing():
            self.store.finish(self.number, self._last_pair)

    # What is to be played

    def _missing(self) -> Iterator[GameTask]:
        """Yield the tasks that have no result yet, as far as they are known."""
        for pair in self._all_pairs():
            for game in range(2):
                if game not in self._scores.get(pair.number, {}):
                    yield self._task(pair, game)

    def _all_pairs(self) -> Iterator[_Pair]:
        """Yield the pairs in order; in a schedule that needs results, up to the round that can be paired now."""
        yield from list(self._pairs)
        schedule = self.plan.schedule
        round_number = self._pairs[-1].round if self._pairs else 0
        while round_number < schedule.rounds:
            if schedule.needs_results and not self._is_finished(self._pairs):
                return
            round_number += 1
            for pairing in schedule.pairings(self._results()):
                pair = _Pair(len(self._pairs) + 1, round_number, pairing, next(self._openings))
                self._pairs.append(pair)
                if not schedule.needs_results:
                    yield pair
            if schedule.needs_results:
                yield from self._pairs[-(schedule.players // 2) :]

    def _task(self, pair: _Pair, game: int) -> GameTask:
        plan = self.plan
        white, black = pair.pairing if game == 0 else pair.pairing[::-1]
        number = 2 * pair.number - 1 + game
        seed = int(np.random.SeedSequence([plan.seed, number]).generate_state(1, np.uint64)[0] >> np.uint64(1))
        return GameTask(
            number,
            pair.number,
            pair.round,
            plan.game,
            plan.entries[white],
            plan.entries[black],
            pair.opening,
            (plan.limits_of(plan.entries[white]), plan.limits_of(plan.entries[black])),
            seed,
            plan.adjudication,
            plan.hang_seconds,
            plan.grace_seconds,
        )

    # What has been played

    def _note(self, number: int, white_points: float) -> None:
        """Record the result of a game: the points of the pairing's first player."""
        pair, game = (number + 1) // 2, (number - 1) % 2
        self._scores.setdefault(pair, {})[game] = white_points if game == 0 else 1 - white_points

    def _is_finished(self, pairs: Sequence[_Pair]) -> bool:
        return all(len(self._scores.get(pair.number, {})) == 2 for pair in pairs)

    def _is_complete(self) -> bool:
        last = self._pairs[-1].round if self._pairs else 0
        return last == self.plan.schedule.rounds and self._is_finished(self._pairs)

    def _results(self) -> list[PairResult]:
        return [
            (pair.pairing, sum(self._scores[pair.number].values()))
            for pair in self._pairs
            if len(self._scores.get(pair.number, {})) == 2
        ]

    @property
    def is_decided(self) -> bool:
        """Whether the SPRT has been decided, by the pairs in their order."""
        if self.plan.sprt is None:
            return False
        while self._last_pair is None and len(games := self._scores.get(self._tested + 1, {})) == 2:
            self._tested += 1
            self._tally.add((games[0], games[1]))
            if self.plan.sprt.decision(self._tally):
                self._last_pair = self._tested
        return self._last_pair is not None

    @property
    def is_over(self) -> bool:
        """Whether every game has been played."""
        return self.is_decided or (self.games_played == self.games_planned)

    @property
    def games_planned(self) -> int:
        """The number of games if nothing ends it early."""
        return 2 * self.plan.schedule.pairs()

    @property
    def games_played(self) -> int:
        """The number of games with a result."""
        return sum(map(len, self._scores.values()))

    def games(self) -> list[StoredGame]:
        """Return the games that count."""
        return self.store.games(self.number)

    def tally(self, first: str, second: str | None = None) -> Tally:
        """Return what the player called `first` has scored, against `second` or against all."""
        return tally_of(self.games(), first, second)


FORFEITS = (Termination.CRASH, Termination.TIME, Termination.ILLEGAL_MOVE)
"""How a player loses without being beaten."""


def without_forfeits(games: Sequence[StoredGame]) -> list[StoredGame]:
    """Return the games of pairs in which no game was lost by anything but play."""
    forfeited = {game.pair for game in games if game.termination in FORFEITS}
    return [game for game in games if game.pair not in forfeited]


def _is_same(known: dict[str, Any], asked: dict[str, Any]) -> bool:
    """Tell whether a tournament can go on: it may have other rounds, and its nets may lie in another folder.

    One that was begun by an earlier version has not noted its nets, and is taken to have been played with these.
    """
    if "nets" not in known:
        return known | {"rounds": 0, "nets": {}} == asked | {"rounds": 0, "nets": {}}
    return _without_folders(known) | {"rounds": 0} == _without_folders(asked) | {"rounds": 0}


def _without_folders(plan: dict[str, Any]) -> dict[str, Any]:
    """Return a plan whose players' texts name the nets that are told by their digests by their files' names alone."""
    players = [[_FOLDER.sub(f"{NET}:", text) if name in plan["nets"] else text, name] for text, name in plan["players"]]
    return plan | {"players": players}


def _other_nets(known: dict[str, Any], asked: dict[str, Any]) -> set[str]:
    """Return which players have another net than when a tournament was begun, if nothing else is different."""
    before, now = known.get("nets", {}), asked["nets"]
    if not _is_same(known | {"nets": now}, asked):
        return set()
    return {name for name in before if name in now and before[name] != now[name]}


def tally_of(games: Sequence[StoredGame], first: str, second: str | None = None) -> Tally:
    """Return what the player called `first` has scored in `games`, pair by pair."""
    pairs: dict[int, list[float]] = {}
    for game in games:
        if first == game.white and second in {None, game.black}:
            pairs.setdefault(game.pair, []).append(game.white_points)
        elif first == game.black and second in {None, game.white}:
            pairs.setdefault(game.pair, []).append(1 - game.white_points)
    return Tally.of_points(pairs.values())


def standings(names: Iterable[str], games: Sequence[StoredGame]) -> list[tuple[str, Tally]]:
    """Return what everyone has scored against all others: sorted by share of the points, highest first."""
    lines = [(name, tally_of(games, name)) for name in names]
    return sorted(lines, key=lambda line: -line[1].points / max(line[1].games, 1))
