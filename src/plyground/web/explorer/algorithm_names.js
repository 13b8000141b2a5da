// The algorithms: what they are called, and what each adds.

/** @type {Record<string, {name: string, adds: string}>} */
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
  quiescence: { name: "Quiescence", adds: "Goes on beyond the last ply while a move is forcing." },
  mcts: { name: "Monte-Carlo", adds: "Plays at random, and looks longer where that goes well or little is known." },
};
export const nameOf = (/** @type {string} */ algorithm) => ALGORITHMS[algorithm].name;
