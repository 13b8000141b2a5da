// "Learn from your mistakes": through one side's mistakes in a game that has been reviewed. Each time the position
// before it is shown, a better move is to be found, and the engine judges what is tried as it has judged the game;
// until one is found or looked up, the page gives nothing away.

import { post } from "../shared/api.js";
import { $, h, toast, attempt } from "../shared/dom.js";
import { faultOf, loss } from "./judgement.js";
import { way } from "../board/shapes.js";

/** @typedef {{node: MoveNode, name: string, best: Api.LineView}} Fault */
/** @typedef {"none" | "find" | "judging" | "away" | "solved" | "end"} State */

export class Retrospect {
  /** @param {Analysis} analysis @param {EnginePanel} engine @param {Review} review */
  constructor(analysis, engine, review) {
    this.analysis = analysis;
    this.engine = engine;
    this.review = review;
    /** The mistakes as the review has found them: node, what it is called, the best line instead. @type {Fault[]} */
    this.faults = [];
    /** Which of them is looked at, and how many better moves have been found. */
    this.at = this.found = 0;
    /** @type {State} */
    this.state = "none";
    /** The move that is being judged. @type {?MoveNode} */
    this.tried = null;
    analysis.addEventListener("reviewed", () => this._offer());
    for (const name of ["open", "review"])
      analysis.addEventListener(name, () => {
        this._leave();
        $("#learn-from").replaceChildren();
      });
    analysis.addEventListener("edit", () => this._leave());
    analysis.addEventListener("go", () => this._arrived(analysis.current));
    $("#learn-solution").addEventListener("click", () => this._reveal());
    $("#learn-back").addEventListener("click", () => this._ask());
    $("#learn-next").addEventListener("click", () => this._next());
    $("#learn-close").addEventListener("click", () => {
      this._leave();
      engine.start();
      ($("#learn-from button") ?? $("#review")).focus();
    });
    this._offer();
  }

  get fault() {
    return this.faults[this.at];
  }

  /** Offer to learn from the mistakes of each side that has made some. */
  _offer() {
    const faults = (this.review.line ?? []).slice(1).flatMap((node) => (node.missed ? [{ node, ...node.missed }] : []));
    const sides = [0, 1].map((side) => faults.filter(({ node }) => node.parent.turn === side));
    $("#learn-from").replaceChildren(
      ...[0, 1]
        .filter((side) => sides[side].length)
        .map((side) =>
          h(
            "button",
            { type: "button", onclick: () => this._begin(side, sides[side]) },
            `Learn from ${this.analysis.game.colors[side]}'s mistakes`,
          ),
        ),
      ...[0, 1]
        .filter((side) => sides[side].length)
        .map((side) => {
          const color = this.analysis.game.colors[side],
            onclick = (/** @type {{currentTarget: HTMLButtonElement}} */ { currentTarget }) =>
              attempt(this._keep(sides[side], currentTarget)),
            title = `Each of ${color}'s mistakes with one best move instead becomes a puzzle, to be tried again later`;
          return h("button", { type: "button", class: "quiet", title, onclick }, `Keep ${color}'s as puzzles`);
        }),
    );
  }

  /** Make puzzles of mistakes: of those where one move is clearly the best.
   * @param {Fault[]} faults @param {HTMLButtonElement} button */
  async _keep(faults, button) {
    button.disabled = true;
    let [kept, all] = [0, 0];
    try {
      // a few at a time: each position is searched
      for (let first = 0; first < faults.length; first += 3) {
        const mistakes = faults.slice(first, first + 3).map(({ node }) => ({
          position: node.parent.position,
          last: node.parent.squares ?? [],
          played: node.move,
        }));
        const answer = await post("/api/mistakes", { game: this.analysis.game.name, mistakes });
        kept += answer.kept;
        all = answer.all;
      }
    } finally {
      button.disabled = false;
    }
    toast(
      kept
        ? `${kept} of ${faults.length} kept, where one move is clearly the best: under Puzzles, Your mistakes (${all}).`
        : "No puzzle: nowhere is one move clearly the best.",
    );
  }

  /** @param {number} side @param {Fault[]} faults */
  _begin(side, faults) {
    this.faults = faults;
    this.at = this.found = 0;
    this.analysis.board.flip(side === 1);
    this.engine.showBar();
    $("#learn").hidden = false;
    $("#learn-side").textContent = this.analysis.game.colors[side];
    this._ask();
    $("#learn-title").focus({ preventScroll: true });
    for (const part of ["#board", "#learn"]) $(part).scrollIntoView({ block: "nearest" });
  }

  /** Go to the position before the mistake, and ask for a better move. */
  _ask() {
    const { node, name } = this.fault;
    this._forget();
    this._show(
      "find",
      "You played ",
      h("strong", {}, `${this.analysis.tree.number(node)} ${node.move}`),
      ` (${name}). Find a better move.`,
    );
    attempt(this.analysis.go(node.parent));
  }

