// The analysis page: a board, a tree of moves, and what the engine says.

import { ApiError, get, look, position, post } from "../shared/api.js";
import { $, $$, addressPart, h, opened, sentence, showMissing, tell, toast, attempt, unset } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { fillGames } from "../shared/names.js";
import { unpackedText } from "../shared/packing.js";
import { OpeningPanel } from "./openings.js";
import { TablePanel } from "../shared/tables.js";
import { hear, soundSwitch } from "../shared/sound.js";
import { Overlays } from "../board/overlays.js";
import { moveMark } from "../board/events.js";
import { boardToPlay } from "../board/steps.js";
import { shapesIn, shapesOf, withShapes, withWords, wordsOf } from "./annotations.js";
import { ASSESSMENTS, GLYPHS, toggled } from "./marks.js";
import { Tree } from "./move_tree.js";
import { scoreOf, showTree } from "./move_list.js";
import { EnginePanel } from "./engine_panel.js";
import { EvaluationPanel } from "./evaluation_panel.js";
import { Chapters } from "./chapters.js";
import { Editor } from "./editor.js";
import { Keeping } from "./keeping.js";
import { Review } from "./review.js";
import { Sharing } from "./sharing.js";
import { Study, nodesOf } from "./study.js";

/** @typedef {MoveNode & {view: View}} SeenNode */

/** What the parts of the page share. */
export class Analysis extends EventTarget {
  /** @type {Look} */
  game = unset();
  /** @type {Board} */
  board = unset();
  /** @type {Tree} */
  tree = unset();
  /** The node that is shown, and the one that will be as soon as its position is there. @type {SeenNode} */
  current = unset();
  /** @type {MoveNode} */
  going = unset();
  opening = new Latest();
  /** @type {Rules} */
  rules = {};
  /** @type {Record<string, string>} */
  tags = {};
  /** How the game ended, where its moves do not tell, and the moves `after` which it did.
   * @type {{result?: string, termination?: string, after?: string[]}} */
  ending = {};
  /** What it is a chapter of, and where that comes from and is kept.
   * @type {Study} */
  study = unset();
  /** What else stands on the page and looks after itself. @type {object[]} */
  parts = [];

  /** Begin with a tree of moves from a start, or with a line of them. Then be at its "start" or "end", or at a node.
   * It is the chapter of that number of a study.
   * @param {Chapter} content @param {string | number} at @param {{study?: Study, chapter?: number}} options */
  async open(content, at = "end", { study = new Study(), chapter = study.shown } = {}) {
    const { game, rules = {}, start, comments = {}, nags = [], tags = {}, ...more } = content;
    const isLatest = this.opening.begin(),
      chosen = await look(game);
    const nodes = nodesOf(content);
    const bare = nodes.map(({ parent, move }) => ({ parent, move }));
    const [first, { steps }] = await Promise.all([
      position(game, start ?? undefined, undefined, rules),
      nodes.length ? post("/api/tree", { game, rules, ...(start ? { start } : {}), nodes: bare }) : { steps: [] },
    ]);
    const tree = new Tree(first.position, first.turn);
    Object.assign(tree.root, more.root, { view: first, nags, comment: comments["0"] ?? "" });
    const known = tree.fill(nodes, steps);
    const current = (at === "end" ? tree.line().at(-1) : known[Number(at)]) ?? tree.root;
    /** @type {Analysis["ending"]} */
    const ending = more.result && more.result !== "*" ? { result: more.result, termination: more.termination } : {};
    if (ending.result) ending.after = more.after ?? tree.line().map((node) => node.move);
    current.view ??= await position(game, current.parent.position, current.move, rules);
    if (!isLatest()) return;
    if (this.tree) this.dispatchEvent(new Event("leave"));
    const sameGame = this.board && this.game.name === game;
    study.shown = chapter;
    Object.assign(this, { study, game: chosen, rules, tags, ending, tree, current, going: current });
    if (!sameGame) this._newBoard();
    $("#game").value = game;
    showPlayers(tags);
    document.title = `${chosen.title} analysis · Plyground`;
    this.dispatchEvent(new Event("open"));
    await this.go(current, { quick: true });
  }

