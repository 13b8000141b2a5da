// The explorer's own walk through its search.

import { $ } from "../shared/dom.js";
import { READABLE, SMALL, drawing, state } from "./state.js";
import { Stepper } from "./stepper.js";

const stepper = new Stepper($("#player"), {
  steps: () => state.tree?.steps ?? 0,
  step: () => state.step,
  goTo: (step) => state.goTo(step),
  stage: () => $(".workbench > .right"),
  fit: () => drawing.fit(),
  changed() {
    state.running = stepper.isRunning;
    if (state.running && state.tree.size > SMALL) drawing.camera.scale = Math.max(drawing.camera.scale, READABLE);
    if (!state.running) state.tell();
  },
});

/** Show the search after this many steps. @param {number} step @param {{quietly?: boolean}} [options] */
export function goTo(step, options) {
  state.goTo(step, options);
  stepper.show();
}
export const pause = () => stepper.pause();
