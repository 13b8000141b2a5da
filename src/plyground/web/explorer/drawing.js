// The tree as a drawing: what is opened side by side, parents above the middle of their children. Drag to move about,
// wheel or buttons to zoom, click to choose, click again to open or close. Only what is in view is in the page.

import { s } from "../shared/dom.js";
import { windowText } from "./search_tree.js";

/** Below this scale windows are not shown, below the other moves are not: values keep their size. */
const FAR = 0.9,
  FARTHER = 0.5;
const WIDE = 92,
  HIGH = 42,
  GAP = 14,
  LAYER = 90;
/** What stands for the moves of a node that were cut off, among the nodes that are laid out. */
const ghostOf = (node) => -1 - node;
const isGhost = (place) => place < 0;

/** More than this is not laid out at once; the rest stays closed. */
const MOST = 25_000;

export class Drawing {
  constructor(host, state) {
    this.host = host;
    this.state = state;
    this.scale = 1;
    this.center = [0, 0];
    this.svg = s("svg", {}, (this.stage = s("g")));
    host.append(this.svg);
    this._listen();
  }

  /** Lay the opened nodes out: node to [x, y], in order of visit. */
  _layOut() {
    const { tree, step, opened, asking } = this.state;
    const xs = new Map();
    let column = 0;
    const place = (node) => {
      xs.set(node, 0); // keeps its turn: before its children
      const children = opened.has(node) && xs.size < MOST ? tree.children[node] : [];
      const places = children.map(place);
      if (children.length && tree.cut(node) && !(asking && !tree.isClosed(node, step))) {
        places.push(column++ * (WIDE + GAP));
        xs.set(ghostOf(node), places.at(-1));
      }
      const x = children.length ? (places[0] + places.at(-1)) / 2 : column++ * (WIDE + GAP);
      xs.set(node, x);
      return x;
    };
    place(0);
    const ply = (node) => (isGhost(node) ? tree.ply[ghostOf(node)] + 1 : tree.ply[node]);
    return new Map([...xs].map(([node, x]) => [node, [x, ply(node) * LAYER]]));
  }

  draw() {
    if (!this.state.tree || this.host.hidden) return;
    this.places = this._layOut();
    this._fill();
  }

  /** Draw the nodes that are in view, and the edges that lead to or from them. */
  _fill() {
    const { tree, step } = this.state;
    const { width, height } = this.host.getBoundingClientRect();
    if (!tree || !this.places || !width) return;
    this.stage.setAttribute(
      "transform",
      `translate(${width / 2} ${height / 2}) scale(${this.scale}) translate(${-this.center[0]} ${-this.center[1]})`,
    );
    this.stage.style.setProperty("--scale", this.scale);
    this.stage.classList.toggle("far", this.scale < FAR);
    this.stage.classList.toggle("farther", this.scale < FARTHER);
    const far = [width / this.scale / 2 + WIDE, height / this.scale / 2 + LAYER];
    const inView = (place) => place.every((value, i) => Math.abs(value - this.center[i]) < far[i]);
    const edges = [],
      nodes = [];
    const bound = this._boundPath();
    for (const [node, place] of this.places) {
      if (isGhost(node)) {
        if (tree.isClosed(ghostOf(node), step) && inView(place))
          nodes.push(...this._ghost(ghostOf(node), this.places.get(ghostOf(node)), place));
        continue;
      }
      if (!tree.isVisible(node, step)) continue;
      const isSeen = inView(place),
        from = this.places.get(tree.parent[node]);
      if (from && (isSeen || inView(from))) edges.push(...this._edge(node, from, place, isSeen, bound.has(node)));
      if (isSeen) nodes.push(this._node(node, place));
    }
    this.stage.replaceChildren(...edges, ...nodes);
  }

  /** Whether the search is over and this node is on the line of best play. */
  _isBest(node) {
    const { tree, step } = this.state;
    return step >= tree.steps && tree.line.has(node);
  }

  /** The nodes whose edges join the chosen node, where moves were cut off, to the move above that set the bound. */
  _boundPath() {
    const { tree, step, chosen } = this.state;
    const cutoff = tree.cutoff(chosen, step);
    if (!cutoff) return new Set();
    const path = tree.path(chosen);
    return new Set([...path.slice(path.indexOf(cutoff.ancestor) + 1), cutoff.alternative]);
  }

  /** The moves that were cut off: one box for all of them. */
  _ghost(node, [px, py], [x, y]) {
    const { tree, chosen } = this.state,
      count = tree.cut(node),
      { moves } = tree.cutoffs.get(node);
    const name = moves.length ? moves[0] + (count > 1 ? ` + ${count - 1}` : "") : `${count} moves`;
    return [
      s("path", { class: "tedge ghost", d: `M${px} ${py + HIGH / 2}L${x} ${y - HIGH / 2}` }),
      s(
        "g",
        {
          class: `tghost${node === chosen ? " chosen" : ""}`,
          "data-node": node,
          transform: `translate(${x} ${y})`,
        },
        s("title", { text: moves.length ? `cut off: ${moves.join(" ")}` : `${count} moves were cut off` }),
        s("rect", { x: -WIDE / 2, y: -HIGH / 2, width: WIDE, height: HIGH, rx: tree.maximises[node] ? 21 : 5 }),
        s("text", { class: "name", y: -2, text: name }),
        s("text", { class: "tcut", y: 14, text: `✂ ${count}` }),
      ),
    ];
  }

