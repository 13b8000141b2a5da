// Where pages leave for the service, in a site without a server: it runs in a worker of this browser, which all pages
// share (worker.js). This file takes the place of shared/transport.js; what it returns has the same few methods.

import { beginWorker, WorkerService } from "../shared/worker_service.js";

const HERE = document.documentElement.dataset;

/** What stands before every address of the app. */
export const BASE = HERE.base ?? "";
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

navigator.serviceWorker?.register(`${BASE}/worker.js`).catch(() => null);
const ready = alone();

/** A page of an address that no file stands for is there once the service worker is. */
const kept = navigator.serviceWorker && window.isSecureContext ? navigator.serviceWorker.ready : Promise.resolve();

/** @type {MessagePort | Worker | null} */
let worker = null;
const service = new WorkerService(
  async () => {
    await ready;
    return (worker ??= beginWorker(`${BASE}/run/${HERE.version}/worker.js`, `plyground${BASE}`));
  },
  (message) => {
    if (message.failed) {
      console.error(message.failed);
      worker = null;
    } else if (message.isOld) location.reload();
    else if (message.unkept) document.querySelector("#toasts")?.append(`${UNKEPT} (${message.unkept})`);
  },
);

/** The worker begins with the page: that takes longest. */
service.ask({ do: "ping" }).catch(() => {});

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

document.querySelector("#save-all")?.addEventListener("click", async () => {
  const { content } = await service.ask({ do: "save all" });
  save(`plyground-${new Date().toISOString().slice(0, 10)}.zip`, new Blob([content], { type: "application/zip" }));
});

document.querySelector("#open-all")?.addEventListener("click", () => {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: ".zip" });
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [],
      said = document.querySelector("#all-said");
    if (!file || !said) return;
    const content = new Uint8Array(await file.arrayBuffer());
    said.textContent = (await service.ask({ do: "open all", content })).text;
    if (!said.textContent) location.reload();
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
