// A study: what is kept under one address. It has a chapter or several, each a game's tree of moves from its own start.

/** The largest number of chapters of a study; the server writes and reads as many records at once. */
export const MAX_CHAPTERS = 64;

const MAX_KNOWN = 20;

/** What can be opened: a game's moves from a start, as a tree (`nodes`) or as a line of `moves`, with what was said of
 * them. `at` is where one stood, `root` what the engine thought of the start, `after` the moves that ended in `result`.
 * @typedef {{game: string, name?: string, rules?: Rules, start?: ?string, moves?: string[], nodes?: Api.TreeNode[],
 *   comments?: Record<string, string>, nags?: number[], tags?: Record<string, string>, result?: string,
 *   termination?: string, after?: string[], at?: string | number, root?: import("./move_tree.js").Found}} Chapter */
/** A study as it is kept; one of a single chapter without a name is that chapter.
 * @typedef {Partial<Chapter> & {id?: ?string, gameId?: string, known?: string[], path?: string, version?: string,
 *   title?: string, shown?: number, chapters?: Chapter[], address?: string}} Kept */

/** The moves of what was kept or read, as the server takes trees of them.
 * @param {Pick<Chapter, "nodes" | "moves" | "comments">} content @returns {Api.TreeNode[]} */
export const nodesOf = ({ nodes, moves = [], comments = {} }) =>
  nodes ?? moves.map((move, i) => ({ parent: i, move, comment: comments[String(i + 1)] ?? "" }));

/** A chapter as the server writes it down; how its game ended is said only while its moves are those that it had.
 * @param {Chapter} chapter @returns {Asked<Api.Post, "/api/tree/record">} */
export function asked({ game, rules = {}, start, comments = {}, nags = [], tags = {}, ...content }) {
  const nodes = nodesOf(content),
    main = /** @type {string[]} */ ([]);
  for (let at = 0, i = 0; i < nodes.length; i++)
    if (nodes[i].parent === at) {
      main.push(nodes[i].move);
      at = i + 1;
    }
  const { result = "*", termination, after = main } = content;
  const isEnded = result !== "*" && String(after) === String(main);
  return {
    game,
    rules,
    ...(start ? { start } : {}),
    nodes: nodes.map(({ parent, move, glyph, nags, comment, starting_comment }) => ({
      parent,
      move,
      glyph,
      nags,
      comment,
      starting_comment,
    })),
    comment: comments["0"] ?? "",
    nags,
    tags,
    ...(isEnded ? { result: /** @type {"1-0"} */ (result), termination } : {}),
  };
}

/** The chapters of a study as the server writes them down, with their names in tags. @param {Study} study */
export const askedOf = (study) => (/** @type {Chapter} */ chapter, /** @type {number} */ i) => {
  const tree = asked(chapter),
    title = study.title ? { StudyName: study.title } : {},
    name = study.isBare ? {} : { ChapterName: study.nameOf(i) };
  return { ...tree, tags: /** @type {Record<string, string>} */ ({ ...title, ...name, ...tree.tags }) };
};

/** What was read as a chapter. The tags of a record say its name, and else who played.
 * @param {Chapter} content @returns {Chapter} */
export function chapterOf({ tags = {}, ...content }) {
  const { StudyName: _, ChapterName, ...others } = tags;
  const players = [tags.White, tags.Black].filter(Boolean).join(" – ");
  return { name: ChapterName ?? players, ...content, tags: others };
}

export class Study {
  /** `chapters` are as `Analysis.open` takes them, each with its `name`. That of the one that is shown is out of date
   * until it is left (`put`). @param {Kept} kept */
  constructor({
    id = null,
    gameId = "",
    known = [],
    path,
    title = "",
    chapters = [{ game: "", name: "" }],
    shown = 0,
  } = {}) {
    this.id = id;
    this.gameId = gameId;
    this.known = known;
    this.path = path;
    this.title = title;
    this.chapters = chapters;
    this.shown = shown;
  }

  /** The study that was kept as `packed` has it. @param {Kept} kept */
  static of({ id, gameId, known, version: _, path, title, chapters, shown, ...bare }) {
    return chapters
      ? new Study({ id, gameId, known, path, title, chapters, shown })
      : new Study({ id, gameId, known, path, chapters: [{ game: "", name: "", ...bare }] });
  }

  /** A new version, by which it is seen later whether another tab has changed the study: `known` are those of this
   * tab, as it may not have been told which of them came to be kept. */
  revised() {
    const version = Math.random().toString(36).slice(2);
    this.known = [...this.known, version].slice(-MAX_KNOWN);
    return version;
  }

  get chapter() {
    return this.chapters[this.shown];
  }

  /** Whether it is no more than the one tree that is shown. */
  get isBare() {
    return this.chapters.length === 1 && !this.title && !this.chapter.name;
  }

  /** The page's address, null where the moves make one. */
  get address() {
    return this.path?.startsWith("/s/") && this.shown ? `${this.path}?chapter=${this.shown + 1}` : (this.path ?? null);
  }

  /** Put away what is shown. @param {Chapter} content */
  put(content) {
    this.chapters[this.shown] = { ...content, name: this.chapter.name };
  }

  /** All of it, for an object that is kept; `content` is what is shown.
   * @param {Chapter} content @returns {Kept} */
  packed(content) {
    if (this.isBare) return content;
    const chapters = this.chapters.map((each, i) => (i === this.shown ? { ...content, name: each.name } : each));
    return { title: this.title, shown: this.shown, chapters };
  }

  /** What a chapter is called in lists. @param {number} index */
  nameOf(index) {
    return this.chapters[index].name || `Chapter ${index + 1}`;
  }

  /** Move the chapter that is shown by one place. @param {number} step */
  move(step) {
    const [chapter] = this.chapters.splice(this.shown, 1);
    this.shown += step;
    this.chapters.splice(this.shown, 0, chapter);
  }
}
