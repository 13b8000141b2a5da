// The engine in this browser: a server that has what it takes gives it to pages once they are shown, and from then on
// only judges what is asked and played (plyground.web.host.thinking). Where that cannot be, it thinks itself.

import { isStorageOpen, remembered, tab } from "./storage.js";

/** How a request says that the browser thinks for itself, and the answer that it is to. */
const THINKS = "Plyground-Thinks",
  /** Set for as long as this tab is there once the engine has been loaded. */
  LOADED = "loaded",
  /** Milliseconds that a question waits for an engine that was here on the page before. */
  SOON = 1500,
  LITTLE_MEMORY = 2,
  LOOK = 5000,
  /** Milliseconds without an answer after which the worker counts as dead: a search may be one long piece. */
  DEAD = 15_000;

/** Why this browser does not think for itself; "" if it can. */
function reasonAgainst() {
  const { deviceMemory = LITTLE_MEMORY, connection } = /** @type {any} */ (navigator);
  if (remembered.get("thinks", "") === "server") return "as chosen here";
  if (!isStorageOpen) return "this browser keeps nothing here";
  if (typeof WebAssembly === "undefined") return "this browser knows no WebAssembly";
  if (deviceMemory < LITTLE_MEMORY) return "this device has little memory";
  return connection?.saveData ? "this browser is to save data" : "";
}

/** Dispatches "change" when the engine is here, and when it no longer is. */
export class Thinking extends EventTarget {
  /** @param {(path: string, options?: RequestInit) => Promise<Response>} ask  sends the server a request
   * @param {(path: string) => WebSocket} open  connects with the server */
  constructor(ask, open) {
    super();
    this.ask = ask;
    this.open = open;
    /** @type {?import("./worker_service.js").WorkerService} */
    this.service = null;
    /** The paths of connections whose questions are thought about. @type {string[]} */
    this.sessions = [];
    /** Where the engine thinks, in words. */
    this.standing = "The server thinks.";
    /** @type {?Promise<void>} */
    this.begun = null;
    /** While the engine of the page before is being found again. @type {?Promise<void>} */
    this.soon = null;
  }

  /** Whether the server has given this browser an engine, and it works. */
  get isGiven() {
    return this.service !== null;
  }

  /** Go on with the engine that was here on the page before, if there was one. */
  resume() {
    if (!tab.get(LOADED, false)) return;
    const enough = new Promise((resolve) => setTimeout(resolve, SOON));
    this.soon = Promise.race([this.begin().catch(() => {}), enough]).then(() => {
      this.soon = null;
    });
  }

  /** Ask the server for what it takes. */
  begin() {
    this.begun ??= this._load();
    return this.begun;
  }

  async _load() {
    const against = reasonAgainst(),
      about = against ? { worker: "", sessions: [], why: against } : await (await this.ask("/browser/about")).json();
    if (!about.worker) {
      this.standing = `The server thinks: ${about.why}.`;
      return;
    }
    this.standing = "The server thinks until the engine is loaded in this browser.";
    this.sessions = about.sessions;
    const { beginWorker, WorkerService } = await import("./worker_service.js"),
      port = beginWorker(about.worker, `plyground ${about.worker}`),
      service = new WorkerService(
        async () => port,
        ({ failed }) => failed && this._lose(service),
      );
    // answered as soon as Python is there
    await service.request("/api/games");
    this.service = service;
    this.standing = "The engine thinks in this browser.";
    tab.set(LOADED, true);
    this._watch(service);
    this.dispatchEvent(new Event("change"));
  }

  /** Note when the worker has ended: nobody says so. @param {import("./worker_service.js").WorkerService} service */
  _watch(service) {
    let heard = performance.now(),
      isAsked = false;
    const timer = setInterval(async () => {
      if (this.service !== service) clearInterval(timer);
      else if (isAsked && performance.now() - heard > DEAD) this._lose(service);
      if (isAsked) return;
      isAsked = true;
      heard = performance.now();
      await service.ask({ do: "ping" }).catch(() => {});
      isAsked = false;
    }, LOOK);
  }

  /** The server thinks again. @param {import("./worker_service.js").WorkerService} service */
  _lose(service) {
    this.standing = "The server thinks: the engine in this browser has ended.";
    tab.set(LOADED, false);
    if (this.service === service) this.service = null;
    service.fail(this.standing);
    this.dispatchEvent(new Event("change"));
  }

