// What is to be said of a node of a search, and of a step of it, in one sentence.

import { windowText } from "./search_tree.js";

/** @param {SearchTree} tree @returns {string}  "" for nothing @param {number} node @param {number} step */
export function sentenceOn(tree, node, step) {
  const cutoff = tree.cutoff(node, step);
  if (cutoff) return cutoff.why;
  const name = tree.label(node) || "The root";
  if (tree.note[node] === "question")
    return `Question: is the root worth at least ${tree.beta[node]}? ${
      tree.isClosed(node, step) ? (tree.bound[node] === "upper" ? `No: at most ${tree.values[node]}.` : "Yes.") : ""
    }`.trim();
  if (tree.note[node] === "table")
    return `${name} is the position after ${tree.movesTo(tree.source(node)).join(" ")}: its value is in the table.`;
  if (tree.note[node] === "scout")
    return `Is ${name} better than what there is? The null window ${tree.detail(node, step)} asks only that.`;
  if (tree.note[node] === "again") return `${name} is better: it is searched again, to learn its value.`;
  if (tree.stand[node] !== null)
    return `As it stands this is worth ${tree.stand[node]}; beyond the horizon only forcing moves are searched.`;
  return "";
}

/** What happens at a step. @param {AnyTree} tree @param {number} step */
export function sentenceAt(tree, step) {
  const node = tree.at(step),
    line = tree.movesTo(node),
    where = line.length ? `After ${line.at(-1)}` : "At the root";
  if (tree.algorithm === "mcts") {
    const result = tree.simulations.result[step - 1].toFixed(2);
    return `Simulation ${step} goes down to ${line.join(" ") || "the root"}; its result is ${result}.`;
  }
  const told = sentenceOn(tree, node, step);
  if (told) return told;
  if (tree.note[node] === "iterations")
    return tree.algorithm === "mtdf" ? "Question by question, until the bounds meet." : "Depth by depth.";
  const player = tree.maximises[node] ? "MAX" : "MIN",
    { alpha, beta } = tree.soFar(node, step),
    window = !tree.prunes ? "" : ` The window is ${windowText(alpha, beta)}.`;
  if (tree.isChance[node])
    return tree.isLeaving(step)
      ? `${where} the mean is ${tree.shown(node, step).value}.`
      : `${where} chance decides.${window}`;
  if (!tree.isLeaving(step))
    return tree.moves[node] ? `${where} ${player} is to move.${window}` : `${where} stands a leaf.${window}`;
  if (!tree.moves[node]) return `${where} the leaf is worth ${tree.values[node]}.`;
  return `${where} ${player} takes the ${tree.maximises[node] ? "greatest" : "least"}: ${tree.values[node]}.`;
}
