// Endgames: choose a material, look at what its table knows, draw a position, play it against perfect defence.

import { boardToPlay } from "../board/steps.js";
import { get, look, position, post } from "../shared/api.js";
import { $, $$, addressPart, goTo, h, opened, remembered, sentence, attempt, unset } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { sayUnknown } from "../shared/names.js";
import { TablePanel, toBuild } from "../shared/tables.js";

const asking = new Latest();
const tables = new TablePanel($("#tables"), (text) => attempt(play(text)));
const LEAST = 5;
const page = {
  /** @type {Look} */
  game: unset(),
  /** @type {Board} */
  board: unset(),
  /** @type {View} */
  view: unset(),
  /** @type {Api.Endgame[]} */
  endgames: [],
  /** @type {Api.Endgame} */
  chosen: unset(),
  order: "material",
};

/** @param {string} name */
async function chooseGame(name) {
  const isLatest = asking.begin(),
    [drawn, found] = await Promise.all([look(name), get(`/api/endgames/${encodeURIComponent(name)}`)]);
  if (!isLatest()) return;
  page.game = drawn;
  page.endgames = found.endgames;
  $("#game").value = name;
  $("#lacking").replaceChildren(
    ...found.faults.map((text) => h("p", { class: "fault small" }, text)),
    ...(found.missing ? [toBuild(found.missing)] : []),
  );
  $("#turn").replaceChildren(
    ...["white", "black"].map((side, i) =>
      h("option", { value: side }, `${page.game.colors[i]} to move: won, drawn, lost`),
    ),
  );
  page.board = boardToPlay($("#board"), $("#steps"), page.game, play);
  const men = [...new Set(page.endgames.map((each) => each.men))];
  $("#men").replaceChildren(
    h("option", { value: "" }, "any number"),
    ...men.map((number) => h("option", { value: number }, `${number} men`)),
  );
  const wanted = new URLSearchParams(location.search),
    first =
      page.endgames.find((each) => each.material === wanted.get("material")) ??
      page.endgames.find((each) => each.longest_win);
  list();
  if (first) await choose(first, wanted.get("position"));
}

/** The letters of a side's men in an order of their own, so that KNB and KBN are the same. @param {string} text */
const letters = (text) => [...text.toUpperCase()].toSorted().join("");

/** @param {Api.Endgame} a @param {Api.Endgame} b */
const byOrder = (a, b) => (page.order === "longest" ? b.longest_win - a.longest_win : 0);

function list() {
  const filter = $("#filter").value.trim(),
    sides = filter.toUpperCase().split("V").map(letters),
    men = Number($("#men").value);
  const fits = (/** @type {Api.Endgame} */ each) => {
    const own = each.material.split("v").map(letters);
    return (
      (!men || each.men === men) &&
      (!filter ||
        each.material.toUpperCase().startsWith(filter.toUpperCase()) ||
        String(own) === String(sides) ||
        String(own.toReversed()) === String(sides))
    );
  };
  for (const head of $$("[data-order]")) {
    if (head.dataset.order === page.order) head.ariaSort = page.order === "longest" ? "descending" : "ascending";
    else head.removeAttribute("aria-sort");
  }
  $("#list").replaceChildren(
    ...page.endgames
      .filter(fits)
      .toSorted(byOrder)
      .map((each) =>
        h(
          "tr",
          { "aria-current": each === page.chosen ? "true" : "false", onclick: () => attempt(choose(each)) },
          h("td", {}, h("button", {}, each.material)),
          h("td", {}, share(each.shares[$("#turn").value])),
          h("td", { class: "number" }, each.longest_win || "–"),
        ),
      ),
  );
}

/** @param {Record<string, number>} shares */
function share({ won, drawn, lost, cursed, saved }) {
  const parts = /** @type {[string, number][]} */ ([
    ["won", won],
    ["drawn", drawn + cursed + saved],
    ["lost", lost],
  ]);
  const label = parts.map(([kind, percent]) => `${kind} ${percent.toFixed(1)} %`).join(", ");
  return h(
    "div",
    { class: "share", role: "img", "aria-label": label, title: label },
    parts
      .filter(([, percent]) => percent > 0)
      .map(([kind, percent]) => {
        const part = h("span", { class: kind }, percent > 14 ? `${percent.toFixed(0)} %` : "");
        part.style.flex = String(percent);
        return part;
      }),
  );
}

