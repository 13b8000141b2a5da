// The service worker: keeps pages and files, so that what one reads is there when the server is not. What changes is
// asked for each time; only when nobody answers, the latest answer is shown.

const VERSION = "{{digest}}",
  PAGES = ["{{pages}}"];

/** Answers of the API that are the same for everybody and do not change. */
const KEPT = /^\/api\/(games|lessons)(\/|$)/;

/** The page that shows a puzzle, whichever; other pages stand for themselves. @param {string} pathname */
const pageOf = (pathname) => pathname.replace(/^\/puzzles\/.*/, "/puzzles");

async function keep() {
  const cache = await caches.open(VERSION);
  await Promise.all(
    PAGES.map(async (path) => {
      const page = await fetch(path);
      if (!page.ok) return;
      await cache.put(path, page.clone());
      await keepFiles(cache, (await page.text()).match(/\/static\/[0-9a-f]{12}\/[\w/.-]+/g));
    }),
  );
}

/** Keep files, and the scripts that they load later. @param {Cache} cache @param {?string[]} files */
async function keepFiles(cache, files) {
  const keepFile = async (/** @type {string} */ file) => {
    if (await cache.match(file)) return;
    const answer = await fetch(file);
    if (!answer.ok) throw new Error(`${file} cannot be kept.`);
    await cache.put(file, answer.clone());
    if (file.endsWith(".js"))
      await keepFiles(cache, (await answer.text()).match(/\/static\/[0-9a-f]{12}\/bundle\/[\w/.-]+/g));
  };
  await Promise.all([...new Set(files)].map(keepFile));
}

/** @param {Request} request */
async function fromCacheFirst(request) {
  const cache = await caches.open(VERSION),
    kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** @param {Request} request */
async function fromServerFirst(request) {
  const cache = await caches.open(VERSION),
    { pathname, search } = new URL(request.url);
  try {
    const answer = await fetch(request);
    // a question about one position among many is not kept: there would be no end of them
    if (answer.ok && !search && pageOf(pathname) === pathname) await cache.put(request, answer.clone());
    return answer;
  } catch (/** @type {any} */ error) {
    const kept = (await cache.match(request)) ?? (await cache.match(pathname)) ?? (await cache.match(pageOf(pathname)));
    if (!kept) throw error;
    // what a page has browsers ask for at once cannot be answered now, and they would keep the failure
    const headers = new Headers(kept.headers);
    headers.delete("Link");
    return new Response(kept.body, { status: kept.status, headers });
  }
}

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  // what a page sends while it is being left would not wait for the worker
  event.addRoutes?.({ condition: { requestMethod: "POST" }, source: "network" });
  event.waitUntil(keep());
});

async function tidy() {
  for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
}

worker.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => worker.clients.claim())));

worker.addEventListener("fetch", (event) => {
  const { request } = event,
    { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (pathname.startsWith(`/static/${VERSION}/`)) event.respondWith(fromCacheFirst(request));
  else if (KEPT.test(pathname) || PAGES.includes(pageOf(pathname))) event.respondWith(fromServerFirst(request));
});
