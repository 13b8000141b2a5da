// The board: shows a position, lets a move be chosen by clicks, by dragging or by keys, and says which it was. It knows
// no rules. Data in: `show(view)`, `setShapes`, `flip`. Events out: "move" {text, squares}, "moved" {events} (one is
// shown), "choice", "press" {square, pointer?}, "hover", "drawn" {shapes},
// "refused" {from, to}: what was pressed is no move of what was chosen, or nothing that may be moved (from: null).

import { Choice } from "./choice.js";
import { Teller } from "./events.js";
import { s, reducedMotion, remembered, unset } from "../shared/dom.js";
import { chooser } from "./chooser.js";
import { listenToKeys } from "./keys.js";
import { listenToPointer } from "./pointer.js";
import { CELL, Surface } from "./surface.js";

export class Board extends Surface {
  /**
   * @param {HTMLElement} host
   * @param {Look} look  of the game
   * @param {{live?: boolean, labels?: boolean, flipped?: boolean, draw?: boolean, name?: string}} options
   *   live: moves can be made; labels: coordinates; draw: arrows with the right button
   */
  constructor(host, look, { live = true, labels = true, flipped = false, draw = false, name = "Board" } = {}) {
    super(host, look, { live, labels, flipped, name });
    this.draw = draw;
    /** @type {SeenView} */
    this.view = unset();
    /** Whose moves may be made here: null for either side. @type {?number} */
    this.side = null;
    this.choice = new Choice([], false);
    /** Whether pieces are being put anywhere. */
    this.editing = false;
    /** The moves that can be chosen while the other side is to move, and the one that was: [text, square, ...]. */
    this.premoves = /** @type {string[][]} */ ([]);
    /** @type {?string[]} */
    this.premove = null;
    /** The squares of the last move. @type {string[]} */
    this.last = [];
    /** The square under the pointer, and the one under what is being dragged. @type {?string} */
    this.hovered = null;
    /** @type {?string} */
    this.aimed = null;
    /** Whether a piece is being dragged; whether the keys have the board. */
    this.dragging = this.keyboard = false;
    /** @type {?HTMLElement} */
    this.chooser = null;
    /** Where men could go that cannot be moved now, once it has been asked. @type {?Record<string, string[]>} */
    this.mobility = null;
    this.teller = new Teller(this);
  }

  // ------------------------------------------------------------------------------------------------ showing

  /** Show a position. Pieces that have moved glide there; `view.last` says along which squares.
   * @param {SeenView} view @param {{quick?: boolean}} options  quick: without motion */
  show(view, { quick = false } = {}) {
    const board = view.board ?? this.look.board;
    if (board !== this.board && JSON.stringify(board) !== JSON.stringify(this.board)) {
      this.pieces.clear();
      this._layOut(board);
      quick = true;
    }
    const before = this.view;
    this.view = view;
    if (before?.position !== view.position) {
      this._changeDrawing(before?.position, view.position);
      this.mobility = null;
    }
    this._closeChooser();
    this.premove = null;
    this.choice = new Choice(this.mayMove() ? (this.isWaiting() ? this.premoves : view.moves) : [], view.shoots);
    this.choice.hopByHop = remembered.get("hopByHop", false);
    const events = view.events ?? [],
      drowned = events.filter((event) => event.kind === "drown").flatMap((event) => event.squares);
    this._setPieces(view.pieces, view.last ?? [], view.shoots, quick || reducedMotion(), drowned);
    if (!quick && before && view.last && view.position !== before.position) {
      this.teller.tell(events);
      this.dispatchEvent(new CustomEvent("moved", { detail: { events } }));
    }
    this.last = view.last ?? [];
    this._refresh();
    this.svg.setAttribute("aria-label", `${this.name}, ${this.look.colors[view.turn]} to move`);
  }

