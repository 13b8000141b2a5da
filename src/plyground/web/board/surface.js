// A board as a picture: its squares, labels and pieces, and where they are. `Board` (board.js) adds choosing moves.

import { s, unset } from "../shared/dom.js";
import { glide, fade, appear } from "./motion.js";
import { symbol } from "./sprites.js";
import { arrow, circle, way } from "./shapes.js";

export const CELL = 100;

/** @typedef {{name: string, element: SVGElement, dropped?: boolean}} Piece */

export class Surface extends EventTarget {
  /** @type {Api.BoardView} */
  board = unset();
  columns = 0;
  rows = 0;
  /** How wide the frame is. */
  edge = 0;
  /** The same on the left and below, where the coordinates stand. */
  left = 0;
  /** The same on the right, where it may say what men on a row are worth. */
  right = 0;
  width = 0;
  height = 0;
  /** Square to column and row, from the top left of the unflipped board. @type {Map<string, Point>} */
  places = new Map();
  /** @type {Map<string, Piece>} */
  pieces = new Map();
  /** @type {Map<string, SVGElement>} */
  cells = new Map();
  focused = "";
  /** @type {Record<string, SVGElement>} */
  layers = {};
  /** @type {SVGSVGElement} */
  svg = unset();
  /** @type {Shape[]} */
  shapes = [];
  /** @type {Shape[]} */
  userShapes = [];
  /** What has been drawn on which position. @type {Map<string | undefined, Shape[]>} */
  drawn = new Map();
  /** @type {string[]} */
  path = [];
  /** @type {Api.Mark[]} */
  overlays = [];
  /** @type {Record<string, Api.PieceView>} */
  pieceValues = {};

  /** @param {HTMLElement} host @param {Look} look
   * @param {{live: boolean, labels: boolean, flipped: boolean, name: string}} options */
  constructor(host, look, { live, labels, flipped, name }) {
    super();
    this.host = host;
    this.look = look;
    this.live = live;
    this.labels = labels;
    this.flipped = flipped;
    this.name = name;
    // what stood there before: a picture, or the board of another game
    host.replaceChildren();
    host.classList.remove("editing");
    host.classList.add("board");
    this._layOut(look.board);
  }

  /** Told when a new drawing has been made, which needs its own listeners. */
  _listen() {}

  // ------------------------------------------------------------------------------------------------ geometry

  /** @param {Api.BoardView} board */
  _layOut(board) {
    this.board = board;
    this.columns = board.column_labels.length;
    this.rows = board.row_labels.length;
    const larger = Math.max(this.columns, this.rows);
    // the same measures as in picture.py: when this takes the place of what the server has drawn, nothing moves
    this.edge = Math.round(larger * 1.2) + 2;
    const letters = Math.max(...board.row_labels.map((label) => label.length));
    this.left = this.labels ? Math.round(larger * (letters > 1 ? 5 : 3.5)) : this.edge;
    this.right = board.row_values?.length && this.labels ? Math.round(26 + larger * 4.2) : this.edge;
    this.width = this.columns * CELL + this.left + this.right;
    this.height = this.rows * CELL + this.edge + this.left;
    this.places = new Map();
    board.rows.forEach((names, row) => names.forEach((name, column) => this.places.set(name, [column, row])));
    const kept = this.focused;
    this.svg?.remove();
    const names = ["squares", "heats", "overlays", "marks", "pieces", "labels", "notes", "piece-values"];
    names.push("hints", "happened", "shapes");
    this.layers = Object.fromEntries(
      names.map((name) => [name, s("g", { class: name === "squares" ? "grid" : name })]),
    );
    this.svg = s(
      "svg",
      {
        class: "squares",
        viewBox: `0 0 ${this.width} ${this.height}`,
        role: this.live ? "grid" : "img",
        "aria-label": this.name,
        "aria-rowcount": this.live ? this.rows : null,
        "aria-colcount": this.live ? this.columns : null,
      },
      s("rect", { class: "frame", width: this.width, height: this.height, rx: this.edge }),
      ...names.map((name) => this.layers[name]),
    );
    this.host.classList.toggle("live", this.live);
    this.host.prepend(this.svg);
    if (this.live) this._listen();
    this.cells = new Map();
    this.focused = this.places.has(kept) ? kept : this._at(0, this.rows - 1);
    this._drawSquares();
  }

