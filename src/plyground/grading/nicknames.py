"""What a program is called in public: the name that its author has chosen, or one that says nothing of the author."""

from pathlib import Path

from plyground.core.errors import InvalidSetting, quote
from plyground.core.scripts import has_one_script, skeleton
from plyground.grading.seeds import derive_seed

FILE = "nickname.txt"
"""The file beside a program that holds its nickname."""
LONGEST = 24
_FIRST = (
    "Amber", "Brisk", "Calm", "Daring", "Early", "Fierce", "Gentle", "Hidden", "Jolly", "Keen", "Lucky", "Merry",
    "Nimble", "Patient", "Quiet", "Rapid", "Silver", "Tall", "Upright", "Vivid", "Wise", "Young",
)  # fmt: skip
_SECOND = (
    "Badger", "Crane", "Dolphin", "Eagle", "Falcon", "Gecko", "Heron", "Ibis", "Jackal", "Koala", "Lynx",
    "Marten", "Newt", "Otter", "Puffin", "Quail", "Raven", "Seal", "Tapir", "Urchin", "Viper", "Wombat",
)  # fmt: skip


def nickname(name: str, folder: Path, seed: int) -> str:
    """Return the nickname of a submission."""
    chosen = _read_choice(folder / FILE)
    if chosen:
        return chosen
    number = derive_seed(seed, "nickname", name)
    return f"{_FIRST[number % len(_FIRST)]} {_SECOND[number // len(_FIRST) % len(_SECOND)]}"


def _read_choice(path: Path) -> str:
    try:
        with path.open("rb") as file:
            lines = file.read(1000).decode("utf-8", errors="ignore").strip().splitlines()
    except OSError:
        return ""
    found = displayable((lines or [""])[0])
    return found if has_one_script(found) else ""


def displayable(text: str) -> str:
    """Return what can be shown of a text that somebody wants to be called."""
    return "".join(character for character in text if character.isprintable()).strip()[:LONGEST].strip()


def check_nickname(text: str, most: int = LONGEST) -> str:
    """Return what somebody wants to be called, without blanks around it.

    Raises
    ------
    InvalidSetting
        If nothing of it can be shown, it is too long, or its letters are of several scripts.
    """
    found = text.strip()
    if not 0 < len(found) <= most or not found.isprintable():
        raise InvalidSetting(f"A nickname has 1 to {most} characters that can be printed, not {quote(text)}.")
    if not has_one_script(found):
        raise InvalidSetting(f"The letters of a nickname are of one script; those of {found!r} are not.")
    return found


def distinct(wanted: str, taken: set[str]) -> str:
    """Return `wanted`, with a number if somebody else is called that, or something that looks the same."""
    found, number = wanted, 2
    while skeleton(found) in {skeleton(name) for name in taken}:
        found, number = f"{wanted} {number}", number + 1
    return found
