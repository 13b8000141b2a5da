"""Live answers. A `Session` answers a page's questions with many messages each; a `Feed` sends what changes.

A page sends a session JSON objects with a ``do`` and a ``token``, and every message of the answer carries the token of
its question: as many as there are, then ``{"token": 7, "done": true}``. ``{"do": "stop"}``, a new question, or leaving
the page ends the current answer. Errors are sent as ``{"token": 7, "error": "..."}``.

A browser that thinks for itself adds ``"thinks": true``. The server then only says whether that is open to it, by
``{"token": 7, "yours": true}``, and by ``{"token": 7, "stop": true}`` when it no longer is.

The host of the pages drives both: it gives a session's `answer` one turn at thinking after the other, and asks a feed
for its news whenever it is noted that there are some.
"""

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from plyground.web.service.endpoints import Busy
from plyground.web.service.runtime import Thinking, Turn
from plyground.web.service.schema import BadRequest, check, from_query
from plyground.web.service.services import Services
from plyground.web.service.visitors import Visitor

ENDED = 4004
"""The code with which a connection is closed that there is no use in making again."""
Answering = Generator[None, Turn, None]
"""An answer under way: what stands before its first ``yield`` prepares it, and each ``yield`` gives it another turn."""


class Send(Protocol):
    """Sends the page a message of an answer, from within a turn.

    One that is the `latest` of its kind may be left out if another follows before it is sent.
    """

    def __call__(self, message: Mapping[str, Any], *, latest: bool = False) -> None:
        """Send it."""


class Question(NamedTuple):
    """What a page has sent: its token, and the fields, or the sentence about what is wrong with them.

    ``thinks`` says that the browser thinks for itself: it asks whether it may.
    """

    token: int | None
    ask: Any = None
    error: str = ""
    thinks: bool = False


class Session:
    """One page's questions; a subclass declares them (`Ask`, a TypedDict) and answers them (`answer`).

    Attributes
    ----------
    PATH
        Where pages connect.
    MAX_SECONDS
        How long an answer may take; None: as long as it likes.
    """

    PATH: ClassVar[str]
    Ask: ClassVar[Any]
    MAX_SECONDS: ClassVar[float | None] = None

    def __init__(self, services: Services) -> None:
        self.services = services

    @property
    def thinking(self) -> Thinking:
        """Where its turns come from."""
        return self.services.pool

    def lock(self, ask: Any) -> Any:
        """Return what a question needs that the teacher of a class may have locked, None if nothing."""
        return None

    def answer(self, ask: Any, send: Send) -> Answering:
        """Answer a question; abandoned at a ``yield`` when nobody wants the answer any more."""
        raise NotImplementedError

    def progress(self) -> Mapping[str, Any] | None:
        """Return how far a turn has got that lasts; asked now and then, from outside of it."""
        return None

    def too_long(self) -> Busy:
        """Return what is said where an answer takes longer than it may."""
        return Busy(f"The search was stopped after {self.MAX_SECONDS:.0f} s.")

    def read(self, text: str) -> Question:
        """Read what a page has sent."""
        token = None
        try:
            value = json.loads(text)
            found = value.get("token") if isinstance(value, dict) else None
            token = found if type(found) is int else None
            thinks = isinstance(value, dict) and value.pop("thinks", None) is True
            return Question(token, check(self.Ask, value, "the message"), thinks=thinks)
        except BadRequest as error:
            return Question(token, error=str(error))
        except (ValueError, RecursionError):
            return Question(None, error="A message should be JSON.")


class Following(Protocol):
    """Somebody who follows a feed."""

    def news(self) -> Any:
        """Return the next message; None if there is none by now. Raises a `PlygroundError` where the feed ends."""

    def leave(self) -> None:
        """Follow no longer."""


@dataclass(frozen=True)
class Feed:
    """Something that pages follow.

    Attributes
    ----------
    path
        Where pages connect.
    ask
        The type of the fields in the path.
    follow
        Called with the services, those fields, who asks, whether that is the teacher, and a function that is to be
        called, from anywhere, whenever there may be news.
    every
        The least seconds between two messages to one page.
    """

    path: str
    ask: Any
    follow: Callable[[Services, Any, Visitor, bool, Callable[[], None]], Following]
    every: float = 0.0

    def begin(
        self,
        services: Services,
        fields: Mapping[str, str],
        visitor: Visitor,
        is_teacher: bool,
        note: Callable[[], None],
    ) -> Following:
        """Follow, from now on.

        Raises
        ------
        PlygroundError
            If there is nothing to follow, or not for this visitor.
        """
        ask = check(self.ask, from_query(self.ask, {name: [value] for name, value in fields.items()}), "the address")
        return self.follow(services, ask, visitor, is_teacher, note)
