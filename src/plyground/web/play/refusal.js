// Why a press is no move, in words; loaded at the first such press.

/** Why what was pressed is no move; "" where there is nothing to say.
 * @param {View} view @param {Look} game @param {?string} from  the man that was chosen @param {string} to */
export function refusal(view, game, from, to) {
  /** Whose man stands on a square, and what it is: in some games only the side's name. @param {?string} square
   * @returns {[number, string]} */
  const man = (square) => {
    const [side, ...name] = (view.pieces[square ?? ""] ?? "").split("-"),
      sides = ["white", "black"].includes(side) ? ["white", "black"] : game.colors.map((color) => color.toLowerCase());
    return [sides.indexOf(side), name.filter((word) => !/\d/.test(word)).join(" ") || side];
  };
  const [, chosen] = man(from),
    [side, pressed] = man(to);
  if (from && chosen) return `The ${chosen} on ${from} cannot go to ${to}. The dots show where a man can go.`;
  if (side < 0) return "";
  const turn = game.colors[view.turn];
  if (side !== view.turn) return `The ${pressed} on ${to} is ${game.colors[side]}'s; it is ${turn}'s move.`;
  return `The ${pressed} on ${to} has no move now.`;
}
