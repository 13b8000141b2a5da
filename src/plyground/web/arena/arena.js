// Begin matches, and find those that were played.

import { get, post } from "../shared/api.js";
import { $, goTo, h, onSubmit, opened, attempt } from "../shared/dom.js";
import { Change } from "../shared/latest.js";
import { fillGames, playerName } from "../shared/names.js";
import { PlayerCard } from "./player_card.js";

const MOST = 8;
const FIRST = ["engine:nodes=2000", "smart"];
const NEXT = "greedy";
const page = {
  /** @type {PlayerCard[]} */
  cards: [],
  /** @type {Api.KindView[]} */
  kinds: [],
};

const kindsOf = (/** @type {string} */ game) => get(`/api/arena/players/${encodeURIComponent(game)}`);

/** @param {string} text */
function addPlayer(text) {
  const card = new PlayerCard($("#game").value, page.kinds, text, page.cards.length > 1 ? removePlayer : undefined);
  page.cards.push(card);
  $("#players").append(card.element);
  numberPlayers();
  return card;
}

/** @param {PlayerCard} card */
function removePlayer(card) {
  page.cards = page.cards.filter((each) => each !== card);
  card.element.remove();
  numberPlayers();
  $("#more").focus();
}

function numberPlayers() {
  for (const [i, card] of page.cards.entries()) card.number = i + 1;
  $("#more").disabled = page.cards.length >= MOST;
}

const listed = new Change();
async function list() {
  const { tournaments } = await get("/api/arena");
  if (!listed.to(tournaments)) return;
  $("#list").replaceChildren(
    ...tournaments.map((each) =>
      h(
        "a",
        { href: `/arena/${each.number}` },
        h("span", { class: "who" }, each.players.map(playerName).join("  –  ")),
        h(
          "span",
          { class: each.running ? "live" : "soft" },
          each.running ? "being played" : each.played < each.planned ? "stopped" : "finished",
        ),
        h("span", { class: "soft small" }, each.label),
        h("span", { class: "soft small numbers" }, `${each.played} of ${each.planned} games`),
      ),
    ),
  );
  if (!tournaments.length) $("#list").append(h("p", {}, "No match has been played yet."));
}

async function begin() {
  const games = await get("/api/games");
  fillGames($("#game"), games);
  const listing = list();
  listing.catch(() => {});
  page.kinds = await kindsOf($("#game").value);
  for (const text of FIRST) addPlayer(text);
  await Promise.all([listing, ...page.cards.map((card) => card.ready)]);
}

$("#more").addEventListener("click", () => addPlayer(NEXT).kindBox.focus());
$("#game").addEventListener("change", async () => {
  const game = $("#game").value,
    found = await attempt(kindsOf(game));
  if (!found || game !== $("#game").value) return;
  page.kinds = found;
  for (const card of page.cards) card.offer(game, page.kinds);
});
onSubmit($("#ask"), () => {
  const players = page.cards.map((card) => card.text);
  // two of the same need different names
  const names = players.map((text, i) =>
    players.indexOf(text) === i || text.includes("@") ? text : `${text}@${text} (${i + 1})`,
  );
  const ask = {
    game: $("#game").value,
    players: names,
    rounds: Number($("#rounds").value),
    form: $("#form").value,
    ...($("#nodes").value ? { nodes: Number($("#nodes").value) } : {}),
    openings: Number($("#openings").value),
    seed: Math.floor(Math.random() * 2 ** 31),
  };
  return goTo(async () => `/arena/${(await post("/api/arena", ask)).number}`);
});
attempt(opened(begin()));
setInterval(() => {
  if (!document.hidden) list().catch(() => {});
}, 5000);
