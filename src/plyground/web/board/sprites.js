// The pieces' drawings, each put into the page once and used wherever it stands.

import { s } from "../shared/dom.js";

let shelf = null;
const ready = new Set();

/** The id of a symbol of a game family; makes it available first. */
export function symbol(look, name) {
  const id = `${look.family}-${name}`;
  // the page may have come with it
  if (!ready.has(id) && document.getElementById(id)) ready.add(id);
  if (!ready.has(id) && look.symbols[name]) {
    if (!shelf) {
      shelf = s("svg", { width: 0, height: 0, "aria-hidden": "true", class: "visually-hidden" });
      document.body.append(shelf);
    }
    const symbol = `<symbol id="${id}" viewBox="0 0 100 100">${look.symbols[name]}</symbol>`;
    const text = `<svg xmlns="http://www.w3.org/2000/svg">${symbol}</svg>`;
    const drawn = new DOMParser().parseFromString(text, "image/svg+xml").querySelector("symbol");
    shelf.append(document.importNode(drawn, true));
    ready.add(id);
  }
  return id;
}

/** A piece as a small picture of its own. */
export function pieceIcon(look, name, size = 40) {
  return s(
    "svg",
    { viewBox: "0 0 100 100", width: size, height: size, "aria-hidden": "true" },
    s("use", { href: `#${symbol(look, name)}`, width: 100, height: 100 }),
  );
}
