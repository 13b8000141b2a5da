// Predict: the search stops before it knows something, and asks. Answers are scored, explained and can be saved.
//
// The address holds the whole quiz (tree, kinds of questions, how many and seed, or which), so that a class gets the
// same one. Where a class was given it, the score goes to the teacher.

import { post } from "../shared/api.js";
import { $, $$, copy, h, remembered, toast, told, unset } from "../shared/dom.js";
import { allQuestions, questionsOf } from "./questions.js";
import { draw, state } from "./state.js";
import { goTo, pause } from "./walking.js";

const KINDS = {
  return: "What a node returns",
  next: "Whether the next move is searched",
  move: "Which move is played",
};
/** @typedef {import("./questions.js").Question} Question */
/** @typedef {import("./questions.js").Settings} Settings */
/** @typedef {{given: string, isRight: boolean, hints: number}} Answer */
/** @typedef {{tree: SearchTree, settings: Settings, questions: Question[], answers: Answer[], hints: number,
 *   address: string}} Quiz */

/** @type {Settings} */
const USUAL = { kinds: Object.keys(KINDS), count: 8, seed: 1, only: [] };
/** The most questions that are offered one by one. */
const MOST_OFFERED = 150;

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
const TAB = "plyground.quiz";
/** Remember the answers so far: a page that is loaded anew goes on with its quiz. */
function keep() {
  try {
    if (page.quiz)
      sessionStorage.setItem(TAB, JSON.stringify({ address: page.quiz.address, answers: page.quiz.answers }));
    else sessionStorage.removeItem(TAB);
  } catch {
    /* private mode */
  }
}
/** The answers that were given to this quiz before the page was loaded anew. */
function keptAnswers() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(TAB) ?? "null");
    return kept && sameQuiz(kept.address, page.quiz.address) ? kept.answers.slice(0, page.quiz.questions.length) : [];
  } catch {
    return [];
  }
}

/** Begin a quiz on the tree that is shown, or go on with it. @param {Settings} settings */
function begin(settings, { isResumed = false } = {}) {
  const tree = askable();
  if (!tree) return;
  pause();
  const questions = questionsOf(tree, settings);
  if (!questions.length) {
    toast("This search leaves nothing to ask; try another tree.");
    return;
  }
  page.quiz = { tree, settings, questions, answers: [], hints: 0, address: address(settings) };
  if (isResumed) page.quiz.answers = keptAnswers();
  history.replaceState(null, "", page.quiz.address);
  $("#quiz").hidden = false;
  $(".workbench").classList.add("asking");
  keep();
  ask();
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

const current = () => page.quiz.questions[page.quiz.answers.length];
const score = () => page.quiz.answers.filter((answer) => answer.isRight).length;
/** @param {string} text @param {() => void} onclick */
const button = (text, onclick, kind = "") => h("button", { type: "button", class: kind, onclick }, text);

function ask() {
  const question = current();
  if (!question) {
    review();
    return;
  }
  page.quiz.hints = 0;
  state.asking = question.step;
  goTo(question.step);
  state.choose(question.node);
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        take($("#answer").value);
      },
    },
    question.choices
      ? h(
          "div",
          { class: "row" },
          question.choices.map((choice) => button(choice, () => take(choice))),
        )
      : h(
          "div",
          { class: "row" },
          h("label", { for: "answer", class: "visually-hidden" }, "Your answer"),
          h("input", { id: "answer", inputmode: "decimal", autocomplete: "off", required: true, size: 8 }),
          h("button", { class: "primary" }, "Answer"),
        ),
  );
  fill(
    h(
      "p",
      { class: "soft small" },
      `Question ${page.quiz.answers.length + 1} of ${page.quiz.questions.length} · ${score()} right`,
    ),
    h("p", { class: "asked" }, question.text),
    form,
    h("div", { class: "row" }, button("Hint", hint, "quiet small"), button("End the quiz", close, "quiet small")),
    h("p", { id: "hint", class: "soft", role: "status" }),
  );
  $("#quiz input, #quiz .row button").focus({ preventScroll: true });
}

function hint() {
  page.quiz.hints++;
  $("#hint").textContent = current().hint;
}

function close() {
  endQuiz();
  goTo(Infinity);
}

/** Is it the same number, or the same word? @param {string} given @param {string} answer */
const same = (given, answer) =>
  given.trim().replace("−", "-") === answer ||
  (given.trim() !== "" && Number(given.replace("−", "-")) === Number(answer));

