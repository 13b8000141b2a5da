// A tournament: the game being played, the table, the games.

import { Board } from "../board/board.js";
import { get, look, post, socket } from "../shared/api.js";
import { $, addressPart, h, numberHead, numbers, opened, s, table, attempt, unset } from "../shared/dom.js";
import { Change } from "../shared/latest.js";
import { playerName } from "../shared/names.js";

const number = Number(addressPart());
/** The tournament as it is, and which of its games are shown. */
const page = {
  /** @type {Board} */
  board: unset(),
  /** @type {Look} */
  game: unset(),
  /** @type {?number} */
  shownGame: null,
  /** @type {?number} */
  replayed: null,
  /** @type {Api.TournamentView} */
  current: unset(),
};
const tables = new Change();

/** Why nothing is being played any more; "" while something is. @param {Api.TournamentView} view */
function standing(view) {
  if (view.fault) return view.fault;
  if (view.running) return "";
  return view.played < view.planned ? "stopped" : "finished";
}

/** @param {Api.TournamentView} view */
async function show(view) {
  page.current = view;
  page.game ??= await look(view.game);
  $("#title").textContent =
    view.players.length === 2 ? view.players.map(playerName).join(" – ") : `Tournament of ${view.players.length}`;
  document.title = `${$("#title").textContent} · Plyground`;
  $("#subtitle").textContent = [
    view.label,
    view.limits || "no limit",
    view.openings && `openings ${view.openings}`,
    `${view.played} of ${view.planned} games`,
    standing(view),
  ]
    .filter(Boolean)
    .join(" · ");
  $("#progress").value = view.played / Math.max(1, view.planned);
  $("#stop").hidden = !view.running;
  showLive(view.live);
  const { live, ...rest } = view;
  if (!tables.to(rest)) return;
  showTable(view);
  showCourse(view);
  showCross(view);
  showGames(view.games);
}

/** @param {?Api.LiveView} live */
function showLive(live) {
  if (!page.board) {
    page.board = new Board($("#board"), page.game, { live: false, name: "The game being played" });
  }
  if (!live) {
    $("#live-title").textContent = page.current.running ? "The next game begins…" : "The last game";
    if (!page.current.running && page.current.games.length && page.replayed !== page.current.games[0].number)
      attempt(replay(page.current.games[0]));
    return;
  }
  $("#live-title").textContent = `Game ${live.number}`;
  const last = live.moves.at(-1);
  $("#live-ply").textContent = last ? `Move ${Math.ceil(live.moves.length / 2)} · ${last}` : "";
  names(live.white, live.black);
  page.board.show(live.view, { quick: page.shownGame !== live.number });
  page.shownGame = live.number;
}

/** @param {string} white @param {string} black */
function names(white, black) {
  $("#near").replaceChildren(h("i", { class: "side-0" }), playerName(white));
  $("#far").replaceChildren(h("i", { class: "side-1" }), playerName(black));
}

/** Show the end of a finished game. @param {Api.GameLine} line */
async function replay(line) {
  page.shownGame = page.replayed = line.number;
  const found = await get(`/api/arena/${number}/games/${line.number}`);
  const { steps } = await post("/api/line", {
    game: found.game,
    rules: found.rules,
    start: found.start,
    moves: found.moves,
  });
  const view = await get(`/api/games/${found.game}/position`, { position: steps.at(-1)?.position ?? found.start });
  names(line.white, line.black);
  $("#live-ply").textContent = `${line.result}, ${line.termination}`;
  page.board.show({ ...view, last: steps.at(-1)?.squares ?? [] }, { quick: true });
}

const elo = (/** @type {Api.StandingsLine} */ line) =>
  line.elo === null
    ? "–"
    : `${line.elo > 0 ? "+" : ""}${line.elo.toFixed(0)}${line.error === null ? "" : ` ± ${line.error.toFixed(0)}`}`;

