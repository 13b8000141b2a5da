// Puzzles: find the only right move; a wrong one is refuted, a right one answered, until the solution is complete.

import { boardToPlay } from "../board/steps.js";
import { get, post } from "../shared/api.js";
import { $, addressPart, copy, h, opened, pause, remembered, sentence, attempt, unset } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { curve } from "../shared/plots.js";
import { showToday } from "../shared/today.js";
import { puzzleAddress } from "../shared/transport.js";
import * as source from "./source.js";

const SOON = 450;
/** How long the page waits before it fetches what it will need only without a server. */
const IDLE = 2500;
const asking = new Latest();
/** The puzzle that is shown, and how far one is with it. */
const page = {
  /** @type {Api.PuzzleGame[]} */
  games: [],
  /** @type {Look} */
  game: unset(),
  /** @type {Board} */
  board: unset(),
  /** @type {Api.PuzzleView} */
  puzzle: unset(),
  /** Which of the solver's moves is to be found; where that is; whether nothing has been tried or shown yet. */
  step: 0,
  /** @type {SeenView} */
  position: unset(),
  first: true,
  isOver: false,
  /** The puzzles from one's own games, first what to try next. @type {Api.MistakeLine[]} */
  mistakes: [],
};

/** @type {Record<string, string>} */
const GOALS = {
  win: "one move wins",
  save: "one move saves the game",
  best: "one move is clearly the best",
};
/** What is known of the puzzle that is shown, if it is from one's own game. */
const mistake = () => page.mistakes.find((each) => each.id === page.puzzle.id);
/** What the list of games has chosen. */
const chosen = () => /** @type {Api.PuzzleGame} */ (page.games.find((each) => each.name === $("#game").value));

// ---------------------------------------------------------------------------------------------------- one puzzle

/** Show a puzzle that `found` promises, from its first move on. @param {Promise<Api.PuzzleView>} found */
async function show(found, { address = true } = {}) {
  const isLatest = asking.begin(),
    next = await found,
    drawn = await source.lookOf(next.game);
  if (!isLatest()) return;
  page.puzzle = next;
  if (drawn.name !== page.game?.name) layOut(drawn);
  if (page.games.some((each) => each.name === next.game)) $("#game").value = next.game;
  for (const kind of ["storm", "streak"])
    $(`#${kind}`).href = `/storm/${$("#game").value}${kind === "streak" ? "?kind=streak" : ""}`;
  page.first = page.puzzle.tried === null;
  page.board.flip(page.puzzle.solver === 1);
  begin();
  if (address) history.replaceState(null, "", puzzleAddress(page.puzzle.id));
  fillThemes();
  showStanding();
}

/** @param {Look} drawn */
function layOut(drawn) {
  page.game = drawn;
  page.board = boardToPlay($("#board"), $("#steps"), page.game, play);
}

/** Go back to the start of the puzzle. */
function begin() {
  page.step = 0;
  page.isOver = false;
  page.position = page.puzzle.view;
  showPosition({ ...page.position }, true);
  page.board.setSide(page.puzzle.solver);
  const color = page.game.colors[page.puzzle.solver],
    own = mistake(),
    goal = GOALS[page.puzzle.goal],
    moves = page.puzzle.steps === 1 ? "" : ` ${page.puzzle.steps} moves to find.`;
  $("#about").textContent = `${page.game.label} · ${page.puzzle.id}`;
  const past = page.puzzle.tried ? "solved" : "tried",
    before = page.puzzle.tried === null ? "" : ` You have ${past} it before.`;
  say(`${color} to move: ${goal}.${moves}${own ? ` You played ${own.played}.` : before}`);
  $("#forget").hidden = !own;
  buttons({ solution: true });
  $("#played").hidden = $("#themes-of").hidden = true;
}

/** Where a position of the puzzle is analysed. @param {SeenView} view */
const analysed = (view) => `/analysis/${page.puzzle.game}?position=${encodeURIComponent(view.position ?? "")}`;

/** @param {SeenView} view */
function showPosition(view, quick = false) {
  page.board.show(view, { quick });
  $("#analyse").href = analysed(view);
}

/** @param {string} text */
function say(text, kind = "") {
  $("#say").textContent = text;
  $("#feedback").className = `panel feedback ${kind}`;
}

