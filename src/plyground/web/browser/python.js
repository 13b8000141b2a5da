// Python in a worker of the browser: its files come in three parts, and it begins while the later ones come; or its
// memory is as it was once after all had been imported (memory.js keeps it).

// @ts-ignore -- Pyodide is there only in a site
import { loadPyodide } from "{{pyodide}}pyodide.mjs";
import { fill, put, unpack } from "./files.js";

const BASE = "{{base}}",
  RUN = "{{run}}",
  HOME = "/home/pyodide",
  PACKAGE = "plyground.web.browser.worker";

/** The browser's folder of this version's files, which is deleted with them, and the address of the memory in it. */
export const CACHE = `plyground${BASE} {{version}}`,
  MEMORY = `${RUN}/memory`;

/** @type {Map<string, Uint8Array>} Files that have come before they are read, each once, by address. */
const ahead = new Map(),
  /** @type {Map<string, Promise<void>>} */
  asked = new Map();

/** Read a file of the site at once: a worker may wait for it. @param {string} address */
function read(address) {
  const found = ahead.get(address);
  ahead.delete(address);
  if (found) return found;
  const request = new XMLHttpRequest();
  request.open("GET", `${BASE}/${address}`, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${address} could not be loaded (${request.status}).`);
  return new Uint8Array(request.response);
}

/** Fetch what those games need, when they are analysed, that a text names: pages' first questions.
 * @param {Record<string, string[]>} games @param {string} text */
async function fetchAhead(games, text) {
  const found = Object.keys(games).filter((name) => text.includes(name)),
    addresses = new Set(found.flatMap((name) => games[name]));
  // what has not come is asked for again when it is read
  for (const address of addresses) if (!asked.has(address)) asked.set(address, fetchOne(address));
  await Promise.allSettled(asked.values());
}

/** @param {string} address */
async function fetchOne(address) {
  const answer = await fetch(`${BASE}/${address}`);
  if (answer.ok) ahead.set(address, new Uint8Array(await answer.arrayBuffer()));
}

/** @type {any} Pyodide, once it is there. */
let python = null;
const archive = (/** @type {string} */ name) => unpack(fetch(`${RUN}/${name}.first`)),
  env = { HOME, PLYGROUND_KERNELS: `${HOME}/kernels` },
  // Pyodide asks for an archive of Python's library, which is in files
  noArchive = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==",
  settings = { indexURL: "{{pyodide}}", stdLibURL: noArchive, env };

/** Give Python its first files. @param {any} filesystem @param {import("./files.js").Files} boot */
const fillFirst = (filesystem, boot) =>
  fill(filesystem, boot, read, () => python._module);

/** Begin Python, and import the package.
 * @param {() => string} named  tells, as late as possible, what pages have asked for
 * @returns {Promise<any>} Pyodide */
export async function begin(named) {
  const boot = archive("boot");
  /** @type {?ReturnType<typeof archive>} */
  let next = null;
  python = await loadPyodide({
    ...settings,
    fsInit: async (/** @type {any} */ filesystem) => {
      fillFirst(filesystem, await boot);
      next = archive("numpy");
    },
  });
  const add = (/** @type {import("./files.js").Files} */ { first }, /** @type {string} */ name) => {
    put(python.FS, first);
    python.runPython(`import sys; sys.path_importer_cache.clear(); import ${name}`);
  };
  const numpy = await /** @type {any} */ (next),
    last = archive("package");
  add(numpy, "numpy");
  const own = await last,
    fetched = fetchAhead((await boot).games, named());
  add(own, PACKAGE);
  await fetched;
  return python;
}

/** Read a file into memory of its size, which is there at once. @param {Response} file */
function readInto({ body, headers }) {
  const memory = new Uint8Array(Number(headers.get("Content-Length")));
  async function read() {
    const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
    let end = 0;
    for (let part = await reader.read(); part.value; part = await reader.read()) {
      memory.set(part.value, end);
      end += part.value.length;
    }
    if (end < memory.length) throw new Error("The memory that was kept has been cut short.");
  }
  const whole = read();
  // it is waited for later
  whole.catch(() => {});
  return { memory, whole };
}

/** Begin Python with its libraries where they always lie, so that its memory may be kept, or is what was kept.
 * @param {?Response} kept @param {() => string} [named]
 * @returns {Promise<any>} Pyodide */
export async function beginFixed(kept, named = () => "") {
  const { memory, whole } = kept ? readInto(kept) : { memory: null, whole: null };
  // Pyodide would wait for one after the other
  const archives = Promise.all(["boot", "numpy", "package"].map(archive)),
    compiled = WebAssembly.compileStreaming(fetch("{{pyodide}}pyodide.asm.wasm")),
    scope = /** @type {any} */ (self);
  // @ts-ignore -- as above
  await import("{{pyodide}}pyodide.asm.js");
  const create = scope._createPyodideModule,
    code = await compiled;
  // where there is one, Pyodide does not fetch its code itself
  scope.WasmOffsetConverter = null;
  /** @type {(paths: string[]) => void} */
  let filled;
  const libraries = new Promise((resolve) => (filled = resolve));
  /** @param {any} module */
  async function prepare(module) {
    module.addRunDependency("libraries");
    const how = { loadAsync: true, global: false, nodelete: true, allowUndefined: true, fs: module.FS };
    for (const path of await libraries) await module.loadDynamicLibrary(path, how, {});
    await whole;
    module.removeRunDependency("libraries");
  }
  /** @type {(error: unknown) => void} */
  let fail;
  const failed = new Promise((_, reject) => (fail = reject));
  scope._createPyodideModule = (/** @type {any} */ options) => {
    scope._createPyodideModule = create;
    // it would be waited for in vain
    options.preRun.unshift((/** @type {any} */ module) => prepare(module).catch(fail));
    options.instantiateWasm = (/** @type {any} */ imports, /** @type {any} */ receive) => {
      WebAssembly.instantiate(code, imports).then((instance) => receive(instance, code));
      return {};
    };
    return create(options);
  };
  const loaded = loadPyodide({
    ...settings,
    ...(kept ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
    fsInit: async (/** @type {any} */ filesystem) => {
      const [boot, ...rest] = await archives;
      fillFirst(filesystem, boot);
      for (const { first } of rest) put(filesystem, first);
      const paths = [boot, ...rest].flatMap(({ first }) => first.map(([path]) => path));
      filled(paths.filter((path) => path.endsWith(".so")));
      if (kept) fetchAhead(boot.games, named());
    },
  });
  python = await Promise.race([loaded, failed]);
  // Pyodide's settings would hold what it has copied
  for (const name of ["_loadSnapshot", "fsInit"]) delete python._api.config[name];
  if (kept) await fetchAhead((await archives)[0].games, named());
  else python.runPython(`import ${PACKAGE}; ${PACKAGE}.fill_memory()`);
  return python;
}
