"""Games as PGN, as fastchess writes them: what each player reported stands behind its move, ``{+2.63/12 0.400s}``.

That is the score from the mover's view in pawns (``+M5``: a win in five plies), the depth and the seconds; what a
player did not report is left out. The moves of an opening are ``{book}``. A game that does not begin at the usual start
has the tags ``FEN`` and ``SetUp``. The moves are ours, so `plyground.Record.parse` reads the file.
"""

from plyground.arena.store import StoredGame, TournamentStore
from plyground.arena.task import PlayedMove
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.engine.scores import Score


def pgn_text(store: TournamentStore, stored: StoredGame) -> str:
    """Return one game."""
    record, reports = store.record(stored), store.moves(stored.id)
    tags = {name: record.tags[name] for name in ("Date", "Round", "White", "Black")}
    tags = {"Event": "Plyground match", "Site": "?", **tags, "Result": record.result, "Variant": record.game.name}
    if record.start != record.game.position():
        tags |= {"SetUp": "1", "FEN": record.start.text}
    tags |= {"PlyCount": str(record.plies), "Termination": stored.termination}
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", " ".join([*_moves(record, reports), record.result]), ""])


def _moves(record: Record, reports: tuple[PlayedMove, ...]) -> list[str]:
    """Return the moves with their numbers and comments."""
    words, turn, book = [], record.start.turn, record.plies - len(reports)
    shift = int(turn is Color.BLACK)
    for ply, move in enumerate(record.moves):
        number = (ply + shift) // 2 + 1
        if (ply + shift) % 2 == 0:
            words.append(f"{number}.")
        elif ply == 0:
            words.append(f"{number}...")
        words += [str(move), "{" + ("book" if ply < book else comment(reports[ply - book])) + "}"]
    return words


def comment(move: PlayedMove) -> str:
    """Return what a player reported of its move: ``+2.63/12 0.400s``."""
    score, said = Score.parse(move.score), ""
    if score is not None and score.kind == "cp":
        said = f"{score.value / 100:+.2f}"
    elif score is not None:
        said = f"{'+' if score.kind == 'win' else '-'}M{score.value}"
    depth = f"/{move.depth}" if said and move.depth is not None else ""
    return f"{said}{depth} {move.seconds:.3f}s".strip()


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
