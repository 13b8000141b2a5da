// A board in a frame of another site: a position, and the moves from there to be walked through.

import { Board } from "../board/board.js";
import { get, look, post } from "../shared/api.js";
import { $, $$, addressPart, attempt, unset } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { pictureOf } from "../board/picture_text.js";

const asking = new Latest(),
  query = new URLSearchParams(location.search),
  moves = query.get("moves")?.split(",").filter(Boolean) ?? [];
const page = {
  /** @type {Look} */
  game: unset(),
  /** @type {Board} */
  board: unset(),
  start: "",
  /** @type {Api.Step[]} */
  steps: [],
  ply: 0,
  /** @type {?Promise<void>} */
  started: null,
};
/** @type {Record<string, () => number>} */
const WALKS = {
  first: () => 0,
  back: () => page.ply - 1,
  on: () => page.ply + 1,
  last: () => page.steps.length,
};

/** @param {() => number} walk */
async function go(walk) {
  await (page.started ??= start());
  const isLatest = asking.begin(),
    wanted = Math.max(0, Math.min(page.steps.length, walk())),
    position = wanted > 1 ? page.steps[wanted - 2].position : page.start,
    move = wanted ? { move: page.steps[wanted - 1].move } : {};
  const rule = query.getAll("rule"),
    rules = rule.length ? { rule } : {},
    view = await get(`/api/games/${page.game.name}/position`, { position, ...move, ...rules });
  if (!isLatest()) return;
  const isNext = Math.abs(wanted - page.ply) === 1;
  page.board.show({ ...view, moves: [] }, { quick: !isNext });
  say(
    wanted,
    page.steps.map((step) => step.move),
  );
}

/** Say where in the line the board is. @param {number} ply @param {string[]} moves */
function say(ply, moves) {
  page.ply = ply;
  $("#where").textContent = ply ? `${ply} of ${moves.length} · ${moves[ply - 1]}` : "";
  for (const button of $$("[data-walk]")) {
    const isForward = ["on", "last"].includes(button.dataset.walk);
    button.disabled = isForward ? ply === moves.length : ply === 0;
  }
}

/** Ask for the positions of the line. */
async function start() {
  const rules = Object.fromEntries(query.getAll("rule").map((rule) => rule.split("="))),
    line = { game: page.game.name, rules, moves, lenient: true, start: query.get("position") ?? undefined },
    followed = await post("/api/line", line);
  page.start = followed.start;
  page.steps = followed.steps;
}

/** Draw the board: at once where the address has a picture of it, which is then asked for nothing more. */
async function begin() {
  page.game = await look(addressPart());
  $("#open").href = `/analysis/${page.game.name}${location.search}`;
  const asked = Number(query.get("ply") ?? (query.has("play") ? 0 : moves.length)),
    ply = Math.min(moves.length, Number.isInteger(asked) && asked > 0 ? asked : 0),
    picture = pictureOf(location.hash, page.game);
  if (!picture) await (page.started = start());
  $("#board").replaceChildren();
  page.board = new Board($("#board"), page.game, { live: false, name: page.game.title });
  page.board.flip(query.has("turned"));
  if (!picture) return go(() => ply);
  page.board.show(picture, { quick: true });
  say(ply, moves);
}

for (const button of $$("[data-walk]"))
  button.addEventListener("click", () => attempt(go(WALKS[button.dataset.walk])));
document.addEventListener("keydown", (event) => {
  const walk = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (!walk || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  attempt(go(WALKS[walk]));
});

attempt(begin());
