"""How similar the sources of two programs are: winnowing over their tokens, as MOSS does.

A source becomes a row of tokens in which names, numbers and texts are one each, so that renaming changes nothing, and
comments and layout are gone. Every run of `RUN` tokens is hashed, and of every `WINDOW` runs in a row the least hash is
kept: its *fingerprints*. Two sources that share `SHORTEST` tokens in a row share a fingerprint. What the course
itself has handed out (the template), and what many of the class have in common, is taken away first. For pairs that are
to be looked at, the shared fingerprints are extended to the passages that are the same.

Similar is not copied: a person judges. Source: Schleimer, Wilkerson and Aiken, "Winnowing: local algorithms for
document fingerprinting", SIGMOD 2003.
"""

import codecs
import io
import keyword
import re
import tokenize
import zlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

RUN = 17
"""Tokens in a run; what is shorter than that is chance."""
WINDOW = 9
SHORTEST = RUN + WINDOW - 1
"""Tokens in a passage: all of this length are found."""
COMMON_SHARE = 0.5
"""What more than this share of a class has, and more than `COMMON_LEAST` programs, is taken for common ground."""
COMMON_LEAST = 4
MAX_PLACES = 8
"""Of a run that a source repeats, no more places are looked at."""
MAX_TOKENS = 60_000
"""Of a program; the rest is left out."""
MAX_BYTES = 1_000_000
SOURCES = (".py", ".java", ".c", ".cc", ".cpp", ".h", ".hpp", ".cs", ".js", ".ts", ".go", ".rs", ".kt", ".rb", ".jl")

_WORDS = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/|\#[^\n]*)|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
    r"""|(?P<number>\d[\w.]*)|(?P<name>[^\W\d]\w*)|(?P<sign>[^\s\w])""",
    re.DOTALL,
)
_OTHER_KEYWORDS = (
    "break case catch char class const continue default do double else enum extends final finally float for fn func "
    "if implements import int interface let long match mut new null package private protected pub public return short "
    "static struct super switch this throw throws try use using var void while"
)
_KEYWORDS = frozenset(keyword.kwlist) | frozenset(_OTHER_KEYWORDS.split())
_SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}


@dataclass(frozen=True)
class Source:
    """A program's source.

    Attributes
    ----------
    name
        Whose it is.
    lines
        All its files, one after the other, each under its name.
    tokens
        Its tokens.
    places
        The line of each token, from 0.
    prints
        Hash of each kept run to the places (token numbers) where it begins.
    """

    name: str
    lines: tuple[str, ...]
    tokens: tuple[str, ...]
    places: tuple[int, ...]
    prints: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True)
class Passage:
    """Tokens that are the same in two sources: where they begin in each, and how many."""

    first: int
    second: int
    size: int


@dataclass(frozen=True)
class Pair:
    """Two sources that have something in common.

    Attributes
    ----------
    first, second
        The sources.
    shares
        The share of each that is in the passages.
    passages
        The longest first.
    """

    first: Source
    second: Source
    shares: tuple[float, float]
    passages: tuple[Passage, ...]

    @property
    def similarity(self) -> float:
        """The greater share: a small program may be all inside a large one."""
        return max(self.shares)


def read_source(name: str, folder: Path) -> Source:
    """Return the source of a program from all files of code in a folder, or from one file."""
    paths = [folder] if folder.is_file() else sorted(path for path in folder.rglob("*") if path.suffix in SOURCES)
    lines: list[str] = []
    tokens: list[str] = []
    places: list[int] = []
    for path in paths:
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            continue
        text = decode(path.read_bytes())
        if len(paths) > 1:
            lines.append(f"--- {path.relative_to(folder)}")
        for token, line in tokens_of(text, is_python=path.suffix == ".py"):
            tokens.append(token)
            places.append(len(lines) + line)
        lines += text.splitlines() or [""]
    del tokens[MAX_TOKENS:], places[MAX_TOKENS:]
    return Source(name, tuple(lines), tuple(tokens), tuple(places), winnow(tokens))


def decode(content: bytes) -> str:
    """Return a source as text, whatever its encoding, byte-order mark and ends of lines are."""
    starts = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF16_LE: "utf-16"}
    starts[codecs.BOM_UTF16_BE] = "utf-16"
    encoding = next((name for start, name in starts.items() if content.startswith(start)), "")
    try:
        # what an editor has saved without a mark has a zero beside each letter
        zeros = content[:400].count(0) * 3 > len(content[:400])
        encoding = encoding or (("utf-16-be" if content[:1] == b"\0" else "utf-16-le") if zeros else "")
        text = content.decode(encoding or tokenize.detect_encoding(io.BytesIO(content).readline)[0])
    except (SyntaxError, ValueError, LookupError):
        text = content.decode("latin-1")
    # a mark, and what old editors write at the end
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip("\ufeff\0\x1a")
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


def tokens_of(text: str, *, is_python: bool = True) -> Iterator[tuple[str, int]]:
    """Yield the tokens of a source, each with its line from 0; names, numbers and texts are one each.

    >>> [token for token, line in tokens_of("best = max(best, 3)  # a comment")]
    ['N', '=', 'N', '(', 'N', ',', '0', ')']
    """
    if is_python:
        try:
            yield from list(_of_python(text))
        except (tokenize.TokenError, SyntaxError, ValueError):
            # Python 2, or no Python at all
            pass
        else:
            return
    line, at = 0, 0
    for match in _WORDS.finditer(text):
        line, at = line + text.count("\n", at, match.start()), match.start()
        kind = str(match.lastgroup)
        if kind != "comment":
            is_name = kind == "name" and match[0] not in _KEYWORDS
            yield "N" if is_name else {"text": "S", "number": "0"}.get(kind, match[0]), line


