// What can be drawn over a position to explain it: a switch for each way to look, and what is seen, in words. The
// server says which squares; this knows no game.

import { get, ruleTexts } from "../shared/api.js";
import { h, remembered, unset } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";

export class Overlays {
  /** @param {HTMLElement} host a panel, hidden for games that have no overlays; with room for a row of switches
   * @param {{counts?: boolean}} options  counts: say what the evaluation makes of it */
  constructor(host, { counts = true } = {}) {
    this.host = host;
    this.counts = counts;
    this.asking = new Latest();
    this.on = new Set(remembered.get("overlays", /** @type {string[]} */ ([])));
    /** @type {Look} */
    this.game = unset();
    /** @type {Board} */
    this.board = unset();
    /** @type {?View} */
    this.view = null;
    /** @type {Rules} */
    this.rules = {};
    /** @type {Api.OverlayView[]} */
    this.found = [];
    /** @type {string[]} */
    this.names = [];
    /** What is being asked and drawn. */
    this.showing = Promise.resolve();
    this.isChosen = remembered.get("overlays", unset()) !== null;
    this.said = h("div", { class: "said small", "aria-live": "polite" });
    this.switches = h("div", { class: "row switches", role: "group", "aria-label": "Show on the board" });
    host.replaceChildren(h("h2", { class: "small soft" }, "Show on the board"), this.switches, this.said);
  }

  /** Begin with a game and its board; who is `coached` sees what warns until they choose.
   * @param {Look} game @param {Board} board */
  setUp(game, board, coached = false) {
    this.game = game;
    this.board = board;
    this.view = null;
    this.found = [];
    this.names = Object.keys(game.overlays);
    this.host.hidden = !this.names.length;
    if (coached && !this.isChosen) this.on = new Set(game.overlays_at_first);
    this.switches.replaceChildren(...this.names.map((name) => this._switch(name)));
    this.said.replaceChildren();
    const point = (/** @type {string} */ square) => this._point(square);
    board.addEventListener("hover", (event) => point(event.detail.square));
    board.addEventListener("choice", (event) => point(event.detail.path[0] ?? board.hovered));
  }

  /** @param {string} name */
  _switch(name) {
    const button = h(
      "button",
      {
        class: "chip",
        "aria-pressed": this.on.has(name),
        onclick: () => {
          if (!this.on.delete(name)) this.on.add(name);
          button.setAttribute("aria-pressed", this.on.has(name));
          remembered.set("overlays", [...this.on]);
          if (this.view) this.show(this.view, this.rules);
        },
      },
      this.game.overlays[name],
    );
    return button;
  }

  /** Show what is switched on for a position; nothing for null. @param {?View} view */
  show(view, rules = {}) {
    this.showing = this._show(view, rules);
    return this.showing;
  }

  /** @param {?View} view @param {Rules} rules */
  async _show(view, rules) {
    const isLatest = this.asking.begin(),
      name = this.names.filter((each) => this.on.has(each));
    this.view = view;
    this.rules = rules;
    // of a game that is over there is nothing to understand any more
    if (!view || view.outcome || !name.length) {
      this._draw([]);
      return;
    }
    const query = { position: view.position, rule: ruleTexts(rules), name };
    const found = await get(`/api/games/${this.game.name}/overlays`, query).catch(() => []);
    if (isLatest()) this._draw(found);
  }

  /** @param {Api.OverlayView[]} found */
  _draw(found) {
    this.found = found;
    this.board.setOverlays(found.flatMap((overlay) => overlay.marks));
    this.said.replaceChildren(
      ...found.map(({ name, sentence, counts }) =>
        h("p", {}, h("strong", {}, `${this.game.overlays[name]}: `), sentence, this.counts ? ` ${counts}` : ""),
      ),
    );
  }

  /** Show the way that begins on a square. @param {string} square */
  _point(square) {
    const path = this.found.map(({ paths }) => paths[square]).find(Boolean) ?? [];
    this.board.setPath(path);
  }
}
