// Walk through a search step by step, or have it played.

import { $, iconAddress } from "../shared/dom.js";
import { READABLE, SMALL, counted, draw, drawing, follow, state } from "./state.js";

let timer = 0;

/** Show the search after this many steps. */
export function goTo(step, { quietly = false } = {}) {
  const { tree } = state;
  if (!tree) return;
  state.step = Math.max(1, Math.min(tree.steps, state.asking ?? tree.steps, step));
  const node = tree.at(state.step);
  if (!quietly) {
    // what the search is at is open, what it has left is closed again, so that a large tree stays in view
    if (tree.size > SMALL)
      state.opened = new Set(
        tree
          .path(node)
          .slice(0, -1)
          .concat(tree.isLeaving(state.step) ? [node] : []),
      );
    state.chosen = node;
  }
  $("#time").value = state.step;
  $("#clock").textContent = `step ${counted(state.step)} / ${counted(tree.steps)}`;
  if (quietly) return;
  draw();
  follow();
  state.tell();
}

export function pause() {
  if (!state.running) return;
  clearInterval(timer);
  setRunning(false);
  state.tell();
}
function setRunning(on) {
  state.running = on;
  $("#run").setAttribute("aria-pressed", on);
  $("#run").setAttribute("aria-label", on ? "Pause" : "Play");
  $("#run use").setAttribute("href", iconAddress(on ? "pause" : "on"));
}
function run() {
  if (state.running) {
    pause();
    return;
  }
  if (!state.tree) return;
  if (state.tree.size > SMALL) drawing.scale = Math.max(drawing.scale, READABLE);
  if (state.step >= state.tree.steps) goTo(1);
  setRunning(true);
  let owed = 0;
  timer = setInterval(() => {
    owed += 0.05 * 1.2 * 2 ** (Number($("#speed").value) * 0.9);
    const whole = Math.floor(owed);
    if (!whole) return;
    owed -= whole;
    goTo(state.step + whole);
    if (state.step >= state.tree.steps) pause();
  }, 50);
}
$("#run").addEventListener("click", run);
$("#step").addEventListener("click", () => {
  pause();
  goTo(state.step + 1);
});
$("#back").addEventListener("click", () => {
  pause();
  goTo(state.step - 1);
});
$("#restart").addEventListener("click", () => {
  pause();
  goTo(1);
});
$("#end").addEventListener("click", () => {
  pause();
  goTo(Infinity);
});
$("#time").addEventListener("input", () => {
  pause();
  goTo(Number($("#time").value));
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
  const keys = {
    ArrowRight: () => {
      pause();
      goTo(state.step + 1);
    },
    ArrowLeft: () => {
      pause();
      goTo(state.step - 1);
    },
    Home: () => goTo(1),
    End: () => goTo(Infinity),
  };
  if (event.key === " " && !event.target.closest("button, a")) keys[" "] = run;
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
