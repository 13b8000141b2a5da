// Several algorithms on the same tree, walked through in step, and what each of them looks at.

import { get, look, post } from "../shared/api.js";
import { $, $$, h, numbers, onSubmit, opened, s, table, attempt } from "../shared/dom.js";
import { chooseEvaluation, fillEvaluations } from "../shared/evaluations.js";
import { Latest } from "../shared/latest.js";
import { fillGames } from "../shared/names.js";
import { ALGORITHMS, algorithmsFor, hasChance, nameOf } from "./algorithm_names.js";
import { Drawing } from "./drawing.js";
import { GrowingTree } from "./growing_tree.js";
import { outlineOf } from "./outline.js";
import { SearchTree, answerIn, searchOwn } from "./search_tree.js";
import { Shown, counted } from "./shown.js";
import { Stepper } from "./stepper.js";
import { sentenceAt, sentenceOn } from "./telling.js";
import { ucbBars } from "./ucb.js";

const OWN = "tree";
/** Trees in which something is to be seen: what is compared, and to which depth. */
/** @typedef {{name: string, tree: string, show: string[], depth?: number}} Example */
/** @type {Example[]} */
const TREES = [
  {
    name: "What cutting saves",
    tree: "((6 9 7) (4 8 5) (8 7 9) (3 8 5) (5 9))",
    show: ["minimax", "alphabeta"],
  },
  {
    name: "What order saves",
    tree: "(2:(5 1 3) 4:(6 4 9) 8:(8 9 7) 5:(7 5 6))",
    show: ["alphabeta", "ordered"],
  },
  {
    name: "Depth by depth",
    tree: "((1 2 3) (2 3 4) (3 4 5) (4 6 5) (9 8 9))",
    show: ["alphabeta", "deepening"],
  },
  {
    name: "A transposition",
    tree: "((x=(4 7 5) (6 9 8)) ((7 3 9) x) (x (8 6 1)))",
    show: ["alphabeta", "table"],
  },
  {
    name: "A null window",
    tree: "(((4 9 3) (6 8 2)) ((1 8 5) (9 4 4)) ((8 9 9) (8 7 3)))",
    show: ["ordered", "pvs"],
  },
  {
    name: "Beyond the horizon",
    tree: "(((5 6) (4 7)) ((9:(!1 8) 3) (8:(!2 9) 4)))",
    depth: 3,
    show: ["alphabeta", "quiescence"],
  },
  {
    name: "Aspiration windows",
    tree: "(19:(17:(18 10) 28:(17 29)) 19:(20:(20 15 14) 26:(26 21)))",
    show: ["deepening", "aspiration"],
  },
  {
    name: "Null windows only",
    tree: "(18:(19:(2 21 3) 18:(18 5) 51:(9 53)) 26:(25:(24 1) 53:(52 45) 29:(11 28)) 13:(41:(40 38 39) 13:(6 13)))",
    show: ["alphabeta", "mtdf"],
  },
  {
    name: "With a die",
    tree: "({(5 5 8) (6 4)} {2*(5 2 2) 2*(1 1) (3 7 0)} {(7 8 0) (5 6 8) 2*(3 3 7)})",
    show: ["expectimax", "star1", "star2"],
  },
  {
    name: "Monte-Carlo",
    tree: "((5 6 5) (0 9 9) (4 4 3))",
    show: ["alphabeta", "mcts"],
  },
];
const USUAL = ["minimax", "alphabeta"],
  OF_CHANCE = ["expectimax", "star1"];

/** What an algorithm has found.
 * @typedef {{algorithm: string, tree: AnyTree,
 *   found: {position: string, best: ?string, value: string, nodes: number}}} Found */
/** @typedef {Found & {shown: Shown, tally: HTMLElement, told: HTMLElement}} Pane */

const asking = new Latest();
const page = {
  /** What is shown, in its order. @type {Pane[]} */
  panes: [],
  step: 1,
};

const steps = () => Math.max(0, ...page.panes.map(({ shown }) => shown.tree?.steps ?? 0));
const stepper = new Stepper($("#player"), {
  steps,
  stage: () => $("#stage"),
  fit() {
    for (const { shown } of page.panes) shown.views[0].fit?.();
  },
  step: () => page.step,
  goTo(wanted) {
    page.step = Math.max(1, Math.min(steps(), wanted));
    for (const pane of page.panes) {
      pane.shown.goTo(page.step);
      tell(pane);
    }
  },
});

