"""Where table files are, and the tables of a game as one thing that is asked about positions.

Table files are looked for in the folder that was named, else in the user's (``$PLYGROUND_TABLES``, else
``$XDG_DATA_HOME/plyground/tables``, else ``~/.local/share/plyground/tables``), and then among those that come with the
package. In each, ``GAME/KQvK.table``.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.endgame.digest import rules_digest
from plyground.endgame.hooks import KINDS, Description, list_men
from plyground.endgame.index import MAX_MEN, SIZE, Numbering, index_of, new_numbering, new_row, reversed_row
from plyground.endgame.material import Material, materials
from plyground.endgame.tablefile import REMEDY, SUFFIX, BlockCache, InvalidTable, TableFile
from plyground.endgame.values import Verdict, verdict_of
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words, turn

PACKAGED = "tables"
"""The folder beside a game's modules with the tables that come with the package."""


def user_folder() -> Path:
    """Return where tables are kept unless told otherwise."""
    chosen = os.environ.get("PLYGROUND_TABLES")
    if chosen:
        return Path(chosen)
    home = os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()
    return Path(home) / "plyground" / "tables"


@cache
def describe(game: Game) -> Description | None:
    """Return what tables of a game are about, None where it has none."""
    module = game.optional_submodule("endgame")
    if module is None or not hasattr(module, "describe"):
        return None
    described: Description | None = module.describe(game.name, game.uncompiled_rules)
    return described


def description_of(game: Game) -> Description:
    """Return what tables of a game are about; `InvalidSetting` where it has none."""
    description = describe(game)
    if description is None:
        chosen = "".join(f" with {name}={value}" for name, value in game.chosen)
        raise InvalidSetting(f"There are no tablebases for {game.name}{chosen}.")
    return description


