// A game in progress: the server keeps it; this page shows it and sends what the player does.

import { Board } from "../board/board.js";
import { get, look, post, socket } from "../shared/api.js";
import { $, $$, goTo, h, opened, reveal, soon, tell, toast, told } from "../shared/dom.js";
import { Change, Latest } from "../shared/latest.js";
import { TablePanel } from "../shared/tables.js";
import { hear, soundSwitch } from "../shared/sound.js";
import { Overlays } from "../board/overlays.js";
import { showSteps } from "../board/steps.js";
import { COACHED, Coach } from "./coach.js";
import { Friend } from "./friend.js";
import { Seats } from "./seats.js";
import { resultTitle, standing } from "./words.js";

const id = location.pathname.split("/")[2];
const LOST = "Connection lost";
const looking = new Latest();
const tables = new TablePanel($("#tables"));
const overlays = new Overlays($("#overlays"));
const seats = new Seats();
const coach = new Coach(id, async (ply, squares) => {
  await show(ply);
  board.setShapes(arrows(squares, "best"));
});
const friend = new Friend(id, { receive, send, restore: () => board.restore() });
let live = null,
  board = null,
  game = null,
  shownPly = null,
  /** The side that the board has been turned for; null until one has a seat of one's own. */
  seat = null;

const wire = socket(`/api/play/${encodeURIComponent(id)}/live`, {
  onmessage: (view) => told(receive(view)),
  onopen: () => {
    if ($("#state").textContent === LOST) $("#state").textContent = "";
  },
  onlost: () => {
    $("#state").textContent = LOST;
  },
});

async function begin() {
  const address = `/api/play/${encodeURIComponent(id)}`,
    secret = new URLSearchParams(location.search).get("seat");
  if (secret === null) await receive(await get(address));
  else {
    const view = await post(`${address}/sit`, { secret });
    // the secret need not stay in the history, nor be copied along
    history.replaceState(null, "", location.pathname);
    await receive(view);
  }
  await soon(overlays.showing);
}

/** Show the game as it is now. An answer and a message by the wire may overtake each other: the older is dropped. */
async function receive(view) {
  game ??= await look(view.view.game);
  const before = live,
    first = before === null;
  if (!first && (view.revision < live.revision || (view.ply === live.ply && view.ply < sent))) return;
  // what was offered for a rematch is agreed on: both go on there
  if (!first && !before.next && view.next && view.side !== null) {
    location.href = `/game/${view.next}`;
    return;
  }
  const premove = board?.premove;
  live = view;
  seats.received();
  if (first) setUp();
  // what does not change the board leaves a piece in hand, and a look at earlier moves, alone
  if (
    first ||
    before.ply !== live.ply ||
    before.view.position !== live.view.position ||
    before.invitation !== live.invitation ||
    before.side !== live.side ||
    !before.outcome !== !live.outcome
  ) {
    looking.end();
    shownPly = null;
    board.side = ownSide();
    board.premoves = live.premoves;
    board.show(live.view, { quick: first || live.ply === before.ply });
  }
  // the first message may have come before the seat was taken
  if (live.side !== null && live.side !== seat) {
    seat = live.side;
    board.flip(seat === 1);
  }
  if (sent <= live.ply) sent = 0;
  seats.show(live, game, board.flipped);
  showMoves();
  showState();
  showDanger();
  showTable(live.view);
  coach.show(live, live.ply);
  friend.show(live);
  if (before && !before.outcome && live.outcome) announceEnd();
  if (premove && !live.outcome && live.view.turn === live.side) {
    const [text, ...squares] = premove,
      same = live.view.moves.find((move) => move[0] === text || String(move.slice(1)) === String(squares));
    if (same) await send(same[0]);
  }
}

/** Whose moves are made here: 0, 1, either (null) or none (-1). */
function ownSide() {
  if (live.side !== null) return live.invitation ? -1 : live.side;
  return live.yours && live.seats[live.view.turn].kind === "person" ? null : -1;
}

function setUp() {
  document.title = `${game.title} · Plyground`;
  $("#title").textContent = game.label;
  $("#rules").hidden = !game.has_lesson;
  $("#rules").href = `/learn/${game.family}`;
  const people = [0, 1].filter((side) => live.seats[side].kind === "person");
  board = new Board($("#board"), game, {
    flipped: live.side === 1 || (people.length === 1 && people[0] === 1),
    draw: true,
    name: game.title,
  });
  window.board = board;
  board.addEventListener("move", (event) => {
    board.setShapes([]);
    friend.confirmed(event.detail.text);
  });
  board.addEventListener("press", () => {
    if (shownPly !== null) show(null);
  });
  showSteps($("#steps"), board, send);
  hear(board);
  // a first game is coached
  const engines = live.seats.filter((each) => each.kind === "engine");
  coach.setUp(live);
  overlays.setUp(game, board, live.yours && engines.length === 1 && engines[0].level <= COACHED);
}

