// What is shown of a search: the tree, how far the search has got, which nodes are open, which one is chosen.

import { unset } from "../shared/dom.js";

/** A tree of so few nodes is opened whole. */
export const SMALL = 160;
/** A drawing of this scale can be read. */
export const READABLE = 0.75;

export const counted = (/** @type {number} */ nodes) => nodes.toLocaleString("en");

/** Events out: "chosen" (another node, or another step at the same one), "shown" (another tree). */
export class Shown extends EventTarget {
  /** @type {AnyTree} */
  tree = unset();
  step = 0;
  chosen = 0;
  /** @type {Set<number>} */
  opened = new Set();
  /** Nodes all of whose children are shown, however many. @type {Set<number>} */
  unfolded = new Set();
  /** @type {Set<number>} */
  found = new Set();
  /** The game and the position at the root, if it is a game's; the board that shows the chosen node. @type {Look} */
  game = unset();
  root = "";
  /** @type {Board} */
  board = unset();
  /** Whether the search is being played. */
  running = false;
  /** The step at which a question is asked, or null: meanwhile nothing is shown that would answer it.
   * @type {?number} */
  asking = null;
  /** What draws it. @type {{draw(): void, show(node: number): void, fit?(): void}[]} */
  views = [];

  draw() {
    for (const view of this.views) view.draw();
  }
  follow() {
    for (const view of this.views) view.show(this.chosen);
  }
  /** Take another tree, at its end. @param {AnyTree} tree */
  take(tree) {
    this.tree = tree;
    this.found = new Set();
    this.unfolded = new Set();
    this.opened = new Set(tree.size <= SMALL ? Array.from({ length: tree.size }, (_, i) => i) : [0, ...tree.line]);
    this.chosen = 0;
    this.step = tree.steps;
  }
  /** Show the search after this many steps; `quietly` chooses no node and draws nothing. @param {number} step */
  goTo(step, { quietly = false } = {}) {
    const { tree } = this;
    if (!tree) return;
    this.step = Math.max(1, Math.min(tree.steps, this.asking ?? tree.steps, step));
    if (quietly) return;
    const node = tree.at(this.step);
    // what the search is at is open, what it has left is closed again, so that a large tree stays in view
    if (tree.size > SMALL)
      this.opened = new Set(
        tree
          .path(node)
          .slice(0, -1)
          .concat(tree.isLeaving(this.step) ? [node] : []),
      );
    this.chosen = node;
    this.draw();
    this.follow();
    this.tell();
  }
  /** @param {number} node */
  choose(node) {
    this.chosen = node;
    this.draw();
    this.follow();
    this.tell();
  }
  /** @param {number} node */
  toggle(node) {
    if (this.opened.has(node)) this.opened.delete(node);
    else this.opened.add(node);
    this.chosen = node;
    this.draw();
    this.tell();
  }
  /** @param {number} node */
  unfold(node) {
    this.unfolded.add(node);
    this.draw();
  }
  /** @param {number} node */
  press(node) {
    if (node === this.chosen) this.toggle(node);
    else this.choose(node);
  }
  tell() {
    this.dispatchEvent(new Event("chosen"));
  }
}
