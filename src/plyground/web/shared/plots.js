// Small plots: bars and a curve, with just the numbers one needs to read them.

import { s } from "./dom.js";

const HIGH = 190,
  LEFT = 40,
  NARROWEST = 240,
  WIDEST = 640,
  BELOW = 24,
  ABOVE = 10;

/** Whole numbers: what is plotted is counted. @param {number} most */
function ticks(most, about = 4) {
  const rough = most / about,
    power = 10 ** Math.floor(Math.log10(rough || 1)),
    unit = Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? 1);
  return Array.from({ length: Math.floor(most / unit) + 1 }, (_, i) => i * unit);
}

/** Begin a plot as wide as its place: then a pixel is a pixel, and its numbers can be read.
 * @param {HTMLElement} place @param {number} mostX @param {number} mostY @param {string} label @param {string} nameX */
function frame(place, mostX, mostY, label, nameX) {
  const style = getComputedStyle(place),
    inner = place.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight),
    wide = Math.max(NARROWEST, Math.min(WIDEST, inner));
  const x = (/** @type {number} */ value) => LEFT + (value / (mostX || 1)) * (wide - LEFT - 8),
    y = (/** @type {number} */ value) => HIGH - BELOW - (value / (mostY || 1)) * (HIGH - BELOW - ABOVE);
  const svg = s("svg", { class: "plot", viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-label": label });
  for (const value of ticks(mostY))
    svg.append(
      s("path", { class: "grid", d: `M${LEFT} ${y(value)}H${wide - 8}` }),
      s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end", text: value }),
    );
  for (const value of ticks(mostX, wide / 80))
    svg.append(
      s("text", {
        x: x(value),
        y: HIGH - 6,
        "text-anchor": value === 0 ? "start" : "middle",
        text: value === 0 ? nameX : value,
      }),
    );
  return { svg, x, y };
}

/** Show a histogram of {value: count}, gathered into about 30 bars, in `place`.
 * @param {HTMLElement} place @param {Record<string, number>} counts @param {string} label @param {string} nameX */
export function histogram(place, counts, label, nameX) {
  const pairs = Object.entries(counts).map(([value, count]) => [Number(value), count]);
  const most = Math.max(...pairs.map(([value]) => value)),
    width = Math.max(1, Math.ceil((most + 1) / 32));
  const bars = Array.from({ length: Math.floor(most / width) + 1 }, () => 0);
  for (const [value, count] of pairs) bars[Math.floor(value / width)] += count;
  const { svg, x, y } = frame(place, bars.length * width, Math.max(...bars), label, nameX);
  bars.forEach((count, i) => {
    if (count)
      svg.append(
        s(
          "rect",
          {
            class: "bar",
            x: x(i * width) + 0.7,
            width: Math.max(1, x((i + 1) * width) - x(i * width) - 1.4),
            y: y(count),
            height: HIGH - BELOW - y(count),
            rx: 1.5,
          },
          s("title", { text: `${i * width}${width > 1 ? `–${(i + 1) * width - 1}` : ""} plies: ${count} games` }),
        ),
      );
  });
  place.replaceChildren(svg);
}

/** Show a curve through values at 0, 1, 2, ... in `place`.
 * @param {HTMLElement} place @param {number[]} values @param {string} label @param {string} nameX */
export function curve(place, values, label, nameX) {
  const { svg, x, y } = frame(place, Math.max(1, values.length - 1), Math.max(...values), label, nameX);
  const points = values.map((value, i) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
  svg.append(
    s("path", { class: "under", d: `M${x(0)} ${y(0)}L${points}L${x(values.length - 1)} ${y(0)}Z` }),
    s("path", { class: "curve", d: `M${points}` }),
  );
  place.replaceChildren(svg);
}
