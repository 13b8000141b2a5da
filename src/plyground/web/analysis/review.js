// "Analyse this game": every position of the line is looked at, and the moves that threw something away are marked.

import { $, h, toast, attempt } from "../shared/dom.js";
import { Change } from "../shared/latest.js";
import { withWords, wordsOf } from "./annotations.js";
import { showGraph } from "./graph.js";
import { FAULTS, better, chance, faultOf, loss } from "./judgement.js";

/**
 * What a move has missed as far as the review can tell: the name of the fault, and the best line instead; null if it is
 * none. It stays what there is to learn from the game when the engine, which goes on looking, comes to think otherwise.
 * @param {MoveNode} node */
function missedBy(node) {
  const fault = faultOf(loss(node));
  return fault && better(node)
    ? { name: fault[2], best: /** @type {Api.Thought} */ (node.parent.thought).lines[0] }
    : null;
}

/** Tell whether the engine has a judgement of every position of the line. @param {MoveNode[]} line */
const isThought = (line) => line.length > 1 && line.every((node) => chance(node) !== undefined);

/** Tell whether a review was made of the line, and what it found is known. @param {MoveNode[]} line */
const isReviewed = (line) => isThought(line) && line.slice(1).every((node) => node.missed !== undefined);

export class Review {
  /** @param {Analysis} analysis @param {EnginePanel} engine */
  constructor(analysis, engine) {
    this.analysis = analysis;
    this.engine = engine;
    this.counted = new Change();
    this.running = false;
    /** The line that is reviewed, or was. @type {?MoveNode[]} */
    this.line = null;
    for (const name of ["change", "thought"]) analysis.addEventListener(name, () => this.draw());
    // what the engine finds later is kept as well: the figures are always of what is known now
    analysis.addEventListener("thought", () => {
      if (this.line && !this.running) this._count(this.line);
    });
    analysis.addEventListener("open", () => {
      $("#mistakes").replaceChildren();
      this.line = null;
      if (this.running) this.end();
    });
    analysis.addEventListener("taken up", () => this._takeUp());
    $("#review").addEventListener("click", () => (this.running ? this.end() : this.start()));
  }

  draw() {
    const line = this.line ?? this.analysis.line();
    showGraph(
      $("#graph"),
      line.includes(this.analysis.current) ? line : this.analysis.line(),
      this.analysis.current,
      (node) => attempt(this.analysis.go(node)),
    );
    $("#review").disabled = this.analysis.line().length < 2;
  }

  /** Go to the next move with a glyph, of one side if that is given; after the last one comes the first.
   * @param {string} glyph @param {number} [side] */
  next(glyph, side) {
    const line = this.analysis.line(),
      here = line.indexOf(this.analysis.going);
    const found = [...line.slice(here + 1), ...line.slice(0, here + 1)].find(
      (node) => node.glyph === glyph && (side === undefined || node.parent.turn === side),
    );
    if (found) attempt(this.analysis.go(found));
    else toast("There is none in this line.");
  }

  start() {
    const { analysis, engine } = this;
    const nodes = analysis.line(),
      progress = $("#progress");
    this.line = nodes;
    this.running = true;
    analysis.dispatchEvent(new Event("review"));
    engine.busy = true;
    $("#review").textContent = "Stop";
    progress.hidden = false;
    progress.value = 0;
    engine.ask(
      {
        do: "review",
        game: analysis.game.name,
        rules: analysis.rules,
        start: analysis.tree.root.position,
        moves: nodes.slice(1).map((node) => node.move),
      },
      (message) => {
        if (message.error || message.done) {
          if (message.error) toast(message.error, "bad");
          this.end();
          return;
        }
        const node = nodes[message.ply];
        if (message.thought) node.thought = message.thought;
        else node.chance = message.chance;
        progress.value = (message.of - message.ply + 1) / (message.of + 1);
        this._judge(nodes);
        analysis.changed();
      },
    );
  }

  end() {
    this.running = this.engine.busy = false;
    this.engine.stop();
    $("#review").textContent = "Analyse this game";
    $("#progress").hidden = true;
    this.engine.start();
    for (const node of this.line?.slice(1) ?? []) node.missed = missedBy(node);
    this.analysis.dispatchEvent(new Event("reviewed"));
  }

  /** Show the review that an analysis was kept with. */
  _takeUp() {
    const { tree } = this.analysis,
      game = [tree.root, ...tree.line()],
      shown = this.analysis.line();
    // one may have walked into a variation that was not reviewed; earlier versions did not keep what was missed
    const line = [shown, game].find(isReviewed) ?? [game, shown].find(isThought);
    if (!line) return;
    this.line = line;
    for (const node of line.slice(1)) if (node.missed === undefined) node.missed = missedBy(node);
    this._count(line);
    this.draw();
    this.analysis.dispatchEvent(new Event("reviewed"));
  }

  /** Mark the moves that threw something away. @param {MoveNode[]} nodes */
  _judge(nodes) {
    for (const node of nodes.slice(1)) {
      const lost = loss(node),
        fault = faultOf(lost);
      if (lost === undefined) continue;
      if (fault || FAULTS.some(([, glyph]) => glyph === node.glyph)) node.glyph = fault?.[1] ?? "";
      if (fault && better(node) && (!wordsOf(node.comment) || node.ours)) {
        node.comment = withWords(node.comment, `Better was ${better(node)}.`);
        node.ours = true;
      }
    }
    this._count(nodes);
  }

  /** Tell how many faults each side has made, and what it has lost. @param {MoveNode[]} nodes */
  _count(nodes) {
    const counts = [0, 1].map(() => /** @type {Record<string, number>} */ ({})),
      losses = [0, 1].map(() => /** @type {number[]} */ ([]));
    for (const node of nodes.slice(1)) {
      const lost = loss(node),
        side = node.parent.turn,
        name = faultOf(lost)?.[2];
      if (lost === undefined) continue;
      losses[side].push(Math.max(0, lost));
      if (name) counts[side][name] = (counts[side][name] ?? 0) + 1;
    }
    const mean = (/** @type {number} */ side) =>
      losses[side].reduce((sum, lost) => sum + lost, 0) / losses[side].length;
    if (!this.counted.to([counts, [0, 1].map((side) => mean(side).toFixed(3))]) && $("#mistakes").firstChild) return;
    $("#mistakes").replaceChildren(
      ...[0, 1]
        .filter((side) => losses[side].length)
        .map((side) =>
          h(
            "span",
            {},
            h("strong", {}, this.analysis.game.colors[side]),
            ": ",
            FAULTS.some(([, , name]) => counts[side][name])
              ? FAULTS.filter(([, , name]) => counts[side][name]).flatMap(([, glyph, name, names], i) => [
                  i ? ", " : "",
                  h(
                    "button",
                    { type: "button", class: "link", onclick: () => this.next(glyph, side) },
                    `${counts[side][name]} ${counts[side][name] > 1 ? names : name}`,
                  ),
                ])
              : "no mistakes",
            h("span", { class: "soft" }, `, ${(100 * mean(side)).toFixed(1)} % a move lost`),
          ),
        ),
    );
  }
}
