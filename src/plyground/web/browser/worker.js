// The worker: Python, the app's own package, and what it keeps, for all pages of this site in this browser.
// A page says hello with the name of a lock that it holds, and is forgotten when that lock is free.

// @ts-ignore -- Pyodide is there only in a site
import { loadPyodide } from "{{pyodide}}pyodide.mjs";
import { fill, unpack } from "./files.js";
import { Kept, TakenOver } from "./kept.js";

const BASE = "{{base}}",
  RUN = "{{run}}",
  KEEPS = Boolean("{{keeps}}"),
  KEPT = `/kept${BASE}`,
  HOME = "/home/pyodide",
  /** Emscripten's number of this error. */
  INPUT_OUTPUT_ERROR = 29;

/** @type {Map<number, MessagePort>} */
const pages = new Map();
let last = 0,
  failed = "",
  isAwake = false;
/** @type {any} Python's `Worker`, once it is there. */
let service = null;
/** @type {object[]} What pages have sent before. */
const early = [];

/** @param {MessagePort} port */
function begin(port) {
  const page = ++last;
  pages.set(page, port);
  if (failed) port.postMessage({ failed });
  port.addEventListener("message", ({ data }) => {
    if (data.do === "hello") navigator.locks.request(data.name, () => leave(page));
    else if (data.do === "ping") port.postMessage({ id: data.id });
    else if (data.do === "save all" || data.do === "open all") everything(port, data);
    else take({ ...data, id: `${page}:${data.id ?? ""}` });
  });
  port.start?.();
}

/** @param {number} page */
function leave(page) {
  pages.delete(page);
  take({ do: "leave", id: `${page}:` });
}

/** @param {any} message */
function take(message) {
  if (!service) {
    early.push(message);
    return;
  }
  try {
    service.take(JSON.stringify(message));
  } catch (error) {
    refuse(message, error);
  }
  wake();
}

/** Answer a request that Python has failed at. @param {any} message @param {any} error */
function refuse({ do: what, id }, error) {
  console.error(error);
  if (what !== "request") return;
  const text = JSON.stringify({ error: "Something went wrong in this browser; its console tells what." });
  post(JSON.stringify({ id, status: 500, type: "application/json", text, name: "" }));
}

/** Give a page all that is kept as one file, or take such a file in its place.
 * @param {MessagePort} port @param {{ do: string, id: number, content: Uint8Array }} message */
async function everything(port, { do: what, id, content }) {
  await started;
  if (what === "save all") {
    const file = service.save_all();
    port.postMessage({ id, content: file.toJs() });
    file.destroy();
  } else {
    const text = service.open_all(python.toPy(content));
    await saving;
    port.postMessage({ id, text });
  }
}

/** Give a page what Python has for it; what comes after a change, when the change is safe. @param {string} text */
function post(text) {
  const deliver = () => {
    const message = JSON.parse(text),
      [page, id] = message.id.split(":");
    pages.get(Number(page))?.postMessage({ ...message, id: Number(id) });
  };
  if (saving) saving.then(deliver);
  else deliver();
}

/** Let Python do a slice of its work, and then look at what pages have sent. */
function wake() {
  if (isAwake) return;
  isAwake = true;
  awake.port2.postMessage(null);
}

/** What a worker sends itself comes sooner than a timer, after what pages have sent. */
const awake = new MessageChannel();
awake.port1.addEventListener("message", () => {
  isAwake = false;
  try {
    if (service.step()) wake();
  } catch (error) {
    fail(error);
  }
});
awake.port1.start();

/** Tell all pages that there is no service, and why. @param {any} error */
function fail(error) {
  failed = String(error?.message ?? error);
  tellAll({ failed });
}

/** @param {object} message */
function tellAll(message) {
  for (const port of pages.values()) port.postMessage(message);
}

/** @type {any} Pyodide. */
let python = null;
/** @type {any} Its files. */
let filesystem = null;
/** @type {?Kept} */
let kept = null;
/** @type {?Promise<void>} Resolved when all changes so far are safe. */
let saving = null;

/** Write what has changed to where the browser keeps it. */
function keep() {
  if (!kept) return;
  const safe = kept.save().catch((error) => {
    if (error instanceof TakenOver) tellAll({ isOld: true });
    else tellAll({ unkept: String(error?.message ?? error) });
  });
  saving = safe;
  safe.then(() => {
    if (saving === safe) saving = null;
  });
}

/** Read a file of the site at once: a worker may wait for it. @param {string} address */
function read(address) {
  const request = new XMLHttpRequest();
  request.open("GET", `${BASE}/${address}`, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new filesystem.ErrnoError(INPUT_OUTPUT_ERROR);
  return new Uint8Array(request.response);
}

async function start() {
  const fetched = unpack(fetch(`${RUN}/python.first`));
  python = await loadPyodide({
    indexURL: "{{pyodide}}",
    stdLibURL: `${RUN}/none.zip`,
    env: { HOME, PLYGROUND_KERNELS: `${HOME}/kernels` },
    fsInit: async (/** @type {any} */ files) => {
      filesystem = files;
      fill(files, await fetched, read, () => python._module);
      files.mkdirTree(KEPT);
    },
  });
  if (KEEPS) kept = await Kept.open(`plyground${BASE}`, filesystem, KEPT);
  service = python.pyimport("plyground.web.browser.worker").Worker(KEPT, post, keep);
  for (const message of early.splice(0)) take(message);
  wake();
  setInterval(wake, 200);
}

if ("onconnect" in self)
  self.addEventListener("connect", (event) => begin(/** @type {MessageEvent} */ (event).ports[0]));
else begin(/** @type {any} */ (self));

const started = start();
started.catch(fail);