/** @param {Api.TournamentView} view */
function showTable(view) {
  const heads = ["Points", "Games", "+", "=", "−", "Elo", "LOS"].map((name) => numberHead(name));
  const rows = view.standings.map((line) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, playerName(line.name)),
      [
        line.points,
        line.games,
        line.wins,
        line.draws,
        line.losses,
        elo(line),
        line.los === null ? "–" : `${(100 * line.los).toFixed(0)} %`,
      ].map((text) => h("td", { class: "number nowrap" }, text)),
    ),
  );
  $("#table").replaceChildren(table(["Player", ...heads], rows));
  const pairs = view.pentanomial ?? [0, 0, 0, 0, 0];
  if (view.players.length === 2)
    $("#table").append(
      h(
        "p",
        { class: "soft small" },
        `Pairs that brought 0, ½, 1, 1½, 2 points to ${playerName(view.players[0])}: ${pairs.join(", ")}.`,
      ),
    );
}

/** @param {Api.TournamentView} view */
function showCourse({ course, players }) {
  $("#course-panel").hidden = players.length !== 2;
  if (course.length < 2) {
    const why = "It is drawn once the pairs of games tell it: two of them, and not all won by the same player.";
    $("#course").replaceChildren(h("p", { class: "soft small" }, why));
    return;
  }
  const width = 560,
    height = 200,
    left = 46,
    most = Math.max(...course.map(([value, error]) => Math.abs(value) + Math.min(error, 800)), 50);
  const x = (/** @type {number} */ i) => left + (i / (course.length - 1)) * (width - left - 8),
    y = (/** @type {number} */ value) =>
      height / 2 - (Math.max(-most, Math.min(most, value)) / most) * (height / 2 - 14);
  const upper = course.map(([value, error], i) => `${x(i)} ${y(value + error)}`),
    lower = course.map(([value, error], i) => `${x(i)} ${y(value - error)}`).toReversed();
  $("#course").replaceChildren(
    s(
      "svg",
      {
        class: "plot",
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": `Elo difference after each pair; now ${course.at(-1)[0]} with an error of ${course.at(-1)[1]}`,
      },
      s("path", { class: "zero", d: `M${left} ${y(0)}H${width - 8}` }),
      [most, 0, -most].map((value) =>
        s("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end", text: Math.round(value) }),
      ),
      s("path", { class: "band", d: `M${upper.join("L")}L${lower.join("L")}Z` }),
      s("path", { class: "curve", d: `M${course.map(([value], i) => `${x(i)} ${y(value)}`).join("L")}` }),
    ),
  );
}

/** @param {Api.TournamentView} view */
function showCross(view) {
  $("#cross-panel").hidden = view.players.length < 3;
  const heads = view.players.map((name, i) => numberHead(i + 1, { title: playerName(name) }));
  const rows = view.players.map((name, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, `${i + 1}. ${playerName(name)}`),
      numbers(...view.cross[i].map((points) => points ?? "·")),
    ),
  );
  $("#cross").replaceChildren(table(["", ...heads], rows));
}

/** @param {Api.GameLine} line @param {Child} text */
const opening = (line, text) =>
  h(
    "a",
    {
      href: `/analysis/${page.current.game}?arena=${number}&game=${line.number}`,
      "aria-label": `Open game ${line.number}`,
    },
    text,
  );

/** @param {Api.GameLine[]} games */
function showGames(games) {
  $("#games").replaceChildren(
    games.length
      ? table(
          ["#", "White", "Black", "Result", "Moves", ""],
          games.map((line) =>
            h(
              "tr",
              {},
              numbers(opening(line, line.number)),
              h("td", {}, playerName(line.white)),
              h("td", {}, playerName(line.black)),
              h("td", { class: "nowrap" }, line.result, h("span", { class: "soft small" }, ` ${line.termination}`)),
              numbers(Math.ceil(line.plies / 2)),
              h("td", {}, opening(line, "Open")),
            ),
          ),
        )
      : h("p", { class: "soft" }, "No game has ended yet."),
  );
}

$("#stop").addEventListener("click", () => attempt(post(`/api/arena/${number}/stop`).then(show)));
opened(get(`/api/arena/${number}`).then(show))
  .then(() => {
    socket(`/api/arena/${number}/live`, { onmessage: (message) => attempt(show(message)) });
  })
  .catch((error) => {
    $("main").replaceChildren(
      h(
        "section",
        { class: "narrow empty" },
        h("h1", {}, "This tournament cannot be shown"),
        h("p", {}, error.message),
        h("a", { class: "button primary", href: "/arena" }, "All matches"),
      ),
    );
  });
