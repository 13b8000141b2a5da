"""`build`: write the app as a folder of files that any static host serves, and that asks no other machine.

Pages are files, with their boards drawn; what they ask for is answered by Python in a worker of the browser
(worker.js), and a service worker (service.js) keeps all files and shows the addresses that no file stands for.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path

from plyground.core.errors import InvalidSetting
from plyground.core.registry import all_games, get_game
from plyground.search.curriculum import chapters
from plyground.web.browser import package, pyodide, python, sub_path
from plyground.web.host import assets, bundles, documentation, offline
from plyground.web.host.pages import MISSING, PAGES, Page
from plyground.web.service.endpoints import json_text
from plyground.web.service.views import position_view

LIST = "plyground-site.json"
"""The file that names all others, so that the next build removes what is no longer there."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'"
)
_INSTEAD = {"shared/transport.js": "browser/transport.js"}
_ALONE = "shared/theme.js"
"""The script that is in no page's: it runs before anything is painted."""
_SPARED = re.compile(r"^docs/|/screenshot-")
"""What is not there without a network."""
_SHOWN = re.compile(r'(?<="known">\{).*?"(/api/games/([^"/]+))":')
"""Among the answers that come with a page that of the game whose board it has."""
_NEED_OTHERS = ("/class", "/class/teacher", "/class/audience", "/arena")
"""Pages that need people or programs on other machines."""
_MISPLACED = (
    '<p class="misplaced">This site was built for the path {} of its host, and lies at another: '
    "<code>plyground site build FOLDER --base /PATH/</code> builds it for that.</p>"
)
"""What a page shows where it finds no style."""
_ROOT = files("plyground.web")


def build(folder: Path, base: str = "/", server: str = "", pyodides: Path | None = None) -> dict[str, int]:
    """Write the site; return its files with their sizes.

    Parameters
    ----------
    folder
        Where to; it is made, or holds an older site, which is replaced. Other files in it stay.
    base
        The path of the site on its host, ``/plyground/`` say.
    server
        The address of a server for what needs one; "" if there is none.
    pyodides
        The folder of Pyodide's files; see `plyground.web.browser.pyodide.folder`.

    Raises
    ------
    InvalidSetting
        If the folder or the path cannot be used, or Pyodide's files are missing.
    """
    if not base.startswith("/") or set(base) & set("\"'<>?#\\ "):
        raise InvalidSetting(f"The path of a site cannot be {base!r}; it is a path of its host, such as /plyground/.")
    content = _Site(base.rstrip("/"), server, pyodides).files()
    try:
        _write(folder, content)
    except OSError as error:
        raise InvalidSetting(f"The site cannot be written to {folder}: {error.strerror}.") from None
    return {name: len(data) for name, data in content.items()}


def _write(folder: Path, content: dict[str, bytes]) -> None:
    former = folder / LIST
    if folder.exists() and any(folder.iterdir()) and not former.exists():
        raise InvalidSetting(f"The folder {folder} holds other files; a site needs an empty folder, or an older site.")
    for name in json.loads(former.read_text(encoding="utf-8")) if former.exists() else ():
        path = folder / name
        path.unlink(missing_ok=True)
        while (path := path.parent) != folder and path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    for name, data in content.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


