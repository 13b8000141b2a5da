// A node's window as a piece of the number line: it closes while the children's values come in.

import { s } from "../shared/dom.js";

const WIDE = 320,
  MARGIN = 26,
  AXIS = 40;
/** Values from here on are won or lost games; they stand at the ends of the line. */
const WON = 10_000_000;

/** Where a text can stand that belongs to a place. @param {number} x */
const within = (x) => Math.max(50, Math.min(WIDE - 50, x));

/** The drawing for a node at a step. @returns {SVGElement}
 * @param {SearchTree} tree @param {number} node @param {number} step */
export function numberLine(tree, node, step) {
  const children = tree.children[node].filter((child) => tree.isClosed(child, step));
  const { alpha, beta } = windowNow(tree, node, children);
  const place = scale([alpha, beta, tree.alpha[node], tree.beta[node], ...children.map((child) => tree.values[child])]);
  const from = alpha === null ? 0 : place(Number(alpha)),
    to = beta === null ? WIDE : place(Number(beta));
  const marks = children.map((child, i) => {
    const x = place(tree.numbers[child]),
      isLatest = i === children.length - 1;
    return s(
      "g",
      { class: isLatest ? "latest" : "" },
      s("circle", { cx: x, cy: AXIS, r: isLatest ? 5 : 3.5 }),
      isLatest ? s("text", { x: within(x), y: AXIS - 12, text: `${tree.move[child]}: ${tree.values[child]}` }) : "",
    );
  });
  const empty = from >= to && children.length > 0;
  return s(
    "svg",
    {
      class: `number-line${empty ? " closed" : ""}`,
      viewBox: `0 0 ${WIDE} 74`,
      role: "img",
      "aria-label":
        `alpha ${alpha ?? "minus infinity"}, beta ${beta ?? "infinity"}` + (empty ? ": the window is empty" : ""),
    },
    s("rect", { class: "window", x: Math.min(from, to), y: AXIS - 8, width: Math.abs(to - from), height: 16 }),
    s("path", { class: "axis", d: `M0 ${AXIS}H${WIDE}` }),
    ...(alpha === null ? [] : [end(from, "α", alpha)]),
    ...(beta === null ? [] : [end(to, "β", beta, empty)]),
    ...marks,
  );
}

/** @param {number} x @param {string} name @param {string} value */
function end(x, name, value, isLower = false) {
  return s(
    "g",
    { class: "end" },
    s("path", { d: `M${x} ${AXIS - 10}V${AXIS + 10}` }),
    s("text", { x: within(x), y: AXIS + (isLower ? 33 : 24), text: `${name} = ${value}` }),
  );
}

/** The window after the children that have been searched, the one that closed it included.
 * @param {SearchTree} tree @param {number} node @param {number[]} children */
function windowNow(tree, node, children) {
  let alpha = tree.alpha[node],
    beta = tree.beta[node];
  for (const child of children) {
    const value = tree.numbers[child];
    if (tree.maximises[node]) {
      if (alpha === null || value > Number(alpha)) alpha = tree.values[child];
    } else if (beta === null || value < Number(beta)) beta = tree.values[child];
  }
  return { alpha, beta };
}

/** A function from a value to its place, such that all of `texts` have room. @param {(string | null)[]} texts */
function scale(texts) {
  const values = texts.filter((text) => text !== null).map(Number);
  const usual = values.filter((value) => Math.abs(value) < WON);
  const low = Math.min(...usual),
    high = Math.max(...usual);
  const inner = usual.length < values.length ? 3 * MARGIN : MARGIN;
  return (/** @type {number} */ value) => {
    if (Math.abs(value) >= WON) return value > 0 ? WIDE - MARGIN : MARGIN;
    return high === low ? WIDE / 2 : inner + ((value - low) / (high - low)) * (WIDE - 2 * inner);
  };
}
