// node in_pyodide.mjs PYODIDE SRC METADATA TESTS KERNELS TABLES PACKAGES: runs the program on its standard input and prints what it leaves in `answer`.
// PYODIDE is a folder of Pyodide's files with numpy's wheel; METADATA says which games there are; KERNELS and TABLES are those of PLYGROUND_KERNELS and PLYGROUND_TABLES, PACKAGES has further packages, "" for none.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const [pyodide, src, metadata, tests, kernels, tables, packages] = process.argv.slice(2, 9).map((path) => path && resolve(path));
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const env = { HOME: "/home/pyodide", PLYGROUND_KERNELS: kernels && "/kernels", PLYGROUND_TABLES: tables && "/tables" };
const python = await loadPyodide({ indexURL: `${pyodide}/`, env });
await python.loadPackage(["numpy", "sqlite3"], { messageCallback: () => undefined });
for (const [name, root] of Object.entries({ src, "installed/plyground.dist-info": metadata, tests, ...(kernels && { kernels }), ...(tables && { tables }), ...(packages && { packages }) })) {
  python.FS.mkdirTree(`/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/${name}`);
}
python.globals.set("processor_seconds", () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
});
python.runPython("import sys; sys.path[:0] = ['/src', '/installed', '/tests/kernel', '/packages']");
try {
  python.runPython(readFileSync(0, "utf8"));
} catch (error) {
  console.error(error.message); // without the source of Pyodide, which node would print
  process.exit(1);
}
console.log(JSON.stringify(JSON.parse(python.runPython("import json; json.dumps(answer)"))));
