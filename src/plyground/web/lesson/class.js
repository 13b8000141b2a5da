// A pupil's page of the class: join, the round, what the teacher shows, the standings.

import { Board } from "../board/board.js";
import { get, look, position, post, socket } from "../shared/api.js";
import { $, goTo, h, opened, remembered, told } from "../shared/dom.js";
import { Change, Latest } from "../shared/latest.js";
import { bars, rows, showTile } from "./counts.js";

const taskShown = new Change();
let view = null,
  taskNumber = null,
  taskBoard = null,
  projectedBoard = null,
  wire = null;
const posing = new Latest(),
  projecting = new Latest();

const TITLES = { question: "Question", position: "Your move", page: "Look at this" };

function show(next) {
  // the answer to a request may come after newer news
  if (next.revision < view?.revision) return;
  const before = view;
  view = next;
  const isIn = Boolean(view.you);
  remembered.set("class", view.teacher ? "teacher" : isIn ? "pupil" : "");
  $("#title").textContent = view.name ?? "Class";
  $("#who").hidden = !isIn;
  $("#who").textContent = `You are ${view.you}`;
  $("#none").hidden = view.name !== null;
  $("#join").hidden = view.name === null || isIn || view.removed;
  $("#removed").hidden = !view.removed;
  $("#inside").hidden = !isIn;
  if (!isIn) return;
  const has = view.task || view.round || view.projected;
  $("#waiting").hidden = Boolean(has);
  showRound(before);
  told(showTask());
  told(showProjected());
  showPrograms();
  $("#standings").hidden = !view.standings.length;
  $("#standings tbody").replaceChildren(...rows(view.standings));
}

const programsShown = new Change();
function showPrograms() {
  if (!programsShown.to(view.programs)) return;
  $("#programs").hidden = !view.programs.length;
  $("#program-list").replaceChildren(
    ...view.programs.map(({ number, name, label }) =>
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
const challenge = (number, you) =>
  goTo(async () => `/game/${(await post("/api/class/challenge", { number, you })).id}`);

const roundShown = new Change();
/** One's own game; a new one opens by itself. */
function showRound(before) {
  const { round, given } = view;
  const game = round?.going_on ? round.game : given;
  $("#round").hidden = !round && !given;
  if (roundShown.to([round, given])) fillRound(round, given);
  const was = before && (before.round?.going_on ? before.round.game : before.given);
  if (before && before.you && game && game !== was && !document.hidden) location.href = `/game/${game}`;
}
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
const toGame = (id, isOn) => h("a", { class: `button ${isOn ? "primary" : ""}`, href: `/game/${id}` }, "To the game");
function standing(round) {
  if (round.sits_out) return "You sit this round out, and get the point.";
  return round.going_on ? `You play ${round.against}.` : `Your game with ${round.against} is over.`;
}

async function showTask() {
  const { task } = view;
  $("#task").hidden = !task;
  if (!taskShown.to(task)) return;
  const isOther = taskNumber !== task?.number;
  taskNumber = task?.number;
  if (!task) return;
  $("#task-title").textContent = TITLES[task.kind];
  $("#task-text").textContent = task.text;
  $("#answered").textContent = answered(task);
  $("#counts").replaceChildren(...(task.revealed ? [bars(task.counts, task.right)] : []));
  if (isOther || task.kind !== "question" || !$("#answer").children.length || !task.open) fillAnswer(task);
  if (task.kind !== "position") {
    posing.end();
    $("#task-board").replaceChildren();
    taskBoard = null;
  } else if (isOther || !taskBoard) await showPosition(task);
}
function answered(task) {
  if (task.kind === "page") return task.answer ? `Your result: ${task.answer}.` : "";
  const right = { true: " That is right.", false: ` The right answer is ${task.right}.` }[String(task.is_right)] ?? "";
  if (task.answer) return `Your answer: ${task.answer}.${right}`;
  if (!task.open) return "No more answers are taken.";
  return task.kind === "position" ? "Make your move on the board." : "";
}
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
          { type: "button", "aria-pressed": choice === task.answer, onclick: () => told(give(choice)) },
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
/** Remember that the teacher's page is followed, to wherever it goes. */
function follow(task) {
  sessionStorage.setItem("plyground.followed", JSON.stringify({ number: task.number, path: task.path }));
}
$("#answer").addEventListener("submit", (event) => {
  event.preventDefault();
  told(give($("#answer input").value));
});
async function give(answer) {
  show(await post("/api/class/answer", { task: view.task.number, answer }));
  if (view.task?.choices.length) fillAnswer(view.task);
}

async function showPosition(task) {
  const isLatest = posing.begin(),
    [game, found] = await Promise.all([look(task.game), position(task.game, task.position)]);
  if (!isLatest()) return;
  const host = $("#task-board");
  host.replaceChildren();
  host.className = "";
  taskBoard = new Board(host, game, { live: true, flipped: found.turn === 1, name: "The position" });
  taskBoard.show(found, { quick: true });
  taskBoard.addEventListener("move", (event) => {
    const { text, squares } = event.detail;
    taskBoard.restore();
    if (view.task?.number !== task.number || !view.task.open) return;
    taskBoard.setShapes(squares.slice(0, -1).map((from, i) => ({ from, to: squares[i + 1], kind: "best" })));
    told(give(text));
  });
}

async function showProjected() {
  const tile = view.projected;
  $("#projected").hidden = !tile;
  if (!tile) return;
  const isLatest = projecting.begin(),
    game = await look(tile.game);
  if (!isLatest()) return;
  if (projectedBoard?.look !== game) {
    const host = $("#projected-board");
    host.replaceChildren();
    host.className = "";
    projectedBoard = new Board(host, game, { live: false, name: "The board that is shown to all" });
  }
  showTile(projectedBoard, tile);
  $("#projected-title").textContent = tile.names.join(" – ");
  $("#projected-state").textContent = tile.outcome || `${game.colors[tile.turn]} to move`;
}

$("#join form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const joined = await told(post("/api/class/join", { nickname: $("#nickname").value }));
  if (!joined) return;
  show(joined);
  connect();
});

/** Be told of changes; anew after joining, so that one counts as present. */
function connect() {
  wire?.close();
  wire = socket("/api/class/live", { onmessage: show });
}

async function begin() {
  show(await get("/api/class"));
  connect();
}
told(opened(begin()));
