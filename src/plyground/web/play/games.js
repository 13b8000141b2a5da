// What was played and analysed in this browser: games in progress, finished ones with their reviews, analyses.

import { get, post } from "../shared/api.js";
import { curve } from "../shared/plots.js";
import { $, $$, download, h, opened, sentence, attempt } from "../shared/dom.js";
import { askedOf, Study } from "../analysis/study.js";

const when = (/** @type {number} */ seconds) =>
  new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
const moves = (/** @type {number} */ count) => `${count} ${count === 1 ? "move" : "moves"}`;

/** @param {Api.LiveGameSummary} game */
function picture(game) {
  const query = new URLSearchParams({ position: game.position, size: "208", turned: String(game.is_flipped) });
  return h("img", { src: `/api/games/${game.game}/board.svg?${query}`, alt: "", loading: "lazy" });
}

/** @param {Api.LiveGameSummary} game @param {Set<string>} reviewed @returns {HTMLElement} */
function card(game, reviewed) {
  const isOver = Boolean(game.result);
  /** @type {HTMLElement} */
  const item = h(
    "li",
    {},
    picture(game),
    h(
      "div",
      {},
      h("h3", {}, game.title),
      isOver ? h("p", { class: "result" }, sentence(game.result)) : null,
      game.your_turn ? h("p", { class: "result" }, "Your turn") : null,
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
      deleting(game.title, game.deletable ? `/api/play/${game.id}/delete` : null, () => item),
    ),
  );
  return item;
}

/** A button that deletes what an item of a list stands for, when it is pressed for the second time.
 * @param {string} title @param {?string} path @param {() => Element} item */
function deleting(title, path, item) {
  if (!path) return null;
  const onclick = (/** @type {{target: HTMLElement}} */ { target }) => {
    if (target.dataset.sure) attempt(post(path).then(() => item().remove()));
    else {
      target.dataset.sure = "yes";
      target.textContent = "Really delete";
      target.ariaLabel = `Really delete ${title}`;
    }
  };
  return h("button", { class: "quiet", "aria-label": `Delete ${title}`, onclick }, "Delete");
}

/** @param {Api.StudyLine} study @returns {HTMLElement} */
function line(study) {
  /** @type {HTMLElement} */
  const item = h(
    "li",
    {},
    h(
      "span",
      {},
      h("a", { href: `/s/${study.id}` }, study.title),
      h("span", { class: "soft small" }, ` · ${moves(study.moves)} · ${when(study.changed)}`),
    ),
    deleting(study.title, `/api/studies/${study.id}/delete`, () => item),
  );
  return item;
}

/** A rating in one game, with its curve and the levels around it. @param {Api.LadderView} ladder */
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

/** Draw how a rating went, where it stands. @param {HTMLElement} place @param {Api.LadderView} ladder */
function drawCourse(place, { games, label }) {
  const values = [1000, ...games.map((each) => each.rating)];
  curve(place, values, `Rating in ${label} after each of ${games.length} games`, "games");
}

/** How many the server lists at once. */
const PAGE = 50;

/** Show a list, and have a button bring what comes after it: `ask` gets it, before the time of the last one.
 * @template {{changed: number}} T @param {string} section @param {T[]} entries @param {(entry: T) => ?Element} item
 * @param {(before?: number) => Promise<T[]>} ask */
function fill(section, entries, item, ask) {
  $(section).hidden = !entries.length;
  const more = $(".more", $(section)),
    list = $("ul", $(section));
  /** @type {number | undefined} */
  let last;
  const show = (/** @type {T[]} */ found) => {
    list.append(...found.map(item).filter(Boolean));
    more.hidden = found.length < PAGE;
    last = found.at(-1)?.changed;
  };
  more.addEventListener("click", () => attempt(ask(last).then(show)));
  list.replaceChildren();
  show(entries);
}

const games = (/** @type {boolean} */ open) => (/** @type {number | undefined} */ before) =>
  get("/api/play", { open, before }).then((answer) => answer.games);
const studies = (/** @type {number | undefined} */ before) =>
  get("/api/studies", { before }).then((answer) => answer.studies);

/** Every study of this browser, the latest first. */
async function allStudies() {
  /** @type {Api.StudyLine[]} */
  const found = [];
  for (let before; ; before = found.at(-1).changed) {
    const some = await studies(before);
    found.push(...some);
    if (some.length < PAGE) return found;
  }
}

/** Every chapter of every study, as one file of records. */
async function saveStudies() {
  const texts = [];
  for (const { id } of await allStudies()) {
    const study = Study.of(JSON.parse((await get(`/api/studies/${id}`)).state));
    texts.push((await post("/api/trees/record", { trees: study.chapters.map(askedOf(study)) })).text);
  }
  download("analyses.pgn", texts.join("\n"));
}
$("#save-studies").addEventListener("click", () => attempt(saveStudies()));
$("#save-games").addEventListener("click", () =>
  attempt(get("/api/play/records").then(({ text }) => download("games.pgn", text))),
);

async function begin() {
  const [open, finished, kept, ladders] = await Promise.all([
    get("/api/play", { open: true }),
    get("/api/play", { open: false }),
    get("/api/studies"),
    get("/api/levels"),
  ]);
  const reviewed = new Set(kept.studies.map((study) => study.game_id));
  const each = (/** @type {Api.LiveGameSummary} */ game) => card(game, reviewed);
  open.games.sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
  fill("#open", open.games, each, games(true));
  fill("#finished", finished.games, each, games(false));
  // that of a game stands with the game
  fill("#studies", kept.studies, (study) => (study.game_id ? null : line(study)), studies);
  $("#studies").hidden = kept.studies.length < PAGE && kept.studies.every((study) => study.game_id);
  $("#ratings").hidden = !ladders.length;
  $("#ratings ul").replaceChildren(...ladders.map(rating));
  $$("#ratings .course").forEach((place, i) => drawCourse(place, ladders[i]));
  const hasGames = Boolean(open.games.length || finished.games.length),
    hasStudies = Boolean(kept.studies.length);
  $("#save").hidden = !hasGames && !hasStudies;
  $("#save-games").hidden = !hasGames;
  $("#save-studies").hidden = !hasStudies;
  $("#none").hidden = hasGames || hasStudies;
}

attempt(opened(begin()));
