// The tree as an outline of lines, of which only those in view are in the page: 100,000 nodes scroll like ten.

import { h } from "../shared/dom.js";
import { kindOf } from "./drawing.js";

const ROW = 28;

export class Outline {
  /** @param {HTMLElement} host @param {Shown} state */
  constructor(host, state) {
    this.host = host;
    this.state = state;
    /** @type {number[]} */
    this.rows = [];
    this.sizer = h("div", { class: "sizer", role: "presentation" });
    host.append(this.sizer);
    host.addEventListener("scroll", () => this._fill());
    host.addEventListener("keydown", (event) => this._key(event));
    new ResizeObserver(() => this._fill()).observe(host);
  }

  draw() {
    const { tree, step, opened } = this.state;
    if (!tree || this.host.hidden) return;
    this.rows = [];
    const stack = [0];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (!tree.isVisible(node, step)) continue;
      this.rows.push(node);
      if (opened.has(node))
        for (let i = tree.children[node].length - 1; i >= 0; i--) stack.push(tree.children[node][i]);
    }
    this.sizer.style.height = `${this.rows.length * ROW}px`;
    this._fill();
  }

  _fill() {
    if (this.host.hidden) return;
    const first = Math.max(0, Math.floor(this.host.scrollTop / ROW) - 6),
      last = Math.min(this.rows.length, first + Math.ceil(this.host.clientHeight / ROW) + 14);
    this.sizer.replaceChildren(...this.rows.slice(first, last).map((node, i) => this._row(node, (first + i) * ROW)));
  }

  /** @param {number} node @param {number} top */
  _row(node, top) {
    const { tree, step, opened, chosen, found } = this.state;
    const { value } = tree.shown(node, step, this.state.asking !== null),
      done = tree.isClosed(node, step);
    const best = step >= tree.steps && tree.line.has(node),
      inner = tree.children[node].length > 0,
      cut = done ? tree.cut(node) : 0;
    const row = h(
      "div",
      {
        class: [
          "orow",
          kindOf(tree, node),
          best && "best",
          node === chosen && "chosen",
          found.has(node) && "found",
        ]
          .filter(Boolean)
          .join(" "),
        role: "treeitem",
        "aria-level": tree.level[node] + 1,
        "aria-selected": node === chosen,
        ...(inner ? { "aria-expanded": opened.has(node) } : {}),
        "data-node": node,
        onclick: () => this.state.choose(node),
      },
      h(
        "button",
        {
          class: "toggle",
          tabindex: -1,
          "aria-hidden": "true",
          onclick: (event) => {
            event.stopPropagation();
            this.state.toggle(node);
          },
        },
        inner ? (opened.has(node) ? "▾" : "▸") : "",
      ),
      h("span", { class: "mv" }, `${best ? "★ " : ""}${tree.label(node) || "root"}`),
      h("span", { class: "val" }, value),
      h("span", { class: "win" }, tree.detail(node, step, this.state.asking !== null)),
      cut ? h("span", { class: "cut" }, `✂ ${cut} of ${tree.moves[node]} moves cut off`) : "",
    );
    row.style.top = `${top}px`;
    row.style.paddingLeft = `${0.4 + tree.level[node] * 1.25}rem`;
    return row;
  }

  /** @param {number} node */
  show(node) {
    const at = this.rows.indexOf(node);
    if (at < 0) return;
    const top = at * ROW;
    if (top < this.host.scrollTop || top > this.host.scrollTop + this.host.clientHeight - 2 * ROW)
      this.host.scrollTop = Math.max(0, top - this.host.clientHeight / 2);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (!this.state.tree) return;
    const { state } = this,
      at = this.rows.indexOf(state.chosen);
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => state.choose(this.rows[Math.min(this.rows.length - 1, at + 1)]),
      ArrowUp: () => state.choose(this.rows[Math.max(0, at - 1)]),
      Enter: () => state.toggle(state.chosen),
      " ": () => state.toggle(state.chosen),
      Home: () => state.choose(0),
      End: () => state.choose(this.rows.at(-1)),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }
}
