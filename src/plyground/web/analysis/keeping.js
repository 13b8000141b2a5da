// Keep analyses: a tab takes up what it showed after a reload, and the server keeps what was made, with its review.

import { get, post } from "../shared/api.js";
import { $, h, remembered, told } from "../shared/dom.js";

/** Milliseconds without a change after which an analysis is kept. */
const WAIT = 300;
/** How many of the earlier analyses are offered. */
const MOST = 12;
/** Under which name the tab remembers what it shows. */
const TAB = "plyground.analysis";

const address = () => location.pathname + location.search;

export class Keeping {
  constructor(analysis) {
    this.analysis = analysis;
    this.saving = Promise.resolve();
    analysis.addEventListener("leave", () => this.save());
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
    window.addEventListener("pagehide", () => this.save());
    this._moveToServer();
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

  /** The kept analysis of a finished game; null if there is none. */
  async ofGame(id) {
    const { studies } = await get("/api/studies", { game_id: id });
    return studies.length ? this.ofServer(studies[0].id) : null;
  }

  /** A kept analysis; one of another browser's is copied as soon as it is changed. */
  async ofServer(id) {
    const { state, yours, game_id: gameId } = await get(`/api/studies/${encodeURIComponent(id)}`);
    return { ...JSON.parse(state), id: yours ? id : null, gameId: yours ? gameId : "" };
  }

  /** Show an analysis that was kept. */
  async takeUp(kept) {
    await this.analysis.open(kept, kept.at);
    this.begun = this._content();
    this.analysis.dispatchEvent(new Event("taken up"));
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
    const { source } = this.analysis,
      content = this._content(),
      state = this._state(content),
      isNew = content !== this.begun || (this.isReviewed && source.gameId);
    this.isReviewed = false;
    try {
      sessionStorage.setItem(TAB, JSON.stringify({ ...state, ...source, address: address() }));
    } catch {
      /* private mode, or no room */
    }
    if (isNew && (state.nodes.length || state.comments[0])) this.store(state);
  }

  /** Store what is shown under its own address, which it gets now if it has none; the address is returned. */
  store(state = this._state(this._content())) {
    const { source } = this.analysis;
    const body = {
      title: state.title,
      moves: state.nodes.length,
      state: JSON.stringify(state),
      game_id: source.gameId,
    };
    this.saving = this.saving
      .catch(() => {})
      .then(async () => {
        const { id } = await post(source.id ? `/api/studies/${source.id}` : "/api/studies", body);
        source.id = id;
        if (source.path?.startsWith("/s/") && source === this.analysis.source) {
          source.path = `/s/${id}`;
          history.replaceState(null, "", source.path);
        }
        this.list();
        return id;
      });
    told(this.saving);
    return this.saving;
  }

  _state(content) {
    const { tree, current, game } = this.analysis;
    return { ...JSON.parse(content), ...tree.packed(current), title: game.label };
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
  async list() {
    let studies = [];
    try {
      ({ studies } = await get("/api/studies"));
    } catch {
      /* a server that is away is told of elsewhere */
    }
    const others = studies.filter((each) => each.id !== this.analysis.source.id && !each.game_id).slice(0, MOST);
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
              onclick: () => told(this.ofServer(kept.id).then((each) => this.takeUp(each))),
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
    const kept = remembered.get("analyses", []);
    if (!kept.length) return;
    remembered.set("analyses", []);
    for (const { id: _, address: __, when: ___, ...state } of kept.toReversed())
      await told(post("/api/studies", { title: state.title, moves: state.nodes.length, state: JSON.stringify(state) }));
    this.list();
  }
}
