// The text moves the figure, and the figure the text: pressed words show the step that they speak of, and the words
// that speak of what is shown are marked.

import { $, h, attempt } from "../shared/dom.js";

export class Passages {
  /** @param {{shown: Shown, goTo: (step: number) => void,
   *   open: (depth: ?number, atEnd?: boolean) => Promise<void>}} figure
   * @param {?number} usual  the depth of the chapter's own search */
  constructor(figure, usual) {
    this.figure = figure;
    this.usual = usual;
    /** To which depth the chapter's tree is searched now; null if another tree is shown. @type {?number} */
    this.depth = usual;
    this.isOwn = true;
    /** @type {{place: string, element: HTMLElement}[]} */
    this.all = [];
  }

  /** Words of the text. @param {Api.PassageView} passage */
  of({ text, place }) {
    if (!place) return text;
    // a link breaks between its words as the text around it does, which a button would not
    const press = (/** @type {Event} */ event) => {
      event.preventDefault();
      attempt(this.go(place));
    };
    const element = h("a", { href: "#figure", class: "passage", onclick: press }, text);
    this.all.push({ place, element });
    return element;
  }

  /** The depth that a place speaks of. @param {string} place */
  depthOf(place) {
    const depth = place.match(/^depth (\d+)$/)?.[1];
    return depth ? Number(depth) : this.usual;
  }

  /** Show a place. @param {string} place */
  async go(place) {
    const { figure } = this,
      depth = this.depthOf(place);
    if (!this.isOwn || depth !== this.depth) await figure.open(depth, true);
    figure.goTo(this.stepOf(place));
    $("#figure").scrollIntoView({ block: "nearest" });
  }

  /** The step at which a place is to be seen. @param {string} place */
  stepOf(place) {
    const { tree } = this.figure.shown;
    if (tree.algorithm === "mcts") return Number(place);
    const [name, visit] = place.startsWith("depth ") ? ["root"] : place.split("@"),
      nodes = tree.move.flatMap((move, node) => (move === (name === "root" ? "" : name) ? [node] : [])),
      node = nodes.at(visit ? Number(visit) - 1 : -1);
    return tree.left[node] + 1;
  }

  /** Mark the words that speak of what is shown: of the last step that any speak of, so far. */
  follow() {
    const { tree, step } = this.figure.shown;
    let best = /** @type {?HTMLElement} */ (null),
      latest = 0;
    for (const { place, element } of this.all) {
      element.removeAttribute("aria-current");
      if (!tree || !this.isOwn || this.depthOf(place) !== this.depth) continue;
      const there = this.stepOf(place);
      if (there <= step && there >= latest) [best, latest] = [element, there];
    }
    best?.setAttribute("aria-current", "step");
  }
}
