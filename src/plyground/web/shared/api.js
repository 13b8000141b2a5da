// Talk to the server: JSON in, JSON out; what went wrong comes as an Error with the server's own sentence.

import { BACK, found, lost, manage } from "./connection.js";
import { $, h } from "./dom.js";
import { connect, LOST, request, SLOW } from "./transport.js";

/** An answer that is not the one hoped for; `status` is 0 when the server cannot be reached. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @param {string} path @param {RequestInit} [options] */
async function ask(path, options) {
  let response;
  try {
    response = await request(path, options);
  } catch {
    lost();
    throw new ApiError(LOST, 0);
  }
  let answer = null;
  try {
    answer = await response.json();
  } catch {
    /* an answer without JSON is told by its status */
  }
  if (!response.ok) throw new ApiError(answer?.error ?? `The server answered ${response.status}.`, response.status);
  return answer;
}

/** The server's answer; without a server, what `own` finds among what is kept, if it finds anything.
 * @template T, U @param {Promise<T>} answer @param {() => U | undefined | Promise<U | undefined>} own
 * @returns {Promise<T | U>} */
export async function orKept(answer, own) {
  try {
    return await answer;
  } catch (/** @type {any} */ error) {
    const kept = error instanceof ApiError && error.status === 0 ? await own() : undefined;
    if (kept === undefined) throw error;
    manage();
    return kept;
  }
}

const PATIENCE = 2500;
let waiting = 0;
/** @type {?HTMLElement} */
let note = null;
/** Say why it takes so long, for as long as an answer is overdue. @template T @param {Promise<T>} promise */
async function patiently(promise) {
  let isOverdue = false;
  const timer = setTimeout(() => {
    isOverdue = true;
    if (waiting++ === 0) $("#toasts").append((note = h("div", { class: "toast", text: SLOW })));
  }, PATIENCE);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    if (isOverdue && --waiting === 0) note?.remove();
  }
}

/** Answers that came with the page: path to answer. @type {Record<string, any>} */
const known = JSON.parse($("#known")?.textContent || "{}");

/** GET a path with a query; lists are given as repeated fields, undefined ones are left out.
 * @template {string} P @param {P} path @param {Queried<Api.Get, P>} [query] @returns {Promise<Answered<Api.Get, P>>} */
export function get(path, query) {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue;
    for (const entry of Array.isArray(value) ? value : [value]) fields.append(name, String(entry));
  }
  const text = fields.toString();
  if (!text && known[path]) return Promise.resolve(known[path]);
  // without headers of its own, so that a page's preloaded answers are taken
  return patiently(ask(text ? `${path}?${text}` : path));
}

/** POST a JSON body; one that is to `outlive` the page arrives although the page is being left.
 * @template {string} P @param {P} path @param {Asked<Api.Post, P>} [body] @returns {Promise<Answered<Api.Post, P>>} */
export async function post(path, body, { outlive = false } = {}) {
  const headers = { "Content-Type": "application/json" },
    answer = await ask(path, { method: "POST", headers, body: JSON.stringify(body ?? {}), keepalive: outlive });
  found();
  return answer;
}

/** @type {Map<string, Promise<Api.Look>>} */
const looks = new Map();
/** How a game looks (squares, symbols); asked for once. @param {string} game @returns {Promise<Api.Look>} */
export function look(game) {
  const known = looks.get(game);
  if (known) return known;
  const promise = get(`/api/games/${encodeURIComponent(game)}`);
  promise.catch(() => looks.delete(game));
  looks.set(game, promise);
  return promise;
}

/** Settings of the rules as the query string has them. @param {Rules} [rules] */
export const ruleTexts = (rules) => Object.entries(rules ?? {}).map(([name, value]) => `${name}=${value}`);

/** A position, after `move` if one is given.
 * @param {string} game @param {?string} [text] @param {?string} [move] @param {Rules} [rules] */
export function position(game, text, move, rules) {
  return get(`/api/games/${encodeURIComponent(game)}/position`, { position: text, move, rule: ruleTexts(rules) });
}

/** @typedef {{send: (message: object) => void, readonly open: boolean, close: () => void}} Wire */

/** Open a WebSocket that comes back by itself after a lost connection.
 * @param {string} path
 * @param {{onopen?: () => void, onmessage: (message: any) => void, onlost?: () => void}} handlers
 * @returns {Wire} */
export function socket(path, { onopen, onmessage, onlost }) {
  let wait = 300,
    closed = false,
    timer = 0;
  /** @type {string[]} */
  const queue = [];
  /** @type {WebSocket} */
  let wire;
  function begin() {
    wire = connect(path);
    wire.addEventListener("open", () => {
      wait = 300;
      found();
      onopen?.();
      for (const text of queue.splice(0)) wire.send(text);
    });
    wire.addEventListener("message", (event) => onmessage(JSON.parse(event.data)));
    wire.addEventListener("close", (event) => {
      if (closed || event.target !== wire) return;
      if (event.code === 4004) {
        closed = true;
        return;
      }
      onlost?.();
      // a connection that comes back at once is not worth a word
      if (wait > 300) lost();
      timer = setTimeout(begin, wait);
      wait = Math.min(wait * 1.7, 5000);
    });
  }
  /** Connect at once. A connection from before the network was lost may look open, and never bring anything again. */
  function renew() {
    wait = 300;
    if (closed || wire.readyState === WebSocket.CONNECTING) return;
    clearTimeout(timer);
    const before = wire;
    if (before.readyState === WebSocket.OPEN) onlost?.();
    begin();
    before.close();
  }
  begin();
  window.addEventListener("online", renew);
  window.addEventListener(BACK, () => {
    if (wire.readyState === WebSocket.CLOSED) renew();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && wire.readyState === WebSocket.CLOSED) renew();
  });
  return {
    send(message) {
      const text = JSON.stringify(message);
      if (wire.readyState === WebSocket.OPEN) wire.send(text);
      else if (wire.readyState === WebSocket.CONNECTING) queue.push(text);
    },
    get open() {
      return wire.readyState === WebSocket.OPEN;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      wire.close();
    },
  };
}
