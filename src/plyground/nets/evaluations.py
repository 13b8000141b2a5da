"""Evaluations by the text that names them: one of the game's own, ``handmade``, ``net``, or ``net:FILE``.

``net`` is the net that comes with a game, ``net-NAME.npz`` in its folder, NAME the game's; ``net:FILE`` is anybody's.
A variant without one may be judged by another's, which it names in the mapping `JUDGED_AS` of its ``features.py``.
A game has a net where one has been shown to be stronger than ``handmade``, its terms and weights; the engine then
judges by it unless it is told otherwise (`engine_evaluation`). The textbook's search goes on with the handmade one.
`Game.evaluation` takes all these names: it finds this module by `plyground.core.evaluation_names.READERS`.
"""

import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from plyground.core import evaluation, evaluation_names
from plyground.core.errors import InvalidNotation, UnknownName
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.registry import get_game
from plyground.nets.features import outputs_by_games, shape_of_many
from plyground.nets.file import load, provenance_of
from plyground.nets.network import Network

NET, HANDMADE = "net", evaluation_names.HANDMADE


def net_owner(game: Game) -> Game:
    """Return the game whose net judges `game`: itself if it has one, else the variant that its features name."""
    name = getattr(game.optional_submodule("features"), "JUDGED_AS", {}).get(game.name)
    return get_game(name) if name and not _net_of(game).exists() else game


def own_net(game: Game) -> Path:
    """Return where the net is that judges `game` unless another is named, if there is one."""
    return _net_of(net_owner(game))


def _net_of(game: Game) -> Path:
    __import__(game.module)
    return Path(str(sys.modules[game.module].__file__)).parent / f"net-{game.name}.npz"


def engine_evaluation(game: Game) -> Evaluation:
    """Return what the engine judges `game` by unless it is told otherwise: its net if it has one."""
    return evaluation_of(game, NET) if names_of(game) else evaluation.HANDMADE


def evaluation_by_games(game: Game) -> Evaluation:
    """Return what the engine judges `game` by, without what endgame tables have taught its net of few men."""
    usual = engine_evaluation(game)
    return replace(usual, kernel=of_many(game, usual.kernel)) if isinstance(usual.kernel, Network) else usual


def of_many(game: Game, network: Network) -> Network:
    """Return a net that judges few men as it judges many, so that what endgame tables have taught it counts nothing."""
    weights, outputs = network.weights.copy(), outputs_by_games(game)
    weights[shape_of_many(game).features :] = 0
    return network._replace(weights=weights, output=network.output[outputs], output_bias=network.output_bias[outputs])


def names_of(game: Game) -> list[str]:
    """Return the name of the net that comes with `game`, if there is one."""
    return [NET] if own_net(game).exists() else []


def net_file(game: Game, text: str | None) -> Path | None:
    """Return the file of the net that `text` names, whether it is there or not; None if it names no net.

    Raises
    ------
    InvalidNotation
        If it is ``net:`` without a file.
    """
    kind, colon, name = (text or "").partition(":")
    if kind != NET:
        return None
    if colon and not name:
        raise InvalidNotation("After net: a net's file was expected, as in net:FILE.npz.")
    return Path(name) if colon else own_net(game)


def evaluation_of(game: Game, text: str | None = None) -> Evaluation:
    """Return the evaluation of `game` that `text` names, the usual one without a text: as `Game.evaluation` does.

    Raises
    ------
    UnknownName
        If there is none of that name, or the game has no net.
    InvalidNotation, InvalidSetting
        If a net cannot be used (`plyground.nets.file.load`).
    """
    path = net_file(game, text)
    if path is None:
        return game.evaluation(text)
    is_own = text == NET
    if is_own and not path.exists():
        raise UnknownName(f"{game.name} has no net of its own; net:FILE takes one that `plyground learn` has made.")
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError):
        changed = 0  # `load` says what is wrong
    maker = net_owner(game)
    if not is_own and maker is not game and not _is_made_for(maker, path):
        maker = game
    return _load_net(maker, path, changed)


def _is_made_for(game: Game, path: Path) -> bool:
    """Tell whether a file is a net that says that it is one for `game`."""
    try:
        return provenance_of(path).get("game") == game.name
    except InvalidNotation:
        return False


@lru_cache(maxsize=16)
def _load_net(game: Game, path: Path, changed: int) -> Evaluation:
    """Return a net's evaluation; `changed`, when the file was written, lets a net that is replaced be read again."""
    return Evaluation(load(path, game))
