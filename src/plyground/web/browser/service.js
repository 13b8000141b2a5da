// The service worker of a site without a server: it keeps every file, so that the app is there without a network, and
// answers the addresses that no file stands for (a game, an analysis) with the page that shows them.

const BASE = "{{base}}",
  CACHE = `plyground${BASE} {{version}}`,
  FILES = ["{{files}}"],
  /** Addresses that say what they hold: nothing else is ever there. */
  LASTING = /^\/(?:files|pyodide|run|static)\//;

const site = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

/** An address as files are named; as it stands where that is no text. @param {string} path */
function decoded(path) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The files that may stand for an address, the best first. @param {string} path */
function candidates(path) {
  const plain = path.replace(/\/+$/, ""),
    first = plain.split("/").slice(0, 2).join("/");
  return [path, `${plain}/`, ...(plain === first ? [] : [`${first}/`])];
}

/** A file, from what is kept or from the host: its last answer may be in the browser still, and of a former version; or
 * the host has a newer one already, of which nothing is kept here. @param {string} path */
async function file(path) {
  const cache = await caches.open(CACHE),
    kept = await cache.match(BASE + path);
  if (kept) return kept;
  const answer = await fetch(BASE + path, LASTING.test(path) ? {} : { cache: "no-cache" });
  if (answer.ok && FILES.includes(path) && (await isOurs(answer.clone()))) await cache.put(BASE + path, answer.clone());
  return answer;
}

/** Whether it is no page of another version. @param {Response} answer */
const isOurs = async (answer) =>
  !answer.headers.get("Content-Type")?.startsWith("text/html") ||
  (await answer.text()).includes('data-version="{{version}}"');

/** @param {string} path @param {Request} request */
async function answer(path, request) {
  const found = candidates(path).find((each) => FILES.includes(each));
  if (found) return file(found);
  if (LASTING.test(path)) return fetch(BASE + path);
  // the documentation, or what else lies beside the site on its host
  const other = await fetch(request).catch(() => null);
  if (other?.ok || other?.type === "opaqueredirect") return other;
  if (!other && path.startsWith("/docs/")) return Response.error();
  const missing = await file("/404.html");
  return new Response(missing.body, { status: 404, headers: missing.headers });
}

/** A picture of a position, say: a page knows who draws it. @param {FetchEvent} event @param {string} target */
async function fromPage(event, target) {
  const client = await site.clients.get(event.clientId);
  if (!client) return Response.error();
  const { port1, port2 } = new MessageChannel();
  const { content, status, type } = await new Promise((resolve) => {
    port1.addEventListener("message", ({ data }) => resolve(data));
    port1.start();
    client.postMessage({ target }, [port2]);
  });
  return new Response(content, { status, headers: { "Content-Type": type } });
}

site.addEventListener("install", () => site.skipWaiting());

async function keepAll() {
  for (const name of await caches.keys())
    if (name.startsWith(`plyground${BASE} `) && name !== CACHE) await caches.delete(name);
  await site.clients.claim();
}

site.addEventListener("activate", (event) => event.waitUntil(keepAll()));

/** All the rest is fetched when there is time: a page asks for it once it has been filled. */
site.addEventListener("message", (event) => {
  if (event.data !== "keep all") return;
  event.waitUntil(
    (async () => {
      // a newer version begins only when this one has nothing to do
      for (const path of FILES) if (!site.registration.waiting) await file(path).catch(() => {});
      event.ports[0]?.postMessage("kept");
    })(),
  );
});

site.addEventListener("fetch", (event) => {
  const { request } = event,
    { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== site.location.origin || !pathname.startsWith(`${BASE}/`)) return;
  const path = pathname.slice(BASE.length);
  if (path.startsWith("/api/")) event.respondWith(fromPage(event, path + search));
  else event.respondWith(answer(decoded(path), request));
});
