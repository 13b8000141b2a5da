// The chapters of a study: go to one, add, name, order and delete them.

import { post } from "../shared/api.js";
import { $, $$, h, attempt } from "../shared/dom.js";
import { MAX_CHAPTERS, Study, chapterOf } from "./study.js";

export class Chapters {
  /** @param {Analysis} analysis @param {Keeping} keeping */
  constructor(analysis, keeping) {
    this.analysis = analysis;
    this.keeping = keeping;
    /** @type {?{index: number, chapter: Chapter}} */
    this.deleted = null;
    /** @type {?Study} */
    this.seen = null;
    analysis.addEventListener("open", () => {
      if (analysis.study !== this.seen) this.deleted = null;
      this.seen = analysis.study;
      this._show();
      $("#chapters").open ||= analysis.study.chapters.length > 1;
    });
    $("#study-title").addEventListener("input", () =>
      this._changed(() => (this.study.title = $("#study-title").value)),
    );
    $("#chapter-name").addEventListener("input", () =>
      this._changed(() => (this.study.chapter.name = $("#chapter-name").value)),
    );
    $("#chapter-up").addEventListener("click", () => this._changed(() => this.study.move(-1)));
    $("#chapter-down").addEventListener("click", () => this._changed(() => this.study.move(1)));
    $("#chapter-delete").addEventListener("click", () => attempt(this._delete()));
    $("#chapter-undo").addEventListener("click", () => attempt(this._restore()));
    $("#chapter-add").addEventListener("click", () => this._ask());
    $("#chapter-text").addEventListener("input", () => ($("#chapter-from-text").checked = true));
    $("#chapter-go").addEventListener("click", () => this._answer());
  }

  get study() {
    return this.analysis.study;
  }

  /** Show what was read: as new chapters where the study has several, else as a study of its own.
   * @param {Chapter[]} texts */
  async begin(texts, at = "end") {
    const { StudyName: title = "" } = texts[0].tags ?? {},
      several = texts.length > 1;
    if (this.study?.chapters.length > 1) await this.add(texts.map(chapterOf), at);
    else if (several || title)
      await this.analysis.open(texts[0], at, { study: new Study({ title, chapters: texts.map(chapterOf) }) });
    else await this.analysis.open(texts[0], at);
    if (several) this.keeping.touch();
  }

  /** Add chapters behind the others, and go to the first of them. @param {Chapter[]} chapters */
  async add(chapters, at = "end") {
    const { study } = this,
      first = study.chapters.length;
    if (first + chapters.length > MAX_CHAPTERS) throw new Error(`A study has at most ${MAX_CHAPTERS} chapters.`);
    study.chapters.push(...chapters);
    try {
      await this.show(first, at);
    } catch (/** @type {any} */ error) {
      study.chapters.splice(first, chapters.length);
      throw error;
    }
    this.keeping.touch();
  }

  /** @param {number} index @param {string | number} at */
  show(index, at = this.study.chapters[index].at ?? "start") {
    return this.analysis.open(this.study.chapters[index], at, { study: this.study, chapter: index });
  }

  async _delete() {
    const { study } = this,
      index = study.shown;
    await this.show(index ? index - 1 : 1);
    this.deleted = { index, chapter: study.chapters[index] };
    study.chapters.splice(index, 1);
    if (study.shown > index) study.shown -= 1;
    this._changed();
  }

  async _restore() {
    if (!this.deleted) return;
    const { index, chapter } = this.deleted,
      { study } = this;
    this.deleted = null;
    study.chapters.splice(index, 0, chapter);
    if (study.shown >= index) study.shown += 1;
    await this.show(index);
    this._changed();
  }

  _changed(change = () => {}) {
    change();
    this._show();
    this.keeping.touch();
    this.analysis.dispatchEvent(new Event("chapters"));
  }

  _show() {
    const { chapters, shown, title } = this.study,
      isOne = chapters.length === 1;
    $("#chapter-count").textContent = isOne ? "" : chapters.length;
    const buttons = chapters.map((_, i) =>
      h(
        "button",
        {
          type: "button",
          "aria-current": i === shown ? "true" : "false",
          onclick: () => i !== this.study.shown && attempt(this.show(i)),
        },
        this.study.nameOf(i),
      ),
    );
    $("#chapters ol").replaceChildren(...buttons.map((each) => h("li", {}, each)));
    for (const [selector, text] of [
      ["#study-title", title],
      ["#chapter-name", chapters[shown].name ?? ""],
    ])
      if (document.activeElement !== $(selector)) $(selector).value = text;
    $("#chapter-name").placeholder = `Chapter ${shown + 1}`;
    $("#chapter-up").disabled = shown === 0;
    $("#chapter-down").disabled = shown === chapters.length - 1;
    $("#chapter-delete").disabled = isOne;
    $("#chapter-undo").hidden = !this.deleted;
    $("#study-record").hidden = isOne;
  }

  _ask() {
    $("#chapter-error").textContent = "";
    $("#chapter-text").value = "";
    $("#chapter-new").value = "";
    $("#chapter-game").replaceChildren(...[...$("#game").children].map((each) => each.cloneNode(true)));
    $("#chapter-game").value = this.analysis.game.name;
    $("#chapter-from-start").checked = true;
    $("#chapter-dialog").showModal();
    $("#chapter-new").focus();
  }

  async _answer() {
    const { game, rules, current } = this.analysis,
      [{ value: from }] = $$('#chapter-dialog [name="from"]').filter((each) => each.checked);
    try {
      /** @type {Record<string, () => Chapter[] | Promise<Chapter[]>>} */
      const contents = {
        start: () => [{ game: $("#chapter-game").value }],
        position: () => [{ game: game.name, rules, start: current.position }],
        text: async () =>
          (await post("/api/import/all", { text: $("#chapter-text").value, game: $("#chapter-game").value })).texts,
      };
      const chapters = (await contents[from]()).map(chapterOf);
      const name = $("#chapter-new").value.trim();
      if (name) chapters[0].name = name;
      await this.add(chapters, "start");
      $("#chapter-dialog").close();
    } catch (/** @type {any} */ error) {
      $("#chapter-error").textContent = error.message;
    }
  }
}
