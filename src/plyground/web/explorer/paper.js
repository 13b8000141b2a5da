// The whole tree at once: on paper, and as a picture of its own.

import { s } from "../shared/dom.js";
import { writeStyles } from "../shared/standalone.js";

/** The longer side of a tree's picture, in pixels, is not longer than this: browsers draw no larger PNG. */
const LONGEST = 8000;

/** Draw all of a tree at its natural size, whatever of it is seen; the function that is returned takes that back.
 * @param {Drawing} drawing */
export function spread(drawing) {
  const { camera, svg, host, extent, places } = drawing;
  if (!places.size) return () => {};
  const { center, scale } = camera,
    [left, right, top, bottom] = extent;
  camera.paper = [right - left, bottom - top];
  svg.setAttribute("viewBox", `0 0 ${camera.paper.join(" ")}`);
  host.style.setProperty("--natural", `${right - left}px`);
  camera.moveTo([(left + right) / 2, (top + bottom) / 2], 1);
  // paper does not wait for the next frame
  drawing.fill();
  return () => {
    camera.paper = null;
    svg.removeAttribute("viewBox");
    camera.moveTo(center, scale);
  };
}

/** A drawn tree as an SVG document. @returns {{svg: string, width: number, height: number}} @param {Drawing} drawing */
export function treePicture(drawing) {
  const back = spread(drawing);
  try {
    const { svg, host, camera } = drawing,
      copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
    writeStyles(svg, copy);
    const [width, height] = camera.size,
      shrink = Math.min(1, LONGEST / Math.max(width, height));
    const size = { width: Math.round(width * shrink), height: Math.round(height * shrink) };
    const { backgroundColor, fontFamily } = getComputedStyle(host);
    copy.prepend(s("rect", { width, height, fill: backgroundColor }));
    for (const [name, value] of Object.entries({ ...size, "font-family": fontFamily })) copy.setAttribute(name, value);
    return { svg: new XMLSerializer().serializeToString(copy), ...size };
  } finally {
    back();
  }
}

/** Have the whole tree printed. @param {Drawing} drawing */
export function printWhole(drawing) {
  /** @type {null | (() => void)} */
  let back = null;
  window.addEventListener("beforeprint", () => (back = spread(drawing)));
  window.addEventListener("afterprint", () => back?.());
}
