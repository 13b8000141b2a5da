// The one place where pages leave for the service: requests and connections. Where the service runs in the browser
// itself, another file of this name takes its place: what it returns has the same few methods.

import { Thinking } from "./thinking.js";

/** What stands before every address of the app, where it is not at the root. */
export const BASE = "";
/** The address of a puzzle. @param {string} id */
export const puzzleAddress = (id) => `/puzzles/${id}`;
/** Whether the service can be out of reach. */
export const IS_FAR = true;
/** What is said while the service cannot be reached, and while its first answer is long in coming. */
export const LOST =
  "The server cannot be reached. Nothing that was kept is lost, and the page goes on by itself as soon as it answers.";
export const SLOW =
  "One moment: the games are being loaded. After an installation they are compiled for this machine, once, " +
  "which takes minutes. This page fills as soon as that is done.";

/** Where the engine thinks: here, if it can. */
export const thinking = new Thinking(
  (path, options) => fetch(path, options),
  (path) => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`),
);
thinking.resume();

/** Send a request.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>} */
export const request = (path, options) => thinking.request(path, options);

/** Connect for messages both ways; what is returned behaves as a WebSocket does, as far as pages use it.
 * @param {string} path */
export const connect = (path) => /** @type {WebSocket} */ (/** @type {unknown} */ (thinking.connect(path)));
