// The search explorer: ask for a search, or for counts beside each other; what is shown of it is in the other files.

import { Board } from "../board/board.js";
import { get, look, position, post } from "../shared/api.js";
import {
  $,
  $$,
  addressPart,
  h,
  numberHead,
  numbers,
  onSubmit,
  opened,
  soon,
  table,
  attempt,
  unset,
} from "../shared/dom.js";
import { Inquiry } from "../shared/inquiry.js";
import { chooseEvaluation, fillEvaluations } from "../shared/evaluations.js";
import { Latest } from "../shared/latest.js";
import { fillGames } from "../shared/names.js";
import { ALGORITHMS, algorithmsFor, hasChance, nameOf } from "./algorithm_names.js";
import { GrowingTree } from "./growing_tree.js";
import { looking, showNode } from "./node.js";
import { OWN, TREES, compareOwn } from "./own_tree.js";
import { SearchTree, answerIn, searchOwn } from "./search_tree.js";
import { READABLE, SMALL, counted, draw, drawing, outline, state } from "./state.js";
import { goTo, pause } from "./walking.js";
import "./quiz.js";
import "./tools.js";
import "./homework.js";

/** A search or another game. */
const asking = new Latest();
/** Searches and counts, one at a time. */
const inquiry = new Inquiry("/api/explorer/live");

/** Show a game's start, or another position. Returns whether nothing else has been asked for meanwhile.
 * @param {string} name @param {string} [text] */
async function chooseGame(name, text) {
  if (name === OWN) return chooseOwn(text);
  const isLatest = asking.begin(),
    game = await look(name),
    start = text ?? game.start,
    view = await position(name, start);
  if (!isLatest()) return false;
  inquiry.stop();
  Object.assign(state, { game });
  clear();
  setOwn(false);
  $("#game").value = name;
  fillEvaluations($("#evaluation"), game);
  $("#position").value = start;
  state.board = new Board($("#board"), game, { live: false, name: "The position of the chosen node" });
  state.board.show(view, { quick: true });
  $("#counts").replaceChildren(
    h("p", { class: "soft small" }, "How many positions each algorithm looks at, depth by depth."),
  );
  return true;
}

/** Begin with a tree of one's own, or with the usual one. @param {string} [text] */
function chooseOwn(text) {
  asking.begin();
  inquiry.stop();
  Object.assign(state, { game: null });
  clear();
  setOwn(true);
  $("#game").value = OWN;
  $("#position").value = text ?? TREES[0].tree;
  $("#counts").replaceChildren(h("p", { class: "soft small" }, "How many nodes each algorithm looks at."));
  return true;
}
/** Show the fields of a tree of one's own, or those of a game. @param {boolean} isOwn */
function setOwn(isOwn) {
  $("#position-label").textContent = isOwn ? "Tree" : "Position";
  $("#position").placeholder = isOwn ? "((3 5) (6 9))" : "";
  $("#evaluation").closest(".field").hidden = isOwn;
  $("#depth").required = !isOwn;
  $("#depth").placeholder = isOwn ? "all" : "";
  if (isOwn) $("#depth").value = "";
  else if (!$("#depth").value) $("#depth").value = 2;
  $("#board").hidden = isOwn;
}

/** Show no tree. */
function clear() {
  pause();
  looking.end();
  state.tree = unset();
  const emptied = ["#summary", "#clock", "#found", "#caption"].map((part) => $(part));
  drawing.clear();
  for (const part of [outline.sizer, ...emptied]) part.replaceChildren();
  $("#pseudocode").replaceChildren();
  $("#node-title").textContent = "Node";
  $("#node").replaceChildren(h("p", { class: "soft small" }, "Search, then choose a node of the tree."));
}

/** Ask; meanwhile there is a button to stop it. @param {object} request @param {(message: any) => void} tell */
async function inquire(request, tell) {
  const question = inquiry.ask(request, tell);
  $("#stop").hidden = false;
  try {
    await question;
  } finally {
    if (!inquiry.current) $("#stop").hidden = true;
  }
}
$("#stop").addEventListener("click", () => inquiry.stop());

/** What the form asks for. */
const asked = () => ({
  game: state.game.name,
  position: $("#position").value,
  algorithm: $("#algorithm").value,
  depth: Number($("#depth").value),
  evaluation: $("#evaluation").value,
});

/** Choose an algorithm that can search what is asked for: where chance decides, not all can. */
function fitAlgorithm() {
  const tree = state.game ? null : $("#position").value,
    fitting = algorithmsFor(tree);
  for (const option of $$("#algorithm option")) option.disabled = !fitting.includes(option.value);
  if (!fitting.includes($("#algorithm").value))
    $("#algorithm").value = tree !== null && hasChance(tree) ? "star1" : "alphabeta";
}

const isGrowing = () => $("#algorithm").value === "mcts";
/** Simulations are asked for only where there are any. */
function showSimulations() {
  $("#simulations-field").hidden = !isGrowing();
}
$("#algorithm").addEventListener("change", showSimulations);