  /** Let only one side be moved (0, 1), either (null) or none (-1). @param {?number} side */
  setSide(side) {
    if (side === this.side) return;
    this.side = side;
    if (this.view) this.show(this.view, { quick: true });
  }
  /** @param {Record<string, string[]>} squares  by those of the men */
  setMobility(squares) {
    this.mobility = squares;
    this._refresh();
  }
  /** @param {boolean} on */
  setEditing(on) {
    this.editing = on;
    this.host.classList.toggle("editing", on);
  }
  mayMove() {
    return (
      this.live &&
      this.view &&
      !this.view.outcome &&
      (this.side === null || this.side === this.view.turn || this.isWaiting())
    );
  }
  /** Whether it is the other side's turn, and a move can be chosen beforehand. */
  isWaiting() {
    return this.premoves.length > 0 && this.side === 1 - this.view.turn;
  }
  /** Forget the move that was chosen beforehand. */
  cancelPremove() {
    if (!this.premove) return;
    this.premove = null;
    this._refresh();
  }

  flip(flipped = !this.flipped) {
    if (flipped === this.flipped) return;
    this._turn();
    this._refresh();
  }

  /** @param {Record<string, Api.PieceView>} pieceValues */
  setPieceValues(pieceValues) {
    super.setPieceValues(pieceValues);
    if (this.view) this._refresh();
  }

  /** Draw marks, dots and labels of the present state anew. */
  _refresh() {
    const { marks, hints } = this.layers;
    marks.replaceChildren();
    hints.replaceChildren();
    /** @param {string} square @param {string} kind */
    const mark = (square, kind) => {
      const [x, y] = this.corner(square);
      marks.append(s("rect", { class: kind, x, y, width: CELL, height: CELL }));
    };
    for (const square of new Set(this.last)) if (this.places.has(square)) mark(square, "mark-last");
    for (const square of this.premove?.slice(1) ?? []) mark(square, "mark-premove");
    const path = this.choice.path;
    for (const square of path) mark(square, "mark-chosen");
    const targets = path.length ? this.choice.targets() : new Map();
    for (const [square, kind] of targets) this._hint(square, kind);
    if (path.length > 1) this._preview(path);
    const mayMove = this.mayMove();
    for (const [square, cell] of this.cells) {
      const own = mayMove && this.choice.froms.has(square),
        target = targets.has(square);
      cell.classList.toggle("own", own);
      cell.classList.toggle("target", target);
      if (!this.live) continue;
      cell.setAttribute("aria-label", this._spoken(square, targets.get(square), path.includes(square)));
      const name = this.view?.pieces[square]?.replaceAll("-", " ") ?? "",
        title = cell.querySelector("title");
      if (title && title.textContent !== name) title.textContent = name;
    }
    if (this.hovered && (targets.has(this.hovered) || (mayMove && this.choice.froms.has(this.hovered))))
      mark(this.hovered, "mark-hover");
    // where a man could go is seen before it is taken up
    hints.classList.toggle("ahead", !path.length);
    const seen = path.length || this.dragging ? null : this.hovered,
      isOwn = seen && mayMove && this.choice.froms.has(seen);
    hints.classList.toggle("theirs", Boolean(seen && !isOwn));
    if (isOwn) for (const [square, kind] of this.choice.targetsFrom(seen)) this._hint(square, kind);
    else if (seen) for (const square of this.mobility?.[seen] ?? []) this._hint(square, "step");
    if (this.aimed) mark(this.aimed, "mark-aim");
    if (this.keyboard) {
      mark(this.focused, "mark-focus-back");
      mark(this.focused, "mark-focus");
    }
    this._drawShapes();
    this.dispatchEvent(
      new CustomEvent("choice", {
        detail: {
          path,
          hops: this.choice.hops,
          complete: this.choice.complete().length > 0,
          shooting: this.choice.shoots && path.length > 1,
        },
      }),
    );
  }

  /** @param {string} square @param {string | undefined} target @param {boolean} chosen */
  _spoken(square, target, chosen) {
    const piece = this.view?.pieces[square];
    const words = [square, piece ? piece.replaceAll("-", " ") : "empty"],
      worth = this.pieceValues?.[square]?.worth;
    if (worth) words.push(`worth ${worth}`);
    if (chosen) words.push("chosen");
    if (target) words.push(target === "shot" ? "can be blocked" : "can be reached");
    return words.join(", ");
  }

