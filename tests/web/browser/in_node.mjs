// node in_node.mjs SITE SCRATCH [MISSED]: begins with a site's files as its worker does, runs the program on standard
// input, and prints what that leaves in `answer`, and which files were loaded later. Each of these fails MISSED times first,
// as without a network.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const site = resolve(process.argv[2]),
  [version] = readdirSync(`${site}/run`),
  [pyodide] = readdirSync(`${site}/pyodide`).map((name) => `${site}/pyodide/${name}`),
  EMPTY = `${process.argv[3]}/empty.zip`;
writeFileSync(EMPTY, Buffer.from("UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==", "base64"));
const { fill, put, unpack } = await import(`${site}/run/${version}/files.js`),
  { loadPyodide } = await import(`${pyodide}/pyodide.mjs`),
  stage = (name) => unpack(Promise.resolve(new Response(readFileSync(`${site}/run/${version}/${name}.first`)))),
  boot = await stage("boot"),
  loaded = [],
  missed = {},
  read = (address) => {
    missed[address] ??= Number(process.argv[4] ?? 0);
    if (missed[address]-- > 0) throw new DOMException("Failed to load.", "NetworkError");
    loaded.push(address.split("/").at(-1));
    return new Uint8Array(readFileSync(`${site}/${address}`));
  };
let python = null;
python = await loadPyodide({
  indexURL: `${pyodide}/`,
  stdLibURL: EMPTY,
  env: { HOME: "/home/pyodide", PLYGROUND_KERNELS: "/home/pyodide/kernels" },
  fsInit: (files) => fill(files, boot, read, () => python._module),
});
const again = "import sys; sys.path_importer_cache.clear()";
put(python.FS, (await stage("numpy")).first);
python.runPython(`${again}; import numpy`);
put(python.FS, (await stage("package")).first);
python.runPython(again);
try {
  python.runPython(readFileSync(0, "utf8"));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
console.log(JSON.stringify([JSON.parse(python.runPython("import json; json.dumps(answer)")), loaded]));