const isOwn = () => $("#game").value === OWN;
const chosen = () => $$("#chosen input:checked").map((box) => box.value);

/** The request for one algorithm, and its answer as a tree.
 * @param {string} algorithm @returns {Promise<Omit<Found, "algorithm">>} */
async function search(algorithm) {
  const position = $("#position").value,
    deep = Number($("#depth").value),
    depth = deep || (isOwn() ? undefined : 2),
    own = { tree: position },
    real = { game: $("#game").value, position, evaluation: $("#evaluation").value };
  if (algorithm === "mcts") {
    const simulations = Number($("#simulations").value),
      found = await post("/api/explorer/simulations", { ...(isOwn() ? own : real), depth, simulations });
    const shown = { ...found, value: found.value.toFixed(2), nodes: found.parent.length };
    return { found: shown, tree: new GrowingTree(found) };
  }
  const how = { algorithm: /** @type {SearchAlgorithm} */ (algorithm), depth: depth ?? 2 },
    found = isOwn()
      ? await searchOwn(position, algorithm, depth)
      : await post("/api/explorer/search", { ...real, ...how });
  return { found, tree: new SearchTree(found) };
}

async function searchAll() {
  const isLatest = asking.begin(),
    text = $("#position").value,
    fitting = algorithmsFor(isOwn() ? text : null);
  let algorithms = chosen().filter((algorithm) => fitting.includes(algorithm));
  if (!algorithms.length) algorithms = isOwn() && hasChance(text) ? OF_CHANCE : USUAL;
  choose(algorithms);
  for (const box of $$("#chosen input")) box.disabled = !fitting.includes(box.value);
  stepper.pause();
  const answers = await Promise.all(algorithms.map((algorithm) => search(algorithm)));
  if (!isLatest()) return;
  const { position } = answers[0].found;
  answerIn($("#position"), text, position);
  const query = new URLSearchParams({
    ...(isOwn() ? {} : { game: $("#game").value, evaluation: $("#evaluation").value }),
    position,
    depth: $("#depth").value,
    simulations: $("#simulations").value,
    show: algorithms.join(","),
  });
  history.replaceState(null, "", `${location.pathname}?${query}`);
  const alone = new URLSearchParams({ position, depth: $("#depth").value });
  if (!$("#depth").value) alone.delete("depth");
  alone.set("algorithm", algorithms.at(-1));
  if (!isOwn()) alone.set("evaluation", $("#evaluation").value);
  if (algorithms.at(-1) === "mcts") alone.set("simulations", $("#simulations").value);
  $("#alone").href = `/explorer/${$("#game").value}?${alone}`;
  show(algorithms.map((algorithm, i) => ({ algorithm, ...answers[i] })));
}

/** Show what was found, at its end. @param {Found[]} all */
function show(all) {
  page.panes = all.map((each) => ({
    ...each,
    shown: new Shown(),
    tally: h("span", { class: "tally numbers small" }),
    told: h("div", { class: `told${each.algorithm === "mcts" ? " ucb-told" : ""}` }),
  }));
  $("#panes").replaceChildren(...page.panes.map(paneOf));
  for (const { shown, tree, found } of page.panes) {
    Object.assign(shown, { game: isOwn() ? null : { name: $("#game").value }, root: found.position });
    shown.take(tree);
    shown.draw();
    shown.views[0].fit?.();
  }
  page.step = steps();
  for (const pane of page.panes) tell(pane);
  stepper.show();
  $("#counts").replaceChildren(counts(page.panes));
}

/** @param {Pane} pane */
function paneOf(pane) {
  const { algorithm, shown } = pane;
  const host = h("div", {
    class: "canvas drawing",
    tabindex: 0,
    role: "img",
    "aria-label": `The tree as ${nameOf(algorithm)} searches it`,
  });
  const drawing = new Drawing(host, shown),
    outline = outlineOf(drawing, shown, `The tree as ${nameOf(algorithm)} searches it`);
  shown.addEventListener("chosen", () => tell(pane));
  return h(
    "section",
    { class: "panel pane", "aria-label": nameOf(algorithm) },
    h("header", {}, h("h2", {}, nameOf(algorithm)), pane.tally, outline.button),
    host,
    outline.host,
    pane.told,
  );
}

