"""Packages that add games: one that is faulty is named, and hides nothing else."""

import pytest

from plugins import Plugins


@pytest.fixture
def plugins(tmp_path):
    return Plugins(tmp_path)


def test_each_package_is_loaded_on_its_own(plugins):
    plugins.add("sound_one")
    plugins.add("no_module", changes={"__init__.py": [('        module="no_module",\n', "")]})
    plugins.add("no_import", changes={"__init__.py": [("GAMES = (", "import nothing_like_it\n\nGAMES = (")]})
    plugins.add("no_games", changes={"__init__.py": [("GAMES = (", "GAMES = (3,) or (")]})
    status, out, err = plugins.plyground("games")
    assert status == 0
    names = [line.split()[0] for line in out.splitlines()]
    assert {"congo", "gardner", "sound_one"} <= set(names)
    assert not {"no_module", "no_import", "no_games"} & set(names)
    said = sorted(err.splitlines())
    assert len(said) == 3
    assert said[0].startswith(
        "plyground: The games of no_games:GAMES (package no_games) could not be loaded: TypeError"
    )
    assert said[0].endswith("GAMES should be a tuple of Game.")
    assert "package no_import) could not be loaded: ModuleNotFoundError: No module named 'nothing_like_it'" in said[1]
    assert "package no_module) could not be loaded: TypeError" in said[2]
    assert "'module'" in said[2]


def test_a_name_that_exists_is_told(plugins):
    plugins.add("usurper", game="congo")
    status, out, err = plugins.plyground("games")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()].count("congo") == 1
    assert err.startswith(
        "plyground: The game 'congo' of usurper:GAMES (package usurper) is left out: plyground.games."
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"without": ("draw.py",)}, "The package broken has no file draw.py, which every game has."),
        (
            {"changes": {"rules.py": [("TERMINATIONS = ", "ENDINGS = ")]}},
            "broken/rules.py does not define TERMINATIONS.",
        ),
        (
            {"changes": {"rules.py": [("@outcome.register(ConnectFour)\n", "")]}},
            "broken/rules.py registers no `outcome` for ConnectFour.",
        ),
        (
            {"changes": {"notation.py": [("import re\n", "import re\nimport nothing_like_it\n")]}},
            "broken.notation cannot be imported: No module named 'nothing_like_it'.",
        ),
    ],
)
def test_what_a_game_lacks_is_one_sentence_in_every_command(plugins, options, sentence):
    plugins.add("broken", **options)
    for arguments in (["moves", "broken"], ["analyse", "broken", "--depth", "1"]):
        status, out, err = plugins.plyground(*arguments)
        assert (status, out) == (2, "")
        assert sentence in err
        assert len(err.splitlines()) == 1
    assert plugins.plyground("moves", "gardner")[:2] == (0, "a2a3 b1a3 b1c3 b2b3 c2c3 d2d3 e2e3\n")
