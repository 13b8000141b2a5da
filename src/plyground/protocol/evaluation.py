"""Who judges for a UCI client: the options ``Use NNUE`` and ``EvalFile`` choose, much as in Fairy-Stockfish.

With ``Use NNUE`` false it is the handmade evaluation; otherwise the net in ``EvalFile``, the game's own if that is
empty. A file that does not serve, because it holds another game's net, say, changes nothing: the game's own net goes
on, and where there is none, the handmade evaluation. (Fairy-Stockfish has no nets of its own: a file of another variant
leaves it with its handmade evaluation, and a damaged one ends it.)
"""

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.nets.evaluations import HANDMADE, NET, names_of, net_owner


def evaluation_of(game: Game, file: str, *, uses_nets: bool) -> tuple[str, list[str]]:
    """Return the name of the evaluation that the options choose, and a sentence for each net that cannot be used."""
    names, faults = [], []
    if uses_nets:
        names += [f"{NET}:{file}"] if file else []
        names += names_of(game)
    for name in names:
        try:
            game.evaluation(name)
        except PlygroundError as error:
            faults.append(str(error))
        else:
            return name, faults
    return HANDMADE, faults


def describe(game: Game, name: str) -> str:
    """Return what people call the evaluation that `evaluation_of` has chosen."""
    if name == HANDMADE:
        return "the handmade evaluation"
    _, colon, file = name.partition(":")
    return f"the net {file}" if colon else f"the net of {net_owner(game).name}"
