"""A teacher's settings: every number, in one TOML file.

A settings class is a dataclass with default values, which a table of the file may override. Each assignment has a table
of its name; ``[sandbox]`` is for all. An unknown name or an unsuitable value is an error with an explanation.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from plyground.core.errors import InvalidNotation, InvalidSetting, alternatives, quote
from plyground.programs.limits import ResourceLimits

Settings = TypeVar("Settings")

MIN_MEMORY = 32
MOST = 10**9
"""No number of a settings file is larger."""
USUAL_BOUNDS = (0, MOST)


def field_within(default: Any = MISSING, *, least: float = 0, most: float = MOST, is_later: bool = False) -> Any:
    """Return the field of a setting that may have the values from `least` to `most`.

    One that `is_later` came after the first files of finished checks, which go on as if it had its usual value.
    """
    return field(default=default, metadata={"bounds": (least, most), "is_later": is_later})


def duration(default: float) -> Any:
    """Return the field of a setting that says how long something may take: not for ever, and not no time at all."""
    return field_within(default, least=0.001)


def share(default: Any = MISSING, *, is_later: bool = False) -> Any:
    """Return the field of a setting that is a share: 0 to 1."""
    return field_within(default, most=1, is_later=is_later)


@dataclass(frozen=True)
class SandboxSettings:
    """Limits of every program: MiB of memory, of files and of output; processes; and how many checks run at a time.

    ``workers = 0`` uses every core. ``total_seconds`` is what all runs of a program together may take;
    ``same_failures`` says how many first games may fail alike before the others are not played (`early_stop.py`). For
    both, 0 means no limit.
    """

    memory: int = field_within(1024, least=MIN_MEMORY, most=1 << 20)
    files: int = field_within(64, most=1 << 20)
    output: int = field_within(4, most=1 << 10)
    processes: int = field_within(64, least=1, most=1 << 15)
    workers: int = field_within(0, most=1 << 10)
    total_seconds: float = 7200.0
    same_failures: int = 3

    def limits(self, cpu_seconds: float, wall_seconds: float) -> ResourceLimits:
        """Return what a program may use in a given time."""
        return ResourceLimits(cpu_seconds, wall_seconds, self.memory, self.files, self.processes, self.output)


def deciding(settings: SandboxSettings) -> dict[str, Any]:
    """Return the settings that a file of finished checks remembers; of those newer than it, only unusual ones."""
    newer = ("total_seconds", "same_failures")
    usual = SandboxSettings()
    found = asdict(settings)
    return {name: value for name, value in found.items() if name not in newer or value != getattr(usual, name)}


def settings_to_store(settings: Any) -> dict[str, Any]:
    """Return an assignment's settings that a file of finished checks remembers; of later ones, only unusual values."""
    later = [item for item in fields(settings) if item.metadata.get("is_later")]
    usual = {item.name for item in later if getattr(settings, item.name) == item.default}
    return {name: value for name, value in asdict(settings).items() if name not in usual}


def read_file(path: Path, assignments: tuple[str, ...]) -> dict[str, Any]:
    """Read a settings file; raises `InvalidNotation`, `InvalidSetting`."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InvalidNotation(f"The settings file {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InvalidNotation(f"The settings file {path} is not text in UTF-8.") from None
    except (tomllib.TOMLDecodeError, ValueError) as error:
        # a number of thousands of digits is TOML, but nothing that Python reads
        raise InvalidNotation(f"The settings file {path} is not TOML: {str(error).partition(';')[0]}.") from None
    except RecursionError:
        raise InvalidNotation(f"The settings file {path} is nested too deep.") from None
    known = ("seed", "sandbox", *assignments, "gradescope", "ladder")
    for name in tables:
        if name not in known:
            raise InvalidSetting(f"The settings file {path} has {name!r}; expected {alternatives(known)}.")
    return tables


def from_table(usual: Settings, table: object, where: str) -> Settings:
    """Return `usual` with the values of a TOML table in place of its own.

    Raises
    ------
    InvalidSetting
        Naming the setting, and what was expected.
    """
    assert is_dataclass(usual)
    if not isinstance(table, Mapping):
        raise InvalidSetting(f"The setting {where} should be a table, not {quote(str(table))}.")
    hints = get_type_hints(type(usual))
    known = {item.name: item for item in fields(usual)}
    changes = {}
    for name, value in table.items():
        if name not in known:
            raise InvalidSetting(f"There is no setting {where}.{name}; there is {alternatives(known)}.")
        changes[name] = _value(hints[name], value, f"{where}.{name}", known[name].metadata)
    found: Settings = replace(usual, **changes)  # type: ignore[type-var]
    return found


def _value(kind: Any, value: object, where: str, metadata: Mapping[str, Any]) -> object:
    """Return `value` if it is of the kind a setting has, and within its bounds."""
    if isinstance(kind, UnionType):
        kind = get_args(kind)[0]
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise InvalidSetting(f"The setting {where} should be a list, not {quote(str(value))}.")
        inner = get_args(kind)[0]
        return tuple(_value(inner, item, f"{where}[{i}]", metadata) for i, item in enumerate(value))
    if is_dataclass(kind):
        return _whole(kind, value, where)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not kind:
        expected = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}[kind]
        raise InvalidSetting(f"The setting {where} should be {expected}, not {quote(str(value))}.")
    if isinstance(value, int | float) and not isinstance(value, bool):
        least, most = metadata.get("bounds", USUAL_BOUNDS)
        if not least <= value <= most:
            raise InvalidSetting(f"The setting {where} cannot be {value}; it is a number from {least} to {most}.")
    return value


def _whole(kind: Any, value: object, where: str) -> object:
    """Return an object of the dataclass `kind` from a table that must give everything that has no usual value."""
    if not isinstance(value, Mapping):
        raise InvalidSetting(f"The setting {where} should be a table, not {quote(str(value))}.")
    hints = get_type_hints(kind)
    for name in value:
        if name not in hints:
            raise InvalidSetting(f"There is no setting {where}.{name}; there is {alternatives(hints)}.")
    for item in fields(kind):
        if item.default is MISSING and item.name not in value:
            raise InvalidSetting(f"The setting {where} lacks {item.name}.")
    given = {item.name: item.metadata for item in fields(kind) if item.name in value}
    return kind(**{name: _value(hints[name], value[name], f"{where}.{name}", given[name]) for name in given})
