"""Put a path before the app's addresses, in pages and scripts: a site may be below the root of its host.

Pages and scripts write the app's addresses from the root, as the server has them: ``/play/congo``. What a script asks
the API for stays as it is, since no host sees it; only pictures are asked for by their address.
"""

import re
from collections.abc import Iterable
from functools import cache

_ATTRIBUTE = re.compile(r'(\s(?:href|src|action)=")/(?!/)')
_FILES = ("static", "worker.js", "manifest.webmanifest", "docs")
_PICTURE = re.compile(r'(\bsrc(?::| =) ?["`])/api/')


def in_page(html: str, base: str) -> str:
    """Return a page whose links lead below `base`."""
    return _ATTRIBUTE.sub(rf"\g<1>{base}/", html)


def in_script(text: str, base: str, pages: Iterable[str]) -> str:
    """Return a script whose addresses are below `base`.

    Parameters
    ----------
    text
        The script.
    base
        The path, without a slash at its end.
    pages
        The paths of the app's pages.
    """
    firsts = sorted({path.split("/")[1] for path in pages} - {""})
    return _PICTURE.sub(rf"\g<1>{base}/api/", _literals(tuple(firsts)).sub(rf"\g<1>{base}/", text))


@cache
def _literals(firsts: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds addresses in a script: at the beginning of a text, or after the host's own address."""
    names = "|".join(re.escape(name) for name in (*firsts, *_FILES))
    return re.compile(rf"""(["'`]|\$\{{(?:location\.)?origin\}})/(?=(?:{names})(?:[/"'`?#$]|$))""", re.MULTILINE)
