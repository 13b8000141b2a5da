// The algorithm beside the tree: the line that is being worked on is lit, and its variables have their values.

import { h } from "../shared/dom.js";

/** What a line stands for; lines without a name are never lit. */
const ENTER = "enter",
  LEAF = "leaf",
  FOUND = "found",
  CALL = "call",
  SCOUT = "scout",
  AGAIN = "again",
  CUT = "cut",
  RETURN = "return",
  ROUND = "round";

/** The words of a dialect for a player: what its functions are called, and how it compares.
 * @typedef {{own: string, start: string, better: (call: string) => string, null: (move: string) => string,
 *   below: (move: string, window: boolean) => string, test: string, raise: string, worth: string}} Words */

/** @type {Words} */
const MAX = {
  own: "MAX-VALUE",
  start: "−∞",
  better: (call) => `max(v, ${call})`,
  below: (move, window) => `MIN-VALUE(s·${move}${window ? ", α, β" : ""})`,
  null: (move) => `MIN-VALUE(s·${move}, α, α+1)`,
  test: "v ≥ β",
  raise: "α ← max(α, v)",
  worth: "its value",
};
/** @type {Words} */
const MIN = {
  ...MAX,
  own: "MIN-VALUE",
  start: "∞",
  better: (call) => `min(v, ${call})`,
  below: (move, window) => `MAX-VALUE(s·${move}${window ? ", α, β" : ""})`,
  null: (move) => `MAX-VALUE(s·${move}, β−1, β)`,
  test: "v ≤ α",
  raise: "β ← min(β, v)",
};
/** @type {Words} */
const NEGAMAX = {
  ...MAX,
  own: "NEGAMAX",
  below: (move, window) => `−NEGAMAX(s·${move}${window ? ", −β, −α" : ""})`,
  null: (move) => `−NEGAMAX(s·${move}, −α−1, −α)`,
  worth: "its value for the player to move",
};

/** @type {Record<string, string>} */
const ORDERS = {
  aspiration: ", the last round’s best first",
  ordered: ", best first",
  pvs: ", best first",
  deepening: ", the last round’s best first",
};

