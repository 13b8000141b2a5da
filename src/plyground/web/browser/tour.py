"""`Tour`: the service asked for all that pages ask about a game, so that every kernel is called that they need.

A site's kernels are those that a tour has called (`plyground.web.browser.kernels`). In a browser the same tour shows
whether one is missing.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from plyground.agents import warmup as agents_warmup
from plyground.core import warmup as core_warmup
from plyground.core.game import Game
from plyground.core.registry import all_games
from plyground.endgame.lookup import usual_tables
from plyground.endgame.store import describe
from plyground.engine import warmup as engine_warmup
from plyground.engine.scores import WIN, Score, is_by_table
from plyground.puzzles.collection import collection_of
from plyground.search import warmup as search_warmup
from plyground.search.plain import ALGORITHMS
from plyground.solving import solver
from plyground.solving.checker import positions_recur
from plyground.solving.tables import NoTables, load_tables
from plyground.web.board.overlays import titles_of
from plyground.web.browser.dispatcher import Dispatcher
from plyground.web.browser.worker import stores_in
from plyground.web.service.evaluations import titles

LEVELS = 0, 5
"""The weakest makes any move, and others look at several lines."""
PLIES = 12
"""Of the line that is looked at."""
SLICES = 12
"""Of an answer that goes on until it is stopped."""
LONGEST = 5000
"""Slices of one that ends by itself."""


class Tour:
    """A visitor who looks at everything; its files are in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._sent: list[Mapping[str, Any]] = []
        self._service = Dispatcher(stores_in(folder, lambda: None), Random(1), self._sent.append)

    def of_family(self, family: str) -> None:
        """Look at every game of a family."""
        for game in all_games().values():
            if game.family == family:
                self.of_game(game)
        self._get(f"/api/lessons/{family}")
        self._get(f"/api/lessons/{family}/boards")

    def of_game(self, game: Game) -> None:
        """Look at a game: its first moves, some moves of chance, and its endgames."""
        name, positions = game.name, list(_line(game))
        _prepare(game)
        self._get(f"/api/games/{name}")
        self._get(f"/api/games/{name}/demo")
        for position in positions:
            self._position(game, position)
        self._play(name)
        self._analyse(name, positions)
        self._explore(game, positions[len(positions) // 2])
        self._endgames(game)
        self._puzzles(game)

    def close(self) -> None:
        """End it."""
        self._service.close()

    # ---------------------------------------------------------------------------------------------------- parts

    def _position(self, game: Game, text: str) -> None:
        name, shown = game.name, f"position={quote(text)}"
        self._get(f"/api/games/{name}/position?{shown}")
        self._service.answer("GET", f"/api/games/{name}/board.svg?{shown}")
        self._get(f"/api/openings/{name}?{shown}&source=book")
        self._get(f"/api/games/{name}/overlays?{shown}&" + "&".join(f"name={each}" for each in titles_of(game)))
        for by in titles(game):
            if by in {"net", "handmade"}:
                self._get(f"/api/games/{name}/evaluation?{shown}&by={by}")

    def _play(self, name: str) -> None:
        """Play with the engine, its hints and its coach."""
        for level in LEVELS:
            game = self._post("/api/play", game=name, you="white", level=level)["id"]
            for ply in (0, 2):
                moves = self._get(f"/api/play/{game}")["view"]["moves"]
                if moves:
                    self._post(f"/api/play/{game}/move", move=moves[0][0], ply=ply, careful=True)
                    self._finish()
            for what in ("comment", "hint", "offer-draw", "take-back", "resign"):
                self._post(f"/api/play/{game}/{what}", **({"ply": 1} if what == "comment" else {}))

    def _analyse(self, name: str, positions: list[str]) -> None:
        self._connect("/api/analyse", {"do": "analyse", "game": name, "lines": 3})
        for text in positions[-2:]:
            self._connect("/api/analyse", {"do": "analyse", "game": name, "start": text, "lines": 1})
        self._connect("/api/analyse", {"do": "analyse", "game": name, "threat": True})
        self._connect("/api/analyse", {"do": "review", "game": name, "moves": []}, LONGEST)

    def _explore(self, game: Game, text: str) -> None:
        where: dict[str, Any] = {"game": game.name, "position": text}
        for evaluation in titles(game):
            for algorithm in ALGORITHMS:
                self._post("/api/explorer/search", **where, algorithm=algorithm, depth=1, evaluation=evaluation)
            games = {"do": "play", "games": 1, "seed": 1, "evaluation": evaluation}
            self._connect("/api/laboratory/live", where | games, LONGEST)
            self._post("/api/explorer/simulations", **where, simulations=3, depth=2, evaluation=evaluation)
        counted = {"do": "compare", "algorithm": "minimax", "depth": 1}
        self._connect("/api/explorer/live", where | counted, LONGEST)
        self._connect("/api/laboratory/live", where | {"do": "play", "games": 3, "seed": 1}, LONGEST)

    def _endgames(self, game: Game) -> None:
        if game.name not in {each["name"] for each in self._get("/api/endgames")}:
            return
        for endgame in self._get(f"/api/endgames/{game.name}")["endgames"]:
            drawn = self._get(f"/api/endgames/{game.name}/random?material={endgame['material']}")
            if "position" in drawn:
                self._get(f"/api/tables/{game.name}?position={quote(drawn['position'])}")
                self._connect("/api/analyse", {"do": "analyse", "game": game.name, "start": drawn["position"]}, 3)

    def _puzzles(self, game: Game) -> None:
        if (collection := collection_of(game)) is None:
            return
        for puzzle in list(collection.puzzles.values())[:1]:
            for move in self._get(f"/api/puzzle/{puzzle.id}")["view"]["moves"][:2]:
                self._post(f"/api/puzzle/{puzzle.id}/move", step=0, move=move[0], first=False)
            self._post(f"/api/puzzle/{puzzle.id}/solution", first=False)

    # ---------------------------------------------------------------------------------------------------- messages

    def _get(self, target: str) -> Any:
        return json.loads(self._service.answer("GET", target).text)

    def _post(self, target: str, **ask: Any) -> Any:
        return json.loads(self._service.answer("POST", target, json.dumps(ask)).text)

    def _connect(self, target: str, ask: Mapping[str, Any], slices: int = SLICES) -> None:
        """Ask a session, and leave it after so many slices."""
        self._service.take({"do": "connect", "id": 1, "target": target})
        self._service.take({"do": "send", "id": 1, "text": json.dumps({"token": 1, **ask})})
        self._finish(slices)
        self._service.take({"do": "close", "id": 1})

    def _finish(self, slices: int = LONGEST) -> None:
        for _ in range(slices):
            if not self._service.step():
                return


def _prepare(game: Game) -> None:
    """Call what pages call on rare occasions."""
    for package in (core_warmup, search_warmup, engine_warmup, agents_warmup):
        for _, step in package.steps(game):
            step()
    if describe(game) is not None:
        usual_tables(game, None).warmup()
    if not positions_recur(game):
        for tables in (NoTables(), load_tables(game)):
            solver.warmup(game.position(), tables)
    Score.of(WIN, is_scored=False, is_proved=True)
    is_by_table(WIN)


def _line(game: Game) -> Iterator[str]:
    """Yield the positions of a few moves, chosen at random."""
    random, position = Random(1), game.position()
    for _ in range(PLIES):
        yield position.text
        if position.outcome is not None:
            return
        position = position.play(random.choice(list(position.legal_moves)))
