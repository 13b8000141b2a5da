// The board as a picture of its own: what is shown, from the side it is shown, with last move, arrows and circles. It
// leaves without the page's style sheets, so the colours and letters of the moment are written into it.

import { Board } from "../board/board.js";
import { $, h, s } from "../shared/dom.js";
import { writeStyles } from "../shared/standalone.js";

export { png } from "../shared/standalone.js";

/** A board as an SVG document.
 * @param {Board} board @param {number} size  the longer side in pixels
 * @returns {{svg: string, width: number, height: number}} */
export function picture(board, size = 1200) {
  const host = h("div", { class: "visually-hidden" });
  document.body.append(host);
  // letters are larger on a small board
  host.style.setProperty("width", `${board.svg.clientWidth}px`, "important");
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
    writeStyles(svg);
    const symbols = [...new Set([...svg.querySelectorAll("use")].map((use) => use.getAttribute("href") ?? ""))];
    svg.prepend(
      s("title", { text: svg.getAttribute("aria-label") }),
      s(
        "defs",
        {},
        symbols.map((id) => $(id).cloneNode(true)),
      ),
    );
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    return { svg: new XMLSerializer().serializeToString(svg), width, height };
  } finally {
    host.remove();
  }
}