function buttons({ again = false, solution = false, next = false }) {
  $("#again").hidden = !again;
  $("#solution").hidden = !solution;
  $("#next").hidden = !next;
}

/** @param {string} text */
async function play(text) {
  const isLatest = asking.begin();
  let answer;
  try {
    answer = await source.tryMove(page.puzzle, { step: page.step, move: text, first: page.first });
  } catch (/** @type {any} */ error) {
    if (isLatest()) page.board.restore();
    throw error;
  }
  if (!isLatest()) return;
  page.board.setSide(-1);
  if (answer.after) showPosition(answer.after);
  else page.board.restore();
  if (!answer.right) {
    page.first = false;
    say(`${text} is not it. ${answer.verdict}`, "wrong");
    buttons({ again: true, solution: true });
    await pause(SOON);
    if (isLatest() && answer.reply) showPosition(answer.reply);
    refresh().catch(() => {});
    return;
  }
  if (answer.done && answer.solution) {
    finish(answer.solution, page.first ? "Solved!" : "That is it.");
    return;
  }
  say("Right! Go on.", "right");
  page.step += 1;
  await pause(SOON);
  if (!isLatest()) return;
  if (answer.reply) page.position = answer.reply;
  showPosition(page.position);
  page.board.setSide(page.puzzle.solver);
}

/** Take the wrong move back. */
function tryAgain() {
  asking.end();
  showPosition(page.position, true);
  page.board.setSide(page.puzzle.solver);
  say(`${page.game.colors[page.puzzle.solver]} to move: look again.`);
  buttons({ solution: true });
}

async function showSolution() {
  const isLatest = asking.begin(),
    solution = await source.showSolution(page.puzzle, page.first);
  if (!isLatest()) return;
  page.first = false;
  showPosition(page.position, true);
  finish(solution, "The solution:");
  for (const view of solution.views.slice(2 * page.step)) {
    await pause(SOON);
    if (!isLatest()) return;
    showPosition(view);
    await pause(SOON);
  }
}

/** @type {Record<string, string>} */
const PROOFS = {
  table: "Proved by endgame tables.",
  exact: "Proved by a search to the end of the game.",
  search: "Two searches with different settings agree that nothing else does it.",
};

/** The puzzle is over: show its line, its themes, and how one stands.
 * @param {Api.PuzzleSolution} solution @param {string} heading */
function finish(solution, heading) {
  page.isOver = true;
  page.board.setSide(-1);
  say(heading, heading === "The solution:" ? "" : "right");
  buttons({ next: true });
  $("#played").replaceChildren(
    ...solution.moves.map((text, i) =>
      h("button", { class: "quiet", onclick: () => (asking.end(), showPosition(solution.views[i])) }, text),
    ),
  );
  $("#played").hidden = $("#themes-of").hidden = false;
  const isOwn = Boolean(mistake()),
    themes = solution.themes.length ? `${solution.themes.join(" · ")}. ` : "",
    proof = isOwn ? "From a game of yours; it does not count for your rating." : PROOFS[solution.proof];
  $("#themes-of").textContent = `${themes}${proof} Rating ${page.puzzle.rating}.`;
  if (isOwn) listMistakes().catch(() => {});
  else chosen().standing = solution.standing;
  showStanding();
  showHistory().catch(() => {});
  today().catch(() => {});
}

const another = () => show(source.nextPuzzle($("#game").value, $("#theme").value));
/** After a puzzle from one's own games comes another one of those. */
const nextPuzzle = () => (page.puzzle && mistake() ? show(source.nextMistake()) : another());

/** @param {Api.MistakeList} list */
function showMistakes({ mistakes }) {
  page.mistakes = mistakes;
  $("#mistakes").hidden = !mistakes.length;
  $("#mistakes").textContent = `Your mistakes (${mistakes.length})`;
}

const listMistakes = async () => showMistakes(await get("/api/mistakes"));

const today = () => showToday($("#today"), $("#days"));

/** Remove a puzzle from one's own games, and go on. */
async function forget() {
  showMistakes(await post(`/api/mistakes/${page.puzzle.id}/delete`));
  await (page.mistakes.length ? show(source.nextMistake()) : another());
}

// ---------------------------------------------------------------------------------------------------- how it goes

/** Read anew how one stands, after a defeat. */
async function refresh() {
  page.games = await source.listGames();
  showStanding();
  await showHistory();
}