  _next() {
    if (this.state === "end") this.at = this.found = 0;
    else this.at += 1;
    if (this.fault) {
      this._ask();
      return;
    }
    const { length } = this.faults;
    this._forget();
    this._show(
      "end",
      this.found === length
        ? "That was all: you found a better move each time."
        : `That was all: you found ${this.found} of ${length} better moves.`,
    );
  }

  /** The board has come to a node: a move has been tried, or someone walks through the game. @param {MoveNode} node */
  _arrived(node) {
    if (!["find", "judging", "away"].includes(this.state)) return;
    const {
      fault: {
        node: { parent, squares },
      },
      analysis: { board },
    } = this;
    board.setShapes(node === parent ? way(squares, "user-2") : []);
    if (node === parent) {
      if (this.state === "away") this._ask();
    } else if (this.state === "find" && node.parent === parent) this._try(node);
    else if (node !== this.tried) {
      this._forget();
      this._show("away", "This is another place in the game.");
    }
  }

  /** @param {MoveNode} node */
  _try(node) {
    if (loss(node) !== undefined || node.move === this.fault.best.moves[0]) {
      this._judge(node);
      return;
    }
    const { analysis, engine } = this;
    this.tried = node;
    this._show("judging", "Looking at your move…");
    analysis.board.setSide(-1);
    engine.busy = true;
    const moves = analysis.tree.path(node).map((each) => each.move);
    engine.ask(
      {
        do: "review",
        game: analysis.game.name,
        rules: analysis.rules,
        start: analysis.tree.root.position,
        moves,
        since: moves.length,
      },
      (message) => {
        if (message.thought) node.thought = message.thought;
        else node.chance = message.chance ?? node.chance;
        if (this.tried !== node) return;
        this._forget();
        if (message.error) this._back(message.error);
        else this._judge(node);
      },
    );
  }

  /** Wait for no judgement any more. */
  _forget() {
    if (!this.tried) return;
    this.tried = null;
    this.engine.busy = false;
    this.analysis.board.setSide(null);
  }

  /** @param {MoveNode} node */
  _judge(node) {
    const {
        node: played,
        best: {
          moves: [best],
        },
      } = this.fault,
      fault = node.move === best ? undefined : faultOf(loss(node));
    if (!fault) {
      this.found += 1;
      this._show(
        "solved",
        h("strong", {}, "Good move. "),
        node.move === best ? "It is the engine's choice, too." : `The engine's choice was ${best}.`,
      );
    } else if (node === played) this._back("That is what was played. Try another move.");
    else {
      node.glyph ||= fault[1];
      this._back(
        "Not the best: ",
        h("strong", {}, node.move),
        ` would be ${fault[2] === "inaccuracy" ? "an" : "a"} ${fault[2]}. Try again.`,
      );
    }
  }

  /** @param {...(string | Node)} words */
  _back(...words) {
    this._show("find", ...words);
    attempt(this.analysis.go(this.fault.node.parent));
  }

  _reveal() {
    const {
        best: {
          moves: [best],
          score,
        },
        node,
      } = this.fault,
      played = node.thought?.lines[0]?.score;
    this._forget();
    this._show(
      "solved",
      "The solution is ",
      h("strong", {}, best),
      ` (${score}); what you played was ${node.move}${played ? ` (${played})` : ""}.`,
    );
    attempt(this.analysis.go(node.parent).then(() => this.analysis.play(best)));
  }

  _leave() {
    this._forget();
    this.state = "none";
    $("#learn").hidden = true;
    const { classList } = $(".analysis"),
      wasSolving = classList.contains("solving");
    classList.remove("solving");
    if (wasSolving) this.analysis.dispatchEvent(new Event("solving"));
    this.engine.quiet = false;
  }

  /** Say where we are, and offer what can be done next. @param {State} state @param {...(string | Node)} words */
  _show(state, ...words) {
    const isSolving = ["find", "judging", "away"].includes(state),
      focused = /** @type {?HTMLElement} */ (document.activeElement);
    this.state = state;
    $(".analysis").classList.toggle("solving", isSolving);
    this.analysis.dispatchEvent(new Event("solving"));
    this.engine.setQuiet(isSolving);
    $("#learn-said").replaceChildren(...words);
    $("#learn-count").textContent = state === "end" ? "" : `${this.at + 1} of ${this.faults.length}`;
    $("#learn-solution").hidden = !isSolving;
    $("#learn-back").hidden = state !== "away";
    $("#learn-next").textContent = state === "end" ? "Again" : isSolving ? "Skip" : "Next";
    $("#learn-next").classList.toggle("primary", !isSolving);
    if (focused?.hidden && $("#learn").contains(focused)) $("#learn-next").focus();
  }
}
