// The engine's part of the analysis page: on and off, lines, arrows, the evaluation bar, the threat.

import { position, post } from "../shared/api.js";
import { Board } from "../board/board.js";
import { $, h, pause, remembered, sentence, short, attempt } from "../shared/dom.js";
import { Inquiry } from "../shared/inquiry.js";
import { way } from "../board/shapes.js";

const percent = (/** @type {number} */ chance) => `${Math.round(100 * chance)} %`;

export class EnginePanel {
  /** @param {Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    this.inquiry = new Inquiry("/api/analyse", {
      onlost: () => {
        $("#speed").textContent = "Connection lost";
      },
      onback: () => {
        $("#speed").textContent = "";
        if (!this.inquiry.current) this.start();
      },
    });
    this.arrows = remembered.get("arrows", true);
    this.threat = false;
    this.quiet = false;
    /** Whether it looks at a whole game; whether nobody has looked at it for a while. */
    this.busy = this.asleep = false;
    this.sleep = 0;
    this.chance = 0.5;
    /** The small board beside the pointer, and what it waits for. @type {?HTMLElement} */
    this.glanced = null;
    /** @type {?object} */
    this.glancing = null;
    /** Which lines are shown whole, by their place. */
    this.unfolded = new Set();
    /** @type {?Api.Thought} */
    this.thought = null;
    $("#lines").value = remembered.get("lines", "3");
    $("#engine-on").checked = remembered.get("engine", true);
    if (this.on) this.inquiry.connect();
    $("#engine-on").addEventListener("change", () => {
      remembered.set("engine", this.on);
      this.start();
    });
    $("#lines").addEventListener("change", () => {
      remembered.set("lines", $("#lines").value);
      this.start();
    });
    analysis.addEventListener("edit", () => {
      this.thought = null;
      this.stop();
    });
    analysis.addEventListener("go", () => {
      this.threat = false;
      this.start();
    });
    // a tab that nobody looks at does not think
    document.addEventListener("visibilitychange", () => {
      clearTimeout(this.sleep);
      if (document.hidden)
        this.sleep = setTimeout(() => {
          this.asleep = true;
          this.stop();
        }, 60_000);
      else if (this.asleep) {
        this.asleep = false;
        this.start();
      }
    });
  }

  get on() {
    return $("#engine-on").checked;
  }
  toggle() {
    $("#engine-on").click();
  }

  /** Send a request; `take` gets every message that answers it, and at last `{done}` or `{error}`.
   * @param {object} request @param {(message: any) => void} take */
  ask(request, take) {
    this.inquiry.ask(request, take).then(
      (isDone) => isDone && take({ done: true }),
      (error) => take({ error: error.message }),
    );
  }

  /** Say nothing and leave the board's arrows to others, or speak again. @param {boolean} quiet */
  setQuiet(quiet) {
    if (quiet !== this.quiet) {
      this.quiet = quiet;
      this.start();
    }
  }

  stop() {
    this.inquiry.stop();
  }

  /** Think about the current position, if we are on. */
  start() {
    const { analysis } = this;
    if (!analysis.current) return;
    const node = analysis.current,
      outcome = node.view?.outcome;
    this.thought = null;
    $("#solved").hidden = true;
    if (this.quiet) {
      if (!this.busy) this.stop();
      return;
    }
    analysis.board.setShapes([]);
    if (this.busy && !outcome) {
      if (node.thought) this._show(node.thought, node);
      else $("#pvs").replaceChildren(h("li", { class: "idle" }, "Busy with the whole game…"));
      return;
    }
    if (outcome) {
      if (!this.busy) this.stop();
      node.chance =
        outcome.winner === null
          ? outcome.utility
            ? outcome.utility > 0
              ? 1
              : 0
            : 0.5
          : outcome.winner === 0
            ? 1
            : 0;
      $("#pvs").replaceChildren(h("li", { class: "idle" }, `${sentence(outcome.text)}.`));
      this._say(outcome.utility !== null ? String(outcome.utility) : outcome.result);
      this._bar(node.chance);
      return;
    }
    if (!this.on) {
      this.stop();
      $("#pvs").replaceChildren(h("li", { class: "idle" }, "Switch the engine on (key l) to see what it thinks."));
      const best = node.thought?.lines[0];
      this._say(best?.score ?? "", best);
      this._bar(node.thought?.lines[0]?.chance);
      return;
    }
    if (node.thought && !this.threat) this._show(node.thought, node);
    else $("#pvs").replaceChildren(h("li", { class: "idle" }, "Thinking…"));
    const { game, rules, tree } = analysis;
    this.ask(
      {
        do: "analyse",
        game: game.name,
        rules,
        start: tree.root.position,
        moves: tree.path(node).map((each) => each.move),
        lines: Number($("#lines").value),
        ...(this.threat ? { threat: true } : {}),
      },
      (message) => {
        if (message.error) {
          $("#pvs").replaceChildren(h("li", { class: "idle" }, message.error));
          return;
        }
        if (message.left_out) {
          $("#left-out").replaceChildren(
            ...message.left_out.map((/** @type {string} */ text) => h("p", { class: "fault small" }, text)),
          );
        }
        if (!message.thought || analysis.current !== node) return;
        if (!this.threat) {
          node.thought = message.thought;
          analysis.dispatchEvent(new Event("thought"));
        }
        this._show(message.thought, node);
      },
    );
  }

  /** @param {Api.Thought} thought @param {MoveNode} node */
  _show(thought, node) {
    this.thought = thought;
    $("#solved").hidden = !thought.lines[0]?.exact || this.threat;
    const best = thought.lines[0];
    if (!best) return;
    this._say(
      best.score + (best.exact && /^[+-]/.test(best.score) ? " =" : ""),
      best,
      `depth ${thought.depth}/${thought.seldepth} · ${short(thought.nodes)} nodes · ${short(thought.nps)}/s`,
    );
    if (!this.threat) this._bar(best.chance);
    $("#pvs").replaceChildren(
      ...(this.threat
        ? [h("li", { class: "idle" }, "The threat: what would be played if it were the other side's turn.")]
        : []),
      ...thought.lines.map((line, i) => this._line(line, node, i)),
    );
    this._arrows();
  }

  /** Say what the best line is worth, and how long has been thought.
   * @param {string} score @param {Api.LineView} [best] @param {string} [speed] */
  _say(score, best, speed = "") {
    $("#score").textContent = score;
    const white = h("span", {}, ` ${this.analysis.game.colors[0]}`);
    $("#odds").replaceChildren(...(best ? [percent(best.chance), white] : []));
    $("#speed").textContent = [best?.lead, speed].filter(Boolean).join(" · ");
  }

  /** @param {Api.LineView} line @param {MoveNode} node @param {number} index */
  _line(line, node, index) {
    const isOpen = this.unfolded.has(index),
      buttons = line.moves.slice(0, isOpen ? 100 : 16).map((move, i) =>
        h(
          "button",
          {
            onclick: () => {
              if (!this.threat) attempt(this._follow(node, line.moves.slice(0, i + 1)));
            },
            onpointerenter: (event) => {
              if (event.pointerType === "mouse") this._glance(event.target, node, line.moves.slice(0, i + 1));
            },
            onpointerleave: () => this._noGlance(),
          },
          move,
        ),
      );
    const title = `${this.analysis.game.colors[0]}'s winning chance: ${percent(line.chance)}`;
    return h(
      "li",
      { class: isOpen ? "open" : "" },
      h("span", { class: "value", title }, line.score),
      h("span", { class: "line" }, buttons),
      this._unfold(line, node, index, isOpen),
    );
  }

  /** A switch between a line's beginning and all of it.
   * @param {Api.LineView} line @param {MoveNode} node @param {number} index @param {boolean} isOpen */
  _unfold(line, node, index, isOpen) {
    const toggle = (/** @type {UIEvent} */ event) => {
      event.preventDefault();
      if (!this.unfolded.delete(index)) this.unfolded.add(index);
      event.target.closest("li")?.replaceWith(this._line(line, node, index));
    };
    // lines come anew several times a second: what is waited for is the press, not the click
    return h(
      "button",
      {
        class: "icon quiet unfold",
        "aria-label": isOpen ? "Fold this line" : "Unfold this line",
        "aria-expanded": isOpen,
        onpointerdown: toggle,
        onkeydown: (event) => {
          if (event.key === "Enter" || event.key === " ") toggle(event);
        },
      },
      "▸",
    );
  }

  /** Play a line's moves on the board. @param {MoveNode} node @param {string[]} moves */
  async _follow(node, moves) {
    this._noGlance();
    const { analysis } = this,
      { tree, going } = analysis;
    const { steps } = await post("/api/line", {
      game: analysis.game.name,
      rules: analysis.rules,
      start: node.position,
      moves,
    });
    if (analysis.tree !== tree || analysis.going !== going) return;
    let here = node;
    for (const step of steps) here = analysis.tree.add(here, step);
    await analysis.go(here);
  }

  /** Show where a line leads on a small board beside the pointer.
   * @param {HTMLElement} anchor @param {MoveNode} node @param {string[]} moves */
  async _glance(anchor, node, moves) {
    const { analysis } = this;
    const mine = (this.glancing = {});
    await pause(90);
    if (this.glancing !== mine || this.threat) return;
    try {
      const { steps } = await post("/api/line", {
        game: analysis.game.name,
        rules: analysis.rules,
        start: node.position,
        moves,
      });
      const before = steps.length > 1 ? steps.at(-2).position : node.position;
      const view = await position(analysis.game.name, before, steps.at(-1).move, analysis.rules);
      if (this.glancing !== mine) return;
      const host = h("div"),
        frame = h("div", { class: "panel glance" }, host),
        box = anchor.getBoundingClientRect();
      document.body.append(frame);
      frame.style.left = `${Math.max(8, Math.min(innerWidth - 256, box.left - 40))}px`;
      frame.style.top = box.bottom + 270 < innerHeight ? `${box.bottom + 8}px` : `${Math.max(8, box.top - 262)}px`;
      new Board(host, analysis.game, { live: false, labels: false, flipped: analysis.board.flipped }).show(view, {
        quick: true,
      });
      this.glanced?.remove();
      this.glanced = frame;
    } catch {
      /* a line that is no longer the latest is not worth a word */
    }
  }
  _noGlance() {
    this.glancing = null;
    this.glanced?.remove();
    this.glanced = null;
  }

  /** @param {number | undefined} chance */
  _bar(chance) {
    this.chance = chance ?? 0.5;
    this.showBar();
  }
  showBar() {
    const bar = $("#eval-bar"),
      white = $(".white", bar);
    bar.classList.toggle("flipped", this.analysis.board.flipped);
    white.style.height = `${(100 * this.chance).toFixed(1)}%`;
    bar.setAttribute("aria-valuenow", Math.round(100 * this.chance));
  }

  _arrows() {
    const { board } = this.analysis;
    if (!this.arrows || !this.thought) {
      board.setShapes([]);
      return;
    }
    const best = this.thought.lines[0]?.chance ?? 0.5;
    const close = this.thought.lines.filter((line, i) => i === 0 || Math.abs(line.chance - best) < 0.12);
    board.setShapes(
      close.flatMap((line, i) => way(line.squares, i === 0 ? "best" : "next").slice(0, i === 0 ? 12 : 3)).toReversed(),
    );
  }
  toggleArrows() {
    this.arrows = !this.arrows;
    remembered.set("arrows", this.arrows);
    if (!this.quiet) this._arrows();
  }
  toggleThreat() {
    if (this.on && !this.quiet) {
      this.threat = !this.threat;
      this.start();
    }
  }
  playBest() {
    const move = this.thought?.lines[0]?.moves[0];
    if (move && !this.threat) attempt(this.analysis.play(move));
  }
}
