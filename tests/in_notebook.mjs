// node in_notebook.mjs PYODIDE ARCHIVE... -- ADDRESS: installs the wheel at an address by micropip, in Pyodide as a notebook in a browser has it, runs the program on standard input, and prints what it leaves in `answer`.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const [pyodide, ...more] = process.argv.slice(2),
  [archives, [address]] = [more.slice(0, more.indexOf("--")), more.slice(more.indexOf("--") + 1)];
const { loadPyodide } = await import(`${resolve(pyodide)}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${resolve(pyodide)}/` });
try {
  for (const archive of archives) python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip");
  await python.loadPackage(["sqlite3"], { messageCallback: () => undefined });
  await python.runPythonAsync(`import micropip\nawait micropip.install("${address}")`);
  python.runPython(readFileSync(0, "utf8"));
} catch (error) {
  console.error(error.message); // without the source of Pyodide, which node would print
  process.exit(1);
}
console.log(python.runPython("import json; json.dumps(answer)"));
