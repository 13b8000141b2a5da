// The rules, with positions to try them on.

import { Board } from "../board/board.js";
import { get, look, position, post } from "../shared/api.js";
import { $, h, sentence, toast, told } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { showSteps } from "../board/steps.js";

/** The engine's best level. */
const STRONGEST = 10;

async function begin() {
  const lessons = await get("/api/lessons"),
    family = decodeURIComponent(location.pathname.split("/")[2] ?? "") || lessons[0].family;
  $("#lessons").replaceChildren(
    ...lessons.map((lesson) =>
      h(
        "a",
        { href: `/learn/${lesson.family}`, ...(lesson.family === family ? { "aria-current": "page" } : {}) },
        lesson.title,
      ),
    ),
  );
  // on a phone the row of games is wider than the window
  const chosen = $("#lessons [aria-current]");
  if (chosen) $("#lessons").scrollLeft = chosen.offsetLeft - 40;
  const lesson = await get(`/api/lessons/${encodeURIComponent(family)}`);
  document.title = `${lesson.title}: the rules · Plyground`;
  const first = lesson.sections.flatMap((section) => section.examples)[0]?.game ?? family;
  $("#lesson").replaceChildren(
    h(
      "header",
      {},
      h("h1", {}, lesson.title),
      h("p", {}, lesson.summary),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button primary", href: `/play/${first}` }, "Play"),
        h("a", { class: "button", href: `/analysis/${first}` }, "Analyse"),
      ),
    ),
    ...lesson.sections.map((section) =>
      h(
        "section",
        {},
        h("h2", {}, section.heading),
        section.paragraphs.map((text) => h("p", {}, text)),
        section.examples.length
          ? h(
              "div",
              { class: "examples" },
              section.examples.map((example) => figure(example)),
            )
          : "",
      ),
    ),
    lesson.endgames ? endgames(lesson) : "",
  );
}

/** Positions to be won against perfect defence. */
function endgames(lesson) {
  return h(
    "section",
    { id: "endgames" },
    h("h2", {}, "Endgames to win"),
    lesson.endgame_text
      ? h("p", {}, lesson.endgame_text)
      : h(
          "p",
          {},
          "With this few men every position is solved. You have the side to move and a won position; " +
            "your opponent defends as long as anybody can. ",
          h("a", { href: `/endgames/${lesson.endgames[0].game}` }, "More endgames"),
          ".",
        ),
    h(
      "div",
      { class: "examples" },
      lesson.endgames.map((example) =>
        figure(example, h("button", { class: "primary", onclick: () => told(win(lesson, example)) }, "Win it")),
      ),
    ),
  );
}

async function win(lesson, { game, position: start }) {
  const { turn } = await position(game, start),
    opponent = lesson.endgame_text ? { level: STRONGEST } : { level: 8, perfect: true },
    ask = { game, start, you: turn === 0 ? "white" : "black", ...opponent };
  location.href = `/game/${(await post("/api/play", ask)).id}`;
}

/** An example: drawn when it comes into view, played on by whoever likes. */
function figure(example, action = null) {
  const host = h("div", { class: "place" }),
    steps = h("div", { class: "steps" }),
    box = h(
      "figure",
      {},
      host,
      steps,
      h("figcaption", {}, example.caption),
      h(
        "div",
        { class: "row" },
        action,
        h("button", { class: "quiet", onclick: () => told(restart()) }, "Reset"),
        h(
          "a",
          { class: "button quiet", href: `/analysis/${example.game}?position=${encodeURIComponent(example.position)}` },
          "Open on the board",
        ),
      ),
    );
  const asking = new Latest();
  let board = null,
    view = null;
  async function restart() {
    const isLatest = asking.begin(),
      start = await position(example.game, example.position),
      drawn = await look(example.game);
    if (!isLatest()) return;
    view = start;
    if (!board) {
      board = new Board(host, drawn, { name: example.caption });
      board.addEventListener("move", (event) => told(play(event.detail.text)));
      showSteps(steps, board, (text) => told(play(text)));
    }
    board.show(view, { quick: true });
    if (example.square) board.point(example.square);
  }
  async function play(text) {
    const isLatest = asking.begin();
    let next;
    try {
      next = await position(example.game, view.position, text);
    } catch (error) {
      if (isLatest()) board.restore();
      throw error;
    }
    if (!isLatest()) return;
    view = next;
    board.show(view);
    if (view.outcome) toast(sentence(view.outcome.text));
  }
  new IntersectionObserver(
    (entries, watcher) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        watcher.disconnect();
        told(restart());
      }
    },
    { rootMargin: "300px" },
  ).observe(box);
  return box;
}

told(begin());
