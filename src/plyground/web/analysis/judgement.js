// What a move has lost of its side's winning chance, and what that is called.

/** How much a move must lose to be called so. */
export const FAULTS = /** @type {[number, string, string, string][]} */ ([
  [0.3, "??", "blunder", "blunders"],
  [0.18, "?", "mistake", "mistakes"],
  [0.09, "?!", "inaccuracy", "inaccuracies"],
]);

/** White's winning chance after a node's move, undefined while it is not known. @param {MoveNode} node */
export const chance = (node) => node.thought?.lines[0]?.chance ?? node.chance;

/** The engine's choice instead of a node's move. @param {MoveNode} node */
export const better = (node) => node.parent.thought?.lines[0]?.moves[0];

/** What a node's move has lost, undefined while that is not known; the engine's own choice loses nothing.
 * @param {MoveNode} node */
export function loss(node) {
  const before = chance(node.parent),
    after = chance(node);
  if (before === undefined || after === undefined) return undefined;
  return better(node) === node.move ? 0 : node.parent.turn === 0 ? before - after : after - before;
}

/** The fault that a loss is, undefined where it is none. @param {number | undefined} lost */
export const faultOf = (lost) => FAULTS.find(([least]) => (lost ?? 0) >= least);
