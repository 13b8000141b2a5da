// A piece in hand: it follows the mouse or a finger from where it was taken until it is let go.

import { follow } from "../board/gestures.js";
import { pieceIcon } from "../board/sprites.js";

/** How many pixels from where it was pressed the pointer is dragging. */
const FAR = 5;

/** Follow the pointer of a "pointerdown" event.
 * @param {PointerEvent} event @param {Board} board @param {string} piece
 * @param {{lifted: () => void, dropped: (square: ?string) => void, pressed: () => void}} handlers
 *   lifted: it is being dragged; dropped: it was let go over a square, or over none; pressed: it was never dragged
 * @returns {() => void}  lets the piece go at once, as if nothing had happened */
export function carry(event, board, piece, { lifted, dropped, pressed }) {
  const size = board.cellSize;
  /** @type {?SVGSVGElement} */
  let picture = null;
  const move = (/** @type {PointerEvent} */ now) => {
    if (!picture) {
      if (Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < FAR) return;
      picture = pieceIcon(board.look, piece, size);
      picture.classList.add("carried");
      document.body.append(picture);
      lifted();
    }
    picture.style.transform = `translate(${now.clientX - size / 2}px, ${now.clientY - size / 2}px)`;
    board.aim(board.squareAt(now));
  };
  const drop = () => {
    stop();
    picture?.remove();
    board.aim(null);
  };
  const stop = follow(event, move, (now) => {
    drop();
    if (now.type === "pointerup") {
      if (picture) dropped(board.squareAt(now));
      else pressed();
    } else if (picture) board.restore();
  });
  return drop;
}
