// "Guess the cut": alpha-beta decides a real position, reply by reply, beside its board. Before it leaves a move, it
// asks whether the next reply is searched.

import { Board } from "../board/board.js";
import { get, look } from "../shared/api.js";
import { $, h, reducedMotion, attempt, unset } from "../shared/dom.js";

/** A root move, with what shows it.
 * @typedef {Api.Column & {cells: HTMLElement[], rest: HTMLElement, element: HTMLElement}} Column */

const PAUSE = 900;
const squares = (/** @type {string} */ move) => (move.match(/[a-e][1-5]/g) ?? []).slice(0, 2);
const worth = (/** @type {number} */ value) => (value / 100).toFixed(2).replace("-", "−");

const page = {
  /** The root moves in the order of the search. @type {Column[]} */
  columns: [],
  /** @type {Board} */
  board: unset(),
  /** How many replies are shown; how many questions were asked, and answered right. */
  at: 0,
  timer: 0,
  right: 0,
  asked: 0,
};

/** Whether the search leaves a root move without its last replies. */
const isCut = (/** @type {Column} */ { replies, moves }) => replies.length < moves;

/** Show the tree with its first move searched: what the others are measured against. */
function layOut() {
  page.at = 0;
  page.right = page.asked = 0;
  $("#guess-tree").replaceChildren(
    ...page.columns.map((column) => {
      column.cells = column.replies.map(({ move, value }) => h("li", { class: "waiting", title: move }, worth(value)));
      column.rest = h("li", { class: "ghost", hidden: true }, `+${column.moves - column.replies.length}`);
      column.element = h("li", {}, h("strong", {}, column.move), h("ol", {}, column.cells, column.rest));
      return column.element;
    }),
  );
  for (let i = 0; i < page.columns[0].replies.length; i++) page.at = step(0, i);
}

function begin() {
  layOut();
  const { move } = page.columns[0];
  say(`Black answers ${move} and takes the lowest value: ${worth(bestSoFar(1))}. White wants more. Now the others.`);
  wait();
}

/** The best of the first `count` root moves: each is worth its least reply. @param {number} count */
const bestSoFar = (count) =>
  Math.max(...page.columns.slice(0, count).map(({ replies }) => Math.min(...replies.map(({ value }) => value))));

/** Show a reply. Returns how many replies have been shown. @param {number} column @param {number} reply */
function step(column, reply) {
  const { move, cells, replies, element } = page.columns[column];
  for (const each of page.columns) each.element.classList.toggle("now", each.element === element);
  cells[reply].classList.remove("waiting");
  // the lowest so far is what Black would take, and what the move is worth
  const values = replies.slice(0, reply + 1).map(({ value }) => value),
    lowest = values.indexOf(Math.min(...values));
  for (const [i, cell] of cells.entries()) cell.ariaCurrent = i === lowest ? "true" : null;
  const [from, to] = squares(move),
    [back, target] = squares(replies[reply].move);
  page.board.setShapes([
    { from, to, kind: "best" },
    { from: back, to: target, kind: "next" },
  ]);
  return page.at + 1;
}
const place = () => {
  let left = page.at;
  for (let column = 0; column < page.columns.length; column++) {
    if (left < page.columns[column].replies.length) return [column, left];
    left -= page.columns[column].replies.length;
  }
  return null;
};

/** @param {string} text @param {...(string | Node)} controls */
function say(text, ...controls) {
  $("#guess-text").textContent = text;
  $("#guess-answers").replaceChildren(...controls);
}
/** @param {string} text @param {() => void} onclick */
const button = (text, onclick, kind = "") => h("button", { class: kind, onclick }, text);

/** Go on by oneself, or where nothing should move, at the press of a button. */
function wait() {
  clearTimeout(page.timer);
  if (reducedMotion()) $("#guess-answers").replaceChildren(button("Go on", go, "primary"));
  else page.timer = setTimeout(() => (document.hidden ? wait() : go()), PAUSE);
}

function go() {
  const next = place();
  if (!next) {
    finish();
    return;
  }
  const [column, reply] = next,
    { move, replies, moves } = page.columns[column];
  page.at = step(column, reply);
  const best = worth(bestSoFar(column)),
    value = worth(replies[reply].value);
  if (reply === 0 || reply === replies.length - 1) {
    if (reply + 1 < moves) {
      say(
        `White has ${best} already. After ${move} Black can take ${value}, by ${replies[reply].move}. ` +
          "Does the next reply matter?",
        button("Yes, look at it", () => answer(column, reply, true)),
        button("No, cut", () => answer(column, reply, false)),
      );
      return;
    }
  }
  say(`After ${move}, ${replies[reply].move}: ${value}.`);
  wait();
}

/** @param {number} column @param {number} reply @param {boolean} goesOn */
function answer(column, reply, goesOn) {
  const { move, replies, rest } = page.columns[column];
  const isLast = reply === replies.length - 1 && isCut(page.columns[column]);
  const isRight = isLast !== goesOn;
  page.asked++;
  if (isRight) page.right++;
  rest.hidden = !isLast;
  const value = worth(replies[reply].value),
    best = worth(bestSoFar(column));
  const why = isLast
    ? `Black can hold ${move} to ${value}, and White has ${best}: the rest cannot matter.`
    : `${value} is more than ${best}: ${move} may still be better, so it is searched.`;
  say(`${isRight ? "Right." : "Not quite."} ${why}`, button("Go on", go, "primary"));
  $("#guess-answers button").focus({ preventScroll: true });
}

function finish() {
  const searched = 1 + page.columns.reduce((sum, { replies }) => sum + 1 + replies.length, 0),
    all = 1 + page.columns.reduce((sum, { moves }) => sum + 1 + moves, 0);
  say(
    `${page.right} of ${page.asked} right. Alpha-beta looked at ${searched} of ${all} positions and knows the same.`,
    button("Once more", begin, "primary"),
    h("a", { class: "button", href: "/explorer/gardner?depth=2" }, "See why, step by step"),
    h("a", { class: "button", href: "/chapters" }, "Twelve chapters"),
  );
}

async function open() {
  const found = await get("/api/guess"),
    host = $("#guess-board"),
    gameLook = await look(found.game);
  page.columns = found.columns.map((column) => ({ ...column, cells: [], rest: unset(), element: unset() }));
  host.replaceChildren();
  host.className = "";
  page.board = new Board(host, gameLook, { live: false, labels: false, name: "The position that is searched" });
  const { pieces, turn } = found;
  page.board.show({ pieces, turn, moves: [], becomes: {}, shoots: false, outcome: null }, { quick: true });
  layOut();
  $("#guess-start").addEventListener("click", begin);
}
attempt(open());
