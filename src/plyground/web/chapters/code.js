// Complete the code: a frame with a gap, run in the visitor's browser, or else by the server in its sandbox, and
// answered by the node where it goes wrong.

import { runPython } from "../shared/python.js";
import { get, post } from "../shared/api.js";
import { h, remembered, attempt } from "../shared/dom.js";
import { button } from "../explorer/questioning.js";

/** The chapters whose code was right once. */
const finished = () => remembered.get("code-right", /** @type {string[]} */ ([]));
const kept = () => remembered.get("code", /** @type {Record<string, string>} */ ({}));

/** A new line begins as far in as the one before. @param {KeyboardEvent & {target: HTMLTextAreaElement}} event */
function indent(event) {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
  const { target } = event,
    before = target.value.slice(0, target.selectionStart).split("\n").at(-1) ?? "";
  event.preventDefault();
  const deeper = before.trimEnd().endsWith(":") ? "    " : "";
  target.setRangeText(`\n${before.match(/^ */)}${deeper}`, target.selectionStart, target.selectionEnd, "end");
}

/** Try completed code. @param {string} chapter @param {string} code @returns {Promise<Api.CodeVerdict>} */
async function tried(chapter, code) {
  const name = encodeURIComponent(chapter),
    { main, cases } = await get(`/api/chapters/${name}/code`),
    printed = await runPython({ "main.py": main, "code.py": code, "cases.json": cases });
  if (printed === null) return post(`/api/chapters/${name}/code`, { code });
  return post(`/api/chapters/${name}/verdict`, { printed });
}

/** @param {Api.ChapterView} chapter
 * @param {{shown: Shown, take: (figure: Api.FigureView, depth: ?number) => Promise<void>,
 *   goTo: (step: number) => void}} figure  shows the tree where the code goes wrong */
export function codeOf({ name, exercise, exercises }, { shown, take, goTo }) {
  if (!exercise) return null;
  const { task, hints, code, solution } = exercise;
  const field = h("textarea", {
    id: "code",
    class: "mono",
    rows: solution.split("\n").length + 1,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-label": "Your code, in Python",
    onkeydown: indent,
    oninput: (event) => remembered.set("code", { ...kept(), [name]: event.target.value }),
  });
  field.value = kept()[name] ?? code;
  const said = h("p", { id: "code-said", role: "status" }),
    printed = h("pre", { class: "small", hidden: true }),
    clue = h("p", { class: "soft", role: "status" }),
    more = button("Hint", hint, "quiet small");
  let given = 0;
  function hint() {
    clue.textContent = hints[given++ % hints.length];
    if (given >= hints.length && !more.nextSibling)
      more.after(button("Show a solution", () => put(solution), "quiet small"));
  }
  const next = h("p", { id: "code-next" });
  /** Say which exercise is next; after the last one the homework's own file. */
  function showNext() {
    const left = exercises.filter((each) => !finished().includes(each.name));
    if (!finished().includes(name)) return;
    next.replaceChildren(
      left.length
        ? `${exercises.length - left.length} of ${exercises.length} done. Next: `
        : `All ${exercises.length} done. Now the homework's own file: `,
      left.length
        ? h("a", { href: `/chapters/${left[0].name}#code` }, left[0].title)
        : h("a", { href: "/explorer/tree#homework" }, "run it and have it checked"),
    );
  }
  /** @param {string} text */
  function put(text) {
    field.value = text;
    field.dispatchEvent(new Event("input"));
  }
  async function run() {
    said.textContent = "It runs…";
    said.className = "";
    try {
      const found = await tried(name, field.value);
      said.textContent = found.said;
      said.className = found.right ? "right" : "wrong";
      if (found.right) remembered.set("code-right", [...new Set([...finished(), name])]);
      showNext();
      printed.textContent = found.printed;
      printed.hidden = !found.printed;
      if (!found.figure) return;
      await take(found.figure, null);
      goTo(Infinity);
      shown.choose(nodeAt(shown.tree, found.path ?? []));
    } catch (/** @type {any} */ error) {
      said.textContent = error.message;
      said.className = "wrong";
    }
  }
  showNext();
  return h(
    "section",
    { class: "panel code", "aria-labelledby": "code-title" },
    h("h2", { id: "code-title" }, "Complete the code"),
    h("p", {}, task),
    field,
    h(
      "div",
      { class: "row" },
      button("Run", () => attempt(run()), "primary"),
      h("span", { class: "row" }, more),
      button("Begin again", () => put(code), "quiet small"),
    ),
    clue,
    said,
    next,
    printed,
  );
}

/** The node after some moves, or the last one on the way there that was visited.
 * @param {AnyTree} tree @param {string[]} path */
function nodeAt(tree, path) {
  let node = 0;
  for (const move of path) {
    const next = tree.children[node].find((child) => tree.move[child].endsWith(move));
    if (next === undefined) break;
    node = next;
  }
  return node;
}
