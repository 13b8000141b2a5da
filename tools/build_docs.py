"""Build the documentation as a site: ``python tools/build_docs.py`` (``make docs``).

The pages of ``docs/``, the README, CONTRIBUTING and the changelog are copied to ``build/docs``; links between them are
adjusted, and links to other files lead to the repository. Notebooks are executed, and pages with the API of every
package are made from its docstrings. Then Zensical, or else mkdocs-material, builds the site. It needs no network: the
web app serves it under /docs, and the wheel holds it.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import yaml
from layers import LAYERS, PACKAGE, ROOT, module_of

DOCS = ROOT / "docs"
PICTURES = DOCS / "pictures"
STYLE = DOCS / "site.css"
STAGE = ROOT / "build" / "docs"
SITE = PACKAGE / "site"
LOGO = PACKAGE / "web" / "shared" / "icon.svg"

_LINK = re.compile(r'(?P<before>\]\(|(?:src|href)=")(?P<target>[^)"\s#]+)(?P<after>[^)"]*[)"])')
_CODE = re.compile(r"`[^`]+`")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def repository() -> str:
    """Return the address of a file of the repository, without its path."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return f"{project['urls']['Homepage']}/blob/main"


def staged() -> dict[Path, Path]:
    """Return where each written page goes: file in the repository to file in the stage."""
    pages = {ROOT / f"{name.upper()}.md": STAGE / f"{name}.md" for name in ("readme", "contributing", "changelog")}
    pages |= {page: STAGE / page.relative_to(DOCS) for page in sorted(DOCS.rglob("*.md"))}
    notebooks = sorted(DOCS.rglob("*.ipynb"))
    return pages | {page: STAGE / page.relative_to(DOCS).with_suffix(".md") for page in notebooks}


def relinked(text: str, page: Path, places: dict[Path, Path]) -> str:
    """Return the text of `page` with links that hold in the stage; those out of it lead to the repository."""

    def adjusted(link: re.Match[str]) -> str:
        target = link["target"]
        if urlsplit(target).scheme:
            return link[0]
        linked = (page.parent / target).resolve()
        if linked in places:
            target = os.path.relpath(places[linked], places[page].parent)
        elif linked.is_relative_to(PICTURES):
            target = os.path.relpath(STAGE / linked.relative_to(DOCS), places[page].parent)
        else:
            target = f"{repository()}/{linked.relative_to(ROOT).as_posix()}"
        return f"{link['before']}{Path(target).as_posix() if '://' not in target else target}{link['after']}"

    parts = _FENCE.split(text)
    return "".join(part if part.startswith("```") else _LINK.sub(adjusted, _unescaped(part)) for part in parts)


def _unescaped(text: str) -> str:
    """Return Markdown with plain bars in the code of tables; GitHub wants backslashes there, the builder shows them."""
    rows = re.compile(r"^\|.*$", re.MULTILINE)
    return rows.sub(lambda row: _CODE.sub(lambda code: code[0].replace("\\|", "|"), row[0]), text)


def api_pages() -> dict[str, str]:
    """Return a page for each package, with everything public in its modules: its path in the stage and its text."""
    pages = {}
    for layer, held in LAYERS.items():
        lines = [f"# plyground.{layer}", "", f"{held[0].upper()}{held[1:]}.", ""]
        # a folder without __init__.py holds files for other programs, and a leading underscore means private
        files = (path for path in (PACKAGE / layer).rglob("*.py") if (path.parent / "__init__.py").exists())
        for module in sorted(module_of(path).removesuffix(".__init__") for path in files):
            if "._" not in module:
                lines += [f"::: {module}", ""]
        pages[f"api/{layer}.md"] = "\n".join(lines)
    return pages


def notebook_page(path: Path, page: Path) -> str:
    """Execute a notebook and return it as Markdown; its pictures are written beside `page`."""
    import nbformat
    from nbclient import NotebookClient
    from nbconvert import MarkdownExporter

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=600, resources={"metadata": {"path": str(ROOT)}}, extra_arguments=["--log-level=40"]
    ).execute()
    for cell in notebook.cells:
        # what is compiling, and how far something has come, is for those who wait
        cell.outputs = [each for each in cell.get("outputs", ()) if each.get("name") != "stderr"]
    text, resources = MarkdownExporter().from_notebook_node(
        notebook, {"output_files_dir": f"{page.stem}_files", "unique_key": page.stem}
    )
    for name, content in resources["outputs"].items():
        (page.parent / name).parent.mkdir(parents=True, exist_ok=True)
        (page.parent / name).write_bytes(content)
    return str(text)


def stage(*, executed: bool = True) -> None:
    """Write everything that the site is built from; without notebooks if they are not to be `executed`."""
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(PICTURES, STAGE / PICTURES.name)
    shutil.copy(LOGO, STAGE / "pictures" / "logo.svg")
    shutil.copy(STYLE, STAGE / STYLE.name)
    places = staged()
    for page, place in places.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        if page.suffix != ".ipynb":
            place.write_text(relinked(page.read_text("utf-8"), page, places), "utf-8")
        else:
            place.write_text(notebook_page(page, place) if executed else "", "utf-8")
    for name, text in api_pages().items():
        (STAGE / name).parent.mkdir(exist_ok=True)
        (STAGE / name).write_text(text, "utf-8")


def settings() -> Path:
    """Write the settings of the site with the generated pages among the others; return their file."""
    path = ROOT / "mkdocs.yml"
    found = yaml.safe_load(path.read_text("utf-8"))
    (reference,) = [entry["Reference"] for entry in found["nav"] if "Reference" in entry]
    reference += [{name.removesuffix(".md").replace("api/", "plyground."): name} for name in api_pages()]
    complete = ROOT / "build" / "mkdocs.yml"
    text = yaml.safe_dump(found | {"docs_dir": "docs", "site_dir": "site"}, sort_keys=False)
    complete.write_text(text.replace("- src\n", f"- {PACKAGE.parent}\n"), "utf-8")
    return complete


def main() -> int:
    """Stage and build; return the exit status, 1 if a link leads nowhere."""
    stage()
    path = settings()
    made = path.parent / "site"
    shutil.rmtree(made, ignore_errors=True)
    builder = "zensical" if find_spec("zensical") else "mkdocs"
    done = subprocess.run(
        [sys.executable, "-m", builder, "build", "-f", path.name],
        cwd=path.parent,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stdout + done.stderr
    if done.returncode or "does not exist" in told or not (made / "index.html").is_file():
        print(told, file=sys.stderr)
        return 1
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.move(made, SITE)
    size = sum(file.stat().st_size for file in SITE.rglob("*") if file.is_file()) / 2**20
    print(f"Built {sum(1 for _ in SITE.rglob('*.html'))} pages, {size:.1f} MiB, in {SITE}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
