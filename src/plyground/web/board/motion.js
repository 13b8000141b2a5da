// How pieces move: they glide along their squares, fade when taken, sink when they drown, appear when made.

const step = () => (document.documentElement.dataset.animation === "fast" ? 90 : 200);
const at = (/** @type {Point} */ [x, y], more = "") => `translate(${x}px, ${y}px)${more}`;

/** Glide along corners of squares; a chain of hops takes a little longer than one step.
 * @param {SVGElement} element @param {Point[]} corners */
export function glide(element, corners) {
  const frames = corners.map((corner) => ({ transform: at(corner), easing: "ease-in-out" }));
  element.animate(frames, { duration: step() * (1 + 0.65 * (corners.length - 2)), easing: "linear" });
}

/** Vanish: into the water, or into the air.
 * @param {SVGElement} element @param {Point} corner @param {boolean} drowns */
export function fade(element, corner, drowns) {
  const gone = drowns ? " translate(0px, 26px) scale(.7)" : " translate(12px, 12px) scale(.76)";
  const motion = element.animate(
    [
      { transform: at(corner), opacity: 1 },
      { transform: at(corner, gone), opacity: 0 },
    ],
    { duration: drowns ? 480 : step(), easing: "ease-in", fill: "forwards" },
  );
  motion.onfinish = () => element.remove();
  // a page in the background runs no animations; the piece must go all the same
  setTimeout(() => element.remove(), 700);
}

/** @param {SVGElement} element @param {Point} corner */
export function appear(element, corner, delay = 0) {
  element.animate(
    [
      { transform: at(corner, " translate(20px, 20px) scale(.6)"), opacity: 0 },
      { transform: at(corner), opacity: 1 },
    ],
    { duration: step(), delay, easing: "ease-out", fill: "backwards" },
  );
}
