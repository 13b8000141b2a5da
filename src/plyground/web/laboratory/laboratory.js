// Games at random or by an evaluation: ask for them, and draw what they tell.

import { Board } from "../board/board.js";
import { get, look, position } from "../shared/api.js";
import {
  $, $$, addressPart, h, numberHead, numbers, onSubmit, opened, short, table, attempt, unset,
} from "../shared/dom.js";
import { Inquiry } from "../shared/inquiry.js";
import { chooseEvaluation } from "../shared/evaluations.js";
import { Latest } from "../shared/latest.js";
import { fillGames } from "../shared/names.js";
import { curve, histogram } from "../shared/plots.js";
import { way } from "../board/shapes.js";

const asking = new Latest();
const page = {
  /** @type {Look} */
  game: unset(),
  /** @type {Board} */
  board: unset(),
  /** @type {?Api.Findings} */
  found: null,
  running: false,
};

/** Show another game; tells whether it is still the one that is wanted. @param {string} name @param {string} [text] */
async function chooseGame(name, text, evaluation = "") {
  const isLatest = asking.begin(),
    chosen = await look(name),
    start = text ?? chosen.start,
    view = await position(name, start);
  if (!isLatest()) return false;
  [page.game, page.found] = [chosen, null];
  $("#game").value = name;
  $("#position").value = start;
  offerMoves(evaluation);
  for (const span of $$("[data-color]")) span.textContent = page.game.colors[span.dataset.color];
  page.board = new Board($("#board"), page.game, { live: true, name: "Heat map" });
  page.board.setSide(-1);
  page.board.show({ ...view, moves: [] }, { quick: true });
  page.board.addEventListener("hover", (event) => showCount(event.detail.square));
  page.board.addEventListener("press", (event) => showCount(event.detail.square));
  return true;
}

/** Offer to play at random, or by an evaluation of the game; a net that was chosen stays chosen where there is one.
 * @param {string} wanted */
function offerMoves(wanted) {
  const select = $("#evaluation"),
    kept = select.value === "net" && "net" in page.game.evaluations ? "net" : "";
  select.replaceChildren(
    h("option", { value: "" }, "at random"),
    h(
      "optgroup",
      { label: "mostly the best one by" },
      Object.entries(page.game.evaluations).map(([name, title]) => h("option", { value: name }, title)),
    ),
  );
  if (wanted) chooseEvaluation(select, page.game, wanted);
  else select.value = kept;
  showNote();
}
/** Say how moves are chosen, where an evaluation does. */
function showNote() {
  $("#moves-note").hidden = !$("#evaluation").value;
  nameButton();
}
function nameButton() {
  $("#go").textContent = page.running ? "Stop" : $("#evaluation").value ? "Play" : "Play at random";
}

const inquiry = new Inquiry("/api/laboratory/live");

/** Play, and show what is found while it comes in. */
async function play() {
  const isLatest = asking.begin(),
    start = $("#position").value,
    evaluation = $("#evaluation").value;
  setRunning(true);
  $("#progress").value = 0;
  $("#played").textContent = "";
  const take = (/** @type {{of: number, played: number, found: Api.Findings}} */ message) => {
    if (!isLatest()) return;
    if (message.of) {
      $("#progress").value = message.played / message.of;
      $("#played").textContent = `${message.played.toLocaleString("en")} of ${message.of.toLocaleString("en")} games`;
    }
    if (!message.found) return;
    page.found = message.found;
    const query = new URLSearchParams({
      ...(start === page.game.start ? {} : { position: start }),
      ...(evaluation ? { evaluation } : {}),
    });
    history.replaceState(null, "", `/laboratory/${page.game.name}${query.size ? `?${query}` : ""}`);
    show();
  };
  const ask = { do: "play", game: page.game.name, position: start, ...(evaluation ? { evaluation } : {}) },
    numbers = { games: Number($("#games").value), seed: Number($("#seed").value) };
  await attempt(inquiry.ask({ ...ask, ...numbers }, take));
  if (!inquiry.current) setRunning(false);
}

/** @param {boolean} on */
function setRunning(on) {
  page.running = on;
  $("#progress").hidden = !on;
  nameButton();
}

/** End the games; what has been found stays. */
function stop() {
  inquiry.stop();
  setRunning(false);
}

const FACTS = [
  "games",
  "plies a game",
  "moves to choose from",
  "random games/s, compiled, one thread",
  "random moves/s",
];

/** Show the five numbers, or the place for them. */
function showFacts(numbers = FACTS.map(() => "–")) {
  $("#facts").replaceChildren(
    ...FACTS.map((name, i) => h("div", {}, h("strong", {}, numbers[i]), h("span", {}, name))),
  );
}