/** The lines of an algorithm in the words of a player. @param {string} algorithm @param {Words} words */
function linesOf(algorithm, words) {
  if (algorithm === "minimax" || algorithm === "expectimax")
    return [
      [ENTER, `function ${words.own}(s)`],
      [LEAF, `  if s is a leaf: return ${words.worth}`],
      ["", `  v ← ${words.start}`],
      ["", "  for each move m of s"],
      [CALL, `    v ← ${words.better(words.below("m", false))}`],
      [RETURN, "  return v"],
    ];
  const calls =
    algorithm === "pvs"
      ? [
          [CALL, `    if m is the first: w ← ${words.below("m", true)}`],
          [SCOUT, `    else: w ← ${words.null("m")}`],
          [AGAIN, `      if α < w < β: w ← ${words.below("m", true)}`],
          ["", `    v ← ${words.better("w")}`],
        ]
      : [[CALL, `    v ← ${words.better(words.below("m", true))}`]];
  const leaf = algorithm === "quiescence" ? "QUIESCENCE(s, α, β)" : words.worth;
  return [
    [ENTER, `function ${words.own}(s, α, β)`],
    ...(REMEMBERS.includes(algorithm) ? [[FOUND, "  if s is in the table: return its value"]] : []),
    [LEAF, `  if s is a leaf: return ${leaf}`],
    ["", `  v ← ${words.start}`],
    ["", `  for each move m of s${ORDERS[algorithm] ?? ""}`],
    ...calls,
    [CUT, `    if ${words.test}: return v`],
    ["", `    ${words.raise}`],
    ...(REMEMBERS.includes(algorithm) ? [["", "  table[s] ← v"]] : []),
    [RETURN, "  return v"],
  ];
}
/** Beyond the horizon. @param {Words} words */
const quietLines = (words) => [
  [ENTER, "function QUIESCENCE(s, α, β)"],
  [LEAF, `  v ← ${words.worth.replace("its value", "the value of s as it stands")}`],
  ["", `  if ${words.test}: return v`],
  ["", "  for each forcing move m of s"],
  [CALL, `    v ← ${words.better(`${words === NEGAMAX ? "−" : ""}QUIESCENCE(s·m, …)`)}`],
  [CUT, `    if ${words.test}: return v`],
  [RETURN, "  return v"],
];
/** What goes on at the root, by algorithm. @type {Record<string, string[][]>} */
const ROUNDS = {
  deepening: [
    ["", "function SEARCH(s)"],
    [ROUND, "  for d = 1, 2, … depth"],
    [CALL, "    v ← the value of s to depth d"],
    [RETURN, "  return v"],
  ],
  aspiration: [
    ["", "function SEARCH(s)"],
    [ROUND, "  for d = 1, 2, … depth"],
    [CALL, "    w ← MAX-VALUE(s, v − margin, v + margin)"],
    ["", "    if w ≤ α or w ≥ β: again, open on that side"],
    ["", "    v ← w"],
    [RETURN, "  return v"],
  ],
  mtdf: [
    ["", "function MTD(s, v)"],
    ["", "  low, high ← −∞, ∞"],
    [ROUND, "  while low < high"],
    ["", "    β ← v + 1 if v = low else v"],
    [CALL, "    v ← MAX-VALUE(s, β − 1, β)"],
    ["", "    if v < β: high ← v  else: low ← v"],
    [RETURN, "  return v"],
  ],
};
/** Where chance decides. @param {string} algorithm */
const chanceLines = (algorithm) =>
  algorithm === "expectimax"
    ? [
        [ENTER, "function CHANCE-VALUE(s)"],
        [LEAF, "  if s is a leaf: return its value"],
        [CALL, "  return Σ pᵢ · VALUE(s·i) over all outcomes i"],
      ]
    : [
        [ENTER, "function CHANCE-VALUE(s, α, β)"],
        ["", "  lᵢ, uᵢ ← L, U for each outcome i"],
        ...(algorithm === "star2"
          ? [
              ["", "  for each outcome i"],
              [SCOUT, "    uᵢ (or lᵢ) ← the value of one move of s·i"],
              ["", "    if Σ p·u ≤ α or Σ p·l ≥ β: return it"],
            ]
          : []),
        ["", "  for each outcome i"],
        ["", "    αᵢ ← (α − Σ p·u of the others) / pᵢ"],
        ["", "    βᵢ ← (β − Σ p·l of the others) / pᵢ"],
        [CALL, "    lᵢ, uᵢ ← VALUE(s·i, αᵢ, βᵢ)"],
        [CUT, "    if Σ p·u ≤ α or Σ p·l ≥ β: return it"],
        [RETURN, "  return Σ p·v"],
      ];
/** What keeps what it finds in a table. */
const REMEMBERS = ["table", "mtdf"];

/** What the search does at a node at a step. @param {SearchTree} tree @param {number} node @param {number} step */
function lit(tree, node, step) {
  const isLeaf = !tree.children[node].length;
  if (tree.note[node] === "table") return FOUND;
  if (!tree.isClosed(node, step)) {
    if (isLeaf) return LEAF;
    if (tree.at(step) === node) return ENTER;
    const call = called(tree, node, step),
      note = call === undefined ? "" : tree.note[call];
    return note === "scout" || note === "probe" ? SCOUT : note === "again" ? AGAIN : CALL;
  }
  if (isLeaf) return LEAF;
  return tree.cut(node) ? CUT : RETURN;
}
/** The child that is being searched. @param {SearchTree} tree @param {number} node @param {number} step */
const called = (tree, node, step) =>
  tree.children[node].find((child) => tree.isVisible(child, step) && !tree.isClosed(child, step));

/** @param {?string} text */
function negated(text) {
  if (text === null || Number(text) === 0) return text;
  return text.startsWith("-") ? text.slice(1) : `-${text}`;
}