/** Show a material: a position of it, by default one with the longest win.
 * @param {Api.Endgame} endgame @param {?string} [text] */
async function choose(endgame, text) {
  page.chosen = endgame;
  list();
  const start = text ?? endgame.longest_position;
  if (start) await show(start);
  else await draw("");
}

/** @param {"" | "win" | "draw" | "loss"} category */
async function draw(category) {
  /** @type {Asked<Api.Get, "/api/endgames/{}/random">} */
  const ask = { material: page.chosen.material };
  if (category) ask.category = category;
  const found = (/** @type {boolean} */ far) =>
    get(`/api/endgames/${page.game.name}/random`, far ? { ...ask, least: LEAST } : ask);
  const sample =
    category === "win" || category === "loss" ? await found(true).catch(() => found(false)) : await found(false);
  await show(sample.position);
}

/** A material as people say it: "lion and zebra against lion". @param {string} material */
function inWords(material) {
  const { letters } = page.game,
    names = Object.keys(letters),
    name = (/** @type {string} */ letter) =>
      names.find((each) => letters[each] === letter)?.replace(/^white-/, "").replaceAll("-", " ");
  return material
    .split("v")
    .map((side) => [...side].map(name).join(" and "))
    .join(" against ");
}

/** @param {string} text @param {string} [move] */
async function show(text, move) {
  const isLatest = asking.begin(),
    next = await position(page.game.name, text, move);
  if (!isLatest()) return;
  page.view = next;
  if (!move) page.board.flip(page.view.turn === 1);
  page.board.show(page.view, { quick: !move });
  $("#title").textContent = page.chosen.material;
  $("#material").textContent = inWords(page.chosen.material);
  $("#state").textContent = page.view.outcome
    ? sentence(page.view.outcome.text)
    : `${page.game.colors[page.view.turn]} to move`;
  $("#analyse").href = `/analysis/${page.game.name}?position=${encodeURIComponent(page.view.position)}`;
  $("#play").disabled = Boolean(page.view.outcome);
  const query = new URLSearchParams({ material: page.chosen.material, position: page.view.position });
  history.replaceState(null, "", `/endgames/${page.game.name}?${query.toString().replaceAll("%2F", "/")}`);
  await tables.show(page.game, page.view, {}, page.board);
}

/** @param {string} text */
async function play(text) {
  try {
    await show(page.view.position, text);
  } catch (/** @type {any} */ error) {
    page.board.restore();
    throw error;
  }
}

$("#game").addEventListener("change", () => {
  history.replaceState(null, "", `/endgames/${$("#game").value}`);
  attempt(chooseGame($("#game").value));
});
for (const field of ["#men", "#filter", "#turn"]) $(field).addEventListener("input", list);
for (const head of $$("[data-order]"))
  head.firstElementChild.addEventListener("click", () => {
    page.order = head.dataset.order;
    list();
  });
for (const button of $$("[data-category]"))
  button.addEventListener("click", () => attempt(draw(button.dataset.category)));
$("#longest").addEventListener("click", () => attempt(choose(page.chosen)));
$("#flip").addEventListener("click", () => page.board.flip());
$("#play").addEventListener("click", async () => {
  /** @type {Asked<Api.Post, "/api/play">} */
  const ask = {
    game: page.game.name,
    start: page.view.position,
    you: page.view.turn === 0 ? "white" : "black",
    level: 8,
    perfect: true,
  };
  await goTo(async () => `/game/${(await post("/api/play", ask)).id}`);
});

async function begin() {
  const games = await get("/api/endgames"),
    wanted = addressPart(),
    known = (/** @type {string} */ name) => games.some((each) => each.name === name);
  $("#game").append(...games.map((each) => h("option", { value: each.name }, each.label)));
  if (wanted && !known(wanted)) sayUnknown(wanted);
  await chooseGame([wanted, remembered.get("game", "")].find(known) ?? games[0].name);
}

attempt(opened(begin()));
