"""Endgames: the tables of a game, a position drawn from one, and what they say about any position."""

from typing import Annotated, Literal, NotRequired, TypedDict

from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.core.registry import all_games
from plyground.endgame.index import MAX_MEN
from plyground.endgame.listing import shares
from plyground.endgame.lookup import usual_tables
from plyground.endgame.material import Material
from plyground.endgame.missing import missing_of
from plyground.endgame.sampling import random_position
from plyground.endgame.store import Tables, describe
from plyground.endgame.tablefile import Header, InvalidTable
from plyground.web.endgames.verdicts import METRICS, MissingView, TableView, missing_view, table_view
from plyground.web.service.endpoints import Api, NotFound
from plyground.web.service.fields import AskNothing, Name, Rules, Text
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.views import game_of, rules_of_texts

api = Api()
SIGNS = {"win": 1, "draw": 0, "loss": -1}


class AskProbe(TypedDict):
    """A position of a game."""

    game: Name
    rule: NotRequired[Rules]
    position: Text


class AskTables(TypedDict):
    """A game by its name."""

    game: Name


class AskSample(TypedDict):
    """A position to draw: of which material, won, drawn or lost for the side to move, and no sooner than ``least``."""

    game: Name
    material: Annotated[str, Most(20)]
    category: NotRequired[Literal["win", "draw", "loss"]]
    turn: NotRequired[Literal["white", "black"]]
    least: NotRequired[Annotated[int, Between(0, 1000)]]


class EndgameGame(TypedDict):
    """A game that has tables, and the letters of its men."""

    name: str
    label: str
    letters: str


class Endgame(TypedDict):
    """A table: its material (``KQvK``), size, shares in percent by side to move, and the longest win, in plies."""

    material: str
    men: int
    positions: int
    shares: dict[str, dict[str, float]]
    longest_win: int
    longest_position: str | None


class GameTables(TypedDict):
    """The tables of a game.

    ``note`` says what distances count, ``missing`` what could be built, ``faults`` which files cannot be used and why.
    """

    note: str
    endgames: list[Endgame]
    missing: MissingView | None
    faults: list[str]


class Sample(TypedDict):
    """The text of a position."""

    position: str


@api.get("/api/tables/{game}", lock="engine")
def probe_tables(services: Services, ask: AskProbe) -> TableView:
    """Ask the endgame tables about a position and each of its moves."""
    return table_view(game_of(ask["game"], rules_of_texts(ask.get("rule", []))).position(ask["position"]))


@api.get("/api/endgames")
def list_games_with_tables(services: Services, ask: AskNothing) -> list[EndgameGame]:
    """List the games that have endgame tables."""
    return [
        {"name": game.name, "label": game.label, "letters": described.letters}
        for game in all_games().values()
        if (described := describe(game)) is not None
    ]


@api.get("/api/endgames/{game}")
def list_endgames(services: Services, ask: AskTables) -> GameTables:
    """List the tables of a game."""
    tables = _tables(game_of(ask["game"]))
    found, faults = list[Endgame](), list[str]()
    for material in tables.materials_there(MAX_MEN):
        try:
            table = tables.table(material)
        except InvalidTable as error:
            faults.append(str(error))
        else:
            if table is not None:
                found.append(_endgame(table.header, material.men))
    return {
        "note": METRICS[tables.description.metric],
        "endgames": found,
        "missing": missing_view(missing_of(tables)),
        "faults": faults,
    }


def _endgame(header: Header, men: int) -> Endgame:
    return {
        "material": header.material,
        "men": men,
        "positions": sum(sum(counts.values()) for counts in header.counts.values()),
        "shares": {
            side: {name: round(share, 4) for name, share in percent.items()} for side, percent in shares(header).items()
        },
        "longest_win": header.longest_win,
        "longest_position": header.longest_position,
    }


@api.get("/api/endgames/{game}/random")
def draw_endgame(services: Services, ask: AskSample) -> Sample:
    """Draw a position of a material at random."""
    tables = _tables(game_of(ask["game"]))
    material = Material.parse(tables.description.letters, ask["material"]).normal
    if tables.table(material) is None:
        raise NotFound(f"There is no table of {ask['material']} in {tables.game.label}.")
    sign = SIGNS.get(ask.get("category", ""))
    side = {"white": 0, "black": 1}.get(ask.get("turn", ""))
    found = random_position(tables, material, services.random, sign, side, ask.get("least", 0))
    if found is None:
        raise InvalidSetting(f"No such position of {ask['material']} has been found.")
    return {"position": found.text}


def _tables(game: Game) -> Tables:
    if describe(game) is None:
        raise NotFound(f"There are no endgame tables of {game.label}.")
    return usual_tables(game, None)
