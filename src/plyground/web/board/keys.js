// The board by keys: Tab reaches it, arrows walk over its squares, Enter chooses, Backspace undoes a step.

/** Make `square` the one that Tab leads to; really go there, too. @param {Board} board @param {string} square */
export function focusOn(board, square, really = true) {
  board.cells.get(board.focused)?.setAttribute("tabindex", -1);
  board.focused = square;
  const cell = board.cells.get(square);
  cell?.setAttribute("tabindex", 0);
  if (really) cell?.focus({ preventScroll: true });
}

/** @param {Board} board */
export function listenToKeys(board) {
  board.svg.addEventListener("keydown", (event) => press(board, event));
  board.svg.addEventListener("focusin", (event) => {
    const cell = /** @type {?SVGElement} */ (event.target.closest(".square"));
    if (!cell) return;
    board.keyboard = cell.matches(":focus-visible");
    focusOn(board, cell.dataset.square ?? "", false);
    board._refresh();
  });
  board.svg.addEventListener("focusout", () => {
    board.keyboard = false;
    board._refresh();
  });
}

/** @type {Record<string, Point>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Board} board @param {KeyboardEvent} event */
function press(board, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (STEPS[event.key] && !event.shiftKey) {
    const [x, y] = board._shown(board.focused),
      [dx, dy] = STEPS[event.key];
    const next = board._at(
      Math.min(board.columns - 1, Math.max(0, x + dx)),
      Math.min(board.rows - 1, Math.max(0, y + dy)),
    );
    board.keyboard = true;
    focusOn(board, next);
    board._refresh();
  } else if (event.key === "Enter" || event.key === " ") {
    if (board.mayMove()) board._pick(board.focused);
    else board.dispatchEvent(new CustomEvent("press", { detail: { square: board.focused } }));
  } else if (event.key === "Escape" && board.choice.path.length) board.cancel();
  else if (event.key === "Backspace" && board.choice.path.length) board.back();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
