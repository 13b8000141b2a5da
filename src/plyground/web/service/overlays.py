"""What can be drawn over a position to explain it, and what that is worth in the evaluation."""

from typing import Annotated, NotRequired, TypedDict

from plyground.core.position import Position
from plyground.nets.evaluations import names_of
from plyground.web.board.overlays import Overlay, contribution, overlays_of
from plyground.web.service.endpoints import Api
from plyground.web.service.fields import Name, Rules, Text
from plyground.web.service.schema import Most
from plyground.web.service.services import Services
from plyground.web.service.views import game_of, rules_of_texts

api = Api()


class AskOverlays(TypedDict):
    """A position of a game (without a text its start), and the names of the overlays."""

    game: Name
    rule: NotRequired[Rules]
    position: NotRequired[Text]
    name: Annotated[list[Annotated[str, Most(60)]], Most(20)]


class OverlayView(Overlay):
    """An overlay; ``counts`` is a sentence on what it is worth in the evaluation, "" where it is not counted."""

    counts: str


@api.get("/api/games/{game}/overlays")
def show_overlays(services: Services, ask: AskOverlays) -> list[OverlayView]:
    """Return what can be drawn over a position."""
    position = game_of(ask["game"], rules_of_texts(ask.get("rule", []))).position(ask.get("position"))
    found = [overlay for overlay in overlays_of(position) if overlay["name"] in ask["name"]]
    return [{**overlay, "counts": _counts(position, overlay)} for overlay in found]


def _counts(position: Position, overlay: Overlay) -> str:
    if not overlay["terms"] or position.outcome is not None:
        return ""
    part, whole = contribution(position, overlay["terms"])
    if not round(part):
        return ""
    # a net has no terms: there the handmade evaluation tells what it would say
    who = "By the handmade evaluation" if names_of(position.game) else "For the engine"
    if position.game.scored:
        return f"{who} this makes {part:+.0f} of {whole:+.0f} points at first sight."
    return f"{who} this makes {part / 100:+.2f} of {whole / 100:+.2f} at first sight, before any search."
