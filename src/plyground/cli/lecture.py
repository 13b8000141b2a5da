"""``plyground lecture``: slides, a lesson plan, exercises with answers and a marks scheme, from the chapters."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.core.errors import InvalidSetting
from plyground.core.files import write_text
from plyground.search.curriculum import chapter, chapters
from plyground.search.lecture import lecture as files_of
from plyground.search.question_bank import MAX_QUESTIONS

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge", "microsoft-edge")
PATIENCE = 120
"""Seconds that a browser may take for a PDF."""


def lecture(
    folder: Annotated[str, Parameter(help="Where to write; it is made if it does not exist.")],
    /,
    *,
    chapter_: Annotated[
        list[str] | None, Parameter(name="--chapter", help="A chapter's name; may be repeated. By default all.")
    ] = None,
    count: Annotated[int, Parameter(help="Exercises of each chapter.")] = 2,
    seed: Annotated[int, Parameter(help="Other seeds draw other exercises.")] = 1,
) -> None:
    """Write a lecture on game search from the chapters; print the names of the files.

    Slides (HTML; PDF where Chromium or Chrome is present), figures (SVG), a plan for 90 minutes, exercise sheets with
    answers, a marks scheme, and the exercises for Moodle.
    """
    if not 1 <= count <= MAX_QUESTIONS:
        raise InvalidSetting(f"There cannot be {count} exercises of a chapter; there are from 1 to {MAX_QUESTIONS}.")
    chosen = [chapter(name) for name in chapter_] if chapter_ else chapters()
    root = Path(folder)
    try:
        (root / "figures").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"The folder {folder} cannot be made: {error.strerror}.") from None
    for name, text in files_of(chosen, seed, count).items():
        write_text(str(root / name), text)
        print(root / name)
    browser = next(filter(None, map(shutil.which, [os.environ.get("CHROMIUM", ""), *BROWSERS])), None)
    if browser is None:
        print("No PDF is made: neither Chromium nor Chrome is found. A browser prints the slides.", file=sys.stderr)
        return
    for page in ("slides", "lesson-plan", "exercises", "answers", "marks"):
        if _print(browser, root / f"{page}.html", root / f"{page}.pdf"):
            print(root / f"{page}.pdf")


def _print(browser: str, page: Path, pdf: Path) -> bool:
    """Make a PDF of a page; tell whether that worked, and if not say why."""
    options = ["--headless", "--disable-gpu", "--no-pdf-header-footer", "--hide-scrollbars"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # it refuses its own sandbox to root; the page is one that we have written
        options.append("--no-sandbox")
    try:
        command = [browser, *options, f"--print-to-pdf={pdf.resolve()}", page.resolve().as_uri()]
        subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"{pdf} is not made: {browser} could not print it ({type(error).__name__}).", file=sys.stderr)
        return False
    return pdf.is_file()