/** Say what an algorithm has done so far, and why it cut where it did. @param {Pane} pane */
function tell({ algorithm, shown, tree, found, tally, told: box }) {
  const now = shown.step,
    isOver = now >= tree.steps;
  if (tree.algorithm === "mcts") {
    tally.textContent = `${counted(now)} simulations` + (isOver ? ` · ${found.best} · mean ${found.value}` : "");
    const node = tree.children[shown.chosen].length ? shown.chosen : Math.max(0, tree.parent[shown.chosen]);
    box.replaceChildren(ucbBars(tree, isOver && shown.chosen === tree.at(now) ? 0 : node, now));
    return;
  }
  const visited = tree.visits[now];
  tally.textContent =
    `${counted(visited)} of ${counted(found.nodes)} nodes` + (isOver ? ` · ${found.best} · value ${found.value}` : "");
  box.textContent =
    sentenceOn(tree, shown.chosen, now) || (isOver ? ALGORITHMS[algorithm].adds : sentenceAt(tree, now));
}

/** @param {Found[]} all */
function counts(all) {
  const most = Math.max(...all.map(({ found }) => found.nodes)),
    full = all.find(({ algorithm }) => ["minimax", "expectimax"].includes(algorithm))?.found.nodes;
  const bar = (/** @type {number} */ nodes) =>
    s(
      "svg",
      { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { class: "fill", width: (100 * nodes) / most, height: 8 }),
    );
  return table(
    ["", "move", "value", "nodes", ...(full ? ["of all"] : []), ""],
    all.map(({ algorithm, found }) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, nameOf(algorithm)),
        h("td", {}, found.best ?? "none"),
        numbers(algorithm === "mcts" ? `mean ${found.value}` : found.value, counted(found.nodes)),
        full ? numbers(`${Math.round((100 * found.nodes) / full)}%`) : [],
        h("td", {}, bar(found.nodes)),
      ),
    ),
  );
}

/** Show the fields of a game, or those of a tree of one's own.
 * @param {string} name @param {?string} [position] @param {?string} [evaluation] */
async function chooseGame(name, position, evaluation) {
  $("#game").value = name;
  $("#position-label").textContent = isOwn() ? "Tree" : "Position";
  $("#evaluation-field").hidden = isOwn();
  $("#depth").placeholder = isOwn() ? "all" : "";
  if (isOwn()) {
    $("#position").value = position ?? TREES[0].tree;
    return;
  }
  const game = await look(name);
  fillEvaluations($("#evaluation"), game);
  if (evaluation) chooseEvaluation($("#evaluation"), game, evaluation);
  $("#position").value = position ?? game.start;
}

const choose = (/** @type {string[]} */ algorithms) => {
  for (const box of $$("#chosen input")) box.checked = algorithms.includes(box.value);
};

/** @param {Example} example */
async function openTree({ tree, show: algorithms, depth }) {
  await chooseGame(OWN, tree);
  choose(algorithms);
  $("#depth").value = depth ?? "";
  await searchAll();
}

async function begin() {
  const query = new URLSearchParams(location.search),
    games = await get("/api/games");
  fillGames($("#game"), games, query.get("game") ?? undefined);
  $("#game").append(h("optgroup", { label: "Without a game" }, h("option", { value: OWN }, "A tree of your own")));
  $("#chosen").append(
    ...Object.entries(ALGORITHMS).map(([algorithm, { name, adds }]) =>
      h(
        "label",
        { class: "check", title: adds },
        h("input", { type: "checkbox", value: algorithm, onchange: () => attempt(searchAll()) }),
        ` ${name}`,
      ),
    ),
  );
  $("#trees").append(
    h("span", { class: "label" }, "Begin with:"),
    ...TREES.map((example) => h("button", { type: "button", onclick: () => attempt(openTree(example)) }, example.name)),
  );
  const wanted = (query.get("show") ?? "").split(",").filter((algorithm) => algorithm in ALGORITHMS);
  if (!query.has("position") && !query.has("game")) {
    await openTree({ ...TREES[0], ...(wanted.length ? { show: wanted } : {}) });
    return;
  }
  choose(wanted.length ? wanted : USUAL);
  for (const field of ["depth", "simulations"]) if (query.has(field)) $(`#${field}`).value = query.get(field);
  await chooseGame(query.get("game") ?? OWN, query.get("position") ?? undefined, query.get("evaluation"));
  await searchAll();
}

onSubmit($("#ask"), searchAll);
$("#game").addEventListener("change", () => {
  $("#depth").value = isOwn() ? "" : 2;
  attempt(chooseGame($("#game").value).then(searchAll));
});

attempt(opened(begin()));
