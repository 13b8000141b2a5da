// How boards and pieces look: a dialog with a few choices, which the browser remembers.

import { h, remembered } from "./dom.js";

const BOARDS = { "": "Wood", green: "Green", blue: "Blue", grey: "Grey" };
const PIECES = { "": "Drawn", letters: "Letters" };
/** @type {?HTMLDialogElement} */
let dialog = null;

/** @param {string} name @param {string} label @param {Record<string, string>} values @param {string} chosen
 * @param {(value: string) => void} choose */
function choices(name, label, values, chosen, choose) {
  const options = Object.entries(values).map(([value, text]) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }),
      h("span", {}, text),
    ),
  );
  return h(
    "fieldset",
    { class: "field" },
    h("legend", {}, label),
    h("div", { class: "segments", role: "radiogroup" }, options),
  );
}

/** Open the dialog. */
export function openSettings() {
  dialog?.remove();
  dialog = h(
    "dialog",
    { "aria-label": "Board and pieces" },
    h("h2", {}, "Board and pieces"),
    h(
      "div",
      { class: "stack" },
      choices("board-theme", "Board", BOARDS, remembered.get("board", ""), (value) => {
        remembered.set("board", value);
        if (value) document.documentElement.dataset.board = value;
        else delete document.documentElement.dataset.board;
      }),
      choices("piece-set", "Pieces", PIECES, remembered.get("pieces", ""), (value) => {
        remembered.set("pieces", value);
        location.reload();
      }),
      h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
