// The pieces' drawings, each put into the page once and used wherever it stands.

import { s, remembered } from "../shared/dom.js";

/** @type {?SVGSVGElement} */
let shelf = null;
const ready = new Set();
const isLettered = remembered.get("pieces", "") === "letters";

/** The size of one, two and three letters on a man. */
const SIZES = [56, 44, 34];

/** A man as a disc with its letter, for those to whom drawings say less; null where its name has no colour.
 * @param {Look} look @param {string} name */
function lettered(look, name) {
  const letter = look.letters[name],
    color = name.split("-")[0],
    side = [0, 1].find((each) => [["white", "black"][each], look.colors[each].toLowerCase()].includes(color));
  if (!isLettered || side === undefined || !letter) return null;
  const [paper, ink] = side === 0 ? ["#fdf5e3", "#2a1d14"] : ["#2a1d14", "#fdf5e3"],
    size = SIZES[letter.length - 1] ?? SIZES.at(-1);
  return (
    `<circle cx="50" cy="50" r="42" fill="${paper}" stroke="#2a1d14" stroke-width="3"/>` +
    `<text x="50" y="${50 + 0.36 * size}" font-family="sans-serif" font-weight="bold" font-size="${size}" ` +
    `text-anchor="middle" ` +
    `fill="${ink}">${letter.toUpperCase()}</text>`
  );
}

/** The id of a symbol of a game family; makes it available first. @param {Look} look @param {string} name */
export function symbol(look, name) {
  const id = `${look.family}-${name}`;
  const own = lettered(look, name);
  // the page may have come with it
  if (!own && !ready.has(id) && document.getElementById(id)) ready.add(id);
  if (!ready.has(id) && look.symbols[name]) {
    if (own) document.getElementById(id)?.remove();
    if (!shelf) {
      shelf = s("svg", { width: 0, height: 0, "aria-hidden": "true", class: "visually-hidden" });
      document.body.append(shelf);
    }
    const symbol = `<symbol id="${id}" viewBox="0 0 100 100">${own ?? look.symbols[name]}</symbol>`;
    const text = `<svg xmlns="http://www.w3.org/2000/svg">${symbol}</svg>`;
    const drawn = new DOMParser().parseFromString(text, "image/svg+xml").querySelector("symbol");
    if (drawn) shelf.append(document.importNode(drawn, true));
    ready.add(id);
  }
  return id;
}

/** A piece as a small picture of its own. @param {Look} look @param {string} name */
export function pieceIcon(look, name, size = 40) {
  return s(
    "svg",
    { viewBox: "0 0 100 100", width: size, height: size, "aria-hidden": "true" },
    s("use", { href: `#${symbol(look, name)}`, width: 100, height: 100 }),
  );
}
