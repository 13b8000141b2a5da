// The opening explorer: what was played from the position, in the game's book and in one's own games.

import { get } from "../shared/api.js";
import { h, remembered } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";

const SOURCES = [
  ["book", "Self-play of the engine"],
  ["own", "Your games"],
];

export class OpeningPanel {
  /** @param {HTMLDetailsElement} host asks only while it is open @param {function(string)} play a move */
  constructor(host, play) {
    this.host = host;
    this.play = play;
    this.asking = new Latest();
    this.body = host.querySelector(".body");
    this.source = remembered.get("openings", "book");
    host.addEventListener("toggle", () => this._ask());
  }

  /** Show what was played from a position, as the API shows it. */
  show(game, view, board) {
    Object.assign(this, { game, view, board });
    this._ask();
  }

  async _ask() {
    if (!this.host.open || !this.view) return;
    const isLatest = this.asking.begin();
    let found;
    try {
      found = await get(`/api/openings/${this.game.name}`, { position: this.view.position, source: this.source });
    } catch (error) {
      if (isLatest()) this.body.replaceChildren(this._choice(), h("p", { class: "soft small" }, error.message));
      return;
    }
    if (isLatest()) this._draw(found);
  }

  _choice() {
    const select = h(
      "select",
      { "aria-label": "Games to look in" },
      SOURCES.map(([name, title]) => h("option", { value: name, selected: name === this.source }, title)),
    );
    select.addEventListener("change", () => {
      this.source = select.value;
      remembered.set("openings", this.source);
      this._ask();
    });
    return select;
  }

  _draw(found) {
    const total = found.moves.reduce((sum, each) => sum + each.white + each.draws + each.black, 0);
    const note = found.moves.length
      ? `${total} of ${found.games} games came here.`
      : found.games
        ? `None of ${found.games} games came here.`
        : "There are no games to look in.";
    this.body.replaceChildren(
      this._choice(),
      ...(found.moves.length ? [this._table(found.moves)] : []),
      h("p", { class: "soft small", title: found.made_of }, note),
    );
  }

  _table(moves) {
    const [white, black] = this.game.colors;
    const head = ["Move", "Games", `${white} won, drawn, ${black} won`, "Average"];
    return h(
      "table",
      {},
      h("thead", {}, h("tr", {}, head.map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, moves.map((each) => this._row(each))),
    );
  }

  _row(each) {
    const games = each.white + each.draws + each.black,
      point = () =>
        this.board?.setShapes(
          each.squares.slice(0, -1).map((from, i) => ({ from, to: each.squares[i + 1], kind: "best" })),
        );
    const label = `${each.white} won, ${each.draws} drawn, ${each.black} lost for ${this.game.colors[0]}`;
    const parts = ["white", "draws", "black"].filter((kind) => each[kind]);
    const bar = h(
      "div",
      { class: "results", role: "img", "aria-label": label, title: label },
      parts.map((kind) => {
        const share = each[kind] / games,
          part = h("span", { class: kind }, share > 0.28 ? `${Math.round(100 * share)} %` : "");
        part.style.flex = each[kind];
        return part;
      }),
    );
    return h(
      "tr",
      { onpointerenter: point, onpointerleave: () => this.board?.setShapes([]) },
      h("td", {}, h("button", { onclick: () => this.play(each.move) }, each.move)),
      h("td", { class: "number" }, games),
      h("td", {}, bar),
      h("td", { class: "number" }, `${Math.round(100 * each.average)} %`),
    );
  }
}
