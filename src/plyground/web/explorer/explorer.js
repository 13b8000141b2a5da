// The search explorer: ask for a search, then walk through it node by node.

import { Board } from "../board/board.js";
import { get, look, position, post } from "../shared/api.js";
import { $, $$, h, opened, told } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { SearchTree, windowText } from "./search_tree.js";
import { Drawing } from "./drawing.js";
import { Inquiry } from "./inquiry.js";
import { Outline } from "./outline.js";

/** A tree of so few nodes is opened whole. */
const SMALL = 160;
/** A drawing of this scale can be read. */
const READABLE = 0.75;

/** What is shown: the tree, how far the search has got, which nodes are open, which one is chosen. */
const state = {
  tree: null,
  step: 0,
  chosen: 0,
  opened: new Set(),
  found: new Set(),
  game: null,
  root: null,
  board: null,
  choose(node) {
    this.chosen = node;
    draw();
    follow();
    told(showNode());
  },
  toggle(node) {
    if (this.opened.has(node)) this.opened.delete(node);
    else this.opened.add(node);
    this.chosen = node;
    draw();
    told(showNode());
  },
  press(node) {
    if (node === this.chosen) this.toggle(node);
    else this.choose(node);
  },
};
const drawing = new Drawing($("#drawing"), state),
  outline = new Outline($("#outline"), state);
const views = () => [drawing, outline];
/** A search or another game; the chosen node's position. */
const asking = new Latest(),
  looking = new Latest();
/** Searches and counts, one at a time. */
const inquiry = new Inquiry("/api/explorer/live");
let examples = [],
  timer = 0,
  following = false;

function draw() {
  for (const view of views()) view.draw();
}
function follow() {
  for (const view of views()) view.show(state.chosen);
}

// ---------------------------------------------------------------------------------------------------- asking

/** Show a game's start, or another position. Returns whether nothing else has been asked for meanwhile. */
async function chooseGame(name, text) {
  const isLatest = asking.begin(),
    game = await look(name),
    start = text ?? game.start,
    view = await position(name, start);
  if (!isLatest()) return false;
  inquiry.stop();
  Object.assign(state, { game });
  clear();
  $("#game").value = name;
  $("#evaluation").replaceChildren(
    ...game.evaluations.map((each) => h("option", { value: each, selected: each === game.usual_evaluation }, each)),
  );
  $("#position").value = start;
  const host = $("#board");
  host.replaceChildren();
  host.className = "";
  state.board = new Board(host, game, { live: false, name: "The position of the chosen node" });
  state.board.show(view, { quick: true });
  $("#counts").replaceChildren(
    h("p", { class: "soft small" }, "How many positions each algorithm looks at, depth by depth."),
  );
  return true;
}

/** Show no tree. */
function clear() {
  pause();
  looking.end();
  state.tree = null;
  for (const part of [drawing.stage, outline.sizer, $("#summary"), $("#clock"), $("#found")]) part.replaceChildren();
  $("#node-title").textContent = "Node";
  $("#node").replaceChildren(h("p", { class: "soft small" }, "Search, then choose a node of the tree."));
}

const counted = (nodes) => nodes.toLocaleString("en");

/** The button that stops what is being asked. */
let busy = null;
function setBusy(button) {
  busy = button;
  for (const each of [$("#go"), $("#compare")]) {
    each.dataset.label ??= each.textContent;
    each.textContent = each === button ? "Stop" : each.dataset.label;
    each.classList.toggle("danger", each === button);
  }
}

/** Ask; `button` stops it meanwhile. */
async function inquire(button, request, tell) {
  const question = inquiry.ask(request, tell);
  setBusy(button);
  try {
    await question;
  } finally {
    if (!inquiry.current) setBusy(null);
  }
}

/** What the form asks for. */
const asked = () => ({
  game: state.game.name,
  position: $("#position").value,
  algorithm: $("#algorithm").value,
  depth: Number($("#depth").value),
  evaluation: $("#evaluation").value,
});

