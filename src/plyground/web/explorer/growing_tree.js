// Monte-Carlo tree search as it happened: a step is a simulation, and most of them add a node to the tree. It answers
// what the drawing asks of a `SearchTree`.

export class GrowingTree {
  /** @param {Api.Simulated} found */
  constructor(found) {
    const { parent, move, maximises, moves, node, plies, result, exploration, best, position } = found;
    this.parent = parent;
    this.move = move;
    this.maximises = maximises;
    this.moves = moves;
    /** Chance decides nowhere, and nothing is cut off. @type {boolean[]} */
    this.isChance = [];
    this.exploration = exploration;
    this.best = best;
    this.position = position;
    this.simulations = { node, plies, result };
    this.algorithm = /** @type {const} */ ("mcts");
    this.size = parent.length;
    this.steps = node.length;
    this.children = parent.map(() => /** @type {number[]} */ ([]));
    this.level = new Uint8Array(this.size);
    /** The simulation that added a node: it is visible from the step after it on. */
    this.added = new Uint32Array(this.size).fill(this.steps);
    node.forEach((each, i) => (this.added[each] = Math.min(this.added[each], i)));
    for (let each = 1; each < this.size; each++) {
      this.children[parent[each]].push(each);
      this.level[each] = this.level[parent[each]] + 1;
    }
    this.cutoffs = /** @type {SearchTree["cutoffs"]} */ (new Map());
    this.done = 0;
    this.visited = new Uint32Array(this.size);
    this.total = new Float64Array(this.size);
    this.line = new Set(this._line());
  }

  _rewind() {
    this.done = 0;
    this.visited.fill(0);
    this.total.fill(0);
  }
  /** Count the simulations up to this step. @param {number} step */
  _replay(step) {
    if (step < this.done) this._rewind();
    for (; this.done < step; this.done++)
      for (let node = this.simulations.node[this.done]; node >= 0; node = this.parent[node]) {
        this.visited[node]++;
        this.total[node] += this.simulations.result[this.done];
      }
  }

  /** The line of the most visited moves. */
  _line() {
    this._replay(this.steps);
    const line = [0];
    for (let node = 0; this.children[node].length;) {
      node = this.children[node].reduce((best, child) => (this.visited[child] > this.visited[best] ? child : best));
      line.push(node);
    }
    return line;
  }

  /** How often a node was visited, and its mean result for MAX, after this many simulations.
   * @param {number} node @param {number} step */
  count(node, step) {
    this._replay(step);
    return { visits: this.visited[node], mean: this.total[node] / this.visited[node] };
  }
  /** The upper confidence bounds of a node's children, for the player who moves there.
   * @returns {{child: number, visits: number, mean: number, bonus: number, bound: number}[]}
   * @param {number} node @param {number} step */
  bounds(node, step) {
    const all = this.count(node, step).visits;
    return this.children[node]
      .filter((child) => this.isVisible(child, step))
      .map((child) => {
        const { visits, mean } = this.count(child, step);
        const own = this.maximises[node] ? mean : 1 - mean,
          bonus = this.exploration * Math.sqrt(Math.log(all) / visits);
        return { child, visits, mean: own, bonus, bound: own + bonus };
      });
  }

  /** @param {number} step */
  at(step) {
    return this.simulations.node[Math.max(0, step - 1)];
  }
  isLeaving() {
    return true;
  }
  /** @param {number} node @param {number} step */
  isVisible(node, step) {
    return this.added[node] < step;
  }
  /** @param {number} node @param {number} step */
  isClosed(node, step) {
    return this.isVisible(node, step);
  }
  cut() {
    return 0;
  }
  /** @returns {undefined} */
  cutoff() {
    return undefined;
  }
  source() {
    return -1;
  }
  /** @param {number} node */
  label(node) {
    return this.move[node];
  }
  kind() {
    return false;
  }
  /** @param {number} node */
  path(node) {
    const path = [];
    for (let here = node; here >= 0; here = this.parent[here]) path.unshift(here);
    return path;
  }
  /** @param {number} node */
  movesTo(node) {
    return this.path(node)
      .slice(1)
      .map((each) => this.move[each]);
  }
  /** The way of the last simulation. @param {number} node @param {number} step */
  glowing(node, step) {
    return step < this.steps || node === this.at(step) ? this.path(this.at(step)) : [];
  }
  /** @param {number} node @param {number} step */
  shown(node, step) {
    const { visits, mean } = this.count(node, step);
    return { value: visits ? mean.toFixed(2) : "", open: false };
  }
  /** @param {number} node @param {number} step */
  detail(node, step) {
    return `n = ${this.count(node, step).visits}`;
  }
}
