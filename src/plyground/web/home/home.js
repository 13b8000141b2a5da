// The games as cards, each with a small board on which a game plays itself while it is in view.

import { Board } from "../board/board.js";
import { get, look } from "../shared/api.js";
import { $, $$, h, told, reducedMotion } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";

import "./guess.js";

const PAUSE = 1400;

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
      [chosen, demo] = await Promise.all([look(name), get(`/api/games/${name}/demo`)]);
    if (!isLatest()) return;
    show?.stop();
    show = new Show(mini, chosen, demo);
  };
  for (const button of $$(".variants button", element))
    button.addEventListener("click", () => told(choose(button.dataset.game)));
  const first = $(".doors a", element).getAttribute("href").split("/").at(-1);
  // the page shows its start already; more is needed only once it is in view
  const watcher = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watcher.disconnect();
    told(play(first));
  });
  watcher.observe(element);
}

/** A game that plays itself on a small board. */
class Show {
  /** @param {HTMLElement} host @param {Look} look @param {Api.Demo} demo */
  constructor(host, look, demo) {
    host.replaceChildren();
    this.board = new Board(host, look, { live: false, labels: false });
    this.visible = false;
    this.watcher = new IntersectionObserver(([entry]) => {
      this.visible = entry.isIntersecting;
    });
    this.watcher.observe(host);
    this.frames = demo.frames;
    this.shoots = demo.shoots;
    this.pieces = /** @type {Record<string, string>} */ ({});
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
    const frame = this.frames[this.at];
    if (this.at === 0) this.pieces = {};
    for (const [square, piece] of Object.entries(frame.changes)) {
      if (piece) this.pieces[square] = piece;
      else delete this.pieces[square];
    }
    this.board.show(
      {
        pieces: { ...this.pieces },
        moves: [],
        becomes: {},
        shoots: frame.last.length === 3 && this.shoots,
        turn: 0,
        outcome: null,
        last: frame.last,
      },
      { quick: quick || this.at === 0 },
    );
  }

  stop() {
    clearInterval(this.timer);
    this.watcher.disconnect();
  }
}

async function goingOn() {
  const { games } = await get("/api/play", { open: true });
  if (!games.length && !(await get("/api/play", { open: false })).games.length) return;
  const section = $("#going-on");
  $("ul", section).replaceChildren(
    ...games
      .slice(0, 5)
      .map((game) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: `/game/${game.id}` },
            h("strong", {}, game.title),
            ` · ${game.against} · ${game.plies ? `move ${Math.ceil((game.plies + 1) / 2)}` : "just begun"}`,
          ),
        ),
      ),
  );
  section.hidden = false;
}

$$(".card[data-family]").forEach(card);
goingOn().catch(() => {});
