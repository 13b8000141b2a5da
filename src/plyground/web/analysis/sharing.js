// Links, texts, pictures: what leaves the page, and what is pasted into it.

import { post } from "../shared/api.js";
import { $, copy, download, goTo, remembered, attempt } from "../shared/dom.js";
import { pictureText } from "../board/picture_text.js";
import { packedText } from "../shared/packing.js";
import { reach } from "../shared/reach.js";
import { shapesOf, shapesText } from "./annotations.js";
import { asked, askedOf } from "./study.js";

/** Characters that an address may not have, for programs that pass it on. */
const LONG = 8000;

export class Sharing {
  /** @param {Analysis} analysis @param {Keeping} keeping @param {Chapters} chapters */
  constructor(analysis, keeping, chapters) {
    this.analysis = analysis;
    this.keeping = keeping;
    this.chapters = chapters;
    /** The address of the line that is shown; the link that is being made. */
    this.line = "";
    this.latest = Promise.resolve("");
    for (const name of ["change", "chapters", "remarked"]) analysis.addEventListener(name, () => this._update());
    $("#share").addEventListener("toggle", () => this._showLink());
    $("#copy-text").addEventListener("click", () => copy($("#text").value, "Position"));
    $("#copy-link").addEventListener("click", () => attempt(this._link()));
    $("#make-study").addEventListener("click", () => attempt(this._study()));
    $("#text").addEventListener("change", () =>
      attempt(chapters.begin([{ game: analysis.game.name, rules: analysis.rules, start: $("#text").value }])),
    );
    $("#save-record").addEventListener("click", () =>
      attempt(this._record().then((text) => download(`${analysis.game.name}.pgn`, text))),
    );
    $("#copy-record").addEventListener("click", () => attempt(this._record().then((text) => copy(text, "Record"))));
    $("#study-record").addEventListener("click", () =>
      attempt(this._studyRecord().then((text) => download(`${analysis.study.title || "study"}.pgn`, text))),
    );
    $("#save-svg").addEventListener("click", () => attempt(this._picture("svg")));
    $("#save-png").addEventListener("click", () => attempt(this._picture("png")));
    $("#save-animation").addEventListener("click", () => attempt(this._animation("svg")));
    $("#save-gif").addEventListener("click", () => attempt(this._animation("gif")));
    $("#copy-embed").addEventListener("click", () => attempt(this._embed()));
    $("#play-here").addEventListener("click", () => goTo(() => this._playHere()));
    $("#import").addEventListener("click", () => {
      $("#import-error").textContent = "";
      $("#import-dialog").showModal();
      $("#import-text").focus();
    });
    $("#import-go").addEventListener("click", () => this._import($("#import-text").value));
    $("#import-file").addEventListener("change", async () => {
      const [file] = $("#import-file").files;
      if (file) {
        $("#import-text").value = textIn(await file.arrayBuffer());
        this._import($("#import-text").value);
      }
    });
  }

  /** Keep address, link and text up to date. */
  _update() {
    const { game, tree, current, rules } = this.analysis;
    const line = [...tree.path(current), ...tree.line(current)],
      query = new URLSearchParams();
    if (tree.root.position !== game.start) query.set("position", tree.root.position);
    if (line.length) query.set("moves", line.map((node) => node.move).join(","));
    if (line.length && current.ply < line.length) query.set("ply", String(current.ply));
    const shapes = shapesText(shapesOf(current.comment));
    if (shapes) query.set("draw", shapes);
    for (const [name, value] of Object.entries(rules)) query.append("rule", `${name}=${value}`);
    const text = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
    // where an analysis has an address of its own, that stays: a reload brings all of it back
    this.line = `/analysis/${game.name}${text ? `?${text}` : ""}`;
    const path = this.analysis.study.address ?? this.line;
    history.replaceState(
      null,
      "",
      path.length < LONG ? path : `/analysis/${game.name}?position=${encodeURIComponent(current.position)}`,
    );
    $("#text").value = current.position;
    this._showLink();
    $("#to-explorer").href = `/explorer/${game.name}?position=${encodeURIComponent(current.position)}`;
  }

  /** Show the link to all there is, where it is in sight: to pack a study takes time. */
  _showLink() {
    if ($("#share").open) this._show(this._whole(location.origin));
  }

  /** Show a link once it is there, unless another is to be shown by then. @param {Promise<string>} link */
  async _show(link) {
    this.latest = link;
    const text = await link;
    if (this.latest === link) $("#link").value = text;
  }

