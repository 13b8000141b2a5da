// Set a game up and begin it.

import { Board } from "../board/board.js";
import { get, look, post, position } from "../shared/api.js";
import { $, $$, addressPart, goTo, h, opened, remembered, attempt } from "../shared/dom.js";
import { Latest } from "../shared/latest.js";
import { fillGames, levelName } from "../shared/names.js";

const form = $("#setup"),
  select = $("#game");
const usual = remembered.get("setup", { level: 1 });
const asking = new Latest();
const page = {
  /** @type {?Board} */
  board: null,
};

async function begin() {
  const games = await get("/api/games");
  const wanted = addressPart();
  fillGames(select, games, wanted);
  $("#level").value = usual.level;
  showLevel();
  await showGame();
  if (new URLSearchParams(location.search).has("suits")) await chooseLevel();
}

async function showGame() {
  const isLatest = asking.begin(),
    game = await look(select.value),
    view = await position(game.name);
  if (!isLatest()) return;
  $("#description").textContent = game.description;
  for (const span of $$("[data-color]")) span.textContent = game.colors[span.dataset.color];
  $("#settings").replaceChildren(
    ...game.settings.map((setting) =>
      h(
        "div",
        { class: "field" },
        h("label", { for: `rule-${setting.name}` }, setting.name.replaceAll("-", " ")),
        setting.choices.length
          ? h(
              "select",
              { id: `rule-${setting.name}`, "data-rule": setting.name },
              setting.choices.map((choice) =>
                h("option", { value: choice, selected: choice === setting.default }, choice.replaceAll("-", " ")),
              ),
            )
          : h("input", {
              id: `rule-${setting.name}`,
              "data-rule": setting.name,
              type: "number",
              min: 1,
              max: 9999,
              value: setting.default,
            }),
      ),
    ),
  );
  const host = $("#preview");
  host.replaceChildren();
  page.board = new Board(host, game, {
    live: false,
    flipped: isBlack(),
    name: `The start of ${game.label}`,
  });
  page.board.show(view, { quick: true });
}

const against = () => form.elements.against.value;
const isBlack = () => form.elements.you.value === "black" && against() !== "person";

function showLevel() {
  const level = Number($("#level").value);
  $("#level-name").textContent = levelName(level);
  $("#level").setAttribute("aria-valuetext", $("#level-name").textContent);
}

form.addEventListener("change", (/** @type {Event} */ event) => {
  for (const element of $$(".engine-only")) element.hidden = against() !== "engine";
  for (const element of $$(".friend-only")) element.hidden = against() !== "friend";
  if (against() !== "friend" && form.elements.clock.value.endsWith("d")) $('[name="clock"][value=""]').checked = true;
  for (const element of $$(".own-side")) element.hidden = against() === "person";
  if (event.target === select) {
    history.replaceState(null, "", `/play/${select.value}`);
    attempt(showGame());
  }
  page.board?.flip(isBlack());
});
$("#level").addEventListener("input", showLevel);

/** Choose the level nearest to one's own rating in the game. */
async function chooseLevel() {
  const { rating, deviation, level, games } = await get(`/api/levels/${encodeURIComponent(select.value)}`);
  $("#level").value = level;
  showLevel();
  $("#own-rating").textContent = games.length
    ? `Your rating: ${rating} ± ${2 * deviation}, from ${games.length} ${games.length === 1 ? "game" : "games"}.`
    : "You have no rated game yet: a guess. Games without hints and take-backs are rated.";
}
$("#suits").addEventListener("click", () => attempt(chooseLevel()));

/** A clock as it is chosen: "180+2" seconds and seconds a move, "3d" days a move, "" none. @param {string} text */
function clockOf(text) {
  const [initial, increment = 0] = text.split("+").map(parseFloat);
  if (text.endsWith("d")) return { initial: 3600, increment, days: initial };
  return text ? { initial, increment } : null;
}

form.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const level = Number($("#level").value);
  const rules = Object.fromEntries($$("[data-rule]").map((field) => [field.dataset.rule, field.value]));
  remembered.set("setup", { level });
  /** @type {Asked<Api.Post, "/api/play">} */
  const ask = {
    game: select.value,
    you: against() === "person" ? "both" : form.elements.you.value,
    level,
    rules,
    clock: clockOf(form.elements.clock.value),
  };
  if (against() === "friend") ask.friend = true;
  if (form.elements.first.value !== "white") ask.first = form.elements.first.value;
  await goTo(async () => `/game/${(await post("/api/play", ask)).id}`);
});

attempt(opened(begin()));
