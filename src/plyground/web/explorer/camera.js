// What part of a drawing is seen, and how large: drag to move about, wheel, fingers or buttons to zoom.

export class Camera {
  /** @param {HTMLElement} host @param {() => void} look  is called when something else is seen */
  constructor(host, look) {
    this.host = host;
    this.scale = 1;
    /** @type {Point} */
    this.center = [0, 0];
    /** @type {?Point} */
    this.paper = null;
    this._look = look;
    this._listen();
    new ResizeObserver(look).observe(host);
  }

  /** The size of the window, or of the `paper` on which everything is drawn. @returns {Point} */
  get size() {
    if (this.paper) return this.paper;
    const { width, height } = this.host.getBoundingClientRect();
    return [width, height];
  }
  get transform() {
    const [width, height] = this.size;
    return (
      `translate(${width / 2} ${height / 2}) scale(${this.scale}) ` +
      `translate(${-this.center[0]} ${-this.center[1]})`
    );
  }
  /** Whether a place is in the window, or not further than `margin` from it.
   * @param {Point} place @param {Point} margin */
  sees(place, margin) {
    const [width, height] = this.size;
    return (
      Math.abs(place[0] - this.center[0]) < width / this.scale / 2 + margin[0] &&
      Math.abs(place[1] - this.center[1]) < height / this.scale / 2 + margin[1]
    );
  }
  /** @param {Point} center */
  moveTo(center, scale = this.scale) {
    this.center = [...center];
    this.scale = scale;
    this._look();
  }
  /** @param {number} factor */
  zoom(factor, [x, y] = [0, 0]) {
    const scale = Math.max(0.06, Math.min(3.2, this.scale * factor));
    this.moveTo([this.center[0] + x / this.scale - x / scale, this.center[1] + y / this.scale - y / scale], scale);
  }
  /** Move the drawing by that many pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.moveTo([this.center[0] - dx / this.scale, this.center[1] - dy / this.scale]);
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
    const fingers = /** @type {Map<number, Point>} */ (new Map());
    let moved = 0;
    host.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      moved = 0;
    });
    const end = (/** @type {PointerEvent} */ event) => {
      if (!fingers.delete(event.pointerId) || event.type !== "pointerup" || moved > 6) return;
      const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-node]");
      if (found && host.contains(found))
        host.dispatchEvent(new CustomEvent("press", { detail: Number(found.getAttribute("data-node")) }));
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
        const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
        const was = Math.hypot(before[0] - other[0], before[1] - other[1]),
          now = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
        this.zoom(now / Math.max(1, was));
      } else this.pan(dx, dy);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    host.addEventListener("keydown", (event) => {
      /** @type {Record<string, Point>} */
      const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
      if (steps[event.key] && event.shiftKey) {
        event.preventDefault();
        event.stopPropagation();
        this.pan(...steps[event.key]);
      } else if (event.key === "+") this.zoom(1.25);
      else if (event.key === "-") this.zoom(0.8);
    });
  }
}
