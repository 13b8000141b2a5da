"""`Probe`: the tables as a search asks them, a kernel that looks a position up while it plays.

A `Tablebase` opens all tables there are of a game: their headers are read, but no values. Those built for another limit
of the counter are left alone. A file that cannot be used is left out (`plyground.endgame.unusable`): if that is found
out later, because a block is damaged or the rules are others, its material is taken out of the hash table of materials.
Each thread has a `Probe` of its own with room for some blocks of values. Where a kernel needs a block that is not
there, it calls back: Python reads and checks it, and puts it in the place of the block that was asked for the longest
time ago. So a search waits for a block (a quarter of a millisecond), and the same search always finds the same.

A probe is one number, the address of all it needs (`plyground.kernel.callback`), because it is passed down a recursion
that rarely asks.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.game import Game
from plyground.core.rules import DRAW, ONGOING, WHITE_WINS, generate, outcome, play, result_of
from plyground.endgame.hooks import count_men, list_men
from plyground.endgame.index import MAX_MEN, ROW, Numbering, index_of, key_of
from plyground.endgame.store import Tables
from plyground.endgame.tablefile import BLOCK_BYTES, InvalidTable, TableFile
from plyground.endgame.unusable import report_unusable
from plyground.endgame.values import DRAWN
from plyground.kernel import generic, kernel
from plyground.kernel.callback import bytes_at, call_back, callback, numbers_at
from plyground.kernel.words import Moves, Words, quiet_plies, turn

if TYPE_CHECKING:
    from plyground.endgame.material import Material

MAX_SLOTS = 512
"""Blocks that a thread keeps, unless it asks for more: 32 MiB."""
NOT_IN_TABLE = 1 << 20
"""What a probe returns where no table knows."""

MOST_MEN, HAS_COUNTER, LOADER, TICK, _ARRAYS = range(5)
"""Places in the array at `Probe.address`: positions with more men are not asked about (0: none are); whether distances
end where the counter begins again; the address that loads a block; the time, in probes; and from there on the address
and the sides of each array."""
(
    _TURNED,
    _CHOSEN,
    _PAIR,
    _ROYALS,
    _IMAGES,
    _PLACE,
    _SQUARE_AT,
    _UPSIDE_DOWN,
    _CHOOSE,
    _KEYS,
    _ROWS,
    _FILES,
    _VALUES,
    _SLOT_OF,
    _SLOTS,
    _STAMPS,
    _MEN,
) = range(_ARRAYS, _ARRAYS + 4 * 17, 4)
_FIELDS = _MEN + 4
_FIRST_BLOCK, _BYTES_OF_RANK, _FIRST_VALUE = range(3)
"""Columns of a table's row in the array of files."""
_IDLE_MEN = np.zeros((2, MAX_MEN + 1), np.int64)
_IDLE = np.zeros(_FIELDS, np.int64)
_IDLE[_MEN] = _IDLE_MEN.ctypes.data
_PRIME = 0x9E3779B97F4A7C15 - (1 << 64)
_EMPTY = 0


class NoTables(NamedTuple):
    """The probe of a game that has no tables."""

    unused: int = 0


class Probe(NamedTuple):
    """The tables of one game for one thread.

    Attributes
    ----------
    address
        The address of the array described above. (An array would be seven numbers, at every step of a recursion.)
    """

    address: int


@generic
def table_value(probe: Any, game: Any, position: Words) -> int:
    """Return what the tables say of `position`, as `plyground.endgame.values` has it, or `NOT_IN_TABLE`.

    A finished position may be in a table or not.
    """
    return NOT_IN_TABLE


@generic
def has_counter(probe: Any) -> bool:
    """Tell whether a distance counts to the next move that sets the rules' counter to 0, instead of to the win."""
    return False


@has_counter.register(Probe)
def _(probe: Probe) -> bool:
    return numbers_at(probe.address, (_FIELDS,))[HAS_COUNTER] != 0