  /** Send a request; the server says if this browser is to answer it, and what it is to ask itself.
   * @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
  async request(path, options = {}) {
    const { service } = this;
    if (!service || options.method !== "POST") return this.ask(path, options);
    const answer = await this.ask(path, { ...options, headers: { ...options.headers, [THINKS]: "here" } });
    if (!answer.headers.has(THINKS)) return answer;
    const { path: own, ask } = await answer.json();
    try {
      return await service.request(own, { method: "POST", body: JSON.stringify(ask) });
    } catch {
      return this.ask(path, options);
    }
  }

  /** Have something thought about here. @param {string} path @param {object} ask @returns {Promise<any>} */
  async think(path, ask) {
    if (!this.service) throw new Error(this.standing);
    const answer = await this.service.request(path, { method: "POST", body: JSON.stringify(ask) }),
      found = await answer.json();
    if (!answer.ok) throw new Error(found.error);
    return found;
  }

  /** Connect for messages both ways. @param {string} path */
  connect(path) {
    return new Socket(this, path);
  }
}

/** A WebSocket whose questions this browser answers if it can: the server is asked whether it may. */
class Socket extends EventTarget {
  /** @param {Thinking} thinking @param {string} path */
  constructor(thinking, path) {
    super();
    this.thinking = thinking;
    this.path = path;
    this.server = thinking.open(path);
    /** The question under way. @type {any} */
    this.asked = null;
    /** @type {?import("./worker_service.js").Connection} */
    this.here = null;
    this.changed = () => this._change();
    this.server.addEventListener("open", () => this.dispatchEvent(new Event("open")));
    this.server.addEventListener("message", ({ data }) => this._hear(data));
    this.server.addEventListener("close", ({ code, reason }) => {
      this._leave();
      this.dispatchEvent(new CloseEvent("close", { code, reason }));
    });
    thinking.addEventListener("change", this.changed);
  }

  get readyState() {
    return this.server.readyState;
  }

  get isThoughtAbout() {
    return this.thinking.sessions.includes(this.path);
  }

  /** @param {string} text */
  send(text) {
    if (this.thinking.soon) this.thinking.soon.then(() => this._send(text));
    else this._send(text);
  }

  /** @param {string} text */
  _send(text) {
    if (!this.isThoughtAbout) {
      this.server.send(text);
      return;
    }
    const message = JSON.parse(text);
    this.asked = message.do === "stop" ? null : message;
    this._stop();
    this.server.send(this.asked && this.thinking.isGiven ? JSON.stringify({ ...message, thinks: true }) : text);
  }

  /** @param {string} text */
  _hear(text) {
    const message = this.isThoughtAbout ? JSON.parse(text) : {};
    if (message.yours) this._begin(message.token);
    else if (message.stop) this._stop();
    else this._tell(text);
  }

  /** @param {number} token */
  _begin(token) {
    const { service } = this.thinking;
    if (this.asked?.token !== token) return;
    if (!service) {
      this.server.send(JSON.stringify(this.asked));
      return;
    }
    if (!this.here) {
      const here = (this.here = service.connect(this.path));
      here.addEventListener("message", (/** @type {any} */ event) => this._tell(event.data));
      here.addEventListener("close", () => {
        if (this.here !== here) return;
        this.here = null;
        // the worker has ended
        if (this.asked) this.server.send(JSON.stringify(this.asked));
      });
    }
    this.here.send(JSON.stringify(this.asked));
  }

  _stop() {
    this.here?.send(JSON.stringify({ do: "stop" }));
  }

  /** @param {string} text */
  _tell(text) {
    if (this.asked) {
      const { token, done, error } = JSON.parse(text);
      if (token === this.asked.token && (done || error)) this.asked = null;
    }
    this.dispatchEvent(new MessageEvent("message", { data: text }));
  }

  /** What goes on without an end goes on here, once the engine is here. */
  _change() {
    if (this.asked?.do === "analyse" && this.thinking.isGiven && this.readyState === WebSocket.OPEN)
      this.send(JSON.stringify(this.asked));
  }

  _leave() {
    this.thinking.removeEventListener("change", this.changed);
    const { here } = this;
    this.here = null;
    here?.close();
  }

  close() {
    this._leave();
    this.server.close();
  }
}
