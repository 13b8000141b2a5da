// The chosen node: its numbers, and the board as it stands there.

import { position, post } from "../shared/api.js";
import { $, $$, h, attempt } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { numberLine } from "./number_line.js";
import { editor } from "./own_tree.js";
import { pseudocode } from "./pseudocode.js";
import { windowText } from "./search_tree.js";
import { counted, state } from "./state.js";
import { sentenceAt, sentenceOn } from "./telling.js";
import { ucbBars } from "./ucb.js";

/** The latest position that was asked for. */
export const looking = new Latest();
let following = false;

/** The position after a line of moves from the root. @param {string[]} path */
async function positionAfter(path) {
  const { game, root } = state;
  if (!path.length) return position(game.name, root);
  const { steps } = await post("/api/line", { game: game.name, start: root, moves: path });
  return position(game.name, steps.at(-2)?.position ?? root, path.at(-1));
}

/** @param {SearchTree} tree @param {number} node */
const movesText = (tree, node) => {
  if (tree.source(node) >= 0) return "not searched again";
  return tree.moves[node] ? `${tree.searched[node]} of ${tree.moves[node]} searched` : "a leaf";
};

/** What kind of visit it is. */
/** @type {Record<string, string>} */
const NOTES = {
  scout: "with a null window: is it better?",
  again: "again, with the whole window",
  table: "none: its value is in the table",
  quiet: "beyond the horizon",
  probe: "a probe: its first move only",
  question: "with a null window: is the root worth so much?",
};

/** Show the position after a line of moves; returns it, or nothing if something else has been asked for meanwhile.
 * @param {string[]} path */
async function showPosition(path) {
  // while the search is played, the board follows as fast as the server answers
  if (state.running && following) return null;
  const { tree } = state,
    isLatest = looking.begin();
  following = true;
  const view = await positionAfter(path).finally(() => {
    following = false;
  });
  if (!isLatest() || state.tree !== tree) return null;
  state.board.show(view, { quick: state.running });
  return view;
}

/** A node of a tree that grows by simulations: how often it was visited, and which of its moves is tried next.
 * @param {GrowingTree} tree @param {number} node @param {number} step */
function showVisits(tree, node, step) {
  const { visits, mean } = tree.count(node, step);
  const facts = [
    ["Player", tree.maximises[node] ? "maximises" : "minimises"],
    ["Visits", `${counted(visits)} of ${counted(step)} simulations`],
    ["Mean", visits ? `${mean.toFixed(2)} for MAX` : "none yet"],
    ["Moves", tree.moves[node] ? `${tree.bounds(node, step).length} of ${tree.moves[node]} tried` : "a leaf"],
  ];
  $("#node-title").textContent = node ? `After ${tree.label(node)}` : "The root";
  $("#node").replaceChildren(
    tree.moves[node] ? ucbBars(tree, node, step) : "",
    h(
      "dl",
      {},
      facts.flatMap(([name, fact]) => [h("dt", {}, name), h("dd", {}, fact)]),
    ),
  );
}

export async function showNode() {
  const { tree, chosen: node, step } = state;
  if (!tree) return;
  showPseudocode();
  const isNow = node === tree.at(step);
  $("#caption").textContent =
    state.asking === null
      ? isNow || tree.algorithm === "mcts"
        ? sentenceAt(tree, step)
        : sentenceOn(tree, node, step)
      : "";
  // a screen reader need not be told of each step while they are played
  $("#caption").ariaLive = state.running ? "off" : "polite";
  const path = tree.movesTo(node);
  if (tree.algorithm === "mcts") {
    showVisits(tree, node, step);
    if (state.game) await showPosition(path);
    return;
  }
  const { value, alpha, beta, open } = tree.shown(node, step, state.asking !== null);
  $("#node-title").textContent = path.length ? `After ${path.at(-1)}` : tree.note[node] || "The root";
  const facts = [
    [
      "Number",
      `${(node + 1).toLocaleString("en")} of ${tree.size.toLocaleString("en")} visited, ply ${tree.ply[node]}`,
    ],
    ["Player", tree.isChance[node] ? "chance" : tree.maximises[node] ? "maximises" : "minimises"],
    ...(tree.share[node] ? [["Comes with probability", tree.share[node]]] : []),
    ...(NOTES[tree.note[node]] ? [["Visit", NOTES[tree.note[node]]]] : []),
    ...(tree.source(node) < 0 ? [] : [["Searched", `after ${tree.movesTo(tree.source(node)).join(" ")}`]]),
    ...(tree.stand[node] === null || state.asking ? [] : [["As it stands", tree.stand[node]]]),
    [open ? "Best so far" : "Value", value],
    ...(!tree.prunes ? [] : [[open ? "Window now" : "Window", windowText(alpha, beta)]]),
    ...(state.asking ? [] : [["Moves", movesText(tree, node)]]),
  ];
  const cutoff = tree.cutoff(node, step),
    hasWindow = tree.prunes && tree.note[node] !== "iterations" && !tree.isChance[node];
  $("#node").replaceChildren(
    ...(cutoff ? [h("p", { class: "why" }, cutoff.why)] : []),
    ...(hasWindow && tree.moves[node] && !state.asking ? [numberLine(tree, node, step)] : []),
    h(
      "dl",
      {},
      facts.flatMap(([name, fact]) => [h("dt", {}, name), h("dd", {}, fact)]),
    ),
    ...(state.game || state.asking ? [] : [editor(node)]),
  );
  const view = state.game && (await showPosition(path));
  if (view && cutoff) {
    const searched = new Set(tree.children[node].map((child) => tree.move[child]));
    const names = view.moves.map((move) => move[0]).filter((move) => !searched.has(move));
    $("#node").append(
      h("p", { class: "cut small" }, `✂ cut off: ${names.slice(0, 40).join(" ")}${names.length > 40 ? " …" : ""}`),
    );
  }
}

/** Show the algorithm at the chosen node. */
function showPseudocode() {
  const { tree, chosen, step, asking } = state;
  $("#pseudocode").closest(".panel").hidden = asking !== null;
  $("#dialects").hidden = tree.algorithm === "mcts";
  const isNegamax = $("[name=dialect]:checked").value === "negamax";
  $("#pseudocode").replaceChildren(pseudocode(tree, chosen, step, isNegamax));
}
for (const radio of $$("[name=dialect]"))
  radio.addEventListener("change", () => {
    if (state.tree) showPseudocode();
  });

state.addEventListener("chosen", () => attempt(showNode()));