async function search(expected) {
  const isLatest = asking.begin(),
    ask = asked();
  let found = null,
    visited = 0;
  pause();
  $("#summary").textContent = "Searching…";
  try {
    await inquire($("#go"), { do: "search", ...ask }, (message) => {
      if (message.found) {
        ({ found } = message);
        return;
      }
      if (!visited) clear();
      ({ visited } = message);
      $("#visited").textContent = `${counted(visited)} nodes visited so far`;
    });
  } finally {
    $("#visited").textContent = "";
    if (isLatest()) $("#summary").textContent = "";
  }
  if (!isLatest()) return;
  if (!found?.tree) clear();
  if (!found) {
    $("#summary").textContent = visited ? `Stopped after ${counted(visited)} nodes.` : "Stopped.";
    return;
  }
  state.root = found.position;
  $("#summary").textContent =
    `${found.best ?? "no move"} · value ${found.value} · ${counted(found.nodes)} nodes` +
    (found.tree ? "" : ": too many to be shown");
  if (expected) {
    const right =
      expected.nodes === found.nodes &&
      expected.farsighted === found.value &&
      (expected.move === found.best || found.best === null);
    const { move, myopic, farsighted, nodes } = expected;
    const printed = right
      ? ` ✓ as the hand-out prints: ${move}, ${myopic}, ${farsighted}, ${nodes}`
      : ` ✗ the hand-out prints ${move}, ${farsighted}, ${nodes}`;
    $("#summary").append(h("strong", {}, printed));
  }
  const { algorithm, depth, evaluation } = ask;
  const query = new URLSearchParams({ position: found.position, algorithm, depth, evaluation });
  history.replaceState(null, "", `/explorer/${ask.game}?${query}`);
  if (found.tree) await showTree(new SearchTree(found));
  else await showPosition();
}

const ALGORITHMS = { minimax: "minimax", alphabeta: "alpha-beta" };
const exampleName = ({ name, algorithm, depth }) => `${name.split(" ").at(-1)} · ${ALGORITHMS[algorithm]} ${depth}`;

async function showTree(tree) {
  state.tree = tree;
  state.found = new Set();
  $("#find").value = $("#found").textContent = "";
  state.opened = new Set(tree.size <= SMALL ? Array.from({ length: tree.size }, (_, i) => i) : [0, ...tree.line]);
  $("#time").max = tree.steps;
  state.chosen = 0;
  goTo(tree.steps, { quietly: true });
  draw();
  drawing.fit();
  outline.show(0);
  await showNode();
}

$("#ask").addEventListener("submit", (event) => {
  event.preventDefault();
  if (busy === $("#go")) inquiry.stop();
  else told(search());
});
$("#game").addEventListener("change", () => {
  told(chooseGame($("#game").value));
});
$("#position").addEventListener("change", () => told(showPosition()));
/** Show the position of the form. */
async function showPosition() {
  const isLatest = looking.begin(),
    view = await position(state.game.name, $("#position").value);
  if (isLatest()) state.board.show(view, { quick: true });
}

const NAMES = { minimax: "Minimax", alphabeta: "Alpha-beta", ordered: "Best first" };
$("#compare").addEventListener("click", () => {
  if (busy === $("#compare")) inquiry.stop();
  else told(compare());
});
async function compare() {
  const ask = asked(),
    algorithms = Object.keys(NAMES);
  const cells = Array.from({ length: ask.depth }, () =>
    Object.fromEntries(algorithms.map((each) => [each, h("td", { class: "number soft" }, "…")])),
  );
  $("#counts").replaceChildren(
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Depth"),
          algorithms.map((each) => h("th", { class: "number", scope: "col" }, NAMES[each])),
        ),
      ),
      h(
        "tbody",
        {},
        cells.map((row, i) => h("tr", {}, h("th", { scope: "row" }, i + 1), Object.values(row))),
      ),
    ),
  );
  try {
    await inquire($("#compare"), { do: "compare", ...ask }, ({ algorithm, depth, nodes }) => {
      if (!algorithm) return;
      const cell = cells[depth - 1][algorithm];
      cell.textContent = nodes === null ? "too many" : counted(nodes);
      cell.classList.toggle("soft", nodes === null);
    });
  } finally {
    for (const cell of cells.flatMap((row) => Object.values(row))) {
      if (cell.textContent === "…") cell.textContent = "";
    }
  }
}

// ---------------------------------------------------------------------------------------------------- walking

/** Show the search after so many steps. */
function goTo(step, { quietly = false } = {}) {
  const { tree } = state;
  if (!tree) return;
  state.step = Math.max(1, Math.min(tree.steps, step));
  const node = tree.at(state.step);
  if (!quietly) {
    // what the search is at is open, what it has left is closed again, so that a large tree stays in view
    if (tree.size > SMALL)
      state.opened = new Set(
        tree
          .path(node)
          .slice(0, -1)
          .concat(tree.isLeaving(state.step) ? [node] : []),
      );
    state.chosen = node;
  }
  $("#time").value = state.step;
  $("#clock").textContent = `step ${counted(state.step)} / ${counted(tree.steps)}`;
  if (quietly) return;
  draw();
  follow();
  told(showNode());
}

