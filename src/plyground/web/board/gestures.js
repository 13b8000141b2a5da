// What a pointer does between its press and its release: carry a piece, or draw an arrow or a circle on the board.

import { CELL } from "./surface.js";

/** Call `move` whenever a pointer has moved, and `end` once it is let go or lost. Returns what ends that at once.
 * @param {PointerEvent} event @param {(now: PointerEvent) => void} move @param {(now: PointerEvent) => void} end */
export function follow({ pointerId }, move, end) {
  const kinds = /** @type {const} */ (["pointermove", "pointerup", "pointercancel"]);
  const stop = () => kinds.forEach((kind) => window.removeEventListener(kind, hear));
  /** @param {PointerEvent} now */
  function hear(now) {
    if (now.pointerId !== pointerId) return;
    if (now.type === "pointermove") move(now);
    else {
      stop();
      end(now);
    }
  }
  for (const kind of kinds) window.addEventListener(kind, hear);
  return stop;
}

/** Follow the pointer with the piece in hand until it is let go.
 * @param {Board} board @param {PointerEvent} event @param {string} from @param {string} start
 * @param {boolean} wasChosen */
export function drag(board, event, from, start, wasChosen) {
  // there is none where a move begins on an empty square
  const piece = board.pieces.get(from);
  const { clientX, clientY } = event;
  event.preventDefault();
  let lifted = false;
  const move = (/** @type {PointerEvent} */ now) => {
    if (!piece) return;
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
  follow(event, move, end);
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
    board.drew();
  };
  window.addEventListener("pointerup", end);
}
