"""The games that play themselves on the front page."""

from plyground.web.home.demo import Demo, demo
from plyground.web.home.guess import Guess, guess
from plyground.web.service.endpoints import Api
from plyground.web.service.fields import AskNothing
from plyground.web.service.games import AskGame
from plyground.web.service.services import Services
from plyground.web.service.views import game_of

api = Api()


@api.get("/api/games/{game}/demo")
def show_demo(services: Services, ask: AskGame) -> Demo:
    """Show a short game in frames, for a board that plays by itself."""
    return demo(game_of(ask["game"]))


@api.get("/api/guess")
def show_guess(services: Services, ask: AskNothing) -> Guess:
    """Show the search whose cuts are guessed on the front page."""
    return guess()
