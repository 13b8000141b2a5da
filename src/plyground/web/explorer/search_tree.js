// A search as it happened: the nodes in order of visit, and the steps in which they were entered and left.

/** What stands before a number that is only a bound on the value. */
const SIGNS = { exact: "", upper: "≤ ", lower: "≥ " };

/** Node to the reason why moves were cut off there.
 * @returns {Map<number, {ancestor: number, alternative: number, moves: string[], why: string}>} */
function cutoffsOf({ node, ancestor, alternative, moves, why }) {
  return new Map(
    node.map((id, i) => [id, { ancestor: ancestor[i], alternative: alternative[i], moves: moves[i], why: why[i] }]),
  );
}

export class SearchTree {
  /** @param {object} found  what /api/explorer/search answers */
  constructor(found) {
    Object.assign(this, {
      algorithm: found.algorithm,
      depth: found.depth,
      best: found.best,
      value: found.value,
      position: found.position,
    });
    const { parent, move, maximises, value, bound, alpha, beta, moves, searched } = found.tree;
    Object.assign(this, { parent, move, maximises, values: value, bound, alpha, beta, moves, searched });
    this.cutoffs = cutoffsOf(found.tree.cutoffs);
    this.size = parent.length;
    this.children = Array.from(parent, () => []);
    this.ply = new Uint8Array(this.size);
    this.entered = new Uint32Array(this.size);
    this.left = new Uint32Array(this.size);
    /** Step number to node; positive when it is entered, its complement when it is left. */
    this.events = new Int32Array(2 * this.size);
    let step = 0;
    const open = [];
    const leave = (until) => {
      while (open.length && open.at(-1) !== until) {
        const node = open.pop();
        this.left[node] = step;
        this.events[step++] = ~node;
      }
    };
    for (let node = 0; node < this.size; node++) {
      if (parent[node] >= 0) {
        this.children[parent[node]].push(node);
        this.ply[node] = this.ply[parent[node]] + 1;
      }
      leave(parent[node] >= 0 ? parent[node] : undefined);
      this.entered[node] = step;
      this.events[step++] = node;
      open.push(node);
    }
    leave(undefined);
    this.steps = step;
    this.numbers = value.map(Number);
    this.line = new Set(this._line());
  }

  /** The line of best play: always the first child with the node's value. */
  _line() {
    const line = [0];
    for (let node = 0; ;) {
      const next = this.children[node].find((child) => this.values[child] === this.values[node]);
      if (next === undefined) return line;
      line.push((node = next));
    }
  }

  /** The node that step `step` (1 to steps) is about. */
  at(step) {
    const event = this.events[Math.max(0, step - 1)];
    return event < 0 ? ~event : event;
  }
  isLeaving(step) {
    return step > 0 && this.events[step - 1] < 0;
  }
  isVisible(node, step) {
    return this.entered[node] < step;
  }
  isClosed(node, step) {
    return this.left[node] < step;
  }
  cut(node) {
    return this.moves[node] - this.searched[node];
  }

  /** The reason why moves were cut off at a node, once the search has left it. */
  cutoff(node, step) {
    return this.isClosed(node, step) ? this.cutoffs.get(node) : undefined;
  }

  /** The nodes from the root to a node. */
  path(node) {
    const path = [];
    for (let here = node; here >= 0; here = this.parent[here]) path.unshift(here);
    return path;
  }

  /** What is known of an open node at a step: the best value so far and the window as it stands. */
  soFar(node, step) {
    let best = null;
    for (const child of this.children[node]) {
      if (!this.isClosed(child, step)) break;
      const value = this.numbers[child];
      if (best === null || (this.maximises[node] ? value > this.numbers[best] : value < this.numbers[best]))
        best = child;
    }
    const value = best === null ? null : this.values[best];
    let alpha = this.alpha[node],
      beta = this.beta[node];
    if (best !== null && this.algorithm !== "minimax") {
      if (this.maximises[node]) {
        if (alpha === null || this.numbers[best] > Number(alpha)) alpha = value;
      } else if (beta === null || this.numbers[best] < Number(beta)) beta = value;
    }
    return { value, alpha, beta };
  }

  /** What to write on a node at a step: its value if it is known, else the best so far, if that is not asked for. */
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

export const windowText = (alpha, beta) => `[${alpha ?? "−∞"}, ${beta ?? "∞"}]`;