class _Site:
    """A site below `base`."""

    def __init__(self, base: str, server: str, pyodides: Path | None) -> None:
        self._base, self._pyodides = base, pyodides
        link = f' <a href="{escape(server)}">{escape(server)}</a> is one.' if server else ""
        self._others = Page(
            "browser",
            "needs_server",
            "This needs a server · Plyground",
            _NEED_OTHERS,
            lambda named, position: {"server": link},
            is_drawn=True,
        )
        kept = (page for page in PAGES if page is not MISSING and not set(page.paths) & set(_NEED_OTHERS))
        self._pages = [*(page for page in kept if not page.paths[0].startswith("/arena/")), self._others]
        self._paths = [path for page in PAGES for path in page.paths]

    def files(self) -> dict[str, bytes]:
        """Return all files by their names."""
        found: dict[str, bytes] = {}
        for name, html in self._render():
            found[name] = sub_path.in_page(html, self._base).encode()
        found |= self._assets()
        found["manifest.webmanifest"] = self._manifest()
        packed = package.pack(self._pyodides)
        found |= python.lasting_files(packed)
        if documentation.is_built():
            root = documentation.SITE
            found |= {
                f"docs/{path.relative_to(root).as_posix()}": path.read_bytes()
                for path in sorted(root.rglob("*"))
                if path.is_file()
            }
        scripts = {name: python.script(name) for name in (*python.SCRIPTS, "begin.js", "service.js")}
        version = python.digest(found | packed.first | scripts)
        found = {
            name: data.replace(b"{{site_version}}", version.encode()) if name.endswith(".html") else data
            for name, data in found.items()
        }
        found |= python.worker_files(packed, self._base, version)
        found[f"run/{version}/begin.js"] = scripts["begin.js"]
        library = pyodide.library(pyodide.folder(self._pyodides))
        found |= {f"pyodide/{pyodide.VERSION}/{name}": data for name, data in library.items()}
        found["python/worker.js"] = python.script(
            "python_worker.js", pyodide=f"{self._base}/pyodide/{pyodide.VERSION}/"
        )
        # Python's own first: who leaves soon has at least those the next time
        names = sorted(found, key=lambda name: (not name.startswith(("run/", "pyodide/")), name))
        addresses = [f"/{name.removesuffix('index.html')}" for name in names if not _SPARED.search(name)]
        found["worker.js"] = python.script("service.js", base=self._base, version=version, files='", "'.join(addresses))
        # or GitHub Pages would leave some files out
        found[".nojekyll"] = b""
        found[LIST] = json.dumps(sorted([*found, LIST]), indent=0).encode()
        return found

    def _render(self) -> Iterator[tuple[str, str]]:
        """Yield the pages: their files and their text."""
        yield "404.html", self._page(MISSING, "")
        for page in self._pages:
            for path in page.paths:
                whole = path.strip("/").split("/{")[0]
                yield f"{whole}/index.html".lstrip("/"), self._page(page, "")
                for named in self._names_in(path):
                    yield f"{whole}/{named}/index.html", self._page(page, named)

    def _names_in(self, path: str) -> list[str]:
        """Return what the address of a page may name, as far as it is known: games, families, chapters."""
        games = all_games()
        known = {
            "/puzzles/{id}": ["daily", "mistakes", *games],
            "/explorer/{game}": [*games, "tree"],
            "/learn/{family}": list(dict.fromkeys(game.family for game in games.values())),
            "/chapters/{name}": [chapter.name for chapter in chapters()],
        }
        return known.get(path, list(games) if "{game}" in path else [])

    def _page(self, page: Page, named: str) -> str:
        html = page.html(named)
        head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        begin = '<script src="/run/{{site_version}}/begin.js" async></script>'
        where = f'<html lang="en" data-base="{self._base}" data-version="{{{{site_version}}}}">'
        html = _SHOWN.sub(lambda shown: f'"{shown[1]}/position":{_start(shown[2])},{shown[0]}', html, count=1)
        html = html.replace('<a class="skip"', f'{_MISPLACED.format(f"{self._base}/")}\n<a class="skip"', 1)
        return html.replace('<html lang="en">', where).replace("<meta charset", f"{head}\n{begin}\n<meta charset", 1)

    def _assets(self) -> dict[str, bytes]:
        """Return scripts, styles and icons: each page's joined, and those that its layout or a script names."""
        root, found = assets.address().strip("/"), {}
        for page in (*self._pages, MISSING):
            start = f"{root}/{page.bundle}"
            found[f"{start}.js"] = self._script(page.script(_INSTEAD))
            found |= {f"{start}/{name}": self._script(text) for name, text in page.later_scripts(_INSTEAD).items()}
            found[f"{start}.css"] = bundles.minify_style(page.style() + self._text("browser.css")).encode()
        for path in sorted(Path(str(_ROOT)).rglob("*")):
            name = path.relative_to(Path(str(_ROOT))).as_posix()
            if path.suffix not in assets.SERVED or name.startswith(("browser/", "host/")):
                continue
            # others are in the joined ones
            if path.suffix != ".js" or name == _ALONE:
                found[f"{root}/{name}"] = path.read_bytes()
        return found

    def _script(self, text: str) -> bytes:
        return sub_path.in_script(text, self._base, self._paths).encode()

    def _manifest(self) -> bytes:
        return json.dumps(_below(offline.manifest(), self._base)).encode()

    def _text(self, name: str) -> str:
        return (_ROOT / "browser" / name).read_text(encoding="utf-8")


@cache
def _start(name: str) -> str:
    """Return the answer that shows a game's start, with which pages need not wait until Python is there."""
    return json_text(position_view(get_game(name).position())).replace("<", "\\u003c")


def _below(value: object, base: str) -> object:
    """Return a manifest whose addresses are below `base`."""
    if isinstance(value, dict):
        return {key: _below(each, base) for key, each in value.items()}
    if isinstance(value, list):
        return [_below(each, base) for each in value]
    return base + value if isinstance(value, str) and value.startswith("/") else value
