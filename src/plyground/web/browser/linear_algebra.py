"""numpy's linear algebra in C, as a site has it: loaded when something of it is first used, which few visits do.

It takes the place of ``numpy.linalg._umath_linalg``, and the library lies beside it (`plyground.web.browser.pyodide`).
"""

from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from typing import Any


def __getattr__(name: str) -> Any:
    """Return something of the library."""
    if name.startswith("__"):
        raise AttributeError(name)
    loader = ExtensionFileLoader(__name__, f"{__file__.rpartition('/')[0]}/algebra.so")
    spec = spec_from_loader(__name__, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    globals().update({name: part for name, part in vars(module).items() if not name.startswith("__")})
    return getattr(module, name)
