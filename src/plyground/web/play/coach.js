// The coach: after each of one's own moves, what it does, what it leaves hanging, and what was better.

import { faultOf } from "../analysis/judgement.js";
import { post } from "../shared/api.js";
import { $, h, remembered, sentence } from "../shared/dom.js";
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
  /** @param {(ply: number, squares: string[]) => void} point shows a move on the board, from a ply's position */
  constructor(id, point) {
    Object.assign(this, { id, point, side: null, isOn: false });
    this.asking = new Latest();
    /** What has been asked and said, by the moves that led there. */
    this.comments = new Map();
    $("#coached").addEventListener("change", () => {
      this.isOn = $("#coached").checked;
      if (this.isBeginner) remembered.set("coached", this.isOn);
      else remembered.set("coached-game", this.isOn ? this.id : "");
      this.show(this.live, this.ply);
    });
  }

  /** Begin with a game: there is a coach where one person plays the engine, for beginners from the start. */
  setUp(live) {
    const engines = live.seats.filter((seat) => seat.kind === "engine");
    this.side = live.yours && engines.length === 1 ? live.seats.findIndex((seat) => seat.kind === "person") : null;
    $("#coach").hidden = this.side === null;
    if (this.side === null) return;
    this.isBeginner = engines[0].level <= COACHED;
    this.isOn = this.isBeginner ? remembered.get("coached", true) : remembered.get("coached-game", "") === this.id;
    $("#coached").checked = this.isOn;
  }

  /** Comment on one's last move up to a ply. */
  async show(live, ply) {
    Object.assign(this, { live, ply });
    const isLatest = this.asking.begin();
    if (this.side === null) return;
    const own = this._lastOwn(live, ply);
    $("#advice").classList.toggle("off", !this.isOn);
    if (!this.isOn || !own) {
      this._say(this.isOn ? WAITING : "");
      return;
    }
    const key = live.moves.slice(0, own).join(" ");
    if (!this.comments.has(key)) {
      this._say("Looking at your move…");
      this.comments.set(key, post(`/api/play/${this.id}/comment`, { ply: own }));
    }
    try {
      const comment = await this.comments.get(key);
      if (isLatest()) this._tell(comment);
    } catch (error) {
      this.comments.delete(key);
      if (!isLatest()) return;
      // an engine that is still being compiled, or has others to serve, will answer later
      if (error.status === BUSY) setTimeout(() => isLatest() && this.show(this.live, this.ply), AGAIN);
      else this._say(error.message);
    }
  }

  _lastOwn(live, ply) {
    const first = live.view.turn ^ (live.moves.length % 2);
    return Math.max(0, ply % 2 === (first === this.side ? 1 : 0) ? ply : ply - 1);
  }

  _tell({ ply, move, lost, does, danger, answered, better, better_does }) {
    const fault = faultOf(lost),
      isGood = lost < LITTLE;
    const verdict = fault ? sentence(fault[2]) : !better ? "The best move" : isGood ? "A good move" : "Not bad";
    const instead = h(
      "button",
      { type: "button", class: "link", onclick: () => this.point(ply - 1, better.squares) },
      better?.moves[0],
    );
    const why = better_does ? `: it ${better_does}.` : ".";
    this._say(
      h("strong", { class: fault ? "fault" : "" }, `${verdict}.`),
      does ? ` ${move} ${does}.` : "",
      danger ? h("strong", {}, ` ${danger}`) : fault && answered ? ` ${answered}` : "",
      ...(better && !isGood ? [" ", instead, fault ? " was better" : " was a little better", why] : []),
    );
  }

  _say(...words) {
    $("#advice").replaceChildren(...words);
  }
}
