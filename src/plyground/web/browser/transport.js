// Where pages leave for the service, in a site without a server: it runs in a worker of this browser, which all pages
// share (worker.js). This file takes the place of shared/transport.js; what it returns has the same few methods.

const HERE = document.documentElement.dataset;

/** What stands before every address of the app. */
export const BASE = HERE.base ?? "";
export const LOST =
  "The app could not be started in this browser. Nothing that was kept is lost; the page goes on by itself if it can.";
export const SLOW = "One moment: the engine is being loaded. The first time that takes longest.";

const NAME = `plyground ${crypto.getRandomValues(new Uint32Array(2)).join("-")}`,
  UNKEPT = "What was done last could not be kept: this browser has no room for it, or allows none.",
  WAITING = "The app is open in another tab or window of this browser, which can show it in one at a time.";

/** Who follows a link to an address that no file stands for gets it from the service worker, once that is there. */
if (document.body.classList.contains("page-missing") && navigator.serviceWorker && !navigator.serviceWorker.controller)
  navigator.serviceWorker.ready.then(() => location.reload());

/** A static host gives folders a slash at the end; the app's addresses have none. */
if (location.pathname.endsWith("/") && location.pathname !== `${BASE}/`)
  history.replaceState(null, "", location.pathname.slice(0, -1) + location.search + location.hash);

/** Who waits for an answer, or is connected, by number.
 * @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
const waiting = new Map();
/** @type {Map<number, Connection>} */
const connected = new Map();
let last = 0;
/** @type {MessagePort | Worker | null} */
let port = null;

/** @param {{ data: any }} message */
function hear({ data }) {
  if (data.failed) {
    console.error(data.failed);
    for (const { reject } of waiting.values()) reject(new Error(data.failed));
    waiting.clear();
    port = null;
  } else if (data.isOld) location.reload();
  else if (data.unkept) document.querySelector("#toasts")?.append(`${UNKEPT} (${data.unkept})`);
  else if (data.event) connected.get(data.id)?.hear(data);
  else {
    waiting.get(data.id)?.resolve(data);
    waiting.delete(data.id);
  }
}

/** The worker's end: shared by all pages where browsers can do that; else it is this page's own, one at a time. */
function begin() {
  const address = `${BASE}/run/${HERE.version}/worker.js`,
    options = /** @type {WorkerOptions} */ ({ type: "module", name: `plyground${BASE}`, extendedLifetime: true });
  const shared = "SharedWorker" in window ? new SharedWorker(address, options) : null,
    end = shared ? shared.port : new Worker(address, options);
  (shared ?? /** @type {Worker} */ (end)).addEventListener("error", (event) =>
    hear({ data: { failed: /** @type {ErrorEvent} */ (event).message ?? "The worker could not be loaded." } }),
  );
  end.addEventListener("message", (event) => hear(/** @type {MessageEvent} */ (event)));
  shared?.port.start();
  // held for as long as this page is there: so the worker notes that it has gone
  navigator.locks?.request(NAME, () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    end.postMessage({ do: "hello", name: NAME });
    return new Promise(() => {});
  });
  return end;
}

/** Say so if another tab has the app, where only one can. */
async function alone() {
  if ("SharedWorker" in window || !navigator.locks) return;
  await /** @type {Promise<void>} */ (new Promise((resolve) => {
    const timer = setTimeout(() => document.querySelector("#toasts")?.append(WAITING), 1500);
    navigator.locks.request(`plyground${BASE}`, () => {
      clearTimeout(timer);
      resolve();
      return new Promise(() => {});
    });
  }));
}

const ready = (async () => {
  const registered = navigator.serviceWorker?.register(`${BASE}/worker.js`).catch(() => null);
  await alone();
  await registered;
})();

/** A page of an address that no file stands for is there once the service worker is. */
const kept = navigator.serviceWorker && window.isSecureContext ? navigator.serviceWorker.ready : Promise.resolve();

