// A game to play at once, with its rules in moving pictures; and the games as cards, each with a small board on which a
// game plays itself while it is in view.

import { Board } from "../board/board.js";
import { get, look, post } from "../shared/api.js";
import { $, $$, goTo, h, reducedMotion, remembered, attempt } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { levelName } from "../shared/names.js";
import { showToday } from "../shared/today.js";

import "./guess.js";

const PAUSE = 1400;

/** The sample games, each asked for once. @type {Map<string, Promise<Api.PlayedDemo>>} */
const demos = new Map();
/** @param {string} name */
function demoOf(name) {
  const demo = demos.get(name) ?? get(`/api/games/${name}/demo`);
  demo.catch(() => demos.delete(name));
  demos.set(name, demo);
  return demo;
}

/** @param {HTMLElement} element */
function card(element) {
  const { family } = element.dataset,
    mini = $(".mini", element),
    doors = $(".doors", element),
    choosing = new Latest();
  /** @type {?Show} */
  let show = null;
  const choose = async (/** @type {string} */ name) => {
    watcher.disconnect();
    for (const button of $$(".variants button", element))
      button.setAttribute("aria-pressed", button.dataset.game === name);
    doors.replaceChildren(
      h("a", { class: "button primary", href: `/play/${name}` }, "Play"),
      h("a", { class: "button", href: `/analysis/${name}` }, "Analyse"),
      h("a", { class: "button", href: `/learn/${family}` }, "Learn"),
    );
    await play(name);
  };
  /** Let a variant's sample game play itself. @param {string} name */
  const play = async (name) => {
    const isLatest = choosing.begin(),
      [chosen, demo] = await Promise.all([look(name), demoOf(name)]);
    if (!isLatest()) return;
    show?.stop();
    show = new Show(mini, chosen, framesOf(demo));
  };
  for (const button of $$(".variants button", element))
    button.addEventListener("click", () => attempt(choose(button.dataset.game)));
  const first = $(".doors a", element).getAttribute("href").split("/").at(-1);
  // the page shows its start already; more is needed only once it is in view
  const watcher = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watcher.disconnect();
    attempt(play(first));
  });
  watcher.observe(element);
}

/** What is shown on a small board.
 * @typedef {Pick<Api.Picture, "pieces" | "last" | "shoots"> & Partial<Api.Picture>} Frame */

/** The frames of a sample game, each with all that stands there. @param {Api.PlayedDemo} demo @returns {Frame[]} */
function framesOf({ frames, shoots }) {
  let pieces = /** @type {Record<string, string>} */ ({});
  return frames.map(({ changes, last }) => {
    const changed = Object.entries({ ...pieces, ...changes }).filter(([, piece]) => piece);
    pieces = /** @type {Record<string, string>} */ (Object.fromEntries(changed));
    return { pieces, last, shoots: last.length === 3 && shoots };
  });
}

/** A board on which frames follow each other while it is in view. */
class Show {
  /** @param {HTMLElement} host @param {Look} look @param {Frame[]} frames @param {(text: string) => void} say */
  constructor(host, look, frames, say = () => {}) {
    host.replaceChildren();
    this.board = new Board(host, look, { live: false, labels: false });
    this.visible = false;
    this.watcher = new IntersectionObserver(([entry]) => {
      this.visible = entry.isIntersecting;
    });
    this.watcher.observe(host);
    this.frames = frames;
    this.say = say;
    this.at = -1;
    this._next(true);
    if (!reducedMotion())
      this.timer = setInterval(() => {
        if (this.visible && !document.hidden) this._next(false);
      }, PAUSE);
  }

  /** @param {boolean} quick */
  _next(quick) {
    this.at = (this.at + 1) % this.frames.length;
    const { text = "", ...frame } = this.frames[this.at],
      isNew = !frame.last.length;
    this.board.show({ ...frame, moves: [], becomes: {}, turn: 0, outcome: null }, { quick: quick || isNew });
    this.say(text);
  }

  stop() {
    clearInterval(this.timer);
    this.watcher.disconnect();
  }
}

/** The first thing on the page: a game, its aim, its rules in moving pictures, and playing in one click. */
class Hero {
  constructor() {
    /** @type {?Show} */
    this.show = null;
    this.choosing = new Latest();
    const usual = $(`#hero-games [data-family="${remembered.get("family", "")}"]`);
    if (usual) usual.checked = true;
    $("#hero-games").addEventListener("change", () => {
      remembered.set("family", this.chosen.dataset.family);
      remembered.set("game", this.chosen.value);
      attempt(this.choose());
    });
    $("#play-now").addEventListener("click", () => goTo(() => this.play()));
  }

  get chosen() {
    return $("#hero-games :checked");
  }
  /** Who has never played begins at the level that is coached. */
  get level() {
    return remembered.get("setup", { level: 1 }).level;
  }

  async choose() {
    const isLatest = this.choosing.begin(),
      { value: name, dataset } = this.chosen,
      { tour } = await demoOf(name),
      drawn = await look(tour.game);
    if (!isLatest()) return;
    $("#aim").textContent = tour.aim;
    $("#hero-more").href = `/play/${name}`;
    $("#hero-learn").href = `/learn/${dataset.family}`;
    $("#play-how").textContent = `Against the engine, level ${levelName(this.level)}.`;
    this.show?.stop();
    this.show = new Show($("#hero-board"), drawn, tour.pictures, (text) => {
      $("#hero-text").textContent = text;
    });
  }

  async play() {
    const { id } = await post("/api/play", { game: this.chosen.value, you: "white", level: this.level });
    remembered.set("setup", { level: this.level });
    return `/game/${id}`;
  }
}

async function goingOn() {
  const { games } = await get("/api/play", { open: true });
  if (!games.length && !(await get("/api/play", { open: false })).games.length) return;
  const section = $("#going-on");
  $("ul", section).replaceChildren(
    ...games
      .toSorted((a, b) => Number(b.your_turn) - Number(a.your_turn))
      .slice(0, 5)
      .map((game) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: `/game/${game.id}` },
            h("strong", {}, game.your_turn ? `Your turn · ${game.title}` : game.title),
            ` · ${game.against} · ${game.plies ? `move ${Math.ceil((game.plies + 1) / 2)}` : "just begun"}`,
          ),
        ),
      ),
  );
  section.hidden = false;
}

attempt(new Hero().choose());
$$(".card[data-family]").forEach(card);
goingOn().catch(() => {});
showToday($("#today"), $("#days"))
  .then(() => {
    $("#daily").hidden = false;
  })
  .catch(() => {});
