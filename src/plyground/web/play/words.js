// What is said of a game: how it stands, and how it ended.

import { sentence } from "../shared/dom.js";

/** How the game stands, in words. @param {Api.ShownGame} live @param {Look} game */
export function standing(live, game) {
  // how a program failed is said to its opponent, too
  const failure = live.outcome?.termination === "crash" ? ` ${live.notice}` : "";
  if (live.outcome) return sentence(live.outcome.text) + failure;
  if (live.invitation) return "Waiting for your friend.";
  const target = live.yours ? live.danger[0]?.at(-1) : null;
  const isYourMove = live.names[live.view.turn] === "You",
    whose = isYourMove ? "Your" : `${game.colors[live.view.turn]}'s`;
  if (target) return `${whose} ${live.view.pieces[target]?.split("-").at(-1) ?? "king"} can be taken at ${target}.`;
  if (live.thinking) return "The engine is thinking…";
  if (!isYourMove) return `${game.colors[live.view.turn]} to move`;
  const played = live.moves.length ? `${live.moves.at(-1)} was played. ` : "";
  return `${played}Your move. ${live.doomed}`.trim();
}

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

/** The result in a few words; a game for points has no winner, only a score.
 * @param {Api.ShownGame} live @param {Look} game */
export function resultTitle(live, game) {
  const { winner, utility } = /** @type {Api.OutcomeView} */ (live.outcome);
  const isYou = winner !== null && live.names[winner] === "You";
  if (utility === 0) return "Level on points";
  if (winner === null) return "Draw";
  if (!game.scored) return isYou ? "You have won" : `${live.names[winner]} has won`;
  if (utility === null) return "The game was not played to its end";
  return `${isYou ? "You are" : `${live.names[winner]} is`} ${Math.abs(utility)} points ahead`;
}
