// Predict: the search stops before it knows something, and asks. Answers are scored, explained and can be saved.
//
// The address holds the whole quiz (tree, kinds of questions, how many and seed, or which), so that a class gets the
// same one. Where a class was given it, the score goes to the teacher.

import { post } from "../shared/api.js";
import { $, $$, copy, download, h, remembered, toast, attempt, unset } from "../shared/dom.js";
import { tab } from "../shared/storage.js";
import { Questioning, button } from "./questioning.js";
import { draw, state } from "./state.js";
import { goTo, pause } from "./walking.js";

const KINDS = {
  return: "What a node returns",
  next: "Whether the next move is searched",
  move: "Which move is played",
  bound: "Which move set the bound of a cut",
  negamax: "What negamax returns",
  mean: "What a chance node is worth",
};
/** What a quiz asks: kinds of questions, how many, and which of them; or, by their places among all, `only` those.
 * @typedef {{kinds: string[], count: number, seed: number, only: number[]}} Settings */
/** @typedef {{tree: SearchTree, settings: Settings, asked: Questioning, address: string}} Quiz */

/** @type {Settings} */
const USUAL = { kinds: ["return", "next", "move"], count: 8, seed: 1, only: [] };

const page = {
  /** The quiz that is going on; null for none. @type {Quiz} */
  quiz: unset(),
  /** The quiz of the address that the page was opened with; it begins as soon as the tree is there.
   * @type {?Settings} */
  wanted: ofAddress(),
};

/** What the address says of a quiz; null if it is none. @returns {?Settings} */
function ofAddress() {
  const query = new URLSearchParams(location.search);
  if (!query.has("quiz")) return null;
  const kinds = (query.get("quiz") ?? "").split(",").filter((kind) => kind in KINDS);
  const whole = (/** @type {"count" | "seed"} */ name) =>
    Math.max(1, Math.min(99, Number.parseInt(query.get(name) ?? "", 10) || USUAL[name]));
  const only = (query.get("only") ?? "").split(",").filter(Boolean).map(Number);
  return { kinds: kinds.length ? kinds : USUAL.kinds, count: whole("count"), seed: whole("seed"), only };
}

/** The address of this quiz. @param {Settings} settings */
function address({ kinds, count, seed, only }) {
  const query = new URLSearchParams(location.search);
  query.set("quiz", kinds.join(","));
  query.set("count", String(count));
  query.set("seed", String(seed));
  if (only.length) query.set("only", only.join(","));
  else query.delete("only");
  return `${location.pathname}?${query}`;
}

/** The tree to ask about, if there is one. */
function askable() {
  if (state.tree?.algorithm === "mcts")
    toast("A quiz asks what a search returns, and simulations only come close to it. Choose another algorithm.");
  return state.tree?.algorithm === "mcts" ? null : state.tree;
}

/** Under which name the tab remembers the answers of a quiz that goes on. */
const TAB = "quiz";
/** Remember the answers so far: a page that is loaded anew goes on with its quiz. */
function keep() {
  const { quiz } = page;
  tab.set(TAB, quiz && { address: quiz.address, answers: quiz.asked.answers });
}
/** The answers that were given to this quiz before the page was loaded anew.
 * @param {string} path @param {number} most */
function keptAnswers(path, most) {
  const kept = tab.get(TAB, /** @type {any} */ (null));
  return kept && sameQuiz(kept.address, path) ? kept.answers.slice(0, most) : [];
}

/** The questions on a tree. @param {SearchTree} tree @param {Settings & {is_all?: boolean}} settings */
function questionsOn({ algorithm }, settings) {
  const depth = Number($("#depth").value) || undefined,
    place = state.game ? { game: state.game.name, evaluation: $("#evaluation").value } : {};
  const how = { algorithm: /** @type {OwnAlgorithm} */ (algorithm), depth, position: state.root };
  return post("/api/explorer/questions", { ...place, ...how, ...settings });
}

/** Begin a quiz on the tree that is shown, or go on with it. @param {Settings} settings */
async function begin(settings, { isResumed = false } = {}) {
  const tree = askable();
  if (!tree) return;
  pause();
  const questions = await questionsOn(tree, settings);
  if (tree !== state.tree) return;
  if (!questions.length) {
    toast("This search leaves nothing to ask; try another tree.");
    return;
  }
  const path = address(settings),
    answers = isResumed ? keptAnswers(path, questions.length) : [];
  const showing = { shown: state, goTo, changed: keep, over: report, close, ends };
  const asked = new Questioning($("#quiz .body"), questions, showing, answers);
  page.quiz = { tree, settings, asked, address: path };
  history.replaceState(null, "", path);
  $("#quiz").hidden = false;
  $(".workbench").classList.add("asking");
  keep();
  asked.ask();
}

/** End it, and show the whole search again. */
export function endQuiz() {
  if (!page.quiz) return;
  page.quiz = unset();
  keep();
  state.asking = null;
  $("#quiz").hidden = true;
  $(".workbench").classList.remove("asking");
  const query = new URLSearchParams(location.search);
  for (const name of ["quiz", "count", "seed", "only"]) query.delete(name);
  history.replaceState(null, "", `${location.pathname}?${query}`);
}

