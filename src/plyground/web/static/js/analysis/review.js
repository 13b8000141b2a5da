// "Analyse this game": every position of the line is looked at, and the moves that threw something away are marked.

import { $, h, toast, told } from "../dom.js";
import { showGraph } from "../graph.js";

/** How much winning chance a move must lose to be called so. */
const FAULTS = [[0.3, "??", "blunder", "blunders"], [0.18, "?", "mistake", "mistakes"], [0.09, "?!", "inaccuracy", "inaccuracies"]];

export class Review {
  constructor(desk, engine) {
    this.desk = desk;
    this.engine = engine;
    for (const name of ["change", "thought"]) desk.addEventListener(name, () => this.draw());
    desk.addEventListener("open", () => { $("#mistakes").replaceChildren(); this.line = null; if (this.running) this.end(); });
    $("#review").addEventListener("click", () => this.running ? this.end() : this.start());
  }

  draw() {
    const line = this.line ?? this.desk.line();
    showGraph($("#graph"), line.includes(this.desk.current) ? line : this.desk.line(), this.desk.current, (node) => told(this.desk.go(node)));
    $("#review").disabled = this.desk.line().length < 2;
  }

  /** Go to the next move with a glyph, of one side if that is given; after the last one comes the first. */
  next(glyph, side) {
    const line = this.desk.line(), here = line.indexOf(this.desk.going);
    const found = [...line.slice(here + 1), ...line.slice(0, here + 1)].find((node) => node.glyph === glyph && (side === undefined || node.parent.turn === side));
    if (found) told(this.desk.go(found)); else toast("There is none in this line.");
  }

  start() {
    const { desk, engine } = this;
    const nodes = desk.line(), progress = $("#progress");
    this.line = nodes;
    this.running = engine.busy = true;
    $("#review").textContent = "Stop";
    progress.hidden = false;
    progress.value = 0;
    engine.ask({ do: "review", game: desk.game.name, rules: desk.rules, start: desk.tree.root.position, moves: nodes.slice(1).map((node) => node.move) }, (message) => {
      if (message.error || message.done) { this.end(); return; }
      const node = nodes[message.ply];
      if (message.thought) node.thought = message.thought; else node.chance = message.chance;
      progress.value = (message.of - message.ply + 1) / (message.of + 1);
      this._judge(nodes);
      desk.changed();
    });
  }

  end() {
    this.running = this.engine.busy = false;
    this.engine.stop();
    $("#review").textContent = "Analyse this game";
    $("#progress").hidden = true;
    this.engine.start();
  }

  _judge(nodes) {
    const chance = (node) => node.thought?.lines[0]?.chance ?? node.chance;
    const counts = [{}, {}], losses = [[], []];
    for (let i = 1; i < nodes.length; i++) {
      const before = chance(nodes[i - 1]), after = chance(nodes[i]), mover = nodes[i - 1].turn;
      if (before === undefined || after === undefined) continue;
      const loss = mover === 0 ? before - after : after - before;
      const wasBest = nodes[i - 1].thought?.lines[0]?.moves[0] === nodes[i].move;
      losses[mover].push(wasBest ? 0 : Math.max(0, loss));
      const fault = wasBest ? undefined : FAULTS.find(([least]) => loss >= least);
      if (fault || ["??", "?", "?!"].includes(nodes[i].glyph)) nodes[i].glyph = fault?.[1] ?? "";
      if (!fault) continue;
      counts[mover][fault[2]] = (counts[mover][fault[2]] ?? 0) + 1;
      const better = nodes[i - 1].thought?.lines[0]?.moves[0];
      if (better && (!nodes[i].comment || nodes[i].ours)) { nodes[i].comment = `Better was ${better}.`; nodes[i].ours = true; }
    }
    const mean = (side) => losses[side].reduce((sum, loss) => sum + loss, 0) / losses[side].length;
    $("#mistakes").replaceChildren(...[0, 1].filter((side) => losses[side].length).map((side) => h("span", {}, h("strong", {}, this.desk.game.colors[side]), ": ",
      FAULTS.some(([, , name]) => counts[side][name]) ? FAULTS.filter(([, , name]) => counts[side][name]).flatMap(([, glyph, name, names], i) => [i ? ", " : "", h("button", { type: "button", class: "link", onclick: () => this.next(glyph, side) }, `${counts[side][name]} ${counts[side][name] > 1 ? names : name}`)]) : "no mistakes",
      h("span", { class: "soft" }, `, ${(100 * mean(side)).toFixed(1)} % a move lost`))));
  }
}
