// The whole tree in a corner of its drawing, with a frame around what is seen; press or drag there to look elsewhere.

import { s } from "../shared/dom.js";

/** More places than these are thinned out. */
const MOST = 4000;
const WIDE = 168,
  HIGH = 84;

/** @param {number} value @param {number} most */
const within = (value, most) => Math.max(0, Math.min(most, value));

export class Minimap {
  /** @param {HTMLElement} host @param {Camera} camera */
  constructor(host, camera) {
    this.camera = camera;
    /** @type {Extent} */
    this.extent = [0, 1, 0, 1];
    this.map = s(
      "svg",
      { class: "minimap", width: WIDE, height: HIGH, "aria-hidden": "true" },
      (this.stage = s("svg", { width: WIDE, height: HIGH, preserveAspectRatio: "none" }, (this.nodes = s("path")))),
      (this.frame = s("rect", { class: "frame" })),
    );
    host.append(this.map);
    let isHeld = false;
    const look = (/** @type {PointerEvent} */ event) => {
      const box = this.map.getBoundingClientRect(),
        [left, right, top, bottom] = this.extent;
      const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
      camera.moveTo([left + x * (right - left), top + y * (bottom - top)]);
    };
    this.map.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      isHeld = true;
      this.map.setPointerCapture(event.pointerId);
      look(event);
    });
    this.map.addEventListener("pointermove", (event) => {
      if (isHeld) look(event);
    });
    for (const end of ["pointerup", "pointercancel"]) this.map.addEventListener(end, () => (isHeld = false));
  }

  /** Draw the places: [x, y] of each node, the extent as [left, right, top, bottom].
   * @param {Point[]} places @param {Extent} extent */
  draw(places, extent) {
    this.extent = extent;
    const [left, right, top, bottom] = extent,
      every = Math.ceil(places.length / MOST);
    this.stage.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    const marks = places.filter((_, i) => i % every === 0).map(([x, y]) => `M${Math.round(x) - 40} ${y}h80`);
    this.nodes.setAttribute("d", marks.join(""));
    this.look();
  }

  /** Frame what is seen; there is no map of a tree that is seen whole. */
  look() {
    const [left, right, top, bottom] = this.extent,
      { center, scale, size } = this.camera;
    const [wide, high] = [right - left, bottom - top];
    const [x1, x2] = [center[0] - size[0] / scale / 2, center[0] + size[0] / scale / 2],
      [y1, y2] = [center[1] - size[1] / scale / 2, center[1] + size[1] / scale / 2];
    const isWhole = x1 <= left + 30 && x2 >= right - 30 && y1 <= top + 30 && y2 >= bottom - 30;
    this.map.classList.toggle("unneeded", isWhole || size[0] < 2 * WIDE);
    const [a, b] = [within(((x1 - left) / wide) * WIDE, WIDE), within(((x2 - left) / wide) * WIDE, WIDE)],
      [c, d] = [within(((y1 - top) / high) * HIGH, HIGH), within(((y2 - top) / high) * HIGH, HIGH)];
    const place = { x: a, y: c, width: Math.max(3, b - a), height: Math.max(3, d - c) };
    for (const [name, value] of Object.entries(place)) this.frame.setAttribute(name, value);
  }
}