  async _link() {
    const link = this._whole((await reach()).origin);
    await this._show(link);
    await copy(await link, "Link");
  }

  /** A link that holds all there is, for whoever has it: a line in plain, a tree or a study packed.
   * @param {string} origin */
  async _whole(origin) {
    const { study, tree } = this.analysis,
      content = this.keeping.content(),
      nodes = tree.nodes();
    const isLine = nodes.every(({ parent, glyph, nags, comment }, i) => parent === i && !glyph && !nags && !comment);
    if (!isLine || content.comments?.["0"] || !study.isBare || this.line.length >= LONG) {
      const packed = await packedText(JSON.stringify(study.packed(content)));
      return `${origin}/analysis/${this.analysis.game.name}#study=${packed}`;
    }
    return origin + this.line;
  }

  /** Give the whole analysis a short address, and copy it. */
  async _study() {
    const id = await this.keeping.store(),
      { origin, isReachable } = await reach(),
      { shown } = this.analysis.study,
      url = `${origin}/s/${id}${shown ? `?chapter=${shown + 1}` : ""}`;
    await this._show(Promise.resolve(url));
    await copy(url, isReachable ? "Short link" : "Short link, which works on this machine only,");
  }

  /** The whole tree as a record, with its variations, marks and remarks. */
  async _record() {
    return (await post("/api/tree/record", asked(this.keeping.content()))).text;
  }

  /** All chapters as records, one after the other, with their names in tags. */
  async _studyRecord() {
    const { study } = this.analysis,
      { chapters = [] } = study.packed(this.keeping.content());
    const trees = chapters.map(askedOf(study));
    return (await post("/api/trees/record", { trees })).text;
  }

  /** @param {string} kind */
  async _picture(kind) {
    const { picture, png } = await import("./picture.js"),
      { game, board } = this.analysis,
      drawn = picture(board);
    if (kind === "svg") download(`${game.name}.svg`, drawn.svg, "image/svg+xml");
    else download(`${game.name}.png`, await png(drawn));
  }

  /** The line that is shown, as a picture that moves. @param {"svg" | "gif"} kind */
  async _animation(kind) {
    const { game, tree, current, rules, board } = this.analysis,
      line = [...tree.path(current), ...tree.line(current)],
      { saveAnimation } = await import("../board/animation.js");
    const found = await post("/api/line/animation", {
      kind,
      game: game.name,
      rules,
      start: tree.root.position,
      moves: line.map((node) => node.move),
      turned: board.flipped,
    });
    saveAnimation(found, game.name);
  }

  /** Copy the code that shows the line in a page of one's own. */
  async _embed() {
    const { game, tree, current, rules, board } = this.analysis,
      line = [...tree.path(current), ...tree.line(current)],
      { origin, isReachable } = await reach(),
      query = new URLSearchParams({ position: tree.root.position, moves: line.map((node) => node.move).join(",") });
    query.set("ply", String(tree.path(current).length));
    if (board.flipped) query.set("turned", "");
    for (const [name, value] of Object.entries(rules)) query.append("rule", `${name}=${value}`);
    const text = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("&", "&amp;"),
      // a picture for the first sight, which needs no answer; a board of its own size has to be asked for
      picture = current.view.board ? "" : `#${pictureText(current.view)}`,
      path = `/embed/${game.name}?${text}${picture.replaceAll("&", "&amp;")}`;
    await copy(
      `<iframe src="${origin}${path}" width="420" height="480" title="${game.title}" loading="lazy" ` +
        'style="border:0"></iframe>',
      isReachable ? "Code" : "Code, which works on this machine only,",
    );
  }

  async _playHere() {
    const { game, current, rules } = this.analysis;
    const live = await post("/api/play", {
      game: game.name,
      rules,
      start: current.position,
      you: current.turn === 0 ? "white" : "black",
      level: remembered.get("setup", { level: 3 }).level,
    });
    return `/game/${live.id}`;
  }

  /** @param {string} text */
  async _import(text) {
    try {
      const { texts } = await post("/api/import/all", { text, game: this.analysis.game.name });
      $("#import-dialog").close();
      await this.chapters.begin(texts);
    } catch (/** @type {any} */ error) {
      $("#import-error").textContent = error.message;
    }
  }
}

/** The text of a file: in UTF-8, else in Latin-1, as PGN's standard has it. @param {ArrayBuffer} bytes */
function textIn(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}