/** @param {object} message */
async function send(message) {
  await ready;
  port ??= begin();
  port.postMessage(message);
}

/** What is not here yet is fetched for when there is no network, once a session. */
async function keepAll() {
  if (!navigator.serviceWorker || sessionStorage.plygroundKept === HERE.version) return;
  sessionStorage.plygroundKept = HERE.version;
  const { active } = await navigator.serviceWorker.ready;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  active?.postMessage("keep all");
}

/** Send a request.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>} */
export async function request(path, options = {}) {
  const id = ++last,
    answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  await send({ do: "request", id, method: options.method ?? "GET", target: path, body: options.body ?? "" });
  const answer = await answered;
  keepAll();
  if (options.method === "POST") {
    await kept;
    // so that a browser that is short of room spares it
    if (matchMedia("(display-mode: standalone)").matches) navigator.storage?.persist?.();
  }
  const headers = { "Content-Type": answer.type, "Content-Disposition": `attachment; filename="${answer.name}"` };
  return new Response(answer.text, { status: answer.status, headers });
}

/** Save a file. @param {string} name @param {Blob} content */
function save(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A file that the API writes is behind a link, whose address no host knows. */
document.addEventListener("click", async (event) => {
  const link = /** @type {Element} */ (event.target).closest("a[download]"),
    target = link?.getAttribute("href")?.match(/\/api\/.*/)?.[0];
  if (!target) return;
  event.preventDefault();
  const answer = await request(target),
    [, name = ""] = answer.headers.get("Content-Disposition")?.match(/"(.*)"/) ?? [];
  save(name, await answer.blob());
});

/** Ask for all that is kept as one file, or have such a file take its place.
 * @param {"save all" | "open all"} what @param {Uint8Array} [content]
 * @returns {Promise<any>} */
async function everything(what, content) {
  const id = ++last,
    answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  await send({ do: what, id, content });
  return answered;
}

document.querySelector("#save-all")?.addEventListener("click", async () => {
  const { content } = await everything("save all");
  save(`plyground-${new Date().toISOString().slice(0, 10)}.zip`, new Blob([content], { type: "application/zip" }));
});

document.querySelector("#open-all")?.addEventListener("click", () => {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: ".zip" });
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [],
      said = document.querySelector("#all-said");
    if (!file || !said) return;
    said.textContent = (await everything("open all", new Uint8Array(await file.arrayBuffer()))).text;
    if (!said.textContent) location.reload();
  });
  input.click();
});

/** What behaves as a WebSocket does, as far as pages use it. */
class Connection extends EventTarget {
  /** @param {string} path */
  constructor(path) {
    super();
    this.id = ++last;
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    connected.set(this.id, this);
    send({ do: "connect", id: this.id, target: path });
  }

  /** @param {{ event: string, text?: string, code?: number, reason?: string }} message */
  hear({ event, text, code, reason }) {
    if (event === "message") this.dispatchEvent(new MessageEvent("message", { data: text }));
    else if (event === "open") {
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    } else this._end(code, reason);
  }

  /** @param {string} text */
  send(text) {
    send({ do: "send", id: this.id, text });
  }

  close() {
    send({ do: "close", id: this.id });
    this._end(1000, "");
  }

  /** @param {number} [code] @param {string} [reason] */
  _end(code, reason) {
    connected.delete(this.id);
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new CloseEvent("close", { code, reason }));
  }
}

/** Connect for messages both ways.
 * @param {string} path */
export const connect = (path) => new Connection(path);

/** Pictures that a page names by an address of the API are asked for by the service worker, which asks the page. */
navigator.serviceWorker?.addEventListener("message", async (event) => {
  if (!event.data.target) return;
  const response = await request(event.data.target),
    [port] = event.ports,
    type = response.headers.get("Content-Type");
  port.postMessage({ text: await response.text(), status: response.status, type });
});
navigator.serviceWorker?.startMessages();
