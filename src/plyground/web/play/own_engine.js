// The engine's moves, where this browser finds them: the server asks for them in the game that it sends, and judges
// what it is answered.

import { post } from "../shared/api.js";
import { thinking } from "../shared/transport.js";

export class OwnEngine {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** Which question was answered last. */
    this.seed = -1;
    /** @type {?Api.ShownGame} */
    this.view = null;
    thinking.addEventListener("change", () => this.offer());
    // a machine that has slept may have been given up
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.offer();
    });
  }

  /** Tell the server that this browser can think, if it is about its player's game. */
  offer() {
    const { view } = this;
    if (thinking.isGiven && view?.yours && !view.outcome && view.seats.some((each) => each.kind === "engine"))
      this._tell(true);
  }

  /** @param {boolean} here */
  _tell(here) {
    // nothing is lost if that does not arrive: the server thinks
    post(`/api/play/${encodeURIComponent(this.id)}/engine`, { here }).catch(() => {});
  }

  /** @param {Api.ShownGame} view */
  async receive(view) {
    const isFirst = this.view === null;
    this.view = view;
    if (isFirst) this.offer();
    if (!view.asks || view.asks.seed === this.seed) return;
    this.seed = view.asks.seed;
    try {
      const { move } = await thinking.think("/api/thinking/move", view.asks);
      await post(`/api/play/${encodeURIComponent(this.id)}/engine-move`, { move, seed: this.seed });
    } catch (/** @type {any} */ error) {
      // another page of this game may have answered before
      if (error.status !== 409) this._tell(false);
    }
  }
}
