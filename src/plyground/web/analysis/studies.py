"""Kept analyses: list, show, store and delete them. A page stores what it shows by itself, whenever it changes."""

import json
import time
from math import inf
from typing import Annotated, NotRequired, TypedDict

from plyground.core.errors import InvalidSetting
from plyground.web.analysis.study_database import Study
from plyground.web.service.endpoints import Api, Forbidden, Outdated
from plyground.web.service.fields import AskNothing
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.visitors import Visitor

api = Api()
MAX_LISTED = 50
MAX_STATE = 1_000_000
Id = Annotated[str, Most(40)]


class AskStudies(TypedDict):
    """Which of the visitor's studies to list: those of a game that was played here, or all; changed before a time."""

    game_id: NotRequired[Id]
    before: NotRequired[float]


class AskStudy(TypedDict):
    """A study by its id."""

    id: Id


class AskKeep(TypedDict):
    """What a page keeps: a title, the number of moves, and its state, a JSON object that only pages read."""

    title: Annotated[str, Most(200)]
    moves: Annotated[int, Between(0, 5000)]
    state: Annotated[str, Most(MAX_STATE)]
    game_id: NotRequired[Id]


class AskChange(AskKeep):
    """A study that has changed.

    ``known`` are the versions on which the change may be based: where what is kept is another one, somebody else has
    changed it meanwhile. A page puts a ``version`` of its own into each state. Without ``known`` any is changed.
    """

    id: Id
    known: NotRequired[Annotated[list[Annotated[str, Most(40)]], Most(20)]]


class StudyLine(TypedDict):
    """A study, for a list."""

    id: str
    game_id: str
    title: str
    moves: int
    changed: float


class StudyView(StudyLine):
    """A study with its state, and whether it belongs to who asks."""

    state: str
    yours: bool


class StudyList(TypedDict):
    """Studies, the latest first."""

    studies: list[StudyLine]


@api.get("/api/studies")
def list_studies(services: Services, ask: AskStudies, visitor: Visitor) -> StudyList:
    """List the visitor's kept analyses."""
    most, before = MAX_LISTED, ask.get("before", inf)
    found = services.studies.latest(visitor, most, ask.get("game_id"), before) if visitor else []
    return {"studies": [_line(study) for study in found]}


@api.post("/api/studies")
def begin_study(services: Services, ask: AskKeep, visitor: Visitor) -> StudyLine:
    """Keep an analysis under a new address."""
    study = Study(Study.new_id(), visitor, ask.get("game_id", ""), *_content(ask))
    services.studies.save(study)
    return _line(study)


@api.get("/api/studies/{id}")
def show_study(services: Services, ask: AskStudy, visitor: Visitor) -> StudyView:
    """Show a kept analysis."""
    study = _existing(services, services.studies.load(ask["id"]), ask["id"])
    return {**_line(study), "state": study.state, "yours": bool(visitor) and study.owner == visitor}


@api.post("/api/studies/{id}")
def change_study(services: Services, ask: AskChange, visitor: Visitor) -> StudyLine:
    """Keep an analysis as it is now."""
    content = _content(ask)

    def with_changes(kept: Study | None) -> Study:
        study = _own(services, kept, ask["id"], visitor)
        if "known" in ask and study.version not in ask["known"]:
            raise Outdated("This analysis has been changed in another tab meanwhile.")
        return Study(study.id, visitor, study.game_id, *content)

    return _line(services.studies.change(ask["id"], with_changes))


@api.post("/api/studies/{id}/delete")
def delete_study(services: Services, ask: AskStudy, visitor: Visitor) -> AskNothing:
    """Delete a kept analysis."""
    services.studies.remove(_own(services, services.studies.load(ask["id"]), ask["id"], visitor).id)
    return {}


def _content(ask: AskKeep) -> tuple[str, int, float, str]:
    """Return a study's title, number of moves, time of change and state."""
    try:
        is_object = isinstance(json.loads(ask["state"]), dict)
    except (ValueError, RecursionError):
        is_object = False
    if not is_object:
        raise InvalidSetting("The state of an analysis should be a JSON object.")
    return ask["title"], ask["moves"], time.time(), ask["state"]


def _existing(services: Services, study: Study | None, name: str) -> Study:
    if study is None:
        raise services.studies.missing(f"analysis {name[:40]!r}", "have been deleted")
    return study


def _own(services: Services, found: Study | None, name: str, visitor: Visitor) -> Study:
    study = _existing(services, found, name)
    if not visitor or study.owner != visitor:
        raise Forbidden("This analysis belongs to another browser; here it can only be looked at.")
    return study


def _line(study: Study) -> StudyLine:
    return {
        "id": study.id,
        "game_id": study.game_id,
        "title": study.title,
        "moves": study.moves,
        "changed": study.changed,
    }
