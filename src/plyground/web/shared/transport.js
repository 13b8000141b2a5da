// The one place where pages leave for the service: requests and connections. Where the service runs in the browser
// itself, another file of this name takes its place: what it returns has the same few methods.

/** Send a request.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>} */
export const request = (path, options) => fetch(path, options);

/** Connect for messages both ways.
 * @param {string} path
 * @returns {WebSocket} */
export const connect = (path) =>
  new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
