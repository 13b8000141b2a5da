// "Analyse this game": every position of the line is looked at, and the moves that threw something away are marked.

import { $, h, toast, told } from "../dom.js";
import { showGraph } from "../graph.js";
import { FAULTS, better, faultOf, loss } from "./judgement.js";

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
    this.running = true;
    desk.dispatchEvent(new Event("review"));
    engine.busy = true;
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
    this.desk.dispatchEvent(new Event("reviewed"));
  }

  _judge(nodes) {
    const counts = [{}, {}], losses = [[], []];
    for (const node of nodes.slice(1)) {
      const lost = loss(node), side = node.parent.turn, fault = faultOf(lost);
      if (lost === undefined) continue;
      losses[side].push(Math.max(0, lost));
      if (fault || FAULTS.some(([, glyph]) => glyph === node.glyph)) node.glyph = fault?.[1] ?? "";
      if (!fault) continue;
      counts[side][fault[2]] = (counts[side][fault[2]] ?? 0) + 1;
      if (better(node) && (!node.comment || node.ours)) { node.comment = `Better was ${better(node)}.`; node.ours = true; }
    }
    const mean = (side) => losses[side].reduce((sum, lost) => sum + lost, 0) / losses[side].length;
    $("#mistakes").replaceChildren(...[0, 1].filter((side) => losses[side].length).map((side) => h("span", {}, h("strong", {}, this.desk.game.colors[side]), ": ",
      FAULTS.some(([, , name]) => counts[side][name]) ? FAULTS.filter(([, , name]) => counts[side][name]).flatMap(([, glyph, name, names], i) => [i ? ", " : "", h("button", { type: "button", class: "link", onclick: () => this.next(glyph, side) }, `${counts[side][name]} ${counts[side][name] > 1 ? names : name}`)]) : "no mistakes",
      h("span", { class: "soft" }, `, ${(100 * mean(side)).toFixed(1)} % a move lost`))));
  }
}
