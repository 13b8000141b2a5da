// The tree as a drawing: what is opened side by side, parents above the middle of their children. Drag to move about,
// wheel or buttons to zoom, click to choose, click again to open or close.

import { s } from "../dom.js";
import { windowText } from "./model.js";

const WIDE = 92, HIGH = 42, GAP = 14, LAYER = 90;
/** More than this is not drawn at once; the rest stays closed. */
const MOST = 2500;

export class Drawing {
  constructor(host, state) {
    this.host = host;
    this.state = state;
    this.scale = 1;
    this.center = [0, 0];
    this.svg = s("svg", {}, this.stage = s("g"));
    host.append(this.svg);
    this._listen();
  }

  /** Lay the opened nodes out: node to [x, y]. */
  _layOut() {
    const { tree, opened } = this.state;
    const places = new Map();
    let column = 0, drawn = 0;
    const place = (node) => {
      drawn++;
      const children = opened.has(node) && drawn < MOST ? tree.children[node] : [];
      let x;
      if (children.length) {
        const first = place(children[0]);
        let last = first;
        for (const child of children.slice(1)) { if (drawn >= MOST) break; last = place(child); }
        x = (first + last) / 2;
      } else x = column++ * (WIDE + GAP);
      places.set(node, [x, tree.ply[node] * LAYER]);
      return x;
    };
    place(0);
    return places;
  }

  draw() {
    const { tree, step, chosen, found, opened } = this.state;
    if (!tree || this.host.hidden) return;
    this.places = this._layOut();
    const edges = [], nodes = [];
    for (const [node, [x, y]] of this.places) {
      if (!tree.isVisible(node, step)) continue;
      const parent = tree.parent[node], done = tree.isClosed(node, step), finished = step >= tree.steps, isBest = finished && tree.line.has(node);
      if (parent >= 0) {
        const [px, py] = this.places.get(parent);
        edges.push(s("path", { class: `tedge${isBest ? " best" : ""}`, d: `M${px} ${py + HIGH / 2}L${x} ${y - HIGH / 2}` }),
          s("text", { class: "tmove", x: px + (x - px) * 0.78, y: py + HIGH / 2 + (LAYER - HIGH) * 0.78 - 2, text: tree.move[node] }));
      }
      const { value, alpha, beta } = tree.shown(node, step);
      const more = tree.children[node].length && !opened.has(node) ? tree.children[node].filter((child) => tree.isVisible(child, step)).length : 0;
      const cut = done ? tree.cut(node) : 0;
      nodes.push(s("g", { class: `tnode ${tree.maximises[node] ? "max" : "min"}${isBest ? " best" : ""}${done ? "" : " open-now"}${node === chosen ? " chosen" : ""}${found.has(node) ? " found" : ""}`, "data-node": node, transform: `translate(${x} ${y})` },
        s("rect", { x: -WIDE / 2, y: -HIGH / 2, width: WIDE, height: HIGH, rx: tree.maximises[node] ? 5 : 21 }),
        s("text", { class: "v", y: tree.algorithm === "minimax" ? 5 : -2, text: value }),
        tree.algorithm === "minimax" ? "" : s("text", { class: "w", y: 14, text: windowText(alpha, beta) }),
        more ? s("text", { class: "more", y: HIGH / 2 + 15, text: `+ ${more} below` }) : "",
        cut ? s("text", { class: "tcut", x: WIDE / 2 - 4, y: HIGH / 2 + 14, text: `✂ ${cut}` }) : ""));
    }
    this.stage.replaceChildren(...edges, ...nodes);
    this._look();
  }

  _look() {
    const { width, height } = this.host.getBoundingClientRect();
    this.stage.setAttribute("transform", `translate(${width / 2} ${height / 2}) scale(${this.scale}) translate(${-this.center[0]} ${-this.center[1]})`);
  }

  /** Bring a node into view; the whole tree if it fits. */
  show(node) {
    const place = this.places?.get(node);
    if (!place) return;
    const { width, height } = this.host.getBoundingClientRect();
    const [x, y] = [(place[0] - this.center[0]) * this.scale, (place[1] - this.center[1]) * this.scale];
    if (Math.abs(x) > width / 2 - 70 || Math.abs(y) > height / 2 - 50) { this.center = [place[0], place[1]]; this._look(); }
  }

  fit() {
    if (!this.places) return;
    const { width, height } = this.host.getBoundingClientRect();
    const xs = [...this.places.values()].map(([x]) => x), ys = [...this.places.values()].map(([, y]) => y);
    const [x1, x2, y1, y2] = [Math.min(...xs) - 60, Math.max(...xs) + 60, Math.min(...ys) - 40, Math.max(...ys) + 50];
    const fitting = Math.min(width / (x2 - x1), height / (y2 - y1), 1.15);
    this.scale = Math.max(0.45, fitting);
    this.center = fitting >= 0.45 ? [(x1 + x2) / 2, (y1 + y2) / 2] : [this.places.get(0)[0], y1 + height / 2 / this.scale];
    this._look();
  }

  zoom(factor, [x, y] = [0, 0]) {
    const scale = Math.max(0.06, Math.min(3, this.scale * factor));
    this.center = [this.center[0] + x / this.scale - x / scale, this.center[1] + y / this.scale - y / scale];
    this.scale = scale;
    this._look();
  }

  _listen() {
    const { host } = this;
    host.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = host.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY * 0.0016), [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2]);
    }, { passive: false });
    const fingers = new Map();
    let moved = 0;
    host.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, [event.clientX, event.clientY]); moved = 0; });
    const end = (event) => {
      if (!fingers.delete(event.pointerId) || event.type !== "pointerup" || moved > 6) return;
      const node = document.elementFromPoint(event.clientX, event.clientY)?.closest(".tnode");
      if (node && host.contains(node)) this.state.press(Number(node.dataset.node));
    };
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    window.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const dx = event.clientX - before[0], dy = event.clientY - before[1];
      moved += Math.abs(dx) + Math.abs(dy);
      if (fingers.size === 2) {
        const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
        const was = Math.hypot(before[0] - other[0], before[1] - other[1]), now = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
        this.zoom(now / Math.max(1, was));
      } else { this.center = [this.center[0] - dx / this.scale, this.center[1] - dy / this.scale]; this._look(); }
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    host.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60] };
      if (steps[event.key]) { event.preventDefault(); event.stopPropagation(); this.center = this.center.map((value, i) => value + steps[event.key][i] / this.scale); this._look(); }
      else if (event.key === "+") this.zoom(1.25); else if (event.key === "-") this.zoom(0.8);
    });
    new ResizeObserver(() => this._look()).observe(host);
  }
}