  /** @param {string} square @param {string} kind */
  _hint(square, kind) {
    const [x, y] = this.center(square),
      taken = this.view.pieces[square] && square !== (this.choice.path[0] ?? this.hovered);
    this.layers.hints.append(
      taken
        ? s("circle", { class: "ring", cx: x, cy: y, r: 44 })
        : kind === "end"
          ? s("circle", { class: "far", cx: x, cy: y, r: 19 })
          : s("circle", { class: kind === "shot" ? "dot shot" : "dot", cx: x, cy: y, r: kind === "shot" ? 13 : 16 }),
    );
  }

  /** Show the piece that is moving where it has got to. @param {string[]} path */
  _preview(path) {
    const piece = this.pieces.get(path[0]);
    if (piece) {
      this._place(piece.element, path.at(-1));
      this.layers.pieces.append(piece.element);
    }
  }

  // ------------------------------------------------------------------------------------------------ choosing a move

  _listen() {
    listenToPointer(this);
    listenToKeys(this);
  }

  /** Mark the square under something that is being dragged; null: none. @param {?string} square */
  aim(square) {
    if (square !== this.aimed) {
      this.aimed = square;
      this._refresh();
    }
  }
  /** Show the piece of a square as one that has been taken up. @param {string} square */
  lift(square) {
    this.pieces.get(square)?.element.classList.add("ghost");
  }

  /** Take a square as the next one of a move. @param {string} square */
  _pick(square) {
    const before = [...this.choice.path];
    const { kind, moves = [] } = this.choice.pick(square);
    if (before.length && !this.choice.path.length && kind !== "move" && kind !== "choose") this._putBack(before[0]);
    if ((kind === "none" || kind === "cleared") && square !== before.at(-1))
      this.dispatchEvent(new CustomEvent("refused", { detail: { from: before[0] ?? null, to: square } }));
    if (kind === "move") this._make(moves[0]);
    else if (kind === "choose") this.chooser = chooser(this, moves);
    else if (before.length && this.choice.path[0] !== before[0]) this._putBack(before[0]);
    this._refresh();
  }

  /** @param {string} square */
  _putBack(square) {
    const piece = this.pieces.get(square);
    if (piece) this._place(piece.element, square);
  }

  /** Show a move at once, before the server has answered, and tell of it. @param {string[]} move */
  _make(move) {
    const [text, ...squares] = move;
    this.choice.clear();
    if (this.isWaiting()) {
      this.premove = move;
      this._putBack(squares[0]);
      this._refresh();
      this.dispatchEvent(new CustomEvent("premove", { detail: { text, squares } }));
      return;
    }
    const end = this.choice.shoots && squares.length > 2 ? squares.at(-2) : squares.at(-1);
    const wanted = Object.fromEntries([...this.pieces].map(([square, piece]) => [square, piece.name]));
    if (squares.length > 1 && wanted[squares[0]]) {
      const name = wanted[squares[0]];
      delete wanted[squares[0]];
      wanted[end] = this.view.becomes[text] || name;
      this._setPieces(wanted, squares, this.choice.shoots, reducedMotion());
    }
    this.last = squares;
    this.choice = new Choice([], false);
    this.dispatchEvent(new CustomEvent("move", { detail: { text, squares } }));
  }

  /** Undo a move shown by `_make` that the server did not take. */
  restore() {
    if (this.view) this.show(this.view, { quick: true });
  }

  _closeChooser() {
    if (this.chooser) {
      this.chooser.remove();
      this.chooser = null;
      this.setShapes([]);
    }
  }

  /** Choose a piece as a click would, to show where it may go. @param {string} square */
  point(square) {
    if (this.choice.froms.has(square)) {
      this.choice.path = [square];
      this._refresh();
    }
  }

  /** Forget what has been chosen. */
  cancel() {
    this.cancelPremove();
    const from = this.choice.path[0];
    this._closeChooser();
    this.choice.clear();
    if (from) this._putBack(from);
    this._refresh();
  }
  /** Take one hop back. */
  back() {
    const from = this.choice.path[0];
    this.choice.back();
    if (from && this.choice.path.length < 2) this._putBack(from);
    this._refresh();
  }
  /** End a chain of hops here. */
  finish() {
    if (this.choice.path.length > 1) this._pick(this.choice.path.at(-1));
  }
  /** @param {boolean} on */
  setHopByHop(on) {
    remembered.set("hopByHop", on);
    this.choice.hopByHop = on;
    this._refresh();
  }
}
