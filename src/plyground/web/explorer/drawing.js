// The tree as a drawing. Drag to move about, wheel or buttons to zoom, click to choose, click again to open or close.
// Only what is in view is in the page.

import { s } from "../shared/dom.js";
import { Camera } from "./camera.js";
import { GAP, HIGH, LAYER, WIDE, ghostPlace, layOut, meaning } from "./layout.js";
import { Minimap } from "./minimap.js";
import { Thumbnails } from "./thumbnails.js";

/** Below this scale windows are not shown, and values and moves keep their size, as long as the moves have room. */
const FAR = 0.93;
/** From this scale on there is a board below each node, of this size. */
const NEAR = 1.5,
  BOARD = 92;
/** A letter of a value and one of a move, from afar, in pixels. */
const LETTER = 7.2,
  MOVE_LETTER = 8.2;
/** The same while a search is presented. */
const LARGE_LETTER = 12,
  LARGE_MOVE_LETTER = 18;
const isPresented = () => document.documentElement.classList.contains("presenting");
/** Plies stand so many times further apart at most, where there is room. */
const STRETCH = 1.7;

/** Who decides at a node, as a class. @param {AnyTree} tree @param {number} node */
export const kindOf = (tree, node) => (tree.isChance[node] ? "chance" : tree.maximises[node] ? "max" : "min");

/** The outline of a node: a box, a round one, or one with pointed sides. @param {string} kind */
function shapeOf(kind) {
  const [right, low] = [WIDE / 2, HIGH / 2],
    shoulder = right - 13;
  if (kind === "chance")
    return s("path", {
      class: "shape",
      d: `M${-shoulder} ${-low}H${shoulder}L${right} 0L${shoulder} ${low}H${-shoulder}L${-right} 0Z`,
    });
  return s("rect", { class: "shape", x: -right, y: -low, width: WIDE, height: HIGH, rx: kind === "max" ? 5 : 21 });
}

export class Drawing {
  /** @param {HTMLElement} host @param {Shown} state */
  constructor(host, state) {
    this.host = host;
    this.state = state;
    this.svg = s("svg", {}, (this.stage = s("g")));
    host.append(this.svg);
    this.camera = new Camera(host, () => this._look());
    this.stretch = 1;
    /** Where nodes are, and how many children of one are folded; nothing where no tree is drawn.
     * @type {Map<number, Point>} */
    this.places = new Map();
    /** @type {Map<number, number>} */
    this.folds = new Map();
    /** The length of the longest move; whether boards are shown; what is asked of the next frame. */
    this.longest = 0;
    this.isNear = false;
    this.looking = 0;
    this.minimap = new Minimap(host, this.camera);
    this.thumbnails = new Thumbnails(() => this._look());
    host.addEventListener("press", (event) => this._press(/** @type {CustomEvent<number>} */ (event).detail));
  }

  /** @param {number} key */
  _press(key) {
    const { node, kind } = meaning(key);
    if (kind === "fold") this.state.unfold(node);
    else this.state.press(node);
  }

  draw() {
    if (!this.state.tree || this.host.hidden) return;
    this.isNear = this._comesNear();
    ({ places: this.places, folds: this.folds } = layOut(this.state, this._layer));
    this.longest = Math.max(...[...this.places.keys()].map((key) => (key < 0 ? 0 : this.state.tree.label(key).length)));
    this.fill();
    this.minimap.draw([...this.places.values()], this.extent);
  }

  /** Draw no tree. */
  clear() {
    this.places.clear();
    this.folds.clear();
    this.stage.replaceChildren();
    this.minimap.draw([], this.extent);
  }

  /** Whether boards are shown. */
  _comesNear() {
    return Boolean(this.state.game) && this.camera.scale >= NEAR;
  }
  /** The height of a ply, and how far the lower edge of a node is below its middle. */
  get _layer() {
    return this.isNear ? LAYER + BOARD + 6 : LAYER * this.stretch;
  }
  get _foot() {
    return HIGH / 2 + (this.isNear ? BOARD + 4 : 0);
  }

  /** Draw the nodes that are in view, and the edges that lead to or from them. */
  fill() {
    const { tree, step } = this.state,
      { scale } = this.camera;
    if (!this.places.size || !this.camera.size[0]) return;
    this.stage.setAttribute("transform", this.camera.transform);
    this.stage.style.setProperty("--scale", String(scale));
    this.stage.classList.toggle("far", scale < FAR);
    const letter = isPresented() ? LARGE_MOVE_LETTER : MOVE_LETTER;
    this.stage.classList.toggle("farther", scale < FAR && scale * (WIDE + GAP) < letter * this.longest);
    const inView = (/** @type {Point} */ place) => this.camera.sees(place, [WIDE, this._layer]);
    const edges = [],
      nodes = [];
    const glowing = new Set(tree.glowing(this.state.chosen, step));
    for (const [key, place] of this.places) {
      const { node, kind } = meaning(key);
      if (kind !== "node") {
        const isThere = kind === "fold" || tree.isClosed(node, step);
        if (isThere && inView(place)) nodes.push(...this._box(key, kind, node, place));
        continue;
      }
      if (!tree.isVisible(node, step)) continue;
      const isSeen = inView(place),
        from = this.places.get(tree.parent[node]);
      if (from && (isSeen || inView(from))) edges.push(...this._edge(node, from, place, isSeen, glowing.has(node)));
      if (isSeen) nodes.push(this._node(node, place));
      const source = this.places.get(tree.source(node));
      if (source && (isSeen || inView(source))) edges.push(this._merge(place, source));
    }
    this.stage.replaceChildren(...edges, ...nodes);
  }

