// The coach: after each of one's own moves, what it does, what it leaves hanging, and what was better.

import { faultOf } from "../analysis/judgement.js";
import { post } from "../shared/api.js";
import { $, h, remembered, sentence, unset } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";

/** The highest level against which everything that helps is shown from the start. */
export const COACHED = 1;
/** What a move may lose and still be called good. */
const LITTLE = 0.02;
/** The status of an answer that took too long, and after how many milliseconds to ask again. */
const BUSY = 429,
  AGAIN = 2000;
const WAITING = "After each of your moves: what it does, what it leaves hanging, and what was better.";

export class Coach {
  /** @param {(ply: number, squares: string[]) => void} point shows a move on the board, from a ply's position
   * @param {string} id */
  constructor(id, point) {
    this.id = id;
    this.point = point;
    /** The side that is coached, null for none. @type {?number} */
    this.side = null;
    this.isOn = this.isBeginner = false;
    /** @type {Api.ShownGame} */
    this.live = unset();
    this.ply = 0;
    this.asking = new Latest();
    /** What has been asked and said, by the moves that led there. @type {Map<string, Promise<Api.Comment>>} */
    this.comments = new Map();
    $("#coached").addEventListener("change", () => {
      this.isOn = $("#coached").checked;
      if (this.isBeginner) remembered.set("coached", this.isOn);
      else remembered.set("coached-game", this.isOn ? this.id : "");
      this.show(this.live, this.ply);
    });
  }

  /** Begin with a game: there is a coach where one person plays the engine, for beginners from the start.
   * @param {Api.ShownGame} live */
  setUp(live) {
    const engines = live.seats.filter((seat) => seat.kind === "engine");
    this.side = live.yours && engines.length === 1 ? live.seats.findIndex((seat) => seat.kind === "person") : null;
    $("#coach").hidden = this.side === null;
    if (this.side === null) return;
    this.isBeginner = (engines[0].level ?? 0) <= COACHED;
    this.isOn = this.isBeginner ? remembered.get("coached", true) : remembered.get("coached-game", "") === this.id;
    $("#coached").checked = this.isOn;
  }

  /** Comment on one's last move up to a ply. @param {Api.ShownGame} live @param {number} ply */
  async show(live, ply) {
    this.live = live;
    this.ply = ply;
    const isLatest = this.asking.begin();
    if (this.side === null) return;
    const own = this._lastOwn(live, ply);
    $("#advice").classList.toggle("off", !this.isOn);
    if (!this.isOn || !own) {
      this._say(this.isOn ? WAITING : "");
      return;
    }
    const key = live.moves.slice(0, own).join(" "),
      known = this.comments.get(key),
      asked = known ?? post(`/api/play/${this.id}/comment`, { ply: own });
    if (!known) this._say("Looking at your move…");
    this.comments.set(key, asked);
    try {
      const comment = await asked;
      if (isLatest()) this._tell(comment);
    } catch (/** @type {any} */ error) {
      this.comments.delete(key);
      if (!isLatest()) return;
      // an engine that is still being compiled, or has others to serve, will answer later
      if (error.status === BUSY) setTimeout(() => isLatest() && this.show(this.live, this.ply), AGAIN);
      else this._say(error.message);
    }
  }

  /** @param {Api.ShownGame} live @param {number} ply */
  _lastOwn(live, ply) {
    const first = live.view.turn ^ (live.moves.length % 2);
    return Math.max(0, ply % 2 === (first === this.side ? 1 : 0) ? ply : ply - 1);
  }

  /** @param {Api.Comment} comment */
  _tell({ ply, move, lost, does, danger, answered, better, better_does }) {
    const fault = faultOf(lost),
      isGood = lost < LITTLE;
    const verdict = fault ? sentence(fault[2]) : !better ? "The best move" : isGood ? "A good move" : "Not bad";
    const instead = h(
      "button",
      { type: "button", class: "link", onclick: () => better && this.point(ply - 1, better.squares) },
      better?.moves[0],
    );
    // what cannot be put into words is shown
    const next = better?.moves.slice(1, 4).join(" "),
      why = better_does ? `: it ${better_does}.` : next ? `, with ${next} to follow.` : ".";
    this._say(
      h("strong", { class: fault ? "fault" : "" }, `${verdict}.`),
      does ? ` ${move} ${does}.` : "",
      danger ? h("strong", {}, ` ${danger}`) : fault && answered ? ` ${answered}` : "",
      ...(better && !isGood ? [" ", instead, fault ? " was better" : " was a little better", why] : []),
    );
  }

  /** @param {...(string | Node)} words */
  _say(...words) {
    $("#advice").replaceChildren(...words);
  }
}
