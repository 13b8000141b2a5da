// How pages, boards and pieces look and sound: a dialog with a few choices, which the browser remembers.

import { h, remembered } from "./dom.js";
import { sound } from "./sound.js";
import { thinking } from "./transport.js";

/** What is chosen by an attribute of the page, `theme.js` sets it again: title, and values with their names. */
const LOOKS = /** @type {Record<string, [string, Record<string, string>]>} */ ({
  theme: ["Colours", { "": "As the system", light: "Light", dark: "Dark" }],
  board: ["Board", { "": "Wood", green: "Green", blue: "Blue", grey: "Grey" }],
  coordinates: ["Coordinates", { "": "Shown", none: "None" }],
  animation: ["Animation", { "": "Usual", fast: "Fast", none: "None" }],
});
const SOUNDS = { "": "Wood", soft: "Soft", bright: "Bright" };
const PLACES = { "": "This browser, where it can", server: "The server" };
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
      Object.entries(LOOKS).map(([name, [title, values]]) =>
        choices(`look-${name}`, title, values, remembered.get(name, ""), (value) => {
          remembered.set(name, value);
          if (value) document.documentElement.dataset[name] = value;
          else delete document.documentElement.dataset[name];
        }),
      ),
      choices("piece-set", "Pieces", PIECES, remembered.get("pieces", ""), (value) => {
        remembered.set("pieces", value);
        location.reload();
      }),
      choices("sound-set", "Sounds", SOUNDS, remembered.get("sounds", ""), (value) => {
        remembered.set("sounds", value);
        sound([], true);
      }),
      "sessions" in thinking
        ? choices("thinks", "Who thinks", PLACES, remembered.get("thinks", ""), (value) => {
            remembered.set("thinks", value);
            location.reload();
          })
        : null,
      h("p", { class: "soft small", id: "thinks", text: thinking.standing }),
      h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
