// The puzzles of the day, one of each game, and for how many days in a row one of them was solved.

import { get } from "./api.js";
import { h, sentence } from "./dom.js";
import { puzzleAddress } from "./transport.js";

/** @param {number} count */
const days = (count) => `${count} ${count === 1 ? "day" : "days"}`;

/** @param {HTMLElement} list @param {HTMLElement} said */
export async function showToday(list, said) {
  const { puzzles, streak, best_streak: best } = await get("/api/puzzles/today");
  list.replaceChildren(
    ...puzzles.map(({ id, label, solved }) => {
      const mark = solved === null ? "" : solved ? " ✓" : " ✗",
        title = solved === null ? "not tried yet" : solved ? "solved" : "tried";
      const link = h("a", { href: puzzleAddress(id), class: solved ? "solved" : "", title }, sentence(label), mark);
      return h("li", {}, link);
    }),
  );
  said.textContent = streak
    ? `${days(streak)} in a row with a puzzle of the day solved${best > streak ? `; your best is ${days(best)}` : ""}.`
    : "Solve one of them today, and again tomorrow: days in a row are counted.";
}
