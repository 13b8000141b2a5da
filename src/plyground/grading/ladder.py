"""A standing ladder: programs join when they are handed in, and play their neighbours and bots of known strength.

Bots are anchors: their Elo is fixed, so that a rating means the same all term. A program meets those that stand nearest
to it, bots among them, from openings of a few random plies with colours swapped, until it has met each of them
`pair_games` times; as ratings change, so do neighbours. When the ladder is frozen, nobody joins any more, and the best
(or all) play a final: everybody against everybody, both colours, the same openings for all.

Programs run as in grading, behind its walls; the bots are our own players.
"""

import random
import shutil
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from plyground.agents.player import Player
from plyground.agents.roster import Entry
from plyground.arena.anchors import Placed, place
from plyground.arena.referee import play_on
from plyground.core.errors import InvalidSetting
from plyground.core.outcome import Color, Termination
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.grading.assignment import Assignment, Bot
from plyground.grading.ladder_store import LadderEntry, LadderGame, LadderStore
from plyground.grading.nicknames import distinct, nickname
from plyground.grading.opponents import NO_LIMITS
from plyground.grading.seeds import derive_seed
from plyground.grading.submission import Submission
from plyground.programs.ending import ProgramFailed

LADDER, FINAL = "ladder", "final"


@dataclass(frozen=True)
class LadderSettings:
    """What a teacher may choose.

    Attributes
    ----------
    pair_games
        How often neighbours meet; even, so that both have both colours.
    neighbours
        How many on each side of a program count as such.
    opening_plies
        Random plies before each game.
    bots
        Player, title and Elo of each bot; nothing for those that the assignment has.
    """

    pair_games: int = 4
    neighbours: int = 2
    opening_plies: int = 2
    bots: tuple[Bot, ...] = ()


@dataclass(frozen=True)
class PlannedGame:
    """A game to be played: the stage, who has White and who Black, and which of this pair it is, from 0."""

    stage: str
    white: str
    black: str
    round: int

    @property
    def pair(self) -> tuple[str, str]:
        """The two, in the order of their names."""
        return (self.white, self.black) if self.white < self.black else (self.black, self.white)


@dataclass(frozen=True)
class LadderLine:
    """A line of the table.

    Attributes
    ----------
    key
        The entry's, or the bot's name.
    title
        What is shown: the nickname, or the bot's title.
    is_bot
        Whether its rating is fixed.
    elo, error
        The rating, and half of its 95% interval.
    wins, draws, losses
        Of its games that count.
    """

    key: str
    title: str
    is_bot: bool
    elo: float
    error: float
    wins: int
    draws: int
    losses: int

    @property
    def points(self) -> float:
        """A win 1, a draw a half."""
        return self.wins + self.draws / 2


