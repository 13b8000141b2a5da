// The board as a picture of its own: what is shown, from the side it is shown, with last move, arrows and circles. It
// leaves without the page's style sheets, so the colours and letters of the moment are written into it.

import { Board } from "../board/board.js";
import { h, s } from "../shared/dom.js";

/** What style sheets may say of a shape, and what is so when nothing is said. */
const USUAL = { fill: "rgb(0, 0, 0)", stroke: "none", "stroke-width": "1px", opacity: "1" };
const OF_TEXT = ["font-family", "font-weight", "text-anchor"];

/** A board as an SVG document.
 * @param {Board} board @param {number} size  the longer side in pixels
 * @returns {{svg: string, width: number, height: number}} */
export function picture(board, size = 1200) {
  const host = h("div", { class: "visually-hidden" });
  document.body.append(host);
  try {
    // one that is not played on has no dots, no chosen square and no focus
    const copy = new Board(host, board.look, { live: false, flipped: board.flipped, name: board.name });
    copy.show(board.view, { quick: true });
    copy.userShapes = board.userShapes;
    copy.setShapes(board.shapes);
    const { svg } = copy,
      scale = size / Math.max(copy.width, copy.height);
    const width = Math.round(scale * copy.width),
      height = Math.round(scale * copy.height);
    for (const element of svg.querySelectorAll("*")) writeStyle(element);
    for (const element of [svg, ...svg.querySelectorAll("[class]")]) element.removeAttribute("class");
    const symbols = [...new Set([...svg.querySelectorAll("use")].map((use) => use.getAttribute("href")))];
    svg.prepend(
      s("title", { text: svg.getAttribute("aria-label") }),
      s(
        "defs",
        {},
        symbols.map((id) => document.querySelector(id).cloneNode(true)),
      ),
    );
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    return { svg: new XMLSerializer().serializeToString(svg), width, height };
  } finally {
    host.remove();
  }
}

/** Write what the style sheets say of an element into the element. */
function writeStyle(element) {
  const style = getComputedStyle(element);
  for (const [name, usual] of Object.entries(USUAL)) if (style[name] !== usual) element.setAttribute(name, style[name]);
  if (element.tagName === "text") for (const name of OF_TEXT) element.setAttribute(name, style[name]);
}

/** A picture as a PNG file's content. @returns {Promise<Blob>} */
export async function png({ svg, width, height }) {
  const image = new Image(),
    url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await new Promise((resolve, reject) => {
      image.addEventListener("load", resolve);
      image.addEventListener("error", () => reject(new Error("The picture could not be drawn.")));
      image.src = url;
    });
    const canvas = h("canvas", { width, height });
    canvas.getContext("2d").drawImage(image, 0, 0, width, height);
    return await new Promise((resolve) => canvas.toBlob(resolve));
  } finally {
    URL.revokeObjectURL(url);
  }
}