class Tables:
    """The tables of one game under its settings: finds, checks and opens files as they are needed.

    Attributes
    ----------
    folder
        Where new tables go.
    """

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        self.game = game
        self.description = description_of(game)
        self.rules: Any = game.rules
        self.numbering: Numbering = new_numbering(self.description)
        self.is_named = folder is not None
        self.folder = folder or user_folder()
        self._cache = BlockCache()
        self._open: dict[Material, TableFile] = {}
        self._checked: set[Material] = set()
        self._rows: dict[Material, Moves] = {}
        self._is_warm = False

    @property
    def metric(self) -> str:
        """What a distance counts: "dtw" or "dtz"."""
        return self.description.metric

    @property
    def limit(self) -> int | None:
        """Plies of the rules' counter that draw the game, None in a game without one."""
        return self.description.limit

    def warmup(self) -> None:
        """Compile what looking a position up takes, or load it from the cache."""
        if not self._is_warm:
            ensure_ready(f"{self.game.family} table lookup", f"{self.game.title} table lookup", self._ask_everything)
            self._is_warm = True

    def _ask_everything(self) -> None:
        self._digest(self.materials(self.description.smallest)[0])
        words = self.game.position().words
        _, codes, squares, _ = self.material_of(words)
        index_of(
            self.numbering, self.row(self.materials(self.description.smallest)[0]), codes, squares, 0, int(turn(words))
        )

    def folders(self) -> list[Path]:
        """Return where to look, in this order."""
        return [self.folder, self.package_folder()]

    def package_folder(self) -> Path:
        """Return the folder of the tables that come with the package."""
        return Path(str(self.game.submodule("endgame").__file__)).parent / PACKAGED

    def name_of(self, material: Material) -> str:
        """Return the name of the variant whose tables serve this material."""
        shared = self.description.elsewhere
        if shared is not None and not material.kinds & self.description.elsewhere_without:
            return shared
        return self.description.name

    def text(self, material: Material) -> str:
        """Write a material with the game's letters."""
        return material.text(self.description.letters)

    def path(self, material: Material, folder: Path | None = None) -> Path:
        """Return where the table of a material in normal form is, or would be."""
        return (folder or self.folder) / self.name_of(material) / f"{self.text(material)}{SUFFIX}"

    def row(self, material: Material) -> Moves:
        """Return the row (`plyground.endgame.index`) of a material, in normal form or not."""
        if material not in self._rows:
            row = new_row(self.description, self.numbering, material.normal)
            self._rows[material] = row if material == material.normal else reversed_row(row, material.normal)
        return self._rows[material]

    def digest(self, material: Material) -> str:
        """Return the digest of the rules as they are now, for a material in normal form."""
        self.warmup()
        return self._digest(material)

    def _digest(self, material: Material) -> str:
        return rules_digest(self.description, self.rules, self.numbering, self.row(material))

    def table(self, material: Material) -> TableFile | None:
        """Return the table of a material in normal form, None where there is none.

        Raises
        ------
        InvalidTable
            If there is one that is damaged, or of another game, material, format or other rules.
        """
        table = self.file(material)
        if table is not None and material not in self._checked:
            self.check(table, material)
            self._checked.add(material)
        return table

    def file(self, material: Material) -> TableFile | None:
        """Return the file of a table, whole but not compared with the rules of today; None where there is none."""
        if material not in self._open:
            paths = (self.path(material, folder) for folder in self.folders())
            found = next((path for path in paths if path.exists()), None)
            if found is None:
                return None  # somebody may build it meanwhile
            self._open[material] = TableFile(found, self._cache)
        return self._open[material]

    def is_there(self, material: Material) -> bool:
        """Tell whether there is a file for a material in normal form, usable or not."""
        return any(self.path(material, folder).exists() for folder in self.folders())

    def listing(self) -> set[tuple[str, str]]:
        """Return of all files that there are, usable or not, the variant's name and the material's text."""
        return {(path.parent.name, path.stem) for folder in self.folders() for path in folder.glob(f"*/*{SUFFIX}")}

    def has_other_limit(self, table: TableFile) -> bool:
        """Tell whether a table was built for another limit of the counter, and does not serve this one, too."""
        limit, header = self.description.limit, table.header
        serves_more = limit is not None and not header.has_cursed and limit >= header.reach
        return header.limit != limit and not serves_more

    def check(self, table: TableFile, material: Material) -> None:
        """Raise `InvalidTable` unless the file holds what the rules of today say about this material."""
        header, path = table.header, table.path
        if (header.game, header.material) != (self.name_of(material), self.text(material)):
            raise InvalidTable(
                f"The table file {path} holds {header.material} of {header.game}, "
                f"not {self.text(material)} of {self.name_of(material)}."
            )
        if header.rules != self.digest(material) or header.indices != int(self.row(material)[SIZE]):
            raise InvalidTable(f"The table file {path} was built by other rules. {REMEDY}")
        if self.has_other_limit(table):
            limit = self.description.limit
            raise InvalidTable(
                f"The table file {path} was built for a draw after {header.limit} plies, not {limit}; "
                "build tables for that rule into a folder of their own (--tables)."
            )

    def forget(self, material: Material) -> None:
        """Look for the file of a material again when it is next asked for."""
        self._open.pop(material, None)
        self._checked.discard(material)

    def material_of(self, words: Words) -> tuple[Material | None, Moves, Moves, int]:
        """Return the material of a position, and its men's codes and squares and how many; None for no material."""
        codes, squares = np.zeros((2, MAX_MEN + 1), np.int64)
        men = int(list_men(self.rules, words, codes, squares))
        if men > MAX_MEN or (codes[:men] == 0).sum() != 1 or (codes[:men] == KINDS).sum() != 1:
            return None, codes, squares, men
        white = tuple(sorted(int(code) for code in codes[:men] if 0 < code < KINDS))
        black = tuple(sorted(int(code) - KINDS for code in codes[:men] if code > KINDS))
        return Material(white, black), codes, squares, men

    def men(self, words: Words) -> int:
        """Return how many men stand on the board."""
        return self.material_of(words)[3]

    def verdict(self, words: Words) -> Verdict | None:
        """Return what the tables say of a position that is not over, by the counter from 0; None without a table."""
        material, codes, squares, men = self.material_of(words)
        if material is None or men < self.description.smallest:
            return None
        table = self.table(material.normal)
        if table is None:
            return None
        index = int(index_of(self.numbering, self.row(material), codes, squares, men, int(turn(words))))
        return verdict_of(table.value(index)) if index >= 0 else None

    def materials_of(self, men: int) -> list[Material]:
        """Return every material with a table of exactly that many men."""
        return materials(self.description, men)

    def materials(self, most_men: int) -> list[Material]:
        """Return every material with a table of at most `most_men` men, in the order in which they are built."""
        return [
            material
            for men in range(self.description.smallest, most_men + 1)
            for material in materials(self.description, men)
        ]

    def materials_there(self, most_men: int) -> list[Material]:
        """Return those `materials` of which there is a file, usable or not."""
        listing = self.listing()
        men = max((len(text) - len("v") for _, text in listing), default=0)
        there = self.materials(min(most_men, men))
        return [each for each in there if (self.name_of(each), self.text(each)) in listing]
