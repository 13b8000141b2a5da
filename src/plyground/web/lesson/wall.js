// The wall: a tile for each pupil, with the board, the answer, and what the teacher can do about it.

import { Board } from "../board/board.js";
import { look } from "../shared/api.js";
import { $, h, attempt, unset } from "../shared/dom.js";
import { showTile } from "./counts.js";

/** @typedef {{dot: HTMLElement, name: HTMLElement, mini: HTMLElement, answer: HTMLElement, element: HTMLElement,
 *   board: ?Board, tile: ?Api.Tile}} Parts */

/** By the pupil's number: the tile's element, its board, and what it shows. */
const tiles = /** @type {Map<number, Parts>} */ (new Map());
/** The pupil whose board is shown large, 0 for none. */
const page = {
  opened: 0,
  /** @type {?Board} */
  large: null,
};

/** @typedef {{dashboard?: ?Api.DashboardView, tiles?: Record<string, Api.Tile>, over?: boolean}} WallMessage */

/** What the wall needs of the page around it, which fills it in. */
export const wall = {
  receive,
  /** @type {(path: string, body: object) => Promise<void>} */
  act: unset(),
  /** @type {(title: string, action: string) => Promise<boolean>} */
  isSure: unset(),
  /** @type {() => Api.DashboardView} */
  dashboard: unset(),
};

/** @param {WallMessage} message */
function receive(message) {
  if (message.dashboard) for (const pupil of message.dashboard.pupils) showPupil(pupil, message.dashboard);
  for (const [number, tile] of Object.entries(message.tiles ?? {})) attempt(showBoard(Number(number), tile));
}

/** @param {Api.PupilLine} pupil @returns {Parts} */
function tileOf(pupil) {
  const known = tiles.get(pupil.number);
  if (known) return known;
  const parts = {
    dot: h("span", { class: "dot" }),
    name: h("span", {}),
    mini: h("div", { class: "mini blank" }),
    answer: h("span", { class: "answer" }),
    board: /** @type {?Board} */ (null),
    tile: /** @type {?Api.Tile} */ (null),
    element: /** @type {HTMLElement} */ (unset()),
  };
  parts.element = h(
    "button",
    { class: "tile", onclick: () => open(pupil.number) },
    h("span", { class: "name" }, parts.dot, parts.name),
    parts.mini,
    parts.answer,
  );
  tiles.set(pupil.number, parts);
  $("#wall").append(parts.element);
  return parts;
}

/** @param {Api.PupilLine} pupil @param {Api.DashboardView} dashboard */
function showPupil(pupil, dashboard) {
  const parts = tileOf(pupil);
  parts.element.hidden = pupil.removed;
  parts.name.textContent = pupil.program ? `${pupil.name} (program)` : pupil.name;
  parts.dot.classList.toggle("here", pupil.here);
  parts.element.classList.toggle("away", !pupil.here);
  parts.element.classList.toggle("shown", dashboard.projected === pupil.number);
  parts.answer.textContent = pupil.left ? "waits for another browser" : pupil.answer;
  parts.answer.classList.toggle("right", pupil.is_right === true);
  parts.answer.classList.toggle("wrong", pupil.is_right === false);
  const state = [pupil.here ? "here" : "away", pupil.answer && `answered ${pupil.answer}`].filter(Boolean).join(", ");
  parts.element.setAttribute("aria-label", `${parts.name.textContent}: ${state}`);
  if (page.opened === pupil.number) showDialog(pupil);
}

/** @param {number} number @param {Api.Tile} tile */
async function showBoard(number, tile) {
  const parts = tiles.get(number);
  if (!parts) return;
  parts.tile = tile;
  const game = await look(tile.game);
  if (parts.tile !== tile) return;
  parts.board = boardOn(parts.mini, parts.board, game, false);
  showTile(parts.board, tile);
  if (page.opened === number) await showLarge();
}
/** @param {HTMLElement} host @param {?Board} board @param {Look} game @param {boolean} labels */
function boardOn(host, board, game, labels) {
  if (board?.look === game) return board;
  host.className = host.id ? "" : "mini";
  return new Board(host, game, { live: false, labels, name: game.title });
}

// -------------------------------------------------------------------------------------------- one pupil

const pupilOf = (/** @type {number} */ number) => wall.dashboard().pupils[number - 1];

/** @param {number} number */
function open(number) {
  page.opened = number;
  page.large = null;
  $("#large").replaceChildren();
  $("#large-state").textContent = "";
  showDialog(pupilOf(number));
  attempt(showLarge());
  $("#pupil").showModal();
}
/** @param {Api.PupilLine} pupil */
function showDialog(pupil) {
  const isShown = wall.dashboard().projected === pupil.number;
  $("#pupil-title").textContent = pupil.name;
  $("#project").textContent = isShown ? "Show to all no longer" : "Show to all";
  $("#project").hidden = !pupil.game;
  $("#watch").hidden = !pupil.game;
  $("#watch").href = `/game/${pupil.game}`;
  $("#release").hidden = pupil.program || pupil.left;
}
async function showLarge() {
  const tile = tiles.get(page.opened)?.tile;
  if (!tile) return;
  const game = await look(tile.game);
  page.large = boardOn($("#large"), page.large, game, true);
  showTile(page.large, tile);
  $("#large-state").textContent = `${tile.names.join(" – ")}: ${tile.outcome || `${game.colors[tile.turn]} to move`}`;
}
$("#pupil").addEventListener("close", () => {
  page.opened = 0;
});
$("#project").addEventListener("click", () => {
  wall.act("project", { number: wall.dashboard().projected === page.opened ? 0 : page.opened });
});
$("#release").addEventListener("click", () => {
  wall.act("pupils/release", { number: page.opened });
  $("#pupil").close();
});
$("#remove").addEventListener("click", async () => {
  const { number, name } = pupilOf(page.opened);
  $("#pupil").close();
  if (await wall.isSure(`Remove ${name}? A game that goes on is lost.`, "Remove"))
    await wall.act("pupils/remove", { number });
});
$("#rename").addEventListener("click", () => {
  const { number, name } = pupilOf(page.opened);
  $("#pupil").close();
  $("#new-name").value = name;
  $("#naming").returnValue = "";
  $("#naming").showModal();
  $("#naming").addEventListener(
    "close",
    () => {
      if ($("#naming").returnValue === "yes") wall.act("pupils/rename", { number, nickname: $("#new-name").value });
    },
    { once: true },
  );
});