/** The variables of a node at a step: [name, value] pairs.
 * @param {SearchTree} tree @param {number} node @param {number} step @param {boolean} isNegamax */
function variables(tree, node, step, isNegamax) {
  const isTurned = isNegamax && !tree.maximises[node];
  const isClosed = tree.isClosed(node, step);
  const now = tree.soFar(node, step),
    v = isClosed ? tree.values[node] : now.value;
  const turned = (/** @type {?string} */ text) => (isTurned ? negated(text) : text);
  const [alpha, beta] = isTurned ? [negated(now.beta), negated(now.alpha)] : [now.alpha, now.beta];
  const call = called(tree, node, step);
  const start = tree.isChance[node] ? "" : isNegamax || tree.maximises[node] ? "−∞" : "∞";
  return [
    ["v", v === null ? (tree.children[node].length ? start : "") : turned(v)],
    ...(!tree.prunes
      ? []
      : [
          ["α", alpha ?? "−∞"],
          ["β", beta ?? "∞"],
        ]),
    ...(call === undefined ? [] : [["m", tree.label(call)]]),
  ].filter(([, value]) => value !== "");
}

const PLAYOUT = "playout",
  UNTRIED = "untried";
const SIMULATION = [
  [ENTER, "function SIMULATE(s)"],
  [PLAYOUT, "  if s is new: r ← the end of random moves"],
  [LEAF, "  else if s is a leaf: r ← its value"],
  [UNTRIED, "  else if a move m is untried: r ← SIMULATE(s·m)"],
  [CALL, "  else m ← the move with the largest bound"],
  [CALL, "    r ← SIMULATE(s·m)"],
  [RETURN, "  count r at s; return r"],
];
/** What the latest simulation did at a node; "" if it did not come there.
 * @param {GrowingTree} tree @param {number} node @param {number} step */
function simulated(tree, node, step) {
  const end = tree.at(step),
    isNew = tree.added[end] === step - 1;
  if (node === end) return isNew ? PLAYOUT : LEAF;
  if (!tree.path(end).includes(node)) return "";
  return isNew && tree.parent[end] === node ? UNTRIED : CALL;
}
/** @param {GrowingTree} tree @param {number} node @param {number} step */
const simulation = (tree, node, step) =>
  listing(SIMULATION, simulated(tree, node, step), [
    ["n", tree.count(node, step).visits],
    ["r", tree.simulations.result[step - 1].toFixed(2)],
  ]);

/** The pseudocode at a node. @returns {HTMLElement}
 * @param {AnyTree} tree @param {number} node @param {number} step @param {boolean} isNegamax */
export function pseudocode(tree, node, step, isNegamax) {
  if (tree.algorithm === "mcts") return simulation(tree, node, step);
  const words = isNegamax ? NEGAMAX : tree.maximises[node] ? MAX : MIN;
  const isBeyond = tree.note[node] === "quiet" || tree.stand[node] !== null;
  const lines =
    tree.note[node] === "iterations"
      ? ROUNDS[tree.algorithm]
      : tree.isChance[node]
        ? chanceLines(tree.algorithm)
        : isBeyond
          ? quietLines(words)
          : linesOf(tree.algorithm, words);
  return listing(lines, lit(tree, node, step), variables(tree, node, step, isNegamax));
}

/** Lines of an algorithm, those lit that are `now` at work, and its variables.
 * @param {string[][]} lines @param {string} now @param {(string | number | null)[][]} values */
function listing(lines, now, values) {
  return h(
    "div",
    { class: "pseudocode" },
    h(
      "ol",
      // its lines may be longer than the place beside the tree
      { tabindex: 0, "aria-label": "The algorithm, line by line" },
      lines.map(([name, text]) =>
        h("li", name === now ? { class: `lit ${name}`, "aria-current": "step" } : {}, h("code", {}, text)),
      ),
    ),
    h(
      "p",
      { class: "variables numbers" },
      values.map(([name, value]) => h("span", {}, h("var", {}, name), ` = ${value}`)),
    ),
  );
}
