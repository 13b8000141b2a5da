// Set up a position: pieces dragged from a palette or chosen there and put by clicks, the side to move, or the text
// itself. The server says whether it is one.

import { position, post } from "../shared/api.js";
import { $, $$, h, attempt } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { pieceIcon } from "../board/sprites.js";
import { carry } from "./hand.js";

/** The colour a piece's name begins with. @param {string} name */
const sideOf = (name) => name?.split("-")[0];

export class Editor {
  /** `begin` is called with what has been set up.
   * @param {Analysis} analysis @param {(content: Chapter) => Promise<void>} begin */
  constructor(analysis, begin) {
    this.analysis = analysis;
    this.editing = false;
    /** @type {Record<string, string>} */
    this.pieces = {};
    this.turn = /** @type {0 | 1} */ (0);
    /** The last text that was a position; the piece to be put. */
    this.base = this.chosen = "";
    /** What has been set up, null while it is no position. @type {?View} */
    this.view = null;
    this.typing = 0;
    this.asking = new Latest();
    $("#edit").addEventListener("click", () => this.toggle());
    $("#editor-cancel").addEventListener("click", () => this.close());
    $("#editor-done").addEventListener("click", () => {
      if (this.view) {
        const { game, rules } = this.analysis;
        this.close();
        attempt(begin({ game: game.name, rules, start: this.view.position }));
      }
    });
    $("#editor-clear").addEventListener("click", () => {
      this.pieces = {};
      attempt(this._check());
    });
    $("#editor-start").addEventListener("click", () => attempt(this._read(this.analysis.game.start)));
    $("#editor-text").addEventListener("input", () => {
      clearTimeout(this.typing);
      this._wait();
      this.typing = setTimeout(() => attempt(this._read($("#editor-text").value)), 250);
    });
    /** @param {CustomEvent<{square: string, pointer?: PointerEvent}>} event */
    this.press = ({ detail: { square, pointer } }) => this._press(square, pointer);
    /** @type {null | (() => void)} */
    this.letGo = null;
    analysis.addEventListener("open", () => this._stop());
  }

  toggle() {
    if (this.editing) this.close();
    else this.open();
  }

