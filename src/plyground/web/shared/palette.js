// Ctrl-K: go anywhere and do anything by typing a part of its name.

import { get } from "./api.js";
import { $$, h } from "./dom.js";

const MOST = 12;

/** @typedef {[string, () => void]} Command */

const go = (/** @type {string} */ path) => () => {
  location.href = path;
};

const visible = (/** @type {HTMLButtonElement} */ element) => element.getClientRects().length > 0 && !element.disabled;

/** What a link is called, where a phone has a shorter word. @param {HTMLElement} link */
const nameOf = (link) => (link.querySelector(".long") ?? link).textContent?.trim() ?? "";

/** What can be done: [name, action]; what the page itself offers comes first.
 * @param {() => void} openSettings @returns {Promise<Command[]>} */
async function commands(openSettings) {
  const own = $$("#main button, #main a.button")
    .filter(visible)
    // what can be read, in one line
    .map((element) => [element.ariaLabel ?? element.innerText.replace(/\s+/g, " "), () => element.click()]);
  const pages = $$(".top nav a, .bottom a").map((link) => [nameOf(link), () => link.click()]);
  const games = (await get("/api/games")).flatMap(({ name, label, family }) => [
    [`Play ${label}`, go(`/play/${name}`)],
    [`Analyse ${label}`, go(`/analysis/${name}`)],
    [`Learn ${label}`, go(`/learn/${family}`)],
  ]);
  const found = new Map();
  const further = [
    ["Your games", go("/games")],
    ["Endgames", go("/endgames")],
    ["Puzzle storm", go("/storm")],
    ["Twelve chapters", go("/chapters")],
    ["Laboratory", go("/laboratory")],
    ["Board and pieces", openSettings],
  ];
  for (const [name, action] of [...own, ...pages, ...further, ...games])
    if (name.length > 1 && name.length < 60 && !found.has(name)) found.set(name, action);
  return [...found];
}

/** What was typed, if it is a name; those whose words begin with it, in order; then those that contain it.
 * @param {Command[]} all @param {string} typed */
export function matching(all, typed) {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (/** @type {string} */ name) => {
    const words = name.toLowerCase();
    if (!parts.every((part) => words.includes(part))) return 0;
    if (words === parts.join(" ")) return 4;
    return words.startsWith(parts[0] ?? "") ? 3 : parts.every((part) => ` ${words}`.includes(` ${part}`)) ? 2 : 1;
  };
  return all
    .filter(([name]) => rank(name) > 0)
    .toSorted(([a], [b]) => rank(b) - rank(a))
    .slice(0, MOST);
}

/** @type {?HTMLDialogElement} */
let dialog = null;
/** @param {() => void} openSettings */
export async function openPalette(openSettings) {
  if (dialog?.open) return;
  dialog?.remove();
  const all = await commands(openSettings);
  /** @type {Command[]} */
  let shown = [];
  let at = 0;
  const list = h("ul", { role: "listbox", id: "palette-list", "aria-label": "Commands" });
  const input = h("input", {
    role: "combobox",
    "aria-label": "What do you want to do?",
    "aria-expanded": "true",
    "aria-controls": "palette-list",
    placeholder: "What do you want to do?",
    autocomplete: "off",
    spellcheck: "false",
  });
  const run = (/** @type {Command} */ [, action]) => {
    dialog?.close();
    action();
  };
  const draw = () => {
    list.replaceChildren(
      ...shown.map((each, i) =>
        h("li", { role: "option", id: `command-${i}`, "aria-selected": i === at, onclick: () => run(each) }, each[0]),
      ),
    );
    input.setAttribute("aria-activedescendant", shown.length ? `command-${at}` : "");
  };
  const filter = () => {
    shown = matching(all, input.value);
    at = 0;
    draw();
  };
  input.addEventListener("input", filter);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && shown.length) {
      at = (at + step + shown.length) % shown.length;
      draw();
    } else if (event.key === "Enter" && shown[at]) run(shown[at]);
    else return;
    event.preventDefault();
  });
  dialog = h("dialog", { class: "commands", "aria-label": "Commands" }, input, list);
  document.body.append(dialog);
  filter();
  dialog.showModal();
  input.focus();
}
