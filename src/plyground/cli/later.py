"""The commands of the contract that are still to be built."""

import sys
from typing import Annotated

from cyclopts import Parameter

from plyground.core.errors import PlygroundError


def later(*tokens: Annotated[str, Parameter(allow_leading_hyphen=True, show=False)]) -> None:
    """Not built yet."""
    raise PlygroundError(f"`plyground {sys.argv[1]}` is not built yet; `plyground --help` lists what is.")
