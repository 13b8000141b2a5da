"""``plyground openings``: make a book of openings from games, or look a position up in one."""

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from plyground.cli.options import GameName, Text, check_count
from plyground.cli.progress import Progress, Time, check_seconds, until
from plyground.core.errors import InvalidSetting
from plyground.core.files import check_output
from plyground.core.registry import get_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plyground.core.record import Record

app = App(name="openings", help="Make a book of openings from games, or look a position up in one.")


@app.command
def make(
    game: GameName,
    /,
    *sources: Path,
    output: Annotated[Path, Parameter(name=["-o", "--output"], help="The file to write.")],
    games: Annotated[int, Parameter(help="Games of self-play, where no files are named.")] = 100,
    nodes: Annotated[int, Parameter(help="Nodes of each search of self-play.")] = 200,
    seed: Annotated[int, Parameter(help="Seed of self-play: the same seed gives the same games.")] = 0,
    least: Annotated[int, Parameter(help="Leave out moves that were played in fewer games.")] = 1,
    time: Time = None,
) -> None:
    """Make a book of files (records, databases that `match --db` wrote, other books), or else of self-play."""
    from plyground.arena.book import OpeningBook, book_from_records, is_book, records_of, self_play

    played = get_game(game)
    if output.exists():
        raise InvalidSetting(f"The file {output} is there already.")
    check_output(output)
    check_seconds(time)
    check_count(least, "The least number of games")
    if sources:
        books = [OpeningBook.load(source, played) for source in sources if is_book(source)]
        rest = [source for source in sources if not is_book(source)]
        records: Iterator[Record] = chain.from_iterable(records_of(source, played) for source in rest)
        names = [*dict.fromkeys(book.made_of for book in books), *(source.name for source in rest)]
        book = book_from_records(played, _with_progress(until(time, records)), ", ".join(names))
        for each in books:
            book.add_book(each)
    else:
        count = check_count(games, "The number of games")
        of = f"plyground openings make {game} --games {count} --nodes {nodes} --seed {seed}"
        played_now = self_play(played, count, check_count(nodes, "The number of nodes"), seed)
        book = book_from_records(played, _with_progress(until(time, played_now)), of)
    if not book.games:
        raise InvalidSetting(f"There is no finished game of {game} in {', '.join(map(str, sources))}.")
    book.forget_rare(least)
    book.save(output)
    print(f"games {book.games}")


def _with_progress(records: "Iterator[Record]") -> "Iterator[Record]":
    """Yield the games, and say now and then how many there were."""
    progress = Progress()
    for number, record in enumerate(records, 1):
        progress(f"games {number}")
        yield record


@app.command
def show(
    game: GameName,
    file: Path,
    /,
    *,
    position: Text = None,
    moves: Annotated[str, Parameter(help="Moves from the position, split by blanks.")] = "",
) -> None:
    """Print the moves that were played from a position: `MOVE games N white W draws D black B average A`."""
    from plyground.arena.book import OpeningBook

    played = get_game(game)
    book, place = OpeningBook.load(file, played), played.position(position)
    for move in moves.split():
        place = place.play(move)
    for each in book.moves(place):
        print(
            f"{each.move} games {each.games} white {each.white} draws {each.draws} black {each.black} "
            f"average {each.average:.3f}"
        )
