// A search as it happened: the nodes in order of visit, and the steps in which they were entered and left.

import { post } from "../shared/api.js";

/** Search a tree of one's own; without a depth to its leaves.
 * @param {string} tree @param {string} algorithm @param {?number} [depth] */
export const searchOwn = (tree, algorithm, depth) =>
  post("/api/explorer/handmade", {
    tree,
    algorithm: /** @type {OwnAlgorithm} */ (algorithm),
    ...(depth ? { depth } : {}),
  });

/** Write an answer into the field that asked, unless something else has been typed since.
 * @param {HTMLInputElement} field @param {string} asked @param {string} text */
export function answerIn(field, asked, text) {
  if (field.value === asked) field.value = text;
}

/** What stands before a number that is only a bound on the value. */
/** @type {Record<string, string>} */
const SIGNS = { exact: "", upper: "≤ ", lower: "≥ " };

/** Node to the reason why moves were cut off there.
 * @param {Api.CutoffColumns} cutoffs
 * @returns {Map<number, {ancestor: number, alternative: number, moves: string[], why: string}>} */
function cutoffsOf({ node, ancestor, alternative, moves, why }) {
  return new Map(
    node.map((id, i) => [id, { ancestor: ancestor[i], alternative: alternative[i], moves: moves[i], why: why[i] }]),
  );
}

export class SearchTree {
  /** @param {Api.Searched} found  with a tree */
  constructor(found) {
    this.algorithm = /** @type {OwnAlgorithm} */ (found.algorithm);
    /** Whether nodes have windows. */
    this.prunes = !["minimax", "expectimax"].includes(found.algorithm);
    this.best = found.best;
    this.value = found.value;
    this.position = found.position;
    const columns = /** @type {Api.TreeColumns} */ (found.tree),
      { parent, move, maximises, value, bound, alpha, beta, moves, searched, note } = columns,
      { source, stand, is_chance, share, cutoffs } = columns;
    this.parent = parent;
    this.move = move;
    this.maximises = maximises;
    this.values = value;
    this.bound = bound;
    this.alpha = alpha;
    this.beta = beta;
    this.moves = moves;
    this.searched = searched;
    this.note = note;
    this.sources = source;
    this.stand = stand;
    this.isChance = is_chance;
    this.share = share;
    this.cutoffs = cutoffsOf(cutoffs);
    this.size = parent.length;
    this.children = parent.map(() => /** @type {number[]} */ ([]));
    this.ply = new Uint8Array(this.size);
    /** How far a node stands below the first one; the root of an iteration stands one below what holds them all. */
    this.level = new Uint8Array(this.size);
    this.entered = new Uint32Array(this.size);
    this.left = new Uint32Array(this.size);
    /** Step number to node; positive when it is entered, its complement when it is left. */
    this.events = new Int32Array(2 * this.size);
    let step = 0;
    /** @type {number[]} */
    const open = [];
    const leave = (/** @type {number | undefined} */ until) => {
      while (open.length && open.at(-1) !== until) {
        const node = open.pop() ?? 0;
        this.left[node] = step;
        this.events[step++] = ~node;
      }
    };
    for (let node = 0; node < this.size; node++) {
      if (parent[node] >= 0) {
        this.children[parent[node]].push(node);
        this.ply[node] = this.ply[parent[node]] + (move[node] ? 1 : 0);
        this.level[node] = this.level[parent[node]] + 1;
      }
      leave(parent[node] >= 0 ? parent[node] : undefined);
      this.entered[node] = step;
      this.events[step++] = node;
      open.push(node);
    }
    leave(undefined);
    this.steps = step;
    /** How many nodes have been visited after each step. */
    this.visits = new Uint32Array(step + 1);
    for (let i = 0; i < step; i++)
      this.visits[i + 1] = this.visits[i] + Number(this.events[i] >= 0 && note[this.events[i]] !== "iterations");
    this.numbers = value.map(Number);
    this.line = new Set(this._line());
  }

  /** The line of best play: always the first child with the node's value, of iterations the last that is no upper
   * bound only; where chance decides it goes on after whatever comes. */
  _line() {
    const line = [],
      ends = [0];
    for (let node = ends.pop(); node !== undefined; node = ends.pop()) {
      line.push(node);
      if (this.stand[node] === this.values[node]) continue;
      const children = this.children[node];
      if (this.isChance[node]) {
        ends.push(...new Map(children.map((child) => [this.move[child], child])).values());
        continue;
      }
      const isValue = (/** @type {number} */ child) => this.values[child] === this.values[node],
        next =
          this.note[node] === "iterations"
            ? children.findLast((child) => isValue(child) && this.bound[child] !== "upper")
            : children.find(isValue);
      if (next !== undefined) ends.push(next);
    }
    return line;
  }

