// Runs of puzzles. A storm: as many as one can in three minutes; right moves in a row give seconds, a wrong one takes
// ten. A streak: ever harder ones until the first mistake, and one may be left out.

import { boardToPlay } from "../board/steps.js";
import { get, look, post } from "../shared/api.js";
import { $, $$, addressPart, h, opened, pause, remembered, sentence, attempt, unset } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { puzzleAddress } from "../shared/transport.js";

/** @typedef {"storm" | "streak"} Kind */
const SECONDS = 180,
  PENALTY = 10,
  SOON = 220,
  LOOK = 500;
/** So many right moves in a row give so many seconds; every ten more give what the last line does.
 * @type {[number, number][]} */
const BONUSES = [
  [5, 3],
  [12, 5],
  [20, 7],
  [30, 10],
];
const RULES = {
  storm:
    "Solve as many as you can in three minutes. 5, 12, 20 and 30 right moves in a row give 3, 5, 7 and 10 seconds; " +
    `a wrong move takes ${PENALTY}.`,
  streak: "They become harder and harder, and the first mistake ends it. No clock; you may leave out one.",
};
const asking = new Latest();
const page = {
  kind: /** @type {Kind} */ ("storm"),
  /** @type {Look} */
  game: unset(),
  /** @type {Board} */
  board: unset(),
  /** @type {Api.Best} */
  best: { runs: 0, today: 0, best: 0 },
};
/** The run that goes on, or was the last.
 * @typedef {{ids: string[], at: number, step: number, score: number, combo: number, end: number, left: boolean,
 *   puzzle: Api.PuzzleView, next: Promise<Api.PuzzleView>}} Run */
/** @type {?Run} */
let run = null;
/** @type {number | undefined} */
let ticking;

// ------------------------------------------------------------------------------------------------------ a run

async function begin() {
  const isLatest = asking.begin();
  $("#begin").disabled = true;
  try {
    const { puzzles, best } = await get(`/api/runs/${page.game.name}`, { kind: page.kind }),
      puzzle = await get(`/api/puzzle/${puzzles[0]}`);
    if (!isLatest()) return;
    page.best = best;
    const next = fetchPuzzle(puzzles[1]);
    run = { ids: puzzles, at: 0, step: 0, score: 0, combo: 0, end: 0, left: false, puzzle, next };
    $("#run").replaceChildren();
    run.end = performance.now() + 1000 * SECONDS;
    clearInterval(ticking);
    if (page.kind === "storm") ticking = setInterval(tick, 100);
    show();
    showPuzzle();
    $("#board .square.own")?.focus({ preventScroll: true });
  } finally {
    $("#begin").disabled = false;
  }
}

/** @param {string | undefined} id @returns {Promise<Api.PuzzleView>} */
function fetchPuzzle(id) {
  const found = id ? get(`/api/puzzle/${id}`) : Promise.reject(new Error("Those were all the puzzles there are."));
  // it is waited for later, if at all
  found.catch(() => {});
  return found;
}

function showPuzzle() {
  if (!run) return;
  const { puzzle } = run;
  run.step = 0;
  $("#board").dataset.puzzle = puzzle.id;
  page.board.flip(puzzle.solver === 1);
  page.board.show({ ...puzzle.view }, { quick: true });
  page.board.setSide(puzzle.solver);
  const goal = puzzle.goal === "win" ? "win" : "save the game";
  say(`${page.game.colors[puzzle.solver]} to move and ${goal}.`);
}

/** Go on with the next puzzle. @param {boolean | null} solved null: it was left out */
async function next(solved) {
  if (!run) return;
  const mine = run,
    label = `Puzzle ${run.puzzle.id}, ${solved === null ? "left out" : solved ? "solved" : "not solved"}`,
    link = { href: puzzleAddress(run.puzzle.id), class: solved ? "solved" : "", "aria-label": label, title: label };
  $("#run").append(h("li", {}, h("a", link, solved === null ? "–" : solved ? "✓" : "✗")));
  if (solved) run.score += 1;
  run.at += 1;
  show();
  if (solved === false && page.kind === "streak") {
    await over("A wrong move ends the streak.");
    return;
  }
  const isLatest = asking.begin();
  try {
    mine.puzzle = await mine.next;
  } catch (/** @type {any} */ error) {
    if (isLatest()) await over(error.message);
    return;
  }
  if (!isLatest() || run !== mine) return;
  mine.next = fetchPuzzle(mine.ids[mine.at + 1]);
  showPuzzle();
}

/** @param {string} text */
async function play(text) {
  if (!run) {
    page.board.restore();
    return;
  }
  const mine = run,
    isLatest = asking.begin(),
    ask = { step: run.step, move: text, first: false, brief: true };
  page.board.setSide(-1);
  let answer;
  try {
    answer = await post(`/api/puzzle/${run.puzzle.id}/move`, ask);
  } catch (/** @type {any} */ error) {
    if (isLatest()) {
      page.board.restore();
      page.board.setSide(run.puzzle.solver);
    }
    throw error;
  }
  if (!isLatest() || run !== mine) return;
  page.board.show(answer.after);
  if (!answer.right) {
    run.combo = 0;
    if (page.kind === "storm") run.end -= 1000 * PENALTY;
    say(page.kind === "storm" ? `${text} is not it: ${PENALTY} seconds lost.` : `${text} is not it.`, "wrong");
    show();
    await pause(LOOK);
    if (isLatest()) await next(false);
    return;
  }
  reward(run);
  await pause(SOON);
  if (!isLatest() || run !== mine) return;
  if (answer.done) {
    await next(true);
    return;
  }
  run.step += 1;
  if (answer.reply) page.board.show(answer.reply);
  page.board.setSide(run.puzzle.solver);
}

