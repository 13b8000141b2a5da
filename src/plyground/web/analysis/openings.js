// The opening explorer: what was played from the position, in the game's book, in one's own games, or in a file.

import { get, post } from "../shared/api.js";
import { $, h, numbers, remembered, table, unset } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { way } from "../board/shapes.js";

/** @type {[string, string][]} */
const SOURCES = [
  ["book", "Self-play of the engine"],
  ["own", "Your games"],
];
/** Bytes that a file may have: a request has at most 2 MB, and base64 adds a third. */
const MOST = 1_400_000;

/** @param {File} file */
async function base64(file) {
  const reader = new FileReader(),
    read = new Promise((resolve) => {
      reader.addEventListener("loadend", resolve, { once: true });
    });
  reader.readAsDataURL(file);
  await read;
  if (reader.error) throw new Error(`The file ${file.name} cannot be read.`);
  const text = String(reader.result);
  return text.slice(text.indexOf(",") + 1);
}

export class OpeningPanel {
  /** @param {HTMLDetailsElement} host asks only while it is open @param {(text: string) => unknown} play a move */
  constructor(host, play) {
    this.host = host;
    this.play = play;
    this.asking = new Latest();
    this.body = $(".body", host);
    this.source = remembered.get("openings", "book");
    /** Of each game the file that was chosen last: its name, and the server's for it. */
    this.files = remembered.get("opening-files", /** @type {Record<string, Api.SentFile & {name: string}>} */ ({}));
    /** @type {Look} */
    this.game = unset();
    /** @type {View} */
    this.view = unset();
    /** @type {Board} */
    this.board = unset();
    this.chooser = h("input", { type: "file", hidden: true, "aria-label": "A book or game records" });
    this.chooser.addEventListener("change", () => this._send());
    host.addEventListener("toggle", () => this._ask());
  }

  /** Show what was played from a position, as the API shows it.
   * @param {Look} game @param {View} view @param {Board} board */
  show(game, view, board) {
    this.game = game;
    this.view = view;
    this.board = board;
    this._ask();
  }

  async _ask() {
    if (!this.host.open || !this.view) return;
    const isLatest = this.asking.begin(),
      file = this.files[this.game.name],
      source = /** @type {"book" | "own" | "file"} */ (this.source === "file" && !file ? "book" : this.source);
    let found;
    try {
      const query = { position: this.view.position, source, ...(source === "file" ? { file: file.file } : {}) };
      found = await get(`/api/openings/${this.game.name}`, query);
    } catch (/** @type {any} */ error) {
      if (isLatest()) this._say(error.message);
      return;
    }
    if (isLatest()) this._draw(found, isLatest);
  }

  /** Send the file that was chosen, and look in it. */
  async _send() {
    const file = this.chooser.files?.[0],
      { game } = this;
    this.chooser.value = "";
    if (!file) return;
    this._say("Reading the file…");
    try {
      if (file.size > MOST) throw new Error(`The file ${file.name} is too large: up to 1.4 MB can be read.`);
      const sent = await post(`/api/openings/${game.name}`, { name: file.name, content: await base64(file) });
      this.files[game.name] = { name: file.name, ...sent };
      remembered.set("opening-files", this.files);
      this._choose("file");
    } catch (/** @type {any} */ error) {
      this._say(error.message);
    }
  }

  /** @param {string} source */
  _choose(source) {
    this.source = source;
    remembered.set("openings", source);
    this._ask();
  }

  /** @param {string} text */
  _say(text) {
    this.body.replaceChildren(...this._choice(), h("p", { class: "soft small", role: "status" }, text));
  }

  _choice() {
    const file = this.files[this.game.name],
      sources = file ? [...SOURCES, ["file", file.name]] : SOURCES;
    const select = h(
      "select",
      { "aria-label": "Games to look in" },
      sources.map(([name, title]) => h("option", { value: name, selected: name === this.source }, title)),
    );
    select.addEventListener("change", () => this._choose(select.value));
    const attributes = { type: "button", class: "quiet small", onclick: () => this.chooser.click() },
      button = h("button", attributes, "Open a file");
    return [h("div", { class: "row one" }, select, button), this.chooser];
  }

  /** @param {Api.OpeningsView} found
   * @param {() => boolean} isLatest whether the board still shows this position: its moves can be played only then */
  _draw(found, isLatest) {
    const total = found.moves.reduce((sum, each) => sum + each.white + each.draws + each.black, 0);
    const note = found.moves.length
      ? `${total} of ${found.games} games came here.`
      : found.games
        ? `None of ${found.games} games came here.`
        : "There are no games to look in.";
    this.body.replaceChildren(
      ...this._choice(),
      ...(found.moves.length ? [this._table(found.moves, isLatest)] : []),
      h("p", { class: "soft small", title: found.made_of }, note),
    );
  }

  /** @param {Api.OpeningMove[]} moves @param {() => boolean} isLatest */
  _table(moves, isLatest) {
    const [white, black] = this.game.colors;
    const heads = ["Move", "Games", `${white} won, drawn, ${black} won`, "Average"];
    return table(
      heads,
      moves.map((each) => this._row(each, isLatest)),
    );
  }

  /** @param {Api.OpeningMove} each @param {() => boolean} isLatest */
  _row(each, isLatest) {
    const games = each.white + each.draws + each.black,
      point = () => this.board?.setShapes(way(each.squares, "best"));
    const label = `${each.white} won, ${each.draws} drawn, ${each.black} lost for ${this.game.colors[0]}`;
    const parts = /** @type {const} */ (["white", "draws", "black"]).filter((kind) => each[kind]);
    const bar = h(
      "div",
      { class: "results", role: "img", "aria-label": label, title: label },
      parts.map((kind) => {
        const share = each[kind] / games,
          part = h("span", { class: kind }, share > 0.28 ? `${Math.round(100 * share)} %` : "");
        part.style.flex = String(each[kind]);
        return part;
      }),
    );
    return h(
      "tr",
      { onpointerenter: point, onpointerleave: () => this.board?.setShapes([]) },
      h("td", {}, h("button", { onclick: () => isLatest() && this.play(each.move) }, each.move)),
      numbers(games),
      h("td", {}, bar),
      numbers(`${Math.round(100 * each.average)} %`),
    );
  }
}
