// The tree as an outline of lines, of which only those in view are in the page: 100,000 nodes scroll like ten. To a
// screen reader it is a tree, whose chosen node is the active one.

import { h } from "../shared/dom.js";
import { kindOf } from "./drawing.js";

const ROW = 28;
/** Outlines on this page so far: their rows need names of their own. */
let count = 0;

/** What is said of a node: its move, who decides, what is known of it at a step.
 * @param {AnyTree} tree @param {number} node @param {number} step @param {boolean} isAsking */
export function spoken(tree, node, step, isAsking) {
  const { value, open } = tree.shown(node, step, isAsking),
    cut = tree.isClosed(node, step) ? tree.cut(node) : 0,
    detail = tree.detail(node, step, isAsking).replace("−∞", "minus infinity").replace("∞", "infinity"),
    number = value.replace("≤", "at most").replace("≥", "at least").replace("…", "");
  return [
    tree.label(node) || "root",
    tree.children[node].length || cut ? { max: "MAX", min: "MIN", chance: "chance" }[kindOf(tree, node)] : "leaf",
    number === "?" ? "not yet known" : open ? `so far ${number}` : number,
    detail.startsWith("[") ? `window ${detail.slice(1, -1).replace(",", " to")}` : detail,
    cut && `${cut} of ${tree.moves[node]} cut off`,
    step >= tree.steps && tree.line.has(node) && "best play",
  ]
    .filter(Boolean)
    .join(", ");
}

export class Outline {
  /** @param {HTMLElement} host @param {Shown} state */
  constructor(host, state) {
    this.host = host;
    this.state = state;
    /** @type {number[]} */
    this.rows = [];
    this.name = `outline-${++count}`;
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
    if (!this.state.tree || this.host.hidden) return;
    const first = Math.max(0, Math.floor(this.host.scrollTop / ROW) - 6),
      last = Math.min(this.rows.length, first + Math.ceil(this.host.clientHeight / ROW) + 14);
    this.sizer.replaceChildren(...this.rows.slice(first, last).map((node, i) => this._row(node, (first + i) * ROW)));
    const chosen = this.rows.indexOf(this.state.chosen);
    if (chosen >= first && chosen < last)
      this.host.setAttribute("aria-activedescendant", `${this.name}-${this.state.chosen}`);
    else this.host.removeAttribute("aria-activedescendant");
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
        id: `${this.name}-${node}`,
        "aria-label": spoken(tree, node, step, this.state.asking !== null),
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

/** An outline, and the button that shows it in the place of a drawing, and the drawing again.
 * @param {import("./drawing.js").Drawing} drawing @param {Shown} shown @param {string} name  of the tree */
export function outlineOf(drawing, shown, name) {
  const host = h("div", { class: "canvas outline", role: "tree", "aria-label": name, tabindex: 0, hidden: true }),
    outline = new Outline(host, shown),
    button = h(
      "button",
      {
        type: "button",
        class: "quiet small",
        "aria-pressed": false,
        onclick() {
          const isOutline = host.hidden;
          host.hidden = !isOutline;
          drawing.host.hidden = isOutline;
          button.setAttribute("aria-pressed", isOutline);
          shown.draw();
          shown.follow();
        },
      },
      "Outline",
    );
  shown.views = [drawing, outline];
  return { host, button };
}
