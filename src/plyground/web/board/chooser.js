// The small window that asks which of several moves between the same squares is meant.

import { h } from "../shared/dom.js";
import { pieceIcon } from "./sprites.js";
import { way } from "./shapes.js";

/** Ask which of several moves is meant; the board makes the one that is chosen. Returns the window.
 * @param {Board} board @param {string[][]} moves */
export function chooser(board, moves) {
  const order = Object.keys(board.view.becomes),
    place = (/** @type {string[]} */ move) => order.indexOf(move[0]);
  const buttons = moves
    .toSorted((a, b) => place(a) - place(b))
    .map((move) => {
      const piece = board.view.becomes[move[0]];
      const label = piece ? piece.replaceAll("-", " ") : move.slice(1).join(" ");
      return h(
        "button",
        {
          "aria-label": label,
          title: label,
          onclick: () => {
            board._closeChooser();
            board._make(move);
            board._refresh();
          },
          onpointerenter: () => preview(board, move),
          onfocus: () => preview(board, move),
        },
        piece ? pieceIcon(board.look, piece, 56) : label,
      );
    });
  const box = h(
    "div",
    {
      class: "chooser",
      role: "dialog",
      "aria-label": "Which move?",
      onclick: (event) => {
        if (event.target === box) board.cancel();
      },
      onkeydown: (event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          board.cancel();
        }
      },
    },
    h("div", {}, buttons),
  );
  board.host.append(box);
  buttons[0].focus();
  return box;
}

/** Show the way a move takes. @param {Board} board @param {string[]} move */
function preview(board, move) {
  if (move.length > 3) board.setShapes(way(move.slice(1), "next"));
}
