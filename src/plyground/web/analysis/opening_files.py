"""Files that visitors look openings up in: books of `plyground openings make`, and game records as text.

What was sent is kept in memory, under the digest of the file, until the server ends or others have taken its place.
"""

import hashlib
import tempfile
from pathlib import Path

from plyground.arena.book import OpeningBook, book_from_records
from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError, quote
from plyground.core.files import decode
from plyground.core.game import Game
from plyground.core.recent import Recent
from plyground.core.record import Record

MAX_FILES = 20
_SQLITE = b"SQLite format 3"


class OpeningFiles:
    """The files that were sent last."""

    def __init__(self) -> None:
        self._books: Recent[str, OpeningBook] = Recent(MAX_FILES)

    def add(self, game: Game, name: str, content: bytes) -> str:
        """Read a file as openings of `game`, and return its digest; raises `InvalidNotation`."""
        digest = hashlib.sha256(f"{game.name} ".encode() + content).hexdigest()[:24]
        self._books.put(digest, _read(game, quote(name), content))
        return digest

    def book(self, game: Game, digest: str) -> OpeningBook:
        """Return the book under a digest; raises `InvalidSetting`."""
        book = self._books.get(digest)
        if book is None or book.game.name != game.name:
            raise InvalidSetting(f"The server has no such file of {game.label} any more; choose it again.")
        return book


def _read(game: Game, name: str, content: bytes) -> OpeningBook:
    if content.startswith(_SQLITE):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sent.book"
            path.write_bytes(content)
            return OpeningBook.load(path, game, name)
    try:
        book = book_from_records(game, Record.parse_all(decode(content), game), name)
    except UnicodeDecodeError:
        raise InvalidNotation(f"The file {name} is neither a book of openings nor game records in UTF-8.") from None
    except PlygroundError as error:
        raise InvalidNotation(f"The file {name} cannot be read as game records: {error}") from None
    if not book.games:
        raise InvalidNotation(f"There is no finished game of {game.label} in {name}.")
    return book
