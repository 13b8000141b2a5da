// A piece in hand: it follows the mouse or a finger from where it was taken until it is let go.

import { pieceIcon } from "../board/sprites.js";

/** How many pixels from where it was pressed the pointer is dragging. */
const FAR = 5;

/** Follow the pointer of a "pointerdown" event.
 * @param {PointerEvent} event @param {import("../board/board.js").Board} board @param {string} piece
 * @param {{lifted: function(), dropped: function(?string), pressed: function()}} handlers
 *   lifted: it is being dragged; dropped: it was let go over a square, or over none; pressed: it was never dragged
 * @returns {function()}  lets the piece go at once, as if nothing had happened */
export function carry({ pointerId, clientX, clientY }, board, piece, { lifted, dropped, pressed }) {
  let picture = null;
  const size = board.cellSize;
  const follow = (now) => {
    picture.style.transform = `translate(${now.clientX - size / 2}px, ${now.clientY - size / 2}px)`;
    board.aim(board.squareAt(now));
  };
  const move = (now) => {
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
  const end = (now) => {
    if (now.pointerId !== pointerId) return;
    drop();
    if (picture) dropped(board.squareAt(now));
    else pressed();
  };
  const cancel = (now) => {
    if (now.pointerId === pointerId) {
      drop();
      if (picture) board.restore();
    }
  };
  const handlers = [
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", cancel],
  ];
  for (const [name, handler] of handlers) window.addEventListener(name, handler);
  return drop;
}
