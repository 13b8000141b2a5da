// A pupil's page of the class: join, the round, what the teacher shows, the standings.

import { Board } from "../board/board.js";
import { get, look, position, post, socket } from "../shared/api.js";
import { $, goTo, h, onSubmit, opened, remembered, attempt, unset } from "../shared/dom.js";
import { Change, Latest } from "../shared/latest.js";
import { tab } from "../shared/storage.js";
import { bars, rows, showTile } from "./counts.js";
import { way } from "../board/shapes.js";

const taskShown = new Change();
const page = {
  /** @type {Api.ClassView} */
  view: unset(),
  /** @type {?number | undefined} */
  taskNumber: null,
  /** @type {?Board} */
  taskBoard: null,
  /** @type {?Board} */
  projectedBoard: null,
  /** @type {?import("../shared/api.js").Wire} */
  wire: null,
  /** The game that is being opened: the answer to a challenge and the news both tell of it. */
  opening: "",
};
const posing = new Latest(),
  projecting = new Latest();

const TITLES = { question: "Question", position: "Your move", page: "Look at this" };

/** @param {Api.ClassView} next */
function show(next) {
  // the answer to a request may come after newer news
  if (next.revision < page.view?.revision) return;
  const before = page.view;
  page.view = next;
  const isIn = Boolean(page.view.you);
  remembered.set("class", page.view.teacher ? "teacher" : isIn || page.view.waiting ? "pupil" : "");
  $("#title").textContent = page.view.name ?? "Class";
  $("#who").hidden = !isIn;
  $("#who").textContent = `You are ${page.view.you}`;
  $("#none").hidden = page.view.name !== null;
  $("#join").hidden = page.view.name === null || isIn || page.view.removed || Boolean(page.view.waiting);
  showDoor(before);
  $("#removed").hidden = !page.view.removed;
  $("#inside").hidden = !isIn;
  if (!isIn) return;
  const has = page.view.task || page.view.round || page.view.projected;
  $("#waiting").hidden = Boolean(has);
  showRound(before);
  attempt(showTask());
  attempt(showProjected());
  showPrograms();
  $("#standings").hidden = !page.view.standings.length;
  $("#standings tbody").replaceChildren(...rows(page.view.standings));
}

/** Say that one waits to be let in, and that one does so no longer.
 * @param {Api.ClassView | null} before */
function showDoor(before) {
  const isRefused = before?.waiting && !page.view.waiting && !page.view.you && page.view.name !== null;
  $("#at-door").hidden = !page.view.waiting && !isRefused;
  if (page.view.waiting) $("#at-door").textContent = `Wait until your teacher lets you in, ${page.view.waiting}.`;
  else if (isRefused) $("#at-door").textContent = "Your teacher has not let you in. Ask them, then join again.";
}

const programsShown = new Change();
function showPrograms() {
  if (!programsShown.to(page.view.programs)) return;
  $("#programs").hidden = !page.view.programs.length;
  $("#program-list").replaceChildren(
    ...page.view.programs.map(({ number, name, label }) =>
      h(
        "li",
        { class: "row" },
        h("span", {}, h("strong", {}, name), ` · ${label}`),
        h("button", { onclick: () => challenge(number, "white") }, `Play first against ${name}`),
        h("button", { onclick: () => challenge(number, "black") }, "Let it begin"),
      ),
    ),
  );
}
/** @param {number} number @param {"white" | "black"} you */
const challenge = (number, you) =>
  goTo(async () => {
    page.opening = "";
    const { id } = await post("/api/class/challenge", { number, you });
    if (id === page.opening) return "";
    page.opening = id;
    return `/game/${id}`;
  });

const roundShown = new Change();
/** One's own game; a new one opens by itself. @param {?Api.ClassView} before */
function showRound(before) {
  const { round, given } = page.view;
  const game = round?.going_on ? round.game : given;
  $("#round").hidden = !round && !given;
  if (roundShown.to([round, given])) fillRound(round, given);
  const was = before && (before.round?.going_on ? before.round.game : before.given);
  if (!before?.you || !game || game === was || game === page.opening || document.hidden) return;
  page.opening = game;
  location.href = `/game/${game}`;
}
/** @param {?Api.RoundView} round @param {string} given */
function fillRound(round, given) {
  if (round) {
    $("#round-title").textContent = `Round ${round.number}: ${round.label}`;
    $("#round-body").replaceChildren(
      h("span", {}, standing(round)),
      round.game ? toGame(round.game, round.going_on) : "",
    );
  } else if (given) {
    $("#round-title").textContent = "Your game";
    $("#round-body").replaceChildren(toGame(given, true));
  }
}
/** @param {string} id @param {boolean} isOn */
const toGame = (id, isOn) => h("a", { class: `button ${isOn ? "primary" : ""}`, href: `/game/${id}` }, "To the game");
/** @param {Api.RoundView} round */
function standing(round) {
  if (round.sits_out) return "You sit this round out, and get the point.";
  return round.going_on ? `You play ${round.against}.` : `Your game with ${round.against} is over.`;
}