  _newBoard() {
    this.board = boardToPlay($("#board"), $("#steps"), this.game, (text) => this.play(text), {
      rules: () => this.rules,
    });
    hear(this.board);
    this.board.addEventListener("drawn", (event) => {
      this.current.comment = withShapes(this.current.comment, event.detail.shapes);
      this.dispatchEvent(new Event("remarked"));
    });
    overlays.setUp(this.game, this.board);
  }

  /** Go to a node of the tree. @param {MoveNode} node */
  async go(node, { quick = false } = {}) {
    this.going = node;
    try {
      node.view ??= await (node.parent
        ? position(this.game.name, node.parent.position, node.move, this.rules)
        : position(this.game.name, node.position, undefined, this.rules));
    } catch (/** @type {any} */ error) {
      if (this.going === node) this.going = this.current;
      throw error;
    }
    if (this.going !== node) return;
    this.current = /** @type {SeenNode} */ (node);
    this.board.show(this.current.view, { quick });
    this.board.setDrawing(shapesOf(node.comment));
    this.changed();
    this.dispatchEvent(new Event("go"));
  }

  /** Play a move where we are. @param {string} text */
  async play(text) {
    const from = (this.going = this.current),
      { tree } = this;
    try {
      const view = await position(this.game.name, from.position, text, this.rules);
      if (this.tree !== tree || this.going !== from) return; // gone elsewhere meanwhile
      const node = this.tree.add(from, {
        move: view.move ?? text,
        squares: view.last ?? [],
        position: view.position,
        turn: view.turn,
        outcome: view.outcome?.text ?? null,
        mark: moveMark(view.events ?? []),
      });
      node.view ??= view;
      await this.go(node);
    } catch (/** @type {any} */ error) {
      if (this.current === from) this.board.restore();
      if (!(error instanceof ApiError)) throw error;
      tell(error);
    }
  }

  /** Draw what depends on tree and place. */
  changed() {
    showTree($("#tree"), this.tree, this.current, (node) => attempt(this.go(node)));
    const { outcome, turn } = this.current.view;
    $("#state").textContent = outcome ? sentence(outcome.text) : `${this.game.colors[turn]} to move`;
    showAnnotation();
    this.dispatchEvent(new Event("change"));
  }

  /** The nodes of the line we are on: to the current node and on along its main continuation. */
  line() {
    return [this.tree.root, ...this.tree.path(this.current), ...this.tree.line(this.current)];
  }
}

const analysis = new Analysis();
const engine = new EnginePanel(analysis);
const editor = new Editor(analysis, (content) => chapters.begin([content]));
const review = new Review(analysis, engine);
const keeping = new Keeping(analysis);
const chapters = new Chapters(analysis, keeping);
const overlays = new Overlays($("#overlays"));
const tables = new TablePanel($("#tables"), (text) => attempt(analysis.play(text)));
const openings = new OpeningPanel($("#openings"), (text) => attempt(analysis.play(text)));
const evaluation = new EvaluationPanel($("#evaluation"), analysis);
analysis.addEventListener("go", () => openings.show(analysis.game, analysis.current.view, analysis.board));
analysis.addEventListener("go", () => {
  const { game, current, rules, board } = analysis;
  tables.show(game, current.view, rules, board);
  overlays.show(current.view, rules);
});
analysis.addEventListener("thought", showLive);
analysis.addEventListener("go", showLive);
analysis.parts = [review, new Sharing(analysis, keeping, chapters)];
analysis.addEventListener("reviewed", () => attempt(lookBack()), { once: true });

/** Once there is a review, its mistakes can be learned from. */
async function lookBack() {
  const { Retrospect } = await import("./retrospect.js");
  analysis.parts.push(new Retrospect(analysis, engine, review));
}

/** Show beside the moves what the engine thinks here, and what it would play. */
function showLive() {
  const score = scoreOf(analysis.current),
    best = analysis.current.thought?.lines[0]?.moves[0];
  $("#live-best").textContent = score ? `${score}${best ? ` · ${best}` : ""}` : "";
  const shown = $('#tree [aria-current="true"]');
  if (shown && score) shown.dataset.score = score;
}

// ---------------------------------------------------------------------------------------------------- walking

