// Questions about a search, one after the other: each is asked at its step, hinted at, answered and explained; then
// what was wrong is looked at again.

import { $, h } from "../shared/dom.js";

/** @typedef {Api.TreeQuestionView} Question */
/** @typedef {{given: string, isRight: boolean, hints: number}} Answer */
/** What shows the search, and what is done at the end.
 * @typedef {{shown: Shown, goTo: (step: number) => void, changed?: () => void, over?: () => void, close: () => void,
 *   ends: () => Child[]}} Showing
 *   `changed` after each answer; `over` after the last one; `ends` are the buttons below the result */

/** @param {string} text @param {() => void} onclick */
export const button = (text, onclick, kind = "") => h("button", { type: "button", class: kind, onclick }, text);

/** Is it the same number, or the same word? @param {string} given @param {string} answer */
const same = (given, answer) =>
  given.trim().replace("−", "-") === answer ||
  (given.trim() !== "" && Number(given.replace("−", "-")) === Number(answer));

export class Questioning {
  /** @param {HTMLElement} host @param {Question[]} questions @param {Showing} showing
   * @param {Answer[]} answers those that were given before the page was loaded anew */
  constructor(host, questions, showing, answers = []) {
    this.host = host;
    this.questions = questions;
    this.showing = showing;
    this.answers = answers;
    this.hints = 0;
  }
  get current() {
    return this.questions[this.answers.length];
  }
  get score() {
    return this.answers.filter((answer) => answer.isRight).length;
  }

  ask() {
    const question = this.current;
    if (!question) {
      this.review();
      return;
    }
    const { shown, goTo, close } = this.showing;
    this.hints = 0;
    shown.asking = question.step;
    goTo(question.step);
    shown.choose(question.node);
    const field = h("input", { id: "answer", inputmode: "decimal", autocomplete: "off", required: true, size: 8 });
    const row = question.choices
      ? question.choices.map((choice) => button(choice, () => this.take(choice)))
      : [
          h("label", { for: "answer", class: "visually-hidden" }, "Your answer"),
          field,
          h("button", { class: "primary" }, "Answer"),
        ];
    const clue = h("p", { id: "hint", class: "soft", role: "status" });
    const hint = () => {
      this.hints++;
      clue.textContent = question.hint;
    };
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.take(field.value);
    };
    this.fill(
      h(
        "p",
        { class: "soft small" },
        `Question ${this.answers.length + 1} of ${this.questions.length} · ${this.score} right`,
      ),
      h("p", { class: "asked" }, question.text),
      h("form", { onsubmit: submit }, h("div", { class: "row" }, row)),
      h("div", { class: "row" }, button("Hint", hint, "quiet small"), button("End the quiz", close, "quiet small")),
      clue,
    );
    this._focus($("input, .row button", this.host));
  }

  /** @param {string} given */
  take(given) {
    const question = this.current,
      isRight = same(given, question.answer);
    this.answers.push({ given, isRight, hints: this.hints });
    this.showing.changed?.();
    this.show(question);
    this.fill(
      h("p", { class: `${isRight ? "right" : "wrong"}-answer` }, isRight ? "✓ Right." : `✗ No: ${question.answer}.`),
      h("p", {}, question.why),
      h(
        "div",
        { class: "row" },
        button(this.current ? "Next question" : "See the result", () => this.ask(), "primary"),
      ),
    );
    this._focus($("button", this.host));
  }

  /** The result: the score, every wrong answer with the way back to it, and what can be done then. */
  review() {
    const { shown, goTo, over, ends } = this.showing,
      { questions, answers } = this;
    shown.asking = null;
    over?.();
    goTo(Infinity);
    const wrong = questions
      .map((question, i) => ({ question, answer: answers[i], i }))
      .filter(({ answer }) => !answer.isRight);
    this.fill(
      h("p", { class: "asked" }, `${this.score} of ${questions.length} right`),
      wrong.length > 0 &&
        h(
          "ol",
          { class: "wrong" },
          wrong.map(({ question, answer, i }) =>
            h(
              "li",
              { value: i + 1 },
              `${question.text} You said ${answer.given}, it is ${question.answer}. `,
              button("Show", () => this.show(question), "link"),
            ),
          ),
        ),
      h("div", { class: "row" }, ends()),
    );
  }

  /** Show the search where the answer is seen. @param {Question} question */
  show(question) {
    const { shown, goTo } = this.showing;
    shown.asking = null;
    goTo(question.after);
    shown.choose(question.node);
  }

  /** Give the focus, with the search and the question in sight as far as both fit. @param {HTMLElement} element */
  _focus(element) {
    element.focus({ preventScroll: true });
    for (const part of [$(".canvas:not([hidden])"), this.host]) part.scrollIntoView({ block: "nearest" });
  }

  /** @param {...Child} parts */
  fill(...parts) {
    this.host.replaceChildren(.../** @type {Node[]} */ (parts.filter(Boolean)));
    this.showing.shown.draw();
  }
}
