"""What the workers of these tests do: their processes import it by this name."""

import os
import time
from pathlib import Path

from plyground.core.errors import InvalidSetting


def doubling():
    """Return a function that doubles a number."""

    def double(number):
        if number < 0:
            raise InvalidSetting(f"{number} cannot be doubled.")
        return 2 * number

    return double


def dying():
    """Return a function that ends its process: at every call, or, given the name of a file, once."""

    def die(path):
        if not path or not Path(path).exists():
            if path:
                Path(path).touch()
            os.kill(os.getpid(), 9)
        return "lives"

    return die


def sleeping():
    """Return a function that tells its process, and takes for ever."""

    def sleep(path):
        Path(path).write_text(str(os.getpid()))
        time.sleep(600)

    return sleep
