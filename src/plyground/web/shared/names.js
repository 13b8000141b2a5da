// Names for people, where the server knows things by short texts, and the choice of a game.

import { h, remembered, sentence, toast } from "./dom.js";

/** Where a list has a game. @param {Api.GameView} game */
const group = (game) => (game.is_for_courses ? "More variants" : game.title);

/** Fill a list of games, the variants of a family together; returns the one to begin with.
 * @param {HTMLSelectElement} select @param {Api.GameView[]} games  as the API lists them
 * @param {string} [wanted]  otherwise it is the game that was chosen last, on whichever page */
export function fillGames(select, games, wanted) {
  // the page may have come with the list
  const titles = new Set(games.toSorted((a, b) => Number(a.is_for_courses) - Number(b.is_for_courses)).map(group));
  for (const title of select.options.length ? [] : titles) {
    const variants = games.filter((game) => group(game) === title);
    select.append(
      h("optgroup", { label: title }, ...variants.map((game) => h("option", { value: game.name }, game.label))),
    );
  }
  const known = (/** @type {string | undefined} */ name) => games.some((game) => game.name === name);
  const usual = games.find((game) => game.is_usual) ?? games[0];
  if (wanted && !known(wanted)) sayUnknown(wanted);
  select.value = [wanted, remembered.get("game", "")].find(known) ?? usual.name;
  select.addEventListener("change", () => remembered.set("game", select.value));
  return select.value;
}

/** An address names a game that there is not: another one is shown. @param {string} name */
export const sayUnknown = (name) => toast(`There is no game “${name}” here; choose one from the list.`, "bad");

const LEVELS = [
  "a child wins",
  "a first game",
  "beginner",
  "beginner",
  "casual",
  "casual",
  "solid",
  "solid",
  "strong",
  "very strong",
  "full strength",
];
/** A level of play, with a word on how strong it is: "6 · solid". @param {number} level */
export const levelName = (level) => `${level} · ${LEVELS[level]}`;

/** A player of the arena: "engine:nodes=2000" as "Engine (nodes 2000)"; what follows an @ is a name already.
 * @param {string} text @returns {string} */
export function playerName(text) {
  const at = text.indexOf("@");
  if (at >= 0) return at + 1 < text.length ? playerName(text.slice(at + 1)) : text;
  const [kind, options = ""] = text.split(/:(.*)/);
  if (kind === "level" && options) return `Level ${options.replace("number=", "")}`;
  const shown = options
    .split(",")
    .filter(Boolean)
    .map((option) => option.replace("=", " "));
  return sentence(kind) + (shown.length ? ` (${shown.join(", ")})` : "");
}