function showStanding() {
  const { rating, deviation, tried, solved, streak, best_streak: best } = chosen().standing;
  const uncertain = deviation > 110 ? "?" : "";
  const entries = [
    ["Rating", `${rating}${uncertain}`],
    ["Solved", tried ? `${solved} of ${tried}` : "–"],
    ["Streak", streak],
    ["Best", best],
  ];
  $("#standing").replaceChildren(...entries.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

async function showHistory() {
  const { tries } = await get("/api/puzzles/history"),
    own = tries.filter((each) => each.game === $("#game").value);
  $("#history").replaceChildren(
    ...own
      .slice(-24)
      .toReversed()
      .map((each) => {
        const label = `Puzzle ${each.puzzle}, ${each.solved ? "solved" : "not solved"}`;
        const link = { href: puzzleAddress(each.puzzle), class: each.solved ? "solved" : "", "aria-label": label };
        return h("li", {}, h("a", { ...link, title: label }, each.solved ? "✓" : "✗"));
      }),
  );
  const ratings = own.map((each) => each.rating);
  if (ratings.length > 2) curve($("#progress"), ratings, `Your rating over ${ratings.length} puzzles`, "puzzles");
  else $("#progress").replaceChildren();
}

function fillThemes() {
  const select = $("#theme"),
    { themes, count } = chosen(),
    before = select.value;
  select.replaceChildren(
    h("option", { value: "" }, `All themes (${count})`),
    ...themes.map((theme) => h("option", { value: theme.name }, `${theme.title} (${theme.count})`)),
  );
  select.value = themes.some((theme) => theme.name === before) ? before : "";
}

// ---------------------------------------------------------------------------------------------------- the page

$("#game").addEventListener("change", () => {
  remembered.set("puzzles", $("#game").value);
  $("#theme").value = "";
  attempt(another().then(showHistory));
});
$("#theme").addEventListener("change", () => attempt(another()));
$("#mistakes").addEventListener("click", () => attempt(show(source.nextMistake())));
$("#forget").addEventListener("click", () => attempt(forget()));
$("#daily").addEventListener("click", () => attempt(show(source.dailyPuzzle()).then(showHistory)));
$("#again").addEventListener("click", tryAgain);
$("#solution").addEventListener("click", () => attempt(showSolution()));
$("#next").addEventListener("click", () => attempt(nextPuzzle()));
$("#copy").addEventListener("click", () => {
  // nobody else has a puzzle from a game of one's own
  const address = mistake() ? analysed(page.puzzle.view) : puzzleAddress(page.puzzle.id);
  attempt(copy(location.origin + address, "Link"));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  if (event.key === "n" && page.isOver) attempt(nextPuzzle());
  else if ((event.key === "Backspace" || event.key === "r") && !$("#again").hidden) tryAgain();
  else return;
  event.preventDefault();
});

async function start() {
  const wanted = addressPart().toLowerCase(),
    usual = remembered.get("puzzles", ""),
    first = wanted ? null : source.firstPuzzle(usual),
    isGame = (/** @type {string} */ name) => page.games.some((each) => each.name === name);
  first?.catch(() => {});
  listMistakes().catch(() => {});
  today().catch(() => {});
  page.games = await source.listGames();
  $("#game").append(...page.games.map((each) => h("option", { value: each.name }, sentence(each.label))));
  if (isGame(wanted)) {
    $("#game").value = wanted;
    return another();
  }
  if (wanted === "mistakes") {
    await listMistakes();
    if (await attempt(show(source.nextMistake()).then(() => true))) return null;
    return another();
  }
  if (wanted === "daily") return show(source.dailyPuzzle());
  if (wanted && (await attempt(show(source.puzzleOf(wanted)).then(() => true)))) return null;
  if (isGame(usual)) $("#game").value = usual;
  // what the page came with, unless another game was chosen since
  if (first && (!isGame(usual) || (await first).game === usual)) return show(first);
  return another();
}

/** Tell the server what it has missed, show how one stands then, and be ready for the next time. */
async function exchange() {
  const isNew = await source.tellOfTries();
  if (isNew) await refresh();
  await source.keepSome(isNew);
}
source.whenBack(() => attempt(exchange()));

attempt(
  opened(start())
    .then(showHistory)
    .then(() => setTimeout(() => exchange().catch(() => {}), IDLE)),
);
