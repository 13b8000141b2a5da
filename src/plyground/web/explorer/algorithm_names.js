// The algorithms: what they are called, and what each adds.

/** Those of chance search trees of one's own only, and alone those in which chance decides.
 * @type {Record<string, {name: string, adds: string, isOfChance?: boolean}>} */
export const ALGORITHMS = {
  minimax: { name: "Minimax", adds: "Looks at every move." },
  alphabeta: { name: "Alpha-beta", adds: "Cuts off what cannot matter." },
  ordered: { name: "Alpha-beta, best first", adds: "Tries the moves first that look best." },
  deepening: {
    name: "Iterative deepening",
    adds: "Searches depth 1, 2, 3 …; each round first tries the best move of the one before.",
  },
  table: { name: "Transposition table", adds: "Does not search a position again that another line has led to." },
  pvs: {
    name: "Null window (PVS)",
    adds: "Asks only whether a move is better than the best so far; if so, searches it again.",
  },
  aspiration: {
    name: "Aspiration windows",
    adds: "Deepens, each time in a small window about the last value; if that misses, the depth is searched again.",
  },
  mtdf: {
    name: "MTD(f)",
    adds: "Asks the root only: is it worth at least so much? A table keeps the answers, until the bounds meet.",
  },
  quiescence: { name: "Quiescence", adds: "Goes on beyond the last ply while a move is forcing." },
  mcts: { name: "Monte-Carlo", adds: "Plays at random, and looks longer where that goes well or little is known." },
  expectimax: {
    name: "Expectimax",
    adds: "Takes the mean where chance decides; looks at everything.",
    isOfChance: true,
  },
  star1: {
    name: "Star1 (*-minimax)",
    adds: "Cuts at chance nodes, too: the values have limits, so some outcomes decide about the mean.",
    isOfChance: true,
  },
  star2: {
    name: "Star2 (*-minimax)",
    adds: "First tries one move after each outcome: that may be enough for a cut.",
    isOfChance: true,
  },
};
/** Whether chance decides somewhere in a tree of one's own. @param {string} tree */
export const hasChance = (tree) => tree.includes("{");
/** The algorithms that search a tree of one's own, or a game's position.
 * @param {?string} tree */
export const algorithmsFor = (tree) =>
  Object.keys(ALGORITHMS).filter((each) => Boolean(ALGORITHMS[each].isOfChance) === (tree !== null && hasChance(tree)));
export const nameOf = (/** @type {string} */ algorithm) => ALGORITHMS[algorithm].name;