@table_value.register(Probe)
def _(probe: Probe, game: Any, position: Words) -> int:
    fields = numbers_at(probe.address, (_FIELDS,))
    scratch = numbers_at(fields[_MEN], (2, MAX_MEN + 1))
    if count_men(game, position, scratch[0], scratch[1]) > fields[MOST_MEN]:
        return NOT_IN_TABLE
    return _look_up(fields, game, position)


@kernel
def _look_up(fields: Moves, game: Any, position: Words) -> int:
    """Return the value of a position of few men."""
    scratch = numbers_at(fields[_MEN], (2, MAX_MEN + 1))
    codes, squares = scratch[0], scratch[1]
    men = list_men(game, position, codes, squares)
    table = _table_of(fields, key_of(codes, men))
    if table < 0:
        return NOT_IN_TABLE
    row = numbers_at(fields[_ROWS], (fields[_ROWS + 1], ROW))[table]
    index = index_of(_numbering(fields), row, codes, squares, men, turn(position))
    if index < 0:
        return NOT_IN_TABLE
    file = numbers_at(fields[_FILES], (fields[_FILES + 1], 3))[table]
    place = index * file[_BYTES_OF_RANK]
    block = file[_FIRST_BLOCK] + place // BLOCK_BYTES
    slot = numbers_at(fields[_SLOT_OF], (fields[_SLOT_OF + 1],))[block]
    if slot < 0:
        slot = call_back(fields[LOADER], block)
        if slot < 0:
            return NOT_IN_TABLE
    fields[TICK] += 1
    numbers_at(fields[_STAMPS], (fields[_STAMPS + 1],))[slot] = fields[TICK]
    ranks = bytes_at(fields[_SLOTS], (fields[_SLOTS + 1], BLOCK_BYTES))[slot]
    within = place % BLOCK_BYTES
    rank = np.int64(ranks[within])
    if file[_BYTES_OF_RANK] > 1:
        rank += np.int64(ranks[within + 1]) << 8
    return numbers_at(fields[_VALUES], (fields[_VALUES + 1],))[file[_FIRST_VALUE] + rank]


@kernel
def _table_of(fields: Moves, key: int) -> int:
    """Return the row of the table of a material, or -1."""
    keys = numbers_at(fields[_KEYS], (fields[_KEYS + 1], 2))
    size = fields[_KEYS + 1]
    place = ((key * _PRIME) >> 32) & (size - 1)
    while keys[place, 0] != _EMPTY:
        if keys[place, 0] == key:
            return keys[place, 1]
        place = (place + 1) & (size - 1)
    return -1


@kernel
def _numbering(fields: Moves) -> Numbering:
    """Return the arrays that all tables of the game share."""
    return Numbering(
        numbers_at(fields[_TURNED], (fields[_TURNED + 1], fields[_TURNED + 2], fields[_TURNED + 3])),
        numbers_at(fields[_CHOSEN], (fields[_CHOSEN + 1], fields[_CHOSEN + 2], fields[_CHOSEN + 3])),
        numbers_at(fields[_PAIR], (fields[_PAIR + 1], fields[_PAIR + 2], fields[_PAIR + 3])),
        numbers_at(fields[_ROYALS], (fields[_ROYALS + 1], fields[_ROYALS + 2], fields[_ROYALS + 3])),
        numbers_at(fields[_IMAGES], (fields[_IMAGES + 1], fields[_IMAGES + 2], fields[_IMAGES + 3])),
        numbers_at(fields[_PLACE], (fields[_PLACE + 1], fields[_PLACE + 2])),
        numbers_at(fields[_SQUARE_AT], (fields[_SQUARE_AT + 1], fields[_SQUARE_AT + 2])),
        numbers_at(fields[_UPSIDE_DOWN], (fields[_UPSIDE_DOWN + 1],)),
        numbers_at(fields[_CHOOSE], (fields[_CHOOSE + 1], fields[_CHOOSE + 2])),
    )


