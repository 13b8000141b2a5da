"""The games that play themselves on the front page."""

from plyground.web.api.endpoints import Api
from plyground.web.api.fields import AskNothing
from plyground.web.api.games import AskGame
from plyground.web.api.views import game_of
from plyground.web.home.demo import Demo, demo
from plyground.web.home.guess import Guess, guess
from plyground.web.services import Services

api = Api()


@api.get("/api/games/{game}/demo")
def show_demo(services: Services, ask: AskGame) -> Demo:
    """Show a short game in frames, for a board that plays by itself."""
    return demo(game_of(ask["game"]))


@api.get("/api/guess")
def show_guess(services: Services, ask: AskNothing) -> Guess:
    """Show the search whose cuts are guessed on the front page."""
    return guess()
