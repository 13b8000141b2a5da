// The bar of a class, on every page of who takes part: what is going on, and the way there. For the teacher: what
// stands on this page can be shown to all. Where no class has been joined in this browser, nothing is asked or shown.

import { post, socket } from "../shared/api.js";
import { $, h, remembered, told, unset } from "../shared/dom.js";

const FOLLOWED = "plyground.followed";
const SHOWING = "plyground.showing";
const kept = (/** @type {string} */ name) => JSON.parse(sessionStorage.getItem(name) ?? "null");
/** @param {string} name @param {unknown} value */
const keep = (name, value) => sessionStorage.setItem(name, JSON.stringify(value));
const isExplorer = location.pathname.startsWith("/explorer");
const here = () => location.pathname + location.search;

const bar = h("aside", { class: "class-bar", "aria-label": "Class" });
const page = {
  /** @type {Api.ClassView} */
  view: unset(),
  timer: 0,
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
  if (!page.view.teacher) {
    told(follow());
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
  if (!isExplorer || !task.step) return;
  const { state, goTo } = await explorer();
  const go = () => {
    if (state.tree && page.view.task?.step && state.step !== page.view.task.step) goTo(page.view.task.step);
  };
  if (state.tree) go();
  else state.addEventListener("shown", () => setTimeout(go), { once: true });
}
const explorer = async () => ({
  ...(await import("../explorer/state.js")),
  ...(await import("../explorer/walking.js")),
});

// --------------------------------------------------------------------------------------------------- teacher

function forTeacher() {
  return [
    h("a", { href: "/class/teacher" }, `${page.view.name} · Teacher`),
    isExplorer
      ? h(
          "button",
          { "aria-pressed": Boolean(kept(SHOWING)), onclick: () => told(showSearch()) },
          "Show this search to all",
        )
      : null,
    window.analysis ? h("button", { onclick: () => told(showPosition()) }, "Ask all for a move here") : null,
    !isExplorer && /^\/(learn|endgames|puzzles|chapters)/.test(location.pathname)
      ? h("button", { onclick: () => told(showPage()) }, "Show this page to all")
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
    const { state } = await explorer();
    await post("/api/class/tasks", { kind: "page", text: "A search", path: here(), step: state.step });
    keep(SHOWING, true);
    await showSteps();
  }
  show(page.view);
}
async function showSteps() {
  const { state } = await explorer();
  state.addEventListener("chosen", () => {
    clearTimeout(page.timer);
    if (!kept(SHOWING)) return;
    page.timer = setTimeout(() => {
      post("/api/class/task", { step: state.step, path: here() }).catch(() => keep(SHOWING, null));
    }, 250);
  });
}

if (remembered.get("class", "") && !location.pathname.startsWith("/class")) {
  begin();
  if (isExplorer && kept(SHOWING)) showSteps();
}
