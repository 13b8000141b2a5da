// The board by mouse and finger: pressing chooses, holding drags; where squares are small, a finger gets a glass.

import { drag, drawShape } from "./gestures.js";
import { focusOn } from "./keys.js";
import { FINGERTIP, magnify, nearest } from "./loupe.js";

/** @param {Board} board */
export function listenToPointer(board) {
  const { svg } = board;
  svg.addEventListener("pointerdown", (event) => press(board, event));
  // a finger on what can be taken up or reached drags it and does not scroll the page (browsers heed touch-action on
  // whole drawings only)
  svg.addEventListener(
    "touchstart",
    (event) => {
      if (event.touches.length === 1 && takesAt(board, event.touches[0])) {
        event.preventDefault();
        leave();
      }
    },
    { passive: false },
  );
  // a click leaves the keys to the page (arrows walk through the game); they are the board's once Tab has come to it
  svg.addEventListener("mousedown", (event) => {
    event.preventDefault();
    leave();
  });
  svg.addEventListener("pointermove", (event) => hover(board, event));
  // a finger that is lifted points at what it has pressed
  svg.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && hoverOver(board, null));
  svg.addEventListener("contextmenu", (event) => {
    if (board.draw) event.preventDefault();
  });
}

/** Leave the keys to the page. */
const leave = () => /** @type {?HTMLElement} */ (document.activeElement)?.blur();

/** Whether squares are smaller than a fingertip. @param {Board} board */
const needsLoupe = (board) => board.mayMove() && board.cellSize < FINGERTIP;

/** Whether pressing a square means something. @param {Board} board @param {string} square */
const takes = (board, square) =>
  board.mayMove() ? board.choice.froms.has(square) || board.choice.targets().has(square) : board.editing;

/** Whether a finger there means something: exactly there, or, where squares are small, near it.
 * @param {Board} board @param {Touch} touch */
function takesAt(board, touch) {
  if (!needsLoupe(board)) return takes(board, board._under(touch));
  return nearest(board, board._point(touch), (square) => takes(board, square)) !== null;
}

/** @param {Board} board @param {PointerEvent} event */
function hover(board, event) {
  if (event.pointerType !== "touch" && !board.dragging) hoverOver(board, board._under(event) ?? null);
}

/** @param {Board} board @param {?string} square */
function hoverOver(board, square) {
  if (square === (board.hovered ?? null)) return;
  board.hovered = square;
  board._refresh();
  board.dispatchEvent(new CustomEvent("hover", { detail: { square } }));
}

/** @param {Board} board @param {PointerEvent} event */
function press(board, event) {
  const square = board._under(event);
  if (event.button === 2 && board.draw) {
    drawShape(board, event, square);
    return;
  }
  if (event.button !== 0 || !square || board.chooser) return;
  if (event.pointerType === "touch" && needsLoupe(board)) {
    pressSmall(board, event);
    return;
  }
  board.cancelPremove();
  // a click beside what is moved takes all away that has been drawn here
  const isMove = board.mayMove() && (board.choice.path.length || board.choice.froms.has(square));
  if (board.userShapes.length && !isMove) {
    board.userShapes = [];
    board.drew();
  }
  if (!board.mayMove()) {
    focusOn(board, square, false);
    board.dispatchEvent(new CustomEvent("press", { detail: { square, pointer: event } }));
    return;
  }
  const { holds, wasChosen } = hold(board, square);
  if (holds || wasChosen) drag(board, event, board.choice.path[0], square, wasChosen);
  else board._pick(square);
}

/** Begin with the square nearest to a finger, and take the one that it slides to.
 * @param {Board} board @param {PointerEvent} event */
function pressSmall(board, event) {
  const meant = (/** @type {string} */ square) => takes(board, square),
    start = nearest(board, board._point(event), meant);
  if (!start) {
    const detail = { from: board.choice.path[0] ?? null, to: board._under(event) };
    board.dispatchEvent(new CustomEvent("refused", { detail }));
    return;
  }
  board.cancelPremove();
  const { holds, wasChosen } = hold(board, start);
  magnify(board, event, meant, (square) => {
    if (square !== start || wasChosen || !holds) board._pick(square);
  });
}

/** Take up the piece of a square, if there is one to be moved; tells whether, and whether it had been chosen before.
 * @param {Board} board @param {string} square */
function hold(board, square) {
  focusOn(board, square, false);
  const { choice } = board,
    wasChosen = choice.path.length > 0 && choice.path.at(-1) === square;
  const holds =
    choice.path.length < 2 && choice.froms.has(square) && !(choice.path.length && choice.targets().has(square));
  if (holds && !wasChosen) {
    choice.path = [square];
    board._refresh();
  }
  return { holds, wasChosen };
}
