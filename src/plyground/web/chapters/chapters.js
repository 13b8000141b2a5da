// Twelve chapters: each a text, a tree to walk through, three questions, and the way to a real game.

import { get, post } from "../shared/api.js";
import { $, $$, addressPart, h, opened, remembered, attempt } from "../shared/dom.js";
import { bank } from "./bank.js";
import { codeOf } from "./code.js";
import { Passages } from "./passages.js";
import { nameOf } from "../explorer/algorithm_names.js";
import { Drawing } from "../explorer/drawing.js";
import { GrowingTree } from "../explorer/growing_tree.js";
import { outlineOf } from "../explorer/outline.js";
import { Questioning, button } from "../explorer/questioning.js";
import { SearchTree, searchOwn } from "../explorer/search_tree.js";
import { Shown, counted } from "../explorer/shown.js";
import { Stepper } from "../explorer/stepper.js";
import { sentenceAt, sentenceOn } from "../explorer/telling.js";
import { ucbBars } from "../explorer/ucb.js";

const QUESTIONS = 3;

/** What has been answered: chapter to the answers given, null for none. */
const progress = {
  all: () => remembered.get("chapters", /** @type {Record<string, (string | null)[]>} */ ({})),
  of: (/** @type {string} */ name) => progress.all()[name] ?? [],
  /** @param {string} name @param {number} i @param {string} given */
  set(name, i, given) {
    const answers = Array.from({ length: QUESTIONS }, (_, at) => progress.of(name)[at] ?? null);
    answers[i] = given;
    remembered.set("chapters", { ...progress.all(), [name]: answers });
  },
  /** @param {string} name */
  forget(name) {
    const { [name]: _, ...others } = progress.all();
    remembered.set("chapters", others);
  },
  answered: (/** @type {string} */ name) => progress.of(name).filter((given) => given !== null).length,
};

/** @param {Api.ChapterTitle[]} titles @param {string} current */
function showContents(titles, current) {
  $(".chapters").classList.toggle("reading", Boolean(current));
  $("#contents").replaceChildren(
    ...titles.map(({ number, name, title }) => {
      const answered = progress.answered(name);
      const mark = answered === QUESTIONS ? "✓" : `${answered}/${QUESTIONS}`;
      return h(
        "li",
        {},
        h(
          "a",
          { href: `/chapters/${name}`, ...(name === current ? { "aria-current": "page" } : {}) },
          h("span", { class: "number" }, number),
          title,
          answered > 0 && h("span", { class: "done" }, mark),
        ),
      );
    }),
  );
  const done = titles.filter(({ name }) => progress.answered(name) === QUESTIONS).length;
  $("#progress").textContent = `${done} of ${titles.length} done`;
  const here = $("#contents [aria-current]");
  if (here) $("#contents").scrollLeft = here.offsetLeft - 40;
}

/** The page without a chapter: what there is, and where to go on. @param {Api.ChapterTitle[]} titles */
function showList(titles) {
  const next = titles.find(({ name }) => progress.answered(name) < QUESTIONS) ?? titles[0];
  const isFirst = next === titles[0] && !progress.answered(next.name);
  $("#chapter").replaceChildren(
    h("h1", {}, "How game search works, in twelve chapters"),
    h(
      "p",
      { class: "lead" },
      "From the first game tree to a learned evaluation. Each chapter takes about two minutes: a text, a tree that " +
        "you step through, three questions, and then a real game.",
    ),
    h(
      "p",
      { class: "row" },
      h(
        "a",
        { class: "button primary", href: `/chapters/${next.name}` },
        isFirst ? "Begin" : `Go on with ${next.number}. ${next.title}`,
      ),
      h("a", { class: "button", href: "/explorer" }, "The explorer"),
      h("a", { class: "button", href: "/algorithms" }, "Algorithms side by side"),
    ),
    h("p", { class: "soft small" }, "Your answers are kept in this browser."),
    bank(titles),
  );
}

