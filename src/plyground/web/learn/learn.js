// The rules, with positions to try them on. The page comes with its text and its boards drawn; here they become boards
// that can be played on, as soon as they are in view.

import { Board } from "../board/board.js";
import { look, orKept, position, post } from "../shared/api.js";
import { $, $$, goTo, pause, sentence, toast, attempt, unset } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { showSteps } from "../board/steps.js";
import { Goal, showEarned } from "./goal.js";
import { boardsOf, keep } from "./kept.js";

/** Who defends: what the endgame tables say, or the engine at its best level. */
/** @type {Record<string, {level: number, perfect?: boolean}>} */
const OPPONENTS = { tables: { level: 8, perfect: true }, engine: { level: 10 } };

/** Begin a game; returns its address.
 * @param {string} game @param {string | undefined} start @param {string} opponent */
async function win(game, start, opponent) {
  const { turn } = await position(game, start);
  const you = turn === 0 ? "white" : "black";
  return `/game/${(await post("/api/play", { game, start, you, ...OPPONENTS[opponent] })).id}`;
}

const family = $("#lesson").dataset.family;

/** An example, which the reader may play on; `number` is its place on the page.
 * @param {HTMLElement} figure @param {number} number */
function example(figure, number) {
  const { game = "", position: text, square } = figure.dataset,
    host = $(".place", figure),
    steps = $(".steps", figure),
    name = $("figcaption", figure).textContent,
    goal = $(".goal", figure) ? new Goal(figure) : null,
    asking = new Latest();
  /** @type {Board} */
  let board = unset();
  /** @type {View} */
  let view = unset();
  async function restart() {
    goal?.restart();
    const isLatest = asking.begin(),
      known = orKept(position(game, text), async () => (await boardsOf(family))[number]?.start),
      [start, drawn] = await Promise.all([known, look(game)]);
    if (!isLatest()) return isLatest;
    view = start;
    if (!board) {
      board = new Board(host, drawn, { name });
      board.addEventListener("move", (event) => attempt(play(event.detail.text)));
      showSteps(steps, board, (move) => attempt(play(move)));
    }
    board.show(view, { quick: true });
    if (square) board.point(square);
    return isLatest;
  }
  /** @param {string} move */
  async function play(move) {
    const isLatest = asking.begin();
    let next;
    try {
      next = goal?.isOpen ? await goal.play(move) : await position(game, view.position, move);
    } catch (/** @type {any} */ error) {
      if (isLatest()) board.restore();
      throw error;
    }
    if (!isLatest()) return isLatest;
    view = next;
    board.show(view);
    if (view.outcome && !goal) toast(sentence(view.outcome.text));
    return isLatest;
  }
  /** Play the solution, unless the reader goes on meanwhile. */
  async function show() {
    let isLatest = await restart();
    for (const move of (await goal?.shown())?.solution ?? []) {
      if (!isLatest()) return;
      isLatest = await play(move);
      await pause(700);
    }
  }
  $(".reset", figure).addEventListener("click", () => attempt(restart()));
  const button = $(".win", figure);
  button?.addEventListener("click", () => goTo(() => win(game, text, button.dataset.opponent)));
  $(".show", figure)?.addEventListener("click", () => attempt(show()));
  new IntersectionObserver(
    (entries, watcher) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        watcher.disconnect();
        attempt(restart());
      }
    },
    { rootMargin: "300px" },
  ).observe(figure);
}

// on a phone the row of games is wider than the window
const chosen = $("#lessons [aria-current]");
if (chosen) {
  $("#lessons").scrollLeft = chosen.offsetLeft - 40;
  document.title = `${chosen.textContent}: the rules · Plyground`;
}
const figures = $$("figure[data-game]");
figures.forEach(example);
showEarned();
if (family) keep(family, [...new Set(figures.map((figure) => figure.dataset.game))]).catch(() => {});
