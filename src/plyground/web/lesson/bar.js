// The bar of a class, on every page of who takes part: what is going on, and the way there. For the teacher: what
// stands on this page can be shown to all. It is loaded where a class has been joined in this browser.

import { post, socket } from "../shared/api.js";
import { $, h, remembered, attempt, unset } from "../shared/dom.js";
import { tab } from "../shared/storage.js";

const FOLLOWED = "followed";
const SHOWING = "showing";
const kept = (/** @type {string} */ name) => tab.get(name, /** @type {any} */ (null));
const keep = tab.set;
/** Pages on which a search is walked through. */
const hasSteps = /^\/(explorer|algorithms|chapters\/)/.test(location.pathname);
const here = () => location.pathname + location.search;

const bar = h("aside", { class: "class-bar", "aria-label": "Class" });
const page = {
  /** @type {Api.ClassView} */
  view: unset(),
  timer: 0,
  /** Where the search of this page is, of how many steps; where it is to go once it is there. */
  step: 0,
  steps: 0,
  wanted: 0,
  /** The step that the class was told last. */
  told: 0,
};

function begin() {
  document.head.append(h("link", { rel: "stylesheet", href: new URL("bar.css", import.meta.url).href }));
  $("main").before(bar);
  bar.hidden = true;
  socket("/api/class/live", { onmessage: show });
}

/** @param {Api.ClassView} next */
function show(next) {
  const before = page.view;
  page.view = next;
  const takesPart = page.view.name !== null && (page.view.you || page.view.waiting || page.view.teacher);
  if (!takesPart) remembered.set("class", "");
  bar.hidden = !takesPart;
  if (!takesPart) return;
  const parts = page.view.teacher ? forTeacher() : forPupil();
  bar.replaceChildren(...parts.filter((part) => part !== null));
  if (page.view.teacher) obeyRemote();
  else {
    attempt(follow());
    if (before?.locks.includes("engine") && !page.view.locks.includes("engine") && window.analysis) location.reload();
  }
}

// ---------------------------------------------------------------------------------------------------- pupils

function forPupil() {
  const { round, given, task } = page.view;
  const game = round?.going_on ? round.game : given;
  const words = { question: "A question for you", position: "A position for you", page: "Your teacher shows a page" };
  return [
    h("a", { href: "/class" }, `${page.view.name} · ${page.view.you || "waiting to be let in"}`),
    game && location.pathname !== `/game/${game}`
      ? h(
          "a",
          { class: "button primary call", href: `/game/${game}` },
          round?.going_on ? `Your game with ${round.against}` : "Your game",
        )
      : null,
    task && task.open && !task.answer && !isFollowing(task)
      ? h(
          "a",
          { class: "button call", href: task.kind === "page" ? task.path : "/class", onclick: () => begun(task) },
          words[task.kind],
        )
      : null,
    page.view.projected ? h("a", { class: "button", href: "/class" }, "A board is shown to all") : null,
    ...page.view.locks.map((lock) =>
      h("span", { class: "chip" }, lock === "engine" ? "Engine locked" : "Hints locked"),
    ),
  ];
}

/** Remember that the teacher's page is followed, to wherever it goes. @param {Api.TaskView} task */
function begun(task) {
  if (task.kind === "page") keep(FOLLOWED, { number: task.number, path: task.path });
}
const isFollowing = (/** @type {Api.TaskView} */ task) =>
  task.kind === "page" && kept(FOLLOWED)?.number === task.number;

/** Go where the teacher's search has gone. */
async function follow() {
  const { task } = page.view;
  if (!task || !isFollowing(task)) return;
  if (kept(FOLLOWED).path !== task.path) {
    keep(FOLLOWED, { number: task.number, path: task.path });
    location.href = task.path;
    return;
  }
  document.documentElement.classList.add("following");
  goToStep(task.step);
}
/** Go to a step, now or as soon as the tree is there. @param {number} step */
function goToStep(step) {
  page.wanted = step;
  if (!hasSteps || !step || !page.steps) return;
  page.wanted = 0;
  if (step !== page.step) document.dispatchEvent(new CustomEvent("step-to", { detail: step }));
}
document.addEventListener("stepped", (event) => {
  const isNew = !page.steps;
  ({ step: page.step, steps: page.steps } = /** @type {CustomEvent<{step: number, steps: number}>} */ (event).detail);
  if (isNew && page.wanted) setTimeout(() => goToStep(page.wanted));
  else if (kept(SHOWING) && page.step !== page.told) tellStep();
});

// --------------------------------------------------------------------------------------------------- teacher

function forTeacher() {
  return [
    h("a", { href: "/class/teacher" }, `${page.view.name} · Teacher`),
    hasSteps
      ? h(
          "button",
          { "aria-pressed": Boolean(kept(SHOWING)), onclick: () => attempt(showSearch()) },
          "Show this search to all",
        )
      : null,
    window.analysis ? h("button", { onclick: () => attempt(showPosition()) }, "Ask all for a move here") : null,
    !hasSteps && /^\/(learn|endgames|puzzles|chapters)/.test(location.pathname)
      ? h("button", { onclick: () => attempt(showPage()) }, "Show this page to all")
      : null,
    page.view.locks.length ? h("span", { class: "chip" }, `Locked: ${page.view.locks.join(", ")}`) : null,
  ];
}

async function showPosition() {
  const { current, game } = window.analysis ?? unset();
  const text = "What would you play?";
  await post("/api/class/tasks", { kind: "position", game: game.name, position: current.position, text });
  location.href = "/class/teacher";
}

const showPage = () => post("/api/class/tasks", { kind: "page", path: here() });

/** Show the search to all, and from then on every step of it. */
async function showSearch() {
  if (kept(SHOWING)) {
    keep(SHOWING, null);
    await post("/api/class/task", { shown: false }).catch(() => {});
  } else {
    await post("/api/class/tasks", { kind: "page", text: "A search", path: here(), step: page.step });
    page.told = page.step;
    keep(SHOWING, true);
  }
  show(page.view);
}
/** Tell the class where the search is; it may have been moved by the remote, which knows already. */
function tellStep() {
  clearTimeout(page.timer);
  page.timer = setTimeout(async () => {
    const { step } = page;
    await post("/api/class/task", { step, path: here() }).catch(() => keep(SHOWING, null));
    page.told = step;
    page.timer = 0;
  }, 250);
}
/** The teacher's other device has gone on or back. */
function obeyRemote() {
  const { path = "", step = 0 } = page.view.task ?? {};
  if (!(kept(SHOWING) || path === here()) || page.timer || !step || step === page.told) return;
  page.told = step;
  goToStep(step);
}

begin();
