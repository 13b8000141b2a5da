// Where the nodes of a tree stand: what is opened side by side, parents above the middle of their children.

export const WIDE = 92;
export const HIGH = 42;
export const GAP = 14;
export const LAYER = 90;
/** More than this is not laid out at once; the rest stays closed. */
const MOST = 25_000;
/** A node shows that many of its children; the others are folded. */
const MOST_CHILDREN = 14;

/** What stands for the moves of a node that were cut off, and for children that are folded, among the places. */
const ghostOf = (/** @type {number} */ node) => -1 - 2 * node,
  foldOf = (/** @type {number} */ node) => -2 - 2 * node;
/** What a place stands for: {node, kind}, the kind being "node", "ghost" (cut off) or "fold". @param {number} place */
export const meaning = (place) =>
  place >= 0
    ? { node: place, kind: "node" }
    : place % 2
      ? { node: (-1 - place) / 2, kind: "ghost" }
      : { node: (-2 - place) / 2, kind: "fold" };

/** The children of a node that are shown, and how many visible ones are folded. What is chosen, what the search is at,
 * the best line and what was searched first are shown.
 * @param {Pick<Shown, "tree" | "step" | "chosen" | "unfolded">} state @param {number} node
 * @returns {{shown: number[], folded: number}} */
export function shownChildren({ tree, step, chosen, unfolded }, node) {
  const children = tree.children[node];
  if (children.length <= MOST_CHILDREN || unfolded.has(node)) return { shown: children, folded: 0 };
  const kept = new Set(children.slice(0, MOST_CHILDREN - 4));
  const now = new Set([...tree.path(chosen), ...tree.path(tree.at(step))]);
  const cutoff = tree.cutoff(chosen, step);
  if (cutoff) now.add(cutoff.alternative);
  for (const child of children) if (now.has(child) || tree.line.has(child)) kept.add(child);
  const shown = children.filter((child) => kept.has(child));
  return { shown, folded: children.filter((child) => !kept.has(child) && tree.isVisible(child, step)).length };
}

/** Lay the opened nodes out: place to [x, y], in order of visit; see `meaning`. Folded children have a box of their
 * own after the others, what was cut off comes last. `layer` is the height of a ply.
 * @returns {{places: Map<number, Point>, folds: Map<number, number>}}  `folds`: node to how many are folded
 * @param {Shown} state */
export function layOut(state, layer = LAYER) {
  const { tree, step, opened, asking } = state;
  const xs = new Map(),
    folds = new Map();
  let column = 0;
  const box = (/** @type {number} */ key) => {
    const x = column++ * (WIDE + GAP);
    xs.set(key, x);
    return x;
  };
  /** @type {(node: number) => number} */
  const place = (node) => {
    xs.set(node, 0); // keeps its turn: before its children
    const isOpen = opened.has(node) && xs.size < MOST;
    const { shown, folded } = isOpen ? shownChildren(state, node) : { shown: [], folded: 0 };
    const places = shown.map(place);
    if (folded) {
      folds.set(node, folded);
      places.push(box(foldOf(node)));
    }
    if (shown.length && tree.cut(node) && !(asking && !tree.isClosed(node, step))) places.push(box(ghostOf(node)));
    const x = places.length ? (places[0] + places.at(-1)) / 2 : column++ * (WIDE + GAP);
    xs.set(node, x);
    return x;
  };
  place(0);
  const level = (/** @type {number} */ key) => {
    const { node, kind } = meaning(key);
    return tree.level[node] + (kind === "node" ? 0 : 1);
  };
  return { places: new Map([...xs].map(([key, x]) => [key, [x, level(key) * layer]])), folds };
}

/** @param {Map<number, Point>} places @param {number} node */
export const ghostPlace = (places, node) => places.get(ghostOf(node));