/** The tree of a figure, searched. @param {Api.FigureView} figure @param {?number} depth */
async function searched({ tree, algorithm, simulations }, depth) {
  if (algorithm !== "mcts") return new SearchTree(await searchOwn(tree, algorithm, depth));
  const ask = { tree, simulations, ...(depth ? { depth } : {}) };
  return new GrowingTree(await post("/api/explorer/simulations", ask));
}

/** The figure of a chapter, and what shows the search in it. @param {Api.ChapterView} chapter */
function figureOf(chapter) {
  const { figure } = chapter,
    shown = new Shown(),
    isGrowing = figure.algorithm === "mcts";
  const host = h("div", { class: "canvas drawing", tabindex: 0, role: "img", "aria-label": figure.caption }),
    player = h("header", { class: "player", id: "player" }),
    box = h("div", { class: "told", role: "status" });
  const drawing = new Drawing(host, shown),
    outline = outlineOf(drawing, shown, "The tree of the figure");
  const stepper = new Stepper(player, {
    steps: () => shown.tree?.steps ?? 0,
    step: () => shown.step,
    goTo: (step) => shown.goTo(step),
    stage: () => element,
    fit: () => drawing.fit(),
  });
  const passages = new Passages({ shown, goTo: (step) => stepper.goTo(step), open }, figure.depth);
  shown.addEventListener("chosen", tell);
  shown.addEventListener("chosen", () => passages.follow());
  function tell() {
    const { tree, step, chosen, asking } = shown;
    if (asking !== null) {
      box.textContent = "What comes next? The search has stopped here.";
      return;
    }
    if (tree.algorithm === "mcts") {
      const isOver = step >= tree.steps && chosen === tree.at(step);
      const node = tree.children[chosen].length ? chosen : Math.max(0, tree.parent[chosen]);
      box.replaceChildren(ucbBars(tree, isOver ? 0 : node, step));
      return;
    }
    box.textContent =
      sentenceOn(tree, chosen, step) ||
      (step >= tree.steps
        ? `${nameOf(figure.algorithm)}: ${counted(tree.visits[step])} nodes visited; ` +
          `${tree.best} is played, worth ${tree.value}.`
        : sentenceAt(tree, step) + (step === 1 ? " Press the right arrow to go on." : ""));
  }
  /** @param {?number} depth */
  async function open(depth, atEnd = Boolean(shown.tree && shown.step >= shown.tree.steps)) {
    await take(figure, depth, atEnd, true);
    tell();
  }
  /** Show a search, at its first step, laid out as it will be. @param {Api.FigureView} wanted @param {?number} depth */
  async function take(wanted, depth, atEnd = false, isChapters = false) {
    shown.asking = null;
    passages.isOwn = isChapters;
    passages.depth = depth;
    for (const radio of $$("[name=depth]", element))
      radio.checked = isChapters && Number(radio.dataset.depth) === (depth ?? 0);
    shown.take(await searched(wanted, depth));
    shown.draw();
    drawing.fit();
    stepper.goTo(atEnd ? Infinity : 1);
  }
  // on paper there is the whole search
  addEventListener("beforeprint", () => stepper.goTo(Infinity));
  const query = new URLSearchParams({ position: figure.tree });
  if (figure.depth) query.set("depth", String(figure.depth));
  const beside = new URLSearchParams(query);
  beside.set("show", figure.algorithm === "alphabeta" ? "minimax,alphabeta" : `alphabeta,${figure.algorithm}`);
  query.set("algorithm", isGrowing ? "alphabeta" : figure.algorithm);
  const depths = figure.also
    ? h(
        "div",
        { class: "segments small depths", role: "radiogroup", "aria-label": "How deep it is searched" },
        /** @type {[string, ?number][]} */ ([
          ["To the leaves", figure.depth],
          [`Depth ${figure.also}`, figure.also],
        ]).map(([name, depth], i) =>
          h(
            "label",
            {},
            h("input", {
              type: "radio",
              name: "depth",
              checked: i === 0,
              "data-depth": depth ?? 0,
              onchange: () => attempt(open(depth)),
            }),
            h("span", {}, name),
          ),
        ),
      )
    : null;
  const element = h(
    "figure",
    { class: "panel figure", id: "figure" },
    player,
    host,
    outline.host,
    box,
    h("figcaption", {}, figure.caption),
    h(
      "div",
      { class: "row tools" },
      outline.button,
      h("a", { class: "button quiet small", href: `/explorer/tree?${query}` }, "Open in the explorer"),
      h("a", { class: "button quiet small", href: `/algorithms?${beside}` }, "Side by side"),
      h(
        "a",
        { class: "button quiet small", href: `/api/chapters/${chapter.name}/figure`, download: "" },
        "Figure as SVG",
      ),
      h("button", { class: "quiet small", onclick: () => print() }, "Print the chapter"),
      depths,
    ),
  );
  return {
    element,
    first: open(figure.depth),
    shown,
    take,
    passage: (/** @type {Api.PassageView} */ each) => passages.of(each),
    goTo: (/** @type {number} */ step) => stepper.goTo(step),
    reset: () => open(figure.depth),
  };
}

