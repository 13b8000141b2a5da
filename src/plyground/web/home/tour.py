"""The rules in moving pictures: the scenes of a game's lesson, frame by frame; the sample game where there are none."""

from functools import lru_cache
from typing import Any, NotRequired, TypedDict

from plyground.core.game import Game
from plyground.core.registry import get_game
from plyground.core.steps import Steps
from plyground.web.home.demo import demo
from plyground.web.service.views import BoardView, aim_of, position_view, steps_of


class Picture(TypedDict):
    """What stands on the board, the squares of the move that led there, and what is said of it."""

    pieces: dict[str, str]
    last: list[str]
    shoots: bool
    text: str
    board: NotRequired[BoardView]


class Tour(TypedDict):
    """The aim of a game in one line, and the pictures of its rules, on boards of the variant `game`."""

    game: str
    aim: str
    pictures: list[Picture]


def tour_in_steps(game: Game) -> Steps[Tour]:
    """Return the pictures of a game's rules in the end, for its whole family, a scene a step."""
    scenes, pictures = _scenes_of(game), list[Picture]()
    for number in range(len(scenes)):
        pictures += _pictures_of(game, number)
        yield
    return {
        "game": scenes[0]["game"] if scenes else game.name,
        "aim": aim_of(game),
        "pictures": pictures or _sample(game),
    }


def _scenes_of(game: Game) -> list[Any]:
    lesson = game.optional_submodule("lesson")
    return lesson.LESSON.get("scenes", []) if lesson else []


@lru_cache(256)
def _pictures_of(game: Game, number: int) -> list[Picture]:
    """Return the pictures of a scene."""
    scene, pictures = _scenes_of(game)[number], list[Picture]()
    position = get_game(scene["game"]).position(scene["position"])
    shoots, last = position_view(position)["shoots"], list[str]()
    for text in [*scene["moves"], None]:
        view = position_view(position)
        picture: Picture = {"pieces": view["pieces"], "last": last, "shoots": shoots, "text": scene["text"]}
        if "board" in view:
            picture["board"] = view["board"]
        pictures.append(picture)
        if text is not None:
            move = position.move(text)
            last, position = steps_of(position, move.code), position.play(move)
    return pictures


def opening(game: Game) -> tuple[Game, str | None, str]:
    """Return the first picture without any kernel: the variant, its position (None: the start), and the sentence."""
    first = next(iter(_scenes_of(game)), None)
    return (get_game(first["game"]), first["position"], first["text"]) if first else (game, None, "")


def _sample(game: Game) -> list[Picture]:
    found, pieces, pictures = demo(game), dict[str, str](), list[Picture]()
    for frame in found["frames"]:
        pieces = {square: man for square, man in {**pieces, **frame["changes"]}.items() if man is not None}
        pictures.append({"pieces": pieces, "last": frame["last"], "shoots": found["shoots"], "text": ""})
    return pictures
