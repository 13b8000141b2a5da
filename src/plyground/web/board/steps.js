// The line under a board while a move is being chosen: what to do next, undo of a hop, finishing a chain of hops. And a
// board to play on, with that line.

import { h, remembered, attempt } from "../shared/dom.js";
import { Change } from "../shared/latest.js";
import { Board } from "./board.js";
import { showMobility } from "./mobility.js";

/** Put a new board of `game` in the place of what `host` shows; `play` is called with the text of each move;
 * `rules` are the game's settings.
 * @param {HTMLElement} host @param {HTMLElement} steps @param {Look} game @param {(text: string) => unknown} play
 * @param {{flipped?: boolean, rules?: () => Rules}} options */
export function boardToPlay(host, steps, game, play, { rules = () => ({}), ...options } = {}) {
  const board = new Board(host, game, { name: game.title, draw: true, ...options });
  board.addEventListener("move", (event) => attempt(play(event.detail.text)));
  showMobility(board, rules);
  showSteps(steps, board, (text) => attempt(play(text)));
  return board;
}

/** Keep `host` up to date with what is being chosen on `board`; `pass` is called for a move that touches no square.
 * In a `game` whose chains of hops can be shown they have room before the first.
 * @param {HTMLElement} host @param {Board} board @param {(text: string) => unknown} pass @param {?Look} [game] */
export function showSteps(host, board, pass, game = null) {
  const choice = new Change();
  /** @param {{path?: string[], hops?: boolean, complete?: boolean, shooting?: boolean}} choice */
  const update = ({ path = [], hops = false, complete = false, shooting = false } = {}) => {
    // what is said here again and again has its place from the beginning, so that nothing below moves
    if (hops || board.view?.shoots || (game && "chains" in game.overlays)) host.classList.add("reserved");
    const passing = board.view?.moves.find((move) => move.length === 1);
    if (!choice.to([path.length, hops, complete, shooting, passing, board.mayMove()])) return;
    host.replaceChildren(
      ...[
        shooting
          ? h("strong", { class: "hint now" }, "Now choose the square to block.")
          : path.length > 1
            ? h("span", { class: "hint" }, "Hop on, or finish here.")
            : null,
        path.length > 1
          ? h("button", { class: "quiet", "aria-label": "Undo this step", onclick: () => board.back() }, "Undo")
          : null,
        path.length > 1 && complete
          ? h("button", { class: "primary", onclick: () => board.finish() }, "Finish here")
          : null,
        passing && board.mayMove() ? h("button", { class: "primary", onclick: () => pass(passing[0]) }, "Pass") : null,
        hops && path.length < 2
          ? h(
              "label",
              { class: "check soft small" },
              h("input", {
                type: "checkbox",
                ...(remembered.get("hopByHop", false) ? { checked: true } : {}),
                onchange: (event) => board.setHopByHop(event.target.checked),
              }),
              "Hop by hop",
            )
          : null,
      ].filter((each) => each !== null),
    );
  };
  board.addEventListener("choice", (event) => update(event.detail));
  update();
}
