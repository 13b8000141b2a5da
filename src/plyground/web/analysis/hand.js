// A piece in hand: it follows the mouse or a finger from where it was taken until it is let go.

import { pieceIcon } from "../board/sprites.js";

/** How many pixels from where it was pressed the pointer is dragging. */
const FAR = 5;

/** Follow the pointer of a "pointerdown" event.
 * @param {PointerEvent} event @param {Board} board @param {string} piece
 * @param {{lifted: () => void, dropped: (square: ?string) => void, pressed: () => void}} handlers
 *   lifted: it is being dragged; dropped: it was let go over a square, or over none; pressed: it was never dragged
 * @returns {() => void}  lets the piece go at once, as if nothing had happened */
export function carry({ pointerId, clientX, clientY }, board, piece, { lifted, dropped, pressed }) {
  /** @type {?SVGSVGElement} */
  let picture = null;
  const size = board.cellSize;
  const follow = (/** @type {PointerEvent} */ now) => {
    if (picture) picture.style.transform = `translate(${now.clientX - size / 2}px, ${now.clientY - size / 2}px)`;
    board.aim(board.squareAt(now));
  };
  const move = (/** @type {PointerEvent} */ now) => {
    if (now.pointerId !== pointerId) return;
    if (!picture) {
      if (Math.hypot(now.clientX - clientX, now.clientY - clientY) < FAR) return;
      picture = pieceIcon(board.look, piece, size);
      picture.classList.add("carried");
      document.body.append(picture);
      lifted();
    }
    follow(now);
  };
  const drop = () => {
    for (const [name, handler] of handlers) window.removeEventListener(name, handler);
    picture?.remove();
    board.aim(null);
  };
  const end = (/** @type {PointerEvent} */ now) => {
    if (now.pointerId !== pointerId) return;
    drop();
    if (picture) dropped(board.squareAt(now));
    else pressed();
  };
  const cancel = (/** @type {PointerEvent} */ now) => {
    if (now.pointerId === pointerId) {
      drop();
      if (picture) board.restore();
    }
  };
  const handlers = /** @type {const} */ ([
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", cancel],
  ]);
  for (const [name, handler] of handlers) window.addEventListener(name, handler);
  return drop;
}
