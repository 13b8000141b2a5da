// How many gave which answer, and the standings: the same for pupils and for the teacher.

import { h } from "../shared/dom.js";

/** A list of answers with bars; the right one is marked. @param {Api.AnswerCount[]} counts @param {string} right */
export function bars(counts, right) {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return h(
    "dl",
    { class: "bars" },
    counts.map(({ answer, count }) =>
      h(
        "div",
        {},
        h("dt", { class: right && answer === right ? "right" : "" }, answer, right && answer === right ? " ✓" : ""),
        h("dd", {}, h("meter", { min: 0, max: most, value: count, "aria-label": `${answer}: ${count}` })),
        h("dd", { class: "numbers" }, String(count)),
      ),
    ),
  );
}

const half = (/** @type {number} */ points) => (points % 1 ? `${Math.floor(points) || ""}½` : String(points));

/** The rows of the standings. @param {Api.Place[]} standings */
export const rows = (standings) =>
  standings.map((line) =>
    h(
      "tr",
      { class: line.you ? "you" : "" },
      h("td", { class: "number" }, String(line.place)),
      h("td", {}, line.name),
      h("td", { class: "number" }, half(line.points)),
      h("td", { class: "number" }, `${line.wins}, ${line.draws}, ${line.losses}`),
    ),
  );

/** Show a tile on a board. @param {Board} board @param {Api.Tile} tile @param {{quick?: boolean}} [options] */
export const showTile = (board, tile, options) =>
  board.show(
    {
      position: `${tile.id} ${tile.revision}`,
      pieces: tile.pieces,
      last: tile.last,
      turn: tile.turn,
      moves: [],
      becomes: {},
      shoots: false,
      outcome: null,
    },
    options,
  );
