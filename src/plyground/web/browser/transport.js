// Where pages leave for the service, in a site without a server: it runs in a worker of this browser, which all pages
// share (worker.js). This file takes the place of shared/transport.js; what it returns has the same few methods.

import { isStorageOpen, tab } from "../shared/storage.js";
import { beginWorker, WorkerService } from "../shared/worker_service.js";

const HERE = document.documentElement.dataset;

/** What stands before every address of the app. */
export const BASE = HERE.base ?? "";
/** Whether the service can be out of reach: it is in this browser. */
export const IS_FAR = false;
/** The address of a puzzle: that of the file that shows it, so that a link works at a first visit, too.
 * @param {string} id */
export const puzzleAddress = (id) => `${BASE}/puzzles?id=${id}`;
/** Where the worker's scripts are. */
const RUN = `${BASE}/run/${HERE.version}`,
  /** What begin.js has begun. */
  early = /** @type {{ plygroundWorker?: SharedWorker }} */ (/** @type {unknown} */ (window));
export const LOST =
  "The app could not be started in this browser. Nothing that was kept is lost; the page goes on by itself if it can.";
export const SLOW = "One moment: the engine is being loaded. The first time that takes longest.";

const UNKEPT = "What was done last could not be kept: this browser has no room for it, or allows none.",
  WAITING = "The app is open in another tab or window of this browser, which can show it in one at a time.";

/** Who follows a link to an address that no file stands for gets it from the service worker, once that is there. */
if (document.body.classList.contains("page-missing") && navigator.serviceWorker && !navigator.serviceWorker.controller)
  navigator.serviceWorker.ready.then(() => location.reload());

/** A static host gives folders a slash at the end; the app's addresses have none. */
if (location.pathname.endsWith("/") && location.pathname !== `${BASE}/`)
  history.replaceState(null, "", location.pathname.slice(0, -1) + location.search + location.hash);

/** Say so if another tab has the app, where only one can. */
async function alone() {
  if ("SharedWorker" in window || !navigator.locks || !isStorageOpen) return;
  await /** @type {Promise<void>} */ (new Promise((resolve) => {
    const timer = setTimeout(() => document.querySelector("#toasts")?.append(WAITING), 1500);
    navigator.locks.request(`plyground${BASE}`, () => {
      clearTimeout(timer);
      resolve();
      return new Promise(() => {});
    });
  }));
}

navigator.serviceWorker?.register(`${BASE}/worker.js`).catch(() => null);
const ready = alone();

/** A page of an address that no file stands for is there once the service worker is. */
const kept =
  navigator.serviceWorker && window.isSecureContext && isStorageOpen
    ? navigator.serviceWorker.ready
    : Promise.resolve();

/** @type {MessagePort | Worker | null} */
let worker = null;
const service = new WorkerService(
  async () => {
    await ready;
    worker ??= beginWorker(`${RUN}/worker.js`, `plyground${BASE}`, early.plygroundWorker);
    delete early.plygroundWorker;
    return worker;
  },
  (message) => {
    if (message.failed) {
      console.error(message.failed);
      worker = null;
    } else if (message.isOld) location.reload();
    // a board in a frame changes nothing that could be lost
    else if (message.unkept && window === window.top)
      document.querySelector("#toasts")?.append(`${UNKEPT} (${message.unkept})`);
  },
);

/** The worker begins with the page, since that takes longest: also for a page that asks nothing, as the first. A board
 * in a frame with a picture may need none. */
const isPicture = document.body.classList.contains("page-embed") && location.hash;
if (!isPicture) request("/api/levels").catch(() => {});

const noteKept = () => tab.set("kept", HERE.version);
let isKeeping = false;
/** What is not here yet is fetched for when there is no network, and then Python's memory kept for the next visit: once
 * a session, or by the next page if this one is left meanwhile. */
async function keepAll() {
  if (isKeeping || !navigator.serviceWorker || !isStorageOpen || tab.get("kept", "") === HERE.version) return;
  isKeeping = true;
  const { active } = await navigator.serviceWorker.ready,
    { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", async () => {
    if (await caches.match(`${RUN}/memory`)) {
      noteKept();
      return;
    }
    const maker = new Worker(`${RUN}/memory.js`, { type: "module" });
    maker.addEventListener("error", ({ message }) => console.warn(message));
    maker.addEventListener("message", noteKept);
  });
  port1.start();
  active?.postMessage("keep all", [port2]);
}

/** Send a request.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>} */
export async function request(path, options = {}) {
  const answer = await service.request(path, options);
  keepAll();
  if (options.method === "POST") {
    await kept;
    // so that a browser that is short of room spares it
    if (matchMedia("(display-mode: standalone)").matches) navigator.storage?.persist?.();
  }
  return answer;
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

/** What pages remember themselves: settings, stars, answers. */
const NAMES = /^plyground\./,
  remembered = () => Object.entries(isStorageOpen ? localStorage : {}).filter(([name]) => NAMES.test(name));

/** @param {string} text */
function remember(text) {
  for (const [name] of remembered()) localStorage.removeItem(name);
  for (const [name, value] of Object.entries(JSON.parse(text)))
    if (isStorageOpen && NAMES.test(name)) localStorage.setItem(name, String(value));
}

document.querySelector("#save-all")?.addEventListener("click", async () => {
  const own = JSON.stringify(Object.fromEntries(remembered())),
    { content } = await service.ask({ do: "save all", remembered: own });
  save(`plyground-${new Date().toISOString().slice(0, 10)}.zip`, new Blob([content], { type: "application/zip" }));
});

document.querySelector("#open-all")?.addEventListener("click", () => {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: ".zip" });
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [],
      said = document.querySelector("#all-said");
    if (!file || !said) return;
    const content = new Uint8Array(await file.arrayBuffer());
    const opened = await service.ask({ do: "open all", content });
    said.textContent = opened.text;
    if (opened.text) return;
    remember(opened.remembered);
    location.reload();
  });
  input.click();
});

/** The engine thinks here, and nobody else could. */
export const thinking = Object.assign(new EventTarget(), {
  isGiven: false,
  standing: "The engine thinks in this browser.",
  begin: async () => {},
  think: () => Promise.reject(new Error("There is no server that would ask.")),
});

/** Connect for messages both ways.
 * @param {string} path */
export const connect = (path) => service.connect(path);

/** Pictures that a page names by an address of the API are asked for by the service worker, which asks the page. */
navigator.serviceWorker?.addEventListener("message", async (event) => {
  if (!event.data.target) return;
  const response = await request(event.data.target),
    [port] = event.ports,
    type = response.headers.get("Content-Type");
  port.postMessage({ content: await response.arrayBuffer(), status: response.status, type });
});
navigator.serviceWorker?.startMessages();
