"""The arguments of ``match`` and ``tournament`` before they are parsed: those in a file, and those of fastchess.

A settings file is TOML with the names of the options, and ``players``::

    players = ["engine", "uci:fairy-stockfish;Hash=64"]
    game = "gardner"
    rounds = 100
    tc = "10+0.1"
    sprt = { elo0 = 0, elo1 = 5 }
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plyground.core.errors import InvalidSetting, quote
from plyground.core.files import read_bytes

COMMANDS = ("match", "tournament")
_FASTCHESS = {
    "engine": "a player: `uci:COMMAND`, with options of the engine as `uci:COMMAND;Hash=64` and a name as `@NAME`",
    "each": "--tc S+INC, --time S, --depth N or --nodes N for both, and --limits NAME:tc=S+INC for one player",
    "rounds": "--rounds N",
    "games": "not needed: each of --rounds N is two games, colours swapped",
    "repeat": "not needed: each of --rounds N is two games from one opening, colours swapped",
    "sprt": "--sprt elo0=0,elo1=5,alpha=0.05,beta=0.05",
    "concurrency": "--concurrency N",
    "openings": "--openings FILE, random:PLIES or balanced:PLIES",
    "variant": "--game GAME",
    "tournament": "`plyground tournament A B C... --format round-robin, gauntlet or swiss`",
    "draw": "--draw after=34,moves=8,score=10",
    "resign": "--win moves=4,score=600",
    "maxmoves": "--rule ply-cap=N",
    "pgnout": "--pgnout FILE.pgn",
    "srand": "--seed N",
    "seed": "--seed N",
    "config": "--config FILE.toml, and --db FILE with --resume to go on",
    "log": "--uci-log FILE",
    "recover": "not needed: a program that has crashed is started again",
    "ratinginterval": "not needed: the score so far is on standard error",
    "scoreinterval": "not needed: the score so far is on standard error",
    "report": "--report FILE.html",
    "autosaveinterval": "not needed: --db FILE has each game as soon as it has ended",
    "output": "--json, or what people read",
    "quick": "two players, with --tc S+INC, --rounds N and --concurrency N",
    "noswap": "not there; each of --rounds N is two games from one opening, colours swapped",
    "reverse": "not needed: each of --rounds N is two games from one opening, colours swapped",
    "event": "not there; the games of --pgnout FILE.pgn name the players, the round and the date",
    "site": "not there; the games of --pgnout FILE.pgn name the players, the round and the date",
    "epdout": "not there; --pgnout FILE.pgn has the games with all their moves",
    "tb": "not there; the rules end games, and --win moves=4,score=600",
    "tbpieces": "not there; the rules end games, and --win moves=4,score=600",
    "tbignore": "not there; the rules end games, and --win moves=4,score=600",
    "tbadjudicate": "not there; the rules end games, and --win moves=4,score=600",
    "wait": "not there; a game begins as soon as there is a processor for it",
    "seeds": "not there; `plyground tournament A B C... --format gauntlet` lets the first play all the others",
    "debug": "--uci-log FILE",
    "crc32": "not needed: the openings that are used are in --db FILE",
    "compliance": "`python tools/uci_compliance.py COMMAND` in the sources",
    "show-latency": "not there; --grace S is what a move may take longer",
    "testEnv": "not needed: the output is the same everywhere",
    "force-concurrency": "not needed: --concurrency N may be more than there are processors",
    "use-affinity": "not there; --concurrency N leaves processors to the system",
}
"""Options of fastchess (and cutechess-cli), and what they are here."""


def arguments(tokens: list[str]) -> list[str]:
    """Return the arguments to parse: those of a settings file, where the command line does not give them itself.

    Raises
    ------
    InvalidSetting
        For an option of fastchess, with what it is here, and for a file that cannot be used.
    """
    if not tokens or tokens[0] not in COMMANDS:
        return tokens
    for token in tokens:
        if (found := re.fullmatch(r"-([a-zA-Z][a-zA-Z0-9-]+)", token)) is not None:
            said = _FASTCHESS.get(found[1])
            if said is not None:
                raise InvalidSetting(f"fastchess's {token} is here {said}.")
            raise InvalidSetting(f"There is no option {quote(token)}; options begin with two hyphens, as --rounds.")
    path = _value_of("config", tokens)
    if path is None:
        return tokens
    table = _table(path)
    players = table.pop("players", [])
    if not isinstance(players, list) or not all(isinstance(player, str) for player in players):
        raise InvalidSetting(f"`players` in {path} should be a list of texts, as for `plyground {tokens[0]}`.")
    own = [token for token in tokens[1:] if token.startswith("--")]
    given = {token.removeprefix("--").removeprefix("no-").partition("=")[0] for token in own}
    named = [] if _has_players(tokens) else players
    rest = [word for key, value in table.items() if key not in given for word in _words(path, key, value)]
    return [tokens[0], *named, *tokens[1:], *rest]


def _has_players(tokens: list[str]) -> bool:
    """Tell whether the command line names players: they stand first."""
    return len(tokens) > 1 and not tokens[1].startswith("-")


def _value_of(name: str, tokens: list[str]) -> str | None:
    for i, token in enumerate(tokens):
        if token == f"--{name}" and i + 1 < len(tokens):
            return tokens[i + 1]
        if token.startswith(f"--{name}="):
            return token.partition("=")[2]
    return None


def _table(path: str) -> dict[str, Any]:
    if not Path(path).is_file():
        raise InvalidSetting(f"There is no file {path}.")
    try:
        return tomllib.loads(read_bytes(path, 1 << 20).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InvalidSetting(f"The settings {path} are not text in UTF-8.") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidSetting(f"The settings {path} are not TOML: {error}.") from None


def _words(path: str, key: str, value: Any) -> Iterator[str]:
    """Yield the words of an option."""
    if isinstance(value, bool):
        if value:
            yield f"--{key}"
    elif isinstance(value, list):
        for each in value:
            yield from _words(path, key, each)
    elif isinstance(value, dict):
        yield f"--{key}={','.join(f'{name}={each}' for name, each in value.items())}"
    elif isinstance(value, str | int | float):
        yield f"--{key}={value}"
    else:
        raise InvalidSetting(f"{quote(key)} in {path} cannot be {quote(str(value))}; it is a text or a number.")
