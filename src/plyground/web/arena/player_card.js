// A player to enter: its kind, sliders for its options, and the text that says the same, for who would rather type.
// Which kinds and options there are, and how a text is read, the server says.

import { get } from "../shared/api.js";
import { h, sentence } from "../shared/dom.js";
import { Change, Latest } from "../shared/latest.js";
import { levelName } from "../shared/names.js";

const PAUSE = 250;
let cards = 0;

/** "nodes" of 20000 as "20,000"; what is not given as what that means; a level with its name.
 * @param {string} kind @param {Api.OptionView} option @param {string} value */
function shown(kind, option, value) {
  if (kind === "level") return levelName(Number(value));
  if (value === "") return option.form === "number" ? "no limit" : "usual";
  if (option.form === "name") return value;
  const text = Number(value).toLocaleString("en");
  return option.unit ? `${text} ${option.unit}` : text;
}

/** Where a value is on its slider; one that is not among the slider's has the place of the next.
 * @param {Api.OptionView} option @param {string} value */
function place(option, value) {
  const exact = option.values.indexOf(value);
  if (exact >= 0) return exact;
  const next = option.values.findIndex((each) => each !== "" && Number(each) >= Number(value));
  return next < 0 ? option.values.length - 1 : next;
}

export class PlayerCard {
  /** @param {string} game @param {Api.KindView[]} kinds @param {string} text  what it begins with
   * @param {(card: PlayerCard) => void} [removed]  what a click on its cross does; without it there is none */
  constructor(game, kinds, text, removed) {
    this.id = `player-${(cards += 1)}`;
    this.reading = new Latest();
    this.kindShown = new Change();
    /** @type {Record<string, string>} */
    this.values = {};
    this.game = game;
    this.kinds = kinds;
    /** What follows an @. */
    this.name = "";
    this.timer = 0;
    /** @type {{element: HTMLElement, show: () => void}[]} */
    this.controls = [];
    this.kindBox = h("select", { id: `${this.id}-kind`, onchange: () => this.chooseKind() });
    this.textBox = h("input", {
      id: `${this.id}-text`,
      class: "mono",
      value: text,
      required: true,
      maxlength: 120,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-describedby": `${this.id}-fault`,
      oninput: () => this.readSoon(),
    });
    this.title = h("h3", { id: `${this.id}-title` });
    this.about = h("p", { class: "soft small about" });
    this.options = h("div", { class: "options" });
    this.fault = h("p", { id: `${this.id}-fault`, class: "fault small", role: "status" });
    this.element = h(
      "div",
      { class: "player-card", role: "group", "aria-labelledby": `${this.id}-title` },
      h(
        "div",
        { class: "row spread" },
        this.title,
        removed
          ? h(
              "button",
              { type: "button", class: "icon quiet", "aria-label": "Remove this player", onclick: () => removed(this) },
              "×",
            )
          : null,
      ),
      h("label", { class: "visually-hidden", for: `${this.id}-kind` }, "Kind"),
      this.kindBox,
      this.about,
      this.options,
      h("div", { class: "field" }, h("label", { for: `${this.id}-text` }, "As text"), this.textBox),
      this.fault,
    );
    /** Settles when the text has been read for the first time. */
    this.ready = this.offer(game, kinds);
  }

  get text() {
    return this.textBox.value.trim();
  }

  /** @param {number} number */
  set number(number) {
    this.title.textContent = `Player ${number}`;
  }

  /** Offer what can be chosen in a game; the text stays. @param {string} game @param {Api.KindView[]} kinds */
  offer(game, kinds) {
    this.game = game;
    this.kinds = kinds;
    const chosen = this.kindBox.value;
    this.kindBox.replaceChildren(...kinds.map(({ kind }) => h("option", { value: kind }, sentence(kind))));
    // until the text has been read; none, if this kind does not play the game
    this.kindBox.value = chosen;
    return this.read();
  }

  chooseKind() {
    // what both kinds have stays
    this.showOptions(this.kindBox.value);
    this.write();
  }

  readSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), PAUSE);
  }

  /** Let the sliders show what the text says. */
  async read() {
    clearTimeout(this.timer);
    const isLast = this.reading.begin();
    try {
      const { text } = this,
        answer = await get(`/api/arena/players/${encodeURIComponent(this.game)}/read`, { text });
      if (!isLast()) return;
      this.say(answer.fault);
      if (answer.fault) return;
      const { kind, options, name } = answer;
      this.name = name === this.text ? "" : name;
      this.values = options;
      this.kindBox.value = kind;
      this.showOptions(kind);
    } catch (/** @type {any} */ error) {
      if (isLast()) this.say(error.message);
    }
  }

  /** Write what the sliders say. */
  write() {
    clearTimeout(this.timer);
    this.reading.end();
    const kind = this.kinds.find((each) => each.kind === this.kindBox.value);
    if (!kind) return;
    const known = new Set(kind.options.map((option) => option.name));
    const given = Object.entries(this.values).filter(([name]) => known.has(name));
    const text = given.map(([name, value]) => `${name}=${value}`).join(",");
    this.textBox.value = kind.kind + (text && `:${text}`) + (this.name ? `@${this.name}` : "");
    this.say("");
  }

  /** @param {string} fault */
  say(fault) {
    this.fault.textContent = fault;
    this.textBox.toggleAttribute("aria-invalid", false);
    if (fault) this.textBox.setAttribute("aria-invalid", "true");
  }

  /** @param {string} kind */
  showOptions(kind) {
    const found = this.kinds.find((each) => each.kind === kind);
    if (!found) return;
    this.about.textContent = found.about;
    // a control that is being used stays
    if (this.kindShown.to(found)) {
      this.controls = found.options.map((option) => this.control(kind, option));
      this.options.replaceChildren(...this.controls.map(({ element }) => element));
    }
    for (const control of this.controls) control.show();
  }

  /** A slider, or a list of names, for an option. @param {string} kind @param {Api.OptionView} option */
  control(kind, option) {
    const id = `${this.id}-${option.name}`;
    const output = h("output", { for: id });
    const isNumber = option.form === "number";
    const box = isNumber
      ? h("input", { id, type: "range", min: 0, max: option.values.length - 1, step: 1 })
      : h("select", { id }, ...option.values.map((value) => h("option", { value }, shown(kind, option, value))));
    const show = () => {
      const value = this.values[option.name] ?? option.usual;
      box.value = isNumber ? String(place(option, value)) : value;
      output.textContent = isNumber ? shown(kind, option, value) : "";
      if (isNumber) box.setAttribute("aria-valuetext", shown(kind, option, value));
    };
    box.addEventListener("input", () => {
      const value = isNumber ? option.values[Number(box.value)] : box.value;
      if (value === option.usual) delete this.values[option.name];
      else this.values[option.name] = value;
      show();
      this.write();
    });
    const label = h("label", { for: id }, `${sentence(option.name)} `, isNumber ? output : null);
    return { element: h("div", { class: "field option" }, label, box), show };
  }
}
