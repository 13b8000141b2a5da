// The tree of moves that have been looked at: a main line with variations. Each node keeps the position it leads to.

import { unset } from "../shared/dom.js";

/** What the engine has found at a node: `missed` is undefined before a review, and null where nothing was missed.
 * @typedef {{thought: ?Api.Thought, chance?: number, ours?: boolean,
 *   missed?: ?{name: string, best: Api.LineView}}} Found */
/** The root has neither a parent nor a move, which those who ask for them know.
 * @typedef {Found & Api.Step & {id: number, parent: MoveNode, children: MoveNode[], ply: number, glyph: string,
 *   nags: number[], comment: string, starting_comment: string, view?: View}} MoveNode */

/** @param {Found} node @returns {Found} */
const found = ({ thought, chance, ours, missed }) => ({ thought, chance, ours, missed });

export class Tree {
  /** @param {string} start @param {number} turn */
  constructor(start, turn) {
    this._next = 0;
    this.root = this._node(null, { move: unset(), squares: [], position: start, turn, outcome: null, mark: null });
    this.first = turn;
  }

  /** @param {?MoveNode} parent @param {Api.Step} step @returns {MoveNode} */
  _node(parent, { move, squares, position, turn, outcome, mark }) {
    return {
      id: this._next++,
      parent: parent ?? unset(),
      children: [],
      move,
      squares,
      position,
      turn,
      outcome,
      mark,
      ply: parent ? parent.ply + 1 : 0,
      glyph: "",
      nags: [],
      comment: "",
      starting_comment: "",
      thought: null,
    };
  }

  /** Add a move below a node, or find it there. @param {MoveNode} parent @param {Api.Step} step */
  add(parent, step) {
    const known = parent.children.find((child) => child.move === step.move);
    if (known) return known;
    const node = this._node(parent, step);
    parent.children.push(node);
    return node;
  }

  /** Add moves as the server sends them: each with the number of the node it follows (0 is the root), and its step.
   * @param {Api.TreeNode[]} nodes @param {Api.Step[]} steps */
  fill(nodes, steps) {
    const known = [this.root];
    nodes.forEach(({ parent, move: _, ...said }, i) => {
      known.push(Object.assign(this.add(known[parent], steps[i]), said));
    });
    return known;
  }

  /** All nodes but the root, each after its parent, a line before the variations from it. */
  all() {
    /** @type {MoveNode[]} */
    const all = [],
      waiting = this.root.children.toReversed();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      all.push(node);
      waiting.push(...node.children.toReversed());
    }
    return all;
  }

  /** The nodes as the server takes them: see `fill`. `more` picks what else is to be in them.
   * @param {(node: MoveNode) => object} more @returns {Api.TreeNode[]} */
  nodes(more = () => ({})) {
    const numbers = new Map([[this.root, 0]]);
    return this.all().map((node, i) => {
      numbers.set(node, i + 1);
      const { parent, move, glyph, nags, comment, starting_comment } = node,
        marks = nags.length ? { glyph, nags } : { glyph },
        opening = starting_comment ? { starting_comment } : {};
      return { parent: numbers.get(parent) ?? 0, move, ...marks, comment, ...opening, ...more(node) };
    });
  }

  /** The nodes with what the engine has found, and the number of the current one: to be unpacked by `fill`.
   * @param {MoveNode} current */
  packed(current) {
    return { nodes: this.nodes(found), at: this.all().indexOf(current) + 1, root: found(this.root) };
  }

  /** The nodes from the root (left out) to a node. @param {MoveNode} node */
  path(node) {
    /** @type {MoveNode[]} */
    const path = [];
    for (let here = node; here.parent; here = here.parent) path.unshift(here);
    return path;
  }

  /** The line from a node on that always takes the first move. */
  line(node = this.root) {
    /** @type {MoveNode[]} */
    const line = [];
    for (let here = node.children[0]; here; here = here.children[0]) line.push(here);
    return line;
  }

  /** @param {MoveNode} node */
  isMain(node) {
    return this.path(node).every((each) => each.parent.children[0] === each);
  }

  /** Make the line to a node the main one. @param {MoveNode} node */
  promote(node) {
    for (const each of this.path(node)) {
      const siblings = each.parent.children;
      siblings.splice(siblings.indexOf(each), 1);
      siblings.unshift(each);
    }
  }

  /** @param {MoveNode} node */
  remove(node) {
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    return node.parent;
  }

  /** "12." or "12…" before a move. @param {MoveNode} node */
  number(node) {
    const half = node.ply - 1 + this.first;
    return `${Math.floor(half / 2) + 1}${half % 2 === 0 ? "." : "…"}`;
  }
  /** @param {MoveNode} node */
  isFirst(node) {
    return (node.ply - 1 + this.first) % 2 === 0;
  }
}
