// Boards to step through. A game is { board, symbols, plies: [{ pieces, move, touched }], marked }: data that the page
// carries; nothing here knows a rule. Keys: left and right, home and end.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const CELL = 100;
const MARGIN = 44;

/** Make an SVG element. */
function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (parent) parent.append(element);
  return element;
}

/** Draw the squares and their labels once; return the layer for marks and the one for pieces. */
function drawBoard(place, board) {
  const width = board.columns.length * CELL + 2 * MARGIN;
  const height = board.rows.length * CELL + 2 * MARGIN;
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" }, place);
  svg("rect", { width, height, rx: 14, fill: "#5c4a3a" }, root);
  const corners = {};
  board.squares.forEach((row, r) => row.forEach(([name, fill], c) => {
    const corner = { x: MARGIN + c * CELL, y: MARGIN + r * CELL };
    corners[name] = corner;
    svg("rect", { ...corner, width: CELL, height: CELL, fill, stroke: "#5c4a3a", "stroke-opacity": 0.35 }, root);
  }));
  const writing = { fill: "#f0e2c6", "font-family": "sans-serif", "font-size": 28, "text-anchor": "middle" };
  const labels = svg("g", writing, root);
  board.columns.forEach((label, c) => {
    svg("text", { x: MARGIN + c * CELL + CELL / 2, y: height - 12 }, labels).textContent = label;
  });
  board.rows.forEach((label, r) => {
    svg("text", { x: MARGIN / 2, y: MARGIN + r * CELL + CELL / 2 + 10 }, labels).textContent = label;
  });
  return { marks: svg("g", {}, root), men: svg("g", {}, root), corners, root };
}

/** Turn a figure with data into a board with buttons. */
function replay(figure) {
  const game = JSON.parse(document.getElementById(figure.dataset.game).textContent);
  const { marks, men, corners, root } = drawBoard(figure.querySelector(".board"), game.board);
  const caption = figure.querySelector(".caption");
  const buttons = figure.querySelectorAll("button");
  const last = game.plies.length - 1;
  let shown = last;

  function show(ply) {
    shown = Math.max(0, Math.min(last, ply));
    const { pieces, move, touched } = game.plies[shown];
    marks.replaceChildren();
    men.replaceChildren();
    const mark = (names, stroke) => names.filter((name) => name in corners).forEach((name) => {
      const { x, y } = corners[name];
      const size = { width: CELL - 10, height: CELL - 10 };
      svg("rect", { x: x + 5, y: y + 5, ...size, fill: "none", stroke, "stroke-width": 8 }, marks);
    });
    mark(touched, "#2f6f8f");
    if (shown === last) mark(game.marked, "#c0302c");
    for (const [name, symbol] of pieces) {
      svg("use", { href: `#${game.prefix}${symbol}`, ...corners[name], width: CELL, height: CELL }, men);
    }
    const said = shown ? `Ply ${shown} of ${last}: ${move}.` : last ? "The start." : "";
    caption.textContent = shown === last ? `${said} ${game.end}`.trim() : said;
    const onBoard = pieces.map(([name, symbol]) => `${symbol} ${name}`).join(", ");
    root.setAttribute("aria-label", `${caption.textContent}: ${onBoard}`);
    buttons.forEach((button) => {
      button.disabled = "first back".includes(button.name) ? shown === 0 : shown === last;
    });
  }

  const steps = { first: () => 0, back: () => shown - 1, next: () => shown + 1, last: () => last };
  buttons.forEach((button) => button.addEventListener("click", () => show(steps[button.name]())));
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  figure.addEventListener("keydown", (event) => {
    if (event.key in keys) {
      event.preventDefault();
      show(steps[keys[event.key]]());
    }
  });
  show(last);
}

document.querySelectorAll("figure[data-game]").forEach(replay);