/** @param {Api.HomeworkExample} [expected] */
async function search(expected) {
  fitAlgorithm();
  showSimulations();
  if (isGrowing()) {
    await simulate();
    return;
  }
  if (!state.game) {
    await searchTree();
    return;
  }
  const isLatest = asking.begin(),
    ask = asked();
  let found = /** @type {?Api.Searched} */ (null),
    visited = 0;
  pause();
  $("#summary").textContent = "Searching…";
  try {
    await inquire({ do: "search", ...ask }, (message) => {
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
  const query = queryOf({ position: found.position, algorithm, depth, evaluation });
  history.replaceState(null, "", `/explorer/${ask.game}?${query}`);
  linkBeside({ game: ask.game, position: found.position, depth, evaluation }, algorithm);
  if (found.tree) await showTree(new SearchTree(found));
  else await showPosition();
}

/** A query of what is given. @param {Record<string, unknown>} fields */
const queryOf = (fields) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Let the way to the algorithms side by side lead to this search, beside the one that it is best compared with.
 * @param {Record<string, unknown>} query @param {string} algorithm */
function linkBeside(query, algorithm) {
  const [first, second] = ALGORITHMS[algorithm].isOfChance ? ["star1", "expectimax"] : ["alphabeta", "minimax"],
    other = algorithm === first ? second : first;
  $("#beside").href = `/algorithms?${queryOf({ ...query, show: [other, algorithm].join(",") })}`;
}

/** Search by simulations, and show the tree that grew. */
async function simulate() {
  const isLatest = asking.begin(),
    isOwn = !state.game,
    depth = Number($("#depth").value) || undefined,
    simulations = Number($("#simulations").value),
    evaluation = $("#evaluation").value;
  inquiry.stop();
  pause();
  $("#summary").textContent = "Searching…";
  const text = $("#position").value,
    place = isOwn ? { tree: text } : { game: state.game.name, position: text, evaluation };
  let found;
  try {
    found = await post("/api/explorer/simulations", { ...place, depth, simulations });
  } finally {
    if (isLatest()) $("#summary").textContent = "";
  }
  if (!isLatest()) return;
  state.root = found.position;
  answerIn($("#position"), text, found.position);
  $("#summary").textContent = `${found.best} · mean ${found.value.toFixed(2)} · ${counted(found.parent.length)} nodes`;
  const query = { position: found.position, simulations, depth, evaluation: isOwn ? undefined : evaluation },
    own = queryOf({ ...query, algorithm: "mcts" });
  history.replaceState(null, "", `/explorer/${isOwn ? OWN : state.game.name}?${own}`);
  linkBeside({ ...query, game: state.game?.name }, "mcts");
  await showTree(new GrowingTree(found));
}

/** Search the tree of one's own. */
async function searchTree() {
  const isLatest = asking.begin(),
    algorithm = $("#algorithm").value,
    depth = Number($("#depth").value) || undefined,
    text = $("#position").value;
  pause();
  const found = await searchOwn(text, algorithm, depth);
  if (!isLatest()) return;
  state.root = found.position;
  answerIn($("#position"), text, found.position);
  $("#summary").textContent = `${found.best} · value ${found.value} · ${counted(found.nodes)} nodes`;
  const query = queryOf({ position: found.position, algorithm, depth });
  history.replaceState(null, "", `/explorer/${OWN}?${query}`);
  linkBeside({ position: found.position, depth }, algorithm);
  await showTree(new SearchTree(found));
}

/** @type {Record<string, string>} */
const SHORT = { minimax: "minimax", alphabeta: "alpha-beta" };
const exampleName = (/** @type {Api.HomeworkExample} */ { name, algorithm, depth }) =>
  `${name.split(" ").at(-1)} · ${SHORT[algorithm]} ${depth}`;

/** @param {AnyTree} tree */
async function showTree(tree) {
  state.take(tree);
  $("#chance-legend").hidden = !tree.isChance.includes(true);
  $("#find").value = $("#found").textContent = "";
  goTo(tree.steps, { quietly: true });
  // where something was cut off, that is what is to be explained
  const [cut] = tree.size <= SMALL ? tree.cutoffs.keys() : [];
  state.chosen = cut ?? 0;
  draw();
  drawing.fit();
  outline.show(state.chosen);
  state.dispatchEvent(new Event("shown"));
  await showNode();
}

onSubmit($("#ask"), search);
$("#game").addEventListener("change", () => {
  attempt(chooseGame($("#game").value));
  if ($("#game").value === OWN) attempt(search());
});
$("#position").addEventListener("change", () => {
  fitAlgorithm();
  if (!state.game) return;
  $("#position").value ||= state.game.start;
  attempt(showPosition());
});
/** Show the position of the form. */
async function showPosition() {
  const isLatest = looking.begin(),
    view = await position(state.game.name, $("#position").value);
  if (isLatest()) state.board.show(view, { quick: true });
}

$("#compare").addEventListener("click", () => attempt(state.game ? compare() : compareTree()));
/** What is counted: everything that searches nodes. */
const counting = (/** @type {?string} */ tree) => algorithmsFor(tree).filter((algorithm) => algorithm !== "mcts");
/** A table of counts: a row for each algorithm, with these cells, and a column for each depth.
 * @param {Record<string, HTMLElement[]>} cells @param {(number | string)[]} depths */
function showCounts(cells, depths) {
  const rows = Object.keys(cells).map((each) => h("tr", {}, h("th", { scope: "row" }, nameOf(each)), cells[each]));
  $("#counts").replaceChildren(table(["", ...depths.map((depth) => numberHead(depth))], rows));
}
async function compareTree() {
  const depth = Number($("#depth").value) || undefined,
    algorithms = counting($("#position").value),
    nodes = await compareOwn($("#position").value, algorithms, depth);
  const cells = Object.fromEntries(algorithms.map((each) => [each, numbers(counted(nodes[each]))]));
  showCounts(cells, [depth ? `depth ${depth}` : "nodes"]);
}
async function compare() {
  const ask = asked(),
    depths = Array.from({ length: ask.depth }, (_, i) => i + 1);
  const cells = Object.fromEntries(
    counting(null).map((each) => [each, depths.map(() => h("td", { class: "number soft" }, "…"))]),
  );
  showCounts(cells, depths);
  try {
    await inquire({ do: "compare", ...ask }, ({ algorithm, depth, nodes }) => {
      if (!algorithm) return;
      const cell = cells[algorithm][depth - 1];
      cell.textContent = nodes === null ? "too many" : counted(nodes);
      cell.classList.toggle("soft", nodes === null);
    });
  } finally {
    for (const cell of Object.values(cells).flat()) if (cell.textContent === "…") cell.textContent = "";
  }
}

// ---------------------------------------------------------------------------------------------------- beginning

async function begin() {
  const games = await get("/api/games");
  const wanted = addressPart(),
    query = new URLSearchParams(location.search);
  const name = fillGames($("#game"), games, wanted === OWN ? "" : wanted);
  $("#game").append(h("optgroup", { label: "Without a game" }, h("option", { value: OWN }, "A tree of your own")));
  $("#algorithm").append(...Object.keys(ALGORITHMS).map((each) => h("option", { value: each }, nameOf(each))));
  $("#algorithm").value = "alphabeta";
  $("#trees").append(
    h("span", { class: "label" }, "Begin with:"),
    ...TREES.map(({ name: title, tree }) =>
      h("button", { type: "button", onclick: () => attempt(openTree(tree)) }, title),
    ),
  );
  const { examples } = await get("/api/explorer/examples");
  $("#examples").append(
    h("span", { class: "label" }, "From the hand-out:"),
    ...examples.map((example) =>
      h(
        "button",
        { type: "button", onclick: () => attempt(openExample(example)) },
        h("span", { class: "visually-hidden" }, "Example "),
        exampleName(example),
      ),
    ),
  );
  // a search may take long; the page answers meanwhile
  if (!wanted || wanted === OWN) {
    if ((query.get("algorithm") ?? "") in ALGORITHMS) $("#algorithm").value = query.get("algorithm");
    if (query.has("simulations")) $("#simulations").value = query.get("simulations");
    await soon(attempt(openTree(query.get("position") ?? TREES[0].tree, query.get("depth") ?? "")));
    return;
  }
  await attempt(chooseGame(name, query.get("position") ?? undefined));
  if (!state.game) await chooseGame(name);
  for (const field of ["algorithm", "depth", "simulations"])
    if (query.has(field)) $(`#${field}`).value = query.get(field);
  const evaluation = query.get("evaluation");
  if (evaluation !== null) chooseEvaluation($("#evaluation"), state.game, evaluation);
  await soon(attempt(search()));
}

/** @param {string} tree */
async function openTree(tree, depth = "") {
  chooseOwn(tree);
  $("#depth").value = depth;
  await search();
}

onSubmit($("#homework form"), checkHomework);
/** Say what is wrong with an answer, and show its search at the node where the wrong one goes another way. */
async function checkHomework() {
  $("#checked").textContent = "";
  const checked = await post("/api/explorer/homework", { input: $("#input").value, answer: $("#given").value });
  $("#checked").textContent = checked.said;
  $("#checked").className = checked.right ? "right-answer" : "";
  if (!(await chooseGame(checked.game, checked.position))) return;
  askFor(checked);
  await search();
  if (checked.node === null || !state.tree) return;
  for (const node of state.tree.path(checked.node)) state.opened.add(node);
  drawing.camera.scale = Math.max(drawing.camera.scale, READABLE);
  state.choose(checked.node);
}

/** Fill the form with how to search. @param {{algorithm: string, depth: number, evaluation: string}} wanted */
function askFor(wanted) {
  for (const field of /** @type {const} */ (["algorithm", "depth"])) $(`#${field}`).value = wanted[field];
  chooseEvaluation($("#evaluation"), state.game, wanted.evaluation);
}

/** @param {Api.HomeworkExample} example */
async function openExample(example) {
  if (!(await chooseGame(example.game, example.position))) return;
  askFor(example);
  await search(example);
}

attempt(opened(begin()));