const walks = {
  first: () => analysis.tree.root,
  back: () => analysis.going.parent,
  on: () => analysis.going.children[0],
  last: () => analysis.tree.line(analysis.going).at(-1),
  sideBack: () => sibling(-1),
  sideOn: () => sibling(1),
};
/** @param {number} step */
function sibling(step) {
  const siblings = analysis.going.parent?.children ?? [];
  return siblings[siblings.indexOf(analysis.going) + step] ?? analysis.going.children[step > 0 ? 1 : 0];
}
/** @param {keyof typeof walks} name */
function walk(name) {
  if (editor.editing) return;
  const node = walks[name]();
  if (node) attempt(analysis.go(node));
}
for (const button of $$("[data-walk]")) button.addEventListener("click", () => walk(button.dataset.walk));
soundSwitch($("#sound"));
$("#flip").addEventListener("click", () => flip());
function flip() {
  analysis.board.flip();
  engine.showBar();
}

// ---------------------------------------------------------------------------------------------------- remarks

/** A button with a mark for the current move.
 * @param {string} sign @param {string} name @param {string} kind @param {(node: MoveNode) => void} put */
function marking(sign, name, kind, put) {
  const onclick = () => {
    put(analysis.current);
    analysis.changed();
  };
  return h("button", { type: "button", title: name, "aria-label": name, class: `glyph ${kind}`, onclick }, sign);
}
$(".glyphs").append(
  ...GLYPHS.map(([glyph, kind, name]) =>
    marking(glyph, name, kind, (node) => (node.glyph = node.glyph === glyph ? "" : glyph)),
  ),
);
$(".assessments").append(
  ...ASSESSMENTS.map(([number, sign, name]) =>
    marking(sign, name, "sign", (node) => (node.nags = toggled(node.nags, number))),
  ),
);

/** Who has played, where and when, as the tags of a record say. @param {Record<string, string>} tags */
function showPlayers({ White, Black, Event: event, Date: date }) {
  const [white, black, ...more] = [White, Black, event, date].map((tag) => (/^[?.*\s]*$/.test(tag ?? "") ? "" : tag));
  $("#players").textContent = [`${white || "?"} – ${black || "?"}`, ...more].filter(Boolean).join(" · ");
  $("#players").hidden = !white && !black;
}

function showAnnotation() {
  const node = analysis.current;
  $("#annotate").hidden = !node.parent;
  $$(".glyphs button").forEach((button, i) => button.setAttribute("aria-pressed", GLYPHS[i][0] === node.glyph));
  $$(".assessments button").forEach((button, i) =>
    button.setAttribute("aria-pressed", node.nags.includes(ASSESSMENTS[i][0])),
  );
  if (document.activeElement !== $("#comment")) $("#comment").value = wordsOf(node.comment);
  $("#promote").hidden = !node.parent || analysis.tree.isMain(node);
}
$("#comment").addEventListener("input", () => {
  analysis.current.comment = withWords(analysis.current.comment, $("#comment").value);
  analysis.dispatchEvent(new Event("remarked"));
  showTree($("#tree"), analysis.tree, analysis.current, (node) => attempt(analysis.go(node)));
});
$("#promote").addEventListener("click", () => {
  analysis.tree.promote(analysis.current);
  analysis.changed();
});
$("#delete").addEventListener("click", () => attempt(analysis.go(analysis.tree.remove(analysis.current))));

// ---------------------------------------------------------------------------------------------------- keys

