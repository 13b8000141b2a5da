"""``plyground site``: the app as a folder of files that needs no server."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

app = App(name="site", help="The app as a folder of files for any static host.")


@app.command
def build(
    folder: Path,
    *,
    base: Annotated[str, Parameter(help="The path of the site on its host, such as /plyground/.")] = "/",
    server: Annotated[str, Parameter(help="The address of a server, for what needs other people.")] = "",
    pyodide: Annotated[
        Path | None, Parameter(help="A folder with Pyodide's files, which are fetched once if none is named.")
    ] = None,
) -> None:
    """Write the app as a folder of files: it runs in the visitor's browser, and asks no other machine.

    Parameters
    ----------
    folder
        Where to: an empty folder, or an older site.
    """
    from plyground.web.browser.site import build

    found = build(folder, base, server, pyodide)
    print(f"site {folder} files {len(found)} bytes {sum(found.values())}")
