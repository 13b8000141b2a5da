"""The fields and the answers that many endpoints share."""

from typing import Annotated, NotRequired, TypedDict

from plyground.web.service.schema import Between, Most

Name = Annotated[str, Most(60)]
Text = Annotated[str, Most(2_000)]
Rules = Annotated[list[Annotated[str, Most(100)]], Most(8)]


class AskNothing(TypedDict):
    """A request without fields."""


class AskClock(TypedDict):
    """A clock: seconds at the start, and seconds added for every move; or so many ``days`` for each move."""

    initial: Annotated[int, Between(5, 36_000)]
    increment: Annotated[int, Between(0, 600)]
    days: NotRequired[Annotated[int, Between(0, 14)]]


class RecordText(TypedDict):
    """A record's text, as every command of Plyground reads it."""

    text: str
