// What the evaluation sees: its value of the position before any search, what each piece is worth to it, on the board
// and in a table, and the terms of the handmade one.

import { get, ruleTexts } from "../shared/api.js";
import { $, h, numberHead, remembered, sentence, table } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";

const NAMES = { net: "learned net", handmade: "handmade evaluation" };
const WORTH = "Each piece shows what it is worth: the value, less the value without the piece.";

export class EvaluationPanel {
  /** @param {HTMLDetailsElement} host asks only while it is open @param {Analysis} analysis */
  constructor(host, analysis) {
    this.host = host;
    this.analysis = analysis;
    this.asking = new Latest();
    /** Which evaluation is shown: "net", "handmade", or "" for the engine's. */
    this.by = remembered.get("evaluation", "");
    this.choice = h("div", { class: "segments small", role: "radiogroup", "aria-label": "By which evaluation" });
    this.said = h("p", { role: "status", "aria-live": "polite" });
    this.shown = h("div", { class: "stack" });
    $(".body", host).append(this.choice, this.said, this.shown);
    host.open = remembered.get("evaluation-open", false);
    host.addEventListener("toggle", () => {
      remembered.set("evaluation-open", host.open);
      this.show();
    });
    for (const name of ["go", "solving"]) analysis.addEventListener(name, () => this.show());
    analysis.addEventListener("edit", () => this._clear());
    analysis.addEventListener("open", () => this._offer());
  }

  toggle() {
    this.host.open = !this.host.open;
    if (this.host.open) this.host.scrollIntoView({ block: "nearest" });
  }

  /** Offer the evaluations of the game: the net if it has one, and the handmade one. */
  _offer() {
    const { evaluations } = this.analysis.game,
      known = Object.keys(NAMES).filter((name) => name in evaluations),
      chosen = known.includes(this.by) ? this.by : known[0];
    this.choice.hidden = known.length < 2;
    this.choice.replaceChildren(
      ...known.map((name) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "evaluation",
            value: name,
            ...(name === chosen ? { checked: true } : {}),
            onchange: () => {
              this.by = name;
              remembered.set("evaluation", name);
              this.show();
            },
          }),
          h("span", {}, sentence(evaluations[name])),
        ),
      ),
    );
  }

  _clear() {
    this.asking.begin();
    this.analysis.board?.setPieceValues({});
    this.said.replaceChildren();
    this.shown.replaceChildren();
  }

  /** Show what is seen where we are; nothing if the panel is closed, a better move is looked for, or in the editor. */
  async show() {
    const { game, current, rules, board } = this.analysis;
    if (!current?.view) return;
    if (!this.host.open || $(".analysis").classList.contains("solving") || !$("#editor-side").hidden) {
      this._clear();
      return;
    }
    this._forgetMoved();
    const isLatest = this.asking.begin(),
      by = $("input:checked", this.choice).value;
    let found;
    try {
      const query = { position: current.view.position, rule: ruleTexts(rules), by };
      found = await get(`/api/games/${game.name}/evaluation`, query);
    } catch (/** @type {any} */ error) {
      if (!isLatest()) return;
      this._clear();
      this.said.textContent = error.message;
      return;
    }
    if (!isLatest()) return;
    board.setPieceValues(Object.fromEntries(found.pieces.map((piece) => [piece.square, piece])));
    this._draw(found);
  }

  /** Until the answer comes, no piece shows what another was worth that stood there before. */
  _forgetMoved() {
    const { board, current } = this.analysis,
      known = Object.entries(board.pieceValues ?? {}),
      still = known.filter(([square, { piece }]) => current.view.pieces[square] === piece);
    if (still.length < known.length) board.setPieceValues(Object.fromEntries(still));
  }

  /** @param {Api.EvaluationView} found */
  _draw({ by, is_engines: isEngines, over, value, terms, pieces }) {
    const [white, black] = this.analysis.game.colors,
      unit = this.analysis.game.scored ? " points" : "";
    if (over) {
      this.said.textContent = `The game is over: ${over}. No evaluation is asked here.`;
      this.shown.replaceChildren();
      return;
    }
    const whose = isEngines ? "the engine's evaluation" : "in this game not the engine's";
    this.said.replaceChildren(
      `The ${NAMES[by]} (${whose}) says `,
      h("strong", { class: "numbers" }, `${value}${unit}`),
      ` for ${white}, before any search.`,
    );
    const noTerms = `The ${NAMES[by]} has no terms to list.`;
    this.shown.replaceChildren(
      terms.length ? this._terms(terms) : h("p", { class: "soft small" }, noTerms),
      h("p", { class: "soft small" }, `${WORTH} + is good for ${white}, − for ${black}.`),
      this._pieces(pieces),
    );
  }

  /** @param {Api.TermView[]} terms */
  _terms(terms) {
    const [white, black] = this.analysis.game.colors;
    return framed(
      "Terms of the handmade evaluation",
      ["Term", white, black, "Difference"],
      terms.map((term, i) => ({
        cells: [term.name, term.white, term.black, term.difference],
        kind: i === terms.length - 1 ? "sum" : "",
      })),
    );
  }

  /** @param {Api.PieceView[]} pieces */
  _pieces(pieces) {
    const rows = pieces.map(({ square, piece, worth, fault }) => ({
      cells: [
        square,
        piece.replaceAll("-", " "),
        worth || h("span", { class: "soft", title: fault }, "cannot be taken away"),
      ],
    }));
    return framed("What each piece is worth", ["Square", "Piece", "Worth"], rows);
  }
}

/** A table in a frame that scrolls; the first cell of a row is its head, and numbers stand on the right.
 * @param {string} caption @param {string[]} heads @param {{cells: Child[], kind?: string}[]} rows */
function framed(caption, heads, rows) {
  const isNumber = (/** @type {number} */ i) => i >= heads.length - (heads.length === 4 ? 3 : 1);
  return h(
    "div",
    { class: "scrolling", tabindex: 0, role: "region", "aria-label": caption },
    table(
      heads.map((head, i) => (isNumber(i) ? numberHead(head) : head)),
      rows.map(({ cells: [first, ...others], kind = "" }) =>
        h(
          "tr",
          { class: kind },
          h("th", { scope: "row" }, first),
          others.map((cell, i) => h("td", { class: isNumber(i + 1) ? "number" : "" }, cell)),
        ),
      ),
      {},
      h("caption", { class: "visually-hidden" }, caption),
    ),
  );
}