def _of_python(text: str) -> Iterator[tuple[str, int]]:
    at_begin = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in _SKIPPED or token.type == tokenize.ENDMARKER:
            at_begin = at_begin or token.type == tokenize.NEWLINE
            continue
        if token.type == tokenize.ERRORTOKEN:
            raise tokenize.TokenError(token.string)
        line = token.start[0] - 1
        if token.type == tokenize.STRING and at_begin:
            continue  # a docstring
        at_begin = False
        if token.type == tokenize.NAME:
            yield token.string if keyword.iskeyword(token.string) else "N", line
        elif token.type == tokenize.NUMBER:
            yield "0", line
        elif token.type == tokenize.OP:
            yield token.string, line
        else:
            yield "S", line


def winnow(tokens: Sequence[str]) -> dict[int, tuple[int, ...]]:
    """Return the fingerprints of a row of tokens, each with the places where it begins."""
    hashes = [zlib.crc32("\0".join(tokens[i : i + RUN]).encode()) for i in range(len(tokens) - RUN + 1)]
    found: dict[int, list[int]] = defaultdict(list)
    last = -1
    for i in range(max(len(hashes) - WINDOW + 1, 1 if hashes else 0)):
        window = range(i, min(i + WINDOW, len(hashes)))
        # of equal hashes the last, as in the paper
        place = min(window, key=lambda j: (hashes[j], -j))
        if place > last:
            found[hashes[place]].append(place)
            last = place
    return {value: tuple(places) for value, places in found.items()}


def compare(sources: Sequence[Source], templates: Iterable[Source] = ()) -> list[Pair]:
    """Return the pairs that have something in common, the most similar first.

    What a template has as well, or more than half of the class, is not looked at.
    """
    known = {value for template in templates for value in _every_run(template.tokens)}
    count = Counter(value for source in sources for value in source.prints)
    most = max(COMMON_LEAST, COMMON_SHARE * len(sources))
    known |= {value for value, programs in count.items() if programs > most}
    owners: dict[int, list[int]] = defaultdict(list)
    for i, source in enumerate(sources):
        for value in source.prints:
            if value not in known:
                owners[value].append(i)
    met = {pair for several in owners.values() for pair in combinations(several, 2)}
    pairs = [compare_two(sources[i], sources[j], known) for i, j in sorted(met)]
    return sorted((pair for pair in pairs if pair.passages), key=lambda pair: -pair.similarity)


def _every_run(tokens: Sequence[str]) -> Iterator[int]:
    return (zlib.crc32("\0".join(tokens[i : i + RUN]).encode()) for i in range(len(tokens) - RUN + 1))


def compare_two(first: Source, second: Source, known: Collection[int] = ()) -> Pair:
    """Return what two sources share, but for the fingerprints in `known`."""
    ground = [_common_tokens(source, known) for source in (first, second)]
    found = _passages(first, second, known, ground)
    taken: tuple[set[int], set[int]] = (set(), set())
    passages = []
    for passage in sorted(found, key=lambda passage: (-passage.size, passage.first, passage.second)):
        spans = [set(range(start, start + passage.size)) for start in (passage.first, passage.second)]
        if not any(span & used for span, used in zip(spans, taken, strict=True)):
            passages.append(passage)
            for span, used in zip(spans, taken, strict=True):
                used |= span
    shares = [
        len(used - common) / max(1, len(source.tokens) - len(common))
        for used, common, source in zip(taken, ground, (first, second), strict=True)
    ]
    return Pair(first, second, (shares[0], shares[1]), tuple(passages))


def _passages(first: Source, second: Source, known: Collection[int], ground: Sequence[set[int]]) -> list[Passage]:
    """Return the passages around the shared fingerprints, each once; they may overlap.

    They do not go on into common ground, and one that is hardly more than that is none.
    """
    places = (
        (i, j)
        for value, starts in first.prints.items()
        if value in second.prints and value not in known
        for i in starts[:MAX_PLACES]
        for j in second.prints[value][:MAX_PLACES]
    )
    found: list[Passage] = []
    ends: dict[int, int] = {}
    for i, j in sorted(places):
        # whatever begins before the end of a passage, at the same distance, is inside it
        if i >= ends.get(j - i, -1):
            passage = _extend(first, second, i, j, ground)
            ends[j - i] = passage.first + passage.size
            own = sum(place not in ground[0] for place in range(passage.first, passage.first + passage.size))
            if passage.size >= SHORTEST and own >= RUN:
                found.append(passage)
    return found


def _common_tokens(source: Source, known: Collection[int]) -> set[int]:
    """Return the tokens of a source that are common ground."""
    if not known:
        return set()
    runs = enumerate(_every_run(source.tokens))
    return {place + i for place, value in runs if value in known for i in range(RUN)}


def _extend(first: Source, second: Source, i: int, j: int, ground: Sequence[set[int]]) -> Passage:
    """Return the longest passage around the runs at tokens `i` and `j` that is the same in both."""

    def is_shared(a: int, b: int) -> bool:
        return first.tokens[a] == second.tokens[b] and not (a in ground[0] and b in ground[1])

    start = 0
    while i > start and j > start and is_shared(i - start - 1, j - start - 1):
        start += 1
    most = min(len(first.tokens) - i, len(second.tokens) - j)
    # a run is the same as a whole, whatever it begins or ends with
    size = min(RUN, most)
    while size < most and is_shared(i + size, j + size):
        size += 1
    return Passage(i - start, j - start, size + start)
