// The upper confidence bounds of a node's moves as bars: the mean, and what is added because little is known.

import { h, numbers, s, table } from "../shared/dom.js";

/** The most rows. */
const MOST = 8;

/** The bars of a node after a number of simulations. @returns {HTMLElement}
 * @param {GrowingTree} tree @param {number} node @param {number} step */
export function ucbBars(tree, node, step) {
  const all = tree.bounds(node, step),
    last = all.map(({ bound }) => bound).toSorted((a, b) => b - a)[MOST - 1] ?? -Infinity;
  const rows = all.filter(({ bound }) => bound >= last);
  if (!rows.length) return h("p", { class: "soft small" }, "No move of this node has been tried yet.");
  const most = Math.max(...rows.map((row) => row.bound)),
    isWhole = all.length === tree.moves[node];
  /** @param {string} kind @param {number} from @param {number} width */
  const bar = (kind, from, width) =>
    s("rect", { class: kind, x: (100 * from) / most, width: (100 * width) / most, height: 8 });
  return table(
    ["move", "n", "mean", "bound", h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, "as a bar"))],
    rows.map(({ child, visits, mean, bonus, bound }) =>
      h(
        "tr",
        isWhole && bound === most ? { class: "next" } : {},
        h("th", { scope: "row" }, tree.move[child]),
        numbers(visits, mean.toFixed(2), bound.toFixed(2)),
        h(
          "td",
          { class: "bars" },
          s(
            "svg",
            { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
            bar("mean", 0, mean),
            bar("bonus", mean, bonus),
          ),
        ),
      ),
    ),
    { class: "ucb" },
    h(
      "caption",
      { class: "soft small" },
      `${tree.maximises[node] ? "MAX" : "MIN"} at ${tree.move[node] || "the root"}: mean + `,
      `${tree.exploration.toFixed(2)} · √(ln N / n)`,
      isWhole ? "; the longest bar is tried next" : "; first every move is tried once",
      all.length > rows.length ? `. The ${rows.length} longest of ${all.length}` : "",
    ),
  );
}
