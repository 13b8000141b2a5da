// The algorithm beside the tree: the line that is being worked on is lit, and its variables have their values.

import { h } from "../shared/dom.js";

/** What a line stands for; lines without a name are never lit. */
const ENTER = "enter",
  LEAF = "leaf",
  CALL = "call",
  CUT = "cut",
  RETURN = "return";

const minimax = (own, other, start, choose) => [
  [ENTER, `function ${own}(s)`],
  [LEAF, "  if s is a leaf: return its value"],
  ["", `  v ← ${start}`],
  ["", "  for each move m of s"],
  [CALL, `    v ← ${choose}(v, ${other}(s·m))`],
  [RETURN, "  return v"],
];
const alphabeta = (own, other, start, choose, test, bound) => [
  [ENTER, `function ${own}(s, α, β)`],
  [LEAF, "  if s is a leaf: return its value"],
  ["", `  v ← ${start}`],
  ["", "  for each move m of s"],
  [CALL, `    v ← ${choose}(v, ${other}(s·m, α, β))`],
  [CUT, `    if ${test}: return v`],
  ["", `    ${bound} ← ${choose}(${bound}, v)`],
  [RETURN, "  return v"],
];

const TWO_FUNCTIONS = {
  minimax: {
    max: minimax("MAX-VALUE", "MIN-VALUE", "−∞", "max"),
    min: minimax("MIN-VALUE", "MAX-VALUE", "∞", "min"),
  },
  alphabeta: {
    max: alphabeta("MAX-VALUE", "MIN-VALUE", "−∞", "max", "v ≥ β", "α"),
    min: alphabeta("MIN-VALUE", "MAX-VALUE", "∞", "min", "v ≤ α", "β"),
  },
};
const NEGAMAX = {
  minimax: [
    [ENTER, "function NEGAMAX(s)"],
    [LEAF, "  if s is a leaf: return its value for the player to move"],
    ["", "  v ← −∞"],
    ["", "  for each move m of s"],
    [CALL, "    v ← max(v, −NEGAMAX(s·m))"],
    [RETURN, "  return v"],
  ],
  alphabeta: [
    [ENTER, "function NEGAMAX(s, α, β)"],
    [LEAF, "  if s is a leaf: return its value for the player to move"],
    ["", "  v ← −∞"],
    ["", "  for each move m of s"],
    [CALL, "    v ← max(v, −NEGAMAX(s·m, −β, −α))"],
    [CUT, "    if v ≥ β: return v"],
    ["", "    α ← max(α, v)"],
    [RETURN, "  return v"],
  ],
};

/** What the search does at a node at a step. */
function lit(tree, node, step) {
  const isLeaf = !tree.children[node].length;
  if (!tree.isClosed(node, step)) return isLeaf ? LEAF : tree.at(step) === node ? ENTER : CALL;
  if (isLeaf) return LEAF;
  return tree.cut(node) ? CUT : RETURN;
}

function negated(text) {
  if (text === null || Number(text) === 0) return text;
  return text.startsWith("-") ? text.slice(1) : `-${text}`;
}

/** The variables of a node at a step: [name, value] pairs. */
function variables(tree, node, step, isNegamax) {
  const isTurned = isNegamax && !tree.maximises[node];
  const isClosed = tree.isClosed(node, step);
  const now = tree.soFar(node, step),
    v = isClosed ? tree.values[node] : now.value;
  const turned = (text) => (isTurned ? negated(text) : text);
  const [alpha, beta] = isTurned ? [negated(now.beta), negated(now.alpha)] : [now.alpha, now.beta];
  const call = tree.children[node].find((child) => tree.isVisible(child, step) && !tree.isClosed(child, step));
  const start = isNegamax || tree.maximises[node] ? "−∞" : "∞";
  return [
    ["v", v === null ? (tree.children[node].length ? start : "") : turned(v)],
    ...(tree.algorithm === "minimax"
      ? []
      : [
          ["α", alpha ?? "−∞"],
          ["β", beta ?? "∞"],
        ]),
    ...(call === undefined ? [] : [["m", tree.move[call]]]),
  ].filter(([, value]) => value !== "");
}

/** The pseudocode at a node. @returns {HTMLElement} */
export function pseudocode(tree, node, step, isNegamax) {
  const kind = tree.algorithm === "minimax" ? "minimax" : "alphabeta";
  const lines = isNegamax ? NEGAMAX[kind] : TWO_FUNCTIONS[kind][tree.maximises[node] ? "max" : "min"];
  const now = lit(tree, node, step);
  return h(
    "div",
    { class: "pseudocode" },
    h(
      "ol",
      {},
      lines.map(([name, text]) =>
        h("li", name === now ? { class: `lit ${name}`, "aria-current": "step" } : {}, h("code", {}, text)),
      ),
    ),
    h(
      "p",
      { class: "variables numbers" },
      variables(tree, node, step, isNegamax).map(([name, value]) => h("span", {}, h("var", {}, name), ` = ${value}`)),
    ),
  );
}
