// The games as cards, each with a small board on which a game plays itself while it is in view.

import { Board } from "../board/board.js";
import { get, look } from "../shared/api.js";
import { $, h, told, reducedMotion } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";

const PAUSE = 1400;

async function card(element, games) {
  const variants = games.filter((game) => game.family === element.dataset.family);
  if (!variants.length) {
    element.remove();
    return;
  }
  const doors = h("div", { class: "doors" });
  const mini = $(".mini", element),
    choosing = new Latest();
  let show = null;
  const choose = async (game) => {
    for (const button of chips.children) button.setAttribute("aria-pressed", button.dataset.game === game.name);
    doors.replaceChildren(
      h("a", { class: "button primary", href: `/play/${game.name}` }, "Play"),
      h("a", { class: "button", href: `/analysis/${game.name}` }, "Analyse"),
      h("a", { class: "button", href: `/learn/${game.family}` }, "Learn"),
    );
    const isLatest = choosing.begin(),
      chosen = await look(game.name);
    if (!isLatest()) return;
    show?.stop();
    show = new Show(mini, chosen);
  };
  const chips = h(
    "div",
    { class: "variants", role: "group", "aria-label": "Variants" },
    variants.length < 2
      ? []
      : variants.map((game) =>
          h(
            "button",
            { "data-game": game.name, title: game.description, onclick: () => told(choose(game)) },
            game.variant || game.title,
          ),
        ),
  );
  element.append(chips, doors);
  await choose(variants[0]);
}

/** A game that plays itself on a small board. */
class Show {
  constructor(host, look) {
    host.replaceChildren();
    this.board = new Board(host, look, { live: false, labels: false });
    this.look = look;
    this.visible = false;
    this.watcher = new IntersectionObserver(([entry]) => {
      this.visible = entry.isIntersecting;
    });
    this.watcher.observe(host);
    this._begin().catch(() => {});
  }

  async _begin() {
    const demo = await get(`/api/games/${this.look.name}/demo`);
    this.frames = demo.frames;
    this.shoots = demo.shoots;
    this.pieces = {};
    this.at = -1;
    this._next(true);
    if (!reducedMotion())
      this.timer = setInterval(() => {
        if (this.visible && !document.hidden) this._next(false);
      }, PAUSE);
  }

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

const games = await told(get("/api/games"));
if (games) {
  goingOn().catch(() => {});
  for (const element of document.querySelectorAll(".card[data-family]")) told(card(element, games));
}