  /** Whether the search is over and this node is on the line of best play. @param {number} node */
  _isBest(node) {
    const { tree, step } = this.state;
    return step >= tree.steps && tree.line.has(node);
  }

  /** One box for all the moves that were cut off, or for the children that are folded.
   * @param {number} key @param {string} kind @param {number} node @param {Point} place */
  _box(key, kind, node, [x, y]) {
    const { tree, chosen } = this.state,
      [px, py] = /** @type {Point} */ (this.places.get(node));
    const isGhost = kind === "ghost",
      count = isGhost ? tree.cut(node) : (this.folds.get(node) ?? 0),
      moves = isGhost ? (tree.cutoffs.get(node)?.moves ?? []) : [];
    const name = moves.length ? moves[0] + (count > 1 ? ` + ${count - 1}` : "") : `${count} moves`;
    const cutOff = moves.length ? `cut off: ${moves.join(" ")}` : `${count} moves were cut off`,
      title = isGhost ? cutOff : "Show them";
    return [
      s("path", { class: `tedge ${kind}`, d: `M${px} ${py + this._foot}L${x} ${y - HIGH / 2}` }),
      s(
        "g",
        {
          class: `t${kind}${isGhost && node === chosen ? " chosen" : ""}`,
          "data-node": key,
          transform: `translate(${x} ${y})`,
        },
        s("title", { text: title }),
        s("rect", { x: -WIDE / 2, y: -HIGH / 2, width: WIDE, height: HIGH, rx: tree.maximises[node] ? 21 : 5 }),
        isGhost
          ? [
              s("text", { class: "name", y: -2, text: name }),
              s("text", { class: "tcut", y: this.camera.scale < FAR ? 5 : 14, text: `✂ ${count}` }),
            ]
          : [s("text", { class: "name", y: 5, text: `+${count} more` })],
      ),
    ];
  }

  /** @param {number} node @param {Point} from @param {Point} to @param {boolean} isSeen @param {boolean} isGlowing */
  _edge(node, [px, py], [x, y], isSeen, isGlowing) {
    const line = s("path", {
      class: `tedge${this._isBest(node) ? " best" : ""}${isGlowing ? " bound" : ""}`,
      d: `M${px} ${py + this._foot}L${x} ${y - HIGH / 2}`,
    });
    if (!isSeen) return [line];
    return [
      line,
      s("text", {
        class: "tmove",
        x: px + (x - px) * 0.78,
        y: y - HIGH / 2 - (this._layer - this._foot - HIGH / 2) * 0.22 - 2,
        text: this.state.tree.label(node),
      }),
    ];
  }

  /** The way from a node whose value was taken from the table to the one that was searched.
   * @param {Point} place @param {Point} source */
  _merge([x, y], [to, toY]) {
    const side = to < x ? -1 : 1,
      low = Math.max(y, toY) + HIGH / 2 + 22;
    const [from, end] = [x + (side * WIDE) / 3, to - (side * WIDE) / 3];
    return s("path", {
      class: "tmerge",
      d: `M${from} ${y + HIGH / 2}C${from} ${low} ${end} ${low} ${end} ${toY + HIGH / 2}`,
    });
  }

  /** @param {number} node @param {Point} place */
  _node(node, [x, y]) {
    const { tree, step, chosen, found, opened, asking } = this.state;
    const { value, open } = tree.shown(node, step, asking !== null),
      detail = tree.detail(node, step, asking !== null);
    const isUnfolded = opened.has(node) && this.places.has(tree.children[node][0]);
    const below = isUnfolded ? 0 : tree.children[node].filter((child) => tree.isVisible(child, step)).length;
    const cut = open || ghostPlace(this.places, node) ? 0 : tree.cut(node);
    const kinds = [
      "tnode",
      kindOf(tree, node),
      this._isBest(node) && "best",
      open && "open-now",
      tree.kind(node),
      node === chosen && "chosen",
      found.has(node) && "found",
    ];
    return s(
      "g",
      { class: kinds.filter(Boolean).join(" "), "data-node": node, transform: `translate(${x} ${y})` },
      shapeOf(kindOf(tree, node)),
      s("text", { class: "v", y: this.camera.scale < FAR ? 0 : detail ? -2 : 5, text: value }),
      detail ? s("text", { class: "w", y: 14, text: detail }) : "",
      this.isNear ? this._board(node) : "",
      below ? s("text", { class: "more", y: this._foot + 15, text: `+ ${below} below` }) : "",
      cut ? this._cutMark(cut) : "",
    );
  }