function show() {
  const { found } = page;
  if (!found) return;
  const percent = (/** @type {number} */ count) => `${((100 * count) / found.games).toFixed(0)} %`;
  const width = found.widths.reduce((sum, each) => sum + each, 0) / Math.max(1, found.widths.length);
  showFacts([
    found.games.toLocaleString("en"),
    (found.plies / found.games).toFixed(1),
    width.toFixed(1),
    short(found.games_per_second),
    short(found.moves_per_second),
  ]);
  const parts = /** @type {[string, number, string][]} */ ([
    ["w", found.white, page.game.colors[0]],
    ["d", found.draws, "draw"],
    ["b", found.black, page.game.colors[1]],
  ]);
  const split = h(
    "div",
    {
      class: "split",
      role: "img",
      "aria-label": parts.map(([, count, name]) => `${name} ${percent(count)}`).join(", "),
    },
    parts
      .filter(([, count]) => count)
      .map(([kind, count, name]) => {
        const part = h(
          "span",
          { class: kind, title: `${name}: ${count}` },
          count / found.games > 0.17 ? `${name} ${percent(count)}` : "",
        );
        part.style.flex = String(count);
        return part;
      }),
  );
  $("#results").replaceChildren(
    split,
    h(
      "ul",
      { class: "ends" },
      parts.map(([, count, name]) => h("li", {}, h("strong", {}, `${name}: ${percent(count)}`))),
    ),
    h(
      "ul",
      { class: "ends" },
      Object.entries(found.terminations).map(([name, count]) => h("li", {}, `${name}: ${percent(count)}`)),
    ),
  );
  histogram($("#lengths"), found.lengths, "Games by their number of plies", "plies");
  curve($("#widths"), found.widths, "Mean number of legal moves by ply", "ply");
  $("#firsts").replaceChildren(
    table(
      ["Move", numberHead("Games"), numberHead("Points")],
      found.first_moves
        .slice(0, 60)
        .map((first) =>
          h(
            "tr",
            { onpointerenter: () => arrows(first.squares), onpointerleave: () => page.board.setShapes([]) },
            h("td", { class: "mono" }, first.move),
            numbers(first.games, `${(100 * first.points).toFixed(0)} %`),
          ),
        ),
    ),
  );
  heat();
}

const arrows = (/** @type {string[]} */ squares) => page.board.setShapes(way(squares, "best"));

function counts() {
  const side = $("[name=side]:checked").value,
    sides = (page.found ?? unset())[$("[name=end]:checked").value];
  if (side !== "both") return sides[side];
  const both = { ...sides[0] };
  for (const [square, count] of Object.entries(sides[1])) both[square] = (both[square] ?? 0) + count;
  return both;
}

function heat() {
  if (!page.found) return;
  const each = counts(),
    most = Math.max(1, ...Object.values(each)),
    all = [...page.board.places.keys()],
    least = Math.min(...all.map((square) => each[square] ?? 0));
  page.board.setHeat(
    Object.fromEntries(all.map((square) => [square, ((each[square] ?? 0) - least) / Math.max(1, most - least)])),
  );
}

/** @param {string} square */
function showCount(square) {
  if (!square || !page.found) return;
  const each = counts(),
    sum = Object.values(each).reduce((total, count) => total + count, 0),
    count = each[square] ?? 0;
  const share = ((100 * count) / Math.max(1, sum)).toFixed(1);
  $("#heat-note").textContent =
    `${square}: ${count.toLocaleString("en")} of ${sum.toLocaleString("en")} moves (${share} %)`;
}

for (const radio of $$("[name=side], [name=end]")) radio.addEventListener("change", heat);
$("#game").addEventListener("change", () =>
  attempt(chooseGame($("#game").value).then((isWanted) => (isWanted ? play() : undefined))),
);
$("#evaluation").addEventListener("change", () => {
  showNote();
  play();
});
$("#position").addEventListener("change", async () => {
  $("#position").value ||= page.game.start;
  const view = await attempt(position(page.game.name, $("#position").value));
  if (view) page.board.show({ ...view, moves: [] }, { quick: true });
});
onSubmit($("#ask"), () => (page.running ? stop() : play()));

async function begin() {
  const games = await get("/api/games"),
    name = addressPart();
  const known = fillGames($("#game"), games, name);
  const query = new URLSearchParams(location.search);
  await attempt(chooseGame(known, query.get("position") ?? undefined, query.get("evaluation") ?? ""));
  if (!page.game) await chooseGame(known);
  showFacts();
  play();
}
attempt(opened(begin()));
