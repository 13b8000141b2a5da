"""The puzzles of the day, one of each game, and for how many days in a row somebody has solved one of them."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import TypedDict

from plyground.core.registry import get_game
from plyground.web.puzzles.choosing import daily_puzzles
from plyground.web.puzzles.try_database import Try
from plyground.web.service.endpoints import Api
from plyground.web.service.fields import AskNothing
from plyground.web.service.services import Services
from plyground.web.service.visitors import Visitor

api = Api()


class DailyPuzzle(TypedDict):
    """A game's puzzle of the day, and what came of it: null while it has not been tried."""

    id: str
    game: str
    label: str
    solved: bool | None


class Today(TypedDict):
    """The day (UTC), its puzzles, and the days in a row with one solved on its day: until now, and the most ever."""

    day: str
    puzzles: list[DailyPuzzle]
    streak: int
    best_streak: int


@api.get("/api/puzzles/today")
def show_today(services: Services, ask: AskNothing, visitor: Visitor) -> Today:
    """Show the puzzles of the day."""
    today, tries = datetime.now(UTC).date(), services.tries.tries(visitor)
    solved = {each.puzzle: each.solved for each in tries}
    streak, best = streaks(days_of_streak(tries), today)
    return {
        "day": today.isoformat(),
        "puzzles": [
            {
                "id": puzzle.id,
                "game": puzzle.game,
                "label": get_game(puzzle.game).label,
                "solved": solved.get(puzzle.id),
            }
            for puzzle in daily_puzzles(today)
        ],
        "streak": streak,
        "best_streak": best,
    }


def days_of_streak(tries: Iterable[Try]) -> set[date]:
    """Return the days on which one of their puzzles was solved."""
    found: dict[date, set[str]] = {}
    for each in tries:
        if each.solved:
            found.setdefault(datetime.fromtimestamp(each.tried, UTC).date(), set()).add(each.puzzle)
    return {day for day, ids in found.items() if ids & {puzzle.id for puzzle in daily_puzzles(day)}}


def streaks(days: set[date], today: date) -> tuple[int, int]:
    """Return how many days in a row there are up to today, or up to yesterday, and the most there ever were."""
    one, lengths = timedelta(days=1), dict[date, int]()
    for day in sorted(days):
        lengths[day] = lengths.get(day - one, 0) + 1
    return lengths.get(today, lengths.get(today - one, 0)), max(lengths.values(), default=0)