  /** The node that step `step` (1 to steps) is about. @param {number} step */
  at(step) {
    const event = this.events[Math.max(0, step - 1)];
    return event < 0 ? ~event : event;
  }
  /** @param {number} step */
  isLeaving(step) {
    return step > 0 && this.events[step - 1] < 0;
  }
  /** @param {number} node @param {number} step */
  isVisible(node, step) {
    return this.entered[node] < step;
  }
  /** @param {number} node @param {number} step */
  isClosed(node, step) {
    return this.left[node] < step;
  }
  /** @param {number} node */
  cut(node) {
    return this.moves[node] - this.searched[node];
  }

  /** The reason why moves were cut off at a node, once the search has left it.
   * @param {number} node @param {number} step */
  cutoff(node, step) {
    return this.isClosed(node, step) ? this.cutoffs.get(node) : undefined;
  }

  /** The node whose value in the table was taken for this one; -1 if it was searched. @param {number} node */
  source(node) {
    return this.sources[node];
  }
  /** What stands at the edge to a node: the move, how likely it is, or which iteration. @param {number} node */
  label(node) {
    if (this.note[node] === "question") return `≥ ${this.beta[node]}?`;
    return this.share[node] || this.move[node] || (node ? this.note[node] : "");
  }
  /** What kind of visit it is, as a class. @param {number} node */
  kind(node) {
    if (this.note[node] === "probe" || this.note[node] === "question") return "scout";
    return ["scout", "again", "table", "quiet"].includes(this.note[node]) && this.note[node];
  }
  /** The moves that lead from the root to a node. @param {number} node */
  movesTo(node) {
    return this.path(node)
      .map((each) => this.move[each])
      .filter(Boolean);
  }
  /** The nodes whose edges join a node where moves were cut off to the move above that set the bound.
   * @param {number} node @param {number} step */
  glowing(node, step) {
    const cutoff = this.cutoff(node, step);
    if (!cutoff) return [];
    const path = this.path(node);
    return [...path.slice(path.indexOf(cutoff.ancestor) + 1), cutoff.alternative];
  }
  /** What is written below the value of a node: its window, or where the value comes from.
   * @param {number} node @param {number} step @param {boolean} [isAsking] */
  detail(node, step, isAsking) {
    if (!this.prunes || this.note[node] === "iterations") return "";
    if (this.note[node] === "table") return "from the table";
    const { alpha, beta } = this.shown(node, step, isAsking);
    return windowText(alpha, beta);
  }

  /** The nodes from the root to a node. @param {number} node */
  path(node) {
    const path = [];
    for (let here = node; here >= 0; here = this.parent[here]) path.unshift(here);
    return path;
  }

  /** What is known of an open node at a step: the best value so far and the window as it stands.
   * @param {number} node @param {number} step */
  soFar(node, step) {
    /** @type {?number} */
    let best = null;
    if (this.note[node] === "iterations") {
      const last = this.children[node].findLast((child) => this.isClosed(child, step));
      return { value: last === undefined ? null : this.values[last], alpha: null, beta: null };
    }
    if (this.isChance[node]) return { value: null, alpha: this.alpha[node], beta: this.beta[node] };
    for (const child of this.children[node]) {
      if (!this.isClosed(child, step)) break;
      const value = this.numbers[child];
      if (best === null || (this.maximises[node] ? value > this.numbers[best] : value < this.numbers[best]))
        best = child;
    }
    let value = best === null ? null : this.values[best];
    const stand = this.stand[node];
    const isBetter =
      value === null || (this.maximises[node] ? Number(stand) > Number(value) : Number(stand) < Number(value));
    if (stand !== null && isBetter) value = stand;
    let alpha = this.alpha[node],
      beta = this.beta[node];
    if (value !== null && this.prunes) {
      if (this.maximises[node]) {
        if (alpha === null || Number(value) > Number(alpha)) alpha = value;
      } else if (beta === null || Number(value) < Number(beta)) beta = value;
    }
    return { value, alpha, beta };
  }

  /** What to write on a node at a step: its value if it is known, else the best so far, if that is not asked for.
   * @param {number} node @param {number} step */
  shown(node, step, isAsking = false) {
    if (this.isClosed(node, step))
      return {
        value: SIGNS[this.bound[node]] + this.values[node],
        alpha: this.alpha[node],
        beta: this.beta[node],
        open: false,
      };
    if (isAsking) return { value: "?", alpha: this.alpha[node], beta: this.beta[node], open: true };
    const { value, alpha, beta } = this.soFar(node, step);
    return { value: value === null ? "?" : `${value}…`, alpha, beta, open: true };
  }
}

/** @param {?string} alpha @param {?string} beta */
export const windowText = (alpha, beta) => `[${alpha ?? "−∞"}, ${beta ?? "∞"}]`;
