// node bytecode.mjs PYODIDE FOLDER: compile all that Python reads in FOLDER, by Pyodide's own Python, and print which files
// a visit reads first, stage by stage. Run when a site is built, or a wheel (bytecode.py).
// @ts-nocheck -- it runs in node, whose types are not here
import process from "node:process";
import { readFileSync, readdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { put, show } from "./files.js";

const [pyodide, folder] = process.argv.slice(2),
  EMPTY = `${folder}/empty.zip`,
  /** What a visitor does first: the home page, a game, an analysis. Only what is read counts, not what is found. */
  VISIT = `
import json
from plyground.web.browser.worker import Worker
sent = []
worker = Worker("/kept", lambda head, text: sent.append({**json.loads(head), "text": text}), lambda: None)
def ask(method, target, **body):
    message = {"do": "request", "id": "1:1", "method": method, "target": target, "body": json.dumps(body)}
    before = len(sent)
    worker.take(json.dumps(message))
    while len(sent) == before:
        worker.step()
    assert sent[-1]["status"] == 200, sent[-1]
    return json.loads(sent[-1]["text"])
ask("GET", "/api/games")
ask("GET", "/api/guess")
ask("GET", "/api/levels/gardner")
ask("GET", "/api/games/gardner/position")
ask("GET", "/api/games/gardner/evaluation")
game = ask("POST", "/api/play", game="gardner", you="white", level=0)["id"]
ask("POST", f"/api/play/{game}/move", move="a2a3", ply=0)
ask("GET", f"/api/play/{game}")
worker.take(json.dumps({"do": "connect", "id": "1:2", "target": "/api/analyse"}))
worker.take(json.dumps({"do": "send", "id": "1:2", "text": json.dumps({"do": "analyse", "token": 1, "game": "gardner"})}))
for _ in range(20):
    worker.step()
assert any("thought" in each.get("text", "") for each in sent), sent
worker.save_all()
`,
  /** What `dataclasses` writes for each class as text is compiled once for all (stand_ins.py). */
  DATACLASSES = "/home/pyodide/plyground/jobs/dataclasses.code",
  RECORD = `
import dataclasses, marshal
written = {}
def record(text, *names):
    written[text] = compile(text, "<dataclass>", "exec")
    exec(written[text], *names)
dataclasses.exec = record
`,
  /** Without the columns that tracebacks underline: a fifth less to load. */
  COMPILE = `
import importlib.util, marshal, warnings
from pathlib import Path
warnings.simplefilter("ignore")
def code_of(path, is_lean):
    code = compile(Path(path).read_bytes(), path, "exec", dont_inherit=True, optimize=2 if is_lean else 0)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
code_of`,
  read = new Set(),
  /** What has been read since the last time. */
  now = () => {
    const found = [...read].filter((path) => !told.has(path));
    for (const path of found) told.add(path);
    return found;
  },
  told = new Set();

/** @param {string} below @returns {string[]} */
const walk = (below) =>
  readdirSync(`${folder}/${below}`).flatMap((name) => {
    const path = `${below}/${name}`;
    return statSync(folder + path).isDirectory() ? walk(path) : [path];
  });

/** @param {any} filesystem */
function fill(filesystem) {
  put(
    filesystem,
    paths.map((path) => [path, ""]),
  );
  for (const path of paths) {
    const content = readFileSync(folder + path);
    const contents = () => {
      read.add(path);
      return content;
    };
    show(filesystem, path, content.length, contents, () => python._module.HEAP8);
  }
  filesystem.mkdirTree("/kept");
}

const paths = walk("").filter((path) => path !== "/empty.zip"),
  { loadPyodide } = await import(`${pyodide}/pyodide.mjs`),
  env = { HOME: "/home/pyodide", PLYGROUND_KERNELS: "/home/pyodide/kernels", PYTHONNODEBUGRANGES: "1" },
  python = await loadPyodide({ indexURL: `${pyodide}/`, stdLibURL: EMPTY, fsInit: fill, env });
const boot = now();
python.runPython("import numpy");
const numpy = now();
python.runPython("import warnings; warnings.simplefilter('ignore')");
python.runPython(RECORD);
python.runPython(VISIT);
const first = { boot, numpy, package: now() },
  written = python.runPython("marshal.dumps(written)");
writeFileSync(folder + DATACLASSES, written.toJs());
first.package.push(DATACLASSES);
const codeOf = python.runPython(COMPILE);
for (const path of paths.filter((each) => each.endsWith(".py"))) {
  // docstrings are asked for in numpy, whose C code wants them, and in the app's own description of its API
  const code = codeOf(path, !/\/site-packages\/numpy\/|\/plyground\/web\//.test(path));
  writeFileSync(`${folder}${path}c`, code.toJs());
  code.destroy();
  unlinkSync(folder + path);
}
console.log(JSON.stringify(first));