/** The ply after a move that is on its way; older messages are not shown any more. */
let sent = 0;

async function send(text, careful = true) {
  sent = live.ply + 1;
  try {
    const view = await post(`/api/play/${id}/move`, { move: text, ply: live.ply, careful });
    if (view.warning) {
      sent = 0;
      if (await isMeant(view.warning)) await send(text, false);
      else board.restore();
    } else await receive(view);
  } catch (error) {
    sent = 0;
    tell(error);
    board.restore();
    await told(begin());
  }
}

/** The way of a move, from square to square. */
const arrows = (squares, kind) => squares.slice(1).map((to, i) => ({ from: squares[i], to, kind }));

/** Ask whether a move that gives the king away is to be played all the same. */
function isMeant(warning) {
  const dialog = $("#careful");
  $("#warning").textContent = warning;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

// ---------------------------------------------------------------------------------------------------- what is shown

/** What helps to understand a position: not while two people play each other. */
function showOverlays(view) {
  const isFair = !live.online.length || Boolean(live.outcome);
  if (!isFair) $("#overlays").hidden = true;
  overlays.show(isFair ? view : null, live.rules);
}

/** What the tables know of what is on the board, once the game is over. */
function showTable(view) {
  showOverlays(view);
  // a game may be over, by resignation say, in a position that is not
  if (live.outcome) tables.show(game, { ...view, outcome: null }, live.rules, board);
}

/** Where the player's own king could be taken now. */
function showDanger() {
  if (shownPly !== null || !live.yours || !live.danger.length) return;
  board.setShapes([{ from: live.danger[0].at(-1), kind: "danger" }]);
}

function showMoves() {
  const list = $("#moves"),
    plies = live.moves.length,
    current = shownPly ?? plies;
  const first = live.view.turn ^ (plies % 2);
  const cells = [];
  if (!plies) cells.push(h("li", { class: "none" }, "No move yet."));
  live.moves.forEach((move, i) => {
    if (i === 0 || (i + first) % 2 === 0)
      cells.push(h("li", { class: "number" }, `${Math.floor((i + first) / 2) + 1}.`));
    if (i === 0 && first === 1) cells.push(h("li", { class: "number" }, "…"));
    cells.push(
      h(
        "li",
        {},
        h(
          "button",
          { "data-ply": i + 1, "aria-current": i + 1 === current ? "true" : "false", onclick: () => told(show(i + 1)) },
          move,
        ),
      ),
    );
  });
  list.replaceChildren(...cells);
  const mark = list.querySelector('[aria-current="true"]');
  if (mark) reveal(list, mark);
  else list.scrollTop = 0;
}

const resultShown = new Change();
function showState() {
  const seat = live.seats[live.view.turn];
  $("#state").textContent = (!live.outcome && live.notice) || standing(live, game);
  $("#watching").hidden = live.yours;
  if (live.online.length) $("#watching").textContent = "You are watching.";
  $("#actions").hidden = !live.yours;
  const isFriend = live.online.length > 0;
  $("#take-back").disabled = !live.may_take_back || Boolean(isFriend && live.outcome);
  $("#take-back").textContent = isFriend ? "Ask to take back" : "Take back";
  $("#hint").disabled = Boolean(live.outcome) || seat.kind !== "person";
  $("#draw").hidden = !game.has_draws;
  $("#draw").disabled = !live.may_offer_draw;
  $("#draw").textContent =
    live.seats.every((each) => each.kind === "person") && !isFriend ? "Agree on a draw" : "Offer a draw";
  $("#resign").disabled = Boolean(live.outcome) || live.seats.every((each) => each.kind === "engine");
  $("#why").hidden = !live.moves.length || !live.seats.some((each) => each.program);
  $("#typed").hidden = Boolean(live.outcome) || !live.yours;
  const result = $("#result");
  result.hidden = !live.outcome;
  if (!live.outcome || !resultShown.to([live.outcome, live.names, live.yours, live.side, live.next])) return;
  const { termination, utility } = live.outcome;
  const title = resultTitle(live, game);
  const words = utility !== null ? `${termination}: ${utility} for ${game.colors[0]}` : termination;
  result.replaceChildren(
    h("h2", {}, title),
    h("p", {}, words[0].toUpperCase() + words.slice(1) + "."),
    h(
      "div",
      { class: "row" },
      live.yours ? h("button", { class: "primary", onclick: () => goTo(rematch) }, "Rematch") : null,
      live.next && live.side === null
        ? h("a", { class: "button primary", href: `/game/${live.next}` }, "Watch the rematch")
        : null,
      h("a", { class: "button", href: `/analysis/${game.name}?game=${id}` }, "Analyse"),
      h("a", { class: "button", href: `/play/${game.name}` }, "New game"),
    ),
  );
}

function announceEnd() {
  $("#result").scrollIntoView({ block: "nearest" });
}

/** Ask for a rematch; returns the address of the new game, "" while the friend has not agreed. */
async function rematch() {
  const answer = await post(`/api/play/${id}/rematch`);
  if (answer.id !== live.id) return `/game/${answer.id}`;
  await receive(answer);
  return "";
}

/** Show the position after a ply; null: where the game stands. */
async function show(ply) {
  const last = live.moves.length;
  const wanted = ply === null ? last : Math.max(0, Math.min(last, ply));
  shownPly = wanted === last ? null : wanted;
  const isLatest = looking.begin(),
    view = shownPly === null ? live.view : await get(`/api/play/${id}/ply`, { ply: wanted });
  if (!isLatest()) return;
  board.show(view);
  showMoves();
  showDanger();
  showTable(view);
  coach.show(live, wanted);
}

// ---------------------------------------------------------------------------------------------------- what is done

const walks = {
  first: () => 0,
  back: () => (shownPly ?? live.ply) - 1,
  on: () => (shownPly ?? live.ply) + 1,
  last: () => null,
};
for (const button of $$("[data-walk]"))
  button.addEventListener("click", () => told(show(walks[button.dataset.walk]())));
soundSwitch($("#sound"));
$("#flip").addEventListener("click", () => {
  board.flip();
  seats.show(live, game, board.flipped);
});
$("#take-back").addEventListener("click", () => told(post(`/api/play/${id}/take-back`).then(receive)));
$("#draw").addEventListener("click", async () => {
  const view = await told(post(`/api/play/${id}/offer-draw`));
  if (view) {
    await receive(view);
    if (view.notice && !view.offer) toast(view.notice);
  }
});
$("#hint").addEventListener("click", async () => {
  const ply = live.ply;
  $("#hint").disabled = true;
  const hint = await told(post(`/api/play/${id}/hint`));
  showState();
  if (!hint || live.ply !== ply) return;
  board.setShapes(arrows(hint.squares, "best"));
  $("#state").textContent = `The engine would play ${hint.moves[0]}.`;
});
/** Open our search on the position in which the last move was chosen. */
$("#why").addEventListener("click", () => told(explain()));
async function explain() {
  const before = await get(`/api/play/${id}/ply`, { ply: (shownPly ?? live.ply) - 1 });
  location.href = `/explorer/${game.name}?${new URLSearchParams({ position: before.position, depth: 2 })}`;
}
$("#resign").addEventListener("click", () => $("#sure").showModal());
$("#sure").addEventListener("close", () => {
  if ($("#sure").returnValue === "yes") told(post(`/api/play/${id}/resign`).then(receive));
  $("#sure").returnValue = "";
});
$("#typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("#typed-move").value.trim();
  if (text) {
    $("#typed-move").value = "";
    told(send(text));
  }
});
document.addEventListener("keydown", (event) => {
  if (
    event.target.closest("input, textarea, select, dialog") ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !board
  )
    return;
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  if (keys[event.key]) {
    event.preventDefault();
    told(show(walks[keys[event.key]]()));
  }
  if (event.key === "Backspace" && board.choice.path.length) {
    event.preventDefault();
    board.back();
  }
  if (event.key === "Escape") board.cancel();
  if (event.key === "f") {
    board.flip();
    seats.show(live, game, board.flipped);
  }
});

opened(begin()).catch((error) => {
  wire.close();
  $("main").replaceChildren(
    h(
      "section",
      { class: "narrow empty" },
      h("h1", {}, "This game cannot be shown"),
      h("p", {}, error.message),
      h("a", { class: "button primary", href: "/play" }, "New game"),
    ),
  );
});