/** @param {string} given */
function take(given) {
  const question = current(),
    isRight = same(given, question.answer);
  page.quiz.answers.push({ given, isRight, hints: page.quiz.hints });
  keep();
  state.asking = null;
  goTo(question.after);
  state.choose(question.node);
  const isLast = !current();
  fill(
    h("p", { class: `${isRight ? "right" : "wrong"}-answer` }, isRight ? "✓ Right." : `✗ No: ${question.answer}.`),
    h("p", {}, question.why),
    h("div", { class: "row" }, button(isLast ? "See the result" : "Next question", ask, "primary")),
  );
  $("#quiz button").focus({ preventScroll: true });
}

/** The result: the score, every wrong answer with the way back to it, and the file to hand in. */
function review() {
  state.asking = null;
  report();
  goTo(Infinity);
  const { questions, answers, settings } = page.quiz;
  const wrong = questions
    .map((question, i) => ({ question, answer: answers[i], i }))
    .filter(({ answer }) => !answer.isRight);
  fill(
    h("p", { class: "asked" }, `${score()} of ${questions.length} right`),
    wrong.length > 0 &&
      h(
        "ol",
        { class: "wrong" },
        wrong.map(({ question, answer, i }) =>
          h(
            "li",
            { value: i + 1 },
            `${question.text} You said ${answer.given}, it is ${question.answer}. `,
            button("Show", () => show(question), "link"),
          ),
        ),
      ),
    h(
      "div",
      { class: "row" },
      button("Again", () => begin(settings), "primary"),
      button("Other questions", () => begin({ ...settings, seed: (settings.seed % 99) + 1 })),
      button("Save as CSV", save),
      button("End the quiz", close, "quiet"),
    ),
  );
}

/** Two addresses of the same quiz may have it in another order. @param {string} one @param {string} other */
const sameQuiz = (one, other) => {
  const [a, b] = [one, other].map((path) => new URL(path, location.href));
  for (const each of [a, b]) each.searchParams.sort();
  return a.href === b.href;
};
/** Tell the teacher the score, if this is the quiz that the class was given. */
function report() {
  const followed = JSON.parse(sessionStorage.getItem("plyground.followed") ?? "null");
  if (!followed || !sameQuiz(followed.path, page.quiz.address)) return;
  const answer = `${score()} of ${page.quiz.questions.length}`;
  told(post("/api/class/answer", { task: followed.number, answer }));
}

/** @param {Question} question */
function show(question) {
  goTo(question.after);
  state.choose(question.node);
}

/** A field of a CSV file; a spreadsheet takes none of them for a formula. @param {unknown} text */
const field = (text) =>
  `"${String(text)
    .replace(/^(?=[=+@\t\r])/, "'")
    .replaceAll('"', '""')}"`;

function save() {
  const lines = [["question", "given", "answer", "right", "hints"]];
  page.quiz.questions.forEach((question, i) => {
    const { given, isRight, hints } = page.quiz.answers[i];
    lines.push([question.text, given, question.answer, isRight ? "yes" : "no", String(hints)]);
  });
  const text = lines.map((line) => line.map(field).join(",")).join("\r\n") + "\r\n";
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: "quiz.csv" });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {...Child} parts */
function fill(...parts) {
  $("#quiz .body").replaceChildren(...parts.filter(Boolean));
  draw();
}

/** What a teacher chooses. @param {SearchTree} tree */
function setUp(tree) {
  const settings = ofAddress() ?? USUAL;
  $("#quiz").hidden = false;
  fill(
    h(
      "form",
      {
        class: "stack",
        onsubmit: (event) => {
          event.preventDefault();
          begin(chosen());
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
      oneByOne(tree, settings),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary" }, "Begin"),
        button("Copy the link", () => copy(new URL(address(chosen()), location.href).href, "The link to this quiz")),
        remembered.get("class", "") === "teacher" && button("Give it to the class", () => told(give(chosen()))),
        button("Cancel", endSetUp, "quiet"),
      ),
    ),
  );
}
/** All questions of the tree, to choose from. @param {SearchTree} tree @param {Settings} settings */
function oneByOne(tree, { only }) {
  const all = allQuestions(tree);
  if (all.length > MOST_OFFERED) return null;
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
  if (tree) setUp(tree);
});
state.addEventListener("shown", () => {
  if (page.quiz && page.quiz.tree !== state.tree) endQuiz();
  if (page.wanted) begin(page.wanted, { isResumed: true });
  page.wanted = null;
});
