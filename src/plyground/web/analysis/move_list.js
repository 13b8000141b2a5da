// Show a tree of moves: the main line in two columns, variations set off below the move they replace.

import { signOf } from "../board/events.js";
import { h, reveal } from "../shared/dom.js";
import { clockOf, wordsOf } from "./annotations.js";
import { glyphClass, signsOf } from "./marks.js";

/** What the engine thinks of the position after a node's move, null where it has not been asked.
 * @param {MoveNode} node */
export const scoreOf = (node) => node.thought?.lines[0]?.score ?? null;

const signs = (/** @type {MoveNode} */ node) =>
  signsOf(node).map(([sign, name]) => h("span", { class: "glyph sign", title: name }, sign));

/** Draw `tree` into `host`; `go` is called with the node that is clicked.
 * @param {HTMLElement} host @param {MoveTree} tree @param {MoveNode} current @param {(node: MoveNode) => void} go */
export function showTree(host, tree, current, go) {
  const button = (/** @type {MoveNode} */ node) =>
    h(
      "button",
      {
        "data-node": node.id,
        "data-score": scoreOf(node),
        "aria-current": node === current ? "true" : "false",
        onclick: () => go(node),
      },
      node.move,
      signOf(node.mark),
      node.glyph ? h("span", { class: `glyph ${glyphClass(node.glyph)}` }, node.glyph) : "",
      signs(node),
      clockOf(node.comment) ? h("span", { class: "at-clock", title: "On the clock" }, clockOf(node.comment)) : "",
    );

  const rows = [];
  if (!tree.root.children.length) rows.push(h("p", { class: "none" }, "Play a move on the board, or paste a game."));
  if (tree.root.nags.length) rows.push(h("div", { class: "remark" }, signs(tree.root)));
  const opening = wordsOf(tree.root.comment);
  if (opening) rows.push(h("div", { class: "remark" }, opening));
  /** @type {?HTMLElement} */
  let pair = null;
  for (const node of tree.line()) {
    if (tree.isFirst(node) || !pair) {
      pair = h("div", { class: "pair" }, h("span", { class: "number" }, tree.number(node)));
      if (!tree.isFirst(node)) pair.append(h("span"));
      rows.push(pair);
    }
    pair.append(button(node));
    const variations = node.parent.children.slice(1);
    const words = wordsOf(node.comment);
    if (words || variations.length) pair = null;
    if (words) rows.push(h("div", { class: "remark" }, words));
    for (const variation of variations) rows.push(h("div", { class: "variation" }, flow(variation, true)));
  }
  /** @param {MoveNode} node @param {boolean} withNumber @returns {HTMLElement[]} */
  function flow(node, withNumber) {
    const parts = [];
    for (let here = node, number = withNumber; here; here = here.children[0]) {
      if (number || tree.isFirst(here)) parts.push(h("span", { class: "inline" }, tree.number(here)));
      parts.push(button(here));
      number = false;
      const words = wordsOf(here.comment);
      if (words) {
        parts.push(h("em", {}, ` ${words} `));
        number = true;
      }
      const others = here.parent.children;
      if (here !== node && others[0] === here)
        for (const other of others.slice(1)) {
          parts.push(h("div", { class: "variation" }, flow(other, true)));
          number = true;
        }
    }
    return parts;
  }
  host.replaceChildren(...rows);
  const mark = host.querySelector('[aria-current="true"]');
  if (mark) reveal(host, mark, host.clientHeight / 4);
  else host.scrollTop = 0;
}