@kernel
def values_of_moves(
    probe: Probe, game: Any, position: Words, moves: Moves, child: Words, values: Moves, is_zeroing: Moves
) -> int:
    """Write every legal move of a position that is not over; return how many there are.

    For each also the value of the position that it leads to, `NOT_IN_TABLE` where no table says; and whether it sets
    the counter to 0 or ends the game.
    """
    size = generate(game, position, moves)
    for i in range(size):
        play(game, position, moves[i], child)
        code = outcome(game, child, values[size:])
        is_zeroing[i] = 1 if code != ONGOING or quiet_plies(child) == 0 else 0
        if code == ONGOING:
            values[i] = table_value(probe, game, child)
        elif result_of(code) == DRAW:
            values[i] = DRAWN
        else:
            values[i] = 1 if (result_of(code) == WHITE_WINS) == (turn(child) == 0) else -1
    return size


def has_tables(game: Game) -> bool:
    """Tell whether there may be tables of a game: its searches are then compiled to ask them."""
    return hasattr(game.optional_submodule("endgame"), "describe")


def idle_probe(game: Game) -> Any:
    """Return a probe that knows nothing, of the type that searches of this game take."""
    return Probe(_IDLE.ctypes.data) if has_tables(game) else NoTables()


class Tablebase:
    """All tables of a game that are there, open.

    Parameters
    ----------
    tables
        Where they are.
    most_men
        Tables of more men are left alone.

    Attributes
    ----------
    most_men
        The most men of any table there is; 0 without any.
    left_out
        Sentences about the files that cannot be used.
    """

    def __init__(self, tables: Tables, most_men: int = MAX_MEN) -> None:
        self.tables = tables
        self.unusable: list[str] = []
        self._materials: list[Material] = []
        self._files: list[TableFile] = []
        rows: list[Moves] = []
        owners: list[tuple[int, int]] = []  # of each material's key the row
        self._file_of_row: list[int] = []
        self.most_men = 0
        listing = tables.listing()
        for men in range(tables.description.smallest, min(most_men, MAX_MEN) + 1):
            are_there = False
            for material in tables.materials_of(men):
                if (tables.name_of(material), tables.text(material)) not in listing:
                    continue
                are_there, file = True, self._file_of(material)
                if file is None or tables.has_other_limit(file):
                    continue
                self.most_men = men
                for each in {material, material.reversed}:
                    owners.append((each.key, len(rows)))
                    rows.append(tables.row(each))
                    self._file_of_row.append(len(self._files))
                self._materials.append(material)
                self._files.append(file)
            if not are_there:
                break
        self._rows = np.array(rows, np.int64).reshape(-1, ROW)
        self._keys = _hash_table(owners)

    def _file_of(self, material: "Material") -> TableFile | None:
        """Return the file of a table; None where there is none, or none that can be read."""
        try:
            return self.tables.file(material)
        except InvalidTable as error:
            self.unusable.append(report_unusable(error))
            return None

    @cached_property
    def _arrays(self) -> dict[int, Any]:
        """The arrays that all threads share, by their places among the fields."""
        numbering = self.tables.numbering
        blocks = np.cumsum([0, *(file.blocks for file in self._files)])
        firsts = np.cumsum([0, *(len(file.header.values) for file in self._files)])
        files = [
            (blocks[number], self._files[number].header.bytes_of_rank, firsts[number]) for number in self._file_of_row
        ]
        values = [value for file in self._files for value in file.header.values]
        shared = dict(zip(range(_TURNED, _KEYS, 4), numbering, strict=True))
        shared |= {_KEYS: self._keys, _ROWS: self._rows, _FILES: np.array(files, np.int64).reshape(-1, 3)}
        shared[_VALUES] = np.array(values, np.int64)
        self._first_blocks = blocks
        return {place: np.ascontiguousarray(array, np.int64) for place, array in shared.items()}

    def load(self, block: int) -> NDArray[np.uint8] | None:
        """Return a block, by its number among those of all files; None if it cannot be used, nor then its file."""
        keys = self._arrays[_KEYS]
        number = int(np.searchsorted(self._first_blocks, block, side="right")) - 1
        try:
            self.tables.table(self._materials[number])  # which compares its rules with those of today, once
            return self._files[number].bytes_of_block(block - int(self._first_blocks[number]))
        except InvalidTable as error:
            if (sentence := report_unusable(error)) not in self.unusable:
                self.unusable.append(sentence)
            for row, file in enumerate(self._file_of_row):
                if file == number:
                    keys[(keys[:, 0] != _EMPTY) & (keys[:, 1] == row), 1] = -1
            return None

    @property
    def blocks(self) -> int:
        """How many blocks all files have."""
        return sum(file.blocks for file in self._files)

    @property
    def has_counter(self) -> bool:
        """Whether distances end where the rules' counter begins again."""
        return self.tables.description.limit is not None

    @cached_property
    def _common(self) -> "Slots":
        """The slots of all threads, one for each block."""
        return Slots(self.blocks, self.blocks)

    def open(self, slots: int | None = None) -> "ThreadProbe":
        """Return what one thread reads them with, which keeps so many blocks; threads share them where all fit."""
        slots = slots or MAX_SLOTS
        return ThreadProbe(self, self._arrays, self._common if self.blocks <= slots else Slots(slots, self.blocks))


