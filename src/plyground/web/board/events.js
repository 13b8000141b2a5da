// What happens on a board with a move: told in words, spoken, and marked where it happens, for a few seconds.

import { h, s } from "../shared/dom.js";

/** Milliseconds for which something is shown: the answer of an engine may come at once. */
const SHOWN = 6000;
/** What a player who looks at the board sees without a word. */
const SEEN = new Set(["capture", "fire", "jump"]);

/** What marks a move in a list, from what happens at it. @param {Api.EventView[]} events @returns {?Api.MoveMark} */
export function moveMark(events) {
  const signed = events.filter((event) => event.sign);
  return signed.length
    ? { sign: signed.map((event) => event.sign).join(""), text: signed.map((event) => event.text).join(" ") }
    : null;
}

/** The sign of a move in a list, or nothing. @param {?Api.MoveMark | undefined} mark */
export const signOf = (mark) =>
  mark
    ? h("span", { class: "happened", "data-sign": mark.sign, title: mark.text, role: "img", "aria-label": mark.text })
    : null;

export class Teller {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.spoken = h("p", { class: "visually-hidden", "aria-live": "polite" });
    this.captions = h("div", { class: "captions", "aria-hidden": "true" });
    board.host.append(this.captions, board.live ? this.spoken : "");
  }

  /** @param {Api.EventView[]} events */
  tell(events) {
    if (!events.length) return;
    this.spoken.textContent = events.map((event) => event.text).join(" ");
    for (const event of events) {
      if (!SEEN.has(event.kind)) this._showFor(this.captions, h("p", {}, event.text));
      if (event.sign && event.kind !== "jump")
        for (const square of event.squares) this._showFor(this.board.layers.happened, this._mark(square, event));
    }
    while (this.captions.children.length > 3) this.captions.firstChild?.remove();
  }

  /** @param {Element} host @param {Element} element */
  _showFor(host, element) {
    host.append(element);
    setTimeout(() => element.remove(), SHOWN);
  }

  /** @param {string} square @param {Api.EventView} event */
  _mark(square, { kind, sign }) {
    const [x, y] = this.board.center(square);
    return s(
      "g",
      { class: kind, transform: `translate(${x} ${y})` },
      s("circle", { r: 45 }),
      s("text", { x: 33, y: -22 }, sign),
    );
  }
}
