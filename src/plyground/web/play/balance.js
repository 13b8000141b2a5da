// What *Who is winning?* answers.

/** Who is ahead, and by how much. @param {Api.LineView} found @param {Api.ShownGame} live @param {Look} game */
export function balance({ chance, lead, score }, live, game) {
  const side = chance < 0.5 ? 1 : 0,
    odds = Math.round(100 * Math.max(chance, 1 - chance)),
    who = live.names[side] === "You" ? "You are" : `${game.colors[side]} is`,
    much = game.scored ? `${Math.abs(Number(score))} points` : lead.match(/[\d.]+ moves/)?.[0],
    by = much ? `, by ${much}` : "";
  if (odds < 55) return "Neither side is ahead.";
  return `${who} ${odds < 90 ? "ahead" : "winning"}${by}: ${odds} % to win.`;
}
