// Begin matches, and find those that were played.

import { get, post } from "../shared/api.js";
import { $, $$, h, opened, told } from "../shared/dom.js";
import { fillGames, playerName } from "../shared/names.js";

const SUGGESTED = [
  "random",
  "greedy",
  "smart",
  "minimax:depth=2",
  "minimax:depth=3",
  "engine:depth=4",
  "engine:nodes=1000",
  "engine:nodes=20000",
  "mcts:simulations=2000",
];

function addPlayer(text = "") {
  const many = $("#players").children.length;
  if (many >= 8) return;
  const line = h(
    "div",
    { class: "player-line" },
    h("input", {
      list: "kinds",
      value: text,
      required: true,
      "aria-label": `Player ${many + 1}`,
      autocomplete: "off",
      spellcheck: "false",
    }),
    many > 1
      ? h(
          "button",
          {
            type: "button",
            class: "icon quiet",
            "aria-label": "Remove this player",
            onclick: () => {
              line.remove();
            },
          },
          "×",
        )
      : "",
  );
  $("#players").append(line);
}

let listed = "";
async function list() {
  const { tournaments } = await get("/api/arena"),
    text = JSON.stringify(tournaments);
  // a link that is replaced while it is being pressed is never followed
  if (text === listed) return;
  listed = text;
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
  $("#kinds").append(...SUGGESTED.map((text) => h("option", { value: text })));
  addPlayer("engine:nodes=2000");
  addPlayer("smart");
  await list();
}

$("#more").addEventListener("click", () => {
  addPlayer();
  $("#players").lastElementChild.querySelector("input").focus();
});
$("#ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  const players = $$("#players input")
    .map((input) => input.value.trim())
    .filter(Boolean);
  // two of the same need different names
  const names = players.map((text, i) =>
    players.indexOf(text) === i || text.includes("@") ? text : `${text}@${text} (${i + 1})`,
  );
  const button = event.submitter;
  button.disabled = true;
  const answer = await told(
    post("/api/arena", {
      game: $("#game").value,
      players: names,
      rounds: Number($("#rounds").value),
      form: $("#form").value,
      nodes: Number($("#nodes").value),
      openings: Number($("#openings").value),
      seed: Math.floor(Math.random() * 2 ** 31),
    }),
  );
  button.disabled = false;
  if (answer) location.href = `/arena/${answer.number}`;
});
told(opened(begin()));
setInterval(() => {
  if (!document.hidden) list().catch(() => {});
}, 5000);
