// White's winning chance through a game, with the mistakes marked; a click goes to the move.

import { s } from "../shared/dom.js";
import { chance as chanceOf } from "./judgement.js";
import { glyphClass } from "./marks.js";

const WIDTH = 600,
  HEIGHT = 130;

/** @param {HTMLElement} host @param {MoveNode[]} line  the root first @param {MoveNode} current
 * @param {(node: MoveNode) => void} go */
export function showGraph(host, line, current, go) {
  const known = line.map((node, i) => ({ node, i, chance: chanceOf(node) ?? -1 })).filter((point) => point.chance >= 0);
  if (known.length < 2) {
    host.replaceChildren();
    return;
  }
  const x = (/** @type {number} */ i) => (line.length < 2 ? 0 : (i / (line.length - 1)) * WIDTH),
    y = (/** @type {number} */ chance) => (1 - chance) * (HEIGHT - 8) + 4;
  const points = known.map(({ i, chance }) => `${x(i).toFixed(1)} ${y(chance).toFixed(1)}`);
  const here = line.indexOf(current);
  const svg = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "White's winning chance by move" },
    s("rect", { class: "unknown", width: WIDTH, height: HEIGHT, rx: 6 }),
    s("rect", { class: "ground", x: x(known[0].i), width: x(known.at(-1).i) - x(known[0].i), height: HEIGHT, rx: 6 }),
    s("path", { class: "area", d: `M${x(known[0].i)} ${HEIGHT}L${points.join("L")}L${x(known.at(-1).i)} ${HEIGHT}Z` }),
    s("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    here >= 0 ? s("path", { class: "here", d: `M${x(here)} 0V${HEIGHT}` }) : "",
    known
      .filter(({ node }) => glyphClass(node.glyph).startsWith("bad"))
      .map(({ node, i, chance }) =>
        s(
          "circle",
          { class: `dot ${glyphClass(node.glyph)}`, cx: x(i), cy: y(chance), r: 5 },
          s("title", { text: `${node.move}${node.glyph}` }),
        ),
      ),
  );
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(
      line[
        Math.max(0, Math.min(line.length - 1, Math.round(((event.clientX - box.left) / box.width) * (line.length - 1))))
      ],
    );
  });
  host.replaceChildren(svg);
}
