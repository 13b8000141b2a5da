// Arrows and circles over the board.

import { s } from "../shared/dom.js";

/** Arrows along a way, from square to square; a circle where something is put.
 * @param {string[]} squares @param {string} kind @returns {Shape[]} */
export const way = (squares, kind) =>
  squares.length === 1
    ? [{ from: squares[0], kind }]
    : squares.slice(1).map((to, i) => ({ from: squares[i], to, kind }));

/** An arrow between two centers. @param {Point} from @param {Point} to */
export function arrow([x1, y1], [x2, y2], kind = "user") {
  const length = Math.hypot(x2 - x1, y2 - y1),
    ux = (x2 - x1) / length,
    uy = (y2 - y1) / length;
  const width = kind === "next" ? 11 : 15,
    head = 40,
    tip = 8;
  const sx = x1 + ux * 24,
    sy = y1 + uy * 24,
    ex = x2 - ux * tip,
    ey = y2 - uy * tip,
    bx = ex - ux * head,
    by = ey - uy * head;
  return s(
    "g",
    { class: `shape ${kind}` },
    s("path", {
      d: `M${sx} ${sy}L${bx + ux} ${by + uy}`,
      "stroke-width": width,
      "stroke-linecap": "round",
      fill: "none",
    }),
    s("path", { d: `M${ex} ${ey}L${bx - uy * 22} ${by + ux * 22}L${bx + uy * 22} ${by - ux * 22}Z`, stroke: "none" }),
  );
}

/** A circle around a square. @param {Point} center */
export function circle([x, y], kind = "user") {
  return s("g", { class: `shape ${kind}` }, s("circle", { cx: x, cy: y, r: 42, "stroke-width": 8 }));
}
