// Boards to step through. A game is { prefix, cell, corners, plies: [{ pieces, move, touched }], marked }: data that the
// page carries beside the empty board; nothing here knows a rule. Keys: left and right, home and end.
"use strict";

/** Make an SVG element. */
function svg(name, attributes, parent) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

/** Turn a figure with data into a board with buttons. */
function replay(figure) {
  const game = JSON.parse(document.getElementById(figure.dataset.game).textContent);
  const { cell, corners } = game;
  const root = figure.querySelector(".board svg");
  root.querySelector("title").remove();
  const [marks, men] = [svg("g", {}, root), svg("g", {}, root)];
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
      const size = { width: cell - 10, height: cell - 10 };
      svg("rect", { x: x + 5, y: y + 5, ...size, fill: "none", stroke, "stroke-width": 8 }, marks);
    });
    mark(touched, "#2f6f8f");
    if (shown === last) mark(game.marked, "#c0302c");
    for (const [name, symbol] of pieces) {
      svg("use", { href: `#${game.prefix}${symbol}`, ...corners[name], width: cell, height: cell }, men);
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