function pause() {
  if (!timer) return;
  clearInterval(timer);
  timer = 0;
  setRunning(false);
  told(showNode());
}
function setRunning(on) {
  $("#run").setAttribute("aria-pressed", on);
  $("#run").setAttribute("aria-label", on ? "Pause" : "Play");
  $("#run use").setAttribute("href", `/static/shared/icons.svg#${on ? "pause" : "on"}`);
}
function run() {
  if (timer) {
    pause();
    return;
  }
  if (!state.tree) return;
  if (state.tree.size > SMALL) drawing.scale = Math.max(drawing.scale, READABLE);
  if (state.step >= state.tree.steps) goTo(1);
  setRunning(true);
  let owed = 0;
  timer = setInterval(() => {
    owed += 0.05 * 1.2 * 2 ** (Number($("#speed").value) * 0.9);
    const whole = Math.floor(owed);
    if (!whole) return;
    owed -= whole;
    goTo(state.step + whole);
    if (state.step >= state.tree.steps) pause();
  }, 50);
}
$("#run").addEventListener("click", run);
$("#step").addEventListener("click", () => {
  pause();
  goTo(state.step + 1);
});
$("#back").addEventListener("click", () => {
  pause();
  goTo(state.step - 1);
});
$("#restart").addEventListener("click", () => {
  pause();
  goTo(1);
});
$("#end").addEventListener("click", () => {
  pause();
  goTo(Infinity);
});
$("#time").addEventListener("input", () => {
  pause();
  goTo(Number($("#time").value));
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
  const keys = {
    ArrowRight: () => {
      pause();
      goTo(state.step + 1);
    },
    ArrowLeft: () => {
      pause();
      goTo(state.step - 1);
    },
    Home: () => goTo(1),
    End: () => goTo(Infinity),
  };
  if (event.key === " " && !event.target.closest("button, a")) keys[" "] = run;
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

// ---------------------------------------------------------------------------------------------------- the tree's tools

for (const radio of $$("[name=view]"))
  radio.addEventListener("change", () => {
    const isOutline = radio.value === "outline";
    $("#outline").hidden = !isOutline;
    $("#drawing").hidden = isOutline;
    $(".zoom").hidden = isOutline;
    draw();
    follow();
  });
$("#best").addEventListener("click", () => {
  if (!state.tree) return;
  pause();
  goTo(Infinity, { quietly: true });
  for (const node of state.tree.line) state.opened.add(node);
  drawing.scale = Math.max(drawing.scale, READABLE);
  state.choose([...state.tree.line].at(-1));
});
$("#open").addEventListener("click", () => {
  if (!state.tree) return;
  // level by level, so that what is too much to draw stays closed at the bottom
  let budget = $("#outline").hidden ? 2000 : Infinity;
  state.opened = new Set();
  for (let layer = [0]; layer.length && budget > 0;) {
    const next = layer.flatMap((node) => state.tree.children[node]);
    if (next.length > budget) break;
    for (const node of layer) state.opened.add(node);
    budget -= next.length;
    layer = next;
  }
  draw();
  drawing.fit();
});
$("#close").addEventListener("click", () => {
  state.opened = new Set([0]);
  state.chosen = 0;
  draw();
  drawing.fit();
});
$("#larger").addEventListener("click", () => drawing.zoom(1.3));
$("#smaller").addEventListener("click", () => drawing.zoom(1 / 1.3));
$("#find").addEventListener("input", () => {
  const text = $("#find").value.trim(),
    { tree } = state;
  if (!tree) return;
  const hits = text ? tree.move.flatMap((move, node) => (move.startsWith(text) ? [node] : [])) : [];
  state.found = new Set(hits);
  $("#found").textContent = text ? "0 nodes" : "";
  if (hits.length) {
    pause();
    goTo(Infinity, { quietly: true });
    showHit(hits, 0);
  } else draw();
});
$("#find").addEventListener("keydown", (event) => {
  const hits = [...state.found];
  if (event.key !== "Enter" || !hits.length) return;
  showHit(hits, (hits.indexOf(state.chosen) + (event.shiftKey ? hits.length - 1 : 1)) % hits.length);
});
/** Choose a node that was found, with the way to it opened and large enough to read. */
function showHit(hits, i) {
  $("#found").textContent = `${(i + 1).toLocaleString("en")} of ${hits.length.toLocaleString("en")} nodes`;
  for (const node of state.tree.path(hits[i]).slice(0, -1)) state.opened.add(node);
  drawing.scale = Math.max(drawing.scale, READABLE);
  state.choose(hits[i]);
}

// ---------------------------------------------------------------------------------------------------- the chosen node

/** The position after a line of moves from the root. */
async function positionAfter(path) {
  const { game, root } = state;
  if (!path.length) return position(game.name, root);
  const { steps } = await post("/api/line", { game: game.name, start: root, moves: path });
  return position(game.name, steps.at(-2)?.position ?? root, path.at(-1));
}

async function showNode() {
  const { tree, chosen: node, step } = state;
  if (!tree) return;
  const path = tree
    .path(node)
    .slice(1)
    .map((each) => tree.move[each]);
  const { value, alpha, beta, open } = tree.shown(node, step);
  $("#node-title").textContent = node === 0 ? "The root" : `After ${tree.move[node]}`;
  const facts = [
    [
      "Number",
      `${(node + 1).toLocaleString("en")} of ${tree.size.toLocaleString("en")} visited, ply ${tree.ply[node]}`,
    ],
    ["Player", `${tree.maximises[node] ? "maximises" : "minimises"}`],
    [open ? "Best so far" : "Value", value],
    ...(tree.algorithm === "minimax" ? [] : [[open ? "Window now" : "Window", windowText(alpha, beta)]]),
    ["Moves", tree.moves[node] ? `${tree.searched[node]} of ${tree.moves[node]} searched` : "a leaf"],
  ];
  $("#node").replaceChildren(
    h(
      "dl",
      {},
      facts.flatMap(([name, fact]) => [h("dt", {}, name), h("dd", {}, fact)]),
    ),
  );
  // while the search is played, the board follows as fast as the server answers
  if (timer && following) return;
  const isLatest = looking.begin();
  following = true;
  const view = await positionAfter(path).finally(() => {
    following = false;
  });
  if (!isLatest() || state.tree !== tree) return;
  state.board.show(view, { quick: Boolean(timer) });
  const cut = tree.isClosed(node, step) ? tree.cut(node) : 0;
  if (cut) {
    const searched = new Set(tree.children[node].map((child) => tree.move[child]));
    const names = view.moves.map((move) => move[0]).filter((move) => !searched.has(move));
    $("#node").append(
      h("p", { class: "cut small" }, `✂ cut off: ${names.slice(0, 40).join(" ")}${names.length > 40 ? " …" : ""}`),
    );
  }
}

// ---------------------------------------------------------------------------------------------------- beginning

async function begin() {
  const games = await get("/api/games");
  for (const title of new Set(games.map((game) => game.title))) {
    $("#game").append(
      h(
        "optgroup",
        { label: title },
        games.filter((game) => game.title === title).map((game) => h("option", { value: game.name }, game.name)),
      ),
    );
  }
  const name = decodeURIComponent(location.pathname.split("/")[2] ?? ""),
    query = new URLSearchParams(location.search);
  ({ examples } = await get("/api/explorer/examples"));
  $("#examples").append(
    h("span", { class: "label" }, "The Star/Circle hand-out:"),
    ...examples.map((example) =>
      h(
        "button",
        { type: "button", onclick: () => told(openExample(example)) },
        h("span", { class: "visually-hidden" }, "Example "),
        exampleName(example),
      ),
    ),
  );
  // a search may take long; the page answers meanwhile
  if (!name) {
    told(openExample(examples[2]));
    return;
  }
  const known = games.some((game) => game.name === name) ? name : games[0].name;
  await told(chooseGame(known, query.get("position") ?? undefined));
  if (!state.game) await chooseGame(known);
  for (const field of ["algorithm", "depth", "evaluation"])
    if (query.has(field)) $(`#${field}`).value = query.get(field);
  told(search());
}

async function openExample(example) {
  if (!(await chooseGame(example.game, example.position))) return;
  for (const field of ["algorithm", "depth", "evaluation"]) $(`#${field}`).value = example[field];
  await search(example);
}

told(opened(begin()));
