// What was played and analysed in this browser: games in progress, finished ones with their reviews, analyses.

import { get, post } from "../shared/api.js";
import { curve } from "../shared/plots.js";
import { $, $$, h, opened, sentence, told } from "../shared/dom.js";

const when = (seconds) => new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
const moves = (count) => `${count} ${count === 1 ? "move" : "moves"}`;

function picture(game) {
  const query = new URLSearchParams({ position: game.position, size: 208, turned: game.is_flipped });
  return h("img", { src: `/api/games/${game.game}/board.svg?${query}`, alt: "", loading: "lazy" });
}

function card(game, reviewed) {
  const isOver = Boolean(game.result);
  return h(
    "li",
    {},
    picture(game),
    h(
      "div",
      {},
      h("h3", {}, game.title),
      isOver ? h("p", { class: "result" }, sentence(game.result)) : null,
      h("p", { class: "soft small" }, `${sentence(game.against)} · ${moves(Math.ceil(game.plies / 2))}`),
      h("p", { class: "soft small" }, when(game.changed), reviewed.has(game.id) ? " · analysed" : ""),
    ),
    h(
      "div",
      { class: "row" },
      h("a", { class: isOver ? "button" : "button primary", href: `/game/${game.id}` }, isOver ? "Look" : "Play on"),
      isOver && game.plies
        ? h(
            "a",
            { class: "button", href: `/analysis/${game.game}?game=${game.id}` },
            reviewed.has(game.id) ? "Review" : "Analyse",
          )
        : null,
    ),
  );
}

function line(study) {
  const item = h(
    "li",
    {},
    h(
      "span",
      {},
      h("a", { href: `/s/${study.id}` }, study.title),
      h("span", { class: "soft small" }, ` · ${moves(study.moves)} · ${when(study.changed)}`),
    ),
    h(
      "button",
      {
        class: "quiet",
        "aria-label": `Delete ${study.title}`,
        onclick: () => told(post(`/api/studies/${study.id}/delete`).then(() => item.remove())),
      },
      "Delete",
    ),
  );
  return item;
}

/** A rating in one game, with its curve and the levels around it. */
function rating(ladder) {
  const { games } = ladder,
    above = ladder.anchors.filter((anchor) => anchor <= ladder.rating).length,
    won = games.filter((each) => each.points === 1).length;
  return h(
    "li",
    { class: "rated" },
    h("h3", {}, ladder.label),
    h(
      "p",
      {},
      h("strong", { class: "numbers" }, `${ladder.rating} ± ${2 * ladder.deviation}`),
      h("span", { class: "soft small" }, ` · ${games.length} rated, ${won} won`),
    ),
    h("div", { class: "course" }),
    h(
      "p",
      { class: "soft small" },
      above ? `Above level ${above} (${ladder.anchors[above - 1]})` : `Below level 1 (${ladder.anchors[0]})`,
      above && above < 10 ? `; level ${above + 1} stands at ${ladder.anchors[above]}.` : ".",
    ),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: `/play/${ladder.game}?suits` }, `Play level ${ladder.level}`),
    ),
  );
}

/** Draw how a rating went, where it stands. */
function drawCourse(place, { games, label }) {
  const values = [1000, ...games.map((each) => each.rating)];
  curve(place, values, `Rating in ${label} after each of ${games.length} games`, "games");
}

function fill(section, items) {
  $(section).hidden = !items.length;
  $("ul", $(section)).replaceChildren(...items);
}

async function begin() {
  const [open, finished, kept, ladders] = await Promise.all([
    get("/api/play", { open: true }),
    get("/api/play", { open: false }),
    get("/api/studies"),
    get("/api/levels"),
  ]);
  const reviewed = new Set(kept.studies.map((study) => study.game_id));
  const studies = kept.studies.filter((study) => !study.game_id);
  fill(
    "#open",
    open.games.map((game) => card(game, reviewed)),
  );
  fill(
    "#finished",
    finished.games.map((game) => card(game, reviewed)),
  );
  fill("#studies", studies.map(line));
  fill("#ratings", ladders.map(rating));
  $$("#ratings .course").forEach((place, i) => drawCourse(place, ladders[i]));
  $("#none").hidden = Boolean(open.games.length || finished.games.length || studies.length);
}

told(opened(begin()));