/** A right move: in a storm the combo grows, and at times gives seconds. @param {Run} mine */
function reward(mine) {
  mine.combo += 1;
  const last = BONUSES[BONUSES.length - 1],
    found = BONUSES.find(([moves]) => moves === mine.combo),
    seconds = found?.[1] ?? (mine.combo > last[0] && mine.combo % 10 === 0 ? last[1] : 0);
  if (page.kind === "storm" && seconds) mine.end += 1000 * seconds;
  say(page.kind === "storm" && seconds ? `Right! ${seconds} seconds more.` : "Right!", "right");
  show();
}

/** The run has ended: keep what it has come to. @param {string} why */
async function over(why) {
  if (!run) return;
  const { score } = run,
    before = page.best.best;
  run = null;
  asking.end();
  clearInterval(ticking);
  page.board.setSide(-1);
  show();
  $("#score").textContent = String(score);
  const record = score > before ? " Your best so far!" : "";
  say(`${why} ${score} solved.${record}`, score > before ? "right" : "");
  $("#begin").focus({ preventScroll: true });
  page.best = await post(`/api/runs/${page.game.name}`, { kind: page.kind, score });
  showBest();
}

function tick() {
  if (!run) return;
  if (performance.now() >= run.end) attempt(over("The time is over."));
  else showClock();
}

// ------------------------------------------------------------------------------------------------ what is shown

/** @param {string} text */
function say(text, kind = "") {
  $("#say").textContent = text;
  $("#feedback").className = `panel feedback ${kind}`;
}

function showClock() {
  const left = run ? Math.max(0, Math.ceil((run.end - performance.now()) / 1000)) : SECONDS,
    text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if ($("#clock").textContent !== text) $("#clock").textContent = text;
  $("#clock").classList.toggle("low", Boolean(run) && left <= 10);
}

/** Show all that a run changes. */
function show() {
  const isStorm = page.kind === "storm";
  $("#title").textContent = isStorm ? "Storm" : "Streak";
  document.title = `${isStorm ? "Puzzle storm" : "Puzzle streak"} · Plyground`;
  $("#clock").hidden = !isStorm;
  $("#score").textContent = String(run?.score ?? 0);
  $("#combo").hidden = !isStorm || !run;
  $("#combo-bar").value = run ? run.combo % 30 || (run.combo ? 30 : 0) : 0;
  $("#combo-text").textContent = `${run?.combo ?? 0} in a row`;
  $("#begin").hidden = Boolean(run);
  $("#stop").hidden = !run;
  $("#skip").hidden = !run || isStorm || run.left;
  $("#game").disabled = Boolean(run);
  for (const each of $$("[name=kind]")) each.disabled = Boolean(run);
  $("#rules").textContent = RULES[page.kind];
  showClock();
  showBest();
}

function showBest() {
  const entries = [
    ["Today", page.best.today],
    ["Best", page.best.best],
    ["Runs", page.best.runs],
  ];
  $("#standing").replaceChildren(
    ...entries.flatMap(([name, value]) => [h("dt", {}, String(name)), h("dd", {}, String(value))]),
  );
}

/** Get ready for another game, or another kind of run. */
async function choose() {
  const isLatest = asking.begin(),
    name = $("#game").value,
    [drawn, found] = await Promise.all([look(name), get(`/api/runs/${name}`, { kind: page.kind })]),
    first = await get(`/api/puzzle/${found.puzzles[0]}`);
  if (!isLatest()) return;
  page.game = drawn;
  page.best = found.best;
  page.board = boardToPlay($("#board"), $("#steps"), drawn, play);
  page.board.flip(first.solver === 1);
  page.board.show({ ...first.view }, { quick: true });
  page.board.setSide(-1);
  history.replaceState(null, "", `/storm/${name}${page.kind === "streak" ? "?kind=streak" : ""}`);
  say(page.kind === "storm" ? "Three minutes: how many can you solve?" : "How many can you solve without a mistake?");
  show();
}

$("#game").addEventListener("change", () => {
  remembered.set("puzzles", $("#game").value);
  attempt(choose());
});
for (const each of $$("[name=kind]"))
  each.addEventListener("change", () => {
    page.kind = each.value;
    attempt(choose());
  });
$("#begin").addEventListener("click", () => attempt(begin()));
$("#stop").addEventListener("click", () => attempt(over("You have ended the run.")));
$("#skip").addEventListener("click", () => {
  if (!run) return;
  run.left = true;
  attempt(next(null));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, button, a")) return;
  if (event.key !== "Enter" || run || event.target.closest("#board")) return;
  event.preventDefault();
  attempt(begin());
});

async function start() {
  const games = await get("/api/puzzles"),
    names = games.map((each) => each.name),
    wanted = addressPart().toLowerCase(),
    usual = remembered.get("puzzles", "");
  page.kind = new URLSearchParams(location.search).get("kind") === "streak" ? "streak" : "storm";
  $(`[name=kind][value=${page.kind}]`).checked = true;
  $("#game").append(...games.map((each) => h("option", { value: each.name }, sentence(each.label))));
  $("#game").value = [wanted, usual].find((name) => names.includes(name)) ?? names[0];
  await choose();
}

attempt(opened(start()));
