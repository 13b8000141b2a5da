// Keep analyses: a tab takes up what it showed after a reload, and the server keeps what was made, with its review.

import { get, post } from "../shared/api.js";
import { BACK } from "../shared/connection.js";
import { $, h, remembered, toast, attempt } from "../shared/dom.js";
import { tab } from "../shared/storage.js";
import { Study, nodesOf } from "./study.js";

/** Milliseconds without a change after which an analysis is kept. */
const WAIT = 300;
/** How many of the earlier analyses are offered. */
const MOST = 12;
/** Under which name the tab remembers what it shows. */
const TAB = "analysis";
/** Characters beyond which a study is kept without what the engine thought of its moves. */
const MUCH = 900_000;
/** The same for a study that is kept while the page is being left: browsers let no more outlive a page. */
const MUCH_AT_LAST = 30_000;

/** Answers after which a study cannot be changed here any more: it is another browser's, deleted, or outdated. */
const APART = [403, 404, 409];
const COPIED = "This analysis has been changed in another tab, too. What is shown here is kept as one of its own.";

const address = () => location.pathname + location.search;

/** @typedef {import("./study.js").Kept} Kept */

export class Keeping {
  /** @param {Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    /** What is being kept; the id that it is kept under. @type {Promise<string | void>} */
    this.saving = Promise.resolve();
    /** What stood there when it was opened. @type {?string} */
    this.begun = null;
    /** Whether it was reviewed; whether something is to be kept. */
    this.isReviewed = this.due = false;
    this.timer = 0;
    analysis.addEventListener("leave", () => {
      this.save();
      analysis.study.put(this._shown());
    });
    analysis.addEventListener("open", () => {
      this.begun = null;
      this.list();
    });
    analysis.addEventListener("reviewed", () => {
      // also one that has found nothing to remark on
      this.isReviewed = true;
      this._later();
    });
    for (const name of ["change", "remarked"]) analysis.addEventListener(name, () => this._later());
    window.addEventListener("pagehide", () => this.save({ isLast: true }));
    this._moveToServer();
  }

  /** What this tab showed at this address before it was loaded anew; null if it was something else. @returns {?Kept} */
  ofTab() {
    const kept = tab.get(TAB, /** @type {any} */ (null));
    return kept?.address === address() ? kept : null;
  }

  /** The analysis of this address: what this tab showed of it, unless another tab has changed it meanwhile.
   * @param {string} id */
  async ofAddress(id) {
    const shown = this.ofTab();
    try {
      const kept = await this.ofServer(id);
      return shown && (!kept.id || !shown.known || shown.known.includes(kept.known?.[0] ?? "")) ? shown : kept;
    } catch (/** @type {any} */ error) {
      if (!shown || error.status !== 0) throw error;
      return shown;
    }
  }

  /** The kept analysis of a finished game; null if there is none. @param {string} id */
  async ofGame(id) {
    const { studies } = await get("/api/studies", { game_id: id });
    return studies.length ? this.ofServer(studies[0].id) : null;
  }

  /** A kept analysis; one of another browser's is copied as soon as it is changed.
   * @param {string} id @returns {Promise<Kept>} */
  async ofServer(id) {
    const answer = await get(`/api/studies/${encodeURIComponent(id)}`),
      state = JSON.parse(answer.state);
    return answer.yours
      ? { ...state, id, gameId: answer.game_id, known: [state.version ?? ""] }
      : { ...state, id: null, gameId: "" };
  }

  /** Show an analysis that was kept, at a chapter. @param {Kept} kept */
  async takeUp(kept, chapter = -1) {
    const study = Study.of(kept);
    if (study.chapters[chapter]) study.shown = chapter;
    await this.analysis.open(study.chapter, study.chapter.at, { study });
    this.begun = this._content();
    this.analysis.dispatchEvent(new Event("taken up"));
  }

  /** Keep the study although no move of the chapter has changed. */
  touch() {
    this.begun = "";
    this._later();
  }

  /** What a user has put into the chapter that is shown. @returns {Chapter} */
  content() {
    return JSON.parse(this._content());
  }

  _later() {
    clearTimeout(this.timer);
    // what stands there at the beginning need not be kept: it came from a link or a record
    this.begun ??= this._content();
    this.due = true;
    this.timer = setTimeout(() => this.save(), WAIT);
  }

  /** Keep what is shown, if it is not as it was opened. */
  save({ isLast = false } = {}) {
    clearTimeout(this.timer);
    if (!this.due) return;
    this.due = false;
    const { study } = this.analysis,
      state = this._state(),
      isNew = this._content() !== this.begun || (this.isReviewed && study.gameId);
    this.isReviewed = false;
    if (isNew && (!study.isBare || state.nodes?.length || state.comments?.[0])) this.store(state, { isLast });
    else this._remember(state);
  }

  /** Have the tab remember what it shows. @param {object} state */
  _remember(state) {
    tab.set(TAB, { ...state, ...this._source(), address: address() });
  }

  /** Store what is shown under its own address, which it gets now if it has none; the address is returned. */
  store(state = this._state(), { isLast = false } = {}) {
    const { study, game } = this.analysis;
    const chapters = state.chapters ?? [/** @type {Chapter} */ (state)],
      versioned = { ...state, version: study.revised() };
    this._remember(state);
    let text = JSON.stringify(versioned);
    const most = isLast ? MUCH_AT_LAST : MUCH;
    if (text.length > most) text = JSON.stringify(versioned, (key, value) => (key === "thought" ? undefined : value));
    const body = {
      title: study.title || game.label,
      moves: Math.min(
        5000,
        chapters.reduce((sum, each) => sum + nodesOf(each).length, 0),
      ),
      state: text,
      game_id: study.gameId ?? "",
    };
    const outlive = isLast && text.length <= MUCH_AT_LAST;
    // a page that is being left cannot wait for what is under way
    this.saving = (isLast ? Promise.resolve() : this.saving.catch(() => {})).then(async () => {
      const { id } = await this._posted(study, body, { outlive });
      study.id = id;
      if (study.path?.startsWith("/s/") || (!study.path && study.chapters.length > 1)) {
        study.path = `/s/${id}`;
        if (study === this.analysis.study) this.analysis.dispatchEvent(new Event("chapters"));
      }
      if (study === this.analysis.study) this._remember(this._state());
      this.list();
      return id;
    });
    // what could not be kept is kept as soon as the server answers
    this.saving.catch((error) => {
      if (error.status === 0) window.addEventListener(BACK, () => this._later(), { once: true });
    });
    attempt(this.saving);
    return this.saving;
  }

  /** Keep a study; under another id where the one it had cannot be changed any more.
   * @param {Study} study @param {Asked<Api.Post, '/api/studies'>} body @param {{outlive?: boolean}} options */
  async _posted(study, body, options) {
    if (!study.id) return post("/api/studies", body, options);
    try {
      return await post(`/api/studies/${study.id}`, { ...body, known: study.known }, options);
    } catch (/** @type {any} */ error) {
      if (!APART.includes(error.status)) throw error;
      if (error.status === 409) toast(COPIED);
      return post("/api/studies", body);
    }
  }

  /** The study, and where it comes from, as they are kept. */
  _state() {
    return this.analysis.study.packed(this._shown());
  }
  _source() {
    const { id, gameId, known, path } = this.analysis.study;
    return { id, gameId, known, path };
  }

  /** The chapter that is shown, with what the engine thinks of it and where one stands. @returns {Chapter} */
  _shown() {
    const { tree, current } = this.analysis;
    return { ...this.content(), ...tree.packed(current) };
  }

  /** What a user has put there, as a text: neither where one stands nor what the engine thinks. */
  _content() {
    const { game, rules, tags, ending, tree } = this.analysis,
      { nags } = tree.root,
      nodes = tree.nodes();
    return JSON.stringify({
      game: game.name,
      rules,
      tags,
      ...ending,
      start: tree.root.position,
      comments: { 0: tree.root.comment },
      ...(nags.length ? { nags } : {}),
      nodes,
    });
  }

  /** List the analyses that were kept, but for the one that is shown. */
  async list() {
    let studies = /** @type {Api.StudyLine[]} */ ([]);
    try {
      ({ studies } = await get("/api/studies"));
    } catch {
      /* a server that is away is told of elsewhere */
    }
    const others = studies.filter((each) => each.id !== this.analysis.study.id && !each.game_id).slice(0, MOST);
    $("#earlier").hidden = !others.length;
    $("#earlier ul").replaceChildren(
      ...others.map((kept) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "link",
              onclick: () => attempt(this.ofServer(kept.id).then((each) => this.takeUp(each))),
            },
            `${kept.title} · ${kept.moves} ${kept.moves === 1 ? "move" : "moves"}`,
          ),
          h("span", { class: "soft" }, ` · ${new Date(kept.changed * 1000).toLocaleString()}`),
        ),
      ),
    );
  }

  /** Analyses that an earlier version kept in the browser. */
  async _moveToServer() {
    const kept = remembered.get("analyses", /** @type {any[]} */ ([]));
    if (!kept.length) return;
    remembered.set("analyses", []);
    for (const { id: _, address: __, when: ___, ...state } of kept.toReversed()) {
      const study = { title: state.title, moves: state.nodes.length, state: JSON.stringify(state) };
      await attempt(post("/api/studies", study));
    }
    this.list();
  }
}
