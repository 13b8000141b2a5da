"""``plyground questions``: a file of questions on game search for a learning platform."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.core.errors import InvalidSetting
from plyground.core.files import replace_file
from plyground.search.curriculum import chapter, chapters
from plyground.search.question_bank import bank
from plyground.search.question_formats import format_of


def questions(
    file: Annotated[str, Parameter(help="Ends in .xml (Moodle XML), .gift (GIFT) or .zip (QTI 2.1).")],
    /,
    *,
    chapter_: Annotated[
        list[str] | None,
        Parameter(name="--chapter", help="A chapter's name; may be repeated. By default all."),
    ] = None,
    count: Annotated[int, Parameter(help="Questions of each chapter, each on a tree of its own.")] = 10,
    seed: Annotated[int, Parameter(help="Other seeds draw other trees.")] = 1,
) -> None:
    """Draw questions on fresh trees for the chapters on game search and write them for a learning platform.

    Prints ``FILE questions N``.
    """
    written = format_of(file)
    drawn = bank([chapter(name) for name in chapter_] if chapter_ else chapters(), count, seed)
    content = written.write(drawn)
    try:
        replace_file(Path(file), [content.encode() if isinstance(content, str) else content])
    except OSError as error:
        raise InvalidSetting(f"The file {file} cannot be written: {error.strerror}.") from None
    print(f"{file} questions {len(drawn)}")
