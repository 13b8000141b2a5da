// A board as a picture: its squares, labels and pieces, and where they are. `Board` (board.js) adds choosing moves.

import { s } from "../shared/dom.js";
import { glide, fade, appear } from "./motion.js";
import { symbol } from "./sprites.js";
import { arrow, circle } from "./shapes.js";

export const CELL = 100;

export class Surface extends EventTarget {
  /** @param {HTMLElement} host @param {object} look
   * @param {{live: boolean, labels: boolean, flipped: boolean, name: string}} options */
  constructor(host, look, { live, labels, flipped, name }) {
    super();
    Object.assign(this, { host, look, live, labels, flipped, name });
    this.pieces = new Map();
    this.shapes = [];
    this.userShapes = [];
    host.classList.add("board");
    this._layOut(look.board);
  }

  /** Told when a new drawing has been made, which needs its own listeners. */
  _listen() {}

  // ------------------------------------------------------------------------------------------------ geometry

  _layOut(board) {
    this.board = board;
    this.columns = board.column_labels.length;
    this.rows = board.row_labels.length;
    const larger = Math.max(this.columns, this.rows);
    // the same measures as in picture.py: when this takes the place of what the server has drawn, nothing moves
    /** How wide the frame is. */
    this.edge = Math.round(larger * 1.2) + 2;
    /** The same on the right, where it may say what men on a row are worth. */
    this.right = board.row_values?.length && this.labels ? Math.round(26 + larger * 4.2) : this.edge;
    this.width = this.columns * CELL + this.edge + this.right;
    this.height = this.rows * CELL + 2 * this.edge;
    /** @type {Map<string, [number, number]>} square to column and row, from the top left of the unflipped board */
    this.places = new Map();
    board.rows.forEach((names, row) => names.forEach((name, column) => this.places.set(name, [column, row])));
    const kept = this.focused;
    this.host.querySelector("svg.squares")?.remove();
    const names = ["squares", "heats", "overlays", "marks", "labels", "pieces", "notes", "worths", "hints", "shapes"];
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
      this.layers.squares,
      this.layers.heats,
      this.layers.overlays,
      this.layers.marks,
      this.layers.labels,
      this.layers.pieces,
      this.layers.notes,
      this.layers.worths,
      this.layers.hints,
      this.layers.shapes,
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
          [column, row] = this.places.get(name);
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

  /** Write the coordinates into corners of the squares at the rim: ranks upper left, files lower right. */
  _drawLabels() {
    // on a small board the style makes them larger, or leaves them out
    this.layers.labels.setAttribute("font-size", Math.max(15, 2.2 * Math.max(this.columns, this.rows)));
    const write = (kind, column, row, text, x, y, dy) => {
      const [atColumn, atRow] = this.places.get(this._at(column, row)),
        ground = this.board.tints[atRow][atColumn].endsWith("dark") ? "on-dark" : "on-light";
      this.layers.labels.append(s("text", { class: `label ${kind} ${ground}`, x, y, dy, text }));
    };
    for (let x = 0; x < this.columns; x++) {
      const label = this.board.column_labels[this.flipped ? this.columns - 1 - x : x];
      write("file", x, this.rows - 1, label, this._x(x) + CELL - 5, this._y(this.rows) - 7);
    }
    for (let y = 0; y < this.rows; y++) {
      const label = this.board.row_labels[this.flipped ? this.rows - 1 - y : y];
      write("rank", 0, y, label, this._x(0) + 5, this._y(y), "1em");
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

  _x(column) {
    return this.edge + column * CELL;
  }
  _y(row) {
    return this.edge + row * CELL;
  }
  /** The square shown at a column and row of the screen. */
  _at(x, y) {
    return this.flipped ? this.board.rows[this.rows - 1 - y]?.[this.columns - 1 - x] : this.board.rows[y]?.[x];
  }
  /** Where a square is shown: column and row of the screen. */
  _shown(name) {
    const [column, row] = this.places.get(name);
    return this.flipped ? [this.columns - 1 - column, this.rows - 1 - row] : [column, row];
  }
  /** The upper left corner of a square in the drawing. */
  corner(name) {
    const [x, y] = this._shown(name);
    return [this._x(x), this._y(y)];
  }
  center(name) {
    const [x, y] = this.corner(name);
    return [x + CELL / 2, y + CELL / 2];
  }

  _point(event) {
    const box = this.svg.getBoundingClientRect(),
      scale = this.width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }
  /** How many pixels a square is wide. */
  get cellSize() {
    return (this.svg.getBoundingClientRect().width * CELL) / this.width;
  }
  /** The square under a pointer, null beside the board. */
  squareAt(event) {
    return this._under(event) ?? null;
  }
  _under(event) {
    const [x, y] = this._point(event);
    return this._at(Math.floor((x - this.edge) / CELL), Math.floor((y - this.edge) / CELL));
  }

  // ------------------------------------------------------------------------------------------------ pieces

  _place(element, square) {
    const [x, y] = this.corner(square);
    element.setAttribute("transform", `translate(${x} ${y})`);
  }

  _newPiece(name, square) {
    const element = s(
      "g",
      { class: "piece" },
      s("use", { href: `#${symbol(this.look, name)}`, width: CELL, height: CELL }),
    );
    this._place(element, square);
    this.layers.pieces.append(element);
    return { name, element };
  }

  /** Bring the pieces from where they stand to where `wanted` has them. */
  _setPieces(wanted, path, shoots, quick) {
    const gone = [],
      come = [];
    for (const [square, piece] of this.pieces) if (wanted[square] !== piece.name) gone.push(square);
    for (const square of Object.keys(wanted)) if (this.pieces.get(square)?.name !== wanted[square]) come.push(square);
    const way = shoots && path.length > 2 ? path.slice(0, -1) : path;
    const taken = new Map(gone.map((square) => [square, this.pieces.get(square)]));
    for (const square of gone) this.pieces.delete(square);
    const claim = (square) => {
      if (way.length > 1 && square === way.at(-1) && taken.has(way[0])) return way[0];
      const same = [...taken.keys()].filter((from) => taken.get(from).name === wanted[square]);
      const [x, y] = this.places.get(square);
      const far = (from) => {
        const [column, row] = this.places.get(from);
        return Math.hypot(column - x, row - y);
      };
      return same.toSorted((a, b) => far(a) - far(b))[0];
    };
    // the piece that moved is matched first, so that it is not mistaken for another of its kind
    come.sort((a, b) => (b === way.at(-1)) - (a === way.at(-1)));
    for (const square of come) {
      const from = claim(square);
      if (from === undefined) {
        const piece = this._newPiece(wanted[square], square);
        this.pieces.set(square, piece);
        if (!quick) appear(piece.element, this.corner(square), shoots && square === path.at(-1) ? 160 : 0);
        continue;
      }
      const piece = taken.get(from);
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
      const [column, row] = this.places.get(square);
      const drowns = this.board.tints[row][column].startsWith("river") && square !== way.at(-1);
      if (quick) piece.element.remove();
      else fade(piece.element, this.corner(square), drowns);
    }
    for (const piece of this.pieces.values()) piece.element.classList.remove("ghost", "held");
  }

  // ------------------------------------------------------------------------------------------------ arrows and circles

  /** Arrows and circles that the page wants to show: [{from, to?, kind}]. */
  setShapes(shapes) {
    this.shapes = shapes;
    this._drawShapes();
  }

  /** A way over squares that is shown beside the arrows; [] for none. */
  setPath(path) {
    if (!path.length && !this.path?.length) return;
    this.path = path;
    this._drawShapes();
  }

  _drawShapes() {
    const way = (this.path ?? []).slice(1).map((to, i) => ({ from: this.path[i], to, kind: "next way" }));
    this.layers.shapes.replaceChildren(
      ...[...this.shapes, ...way, ...this.userShapes]
        .filter((shape) => this.places.has(shape.from) && (!shape.to || this.places.has(shape.to)))
        .map((shape) =>
          shape.to && shape.to !== shape.from
            ? arrow(this.center(shape.from), this.center(shape.to), shape.kind)
            : circle(this.center(shape.from), shape.kind),
        ),
    );
  }

  /** Shade squares to explain a position: [{square, kind, strength?, text?}]. */
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
    for (const { square, kind, strength = 1, text } of this.overlays ?? []) {
      if (!this.places.has(square)) continue;
      const [x, y] = this.corner(square);
      overlays.append(s("rect", { class: `over ${kind}`, x, y, width: CELL, height: CELL, opacity: strength }));
      if (kind === "water")
        for (const r of [30, 44])
          overlays.append(s("circle", { class: "ripple", cx: x + CELL / 2, cy: y + CELL / 2, r, opacity: strength }));
      if (text) notes.append(s("text", { class: "note", x: x + 6, y: y + CELL - 8 }, text));
    }
  }

  /** Write on pieces what they are worth: square to {short, worth, side}; side 0 if that is good for White. */
  setWorths(worths) {
    this.worths = worths;
    this._drawWorths();
  }

  _drawWorths() {
    const larger = Math.max(this.columns, this.rows),
      isSmall = larger > 10,
      // readable on a phone, but for boards of many squares, which have these numbers on larger screens only
      height = isSmall ? 2.6 * larger : Math.max(25, 3.3 * larger),
      drawn = Object.entries(this.worths ?? {}).filter(([square, { short }]) => short && this.places.has(square));
    this.layers.worths.classList.toggle("small", isSmall);
    this.layers.worths.replaceChildren(
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

  /** Shade squares by a number from 0 to 1; null takes the shade away. */
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
