// Questions on fresh trees for a course: a teacher chooses chapters, how many and which, and takes them as a file.

import { get } from "../shared/api.js";
import { $$, h, attempt } from "../shared/dom.js";

const FORMATS = { moodle: "Moodle XML", gift: "GIFT", qti: "QTI 2.1" };

/** @param {Api.ChapterTitle[]} titles */
export function bank(titles) {
  const count = h("input", { type: "number", name: "count", min: 1, max: 100, value: 5, required: true }),
    seed = h("input", { type: "number", name: "seed", min: 0, max: 999999, value: 1, required: true }),
    list = h("div", { "aria-live": "polite" });
  const chosen = h(
    "fieldset",
    {},
    h("legend", {}, "Chapters"),
    h(
      "div",
      { class: "chips" },
      titles.map(({ name, title }) =>
        h("label", { class: "check" }, h("input", { type: "checkbox", value: name, checked: true }), title),
      ),
    ),
  );
  const asked = () => ({
    chapters: $$("input:checked", chosen)
      .map((box) => box.value)
      .join(","),
    count: Number(count.value),
    seed: Number(seed.value),
  });
  /** The address of a file of the questions that are ticked. @param {string} format */
  function address(format) {
    const without = $$("input:not(:checked)", list).map((box) => box.value);
    const query = new URLSearchParams(Object.entries(asked()).map(([name, value]) => [name, String(value)]));
    if (without.length) query.set("without", without.join(","));
    return `/api/questions/export/${format}?${query}`;
  }
  const files = Object.entries(FORMATS).map(([format, name]) =>
    h("a", { class: "button", download: "", id: `as-${format}` }, name),
  );
  const renew = () => Object.keys(FORMATS).forEach((format, i) => files[i].setAttribute("href", address(format)));
  async function show() {
    const questions = await get("/api/questions", asked());
    list.replaceChildren(
      h(
        "ol",
        {},
        questions.map(({ name, text, answer, why }) =>
          h(
            "li",
            {},
            h(
              "label",
              { class: "check" },
              h("input", { type: "checkbox", value: name, checked: true, onchange: renew }),
              text,
            ),
            h("details", { class: "small" }, h("summary", {}, "Answer"), `${answer}. ${why}`),
          ),
        ),
      ),
    );
    renew();
  }
  const form = h(
    "form",
    {
      class: "body",
      oninput: () => {
        list.replaceChildren();
        renew();
      },
      onsubmit: (event) => {
        event.preventDefault();
        attempt(show());
      },
    },
    h(
      "p",
      { class: "soft small" },
      "Each question is on a tree of its own, drawn by the seed. See them, leave some out, and take the file.",
    ),
    chosen,
    h(
      "div",
      { class: "row" },
      h("label", {}, "Of each chapter ", count),
      h("label", {}, "Seed ", seed),
      h("button", {}, "See the questions"),
      files,
    ),
  );
  renew();
  return h(
    "details",
    { class: "panel bank" },
    h("summary", { class: "body" }, "Questions for your course"),
    form,
    h("div", { class: "body" }, list),
  );
}
