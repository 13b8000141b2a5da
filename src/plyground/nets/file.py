"""A net in a file: its numbers, and where they come from.

One ``.npz`` (numpy's zip of arrays): the arrays of `Network`, and `PROVENANCE`, a JSON text: the game, the digest of
its rules and features, the data and the settings of the training, its losses, and, once a match has accepted the net,
that match. `load` takes nothing on trust: a net of another game, of other features, of the wrong shape or damaged is
refused in one sentence.
"""

import hashlib
import io
import json
import math
import warnings
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError
from plyground.core.files import check_replaceable, replace_file
from plyground.core.game import Game
from plyground.nets.accumulators import MAX_WIDTH
from plyground.nets.features import features_digest, outputs_by_games, shape_of, shape_of_many
from plyground.nets.network import MAX_OUTPUT_WEIGHT, Network

PROVENANCE = "provenance"
MAX_BYTES = 1 << 26
"""Of a net's arrays; a file that claims more is not read."""
DIGITS = 16
"""Of a net's digest."""
_READERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
_KINDS = {
    "weights": "int16",
    "bias": "int16",
    "output": "int16",
    "output_bias": "int32",
    "scale": "int32",
    "handmade": "int32",
}


def save(path: Path, game: Game, network: Network, provenance: Mapping[str, Any]) -> None:
    """Write `network`, which was made for `game`; raises `InvalidSetting` where that cannot be."""
    text = json.dumps({"game": game.name, "digest": features_digest(game), **provenance}, sort_keys=True)
    arrays = network._asdict() | {PROVENANCE: np.array(text)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    try:
        # at once and whole: a net that is half there would be taken for a damaged one
        replace_file(path, [buffer.getvalue()])
    except OSError as error:
        raise InvalidSetting(f"The net {path} cannot be written: {error.strerror}.") from None


def check_output_net(path: Path) -> None:
    """Say now what would keep `save` from writing the net `path` later, after long work.

    Raises
    ------
    InvalidSetting
        If it cannot be written, or if what is there is no net: positions to learn from, say, are not lost by mistake.
    """
    check_replaceable(path)
    if path.exists() and path.stat().st_size and not _looks_like_a_net(path):
        raise InvalidSetting(f"The net {path} cannot be written: there is a file of that name, which is no net.")


def _looks_like_a_net(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return f"{PROVENANCE}.npy" in archive.namelist()
    except OSError as error:
        raise InvalidSetting(f"The net {path} cannot be written: {error.strerror}.") from None
    except (zipfile.BadZipFile, NotImplementedError, ValueError, RuntimeError):
        return False


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the arrays and the provenance of a file."""
    try:
        with path.open("rb") as file:
            # to is_zipfile a file that cannot be read is none
            file.read(1)
            if not zipfile.is_zipfile(file):
                raise InvalidNotation(f"The file {path} is not a net: `plyground learn train` writes one.")
            with zipfile.ZipFile(file) as archive:
                if sum(member.file_size for member in archive.infolist()) > MAX_BYTES:
                    raise InvalidNotation(f"The file {path} is not a net: it is far too large.")
                found = {name: _array(archive, f"{name}.npy") for name in (*_KINDS, PROVENANCE)}
        provenance = json.loads(str(found.pop(PROVENANCE)))
        if not isinstance(provenance, dict):
            raise ValueError(provenance)
    except PlygroundError:
        raise
    except OSError as error:
        raise InvalidNotation(f"The net {path} cannot be read: {error.strerror or error}.") from None
    except Exception:  # noqa: BLE001 (an array's header is Python that numpy evaluates, which raises anything)
        raise InvalidNotation(f"The file {path} is not a net, or a damaged one.") from None
    return found, provenance


def _array(archive: zipfile.ZipFile, name: str) -> Any:
    """Return an array; what its header says is looked at before anything of that size is made."""
    member = archive.getinfo(name)
    if member.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        # others may ask for gigabytes before the first byte comes out
        raise ValueError(member.compress_type)
    with archive.open(member) as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        shape, is_by_columns, kind = _READERS[np.lib.format.read_magic(file)](file)
        size = math.prod(shape) * kind.itemsize
        if kind.kind not in "iufU" or min(shape, default=0) < 0 or size > member.file_size:
            raise ValueError(shape)
        data = file.read()
    if len(data) != size:
        raise ValueError(size)
    return np.frombuffer(data, kind).reshape(shape, order="F" if is_by_columns else "C").copy()


def load(path: Path, game: Game) -> Network:
    """Read a net for `game`.

    Raises
    ------
    InvalidNotation
        If the file is missing, damaged, or no net.
    InvalidSetting
        If it is a net of another game, or of other rules or features than there are now.
    """
    arrays, provenance = _read(path)
    if provenance.get("game") != game.name:
        raise InvalidSetting(f"The net {path} is one for {provenance.get('game')}, not for {game.name}.")
    shape, width, digest = shape_of(game), arrays["bias"].size, provenance.get("digest")
    if digest != features_digest(game):
        known = shape_of_many(game)
        if digest != features_digest(game, known):
            raise InvalidSetting(
                f"The net {path} was trained when the rules of {game.name}, or what a net sees of it, were others; "
                "train it anew with `plyground learn train`."
            )
        if arrays["weights"].shape == (known.features, width):
            # the features that came later are worth nothing to it, and last layers of many men judge few
            later = np.zeros((shape.features - known.features, width), arrays["weights"].dtype)
            arrays["weights"] = np.concatenate([arrays["weights"], later])
            for name in ("output", "output_bias"):
                if arrays[name].shape[:1] == (known.outputs,):
                    arrays[name] = arrays[name][outputs_by_games(game)]
    shapes = {
        "weights": (shape.features, width),
        "bias": (width,),
        "output": (shape.outputs, shape.sides * width),
        "output_bias": (shape.outputs,),
        "scale": (1,),
        "handmade": (1,),
    }
    fits = all(arrays[name].shape == shapes[name] and arrays[name].dtype == kind for name, kind in _KINDS.items())
    if not fits or not 0 < width <= MAX_WIDTH or np.abs(arrays["output"].astype(int)).max() > MAX_OUTPUT_WEIGHT:
        raise InvalidNotation(f"The net {path} does not have the numbers that a net of {game.name} has.")
    return Network(**{name: np.ascontiguousarray(array) for name, array in arrays.items()})


def provenance_of(path: Path) -> dict[str, Any]:
    """Return what a net says of where it comes from; raises `InvalidNotation`."""
    return _read(path)[1]


def net_digest(path: Path) -> str:
    """Return `DIGITS` hexadecimal digits that change when the numbers of a net do, and not when its provenance does.

    Raises
    ------
    InvalidNotation
        If the file is missing, damaged, or no net.
    """
    arrays, _ = _read(path)
    state = hashlib.sha256()
    for name in _KINDS:
        state.update(f"{name} {arrays[name].dtype.str} {arrays[name].shape}".encode())
        state.update(arrays[name].tobytes())
    return state.hexdigest()[:DIGITS]
