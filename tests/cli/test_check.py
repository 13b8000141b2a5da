"""`plyground check GAME`: what is wrong with a game is found, and said in a sentence."""

import pytest

from plugins import Plugins
from plyground.kernel.compile import JIT


@pytest.fixture
def plugins(tmp_path):
    return Plugins(tmp_path)


def test_a_sound_game_holds(plugins):
    plugins.add("sound")
    status, out, err = plugins.plyground("check", "sound", "--positions", "12")
    assert (status, err) == (0, "")
    assert all(line.startswith("holds   ") for line in out.splitlines())
    assert len(out.splitlines()) > 15


@pytest.mark.parametrize(
    ("file", "old", "new", "law", "violation"),
    [
        (
            "rules.py",
            'can have."""\n        return COLUMNS',
            'can have."""\n        return 3',
            "Random games can be played",
            "is `max_moves` too small",
        ),
        (
            "rules.py",
            "    if has_four(position[1 - side]):\n",
            "    if False:\n",
            "A position is over exactly",
            "the outcome ongoing",
        ),
        ("notation.py", '"wb"[int(position[2]) & 1]', '"w"', "Positions can be written", "as another"),
        ("evaluate.py", " else -score", " else score", "A mirrored position", "of its mirror image"),
        ("draw.py", ', "black-man": "B"', "", "A drawing shows every piece", "SYMBOLS or LETTERS lack black-man"),
    ],
)
def test_what_is_wrong_is_said(plugins, file, old, new, law, violation):
    plugins.add("broken", changes={file: [(old, new)]})
    status, out, err = plugins.plyground("check", "broken", "--positions", "60")
    assert (status, err) == (1, "")
    lines = out.splitlines()
    broken = [i for i, line in enumerate(lines) if line.startswith(f"BROKEN  {law}")]
    assert broken
    assert violation in lines[broken[0] + 1]


@pytest.mark.skipif(not JIT, reason="compiles")
def test_kernels_must_compile_too(plugins):
    """A signed and an unsigned number make a float when compiled, and a float is no number of moves."""
    change = ("    size = 0\n    taken", "    size = min(0, position[2])\n    taken")
    plugins.add("mixed", changes={"rules.py": [change]})
    status, out, err = plugins.plyground("check", "mixed", "--positions", "6", PLYGROUND_JIT="1")
    assert (status, err) == (1, "")
    *laws, broken, why, _ = out.splitlines()
    assert all(line.startswith("holds   ") for line in laws)
    assert broken == "BROKEN  Compiled kernels answer as uncompiled ones do."
    assert "`plyground perft mixed 1` fails: " in why
    assert "never calculate with uint64 and a signed number together" in why


def test_every_missing_part_is_listed(plugins):
    plugins.add("broken", changes={"rules.py": [("TERMINATIONS = ", "ENDINGS = ")]}, without=("draw.py",))
    status, out, _ = plugins.plyground("check", "broken")
    assert status == 1
    assert out.splitlines() == [
        "BROKEN  Every part is there.",
        "        broken/rules.py does not define TERMINATIONS.",
        "        The package broken has no file draw.py, which every game has.",
    ]
