// The marks of moves and positions: the glyphs of a move, and PGN's numbers for what else is said, with their signs.

/** The marks of a move: sign, class, name. */
export const GLYPHS = [
  ["!!", "good", "brilliant"],
  ["!", "good", "good move"],
  ["!?", "good", "interesting"],
  ["?!", "bad-1", "inaccuracy"],
  ["?", "bad-2", "mistake"],
  ["??", "bad-3", "blunder"],
];
export const glyphClass = (/** @type {string} */ glyph) => GLYPHS.find(([text]) => text === glyph)?.[1] ?? "";

/** The numbers that say what a position is worth, or that a move is forced: number, sign, name. One can set them. */
export const ASSESSMENTS = /** @type {[number, string, string][]} */ ([
  [7, "□", "only move"],
  [18, "+−", "White is winning"],
  [16, "±", "White is clearly better"],
  [14, "+=", "White is slightly better"],
  [10, "=", "equal"],
  [13, "∞", "unclear"],
  [15, "=+", "Black is slightly better"],
  [17, "∓", "Black is clearly better"],
  [19, "−+", "Black is winning"],
]);
/** Others that have a sign; a file may hold them. Of a pair of numbers, the second is said of Black. */
const OTHERS = /** @type {[number, string, string][]} */ ([
  [1, "!", "good move"],
  [2, "?", "mistake"],
  [3, "!!", "brilliant"],
  [4, "??", "blunder"],
  [5, "!?", "interesting"],
  [6, "?!", "inaccuracy"],
  [8, "□", "only move"],
  [11, "=", "equal"],
  [12, "=", "equal, with play"],
  [20, "+−", "White is winning"],
  [21, "−+", "Black is winning"],
  [22, "⊙", "zugzwang"],
  [23, "⊙", "zugzwang"],
  [32, "↑↑", "ahead in development"],
  [33, "↑↑", "ahead in development"],
  [36, "↑", "initiative"],
  [37, "↑", "initiative"],
  [40, "→", "attack"],
  [41, "→", "attack"],
  [44, "=∞", "compensation"],
  [45, "=∞", "compensation"],
  [132, "⇆", "counterplay"],
  [133, "⇆", "counterplay"],
  [138, "⊕", "time trouble"],
  [139, "⊕", "time trouble"],
  [140, "∆", "with the idea"],
  [146, "N", "novelty"],
]);
const SIGNS = new Map([...ASSESSMENTS, ...OTHERS].map(([number, sign, name]) => [number, [sign, name]]));

/** The numbers of a node that have a sign, as [sign, name]. @param {{nags: number[]}} node */
export const signsOf = ({ nags }) => nags.flatMap((number) => [SIGNS.get(number) ?? []]).filter((said) => said.length);

/** A node's numbers with one that one can set put in or out; of those for the worth of a position, there is one.
 * @param {number[]} nags @param {number} number */
export function toggled(nags, number) {
  const isWorth = (/** @type {number} */ each) => each >= 10 && each <= 21 && number >= 10;
  return nags.includes(number)
    ? nags.filter((each) => each !== number)
    : [...nags.filter((each) => !isWorth(each)), number];
}
