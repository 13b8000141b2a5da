// The worker: Python, the app's own package, and what it keeps, for all pages of this site in this browser.
// A page names a lock, says hello once it holds it, and is forgotten when that lock is free.

import { Kept, TakenOver } from "./kept.js";
import { begin as beginPython, beginFixed, CACHE, MEMORY } from "./python.js";

const BASE = "{{base}}",
  KEEPS = Boolean("{{keeps}}"),
  KEPT = `/kept${BASE}`,
  /** Milliseconds after which a page has its lock, or was left before. */
  PATIENCE = 5000;

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
    if (data.do === "hello") leaveWhenFree(page, data.name);
    else if (data.do === "leave") leave(page);
    else if (data.do === "ping") port.postMessage({ id: data.id });
    else if (data.do === "save all" || data.do === "open all") everything(port, data);
    else {
      if (data.lock) setTimeout(leaveWhenFree, PATIENCE, page, data.lock);
      take({ ...data, id: `${page}:${data.id ?? ""}` });
    }
  });
  port.start?.();
}

/** @param {number} page @param {string} lock */
const leaveWhenFree = (page, lock) => navigator.locks.request(lock, () => leave(page));

/** @param {number} page */
function leave(page) {
  if (pages.delete(page)) take({ do: "leave", id: `${page}:` });
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
  post(JSON.stringify({ id, status: 500, type: "application/json", name: "" }), text);
}

/** Give a page all that is kept as one file, or take such a file in its place; with what pages remember themselves.
 * @param {MessagePort} port @param {{ do: string, id: number, content: Uint8Array, remembered?: string }} message */
async function everything(port, { do: what, id, content, remembered = "{}" }) {
  await started;
  if (what === "save all") {
    const file = service.save_all(remembered);
    port.postMessage({ id, content: file.toJs() });
    file.destroy();
  } else {
    const text = service.open_all(python.toPy(content));
    await saving;
    port.postMessage({ id, text, remembered: service.remembered });
  }
}

/** Give a page what Python has for it; what comes after a change, when the change is safe.
 * @param {string} head @param {string} text */
function post(head, text) {
  const deliver = () => {
    const message = JSON.parse(head),
      [page, id] = message.id.split(":");
    pages.get(Number(page))?.postMessage({ ...message, text, id: Number(id) });
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
  forget();
  tellAll({ failed });
}

/** @param {object} message */
function tellAll(message) {
  for (const port of pages.values()) port.postMessage(message);
}

/** @type {any} Pyodide. */
let python = null;
/** @type {?Kept} */
let kept = null;
/** @type {?Promise<void>} Resolved when all changes so far are safe. */
let saving = null;

/** Write what has changed to where the browser keeps it. */
function keep() {
  if (!kept) {
    if (KEEPS) tellAll({ unkept: "cookies are blocked" });
    return;
  }
  const safe = kept.save().catch((error) => {
    if (error instanceof TakenOver) tellAll({ isOld: true });
    else tellAll({ unkept: String(error?.message ?? error) });
  });
  saving = safe;
  safe.then(() => {
    if (saving === safe) saving = null;
  });
}

/** What pages have asked for before there was Python. */
const named = () => JSON.stringify(early);

/** Python, from the memory that the browser has kept of it, where that goes well. */
async function begun() {
  const memory = await lastMemory();
  if (!memory) return beginPython(named);
  try {
    return await beginFixed(memory, named);
  } catch (error) {
    console.warn(error);
    await forget();
    return beginPython(named);
  }
}

/** What is kept of it; nothing where the browser keeps nothing. */
async function lastMemory() {
  try {
    return await caches.match(MEMORY);
  } catch {
    return undefined;
  }
}

/** Begin without it the next time. */
async function forget() {
  if (await lastMemory()) await (await caches.open(CACHE)).delete(MEMORY);
}

async function start() {
  const filesystem = begun().then((found) => {
    python = found;
    python.FS.mkdirTree(KEPT);
    return python.FS;
  });
  // what is kept is read while Python begins
  kept = KEEPS ? await Kept.open(`plyground${BASE}`, filesystem, KEPT) : null;
  await filesystem;
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
