// A magnifying glass for fingers: where squares are smaller than a fingertip, pressing shows them enlarged above the
// finger; sliding aims, letting go chooses. What means nothing gives way to the nearest square that does.

import { follow } from "./gestures.js";
import { CELL } from "./surface.js";
import { h, s } from "../shared/dom.js";

/** Squares narrower than this, in pixels, need it. */
export const FINGERTIP = 34;
/** How far from the finger a square may be that is taken for one that means nothing, in squares. */
const REACH = 1.3;
const ZOOM = 2.6;
const SIZE = 132;

/** The square that means something (says `takes`) nearest to a point of the drawing, null if none is near.
 * @param {Board} board @param {Point} point @param {(square: string) => boolean} takes */
export function nearest(board, [x, y], takes) {
  let found = /** @type {?string} */ (null),
    least = REACH * CELL;
  for (const square of board.places.keys()) {
    const [cx, cy] = board.center(square),
      far = Math.hypot(cx - x, cy - y);
    if (far < least && takes(square)) {
      found = square;
      least = far;
    }
  }
  return found;
}

/** Follow a finger until it is lifted; then `done` is called with the square that is marked in the glass.
 * @param {Board} board @param {PointerEvent} event @param {(square: string) => boolean} takes
 * @param {(square: string) => void} done */
export function magnify(board, event, takes, done) {
  const mark = s("rect", { class: "mark-aim", width: CELL, height: CELL, visibility: "hidden" }),
    copy = /** @type {SVGSVGElement} */ (board.svg.cloneNode(true));
  for (const element of copy.querySelectorAll("[tabindex]")) element.removeAttribute("tabindex");
  for (const name of ["role", "aria-label"]) copy.removeAttribute(name);
  copy.append(mark);
  const glass = h("div", { class: "loupe", "aria-hidden": "true" }, copy);
  board.host.append(glass);
  /** @type {?string} */
  let aimed = null;
  const look = (/** @type {PointerEvent} */ now) => {
    const point = board._point(now),
      box = board.host.getBoundingClientRect(),
      span = (SIZE / ZOOM / board.cellSize) * CELL;
    aimed = nearest(board, point, takes);
    if (aimed) {
      const [x, y] = board.corner(aimed);
      mark.setAttribute("x", x);
      mark.setAttribute("y", y);
    }
    mark.setAttribute("visibility", aimed ? "visible" : "hidden");
    copy.setAttribute("viewBox", `${point[0] - span / 2} ${point[1] - span / 2} ${span} ${span}`);
    const left = Math.max(4, Math.min(innerWidth - SIZE - 4, now.clientX - SIZE / 2)),
      above = now.clientY - SIZE - 36;
    // over the finger; at the top of the window beside it
    glass.style.left = `${(above < 4 && left < now.clientX + 30 ? asideOf(now.clientX) : left) - box.left}px`;
    glass.style.top = `${Math.max(4, above) - box.top}px`;
  };
  follow(event, look, (now) => {
    glass.remove();
    if (now.type === "pointerup" && aimed) done(aimed);
  });
  look(event);
}

/** Where the glass is beside a finger: on the side with more room. @param {number} x */
const asideOf = (x) => (x > innerWidth / 2 ? x - SIZE - 40 : x + 40);
