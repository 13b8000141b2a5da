// Where men could go that cannot be moved now: shown while somebody points at one, or after a press on it.

import { get, ruleTexts } from "../shared/api.js";

/** @param {Board} board @param {() => Rules} rules  the settings of the game on the board */
export function showMobility(board, rules) {
  /** @type {string | undefined} */
  let asked;
  /** @param {?string} square */
  const ask = async (square) => {
    const { view } = board;
    if (!square || !view?.pieces[square] || view.outcome || board.choice.froms.has(square)) return;
    if (asked === view.position && board.mobility) return;
    const { position } = view;
    asked = position;
    const query = { position, rule: ruleTexts(rules()) },
      found = await get(`/api/games/${view.game}/mobility`, query).catch(() => null);
    if (found && board.view.position === position) board.setMobility(found.squares);
  };
  board.addEventListener("hover", ({ detail }) => ask(detail.square));
  const press = (/** @type {string} */ square) => {
    board.hovered = square;
    board._refresh();
    ask(square);
  };
  board.addEventListener("press", ({ detail }) => press(detail.square));
  board.addEventListener("refused", ({ detail }) => press(detail.to));
}