document.addEventListener("keydown", (event) => {
  if (
    event.target.closest("input:not([type=checkbox]), textarea, select, dialog[open]") ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !analysis.tree
  )
    return;
  /** @type {Record<string, () => unknown>} */
  const keys = {
    ArrowLeft: () => walk(event.shiftKey ? "sideBack" : "back"),
    ArrowRight: () => walk(event.shiftKey ? "sideOn" : "on"),
    ArrowUp: () => walk("first"),
    ArrowDown: () => walk("last"),
    Home: () => walk("first"),
    End: () => walk("last"),
    f: flip,
    l: () => engine.toggle(),
    " ": () => engine.playBest(),
    a: () => engine.toggleArrows(),
    x: () => engine.toggleThreat(),
    w: () => evaluation.toggle(),
    i: () => review.next("?!"),
    m: () => review.next("?"),
    b: () => review.next("??"),
    Backspace: () => analysis.board.back(),
    c: () => {
      if (!$("#annotate").hidden) $("#comment").focus();
    },
    e: () => editor.toggle(),
    "?": () => $("#help-dialog").showModal(),
    Escape: () => {
      if (editor.editing) editor.close();
      else analysis.board.cancel();
    },
  };
  if (editor.editing && !["f", "e", "?", "Escape"].includes(event.key)) return;
  if (event.target.closest("button, a, summary, input") && [" ", "Enter"].includes(event.key)) return;
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
$("#help").addEventListener("click", () => $("#help-dialog").showModal());
$("#board").addEventListener(
  "wheel",
  (/** @type {WheelEvent} */ event) => {
    if (event.ctrlKey || Math.abs(event.deltaY) < 4 || matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    walk(event.deltaY > 0 ? "on" : "back");
  },
  { passive: false },
);

// ---------------------------------------------------------------------------------------------------- beginning

$("#game").addEventListener("change", () => {
  attempt(chapters.begin([{ game: $("#game").value }]));
});

/** Show a line of moves; of one with a move that cannot be played, what stands before it.
 * @param {{game: string, rules: Rules, start?: string, moves: string[]}} line */
async function openLine(line) {
  try {
    await analysis.open(line);
  } catch (/** @type {any} */ error) {
    if (error.status !== 400 || !line.moves.length) throw error;
    const { steps, wrong } = await post("/api/line", { ...line, lenient: true });
    await analysis.open({ ...line, moves: steps.map((step) => step.move) });
    toast(`Move ${steps.length + 1} of this link: ${wrong} The moves before it are shown.`, "bad");
  }
}

async function begin() {
  const games = await get("/api/games");
  const ofTab = keeping.ofTab(),
    isStudy = location.pathname.startsWith("/s/");
  const name = fillGames($("#game"), games, isStudy ? "" : addressPart());
  const query = new URLSearchParams(location.search);
  const rules = Object.fromEntries(query.getAll("rule").map((rule) => rule.split("=")));
  try {
    if (query.has("arena")) {
      await analysis.open(
        await get(`/api/arena/${Number(query.get("arena"))}/games/${Number(query.get("game"))}`),
        "start",
      );
    } else if (location.hash.startsWith("#study=")) {
      const packed = location.hash.slice("#study=".length);
      history.replaceState(null, "", location.pathname);
      const text = await unpackedText(packed).catch(() => "");
      if (text) await keeping.takeUp(JSON.parse(text));
      else throw new ApiError("This link is damaged: the study in it cannot be read.", 400);
    } else if (isStudy) {
      const id = addressPart();
      const kept = { ...(await keeping.ofAddress(id)), path: location.pathname };
      await keeping.takeUp(kept, Number(query.get("chapter")) - 1);
    } else if (query.has("game")) {
      const id = query.get("game") ?? "",
        kept = ofTab ?? (await keeping.ofGame(id)),
        source = { gameId: id, path: `${location.pathname}?game=${encodeURIComponent(id)}` };
      if (kept) await keeping.takeUp({ ...kept, ...source });
      else {
        const { text } = await get(`/api/play/${encodeURIComponent(id)}/record`);
        await analysis.open(await post("/api/import", { text }), "end", { study: new Study(source) });
      }
    } else if (ofTab) {
      await keeping.takeUp(ofTab);
    } else {
      const moves = query.get("moves")?.split(",").filter(Boolean) ?? [];
      await openLine({ game: name, rules, start: query.get("position") ?? undefined, moves });
      const ply = Number(query.get("ply"));
      if (query.has("ply"))
        await analysis.go([analysis.tree.root, ...analysis.tree.line()][ply] ?? analysis.current, { quick: true });
      const shapes = shapesIn(query.get("draw") ?? "");
      if (shapes.length) {
        analysis.current.comment = withShapes(analysis.current.comment, shapes);
        analysis.board.setDrawing(shapes);
      }
    }
  } catch (/** @type {any} */ error) {
    if (!(error instanceof ApiError)) throw error;
    // what is kept elsewhere, or no longer, has nothing to do with a game's start
    if (error.status === 404 && (isStudy || query.has("game"))) return showMissing("analysis", error);
    tell(error);
    await analysis.open({ game: name });
  }
}

window.analysis = analysis;
attempt(opened(begin()));
