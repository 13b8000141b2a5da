"""Kernels that come with the package, already compiled, so that nobody has to wait for the first answer.

A wheel may hold a folder ``prebuilt`` beside this file, written by ``plyground cache build``. It is laid out as the
cache is, is only read, and is asked for what the user's cache lacks. Its machine code is for a baseline: the features
that nearly all processors of a kind share. It is used only where the processor and the operating system have every one
of them; elsewhere, and with other versions of Python or of the compiler, kernels are compiled as without the folder.
"""

import os
import platform
from functools import cache
from pathlib import Path
from typing import NamedTuple

from plyground.kernel.cache import directory


class Target(NamedTuple):
    """What machine code is written for.

    Attributes
    ----------
    triple
        LLVM's name for architecture and operating system: "x86_64-unknown-linux-gnu".
    processor
        LLVM's name for the processor.
    features
        What the processor has ("+avx2") and lacks ("-avx512f"), separated by commas.
    """

    triple: str
    processor: str
    features: str

    def runs_code_for(self, processor: str, features: str) -> bool:
        """Tell whether this processor is called `processor`, or has all of the `features`."""
        return self.processor == processor or set(features.split(",")) <= set(self.features.split(","))


BASELINES = {
    "x86_64": (
        "x86-64-v3",  # Intel since Haswell (2013), AMD since Excavator (2015)
        "+64bit,+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+cx16,+crc32,+popcnt,+sahf,+sse3,+sse4.1,+sse4.2,+ssse3,"
        "+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave",
    ),
}
"""LLVM's names for the processor and the features that are taken for granted, by architecture."""


def baseline_environment() -> dict[str, str] | None:
    """Return the variables that make numba write code for this machine's baseline, None if it has none."""
    names = {"amd64": "x86_64"}  # Windows and the BSDs
    machine = platform.machine().lower()
    if (chosen := BASELINES.get(names.get(machine, machine))) is None:
        return None
    return {"NUMBA_CPU_NAME": chosen[0], "NUMBA_CPU_FEATURES": chosen[1]}


@cache
def folder() -> Path | None:
    """Return the folder of prebuilt kernels for these versions of the tools, None if there is none.

    It is in ``$PLYGROUND_PREBUILT``, where that is set, and nowhere if that is empty; else beside this file.
    """
    chosen = os.environ.get("PLYGROUND_PREBUILT")
    if chosen == "":
        return None
    found = Path(chosen or Path(__file__).with_suffix("")) / directory().name
    return found if found.is_dir() else None


def baseline(host: Target) -> Target | None:
    """Return the target of prebuilt code that runs on `host`, None if there is none."""
    chosen = BASELINES.get(host.triple.partition("-")[0])
    return Target(host.triple, *chosen) if chosen is not None and host.runs_code_for(*chosen) else None
