// Monte-Carlo tree search as it happened: a step is a simulation, and most of them add a node to the tree. It answers
// what the drawing asks of a `SearchTree`.

export class GrowingTree {
  /** @param {object} found  what /api/explorer/simulations answers */
  constructor(found) {
    const { parent, move, maximises, moves, node, plies, result, exploration, best, position } = found;
    Object.assign(this, { parent, move, maximises, moves, exploration, best, position });
    this.simulations = { node, plies, result };
    this.algorithm = "mcts";
    this.size = parent.length;
    this.steps = node.length;
    this.children = Array.from(parent, () => []);
    this.level = new Uint8Array(this.size);
    /** The simulation that added a node: it is visible from the step after it on. */
    this.added = new Uint32Array(this.size).fill(this.steps);
    node.forEach((each, i) => (this.added[each] = Math.min(this.added[each], i)));
    for (let each = 1; each < this.size; each++) {
      this.children[parent[each]].push(each);
      this.level[each] = this.level[parent[each]] + 1;
    }
    this.cutoffs = new Map();
    this._rewind();
    this.line = new Set(this._line());
  }

  _rewind() {
    this.done = 0;
    this.visited = new Uint32Array(this.size);
    this.total = new Float64Array(this.size);
  }
  /** Count the simulations up to this step. */
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

  /** How often a node was visited, and its mean result for MAX, after this many simulations. */
  count(node, step) {
    this._replay(step);
    return { visits: this.visited[node], mean: this.total[node] / this.visited[node] };
  }
  /** The upper confidence bounds of a node's children, for the player who moves there.
   * @returns {{child: number, visits: number, mean: number, bonus: number, bound: number}[]} */
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

  at(step) {
    return this.simulations.node[Math.max(0, step - 1)];
  }
  isLeaving() {
    return true;
  }
  isVisible(node, step) {
    return this.added[node] < step;
  }
  isClosed(node, step) {
    return this.isVisible(node, step);
  }
  cut() {
    return 0;
  }
  cutoff() {
    return undefined;
  }
  source() {
    return -1;
  }
  label(node) {
    return this.move[node];
  }
  kind() {
    return false;
  }
  path(node) {
    const path = [];
    for (let here = node; here >= 0; here = this.parent[here]) path.unshift(here);
    return path;
  }
  movesTo(node) {
    return this.path(node)
      .slice(1)
      .map((each) => this.move[each]);
  }
  /** The way of the last simulation. */
  glowing(node, step) {
    return step < this.steps || node === this.at(step) ? this.path(this.at(step)) : [];
  }
  shown(node, step) {
    const { visits, mean } = this.count(node, step);
    return { value: visits ? mean.toFixed(2) : "", open: false };
  }
  detail(node, step) {
    return `n = ${this.count(node, step).visits}`;
  }
}
