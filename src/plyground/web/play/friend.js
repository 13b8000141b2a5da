// What concerns two people at two screens: the invitation, what one asks of the other, moves to be confirmed.

import { post } from "../shared/api.js";
import { $, h, remembered, attempt, unset } from "../shared/dom.js";
import { Change } from "../shared/latest.js";

/** What one asks of the other, and where. @typedef {"take-back" | "offer-draw" | "rematch" | "decline"} Action */
/** @type {Record<Api.Offer["kind"], [string, Action]>} */
const REQUESTS = {
  "take-back": ["to take the last move back", "take-back"],
  draw: ["for a draw", "offer-draw"],
  rematch: ["for a rematch", "rematch"],
};

export class Friend {
  /** @param {string} id  of the game
   * @param {{receive: (view: Api.ShownGame) => unknown, send: (text: string) => unknown, restore: () => void}} page
   *   what the page does with a new view, with a move, and to undo one that was only shown */
  constructor(id, { receive, send, restore }) {
    this.id = id;
    this.receive = receive;
    this.send = send;
    this.restore = restore;
    /** The game as it is. @type {Api.ShownGame} */
    this.live = unset();
    /** The position in which a move waits to be confirmed. @type {?string} */
    this.unconfirmed = null;
    /** What is asked on the page. */
    this.asked = new Change();
    $("#confirm-moves").checked = remembered.get("confirmMoves", false);
    $("#confirm-moves").addEventListener("change", () => remembered.set("confirmMoves", $("#confirm-moves").checked));
  }

  /** @param {Api.ShownGame} live */
  show(live) {
    this.live = live;
    const isFriend = live.online.length > 0,
      asked = live.offer,
      mine = asked?.by === live.side;
    $("#invite").hidden = !live.invitation;
    if (live.invitation) attempt(this._invite(live.invitation));
    $("#confirming").hidden = !isFriend || live.side === null;
    $("#hint").hidden = isFriend;
    // news that leave the position as it is, of who is here, say, do not take the question away
    if (this.unconfirmed === live.view.position && !live.outcome) return;
    this.unconfirmed = null;
    $("#offer").hidden = !asked || live.side === null;
    if (!asked || $("#offer").hidden || !this.asked.to([asked, live.side])) return;
    const [words, action] = REQUESTS[asked.kind];
    $("#offer").replaceChildren(
      h("p", {}, mine ? `You have asked ${words}.` : `Your friend asks ${words}.`),
      h(
        "div",
        { class: "row" },
        mine
          ? this._answer("decline", "Withdraw")
          : [this._answer(action, "Agree", "primary"), this._answer("decline", "Decline")],
      ),
    );
  }

  /** @param {Action} path @param {string} label */
  _answer(path, label, kind = "") {
    const onclick = () => attempt(post(`/api/play/${this.id}/${path}`).then(this.receive));
    return h("button", { class: kind, onclick }, label);
  }

  /** @param {string} invitation */
  async _invite(invitation) {
    const { showInvitation } = await import("./invitation.js");
    await showInvitation(invitation);
  }

  /** Ask for a move to be confirmed, where that is wanted; then send it. @param {string} text */
  confirmed(text) {
    if (this.live.side === null || !$("#confirm-moves").checked) {
      this.send(text);
      return;
    }
    this.unconfirmed = this.live.view.position;
    this.asked = new Change();
    const decided = () => {
      this.unconfirmed = null;
      this.show(this.live);
    };
    const play = () => {
      decided();
      attempt(this.send(text));
    };
    const keep = () => {
      this.restore();
      decided();
    };
    $("#offer").hidden = false;
    $("#offer").replaceChildren(
      h("p", {}, `Play ${text}?`),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", onclick: play }, "Play it"),
        h("button", { onclick: keep }, "Take it back"),
      ),
    );
    $("#offer button").focus();
  }
}
