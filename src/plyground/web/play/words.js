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
  const { length } = live.moves,
    lost = new Set(live.lost[live.view.turn].map((each) => each.ply)),
    why = [length - 1, length].map((ply) => lost.has(ply) && live.marks[ply]?.text),
    played = length && `${live.moves[length - 1]} was played.`;
  return [...why, played, "Your move.", live.doomed].filter(Boolean).join(" ");
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
