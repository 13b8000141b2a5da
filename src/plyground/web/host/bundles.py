"""A page's scripts as one file, and its styles as another: a browser far away waits for each file that it asks for.

The sources are ES modules that import each other. Here each becomes a function that is called once, after those that it
imports, and returns what it exports, so that every module keeps its own names::

    const $shared_dom = (() => { ...; return { h, toast }; })();

What can be joined is what the sources use: static imports at the beginning of a line, exports where something is
declared, and no circle of imports, which the linter refuses.

What a page needs only once it is used is imported there, by ``await import("./settings.js")``, and is a file of its
own, which is given the modules that the page has already. Neither comments nor indentation are sent.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from plyground.core.errors import InvalidSetting
from plyground.web.host.assets import address

_IMPORT = re.compile(r'^import (?:(?P<what>\* as [\w$]+|\{[^}]*\}) from )?"(?P<path>\.[^"]+)";$', re.MULTILINE)
_PASSED_ON = re.compile(r'^export \{(?P<names>[\w$,\s]+)\} from "(?P<path>\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (?P<name>[\w$]+))", re.MULTILINE)
_LATER = re.compile(r'\bimport\("(?P<path>\.[^"]+)"\)(?!\.)')
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_REMARKS = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n|/\*\*(?s:.*?)\*/", re.MULTILINE)
"""Comments that have lines of their own, and types within one."""
_INDENTATION = re.compile(r"^[ \t]+|^\n", re.MULTILINE)
_LATER_FILE = """let begun;
export const begin = ($all) => (begun ??= (() => {{
const {{ {given} }} = $all;
{modules}
return {name};
}})());"""


def script(*entries: str, instead: Mapping[str, str] | None = None, folder: str = "") -> str:
    """Return a module that does what the modules `entries` do, one after the other, with all that they import.

    Parameters
    ----------
    entries
        The modules.
    instead
        Modules that are taken instead of others, which export the same names.
    folder
        Where the `later_scripts` of these entries are; without one, what is imported later is the source itself.

    Raises
    ------
    InvalidSetting
        If a source imports or exports in a way that cannot be joined.
    """
    order, sources = _order(entries, instead or {}), instead or {}
    joined = [_function(path, order, sources.get(path, path), folder) for path in order]
    if folder and _later(order, sources):
        joined.append(f"const $all = {{ {', '.join(map(_name, order))} }};")
    return "\n".join(joined)


def later_scripts(*entries: str, folder: str, instead: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the files of what the modules `entries`, or what they import, import later: path of a module to file."""
    order, sources = _order(entries, instead or {}), instead or {}
    waiting, found = _later(order, sources), dict[str, str]()
    while waiting:
        path = waiting.pop()
        own = [each for each in _order([path], sources) if each not in order]
        modules = "\n".join(_function(each, [*order, *own], sources.get(each, each), folder) for each in own)
        given = ", ".join(name for name in map(_name, order) if name in modules)
        found[path] = _LATER_FILE.format(given=given, modules=modules, name=_name(path))
        waiting += [each for each in _later(own, sources) if each not in {*order, *found}]
    return found


def minify_script(text: str) -> str:
    """Return a script without comments that have lines of their own, types, and indentation."""
    return _INDENTATION.sub("", _REMARKS.sub("", text))


def minify_style(text: str) -> str:
    """Return a style sheet without comments and indentation."""
    return _INDENTATION.sub("", re.sub(r"(?s)/\*.*?\*/", "", text))


def style(paths: Iterable[str], printed: Iterable[str] = ()) -> str:
    """Return style sheets as one, those that are `printed` for paper alone."""
    on_paper = (f"@media print {{\n{_source(path)}}}\n" for path in printed)
    return "".join([*(_source(path) for path in paths), *on_paper])


@cache
def _source(path: str) -> str:
    return (files("plyground.web") / path).read_text(encoding="utf-8")


def _beside(path: str, other: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), other))


def _order(entries: Iterable[str], instead: Mapping[str, str]) -> dict[str, None]:
    """Return modules and all that they import, each after what it imports itself."""
    order: dict[str, None] = {}
    for entry in entries:
        _visit(entry, order, instead)
    return order


def _later(order: Iterable[str], instead: Mapping[str, str]) -> list[str]:
    """Return what the modules in `order` import later, and is not among them."""
    found = (
        _beside(path, match["path"]) for path in order for match in _LATER.finditer(_source(instead.get(path, path)))
    )
    return [path for path in dict.fromkeys(found) if path not in order]


def _visit(path: str, order: dict[str, None], instead: Mapping[str, str]) -> None:
    """Add a module to `order`, after those that it imports."""
    if path in order:
        return
    text = _source(instead.get(path, path))
    found = (*_IMPORT.finditer(text), *_PASSED_ON.finditer(text))
    for match in sorted(found, key=re.Match.start):
        _visit(_beside(path, match["path"]), order, instead)
    order[path] = None


def _name(path: str) -> str:
    """Return what a module is called among the others."""
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


@cache
def _exports(path: str) -> dict[str, str]:
    """Return the names that a module exports, each with what an object with all of them says."""
    passed_on = {
        name: f"{name}: {_name(_beside(path, match['path']))}.{name}"
        for match in _PASSED_ON.finditer(_source(path))
        for name in re.findall(r"[\w$]+", match["names"])
    }
    return {match["name"]: match["name"] for match in _EXPORT.finditer(_source(path))} | passed_on


def _function(path: str, others: Iterable[str], source: str, folder: str) -> str:
    """Return a module as a function that is called at once; its text is that of `source`."""

    def replace_import(match: re.Match[str]) -> str:
        what, module = match["what"] or "", _beside(path, match["path"])
        if not what:
            return ""
        if what.startswith("*"):
            return f"const {what.removeprefix('* as ')} = {_name(module)};"
        names = [name.split() for name in what.strip("{}").split(",") if name.strip()]
        if missing := {name[0] for name in names} - _exports(module).keys():
            raise InvalidSetting(f"The script {path} imports {', '.join(missing)}, which {module} does not export.")
        return f"const {{ {', '.join(': '.join(name[::2]) for name in names)} }} = {_name(module)};"

    def replace_later_import(match: re.Match[str]) -> str:
        module = _beside(path, match["path"])
        if module in others:
            return _name(module)
        file = f'import("{address(f"{folder}/{module}" if folder else module)}")'
        return f"{file}.then((file) => file.begin($all))" if folder else file

    text = _EXPORT.sub("", _PASSED_ON.sub("", _IMPORT.sub(replace_import, _source(source))))
    if left := _OTHER.search(text):
        raise InvalidSetting(f"The script {path} cannot be joined with others: {left[0]}")
    text = _LATER.sub(replace_later_import, text)
    text = text.replace("import.meta.url", f'new URL("{address(path)}", location.href)')
    exported = ", ".join(_exports(path).values())
    return f"// {path}\nconst {_name(path)} = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();"
