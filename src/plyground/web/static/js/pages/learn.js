// The rules, with positions to try them on.

import { Board } from "../board.js";
import { get, look, position } from "../api.js";
import { $, h, told, toast } from "../dom.js";
import { showSteps } from "../steps.js";

async function begin() {
  const lessons = await get("/api/lessons"), family = decodeURIComponent(location.pathname.split("/")[2] ?? "") || lessons[0].family;
  $("#lessons").replaceChildren(...lessons.map((lesson) => h("a", { href: `/learn/${lesson.family}`, ...(lesson.family === family ? { "aria-current": "page" } : {}) }, lesson.title)));
  const lesson = await get(`/api/lessons/${encodeURIComponent(family)}`);
  document.title = `${lesson.title}: the rules · Plyground`;
  const first = lesson.sections.flatMap((section) => section.examples)[0]?.game ?? family;
  $("#lesson").replaceChildren(
    h("header", {}, h("h1", {}, lesson.title), h("p", {}, lesson.summary), h("div", { class: "row" }, h("a", { class: "button primary", href: `/play/${first}` }, "Play"), h("a", { class: "button", href: `/analysis/${first}` }, "Analyse"))),
    ...lesson.sections.map((section) => h("section", {}, h("h2", {}, section.heading), section.paragraphs.map((text) => h("p", {}, text)),
      section.examples.length ? h("div", { class: "examples" }, section.examples.map(figure)) : "")));
}

/** An example: drawn when it comes into view, played on by whoever likes. */
function figure(example) {
  const host = h("div"), steps = h("div", { class: "steps" }), box = h("figure", {}, host, steps, h("figcaption", {}, example.caption),
    h("div", { class: "row" }, h("button", { class: "quiet", onclick: () => told(restart()) }, "Reset"), h("a", { class: "button quiet", href: `/analysis/${example.game}?position=${encodeURIComponent(example.position)}` }, "Open on the board")));
  let board = null, view = null;
  async function restart() {
    view = await position(example.game, example.position);
    if (!board) {
      board = new Board(host, await look(example.game), { name: example.caption });
      board.addEventListener("move", async (event) => {
        try { view = await position(example.game, view.position, event.detail.text); board.show(view); if (view.outcome) toast(view.outcome.text); } catch (error) { toast(error.message, "bad"); board.restore(); }
      });
      showSteps(steps, board, async (text) => { view = await position(example.game, view.position, text); board.show(view); });
    }
    board.show(view, { quick: true });
    if (example.square) board.point(example.square);
  }
  new IntersectionObserver((entries, watcher) => { if (entries.some((entry) => entry.isIntersecting)) { watcher.disconnect(); told(restart()); } }, { rootMargin: "300px" }).observe(box);
  return box;
}

told(begin());