/** Questions on a fresh tree, which takes the place of the chapter's while they are asked.
 * @param {Api.ChapterView} chapter @param {ReturnType<typeof figureOf>} figure */
function drillOf({ name }, figure) {
  const host = h("div", { class: "body" }),
    box = h("section", { class: "panel drill", hidden: true, "aria-label": "Questions on a fresh tree" }, host),
    start = h("button", { class: "small", onclick: () => attempt(begin()) }, "Questions on a fresh tree");
  async function begin() {
    const seed = 1 + Math.floor(Math.random() * 1e6),
      drill = await get(`/api/chapters/${encodeURIComponent(name)}/drill`, { seed });
    await figure.take(drill.figure, drill.figure.depth);
    const { shown, goTo } = figure;
    const close = () => {
      box.hidden = true;
      start.hidden = false;
      attempt(figure.reset());
    };
    const ends = () => [
      button("Another tree", () => attempt(begin()), "primary"),
      button("Back to the chapter's tree", close, "quiet"),
    ];
    box.hidden = false;
    start.hidden = true;
    box.prepend(h("p", { class: "task soft small" }, drill.task));
    $(".task + .task", box)?.remove();
    new Questioning(host, drill.questions, { shown, goTo, close, ends }).ask();
  }
  return { box, start };
}

/** What goes beyond the chapter; opened, it takes its tree into the figure.
 * @param {Api.NoteView[]} notes @param {ReturnType<typeof figureOf>} figure */
const notesOf = (notes, { take, goTo }) =>
  notes.map(({ title, text, figure }) =>
    h(
      "details",
      {
        class: "panel note",
        ontoggle: (event) => {
          if (event.target.open && figure) attempt(take(figure, null).then(() => goTo(Infinity)));
        },
      },
      h("summary", {}, title),
      h("p", {}, text),
      figure && h("p", { class: "soft small" }, "The figure above shows it; the arrow keys step through."),
    ),
  );

/** A question: the first answer counts, and is explained.
 * @param {Api.ChapterView} chapter @param {Api.QuestionView} question @param {number} i @param {() => void} answered */
