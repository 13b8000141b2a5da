// Begins the worker before the page's own scripts have come, since that takes longest; transport.js takes it over.
{
  const { base, version } = document.documentElement.dataset,
    scope = /** @type {{ plygroundWorker?: SharedWorker }} */ (/** @type {unknown} */ (window));
  // frames of other sites may have none
  if ("SharedWorker" in window && window === top) {
    const options = /** @type {WorkerOptions} */ ({ type: "module", name: `plyground${base}`, extendedLifetime: true }),
      worker = new SharedWorker(`${base}/run/${version}/worker.js`, options),
      lock = navigator.locks && `plyground visit ${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    scope.plygroundWorker = worker;
    // where cookies are blocked there are none
    if (lock) navigator.locks.request(lock, () => new Promise(() => {})).catch(() => {});
    // which game, so that its files come before they are asked for
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    worker.port.postMessage({ do: "visit", lock, address: location.pathname.slice(base?.length) + location.search });
    worker.addEventListener("error", () => delete scope.plygroundWorker);
  }
}
