"""The commands by group, in the order in which ``plyground --help`` lists them."""

from typing import NamedTuple


class Command(NamedTuple):
    """A command: its place, "file:function" in this folder, and its line in ``plyground --help``."""

    place: str
    summary: str


GROUPS = {
    "Play": {
        "web": Command("web:web", "start the web app, as `plyground` alone does"),
        "site": Command("site:app", "the app as a folder of files that needs no server"),
        "class": Command("school_class:school_class", "teach a class in the web app"),
        "connect": Command("connect:connect", "let a program of yours play in a class"),
        "play": Command("play:play", "a game in the terminal"),
        "uci": Command("uci:uci", "run as a UCI engine"),
    },
    "Positions and rules": {
        "games": Command("games:games", "the games"),
        "show": Command("show:show", "the board, as text or as SVG"),
        "moves": Command("moves:moves", "the legal moves"),
        "play-move": Command("play_move:play_move", "the position after some moves"),
        "outcome": Command("outcome:outcome", "whether the game is over, and how it ended"),
        "evaluate": Command("evaluate:evaluate", "what a position is worth, without a search"),
        "perft": Command("perft:perft", "count the move tree"),
        "playouts": Command("playouts:playouts", "play random games and count results"),
    },
    "Search": {
        "analyse": Command("analyse:analyse", "what the engine thinks of a position or of a saved game"),
        "minimax": Command("minimax:minimax", "textbook search and its tree"),
        "figures": Command("figures:figures", "the figures of the chapters on game search, for slides"),
        "lecture": Command("lecture:lecture", "a lecture on game search: slides, plan, exercises, marks"),
        "questions": Command("questions:questions", "questions on game search, for Moodle and other platforms"),
        "solve": Command("solve:solve", "prove what a position is worth, or check a proof"),
        "measure": Command("measure:measure", "how far the engine is from perfect play, where that is known"),
        "tablebase": Command("tablebase:app", "build and query endgame tables"),
        "openings": Command("openings:app", "make a book of openings from games, or look a position up"),
        "puzzles": Command("puzzles:app", "make puzzles, or prove them again"),
    },
    "Matches": {
        "match": Command("match:match", "two players, and how much stronger one of them is"),
        "tournament": Command("tournament:tournament", "many players"),
        "ratings": Command("ratings:ratings", "rate the players in a tournament's database"),
        "games-of": Command("games_of:games_of", "list or export the games in a tournament's database"),
    },
    "Learning": {
        "learn": Command("learn:app", "a net from self-play: positions, training, the match that accepts it"),
    },
    "Courses": {
        "assignment": Command("assignment:app", "the course assignments' own programs"),
        "grade": Command("grade:grade", "run and mark the programs of a class"),
        "grades": Command("grades:app", "the grades of a class: list, change by hand, export, audit"),
        "similarity": Command("similarity:similarity", "which programs of a class are alike, for a person to judge"),
        "ladder": Command("ladder:app", "a standing ladder of a class, with bots, and its final"),
    },
    "Machine": {
        "warmup": Command("warmup:warmup", "compile the kernels now instead of at their first use"),
        "cache": Command("cache:app", "where compiled kernels and data lie; clear or move them"),
        "new-game": Command("new_game:new_game", "write a package with a small game that works, to be changed"),
        "check": Command("check:check", "test that a game you add obeys the laws that hold in every game"),
        "bench": Command("bench:bench", "the engine's node counts (its signature) and speed"),
    },
}
COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}
