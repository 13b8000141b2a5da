// What a pointer does between its press and its release: carry a piece, or draw an arrow or a circle on the board.

import { CELL } from "./surface.js";

/** Follow the pointer with the piece in hand until it is let go.
 * @param {Board} board @param {PointerEvent} event @param {string} from @param {string} start
 * @param {boolean} wasChosen */
export function drag(board, event, from, start, wasChosen) {
  // there is none where a move begins on an empty square
  const piece = board.pieces.get(from);
  const { pointerId, clientX, clientY } = event;
  event.preventDefault();
  let lifted = false;
  const move = (/** @type {PointerEvent} */ now) => {
    if (!piece || now.pointerId !== pointerId) return;
    if (!lifted && Math.hypot(now.clientX - clientX, now.clientY - clientY) < 5) return;
    if (!lifted) {
      lifted = board.dragging = true;
      piece.element.classList.add("held");
      board.layers.pieces.append(piece.element);
    }
    const [x, y] = board._point(now);
    piece.element.setAttribute("transform", `translate(${x - CELL / 2} ${y - CELL / 2})`);
    const over = board._under(now) ?? null;
    if (over !== board.hovered) {
      board.hovered = over;
      const [cx, cy] = board._point(now);
      board._refresh();
      piece.element.setAttribute("transform", `translate(${cx - CELL / 2} ${cy - CELL / 2})`);
    }
  };
  const end = (/** @type {PointerEvent} */ now) => {
    if (now.pointerId !== pointerId) return;
    for (const [name, handler] of handlers) window.removeEventListener(name, handler);
    board.dragging = false;
    piece?.element.classList.remove("held");
    const square = now.type === "pointerup" ? board._under(now) : null;
    if (!piece || !lifted) {
      if (wasChosen) board._pick(start);
      else board._refresh();
      return;
    }
    board.hovered = null;
    if (square && square !== start && board.choice.targets().has(square)) {
      piece.dropped = true;
      board._pick(square);
    } else {
      board._place(piece.element, board.choice.path.at(-1) ?? from);
      board._refresh();
    }
  };
  const handlers = /** @type {const} */ ([
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", end],
  ]);
  for (const [name, handler] of handlers) window.addEventListener(name, handler);
}

/** Draw an arrow to where the pointer is let go, or a circle; the same once more takes it away.
 * @param {Board} board @param {PointerEvent} event @param {string} from */
export function drawShape(board, event, from) {
  if (!from) return;
  event.preventDefault();
  const kind = event.shiftKey ? "user-2" : event.altKey ? "user-3" : event.ctrlKey ? "user-4" : "user";
  const end = (/** @type {PointerEvent} */ now) => {
    window.removeEventListener("pointerup", end);
    const to = board._under(now);
    if (!to) return;
    const same = (/** @type {Shape} */ shape) => shape.from === from && shape.to === to;
    const had = board.userShapes.find(same);
    board.userShapes = board.userShapes.filter((shape) => !same(shape));
    if (!had || had.kind !== kind) board.userShapes.push({ from, to, kind });
    board._drawShapes();
  };
  window.addEventListener("pointerup", end);
}
