// What the endgame tables say about a position: a panel with every move, best first.

import { get, ruleTexts } from "./api.js";
import { h } from "./dom.js";
import { Latest } from "./latest.js";
import { way } from "../board/shapes.js";

/** No table has more men. */
const MAX_MEN = 6;
/** @type {Record<string, string>} */
const KINDS = { win: "won", "cursed-win": "drawn", draw: "drawn", "blessed-loss": "drawn", loss: "lost" };

const kind = (/** @type {?Api.VerdictView} */ verdict) => (verdict ? KINDS[verdict.category] : "unknown");

/** What is not on this machine, and the command that builds it. @param {Api.MissingView} missing */
export const toBuild = ({ sentence, command }) =>
  h(
    "div",
    { class: "soft small" },
    h("p", { class: "needs-server" }, `${sentence} `, h("code", {}, command)),
    h(
      "p",
      { class: "without-server", hidden: true },
      "This site has the tables that come with Plyground, and no others.",
    ),
  );

export class TablePanel {
  /** @param {HTMLElement} host a panel, hidden as long as no table knows
   * @param {(move: string) => void} [play] a move */
  constructor(host, play) {
    this.host = host;
    this.play = play;
    this.asking = new Latest();
    /** @type {Map<string, Api.TableView>} */
    this.seen = new Map();
    host.hidden = true;
  }

  /** Show what is known of a position of `game`, as the API shows both.
   * @param {Api.Look} game @param {Api.PositionView} view @param {?import("../board/board.js").Board} board */
  async show(game, view, rules = {}, board = null) {
    const isLatest = this.asking.begin();
    if (!game.has_tables || view.outcome || Object.keys(view.pieces).length > MAX_MEN) {
      this.host.hidden = true;
      return;
    }
    const rule = ruleTexts(rules),
      key = [game.name, view.position, ...rule].join(" ");
    const known = this.seen.get(key) ?? (await this._ask(game, { position: view.position, rule }));
    // what is not there now may be built meanwhile
    if (known.verdict && !known.faults.length) this.seen.set(key, known);
    if (isLatest()) this._draw(known, board, isLatest);
  }

  /** @param {Api.Look} game @param {{position: string, rule: string[]}} query @returns {Promise<Api.TableView>} */
  async _ask(game, query) {
    try {
      return await get(`/api/tables/${game.name}`, query);
    } catch {
      // what goes wrong here, others tell
      return { verdict: null, sentence: "", note: "", moves: [], missing: null, faults: [] };
    }
  }

  /** @param {Api.TableView} known @param {?import("../board/board.js").Board} board
   * @param {() => boolean} isLatest whether the board still shows this position: its moves can be played only then */
  _draw(known, board, isLatest) {
    const faults = known.faults.map((text) => h("p", { class: "fault small", role: "alert" }, text));
    this.host.hidden = !known.verdict && !known.missing && !faults.length;
    if (this.host.hidden) return;
    if (!known.verdict) {
      const said = known.missing ? [toBuild(known.missing)] : faults;
      this.host.replaceChildren(h("header", {}, h("h2", {}, "Endgame table")), ...said);
      return;
    }
    const point = (/** @type {string[]} */ squares) => board?.setShapes(way(squares, "best"));
    this.host.replaceChildren(
      h(
        "header",
        { class: "spread" },
        h("h2", {}, "Endgame table"),
        h("strong", { class: `verdict ${kind(known.verdict)}` }, known.sentence),
      ),
      h(
        "ol",
        { class: "known" },
        known.moves.map((each) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                disabled: !this.play,
                onclick: () => isLatest() && this.play?.(each.move),
                onpointerenter: () => point(each.squares),
                onpointerleave: () => board?.setShapes([]),
              },
              h("span", { class: "mono" }, each.move),
              h("span", { class: `verdict ${kind(each.verdict)}` }, each.verdict?.text ?? "unknown"),
            ),
          ),
        ),
      ),
      ...faults,
      h("p", { class: "soft small" }, known.note),
    );
  }
}
