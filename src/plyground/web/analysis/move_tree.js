// The tree of moves that have been looked at: a main line with variations. Each node keeps the position it leads to.

/** @typedef {{id: number, parent: ?object, children: object[], move: ?string, squares: string[], position: string,
 *   turn: number, ply: number, outcome: ?string, glyph: string, comment: string, thought: ?object}} Node */

export class Tree {
  constructor(start, turn) {
    this._next = 0;
    /** @type {Node} */
    this.root = this._node(null, { move: null, squares: [], position: start, turn, outcome: null });
    this.first = turn;
  }

  _node(parent, { move, squares, position, turn, outcome }) {
    return {
      id: this._next++,
      parent,
      children: [],
      move,
      squares,
      position,
      turn,
      outcome,
      ply: parent ? parent.ply + 1 : 0,
      glyph: "",
      comment: "",
      thought: null,
    };
  }

  /** Add a move below a node, or find it there. */
  add(parent, step) {
    const known = parent.children.find((child) => child.move === step.move);
    if (known) return known;
    const node = this._node(parent, step);
    parent.children.push(node);
    return node;
  }

  /** The nodes from the root (left out) to a node. */
  path(node) {
    const path = [];
    for (let here = node; here.parent; here = here.parent) path.unshift(here);
    return path;
  }

  /** The line from a node on that always takes the first move. */
  line(node = this.root) {
    const line = [];
    for (let here = node.children[0]; here; here = here.children[0]) line.push(here);
    return line;
  }

  isMain(node) {
    return this.path(node).every((each) => each.parent.children[0] === each);
  }

  /** Make the line to a node the main one. */
  promote(node) {
    for (const each of this.path(node)) {
      const siblings = each.parent.children;
      siblings.splice(siblings.indexOf(each), 1);
      siblings.unshift(each);
    }
  }

  remove(node) {
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    return node.parent;
  }

  /** "12." or "12…" before a move. */
  number(node) {
    const half = node.ply - 1 + this.first;
    return `${Math.floor(half / 2) + 1}${half % 2 === 0 ? "." : "…"}`;
  }
  isFirst(node) {
    return (node.ply - 1 + this.first) % 2 === 0;
  }
}

export const GLYPHS = [
  ["!!", "good", "brilliant"],
  ["!", "good", "good move"],
  ["!?", "good", "interesting"],
  ["?!", "bad-1", "inaccuracy"],
  ["?", "bad-2", "mistake"],
  ["??", "bad-3", "blunder"],
];
export const glyphClass = (glyph) => GLYPHS.find(([text]) => text === glyph)?.[1] ?? "";
