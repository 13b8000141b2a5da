// The two lines above and below the board: who plays, whose turn it is, the points, the clocks.

import { pieceIcon } from "../board/sprites.js";
import { $, $$, h, unset } from "../shared/dom.js";

/** Seconds from which a clock shows tenths, and from which it warns. */
const TENTHS = 20,
  SHORT = 15,
  /** From when on it shows hours. */
  LONG = 7200;

/** A man without its side. @param {string} man */
const name = (man) => man.replace(/^(white|black)-/, "").replaceAll("-", " ");

export class Seats {
  constructor() {
    /** @type {Api.ShownGame} */
    this.live = unset();
    this.since = this.ply = 0;
    setInterval(() => this._tick(), 100);
  }

  /** A view of the game has come: its clocks are true of now. */
  received() {
    this.since = performance.now();
  }

  /** @param {Api.ShownGame} live @param {Look} game @param {boolean} flipped @param {number} ply */
  show(live, game, flipped, ply) {
    this.live = live;
    this.ply = ply;
    const near = flipped ? 1 : 0;
    $("#seat-near").replaceChildren(...this._line(game, near));
    $("#seat-far").replaceChildren(...this._line(game, 1 - near));
    this._tick();
  }

  /** @param {Look} game @param {number} side */
  _line(game, side) {
    const { live } = this,
      isTurn = !live.outcome && live.view.turn === side,
      here = live.online[side] ? "online" : "away";
    return [
      h("span", { class: `disc side-${side}`, "aria-hidden": "true" }),
      h(
        "span",
        { class: "who" },
        live.names[side],
        live.names[side] === game.colors[side] ? "" : h("span", { class: "soft" }, ` · ${game.colors[side]}`),
      ),
      live.online.length
        ? h("span", {
            class: `presence ${live.online[side] ? "here" : ""}`,
            role: "img",
            "aria-label": here,
            title: here,
          })
        : "",
      this._points(side),
      this._taken(game, 1 - side),
      isTurn ? h("span", { class: "turn" }, live.thinking ? "thinking…" : "to move") : "",
      live.clock
        ? h("span", {
            class: `clock ${live.clock.running === side ? "running" : ""}`,
            "data-side": side,
            role: "timer",
            "aria-label": `Clock of ${game.colors[side]}`,
          })
        : "",
    ];
  }

  /** The men that a side has lost. @param {Look} game @param {number} side */
  _taken(game, side) {
    const men = this.live.lost[side].filter((lost) => lost.ply <= this.ply).map((lost) => lost.man);
    if (!men.length) return "";
    const kinds = [...new Set(men)].map((man) => ({ man, count: men.filter((each) => each === man).length }));
    const label = `${game.colors[side]} has lost: ${kinds.map(({ man, count }) => `${count} ${name(man)}`).join(", ")}`;
    return h(
      "span",
      { class: "taken", role: "img", "aria-label": label, title: label },
      kinds.map(({ man, count }) =>
        h("span", {}, pieceIcon(game, man, 22), count > 1 ? count : null),
      ),
    );
  }

  /** The points of a side, in a game that is played for them. @param {number} side */
  _points(side) {
    const { points: whites } = this.live.view;
    if (whites === null) return "";
    const own = side === 0 ? whites : -whites;
    const text = own > 0 ? `+${own}` : own < 0 ? `−${-own}` : "0";
    return h("span", { class: "points", title: "The score if the game ended now" }, text);
  }

  _tick() {
    const clock = this.live?.clock;
    if (!clock) return;
    const passed = (performance.now() - this.since) / 1000;
    for (const shown of $$(".clock")) {
      const side = Number(shown.dataset.side),
        runs = clock.running === side,
        left = Math.max(0, clock.left[side] - (runs ? passed : 0)),
        minutes = Math.floor(left / 60),
        seconds = left % 60;
      if (left >= LONG) {
        const hours = Math.floor(left / 3600);
        shown.textContent =
          hours >= 24 ? `${Math.floor(hours / 24)} d ${hours % 24} h` : `${hours} h ${minutes % 60} min`;
        continue;
      }
      const text = left < TENTHS ? seconds.toFixed(1).padStart(4, "0") : String(Math.floor(seconds)).padStart(2, "0");
      shown.textContent = `${minutes}:${text}`;
      shown.classList.toggle("short", runs && left < SHORT);
    }
  }
}
