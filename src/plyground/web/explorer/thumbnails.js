// Small boards for the nodes of a tree, asked for when they come into view.

import { post } from "../shared/api.js";

/** The most boards in one request. */
const MOST = 60;
const PATIENCE = 120;

export class Thumbnails {
  /** @param {() => void} changed  is called when boards have come */
  constructor(changed) {
    this.changed = changed;
    this.pictures = new Map();
    this.wanted = /** @type {Map<string, {game: string, root: string, moves: string[]}>} */ (new Map());
    this.timer = 0;
  }

  /** The picture of the position after some moves, as an address; null as long as it has not come.
   * @param {string} game @param {string} root @param {string[]} moves */
  of(game, root, moves) {
    const key = `${game} ${root} ${moves.join(" ")}`;
    if (this.pictures.has(key)) return this.pictures.get(key);
    this.wanted.set(key, { game, root, moves });
    this.timer ||= setTimeout(() => this._ask(), PATIENCE);
    return null;
  }

  async _ask() {
    this.timer = 0;
    const [[, { game, root }]] = this.wanted,
      asked = [...this.wanted].filter(([, each]) => each.game === game && each.root === root).slice(0, MOST);
    this.wanted.clear();
    try {
      const lines = asked.map(([, { moves }]) => moves);
      const { boards } = await post("/api/explorer/boards", { game, position: root, lines });
      asked.forEach(([key], i) => this.pictures.set(key, `data:image/svg+xml,${encodeURIComponent(boards[i])}`));
      this.changed();
    } catch {
      // a tree without boards is still a tree; what is looked at next is asked for again
    }
  }
}
