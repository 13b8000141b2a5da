"""Proofs as files.

A proof consists of *claims*: a side gets at least so much. For each claim the file holds one number for every position
that matters, in the order in which a walk from the start meets them: 0 where play ends, or the game's own bounds settle
it (`plyground.solving.hooks.bounds_to_check`); where the claim's side is to move, 1 + the place of its move among the
legal ones in the order of their texts; where the other side is to move, 1: then all moves are looked at; `BY_TABLE`
where an endgame table settles it (the header names the tables, with the SHA-256 of their files). The positions
themselves are not in the file: the checker finds them by the rules. A *partial* certificate leaves positions unproved,
which have numbers of their own.

The file: a magic line, the length of the header, the header in JSON, the numbers (uint16, little-endian, compressed by
LZMA), and the SHA-256 of all that.
"""

import hashlib
import json
import struct
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from plyground.core.errors import PlygroundError
from plyground.core.files import replace_file
from plyground.solving.hooks import LIMIT

lzma: ModuleType | None
try:
    import lzma
except ImportError:  # in Pyodide it is a package of its own
    lzma = None

MAGIC = b"plyground proof\n"
FORMAT = 1
BY_TABLE = (1 << 16) - 1
"""The number of a position that a table settles."""
OPEN, EXPECTED = BY_TABLE - 1, BY_TABLE - 2
"""The numbers of positions that are not proved: a search has seen that the side wins the second."""
HOLDS = "white does not lose", "black does not lose"
"""What a *certificate* says, a proof of one claim: that the side has a draw at least."""
_NO_LZMA = "Proofs are compressed by LZMA, which this Python lacks; in Pyodide it is the package lzma."
_LENGTH = struct.Struct("<I")
_DIGEST_BYTES = 32
_BYTES_OF_NUMBER = 2
_MAX_HEADER = 1 << 20
_MAX_MEMORY = 1 << 28
"""For unpacking; what `write` makes takes a twentieth of it."""


class InvalidProof(PlygroundError):
    """A file is not a whole proof, or what it says is wrong."""


@dataclass(frozen=True)
class Claim:
    """A side gets at least so much.

    Attributes
    ----------
    side
        0 White, 1 Black.
    target
        The utility as `side` sees it; without points 1 for a win, 0 for a draw at least.
    positions
        How many positions the proof looks at.
    """

    side: int
    target: int
    positions: int


@dataclass(frozen=True)
class Proof:
    """A proof.

    Attributes
    ----------
    game, settings, position
        What it is about: the game's name, what `Game.with_settings` was given, and the position's text.
    value
        What the command prints: "win", "draw", "loss", or a utility, for the side to move; or one of `HOLDS`.
    claims
        What is shown.
    symbols
        The numbers of each claim.
    tables
        The tables that the proof rests on: material to the SHA-256 of the file.
    made_by
        The program.
    """

    game: str
    settings: dict[str, str]
    position: str
    value: str
    claims: tuple[Claim, ...]
    symbols: tuple[Any, ...] = field(repr=False)
    tables: dict[str, str] = field(default_factory=dict)
    made_by: str = ""


def count_open(symbols: Any) -> int:
    """Return how many positions a claim's numbers leave unproved; only a partial certificate leaves any."""
    return int(((symbols == OPEN) | (symbols == EXPECTED)).sum())


def write(proof: Proof, path: Path) -> str:
    """Write a proof to a file, whole or not at all; return the file's SHA-256 in hexadecimal digits.

    Raises
    ------
    InvalidProof
        If the file cannot be written.
    """
    if lzma is None:
        raise InvalidProof(_NO_LZMA)
    facts = asdict(proof)
    del facts["symbols"]
    header = json.dumps({"format": FORMAT, **facts}, separators=(",", ":")).encode()
    numbers = b"".join(part.astype("<u2").tobytes() for part in proof.symbols)
    content = MAGIC + _LENGTH.pack(len(header)) + header + lzma.compress(numbers)
    content += hashlib.sha256(content).digest()
    try:
        replace_file(path, [content])
    except OSError as error:
        raise InvalidProof(f"The proof cannot be written to {path}: {error.strerror}.") from None
    return hashlib.sha256(content).hexdigest()


def read(path: Path) -> Proof:
    """Read a proof.

    Raises
    ------
    InvalidProof
        If there is no such file, or it is not a whole proof.
    """
    if lzma is None:
        raise InvalidProof(_NO_LZMA)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InvalidProof(f"The proof {path} cannot be read: {error.strerror}.") from None
    if not content.startswith(MAGIC):
        raise InvalidProof(f"The file {path} is not a proof.")
    body = content[:-_DIGEST_BYTES]
    if len(body) < len(MAGIC) + _LENGTH.size or hashlib.sha256(body).digest() != content[-_DIGEST_BYTES:]:
        raise InvalidProof(f"The proof {path} is damaged: its checksum does not fit.")
    try:
        return _parse(body)
    except PlygroundError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, lzma.LZMAError, struct.error) as error:
        raise InvalidProof(f"The proof {path} cannot be understood: {error}.") from None
    except RecursionError:
        raise InvalidProof(f"The proof {path} cannot be understood: its header is nested too deeply.") from None


def _parse(body: bytes) -> Proof:
    start = len(MAGIC) + _LENGTH.size
    (length,) = _LENGTH.unpack(body[len(MAGIC) : start])
    if length > _MAX_HEADER:
        raise ValueError("its header is too long")
    facts = json.loads(body[start : start + length])
    if facts.pop("format") != FORMAT:
        raise ValueError(f"this version reads format {FORMAT}")
    claims = tuple(Claim(int(one["side"]), int(one["target"]), int(one["positions"])) for one in facts.pop("claims"))
    if not claims:
        raise ValueError("it claims nothing")
    if any(claim.positions < 1 or claim.side not in (0, 1) or abs(claim.target) > LIMIT for claim in claims):
        raise ValueError("one of its claims is none")
    ends = np.cumsum([claim.positions for claim in claims])
    size = _BYTES_OF_NUMBER * sum(claim.positions for claim in claims)
    assert lzma is not None
    stored = lzma.LZMADecompressor(memlimit=_MAX_MEMORY)
    data = stored.decompress(body[start + length :], size + 1)
    if len(data) != size or not stored.eof or stored.unused_data:
        raise ValueError("its numbers do not fit its claims")
    numbers = np.frombuffer(data, "<u2").astype(np.uint16)
    if (numbers == BY_TABLE).any() and not facts["tables"]:
        raise ValueError("it names no table, and rests on some")
    settings, tables = (
        {str(name): str(value) for name, value in facts.pop(part).items()} for part in ("settings", "tables")
    )
    texts = {name: str(facts.pop(name)) for name in ("game", "position", "value", "made_by")}
    return Proof(settings=settings, tables=tables, claims=claims, symbols=tuple(np.split(numbers, ends[:-1])), **texts)
