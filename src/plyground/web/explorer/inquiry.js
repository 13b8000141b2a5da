// One question at a time through a socket: stopping, the next question or leaving the page ends it on the server, too.

import { ApiError, socket } from "../shared/api.js";

export class Inquiry {
  /** @param {string} path  of the socket */
  constructor(path) {
    this.path = path;
    this.wire = null;
    this.token = 0;
    /** The question that is being answered. */
    this.current = null;
  }

  _connect() {
    this.wire ??= socket(this.path, {
      onopen: () => {
        this.lost = false;
      },
      onmessage: (message) => this._receive(message),
      onlost: () => {
        this.lost = true;
        this._end((question) => question.reject(new ApiError("The connection was lost; please ask again.", 0)));
      },
    });
  }

  /** Ask.
   * @param {object} request @param {function(object)} tell  is given every message of the answer
   * @returns {Promise<boolean>}  whether it was answered to the end */
  async ask(request, tell) {
    this._connect();
    this._end((question) => question.resolve(false));
    if (this.lost) throw new ApiError("The server cannot be reached; is it still running?", 0);
    const token = ++this.token;
    const answered = new Promise((resolve, reject) => {
      this.current = { token, tell, resolve, reject };
    });
    this.wire.send({ ...request, token });
    return answered;
  }

  stop() {
    if (this._end((question) => question.resolve(false))) this.wire.send({ do: "stop" });
  }

  _end(settle) {
    const question = this.current;
    this.current = null;
    if (question) settle(question);
    return Boolean(question);
  }

  _receive(message) {
    if (message.token !== this.current?.token) return;
    if (message.error) this._end((question) => question.reject(new ApiError(message.error, 400)));
    else if (message.done) this._end((question) => question.resolve(true));
    else this.current.tell(message);
  }
}
