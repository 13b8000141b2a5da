// Keep analyses in this browser: what a reload or another page would lose is taken up again, with its review.

import { $, h, remembered, told } from "../shared/dom.js";

/** Milliseconds without a change after which an analysis is kept. */
const WAIT = 300;
/** How many analyses are kept, the latest first. */
const MOST = 12;
/** Under which name the tab remembers what it shows. */
const TAB = "plyground.analysis";

const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
const address = () => location.pathname + location.search;

export class Keeping {
  constructor(analysis) {
    this.analysis = analysis;
    this.id = newId();
    analysis.addEventListener("leave", () => this.save());
    analysis.addEventListener("open", () => {
      this.id = newId();
      this.begun = null;
      this.list();
    });
    for (const name of ["change", "remarked"]) analysis.addEventListener(name, () => this._later());
    window.addEventListener("pagehide", () => this.save());
  }

  /** What this tab showed at this address before it was loaded anew; null if it was something else. */
  ofTab() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(TAB));
      return kept?.address === address() ? kept : null;
    } catch {
      return null;
    }
  }

  /** Show an analysis that was kept. */
  async takeUp(kept) {
    await this.analysis.open(kept, kept.at);
    this.id = kept.id;
    this.begun = this._content();
    this.analysis.dispatchEvent(new Event("taken up"));
    this.list();
  }

  _later() {
    clearTimeout(this.timer);
    // what stands there at the beginning need not be kept: it came from a link or a record
    this.begun ??= this._content();
    this.due = true;
    this.timer = setTimeout(() => this.save(), WAIT);
  }

  /** Keep what is shown, if it is not as it was opened. */
  save() {
    clearTimeout(this.timer);
    if (!this.due) return;
    this.due = false;
    const { analysis } = this,
      content = this._content();
    const packed = analysis.tree.packed(analysis.current);
    const kept = {
      ...JSON.parse(content),
      ...packed,
      id: this.id,
      address: address(),
      title: analysis.game.title,
      when: Date.now(),
    };
    try {
      sessionStorage.setItem(TAB, JSON.stringify(kept));
    } catch {
      /* private mode, or no room */
    }
    if (content === this.begun || !packed.nodes.length) return;
    const others = remembered.get("analyses", []).filter((each) => each.id !== this.id);
    remembered.set("analyses", [kept, ...others].slice(0, MOST));
    this.list();
  }

  /** What a user has put there, as a text: neither where one stands nor what the engine thinks. */
  _content() {
    const { game, rules, tags, ending, tree } = this.analysis;
    const nodes = tree.nodes();
    return JSON.stringify({
      game: game.name,
      rules,
      tags,
      ...ending,
      start: tree.root.position,
      comments: { 0: tree.root.comment },
      nodes,
    });
  }

  /** List the analyses that were kept, but for the one that is shown. */
  list() {
    const others = remembered.get("analyses", []).filter((each) => each.id !== this.id);
    $("#earlier").hidden = !others.length;
    $("#earlier ul").replaceChildren(
      ...others.map((kept) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "link", onclick: () => told(this.takeUp(kept)) },
            `${kept.title} · ${kept.nodes.length} ${kept.nodes.length === 1 ? "move" : "moves"}`,
          ),
          h("span", { class: "soft" }, ` · ${new Date(kept.when).toLocaleString()}`),
        ),
      ),
    );
  }
}
