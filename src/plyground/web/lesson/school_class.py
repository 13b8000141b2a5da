"""`SchoolClass`: a class as it stands: its pupils, what is locked, what is shown, its tournaments. Stored whole."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from plyground.core.errors import InvalidSetting
from plyground.web.lesson.nickname import alike, check_nickname
from plyground.web.lesson.rounds import ClassTournament
from plyground.web.lesson.tasks import ClassTask
from plyground.web.service.endpoints import Busy, Forbidden, NotFound

Lock = Literal["engine", "hints"]
MAX_PUPILS = 200
"""Who take part; as many may wait to be let in."""
FULL = f"A class has at most {MAX_PUPILS} pupils."


@dataclass
class Pupil:
    """Somebody who takes part.

    Attributes
    ----------
    number
        From 1.
    nickname
        What the others see.
    visitor
        The browser (`plyground.web.service.visitors`), or the digest of a program's token; "" if the teacher has let go
        of it, so that the next to give this nickname goes on as this pupil.
    plays
        The game that it plays, if it is a program on somebody's machine; "" for a person.
    is_removed
        Whether the teacher has sent them away.
    game
        The id of the game they played last; "" before the first.
    """

    number: int
    nickname: str
    visitor: str
    plays: str = ""
    is_removed: bool = False
    game: str = ""

    @property
    def is_program(self) -> bool:
        """Whether it is a program."""
        return bool(self.plays)


@dataclass
class Newcomer:
    """Somebody who waits until the teacher lets them in: a number that nobody else gets, and as for a `Pupil`."""

    number: int
    nickname: str
    visitor: str
    plays: str = ""


@dataclass
class SchoolClass:
    """A class.

    Attributes
    ----------
    name
        What it is called.
    password
        What is kept of the teacher's password.
    is_open
        Whether somebody new may join.
    has_waiting_room
        Whether somebody new waits until the teacher lets them in.
    waiting, asked
        Who wait, and how many have ever been new.
    locks
        What pupils may not use.
    pupils
        All that have ever joined.
    tasks, shown
        All tasks, and the number of the one that is shown now; 0: none.
    projected
        The number of the pupil whose board everybody sees; 0: nobody's.
    tournaments
        The last one is the one that is played.
    is_over
        Whether the lesson has ended.
    """

    name: str
    password: str
    is_open: bool = True
    has_waiting_room: bool = False
    waiting: list[Newcomer] = field(default_factory=list)
    asked: int = 0
    is_over: bool = False
    locks: list[Lock] = field(default_factory=list)
    pupils: list[Pupil] = field(default_factory=list)
    tasks: list[ClassTask] = field(default_factory=list)
    shown: int = 0
    projected: int = 0
    tournaments: list[ClassTournament] = field(default_factory=list)

    def state(self) -> dict[str, Any]:
        """Return what to store."""
        return asdict(self)

    @classmethod
    def of_state(cls, state: dict[str, Any]) -> "SchoolClass":
        """Return a stored class."""
        return cls(
            **{
                **state,
                "pupils": [Pupil(**pupil) for pupil in state["pupils"]],
                "waiting": [Newcomer(**each) for each in state.get("waiting", [])],
                "tasks": [ClassTask.of_state(task) for task in state["tasks"]],
                "tournaments": [ClassTournament.of_state(each) for each in state["tournaments"]],
            }
        )

    def taking_part(self) -> list[Pupil]:
        """Return the pupils who have not been sent away."""
        return [pupil for pupil in self.pupils if not pupil.is_removed]

    def pupil_of(self, visitor: str) -> Pupil | None:
        """Return the pupil whose browser this is."""
        return next((pupil for pupil in self.pupils if visitor and pupil.visitor == visitor), None)

    def pupil(self, number: int) -> Pupil:
        """Return a pupil by number."""
        if not 1 <= number <= len(self.pupils):
            raise NotFound(f"There is no pupil {number} in this class.")
        return self.pupils[number - 1]

    def demand_pupil(self, visitor: str) -> Pupil:
        """Return the pupil whose browser this is; raises `Forbidden` for others."""
        pupil = self.pupil_of(visitor)
        if pupil is None:
            raise Forbidden("You have not joined this class.")
        if pupil.is_removed:
            raise Forbidden("Your teacher has removed you from this class.")
        return pupil

    def newcomer_of(self, visitor: str) -> Newcomer | None:
        """Return who waits in this browser."""
        return next((each for each in self.waiting if visitor and each.visitor == visitor), None)

    def join(
        self, nickname: str, visitor: str, plays: str = "", may_enter: Callable[[], bool] = lambda: True
    ) -> Pupil | None:
        """Let somebody take part, and return the pupil; who has joined already gets another nickname.

        Parameters
        ----------
        nickname, visitor, plays
            As for a `Pupil`.
        may_enter
            Asked for who is new, once nothing else is in the way.

        Returns
        -------
        Pupil | None
            None: they wait until the teacher lets them in.

        Raises
        ------
        Forbidden, InvalidSetting, Busy
            If the class is closed or full, they were sent away, the nickname is none, or they may not enter now.
        """
        if not visitor:
            raise Forbidden("A class needs a browser that keeps cookies.")
        known = self.pupil_of(visitor)
        if known is not None:
            self.demand_pupil(visitor)
            known.nickname, known.plays = check_nickname(nickname, self._names(known)), plays
            return known
        free = [each for each in self.taking_part() if not each.visitor and alike(each.nickname) == alike(nickname)]
        if free:
            free[0].visitor = visitor
            return free[0]
        if not self.is_open:
            raise Forbidden("Nobody can join at the moment; ask your teacher.")
        name = check_nickname(nickname, self._names())
        waits = self.newcomer_of(visitor)
        if waits is not None:
            waits.nickname, waits.plays = name, plays
            return None
        if len(self.waiting if self.has_waiting_room else self.taking_part()) >= MAX_PUPILS:
            raise InvalidSetting(FULL)
        if not may_enter():
            raise Busy("Many have joined from where you are just now; try again in a few seconds.")
        self.asked += 1
        newcomer = Newcomer(self.asked, name, visitor, plays)
        if not self.has_waiting_room:
            return self._let_in(newcomer)
        self.waiting.append(newcomer)
        return None

    def _let_in(self, newcomer: Newcomer) -> Pupil:
        if len(self.taking_part()) >= MAX_PUPILS:
            raise InvalidSetting(FULL)
        # somebody may have got that name meanwhile
        name = check_nickname(newcomer.nickname, self._names())
        pupil = Pupil(len(self.pupils) + 1, name, newcomer.visitor, newcomer.plays)
        self.pupils.append(pupil)
        return pupil

    def admit(self, number: int) -> None:
        """Let in who waits by that number; for 0 all, but for those whose nickname somebody has got meanwhile."""
        if number:
            newcomer = self._waiting_by(number)
            self._let_in(newcomer)
            self.waiting.remove(newcomer)
            return
        for newcomer in list(self.waiting):
            with suppress(InvalidSetting):
                self.admit(newcomer.number)

    def refuse(self, number: int) -> None:
        """Let who waits by that number wait no longer, all for 0; they may ask again."""
        gone = [self._waiting_by(number)] if number else list(self.waiting)
        self.waiting = [each for each in self.waiting if each not in gone]

    def _waiting_by(self, number: int) -> Newcomer:
        for each in self.waiting:
            if each.number == number:
                return each
        raise NotFound("Nobody waits by that number any more.")

    def rename(self, number: int, nickname: str) -> None:
        """Give a pupil another nickname."""
        pupil = self.pupil(number)
        pupil.nickname = check_nickname(nickname, self._names(pupil))

    def _names(self, but: Pupil | None = None) -> Iterable[str]:
        return [each.nickname for each in self.pupils if each is not but]

    @property
    def task(self) -> ClassTask | None:
        """The task that is shown."""
        return self.tasks[self.shown - 1] if self.shown else None

    def demand_task(self) -> ClassTask:
        """Return the task that is shown; raises `InvalidSetting` without one."""
        if self.task is None:
            raise InvalidSetting("Nothing is shown to the class at the moment.")
        return self.task

    def show(self, task: ClassTask) -> None:
        """Show another task."""
        task.number = len(self.tasks) + 1
        self.tasks.append(task)
        self.shown = task.number

    def show_again(self, number: int) -> None:
        """Show a task that was shown before; it goes on as it stood."""
        if not 1 <= number <= len(self.tasks):
            raise NotFound(f"There is no task {number} in this class.")
        self.shown = number

    @property
    def tournament(self) -> ClassTournament | None:
        """The tournament that is played."""
        return self.tournaments[-1] if self.tournaments else None
