// Python beside the page, where the site or the server has it: a program runs in a worker of its own, which is ended
// when the program does not end itself. The next worker is loaded meanwhile.

import { BASE } from "./transport.js";

/** Milliseconds until a program is stopped, and until it is given up that Python loads. */
const MOST = 8_000,
  PATIENCE = 90_000;

/** A worker that is ready; null if this page has none. @type {Promise<?Worker> | null} */
let next = null;

/** @returns {Promise<?Worker>} */
const begin = () =>
  new Promise((resolve) => {
    const worker = new Worker(`${BASE}/python/worker.js`, { type: "module" }),
      fail = () => {
        worker.terminate();
        resolve(null);
      };
    setTimeout(fail, PATIENCE);
    worker.addEventListener("error", fail, { once: true });
    worker.addEventListener("message", ({ data }) => (data.isReady ? resolve(worker) : fail()), { once: true });
  });

/** Run `main.py` of some files; return what it prints, or null if there is no Python here.
 * @param {Record<string, string>} files @param {string} [input]  what it reads
 * @returns {Promise<?string>} */
export async function runPython(files, input = "") {
  next ??= begin();
  const worker = await next;
  if (!worker) return null;
  next = null;
  try {
    return await /** @type {Promise<string>} */ (
      new Promise((resolve, reject) => {
        const stop = (/** @type {string} */ why) => reject(new Error(`The code was stopped: ${why}.`));
        setTimeout(() => stop(`it has not ended after ${MOST / 1000} seconds`), MOST);
        worker.addEventListener("error", (event) => stop(event.message ?? "it has crashed"));
        worker.addEventListener("message", ({ data: { printed, error } }) => (error ? stop(error) : resolve(printed)));
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
        worker.postMessage({ files, input });
      })
    );
  } finally {
    worker.terminate();
    next = begin();
  }
}
