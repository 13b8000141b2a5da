// The service in a worker of this browser: requests and connections by messages (plyground.web.browser.dispatcher has
// them). All pages share one worker where browsers can do that; else it is this page's own, as it is in a frame on
// another site's page where the browser blocks cookies: then nothing is kept, either.

import { isStorageOpen } from "./storage.js";

const NAME = `plyground ${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;

/** The worker's end, which is told when this page is gone: by a lock that it holds, or where there are none by a word.
 * @param {string} address @param {string} name @param {?SharedWorker} [begun]  if the page has begun it already
 * @returns {MessagePort | Worker} */
export function beginWorker(address, name, begun = null) {
  const options = /** @type {WorkerOptions} */ ({ type: "module", name, extendedLifetime: true }),
    shared = begun ?? ("SharedWorker" in window && isStorageOpen ? new SharedWorker(address, options) : null),
    port = shared ? shared.port : new Worker(address, options);
  (shared ?? /** @type {Worker} */ (port)).addEventListener("error", (event) => {
    const failed = /** @type {ErrorEvent} */ (event).message ?? "The worker could not be loaded.";
    port.dispatchEvent(new MessageEvent("message", { data: { failed } }));
  });
  shared?.port.start();
  const locks = isStorageOpen ? navigator.locks : null;
  locks?.request(NAME, () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    port.postMessage({ do: "hello", name: NAME });
    return new Promise(() => {});
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  if (!locks) window.addEventListener("pagehide", () => port.postMessage({ do: "leave" }));
  return port;
}

export class WorkerService {
  /** @param {() => Promise<MessagePort | Worker>} begin  called for each message: begins the worker, or returns it
   * @param {(message: any) => void} notice  is given what is no answer */
  constructor(begin, notice = () => {}) {
    this.begin = begin;
    this.notice = notice;
    this.last = 0;
    /** Who waits for an answer, or is connected, by number.
     * @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    /** @type {Map<number, Connection>} */
    this.connected = new Map();
    /** @type {MessagePort | Worker | null} */
    this.port = null;
    this.hear = (/** @type {Event} */ event) => this._hear(/** @type {MessageEvent} */ (event).data);
  }

  /** @param {any} message */
  _hear(message) {
    if (message.failed) this.fail(message.failed);
    if (message.event) this.connected.get(message.id)?.hear(message);
    else if (message.id === undefined) this.notice(message);
    else {
      this.waiting.get(message.id)?.resolve(message);
      this.waiting.delete(message.id);
    }
  }

  /** Nothing more is to be expected of the worker. @param {string} reason */
  fail(reason) {
    this.port?.removeEventListener("message", this.hear);
    this.port = null;
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
    for (const connection of this.connected.values()) connection.hear({ event: "close", code: 1006, reason });
  }

  /** @param {object} message */
  async send(message) {
    const port = await this.begin();
    if (this.port !== port) {
      this.port = port;
      port.addEventListener("message", this.hear);
    }
    port.postMessage(message);
  }

  /** Send something that is answered. @param {object} message @returns {Promise<any>} */
  async ask(message) {
    const id = ++this.last,
      answered = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    await this.send({ ...message, id });
    return answered;
  }

  /** Send a request.
   * @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
  async request(path, options = {}) {
    const asked = { do: "request", method: options.method ?? "GET", target: path, body: options.body ?? "" },
      { text, binary, status, type, name } = await this.ask(asked),
      content = binary ? Uint8Array.from(atob(text), (each) => each.charCodeAt(0)) : text,
      headers = { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` };
    return new Response(content, { status, headers });
  }

  /** Connect for messages both ways. @param {string} path */
  connect(path) {
    return new Connection(this, path);
  }
}

/** What behaves as a WebSocket does, as far as pages use it. */
export class Connection extends EventTarget {
  /** @param {WorkerService} service @param {string} path */
  constructor(service, path) {
    super();
    this.service = service;
    this.id = ++service.last;
    /** @type {number} What is sent comes after the wish to connect, so it need not wait for an answer to that. */
    this.readyState = WebSocket.OPEN;
    service.connected.set(this.id, this);
    service.send({ do: "connect", id: this.id, target: path });
  }

  /** @param {{ event: string, text?: string, code?: number, reason?: string }} message */
  hear({ event, text, code, reason }) {
    if (event === "message") this.dispatchEvent(new MessageEvent("message", { data: text }));
    else if (event === "open") this.dispatchEvent(new Event("open"));
    else this._end(code, reason);
  }

  /** @param {string} text */
  send(text) {
    this.service.send({ do: "send", id: this.id, text });
  }

  close() {
    this.service.send({ do: "close", id: this.id });
    this._end(1000, "");
  }

  /** @param {number} [code] @param {string} [reason] */
  _end(code, reason) {
    this.service.connected.delete(this.id);
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new CloseEvent("close", { code, reason }));
  }
}