class Ladder:
    """A ladder.

    Parameters
    ----------
    assignment
        Whose programs play; it must have a `league_game`.
    store
        The entries and games.
    settings
        The teacher's choice.
    """

    def __init__(self, assignment: Assignment, store: LadderStore, settings: LadderSettings) -> None:
        if not assignment.league_game:
            raise InvalidSetting(f"There is no ladder for {assignment.name}: its programs do not play games.")
        self.assignment, self.store, self.settings = assignment, store, settings
        self.game = get_game(assignment.league_game)
        self.bots = {f"bot {bot.title}": bot for bot in settings.bots or assignment.LADDER_BOTS}
        if not self.bots:
            raise InvalidSetting("A ladder needs at least one bot, so that its ratings mean something.")
        self._under_way: Counter[PlannedGame] = Counter()
        self._lock = threading.RLock()

    # --- who plays ---

    def sync(self, submissions: Sequence[Submission]) -> list[str]:
        """Let new and changed submissions join, and withdraw those that are gone; return what happened, as sentences.

        Once the ladder is frozen nothing changes any more.
        """
        if self.store.final[0]:
            return []
        known = {entry.name: entry for entry in self.store.entries() if entry.state in {"playing", "refused"}}
        said = []
        for submission in submissions:
            entry = known.pop(submission.name, None)
            if entry is None or entry.digest != submission.digest:
                said.append(self._join(submission))
        for entry in known.values():
            self.store.withdraw(entry.number)
            said.append(f"{entry.name} has gone.")
        return said

    def _join(self, submission: Submission) -> str:
        trouble = submission.trouble
        if not trouble:
            looked = self.assignment.look(submission)
            trouble = looked.trouble or looked.withheld
        others = {entry.nickname for entry in self.playing() if entry.name != submission.name}
        others |= {bot.title for bot in self.bots.values()}
        wanted = self.store.codes.nickname(submission.name)
        wanted = wanted or nickname(submission.name, submission.folder, self.assignment.seed)
        chosen = distinct(wanted, others)
        folder = self.store.programs / submission.digest
        if not trouble and not folder.exists():
            shutil.copytree(submission.folder, folder, symlinks=True)
        self.store.join(submission.name, submission.digest, submission.command, chosen, trouble)
        return f"{submission.name} {f'cannot join: {trouble}' if trouble else f'joins as {chosen}.'}"

    def playing(self) -> list[LadderEntry]:
        """Return the entries that play."""
        return [entry for entry in self.store.entries() if entry.state == "playing"]

    # --- the table ---

    def table(self, stage: str = LADDER) -> list[LadderLine]:
        """Return the lines of the ladder, bots among them, or of the final, the best first."""
        entries = [entry for entry in self.store.entries() if self._is_in(entry, stage)]
        titles = {entry.key: entry.nickname for entry in entries}
        if stage == LADDER:
            titles |= {key: bot.title for key, bot in self.bots.items()}
        games = [game for game in self.store.games(stage) if game.white in titles and game.black in titles]
        placed = self._placings(games) if stage == LADDER else {}
        own: dict[str, list[float]] = {key: [] for key in titles}
        for game in games:
            own[game.white].append(game.white_points)
            own[game.black].append(1 - game.white_points)
        middle = Placed(self._middle(), 0.0)
        lines = [
            LadderLine(
                key,
                title,
                key in self.bots,
                placed.get(key, middle).elo,
                placed.get(key, middle).error,
                *_counts(own[key]),
            )
            for key, title in titles.items()
        ]
        if stage == FINAL:
            return sorted(lines, key=lambda line: (-line.points, -line.wins, line.title))
        return sorted(lines, key=lambda line: (-line.elo, line.title))

    def _is_in(self, entry: LadderEntry, stage: str) -> bool:
        return entry.finalist if stage == FINAL else entry.state == "playing"

    def _placings(self, games: Sequence[LadderGame]) -> dict[str, Placed]:
        scores: dict[tuple[str, str], tuple[float, int]] = {}
        for game in games:
            pair = PlannedGame(LADDER, game.white, game.black, 0).pair
            points = game.white_points if pair[0] == game.white else 1 - game.white_points
            before = scores.get(pair, (0.0, 0))
            scores[pair] = before[0] + points, before[1] + 1
        return place(scores, {key: bot.elo for key, bot in self.bots.items()})

    def _middle(self) -> float:
        ratings = sorted(bot.elo for bot in self.bots.values())
        return ratings[len(ratings) // 2]

    # --- what is played next ---

    def take(self) -> PlannedGame | None:
        """Return the next game and note that it is under way; None if there is nothing to play."""
        with self._lock:
            pairing = self._next_of_final() if self.store.final[0] else self._next_of_ladder()
            if pairing is not None:
                self._under_way[pairing] += 1
            return pairing

    def _next_of_ladder(self) -> PlannedGame | None:
        table = self.table()
        met = Counter(PlannedGame(LADDER, game.white, game.black, 0).pair for game in self.store.games(LADDER))
        met.update(pairing.pair for pairing in self._under_way)
        total: Counter[str] = Counter()
        for pair, count in met.items():
            total.update(dict.fromkeys(pair, count))
        choices = []
        for i, line in enumerate(table):
            if line.is_bot:
                continue
            for j in self._near(i, table):
                pair = PlannedGame(LADDER, line.key, table[j].key, 0).pair
                if met[pair] < self.settings.pair_games:
                    choices.append((met[pair], total[line.key], abs(i - j), pair))
        if not choices:
            return None
        count, _, _, pair = min(choices)
        white, black = pair if count % 2 == 0 else pair[::-1]
        return PlannedGame(LADDER, white, black, count)

    def _near(self, i: int, table: Sequence[LadderLine]) -> list[int]:
        """Return the places of a line's neighbours on each side, and of the nearest bot if none is among them."""
        near = [j for j in range(i - self.settings.neighbours, i + self.settings.neighbours + 1) if 0 <= j < len(table)]
        near.remove(i)
        bots = sorted((abs(i - j), j) for j, line in enumerate(table) if line.is_bot)
        return near if any(table[j].is_bot for j in near) else [*near, bots[0][1]]

    def final_pairings(self) -> list[PlannedGame]:
        """Return all games of the final: everybody against everybody with both colours, in each round."""
        keys = [entry.key for entry in self.store.entries() if entry.finalist]
        rounds = self.store.final[1]
        return [PlannedGame(FINAL, *pair, number) for number in range(rounds) for pair in permutations(keys, 2)]

    def _next_of_final(self) -> PlannedGame | None:
        played = {(game.white, game.black, game.round) for game in self.store.games(FINAL)}
        for pairing in self.final_pairings():
            if (pairing.white, pairing.black, pairing.round) not in played and not self._under_way[pairing]:
                return pairing
        return None

    def freeze(self, rounds: int, places: int = 0) -> int:
        """End the ladder and let the best `places` entries play a final, all for 0; return how many do.

        A ladder that is frozen stays as it is.

        Raises
        ------
        InvalidSetting
            If there are not two to play.
        """
        if not self.store.final[0]:
            best = [int(line.key) for line in self.table() if not line.is_bot][: places or None]
            if len(best) < 2:
                raise InvalidSetting("A final takes two programs; the ladder has fewer.")
            self.store.freeze(best, rounds, places)
        return sum(entry.finalist for entry in self.store.entries())

    # --- a game ---

    def play(self, pairing: PlannedGame) -> str:
        """Play a game that `take` has returned, and commit it; say what came of it."""
        try:
            entries = {entry.key: entry for entry in self.store.entries()}
            names = [self._title(key, entries) for key in (pairing.white, pairing.black)]
            record = self._opening(pairing)
            record.tags |= {"White": names[0], "Black": names[1], "Event": pairing.stage.capitalize()}
            failure = self._play_on(record, pairing, entries)
            outcome = record.outcome
            assert outcome is not None
            self.store.add_game(
                pairing.stage, pairing.white, pairing.black, pairing.round, outcome.result, failure, record.text()
            )
            return f"{names[0]} against {names[1]}: {outcome.result}"
        finally:
            with self._lock:
                self._under_way[pairing] -= 1
                if self._under_way[pairing] <= 0:
                    del self._under_way[pairing]

    def _title(self, key: str, entries: Mapping[str, LadderEntry]) -> str:
        return self.bots[key].title if key in self.bots else entries[key].nickname

    def _play_on(self, record: Record, pairing: PlannedGame, entries: Mapping[str, LadderEntry]) -> str:
        """Play to the end; return what the loser did wrong."""
        side = Color.WHITE
        with ExitStack() as stack:
            players: list[Player] = []
            try:
                for side, key in zip(Color, (pairing.white, pairing.black), strict=True):
                    players.append(stack.enter_context(self._player(key, entries)))
                    if key in self.bots:
                        players[-1].new_game(self.game, side, self._seed(pairing))
            except ProgramFailed as error:
                record.declare(side.other, Termination.TIME if error.kind == "time" else Termination.CRASH)
                return f"The program {error}."
            return str(play_on(record, lambda turn: players[turn].choose(record, NO_LIMITS)) or "")

    def _player(self, key: str, entries: Mapping[str, LadderEntry]) -> Player:
        if key in self.bots:
            return Entry.parse(self.bots[key].player).create(self.game)
        entry = entries[key]
        folder = self.store.programs / entry.digest
        return self.assignment.contestant(Submission(entry.name, folder, entry.command, entry.digest))

    def _seed(self, pairing: PlannedGame) -> int:
        return derive_seed(self.assignment.seed, pairing.stage, *pairing.pair, pairing.round // 2)

    def _opening(self, pairing: PlannedGame) -> Record:
        """Return the opening of a game: the same for both colours, and in the final for everybody in a round."""
        of_whom = (pairing.round,) if pairing.stage == FINAL else (*pairing.pair, pairing.round // 2)
        for attempt in range(100):
            dice = random.Random(derive_seed(self.assignment.seed, "opening", pairing.stage, *of_whom, attempt))
            record = Record(self.game)
            for _ in range(self.settings.opening_plies):
                if record.outcome is None:
                    record.play(dice.choice(list(record.position.legal_moves)))
            if record.outcome is None:
                return record
        return Record(self.game)


def _counts(points: Sequence[float]) -> tuple[int, int, int]:
    return points.count(1.0), points.count(0.5), points.count(0.0)


def signature(folder: Path) -> list[tuple[str, int, int]]:
    """Return what changes when somebody hands something in: names, times and sizes of the files in `folder`."""
    found = []
    for path in sorted(folder.rglob("*")):
        try:
            known = path.lstat()
        except OSError:
            continue
        found.append((str(path), known.st_mtime_ns, known.st_size))
    return found


def settings_of(assignment: Assignment, settings: LadderSettings) -> dict[str, Any]:
    """Return what a ladder's file remembers, so that it goes on as it began."""
    return {"assignment": assignment.name, "seed": assignment.seed, "ladder": _plain(settings)}


def _plain(settings: LadderSettings) -> dict[str, Any]:
    bots = [[bot.player, bot.title, bot.elo] for bot in settings.bots]
    return {
        "pair_games": settings.pair_games,
        "neighbours": settings.neighbours,
        "opening_plies": settings.opening_plies,
        "bots": bots,
    }