  _drawSquares() {
    this.layers.squares.replaceChildren();
    this.layers.labels.replaceChildren();
    this.cells.clear();
    for (let y = 0; y < this.rows; y++) {
      const line = s("g", { role: this.live ? "row" : null });
      for (let x = 0; x < this.columns; x++) {
        const name = this._at(x, y),
          [column, row] = this._spot(name);
        const cell = s(
          "g",
          {
            class: "square",
            "data-square": name,
            role: this.live ? "gridcell" : null,
            tabindex: this.live ? (name === this.focused ? 0 : -1) : null,
          },
          s("rect", {
            x: this._x(x),
            y: this._y(y),
            width: CELL,
            height: CELL,
            class: `tint-${this.board.tints[row][column]}`,
          }),
          this.live ? s("title") : null,
        );
        this.cells.set(name, cell);
        line.append(cell);
      }
      this.layers.squares.append(line);
    }
    if (!this.labels) return;
    this._drawLabels();
    this._drawRowValues();
  }

  /** Write the coordinates into the frame, where no man covers them. */
  _drawLabels() {
    const middle = this.left / 2;
    // on a small board the style makes them larger, or leaves them out
    this.layers.labels.setAttribute("font-size", Math.max(this.columns, this.rows) * 2.28);
    /** @param {string} kind @param {string} text @param {number} x @param {number} y */
    const write = (kind, text, x, y) =>
      this.layers.labels.append(s("text", { class: `label ${kind}`, x, y, dy: ".35em", text }));
    for (let x = 0; x < this.columns; x++) {
      const label = this.board.column_labels[this.flipped ? this.columns - 1 - x : x];
      write("file", label, this._x(x) + CELL / 2, this.height - middle);
    }
    for (let y = 0; y < this.rows; y++) {
      const label = this.board.row_labels[this.flipped ? this.rows - 1 - y : y];
      write("rank", label, middle, this._y(y) + CELL / 2);
    }
  }

  /** Write beside each row what a man on it is worth. */
  _drawRowValues() {
    const size = this.right * 0.5;
    for (let y = 0; y < this.rows; y++) {
      const values = this.board.row_values?.[this.flipped ? this.rows - 1 - y : y] ?? [];
      values.forEach((value, side) =>
        this.layers.labels.append(
          s(
            "text",
            {
              class: `label worth side-${side}`,
              x: this.width - this.right / 2,
              y: this._y(y) + CELL / 2 + size * (side ? 0.95 : -0.2),
              "font-size": size * 0.9,
            },
            s("title", { text: `A man of ${this.look.colors[side]}'s is worth ${value} points on this row.` }),
            String(value),
          ),
        ),
      );
    }
  }

  /** @param {number} column */
  _x(column) {
    return this.left + column * CELL;
  }
  /** @param {number} row */
  _y(row) {
    return this.edge + row * CELL;
  }
  /** Column and row of a square, from the top left of the unflipped board. @param {string} name */
  _spot(name) {
    return /** @type {Point} */ (this.places.get(name));
  }
  /** The square shown at a column and row of the screen. @param {number} x @param {number} y */
  _at(x, y) {
    return this.flipped ? this.board.rows[this.rows - 1 - y]?.[this.columns - 1 - x] : this.board.rows[y]?.[x];
  }
  /** Where a square is shown: column and row of the screen. @param {string} name */
  _shown(name) {
    const [column, row] = this._spot(name);
    return this.flipped ? [this.columns - 1 - column, this.rows - 1 - row] : [column, row];
  }
  /** The upper left corner of a square in the drawing. @param {string} name @returns {Point} */
  corner(name) {
    const [x, y] = this._shown(name);
    return [this._x(x), this._y(y)];
  }
  /** @param {string} name @returns {Point} */
  center(name) {
    const [x, y] = this.corner(name);
    return [x + CELL / 2, y + CELL / 2];
  }

