// A worker of its own, once all else has come: it begins Python as the next visit will, keeps its memory, and ends.

import { beginFixed, CACHE, MEMORY } from "./python.js";

async function make() {
  if (await caches.match(MEMORY)) return;
  const python = await beginFixed(null);
  python.runPython("import gc; gc.collect()");
  // which of Pyodide's own packages have been loaded is told anew; it may not be kept
  for (const name of Object.keys(python.loadedPackages)) delete python.loadedPackages[name];
  const memory = python.makeMemorySnapshot();
  const headers = { "Content-Length": String(memory.byteLength) };
  // a newer version may have come meanwhile
  if (await caches.has(CACHE)) await (await caches.open(CACHE)).put(MEMORY, new Response(memory, { headers }));
}

// where there is no room for it, the next visit begins as this one has
await navigator.locks
  .request(`${CACHE} memory`, { ifAvailable: true }, (lock) => lock && make())
  .catch((error) => console.warn(error));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
self.postMessage("ended");
self.close();
