// What the explorer shows: the tree, how far the search has got, which nodes are open, which one is chosen.

import { $ } from "../shared/dom.js";
import { Drawing } from "./drawing.js";
import { Outline } from "./outline.js";

/** A tree of so few nodes is opened whole. */
export const SMALL = 160;
/** A drawing of this scale can be read. */
export const READABLE = 0.75;

export const counted = (nodes) => nodes.toLocaleString("en");

/** Events out: "chosen" (another node, or another step at the same one), "shown" (another tree). */
class Shown extends EventTarget {
  tree = null;
  step = 0;
  chosen = 0;
  opened = new Set();
  found = new Set();
  game = null;
  root = null;
  board = null;
  /** Whether the search is being played. */
  running = false;
  /** The step at which a question is asked, or null: meanwhile nothing is shown that would answer it. */
  asking = null;

  choose(node) {
    this.chosen = node;
    draw();
    follow();
    this.tell();
  }
  toggle(node) {
    if (this.opened.has(node)) this.opened.delete(node);
    else this.opened.add(node);
    this.chosen = node;
    draw();
    this.tell();
  }
  press(node) {
    if (node === this.chosen) this.toggle(node);
    else this.choose(node);
  }
  tell() {
    this.dispatchEvent(new Event("chosen"));
  }
}

export const state = new Shown();
export const drawing = new Drawing($("#drawing"), state),
  outline = new Outline($("#outline"), state);
const views = [drawing, outline];

export function draw() {
  for (const view of views) view.draw();
}
export function follow() {
  for (const view of views) view.show(state.chosen);
}
