// What is to be said of a node of a search in one sentence.

/** @param {SearchTree} tree @returns {string}  "" for nothing @param {number} node @param {number} step */
export function sentenceOn(tree, node, step) {
  const cutoff = tree.cutoff(node, step);
  if (cutoff) return cutoff.why;
  const name = tree.label(node) || "The root";
  if (tree.note[node] === "table")
    return `${name} is the position after ${tree.movesTo(tree.source(node)).join(" ")}: its value is in the table.`;
  if (tree.note[node] === "scout")
    return `Is ${name} better than what there is? The null window ${tree.detail(node, step)} asks only that.`;
  if (tree.note[node] === "again") return `${name} is better: it is searched again, to learn its value.`;
  if (tree.stand[node] !== null)
    return `As it stands this is worth ${tree.stand[node]}; beyond the horizon only forcing moves are searched.`;
  return "";
}