  /** @param {Pointed} event @returns {Point} */
  _point(event) {
    const box = this.svg.getBoundingClientRect(),
      scale = this.width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }
  /** How many pixels a square is wide. */
  get cellSize() {
    return (this.svg.getBoundingClientRect().width * CELL) / this.width;
  }
  /** The square under a pointer, null beside the board. @param {Pointed} event */
  squareAt(event) {
    return this._under(event) ?? null;
  }
  /** @param {Pointed} event */
  _under(event) {
    const [x, y] = this._point(event);
    return this._at(Math.floor((x - this.left) / CELL), Math.floor((y - this.edge) / CELL));
  }

  /** Show the other side. */
  _turn() {
    this.flipped = !this.flipped;
    this._drawSquares();
    this._drawOverlays();
    this._drawPieceValues();
    this.layers.happened.replaceChildren();
    for (const [square, piece] of this.pieces) this._place(piece.element, square);
  }

  // ------------------------------------------------------------------------------------------------ pieces

  /** @param {SVGElement} element @param {string} square */
  _place(element, square) {
    const [x, y] = this.corner(square);
    element.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** @param {string} name @param {string} square */
  _newPiece(name, square) {
    const element = s(
      "g",
      { class: "piece" },
      s("use", { href: `#${symbol(this.look, name)}`, width: CELL, height: CELL }),
    );
    this._place(element, square);
    this.layers.pieces.append(element);
    return /** @type {Piece} */ ({ name, element });
  }

  /** Bring the pieces from where they stand to where `wanted` has them.
   * @param {Record<string, string>} wanted @param {string[]} path @param {boolean} shoots @param {boolean} quick
   * @param {string[]} drowned  squares on which a piece sinks */
  _setPieces(wanted, path, shoots, quick, drowned = []) {
    const gone = [],
      come = [];
    for (const [square, piece] of this.pieces) if (wanted[square] !== piece.name) gone.push(square);
    for (const square of Object.keys(wanted)) if (this.pieces.get(square)?.name !== wanted[square]) come.push(square);
    const way = shoots && path.length > 2 ? path.slice(0, -1) : path;
    /** @type {Map<string, Piece>} */
    const taken = new Map();
    for (const square of gone) {
      const piece = this.pieces.get(square);
      if (piece) taken.set(square, piece);
      this.pieces.delete(square);
    }
    const claim = (/** @type {string} */ square) => {
      if (way.length > 1 && square === way.at(-1) && taken.has(way[0])) return way[0];
      const same = [...taken.keys()].filter((from) => taken.get(from)?.name === wanted[square]);
      const [x, y] = this._spot(square);
      const far = (/** @type {string} */ from) => {
        const [column, row] = this._spot(from);
        return Math.hypot(column - x, row - y);
      };
      return same.toSorted((a, b) => far(a) - far(b))[0];
    };
    // the piece that moved is matched first, so that it is not mistaken for another of its kind
    come.sort((a, b) => Number(b === way.at(-1)) - Number(a === way.at(-1)));
    for (const square of come) {
      const from = claim(square),
        piece = taken.get(from);
      if (!piece) {
        const piece = this._newPiece(wanted[square], square);
        this.pieces.set(square, piece);
        if (!quick) appear(piece.element, this.corner(square), shoots && square === path.at(-1) ? 160 : 0);
        continue;
      }
      taken.delete(from);
      let moved = piece;
      if (piece.name !== wanted[square]) {
        piece.element.remove();
        moved = this._newPiece(wanted[square], square);
      }
      this._place(moved.element, square);
      this.layers.pieces.append(moved.element);
      moved.element.classList.remove("held", "ghost");
      if (!quick && !piece.dropped)
        glide(
          moved.element,
          (square === way.at(-1) && from === way[0] ? way : [from, square]).map((name) => this.corner(name)),
        );
      piece.dropped = moved.dropped = false;
      this.pieces.set(square, moved);
    }
    for (const [square, piece] of taken) {
      if (quick) piece.element.remove();
      else fade(piece.element, this.corner(square), drowned.includes(square));
    }
    for (const piece of this.pieces.values()) piece.element.classList.remove("ghost", "held");
  }

  // ------------------------------------------------------------------------------------------------ arrows and circles

  /** Arrows and circles that the page wants to show: [{from, to?, kind}]. @param {Shape[]} shapes */
  setShapes(shapes) {
    this.shapes = shapes;
    this._drawShapes();
  }

  /** Put away what has been drawn on a position, and show what had been on another.
   * @param {string | undefined} before @param {string | undefined} now */
  _changeDrawing(before, now) {
    this.drawn.set(before, this.userShapes);
    this.userShapes = this.drawn.get(now) ?? [];
    this.shapes = [];
  }

  /** Show what somebody has drawn on this position before. @param {Shape[]} shapes */
  setDrawing(shapes) {
    this.userShapes = shapes;
    this._drawShapes();
  }
  /** Show what has just been drawn, and tell of it. */
  drew() {
    this._drawShapes();
    this.dispatchEvent(new CustomEvent("drawn", { detail: { shapes: this.userShapes } }));
  }

  /** A way over squares that is shown beside the arrows; [] for none. @param {string[]} path */
  setPath(path) {
    if (!path.length && !this.path.length) return;
    this.path = path;
    this._drawShapes();
  }

  _drawShapes() {
    this.layers.shapes.replaceChildren(
      ...[...this.shapes, ...way(this.path.length > 1 ? this.path : [], "next way"), ...this.userShapes]
        .filter((shape) => this.places.has(shape.from) && (!shape.to || this.places.has(shape.to)))
        .map((shape) =>
          shape.to && shape.to !== shape.from
            ? arrow(this.center(shape.from), this.center(shape.to), shape.kind)
            : circle(this.center(shape.from), shape.kind),
        ),
    );
  }

  /** Shade squares to explain a position: [{square, kind, strength?, text?}]. @param {Api.Mark[]} marks */
  setOverlays(marks) {
    this.overlays = marks;
    this._drawOverlays();
  }

  _drawOverlays() {
    const size = Math.max(20, 2.6 * Math.max(this.columns, this.rows));
    const { overlays, notes } = this.layers;
    overlays.replaceChildren();
    notes.replaceChildren();
    notes.setAttribute("font-size", size);
    for (const { square, kind, strength = 1, text } of this.overlays) {
      if (!this.places.has(square)) continue;
      const [x, y] = this.corner(square);
      overlays.append(s("rect", { class: `over ${kind}`, x, y, width: CELL, height: CELL, opacity: strength }));
      if (kind === "water")
        for (const r of [30, 44])
          overlays.append(s("circle", { class: "ripple", cx: x + CELL / 2, cy: y + CELL / 2, r, opacity: strength }));
      if (text) notes.append(s("text", { class: "note", x: x + 6, y: y + CELL - 8 }, text));
    }
  }

  /** Write on pieces what they are worth: square to {short, worth, side}; side 0 if that is good for White.
   * @param {Record<string, Api.PieceView>} pieceValues */
  setPieceValues(pieceValues) {
    this.pieceValues = pieceValues;
    this._drawPieceValues();
  }

  _drawPieceValues() {
    const larger = Math.max(this.columns, this.rows),
      isSmall = larger > 10,
      // readable on a phone, but for boards of many squares, which have these numbers on larger screens only
      height = isSmall ? 2.6 * larger : Math.max(25, 3.3 * larger),
      drawn = Object.entries(this.pieceValues).filter(([square, { short }]) => short && this.places.has(square));
    this.layers["piece-values"].classList.toggle("small", isSmall);
    this.layers["piece-values"].replaceChildren(
      ...drawn.map(([square, { short, side }]) => {
        const [x, y] = this.corner(square),
          width = height * (0.35 + 0.58 * short.length);
        return s(
          "g",
          { class: `worth-tag side-${side}`, transform: `translate(${x + CELL - 2} ${y + CELL - 2})` },
          s("rect", { x: -width, y: -height * 1.15, width, height: height * 1.15, rx: height * 0.3 }),
          s("text", { x: -width / 2, y: -height * 0.23, "font-size": height }, short),
        );
      }),
    );
  }

  /** Shade squares by a number from 0 to 1; null takes the shade away. @param {?Record<string, number>} heat */
  setHeat(heat) {
    this.layers.heats.replaceChildren(
      ...Object.entries(heat ?? {})
        .filter(([square]) => this.places.has(square))
        .map(([square, strength]) => {
          const [x, y] = this.corner(square);
          return s("rect", { class: "heat", x, y, width: CELL, height: CELL, opacity: (0.85 * strength).toFixed(3) });
        }),
    );
  }
}
