// The questions of a quiz: where the search stops, what is asked, and the answer with its reason.

/** What a quiz asks: kinds of questions, how many, and which of them; or, by their places among all, `only` those.
 * @typedef {{kinds: string[], count: number, seed: number, only: number[]}} Settings */
/** @typedef {{kind: string, node: number, step: number, after: number, text: string, answer: string,
 *   choices: ?string[], hint: string, why: string}} Question  asked at `step`, explained at `after`
 * @param {SearchTree} tree @param {number} node */

const name = (tree, node) => {
  const line = tree.movesTo(node).slice(-2).join(" ");
  if (line) return `the node after ${line}`;
  return tree.note[node] ? `the root at ${tree.note[node]}` : "the root";
};
/** A node's children, of a move that was searched twice only the second time.
 * @param {SearchTree} tree @param {number} node */
const counting = (tree, node) => tree.children[node].filter((child, i, all) => tree.note[all[i + 1]] !== "again");
/** @param {SearchTree} tree @param {number} node */
const player = (tree, node) => (tree.maximises[node] ? "MAX" : "MIN");
const upper = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "What does this node return?", for every node that is not a leaf. @param {SearchTree} tree */
function* returns(tree) {
  for (let node = 0; node < tree.size; node++) {
    if (!tree.children[node].length || tree.note[node] === "iterations") continue;
    const most = tree.maximises[node] ? "greatest" : "least";
    const values = counting(tree, node).map((child) => tree.values[child]);
    if (tree.stand[node] !== null) values.unshift(`${tree.stand[node]} as it stands`);
    yield {
      kind: "return",
      node,
      step: tree.left[node],
      after: tree.left[node] + 1,
      text: `What does ${name(tree, node)} return?`,
      answer: tree.values[node],
      choices: null,
      hint: `${player(tree, node)} is to move there: the ${most} of its children's values counts.`,
      why: `${player(tree, node)} takes the ${most} of ${values.join(", ")}.`,
    };
  }
}

/** "Is the next child searched?", after every child but the last. @param {SearchTree} tree */
function* nexts(tree) {
  if (tree.algorithm === "minimax") return;
  for (let node = 0; node < tree.size; node++) {
    if (tree.note[node] === "iterations") continue;
    const children = counting(tree, node);
    for (const [i, child] of children.entries()) {
      if (i + 1 === tree.moves[node]) continue;
      const step = tree.left[child] + 1,
        isSearched = i + 1 < children.length;
      const { alpha, beta } = tree.soFar(node, step);
      yield {
        kind: "next",
        node,
        step,
        after: isSearched ? step : tree.left[node] + 1,
        text:
          `${upper(name(tree, node))} has ${tree.moves[node]} moves; ${i + 1} ${i ? "have" : "has"} been searched. ` +
          "Is the next one searched?",
        answer: isSearched ? "yes" : "no",
        choices: ["yes", "no"],
        hint: `It was entered with the window [${tree.alpha[node] ?? "−∞"}, ${tree.beta[node] ?? "∞"}].`,
        why: isSearched
          ? `The window is [${alpha ?? "−∞"}, ${beta ?? "∞"}] now, which is still open.`
          : (tree.cutoffs.get(node)?.why ?? ""),
      };
    }
  }
}

/** "Which move is played?", at the end. @param {SearchTree} tree */
function* moves(tree) {
  // of iterations the last one decides
  const root = tree.note[0] === "iterations" ? tree.children[0].at(-1) : 0;
  const children = counting(tree, root),
    best = children.find((child) => tree.move[child] === tree.best);
  if (best === undefined || children.length < 2) return;
  const choices = children.map((child) => tree.move[child]);
  if (choices.length > 8) return;
  yield {
    kind: "move",
    node: root,
    step: tree.steps - 1,
    after: tree.steps,
    text: "Which move is played?",
    answer: tree.best ?? "",
    choices,
    hint: "The first of the moves with the greatest value.",
    why: `${tree.best} is worth ${tree.values[best]}, which is the greatest value.`,
  };
}

/** @type {Record<string, (tree: SearchTree) => Generator<Question>>} */
const MAKERS = { return: returns, next: nexts, move: moves };

/** A generator of numbers from 0 to 1: mulberry32. @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Whether a question is asked before others are: the move to be played, and the cutoffs. */
const comesFirst = (/** @type {Question} */ { kind, answer }) => Number(kind === "move" || answer === "no");

/** All that can be asked about a tree, in the order of the search. @returns {Question[]} @param {SearchTree} tree */
export const allQuestions = (tree) =>
  Object.values(MAKERS)
    .flatMap((make) => [...make(tree)])
    .toSorted((one, other) => one.step - other.step);

/** The questions of a quiz, in the order of the search. The same tree and seed have the same ones; a cutoff is asked
 * about whenever there is one, and the move to be played last. With `only` they are those, by their places among all.
 * @returns {Question[]}
 * @param {SearchTree} tree @param {Settings} settings */
export function questionsOf(tree, { kinds, count, seed, only }) {
  if (only.length) return allQuestions(tree).filter((question, i) => only.includes(i));
  const chance = random(seed);
  const all = kinds.flatMap((kind) => [...MAKERS[kind](tree)]);
  const mixed = all.map((question) => /** @type {[number, Question]} */ ([chance(), question]));
  const sorted = mixed.toSorted(([a, one], [b, other]) => comesFirst(other) - comesFirst(one) || a - b);
  // at most half of them are about cutoffs, so that "no" is not always the answer
  const cuts = sorted.filter(([, question]) => question.answer === "no").slice(Math.max(1, Math.floor(count / 2)));
  const left = new Set(cuts.map(([, question]) => question));
  const chosen = sorted.map(([, question]) => question).filter((question) => !left.has(question));
  return chosen.slice(0, count).toSorted((one, other) => one.step - other.step);
}
