// One question at a time through a socket: stopping, the next question or leaving the page ends it on the server, too.
// A question that was not answered when the connection was lost is asked again.

import { ApiError, socket } from "./api.js";

/** @typedef {{token: number, request: object, tell: (message: any) => void, resolve: (isWhole: boolean) => void,
 *   reject: (error: Error) => void}} Question */

export class Inquiry {
  /** @param {string} path  of the socket
   * @param {{onlost?: () => void, onback?: () => void}} handlers  called when the connection is lost, and back */
  constructor(path, { onlost, onback } = {}) {
    this.path = path;
    this.onlost = onlost;
    this.onback = onback;
    /** @type {?import("./api.js").Wire} */
    this.wire = null;
    this.token = 0;
    /** The question that is being answered. @type {?Question} */
    this.current = null;
    this.lost = false;
  }

  /** Connect, before there is anything to ask. */
  connect() {
    this.wire ??= socket(this.path, {
      onopen: () => {
        const wasLost = this.lost;
        this.lost = false;
        if (wasLost && this.current) this._send();
        if (wasLost) this.onback?.();
      },
      onmessage: (message) => this._receive(message),
      onlost: () => {
        this.lost = true;
        this.onlost?.();
      },
    });
  }

  /** Ask.
   * @param {object} request @param {(message: any) => void} tell  is given every message of the answer
   * @returns {Promise<boolean>}  whether it was answered to the end */
  async ask(request, tell) {
    this.connect();
    this._end((question) => question.resolve(false));
    /** @type {Promise<boolean>} */
    const answered = new Promise((resolve, reject) => {
      this.current = { token: ++this.token, request, tell, resolve, reject };
    });
    // while the connection is lost it waits, and is asked then
    if (!this.lost) this._send();
    return answered;
  }

  _send() {
    if (this.current) this.wire?.send({ ...this.current.request, token: this.current.token });
  }

  stop() {
    if (this._end((question) => question.resolve(false))) this.wire?.send({ do: "stop" });
  }

  /** @param {(question: Question) => void} settle */
  _end(settle) {
    const question = this.current;
    this.current = null;
    if (question) settle(question);
    return Boolean(question);
  }

  /** @param {{token: number, error: string, done?: boolean}} message */
  _receive(message) {
    if (message.token !== this.current?.token) return;
    if (message.error) this._end((question) => question.reject(new ApiError(message.error, 400)));
    else if (message.done) this._end((question) => question.resolve(true));
    else this.current?.tell(message);
  }
}
