// Endgames: choose a material, look at what its table knows, draw a position, play it against perfect defence.

import { boardToPlay } from "../board/steps.js";
import { get, look, position, post } from "../shared/api.js";
import { $, $$, addressPart, goTo, h, opened, remembered, sentence, told } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { sayUnknown } from "../shared/names.js";
import { TablePanel, toBuild } from "../shared/tables.js";

const asking = new Latest();
const tables = new TablePanel($("#tables"), (text) => told(play(text)));
const LEAST = 5;
let game = null,
  board = null,
  view = null,
  endgames = [],
  chosen = null,
  order = "material";

async function chooseGame(name) {
  const isLatest = asking.begin(),
    [drawn, found] = await Promise.all([look(name), get(`/api/endgames/${encodeURIComponent(name)}`)]);
  if (!isLatest()) return;
  game = drawn;
  endgames = found.endgames;
  $("#game").value = name;
  $("#lacking").replaceChildren(
    ...found.faults.map((text) => h("p", { class: "fault small" }, text)),
    ...(found.missing ? [toBuild(found.missing)] : []),
  );
  $("#turn").replaceChildren(
    ...["white", "black"].map((side, i) =>
      h("option", { value: side }, `${game.colors[i]} to move: won, drawn, lost`),
    ),
  );
  board = boardToPlay($("#board"), $("#steps"), game, play);
  const men = [...new Set(endgames.map((each) => each.men))];
  $("#men").replaceChildren(
    h("option", { value: "" }, "any number"),
    ...men.map((number) => h("option", { value: number }, `${number} men`)),
  );
  const wanted = new URLSearchParams(location.search),
    first =
      endgames.find((each) => each.material === wanted.get("material")) ?? endgames.find((each) => each.longest_win);
  list();
  await choose(first, wanted.get("position"));
}

/** The letters of a side's men in an order of their own, so that KNB and KBN are the same. */
const letters = (text) => [...text.toUpperCase()].toSorted().join("");

const byOrder = (a, b) => (order === "longest" ? b.longest_win - a.longest_win : 0);

function list() {
  const filter = $("#filter").value.trim(),
    sides = filter.toUpperCase().split("V").map(letters),
    men = Number($("#men").value);
  const fits = (each) => {
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
    if (head.dataset.order === order) head.ariaSort = order === "longest" ? "descending" : "ascending";
    else head.removeAttribute("aria-sort");
  }
  $("#list").replaceChildren(
    ...endgames
      .filter(fits)
      .toSorted(byOrder)
      .map((each) =>
        h(
          "tr",
          { "aria-current": each === chosen ? "true" : "false", onclick: () => told(choose(each)) },
          h("td", {}, h("button", {}, each.material)),
          h("td", {}, share(each.shares[$("#turn").value])),
          h("td", { class: "number" }, each.longest_win || "–"),
        ),
      ),
  );
}

function share({ won, drawn, lost, cursed, saved }) {
  const parts = [
    ["won", won],
    ["drawn", drawn + cursed + saved],
    ["lost", lost],
  ];
  const label = parts.map(([kind, percent]) => `${kind} ${percent.toFixed(1)} %`).join(", ");
  return h(
    "div",
    { class: "share", role: "img", "aria-label": label, title: label },
    parts
      .filter(([, percent]) => percent > 0)
      .map(([kind, percent]) => {
        const part = h("span", { class: kind }, percent > 14 ? `${percent.toFixed(0)} %` : "");
        part.style.flex = percent;
        return part;
      }),
  );
}

/** Show a material: a position of it, by default one with the longest win. */
async function choose(endgame, text) {
  chosen = endgame;
  list();
  if (text ?? endgame.longest_position) await show(text ?? endgame.longest_position);
  else await draw("");
}

async function draw(category) {
  const ask = { material: chosen.material };
  if (category) ask.category = category;
  const found = (far) => get(`/api/endgames/${game.name}/random`, far ? { ...ask, least: LEAST } : ask);
  const sample =
    category === "win" || category === "loss" ? await found(true).catch(() => found(false)) : await found(false);
  await show(sample.position);
}

async function show(text, move) {
  const isLatest = asking.begin(),
    next = await position(game.name, text, move);
  if (!isLatest()) return;
  view = next;
  if (!move) board.flip(view.turn === 1);
  board.show(view, { quick: !move });
  $("#title").textContent = chosen.material;
  $("#state").textContent = view.outcome ? sentence(view.outcome.text) : `${game.colors[view.turn]} to move`;
  $("#analyse").href = `/analysis/${game.name}?position=${encodeURIComponent(view.position)}`;
  $("#play").disabled = Boolean(view.outcome);
  const query = new URLSearchParams({ material: chosen.material, position: view.position });
  history.replaceState(null, "", `/endgames/${game.name}?${query.toString().replaceAll("%2F", "/")}`);
  await tables.show(game, view, {}, board);
}

async function play(text) {
  try {
    await show(view.position, text);
  } catch (error) {
    board.restore();
    throw error;
  }
}

$("#game").addEventListener("change", () => {
  history.replaceState(null, "", `/endgames/${$("#game").value}`);
  told(chooseGame($("#game").value));
});
for (const field of ["#men", "#filter", "#turn"]) $(field).addEventListener("input", list);
for (const head of $$("[data-order]"))
  head.firstElementChild.addEventListener("click", () => {
    order = head.dataset.order;
    list();
  });
for (const button of $$("[data-category]")) button.addEventListener("click", () => told(draw(button.dataset.category)));
$("#longest").addEventListener("click", () => told(choose(chosen)));
$("#flip").addEventListener("click", () => board.flip());
$("#play").addEventListener("click", async () => {
  const ask = {
    game: game.name,
    start: view.position,
    you: view.turn === 0 ? "white" : "black",
    level: 8,
    perfect: true,
  };
  await goTo(async () => `/game/${(await post("/api/play", ask)).id}`);
});

async function begin() {
  const games = await get("/api/endgames"),
    wanted = addressPart(),
    known = (name) => games.some((each) => each.name === name);
  $("#game").append(...games.map((each) => h("option", { value: each.name }, each.label)));
  if (wanted && !known(wanted)) sayUnknown(wanted);
  await chooseGame([wanted, remembered.get("game", ""), games[0].name].find(known));
}

told(opened(begin()));
