// The bar of a class, on every page of who takes part: what is going on, and the way there. For the teacher: what
// stands on this page can be shown to all. Where no class has been joined in this browser, nothing is asked or shown.

import { post, socket } from "../shared/api.js";
import { $, h, remembered, told } from "../shared/dom.js";

const FOLLOWED = "plyground.followed";
const SHOWING = "plyground.showing";
const kept = (name) => JSON.parse(sessionStorage.getItem(name) ?? "null");
const keep = (name, value) => sessionStorage.setItem(name, JSON.stringify(value));
const isExplorer = location.pathname.startsWith("/explorer");
const here = () => location.pathname + location.search;

const bar = h("aside", { class: "class-bar", "aria-label": "Class" });
let view = null;

function begin() {
  document.head.append(h("link", { rel: "stylesheet", href: new URL("bar.css", import.meta.url).href }));
  $("main").before(bar);
  bar.hidden = true;
  socket("/api/class/live", { onmessage: show });
}

function show(next) {
  const before = view;
  view = next;
  const takesPart = view.name !== null && (view.you || view.teacher);
  if (!takesPart) remembered.set("class", "");
  bar.hidden = !takesPart;
  if (!takesPart) return;
  const parts = view.teacher ? forTeacher() : forPupil();
  bar.replaceChildren(...parts.filter(Boolean));
  if (!view.teacher) {
    told(follow());
    if (before?.locks.includes("engine") && !view.locks.includes("engine") && window.analysis) location.reload();
  }
}

// ---------------------------------------------------------------------------------------------------- pupils

function forPupil() {
  const { round, given, task } = view;
  const game = round?.going_on ? round.game : given;
  const words = { question: "A question for you", position: "A position for you", page: "Your teacher shows a page" };
  return [
    h("a", { href: "/class" }, `${view.name} · ${view.you}`),
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
    view.projected ? h("a", { class: "button", href: "/class" }, "A board is shown to all") : null,
    ...view.locks.map((lock) => h("span", { class: "chip" }, lock === "engine" ? "Engine locked" : "Hints locked")),
  ];
}

/** Remember that the teacher's page is followed, to wherever it goes. */
function begun(task) {
  if (task.kind === "page") keep(FOLLOWED, { number: task.number, path: task.path });
}
const isFollowing = (task) => task.kind === "page" && kept(FOLLOWED)?.number === task.number;

/** Go where the teacher's search has gone. */
async function follow() {
  const { task } = view;
  if (!task || !isFollowing(task)) return;
  if (kept(FOLLOWED).path !== task.path) {
    keep(FOLLOWED, { number: task.number, path: task.path });
    location.href = task.path;
    return;
  }
  if (!isExplorer || !task.step) return;
  const { state, goTo } = await explorer();
  const go = () => {
    if (state.tree && view.task?.step && state.step !== view.task.step) goTo(view.task.step);
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
    h("a", { href: "/class/teacher" }, `${view.name} · Teacher`),
    isExplorer
      ? h(
          "button",
          { "aria-pressed": Boolean(kept(SHOWING)), onclick: () => told(showSearch()) },
          "Show this search to all",
        )
      : null,
    window.analysis ? h("button", { onclick: () => told(showPosition()) }, "Ask all for a move here") : null,
    !isExplorer && /^\/(learn|endgames|puzzles|curriculum)/.test(location.pathname)
      ? h("button", { onclick: () => told(showPage()) }, "Show this page to all")
      : null,
    view.locks.length ? h("span", { class: "chip" }, `Locked: ${view.locks.join(", ")}`) : null,
  ];
}

async function showPosition() {
  const { current, game } = window.analysis;
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
  show(view);
}
let timer = 0;
async function showSteps() {
  const { state } = await explorer();
  state.addEventListener("chosen", () => {
    clearTimeout(timer);
    if (!kept(SHOWING)) return;
    timer = setTimeout(() => {
      post("/api/class/task", { step: state.step, path: here() }).catch(() => keep(SHOWING, null));
    }, 250);
  });
}

if (remembered.get("class", "") && !location.pathname.startsWith("/class")) {
  begin();
  if (isExplorer && kept(SHOWING)) showSteps();
}