  /** How many moves were cut off at a node that is closed. @param {number} cut */
  _cutMark(cut) {
    const { scale } = this.camera,
      isFar = scale < FAR;
    const place = isFar ? { x: 0, y: HIGH / 2 + 13 / scale } : { x: WIDE / 2 - 4, y: this._foot + 14 };
    return s("text", { class: "tcut", ...place, text: `✂ ${cut}` });
  }

  /** The position of a node, as soon as its picture has come. @param {number} node */
  _board(node) {
    const { game, root, tree } = this.state;
    const href = this.thumbnails.of(game.name, root, tree.movesTo(node));
    const place = { x: -BOARD / 2, y: HIGH / 2 + 2, width: BOARD, height: BOARD };
    return href ? s("image", { ...place, href }) : s("rect", { class: "board-to-come", ...place });
  }

  /** Look elsewhere; however often in a frame, it is drawn once. */
  _look() {
    if (this.looking) return;
    this.looking = requestAnimationFrame(() => {
      this.looking = 0;
      if (this.places.size && this._comesNear() !== this.isNear) {
        // plies stand further apart when there are boards between them: the chosen node stays where it is
        const { center } = this.camera,
          { chosen } = this.state;
        const before = this.places.get(chosen) ?? center;
        this.draw();
        const after = this.places.get(chosen) ?? center;
        this.camera.center = [center[0] + after[0] - before[0], center[1] + after[1] - before[1]];
        this.fill();
      } else this.fill();
      this.minimap.look();
    });
  }

  /** Bring a node into view; the whole tree if it fits. @param {number} node */
  show(node) {
    const place = this.places.get(node);
    if (!place) return;
    const [width, height] = this.camera.size,
      { scale, center } = this.camera;
    const margin = [Math.min(width / 2, (WIDE / 2 + 24) * scale), Math.min(height / 2, (HIGH / 2 + 40) * scale)];
    // no further than needed, so that the rest of the tree keeps its place
    const beyond = [width, height].map((size, i) => {
      const off = (place[i] - center[i]) * scale,
        limit = size / 2 - margin[i];
      return (Math.sign(off) * Math.max(0, Math.abs(off) - limit)) / scale;
    });
    if (beyond[0] || beyond[1]) this.camera.moveTo([center[0] + beyond[0], center[1] + beyond[1]]);
  }

  /** The corners of what is laid out: [left, right, top, bottom]. @returns {Extent} */
  get extent() {
    let [left, right, bottom] = [0, 0, 0];
    for (const [x, y] of this.places.values())
      [left, right, bottom] = [Math.min(left, x), Math.max(right, x), Math.max(bottom, y)];
    return [left - 60, right + 60, -40, bottom + 50];
  }

  fit() {
    const [width, height] = this.camera.size;
    if (!this.places.size || !width) return;
    const [left, right, top, bottom] = this.extent;
    const isLarge = isPresented(),
      fitting = Math.min(width / (right - left), height / (bottom - top), isLarge ? 2.4 : 1.15);
    // no smaller than lets the values be read
    const letters = Math.max(...[...this.places.keys()].map((key) => this._letters(key)));
    const letter = isLarge ? LARGE_LETTER : LETTER,
      least = Math.max(0.27, Math.min(isLarge ? 1.3 : 0.6, (letter * letters + 4) / WIDE)),
      scale = Math.max(least, fitting);
    if (!this.isNear) this._stretch(height / scale / (bottom - top));
    const center =
      fitting >= least
        ? [(left + right) / 2, (top + this.extent[3]) / 2]
        : [this.places.get(0)?.[0] ?? 0, top + height / 2 / scale];
    this.camera.moveTo(/** @type {Point} */ (center), scale);
  }

  /** Let plies stand further apart, as far as this many times the height allows. @param {number} room */
  _stretch(room) {
    const stretch = Math.max(1, Math.min(STRETCH, room * this.stretch * 0.92));
    if (Math.abs(stretch - this.stretch) < 0.02) return;
    this.stretch = stretch;
    this.draw();
  }

  /** The length of what stands on a node. @param {number} key */
  _letters(key) {
    const { tree, step } = this.state;
    return key < 0 ? 0 : tree.shown(key, step).value.length;
  }

  /** Zoom about the chosen node, if it is in view. @param {number} factor */
  zoom(factor) {
    const { camera } = this,
      place = this.places.get(this.state.chosen);
    const [x, y] = place && camera.sees(place, [0, 0]) ? place : camera.center;
    camera.zoom(factor, [(x - camera.center[0]) * camera.scale, (y - camera.center[1]) * camera.scale]);
  }
}