class Slots:
    """Room for blocks of values.

    Where there is room for every block no slot is ever used again, so that threads and engines can share them: at worst
    two load the same block, and write the same values.

    Attributes
    ----------
    slot_of
        Each block's slot, -1 for a block that has none.
    block_in
        Each slot's block, -1 for an empty slot.
    values, stamps
        Each slot's values, and when it was asked last.
    """

    def __init__(self, slots: int, blocks: int) -> None:
        self.slot_of = np.full(max(1, blocks), -1, np.int64)
        self.block_in = [-1] * max(1, slots)
        self.values = np.empty((max(1, slots), BLOCK_BYTES), np.uint8)
        self.stamps = np.zeros(max(1, slots), np.int64)

    def keep(self, block: int, ranks: NDArray[np.uint8]) -> int:
        """Put a block where it has its place, or into the slot not asked for the longest time; return which that is."""
        slot = block if len(self.block_in) == len(self.slot_of) else int(self.stamps.argmin())
        if self.block_in[slot] >= 0:
            self.slot_of[self.block_in[slot]] = -1
        self.values[slot, : ranks.size] = ranks
        self.slot_of[block], self.block_in[slot] = slot, block
        return slot


class ThreadProbe:
    """One thread's probe, and the arrays behind it.

    Attributes
    ----------
    probe
        For the kernels; this object has to be kept as long as it is used.
    """

    def __init__(self, tablebase: Tablebase, shared: dict[int, Any], slots: Slots) -> None:
        self._tablebase, self._slots = tablebase, slots
        self._arrays = shared | {
            _SLOT_OF: slots.slot_of,
            _SLOTS: slots.values,
            _STAMPS: slots.stamps,
            _MEN: np.zeros((2, MAX_MEN + 1), np.int64),
        }
        fields = self._fields = np.zeros(_FIELDS, np.int64)
        for place, array in self._arrays.items():
            fields[place] = array.ctypes.data
            fields[place + 1 : place + 1 + array.ndim] = array.shape
        self._loader, fields[LOADER] = callback(self._load)
        fields[HAS_COUNTER] = int(tablebase.has_counter)
        self.probe = Probe(fields.ctypes.data)
        self.switch(on=True)

    def switch(self, *, on: bool) -> None:
        """Let the kernels ask, or not."""
        self._fields[MOST_MEN] = self._tablebase.most_men if on else 0

    def _load(self, block: int) -> int:
        """Read a block into a slot; -1 if it cannot be used."""
        ranks = self._tablebase.load(block)
        return -1 if ranks is None else self._slots.keep(block, ranks)


def _hash_table(owners: list[tuple[int, int]]) -> Moves:
    """Return a hash table of keys and numbers, a power of two long and at most half full."""
    size = 4
    while size < 2 * len(owners):
        size *= 2
    found = np.zeros((size, 2), np.int64)
    for key, number in owners:
        place = (key * (_PRIME + (1 << 64)) >> 32) & (size - 1)
        while found[place, 0] != _EMPTY:
            place = (place + 1) & (size - 1)
        found[place] = key, number
    return found