async function showTask() {
  const { task } = page.view;
  $("#task").hidden = !task;
  if (!taskShown.to(task)) return;
  const isOther = page.taskNumber !== task?.number;
  page.taskNumber = task?.number;
  if (!task) return;
  $("#task-title").textContent = TITLES[task.kind];
  $("#task-text").textContent = task.text;
  $("#answered").textContent = answered(task);
  $("#counts").replaceChildren(...(task.revealed ? [bars(task.counts, task.right)] : []));
  if (isOther || task.kind !== "question" || !$("#answer").children.length || !task.open) fillAnswer(task);
  if (task.kind !== "position") {
    posing.end();
    $("#task-board").replaceChildren();
    page.taskBoard = null;
  } else if (isOther || !page.taskBoard) await showPosition(task);
}
/** @param {Api.TaskView} task */
function answered(task) {
  if (task.kind === "page") return task.answer ? `Your result: ${task.answer}.` : "";
  const right = { true: " That is right.", false: ` The right answer is ${task.right}.` }[String(task.is_right)] ?? "";
  if (task.answer) return `Your answer: ${task.answer}.${right}`;
  if (!task.open) return "No more answers are taken.";
  return task.kind === "position" ? "Make your move on the board." : "";
}
/** @param {Api.TaskView} task */
function fillAnswer(task) {
  const form = $("#answer");
  if (task.kind === "page")
    form.replaceChildren(h("a", { class: "button primary", href: task.path, onclick: () => follow(task) }, "Open"));
  else if (!task.open || task.kind === "position") form.replaceChildren();
  else if (task.choices.length)
    form.replaceChildren(
      ...task.choices.map((choice) =>
        h(
          "button",
          { type: "button", "aria-pressed": choice === task.answer, onclick: () => attempt(give(choice)) },
          choice,
        ),
      ),
    );
  else
    form.replaceChildren(
      h("input", {
        "aria-label": "Your answer",
        maxlength: 200,
        value: task.answer,
        autocomplete: "off",
        required: true,
      }),
      h("button", { class: "primary" }, "Answer"),
    );
}
/** Remember that the teacher's page is followed, to wherever it goes. @param {Api.TaskView} task */
function follow(task) {
  tab.set("followed", { number: task.number, path: task.path });
}
onSubmit($("#answer"), () => give($("#answer input").value));
/** @param {string} answer */
async function give(answer) {
  show(await post("/api/class/answer", { task: page.view.task?.number ?? 0, answer }));
  if (page.view.task?.choices.length) fillAnswer(page.view.task);
}

/** @param {Api.TaskView} task */
async function showPosition(task) {
  const isLatest = posing.begin(),
    [game, found] = await Promise.all([look(task.game), position(task.game, task.position)]);
  if (!isLatest()) return;
  const board = new Board($("#task-board"), game, { live: true, flipped: found.turn === 1, name: "The position" });
  page.taskBoard = board;
  board.show(found, { quick: true });
  board.addEventListener("move", (event) => {
    /** @type {{text: string, squares: string[]}} */
    const { text, squares } = event.detail;
    board.restore();
    if (page.view.task?.number !== task.number || !page.view.task.open) return;
    board.setShapes(way(squares, "best"));
    attempt(give(text));
  });
}

async function showProjected() {
  const tile = page.view.projected;
  $("#projected").hidden = !tile;
  if (!tile) return;
  const isLatest = projecting.begin(),
    game = await look(tile.game);
  if (!isLatest()) return;
  if (page.projectedBoard?.look !== game) {
    const name = "The board that is shown to all";
    page.projectedBoard = new Board($("#projected-board"), game, { live: false, name });
  }
  showTile(page.projectedBoard, tile);
  $("#projected-title").textContent = tile.names.join(" – ");
  $("#projected-state").textContent = tile.outcome || `${game.colors[tile.turn]} to move`;
}

onSubmit($("#join form"), async () => {
  show(await post("/api/class/join", { nickname: $("#nickname").value }));
  connect();
});

/** Be told of changes; anew after joining, so that one counts as present. */
function connect() {
  page.wire?.close();
  page.wire = socket("/api/class/live", { onmessage: show });
}

async function begin() {
  show(await get("/api/class"));
  connect();
}
attempt(opened(begin()));
