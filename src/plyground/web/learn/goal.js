// The goal of an example: the server judges what is tried; three stars for the first try, one less for each that
// misses. The browser keeps the stars.

import { orKept, post } from "../shared/api.js";
import { $, $$, remembered } from "../shared/dom.js";
import { boardsOf, lessonOf } from "./kept.js";

const MOST = 3;
/** @type {() => string} */
const family = () => $("#lesson").dataset.family;
const earned = () => remembered.get("stars", /** @type {Record<string, number>} */ ({}));

export class Goal {
  /** @param {HTMLElement} figure  an example that has a goal */
  constructor(figure) {
    this.said = $(".said", figure);
    this.stars = $(".stars", figure);
    this.number = Number($(".goal", figure).dataset.number);
    this.key = `${family()}/${this.number}`;
    this.misses = 0;
    this.isHelped = this.isOpen = false;
    /** @type {string[]} */
    this.moves = [];
    this._showStars();
  }

  restart() {
    this.moves = [];
    this.isOpen = true;
    this._say("", "open");
  }

  /** Judge one more move; returns the position after it. @param {string} move */
  async play(move) {
    const moves = [...this.moves, move],
      asked = post(`/api/lessons/${family()}/try`, { example: this.number, moves }),
      { view, state, said } = await orKept(asked, () => this._keptJudgement(moves));
    this.moves = moves;
    this.isOpen = state === "open";
    if (state === "missed") this.misses += 1;
    if (state === "reached" && !this.isHelped) this._earn(Math.max(1, MOST - this.misses));
    this._say(state === "missed" ? `${said} Reset, and try again.` : said, state);
    return view;
  }

  /** What is said of a try without the server. Where there are too many to keep, it is only known of the solution.
   * @param {string[]} moves */
  async _keptJudgement(moves) {
    const { tries } = (await boardsOf(family()))[this.number],
      found = tries[moves.join(" ")];
    if (!found) this._say("Without the server, only the solution can be judged here.", "open");
    return found;
  }

  /** The goal with its solution; from now on it earns nothing until the page is opened anew. */
  async shown() {
    this.isHelped = true;
    const { sections } = await lessonOf(family());
    return sections.flatMap((section) => section.examples)[this.number].goal;
  }

  /** @param {number} stars */
  _earn(stars) {
    const all = earned();
    remembered.set("stars", { ...all, [this.key]: Math.max(stars, all[this.key] ?? 0) });
    this._showStars();
    showEarned();
  }

  _showStars() {
    const stars = earned()[this.key] ?? 0;
    this.stars.textContent = "★".repeat(stars) + "☆".repeat(MOST - stars);
    this.stars.setAttribute("aria-label", stars ? `${stars} of ${MOST} stars` : "not done yet");
  }

  /** @param {string} text @param {string} state */
  _say(text, state) {
    this.said.textContent = text;
    this.said.className = `said ${state}`;
  }
}

/** Say how many stars a lesson has brought so far. */
export function showEarned() {
  const goals = $$(".goal").length,
    all = earned();
  const own = Object.keys(all).filter((key) => key.startsWith(`${family()}/`));
  const stars = own.reduce((sum, key) => sum + all[key], 0);
  const place = $("#earned");
  if (place) place.textContent = goals ? `★ ${stars} of ${MOST * goals}` : "";
}
