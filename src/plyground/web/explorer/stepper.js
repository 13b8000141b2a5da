// Walk through a search step by step, or have it played: buttons, a slider, and the arrow keys wherever one is. P
// presents it: the tree, the step and a sentence fill the screen, in letters for the last row.
//
// The bar of a class hears of each step ("stepped"), and asks for one ("step-to"), as events of the document.

import { $, h, iconAddress, s } from "../shared/dom.js";

const icon = (/** @type {string} */ name) =>
  s("svg", { width: 18, height: 18, "aria-hidden": "true" }, s("use", { href: iconAddress(name) }));
/** @param {string} id @param {string} name @param {string} symbol */
const button = (id, name, symbol, kind = "quiet") =>
  h("button", { type: "button", class: `icon ${kind}`, id, "aria-label": name }, icon(symbol));

/** @param {string} id @param {string} name @param {number} from @param {number} to @param {number} value */
const slider = (id, name, from, to, value) =>
  h("input", { type: "range", id, "aria-label": name, min: from, max: to, value });

const isPresenting = () => document.documentElement.classList.contains("presenting");

export class Stepper {
  /** @param {HTMLElement} host
   * @param {{steps: () => number, step: () => number, goTo: (step: number) => void, changed?: () => void,
   *   stage: () => Element, fit: () => void}} walk
   *   `changed` is called when playing begins or ends; `stage` is what fills the screen, and `fit` fills it */
  constructor(host, walk) {
    this.walk = walk;
    this.timer = 0;
    this.run = button("run", "Play", "on", "primary");
    this.run.setAttribute("aria-pressed", "false");
    this.speed = slider("speed", "Steps per second", 0, 10, 4);
    this.time = slider("time", "Step of the search", 1, 1, 1);
    this.clock = h("output", { id: "clock", class: "numbers small" });
    const actions = /** @type {[HTMLButtonElement, () => void][]} */ ([
      [button("restart", "To the beginning", "first"), () => this.goTo(1)],
      [button("back", "One step back", "back"), () => this.goTo(walk.step() - 1)],
      [this.run, () => this.toggle()],
      [button("step", "One step on", "on"), () => this.goTo(walk.step() + 1)],
      [button("end", "To the end", "last"), () => this.goTo(Infinity)],
    ]);
    for (const [element, action] of actions) element.addEventListener("click", action);
    this.time.addEventListener("input", () => this.goTo(Number(this.time.value)));
    host.prepend(
      ...actions.map(([element]) => element),
      h("label", { class: "speed small soft" }, "Speed ", this.speed),
      this.time,
      this.clock,
      h("button", { class: "quiet small", id: "present", title: "P", onclick: () => this.present() }, "Present"),
    );
    document.addEventListener("keydown", (event) => this._key(event));
    document.addEventListener("step-to", (event) => this.goTo(/** @type {CustomEvent<number>} */ (event).detail));
    document.addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement && isPresenting()) this.present();
    });
  }

  get isRunning() {
    return this.timer !== 0;
  }
  /** @param {number} step */
  goTo(step) {
    this.pause();
    this.walk.goTo(step);
    this.show();
  }
  /** Show where the search is. */
  show() {
    const steps = this.walk.steps(),
      step = this.walk.step();
    this.time.max = String(Math.max(1, steps));
    this.time.value = String(step);
    this.clock.textContent = steps ? `step ${step.toLocaleString("en")} / ${steps.toLocaleString("en")}` : "";
    document.dispatchEvent(new CustomEvent("stepped", { detail: { step, steps } }));
  }
  /** Begin to present, or end it. */
  present() {
    const isOn = document.documentElement.classList.toggle("presenting");
    this.walk.stage().classList.toggle("stage", isOn);
    $("#present").textContent = isOn ? "End" : "Present";
    // a browser may refuse the whole screen; the window is filled then
    if (isOn) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    requestAnimationFrame(() => this.walk.fit());
  }
  pause() {
    if (!this.isRunning) return;
    clearInterval(this.timer);
    this._set(0);
  }
  toggle() {
    if (this.isRunning) {
      this.pause();
      return;
    }
    if (!this.walk.steps()) return;
    if (this.walk.step() >= this.walk.steps()) this.walk.goTo(1);
    let owed = 0;
    const timer = setInterval(() => {
      owed += 0.05 * 1.2 * 2 ** (Number(this.speed.value) * 0.9);
      const whole = Math.floor(owed);
      if (!whole) return;
      owed -= whole;
      this.walk.goTo(this.walk.step() + whole);
      this.show();
      if (this.walk.step() >= this.walk.steps()) this.pause();
    }, 50);
    this._set(timer);
  }
  /** @param {number} timer */
  _set(timer) {
    this.timer = timer;
    this.run.setAttribute("aria-pressed", this.isRunning);
    this.run.setAttribute("aria-label", this.isRunning ? "Pause" : "Play");
    $("use", this.run).setAttribute("href", iconAddress(this.isRunning ? "pause" : "on"));
    this.walk.changed?.();
  }

  /** Left and right step, wherever the focus is, unless a text is being typed or a list chosen from; up and down are
   * left to sliders and choices.
   * @param {KeyboardEvent} event */
  _key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("select, textarea, input:not([type=range], [type=radio], [type=checkbox])")) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.goTo(this.walk.step() + 1),
      ArrowLeft: () => this.goTo(this.walk.step() - 1),
    };
    if (event.key === "p" || (event.key === "Escape" && isPresenting())) keys[event.key] = () => this.present();
    if (!event.target.closest("input")) {
      keys.Home = () => this.goTo(1);
      keys.End = () => this.goTo(Infinity);
      if (!event.target.closest("button, a, summary, [role=treeitem], [role=tree]")) keys[" "] = () => this.toggle();
    }
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}
