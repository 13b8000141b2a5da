// From squares to a move: which squares may be chosen next, and when a move is complete. Knows no rules, only the list
// of legal moves, each with the squares it touches: [text, from, ..., to].

/** @typedef {{kind: "none" | "chosen" | "cleared" | "move" | "choose", moves?: string[][]}} Picked */

/** The state of choosing a move. */
export class Choice {
  /** @param {string[][]} moves  @param {boolean} shoots  whether a move's last square is not one the piece goes to */
  constructor(moves, shoots) {
    this.moves = moves.filter((move) => move.length > 1);
    this.shoots = shoots;
    this.hopByHop = false;
    /** Where moves begin. */
    this.froms = new Set(this.moves.map((move) => move[1]));
    /** @type {string[]} */
    this.path = [];
  }

  /** Moves that begin with the squares chosen so far. */
  candidates() {
    const path = this.path;
    return path.length ? this.moves.filter((move) => path.every((square, i) => move[i + 1] === square)) : [];
  }

  /** Squares to choose next: {square: "step" | "end" | "shot"}; an end may lie several hops away. */
  targets() {
    const found = new Map();
    const depth = this.path.length + 1;
    for (const move of this.candidates()) {
      if (move.length <= depth) continue;
      const next = move[depth],
        isLast = move.length === depth + 1;
      if (this.shoots) found.set(next, isLast ? "shot" : "step");
      else {
        found.set(next, "step");
        if (!this.hopByHop && !isLast && !found.has(move.at(-1))) found.set(move.at(-1), "end");
      }
    }
    return found;
  }

  /** Squares to which a move from a square leads: what `targets` would say of it. @param {string} square */
  targetsFrom(square) {
    return Object.assign(new Choice(this.moves, this.shoots), { path: [square], hopByHop: this.hopByHop }).targets();
  }

  /** Whether some legal move hops more than once (and does not shoot). */
  get hops() {
    return !this.shoots && this.moves.some((move) => move.length > 3);
  }

  /** Whether what is chosen so far is a whole move that could also go on. */
  complete() {
    return this.path.length > 1 ? this.candidates().filter((move) => move.length === this.path.length + 1) : [];
  }

  /** Choose a square.
   * @param {string} square @returns {Picked} */
  pick(square) {
    if (this.path.length) {
      if (this.path.length > 1 && square === this.path.at(-1)) {
        const whole = this.complete();
        if (whole.length) return this._end(whole);
      }
      const kind = this.targets().get(square);
      if (kind) {
        const depth = this.path.length + 1;
        const through = this.candidates().filter((move) => move[depth] === square);
        const ending = this.candidates().filter((move) => move.length > depth && move.at(-1) === square);
        const mayGoOn = through.some((move) => move.length > depth + 1);
        if (this.shoots ? mayGoOn : mayGoOn && (this.hopByHop || !ending.length)) {
          this.path.push(square);
          return { kind: "chosen" };
        }
        return this._end(this.shoots || this.hopByHop || !ending.length ? through : ending);
      }
      if (this.path.length > 1) return { kind: "none" };
      if (this.path[0] === square) {
        this.path = [];
        return { kind: "cleared" };
      }
    }
    if (this.froms.has(square)) {
      this.path = [square];
      return { kind: "chosen" };
    }
    if (this.path.length) {
      this.path = [];
      return { kind: "cleared" };
    }
    return { kind: "none" };
  }

  /** @param {string[][]} moves @returns {Picked} */
  _end(moves) {
    return moves.length === 1 ? { kind: "move", moves } : { kind: "choose", moves };
  }

  /** Take the last chosen square back; tells whether there was one. */
  back() {
    return this.path.pop() !== undefined;
  }

  clear() {
    this.path = [];
  }
}