  _edge(node, [px, py], [x, y], isSeen, isBound) {
    const line = s("path", {
      class: `tedge${this._isBest(node) ? " best" : ""}${isBound ? " bound" : ""}`,
      d: `M${px} ${py + HIGH / 2}L${x} ${y - HIGH / 2}`,
    });
    if (!isSeen) return [line];
    return [
      line,
      s("text", {
        class: "tmove",
        x: px + (x - px) * 0.78,
        y: py + HIGH / 2 + (LAYER - HIGH) * 0.78 - 2,
        text: this.state.tree.move[node],
      }),
    ];
  }

  _node(node, [x, y]) {
    const { tree, step, chosen, found, opened, asking } = this.state;
    const { value, alpha, beta, open } = tree.shown(node, step, asking),
      isPlain = tree.algorithm === "minimax";
    const below =
      opened.has(node) && this.places.has(tree.children[node][0])
        ? 0
        : tree.children[node].filter((child) => tree.isVisible(child, step)).length;
    const cut = open || this.places.has(ghostOf(node)) ? 0 : tree.cut(node);
    const kinds = [
      "tnode",
      tree.maximises[node] ? "max" : "min",
      this._isBest(node) && "best",
      open && "open-now",
      node === chosen && "chosen",
      found.has(node) && "found",
    ];
    return s(
      "g",
      { class: kinds.filter(Boolean).join(" "), "data-node": node, transform: `translate(${x} ${y})` },
      s("rect", { x: -WIDE / 2, y: -HIGH / 2, width: WIDE, height: HIGH, rx: tree.maximises[node] ? 5 : 21 }),
      s("text", { class: "v", y: this.scale < FAR ? 0 : isPlain ? 5 : -2, text: value }),
      isPlain ? "" : s("text", { class: "w", y: 14, text: windowText(alpha, beta) }),
      below ? s("text", { class: "more", y: HIGH / 2 + 15, text: `+ ${below} below` }) : "",
      cut ? s("text", { class: "tcut", x: WIDE / 2 - 4, y: HIGH / 2 + 14, text: `✂ ${cut}` }) : "",
    );
  }

  /** Look elsewhere; however often in a frame, it is drawn once. */
  _look() {
    if (this.looking) return;
    this.looking = requestAnimationFrame(() => {
      this.looking = 0;
      this._fill();
    });
  }

  /** Bring a node into view; the whole tree if it fits. */
  show(node) {
    const place = this.places?.get(node);
    if (!place) return;
    const { width, height } = this.host.getBoundingClientRect();
    const [x, y] = [(place[0] - this.center[0]) * this.scale, (place[1] - this.center[1]) * this.scale];
    if (Math.abs(x) > width / 2 - 70 || Math.abs(y) > height / 2 - 50) {
      this.center = [place[0], place[1]];
      this._look();
    }
  }

  fit() {
    if (!this.places) return;
    const { width, height } = this.host.getBoundingClientRect();
    if (!width) return;
    let [x1, x2, y2] = [0, 0, 0];
    for (const [x, y] of this.places.values()) [x1, x2, y2] = [Math.min(x1, x), Math.max(x2, x), Math.max(y2, y)];
    [x1, x2, y2] = [x1 - 60, x2 + 60, y2 + 50];
    const y1 = -40;
    const fitting = Math.min(width / (x2 - x1), height / (y2 - y1), 1.15);
    this.scale = Math.max(0.45, fitting);
    this.center =
      fitting >= 0.45 ? [(x1 + x2) / 2, (y1 + y2) / 2] : [this.places.get(0)[0], y1 + height / 2 / this.scale];
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
    host.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const box = host.getBoundingClientRect();
        this.zoom(Math.exp(-event.deltaY * 0.0016), [
          event.clientX - box.left - box.width / 2,
          event.clientY - box.top - box.height / 2,
        ]);
      },
      { passive: false },
    );
    const fingers = new Map();
    let moved = 0;
    host.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      moved = 0;
    });
    const end = (event) => {
      if (!fingers.delete(event.pointerId) || event.type !== "pointerup" || moved > 6) return;
      const node = document.elementFromPoint(event.clientX, event.clientY)?.closest(".tnode, .tghost");
      if (node && host.contains(node)) this.state.press(Number(node.dataset.node));
    };
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    window.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const dx = event.clientX - before[0],
        dy = event.clientY - before[1];
      moved += Math.abs(dx) + Math.abs(dy);
      if (fingers.size === 2) {
        const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
        const was = Math.hypot(before[0] - other[0], before[1] - other[1]),
          now = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
        this.zoom(now / Math.max(1, was));
      } else {
        this.center = [this.center[0] - dx / this.scale, this.center[1] - dy / this.scale];
        this._look();
      }
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    host.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60] };
      if (steps[event.key] && event.shiftKey) {
        event.preventDefault();
        event.stopPropagation();
        this.center = this.center.map((value, i) => value + steps[event.key][i] / this.scale);
        this._look();
      } else if (event.key === "+") this.zoom(1.25);
      else if (event.key === "-") this.zoom(0.8);
    });
    new ResizeObserver(() => this._look()).observe(host);
  }
}