  open() {
    const { game, board, current } = this.analysis;
    this.editing = true;
    this._panels();
    this.analysis.dispatchEvent(new Event("edit"));
    this.pieces = { ...current.view.pieces };
    this.turn = /** @type {0 | 1} */ (current.view.turn);
    this.base = current.position;
    this.view = current.view;
    const names = Object.keys(game.symbols).filter(
      (name) => !/-\d+$/.test(name) || Number(name.split("-").at(-1)) <= 3,
    );
    this.chosen = names[0];
    $("#palette").replaceChildren(
      ...names
        .flatMap((name, i) => [
          i && names.length > 6 && sideOf(name) !== sideOf(names[i - 1]) ? h("span", { class: "break" }) : null,
          h(
            "button",
            {
              type: "button",
              role: "radio",
              "aria-checked": name === this.chosen,
              "aria-label": name.replaceAll("-", " "),
              title: name.replaceAll("-", " "),
              "data-piece": name,
              onclick: () => this._choose(name),
              onpointerdown: (event) =>
                this._carry(event, name, { lifted: () => this._choose(name), pressed: () => {} }),
            },
            pieceIcon(game, name, 40),
          ),
        ])
        .filter(Boolean),
    );
    $("#editor-turn").replaceChildren(
      ...game.colors.map((color, side) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "editor-turn",
            value: side,
            ...(side === this.turn ? { checked: true } : {}),
            onchange: () => {
              this.turn = /** @type {0 | 1} */ (side);
              attempt(this._check());
            },
          }),
          h("span", {}, color),
        ),
      ),
    );
    $("#editor-text").value = current.position;
    board.setSide(-1);
    board.setShapes([]);
    board.setEditing(true);
    board.addEventListener("press", this.press);
    this._verdict();
  }

  close() {
    if (!this.editing) return;
    this._stop();
    attempt(this.analysis.go(this.analysis.current, { quick: true }));
  }

  _stop() {
    if (!this.editing) return;
    this.editing = false;
    clearTimeout(this.typing);
    this.asking.end();
    this.letGo?.();
    this.analysis.board.removeEventListener("press", this.press);
    this.analysis.board.setEditing(false);
    this.analysis.board.side = null;
    this._panels();
  }

  _panels() {
    $("#editor-side").hidden = !this.editing;
    for (const tool of $$("#analysis-side, [data-walk], #import, #help, #steps")) tool.hidden = this.editing;
    $("#edit").setAttribute("aria-pressed", this.editing);
  }

  /** @param {string} name */
  _choose(name) {
    this.chosen = name;
    for (const button of $$("#palette button")) button.setAttribute("aria-checked", button.dataset.piece === name);
  }

  /** A square was pressed: by a key it gets the chosen piece; by a pointer when that is let go, unless it drags.
   * @param {string} square @param {PointerEvent | undefined} pointer */
  _press(square, pointer) {
    const piece = this.pieces[square];
    if (pointer && piece) {
      this._carry(pointer, piece, {
        from: square,
        lifted: () => this.analysis.board.lift(square),
        pressed: () => this._put(square),
      });
    } else this._put(square);
  }

  /** @param {string} square */
  _put(square) {
    if (this.pieces[square] === this.chosen) delete this.pieces[square];
    else this.pieces[square] = this.chosen;
    attempt(this._check());
  }

  /** Take a piece in hand, from a square or from the palette.
   * @param {PointerEvent} event @param {string} piece
   * @param {{from?: string, lifted: () => void, pressed: () => void}} handlers */
  _carry(event, piece, { from, lifted, pressed }) {
    if (event.button !== 0 || !event.isPrimary) return;
    this.letGo = carry(event, this.analysis.board, piece, {
      lifted,
      pressed,
      dropped: (to) => {
        if (from) delete this.pieces[from];
        if (to) this.pieces[to] = piece;
        if (from || to) attempt(this._check());
      },
    });
  }

  /** What is shown is not known to be a position until the server has said so. */
  _wait() {
    $("#editor-done").disabled = true;
    return this.asking.begin();
  }

  /** Show the pieces, and ask whether they are a position. */
  async _check() {
    const { board, game } = this.analysis;
    board.show(
      {
        ...this.analysis.current.view,
        pieces: { ...this.pieces },
        last: [],
        moves: [],
        turn: this.turn,
        outcome: null,
      },
      { quick: true },
    );
    const isLatest = this._wait();
    try {
      const view = await post("/api/edit", { game: game.name, pieces: this.pieces, turn: this.turn, base: this.base });
      if (!isLatest()) return;
      this.view = view;
      $("#editor-text").value = view.position;
      this._verdict();
    } catch (/** @type {any} */ error) {
      if (isLatest()) {
        this.view = null;
        this._verdict(error.message);
      }
    }
  }

  /** @param {string} text */
  async _read(text) {
    const isLatest = this._wait();
    try {
      const view = await position(this.analysis.game.name, text.trim(), undefined, this.analysis.rules);
      if (!isLatest()) return;
      this.view = view;
      this.base = this.view.position;
      this.pieces = { ...this.view.pieces };
      this.turn = /** @type {0 | 1} */ (this.view.turn);
      if (document.activeElement !== $("#editor-text")) $("#editor-text").value = this.view.position;
      for (const radio of $$("[name=editor-turn]")) radio.checked = Number(radio.value) === this.turn;
      this.analysis.board.show({ ...this.view, moves: [], last: [] }, { quick: true });
      this._verdict();
    } catch (/** @type {any} */ error) {
      if (isLatest()) {
        this.view = null;
        this._verdict(error.message);
      }
    }
  }

  /** @param {string} [fault] */
  _verdict(fault) {
    const verdict = $("#editor-verdict");
    verdict.classList.toggle("bad", Boolean(fault));
    verdict.textContent =
      fault ??
      (this.view?.outcome
        ? `A position, but the game is over: ${this.view.outcome.text}.`
        : `A position with ${this.view?.moves.length} legal moves.`);
    $("#editor-done").disabled = Boolean(fault);
  }
}