function questionOf(chapter, question, i, answered) {
  const reason = h("p", { class: "reason", role: "status" });
  const given = progress.of(chapter.name)[i] ?? null;
  const inputs = question.choices.map((choice) =>
    h("input", {
      type: "radio",
      name: `question-${i}`,
      value: choice,
      checked: choice === given,
      onchange: () => take(choice),
    }),
  );
  /** @param {string} choice */
  function explain(choice) {
    const isRight = choice === question.answer;
    for (const input of inputs) input.disabled = true;
    reason.replaceChildren(
      h("span", { class: isRight ? "right" : "wrong" }, isRight ? "✓ Right. " : `✗ No: ${question.answer}. `),
      question.why,
    );
  }
  /** @param {string} choice */
  function take(choice) {
    progress.set(chapter.name, i, choice);
    explain(choice);
    answered();
  }
  if (given !== null) explain(given);
  return h(
    "fieldset",
    { class: "panel question" },
    h("legend", {}, `${i + 1}. ${question.text}`),
    h(
      "div",
      { class: "row" },
      question.choices.map((choice, at) => h("label", { class: "check" }, inputs[at], choice)),
    ),
    reason,
  );
}

/** The way to a real game. @param {Api.ChapterView} chapter @param {Api.GameView} game */
function onward(chapter, game) {
  const query = new URLSearchParams({ depth: String(chapter.depth) });
  const isGrowing = chapter.algorithm === "mcts";
  if (isGrowing) {
    query.set("game", game.name);
    query.set("show", "alphabeta,mcts");
  } else query.set("algorithm", chapter.algorithm);
  const address = isGrowing ? `/algorithms?${query}` : `/explorer/${game.name}?${query}`;
  return h(
    "section",
    { class: "panel onward" },
    h("h2", {}, `Now on ${game.title}`),
    h("p", {}, chapter.next),
    h("a", { class: "button primary", href: address }, `${nameOf(chapter.algorithm)} on ${game.title}`),
  );
}

/** @param {string} name @param {string} text */
const linkTo = (name, text) => h("a", { class: "button", href: `/chapters${name && "/"}${name}` }, text);

/** @param {Api.ChapterView} chapter @param {Api.ChapterTitle[]} titles @param {Api.GameView} game */
async function showChapter(chapter, titles, game) {
  document.title = `${chapter.title} · Plyground`;
  const place = chapter.number - 1,
    before = titles[place - 1],
    after = titles[place + 1];
  const answered = () => showContents(titles, chapter.name),
    figure = figureOf(chapter),
    drill = drillOf(chapter, figure);
  const again = h(
    "button",
    {
      class: "quiet small",
      onclick: () => {
        progress.forget(chapter.name);
        attempt(opened(showChapter(chapter, titles, game)));
      },
    },
    "Answer again",
  );
  $("#chapter").replaceChildren(
    h("h1", {}, `${chapter.number}. ${chapter.title}`),
    h(
      "div",
      { class: "text" },
      chapter.paragraphs.map((passages) => h("p", {}, passages.map(figure.passage))),
    ),
    figure.element,
    drill.box,
    h("h2", { class: "row" }, "Three questions", again, drill.start),
    ...chapter.questions.map((question, i) => questionOf(chapter, question, i, answered)),
    codeOf(chapter, figure) ?? "",
    ...notesOf(chapter.notes, figure),
    onward(chapter, game),
    h(
      "nav",
      { class: "row turn", "aria-label": "Before and after" },
      before ? linkTo(before.name, `← ${before.title}`) : linkTo("", "All chapters"),
      after ? linkTo(after.name, `${after.title} →`) : linkTo("", "All chapters"),
    ),
  );
  answered();
  await figure.first;
}

async function begin() {
  const name = addressPart(),
    asked = name ? Promise.all([get(`/api/chapters/${encodeURIComponent(name)}`), get("/api/games")]) : null;
  asked?.catch(() => {});
  const titles = await get("/api/chapters");
  if (!asked) {
    showContents(titles, "");
    showList(titles);
    return;
  }
  const [chapter, games] = await asked;
  const wanted = remembered.get("game", "");
  const usual = games.find((game) => game.name === wanted) ?? games.find((game) => game.is_usual) ?? games[0];
  await showChapter(chapter, titles, usual);
}

attempt(opened(begin()));
