// A tree of one's own, typed as ((3 5) (6 9)) or changed leaf by leaf; it is searched as a game's positions are.

import { $, h } from "../shared/dom.js";
import { searchOwn } from "./search_tree.js";
import { state } from "./state.js";

/** What stands for a tree of one's own among the games. */
export const OWN = "tree";

/** Trees to begin with. */
export const TREES = [
  { name: "Three cuts", tree: "((6 9 7) (4 8 5) (8 7 9) (3 8 5) (5 9))" },
  { name: "Both players cut", tree: "(((5 6) (7 4)) ((3 2) (6 1)))" },
  { name: "A deep cut", tree: "(5 (((4 9) 8) 7))" },
  { name: "Russell and Norvig", tree: "((3 12 8) (2 4 6) (14 5 2))" },
  { name: "With a die", tree: "({(5 5 8) (6 4)} {2*(5 2 2) 2*(1 1) (3 7 0)} {(7 8 0) (5 6 8) 2*(3 3 7)})" },
];

/** A tree as lists of [mark, child] pairs: the mark is what stands before a child (!, a name, an estimate, a chance).
 * @typedef {[string, Nested | string][] & {isChance?: boolean}} Nested */
/** @typedef {(list: Nested, place: number, named: Map<string | Nested, Nested>) => unknown} Change */

/** Read one.
 * @param {string} text */
function nested(text) {
  const tokens = text.match(/[(){}]|[^\s(){}]*[!:=*]|[^\s(){}]+/g) ?? [];
  let at = 1;
  /** @returns {Nested} */
  const list = () => {
    /** @type {Nested} */
    const children = [];
    children.isChance = tokens[at - 1] === "{";
    for (; !")}".includes(tokens[at]); at++) {
      let mark = "";
      while (/[!:=*]$/.test(tokens[at])) mark += tokens[at++];
      if ("({".includes(tokens[at])) {
        at++;
        children.push([mark, list()]);
      } else children.push([mark, tokens[at]]);
    }
    return children;
  };
  return list();
}
/** @type {(children: Nested) => string} */
const written = (children) => {
  const [open, close] = children.isChance ? "{}" : "()";
  return (
    open + children.map(([mark, child]) => mark + (Array.isArray(child) ? written(child) : child)).join(" ") + close
  );
};

/** The nodes of a tree that have a name, with their children.
 * @param {Nested} tree @returns {Map<string | Nested, Nested>} */
function namedIn(tree) {
  const all = /** @type {Map<string | Nested, Nested>} */ (new Map());
  for (const [mark, child] of tree) {
    if (!Array.isArray(child)) continue;
    const name = mark.match(/(\w+)=/)?.[1];
    if (name) all.set(name, child);
    for (const entry of namedIn(child)) all.set(...entry);
  }
  return all;
}

/** Change one node of the tree that is shown; `change` is given the list it stands in and its place there. What is
 * changed below a transposition is changed where it was written.
 * @param {string} path @param {Change} change */
function edit(path, change) {
  const tree = nested(state.tree.position),
    named = namedIn(tree);
  const places = [...path].map((letter) => letter.charCodeAt(0) - 97);
  const list = places.slice(0, -1).reduce((below, place) => {
    const child = below[place][1];
    return Array.isArray(child) ? child : (named.get(child) ?? []);
  }, tree);
  change(list, places.at(-1), named);
  $("#position").value = written(tree);
  $("#ask").requestSubmit();
}

/** What can be changed at a node: a leaf's value, its place, its children. @returns {HTMLElement}
 * @param {number} node */
export function editor(node) {
  const { tree } = state,
    path = tree.move[node],
    isLeaf = !tree.moves[node] && tree.source(node) < 0;
  /** @param {string} name @param {Change} change */
  const button = (name, change) =>
    h("button", { type: "button", class: "quiet small", onclick: () => edit(path, change) }, name);
  if (!path) {
    const add = h("button", { type: "button", class: "quiet small", onclick: addToRoot }, "Add a child");
    return h("p", { class: "row editor" }, add);
  }
  return h(
    "form",
    {
      class: "row editor",
      onsubmit: (event) => {
        event.preventDefault();
        const value = Number($("#leaf").value);
        if (Number.isFinite(value)) edit(path, (list, place) => (list[place] = [list[place][0], String(value)]));
      },
    },
    isLeaf && [
      h("label", { for: "leaf", class: "small" }, "Value"),
      h("input", {
        id: "leaf",
        type: "number",
        step: "any",
        value: tree.algorithm === "mcts" ? "" : tree.values[node],
        required: true,
      }),
      h("button", { class: "small" }, "Set"),
      button("Give it children", (list, place) => (list[place] = ["", [list[place], ["", "0"]]])),
    ],
    !isLeaf &&
      button("Add a child", (list, place, named) => {
        const [, child] = list[place];
        (named.get(child) ?? /** @type {Nested} */ (child)).push(["", "0"]);
      }),
    button("Remove", (list, place) => list.length > 1 && list.splice(place, 1)),
  );
}

function addToRoot() {
  const tree = nested(state.tree.position);
  $("#position").value = written([...tree, ["", "0"]]);
  $("#ask").requestSubmit();
}

/** The number of nodes that each algorithm visits.
 * @param {string} tree @param {string[]} algorithms @param {number} [depth] */
export async function compareOwn(tree, algorithms, depth) {
  const found = await Promise.all(algorithms.map((each) => searchOwn(tree, each, depth)));
  return Object.fromEntries(algorithms.map((each, i) => [each, found[i].nodes]));
}