function close() {
  endQuiz();
  goTo(Infinity);
}

/** What can be done once the result is there. */
function ends() {
  const { settings } = page.quiz,
    others = { ...settings, seed: (settings.seed % 99) + 1 };
  return [
    button("Again", () => attempt(begin(settings)), "primary"),
    button("Other questions", () => attempt(begin(others))),
    button("Save as CSV", save),
    button("End the quiz", close, "quiet"),
  ];
}

/** Two addresses of the same quiz may have it in another order. @param {string} one @param {string} other */
const sameQuiz = (one, other) => {
  const [a, b] = [one, other].map((path) => new URL(path, location.href));
  for (const each of [a, b]) each.searchParams.sort();
  return a.href === b.href;
};
/** Tell the teacher the score, if this is the quiz that the class was given. */
function report() {
  const followed = tab.get("followed", /** @type {any} */ (null));
  if (!followed || !sameQuiz(followed.path, page.quiz.address)) return;
  const { score, questions } = page.quiz.asked,
    answer = `${score} of ${questions.length}`;
  attempt(post("/api/class/answer", { task: followed.number, answer }));
}

/** A field of a CSV file; a spreadsheet takes none of them for a formula. @param {unknown} text */
const field = (text) =>
  `"${String(text)
    .replace(/^(?=[=+@\t\r])/, "'")
    .replaceAll('"', '""')}"`;

function save() {
  const lines = [["question", "given", "answer", "right", "hints"]];
  page.quiz.asked.questions.forEach((question, i) => {
    const { given, isRight, hints } = page.quiz.asked.answers[i];
    lines.push([question.text, given, question.answer, isRight ? "yes" : "no", String(hints)]);
  });
  download("quiz.csv", lines.map((line) => line.map(field).join(",")).join("\r\n") + "\r\n", "text/csv");
}

/** @param {...Child} parts */
function fill(...parts) {
  $("#quiz .body").replaceChildren(...parts.filter(Boolean));
  draw();
}

/** What a teacher chooses. @param {SearchTree} tree */
async function setUp(tree) {
  const settings = ofAddress() ?? USUAL,
    all = await questionsOn(tree, { ...USUAL, is_all: true });
  if (tree !== state.tree) return;
  $("#quiz").hidden = false;
  fill(
    h(
      "form",
      {
        class: "stack",
        onsubmit: (event) => {
          event.preventDefault();
          attempt(begin(chosen()));
        },
      },
      h("p", {}, "The search stops before it knows something, and you say what comes. The address is the quiz."),
      Object.entries(KINDS).map(([kind, name]) =>
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", name: "kind", value: kind, checked: settings.kinds.includes(kind) }),
          ` ${name}`,
        ),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "label",
          {},
          "Questions ",
          h("input", { id: "count", type: "number", min: 1, max: 99, value: settings.count }),
        ),
        h("label", {}, "Seed ", h("input", { id: "seed", type: "number", min: 1, max: 99, value: settings.seed })),
      ),
      oneByOne(all, settings),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary" }, "Begin"),
        button("Copy the link", () => copy(new URL(address(chosen()), location.href).href, "The link to this quiz")),
        remembered.get("class", "") === "teacher" && button("Give it to the class", () => attempt(give(chosen()))),
        button("Cancel", endSetUp, "quiet"),
      ),
    ),
  );
  $("#quiz").scrollIntoView({ block: "nearest" });
}
/** All questions of the tree, to choose from; none if there are too many.
 * @param {Api.TreeQuestionView[]} all @param {Settings} settings */
function oneByOne(all, { only }) {
  if (!all.length) return null;
  return h(
    "details",
    { open: only.length > 0 },
    h("summary", {}, "Or choose them one by one"),
    h(
      "ul",
      { class: "offered" },
      all.map((question, i) =>
        h(
          "li",
          {},
          h(
            "label",
            { class: "check" },
            h("input", { type: "checkbox", name: "only", value: i, checked: only.includes(i) }),
            ` ${question.text}`,
          ),
        ),
      ),
    ),
  );
}
/** Let the class do this quiz; its scores come to the teacher's page. @param {Settings} settings */
async function give(settings) {
  await post("/api/class/tasks", { kind: "page", text: "A quiz on a search", path: address(settings) });
  toast("The class has this quiz; its scores come to your page.");
}
/** The settings in the form. */
const chosen = () => ({
  kinds: $$("#quiz [name=kind]:checked").map((box) => box.value),
  count: Number($("#count").value),
  seed: Number($("#seed").value),
  only: $$("#quiz [name=only]:checked").map((box) => Number(box.value)),
});

function endSetUp() {
  $("#quiz").hidden = true;
}

$("#ask-me").addEventListener("click", () => {
  const tree = askable();
  if (tree) attempt(setUp(tree));
});
state.addEventListener("shown", () => {
  if (page.quiz && page.quiz.tree !== state.tree) endQuiz();
  if (page.wanted) attempt(begin(page.wanted, { isResumed: true }));
  page.wanted = null;
});
