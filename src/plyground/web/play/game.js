// A game in progress: the server keeps it; this page shows it and sends what the player does.

import { Board } from "../board/board.js";
import { get, look, post, socket } from "../shared/api.js";
import {
  $,
  $$,
  addressPart,
  goTo,
  h,
  opened,
  reveal,
  showMissing,
  soon,
  tell,
  attempt,
  unset,
} from "../shared/dom.js";
import { Change, Latest } from "../shared/latest.js";
import { TablePanel } from "../shared/tables.js";
import { hear, soundByDefault, soundSwitch } from "../shared/sound.js";
import { Overlays } from "../board/overlays.js";
import { signOf } from "../board/events.js";
import { showMobility } from "../board/mobility.js";
import { showSteps } from "../board/steps.js";
import { COACHED, Coach } from "./coach.js";
import { Friend } from "./friend.js";
import { OwnEngine } from "./own_engine.js";
import { Seats } from "./seats.js";
import { resultTitle, standing } from "./words.js";
import { way } from "../board/shapes.js";

const id = addressPart();
const LOST = "Connection lost";
const looking = new Latest();
const tables = new TablePanel($("#tables"));
const overlays = new Overlays($("#overlays"), { counts: false });
const seats = new Seats();
const coach = new Coach(id, async (ply, squares) => {
  await show(ply);
  page.board.setShapes(way(squares, "best"));
});
const ownEngine = new OwnEngine(id);
const friend = new Friend(id, { receive, send, restore: () => page.board.restore() });
/** The game as it is, and what of it is shown. */
const page = {
  /** @type {Api.ShownGame} */
  live: unset(),
  /** @type {Board} */
  board: unset(),
  /** @type {Look} */
  game: unset(),
  /** The ply that is looked at, null: where the game stands. @type {?number} */
  shownPly: null,
  /** The side that the board has been turned for; null until one has a seat of one's own. @type {?number} */
  seat: null,
  /** The ply after a move that is on its way; older messages are not shown any more. */
  sent: 0,
};

const wire = socket(`/api/play/${encodeURIComponent(id)}/live`, {
  onmessage: (view) => attempt(receive(view)),
  onopen: () => {
    ownEngine.offer();
    if ($("#state").textContent === LOST) $("#state").textContent = "";
  },
  onlost: () => {
    $("#state").textContent = LOST;
  },
});

async function begin() {
  const address = /** @type {const} */ (`/api/play/${encodeURIComponent(id)}`),
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

/** Show the game as it is now. An answer and a message by the wire may overtake each other: the older is dropped.
 * @param {Api.ShownGame} view */
async function receive(view) {
  page.game ??= await look(view.view.game);
  const before = page.live,
    first = before === null;
  if (!first && (view.revision < page.live.revision || (view.ply === page.live.ply && view.ply < page.sent))) return;
  const premove = page.board?.premove;
  page.live = view;
  // what was offered for a rematch is agreed on: both go on there
  if (!first && before.next !== view.next && view.side !== null) {
    location.href = `/game/${view.next}`;
    return;
  }
  seats.received();
  if (first) setUp();
  // what does not change the board leaves a piece in hand, and a look at earlier moves, alone
  if (
    first ||
    before.ply !== page.live.ply ||
    before.view.position !== page.live.view.position ||
    before.invitation !== page.live.invitation ||
    before.side !== page.live.side ||
    !before.outcome !== !page.live.outcome
  ) {
    looking.end();
    page.shownPly = null;
    page.board.side = ownSide();
    page.board.premoves = page.live.premoves;
    page.board.show(page.live.view, { quick: first || page.live.ply === before.ply });
  }
  // the first message may have come before the seat was taken
  if (page.live.side !== null && page.live.side !== page.seat) {
    page.seat = page.live.side;
    page.board.flip(page.seat === 1);
  }
  if (page.sent <= page.live.ply) page.sent = 0;
  showSeats();
  showMoves();
  showState();
  showDanger();
  showTable(page.live.view);
  coach.show(page.live, page.live.ply);
  friend.show(page.live);
  attempt(ownEngine.receive(page.live));
  if (before && !before.outcome && page.live.outcome) announceEnd();
  if (premove && !page.live.outcome && page.live.view.turn === page.live.side) {
    const [text, ...squares] = premove,
      same = page.live.view.moves.find((move) => move[0] === text || String(move.slice(1)) === String(squares));
    if (same) await send(same[0]);
  }
}

/** Whose moves are made here: 0, 1, either (null) or none (-1). */
function ownSide() {
  if (page.live.side !== null) return page.live.invitation ? -1 : page.live.side;
  return page.live.yours && page.live.seats[page.live.view.turn].kind === "person" ? null : -1;
}

function setUp() {
  $("#title").textContent = page.game.label;
  $("#rules").hidden = !page.game.has_lesson;
  $("#rules").href = `/learn/${page.game.family}`;
  const people = [0, 1].filter((side) => page.live.seats[side].kind === "person");
  page.board = new Board($("#board"), page.game, {
    flipped: page.live.side === 1 || (people.length === 1 && people[0] === 1),
    draw: true,
    name: page.game.title,
  });
  page.board.addEventListener("move", (event) => {
    page.board.setShapes([]);
    friend.confirmed(event.detail.text);
  });
  page.board.addEventListener("press", () => {
    if (page.shownPly !== null) show(null);
  });
  page.board.addEventListener("refused", async ({ detail: { from, to } }) => {
    const { refusal } = await import("./refusal.js"),
      why = refusal(page.live.view, page.game, from, to);
    if (why) $("#state").textContent = why;
  });
  showMobility(page.board, () => page.live.rules);
  showSteps($("#steps"), page.board, send, page.game);
  hear(page.board);
  // who plays with people, and looks elsewhere meanwhile, hears the answer
  if (page.live.online.length) soundByDefault($("#sound"));
  // a first game is coached
  const engines = page.live.seats.filter((each) => each.kind === "engine");
  coach.setUp(page.live);
  overlays.setUp(page.game, page.board, page.live.yours && engines.length === 1 && (engines[0].level ?? 0) <= COACHED);
}

/** @param {string} text */
async function send(text, careful = true) {
  page.sent = page.live.ply + 1;
  try {
    const view = await post(`/api/play/${id}/move`, { move: text, ply: page.live.ply, careful });
    if (view.warning) {
      page.sent = 0;
      if (await isMeant(view.warning)) await send(text, false);
      else page.board.restore();
    } else await receive(view);
  } catch (/** @type {any} */ error) {
    page.sent = 0;
    tell(error);
    page.board.restore();
    await attempt(begin());
  }
}

/** Ask whether a move that gives the king away is to be played all the same. @param {string} warning */
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

function showSeats() {
  seats.show(page.live, page.game, page.board.flipped, page.shownPly ?? page.live.ply);
}

/** What helps to understand a position: not while two people play each other. @param {View} view */
function showOverlays(view) {
  const isFair = !page.live.online.length || Boolean(page.live.outcome);
  if (!isFair) $("#overlays").hidden = true;
  overlays.show(isFair ? view : null, page.live.rules);
}

/** What the tables know of what is on the board, once the game is over. @param {View} view */
function showTable(view) {
  showOverlays(view);
  // a game may be over, by resignation say, in a position that is not
  if (page.live.outcome) tables.show(page.game, { ...view, outcome: null }, page.live.rules, page.board);
}

/** Where the player's own king could be taken now. */
function showDanger() {
  if (page.shownPly !== null || !page.live.yours || !page.live.danger.length) return;
  page.board.setShapes([{ from: page.live.danger[0].at(-1), kind: "danger" }]);
}

function showMoves() {
  const list = $("#moves"),
    plies = page.live.moves.length,
    current = page.shownPly ?? plies;
  const first = page.live.view.turn ^ (plies % 2);
  const cells = [];
  if (!plies) cells.push(h("li", { class: "none" }, page.game.aim));
  page.live.moves.forEach((move, i) => {
    if (i === 0 || (i + first) % 2 === 0)
      cells.push(h("li", { class: "number" }, `${Math.floor((i + first) / 2) + 1}.`));
    if (i === 0 && first === 1) cells.push(h("li", { class: "number" }, "…"));
    cells.push(
      h(
        "li",
        {},
        h(
          "button",
          {
            "data-ply": i + 1, "aria-current": i + 1 === current ? "true" : "false",
            onclick: () => attempt(show(i + 1)),
          },
          move,
          signOf(page.live.marks[i + 1]),
        ),
      ),
    );
  });
  list.replaceChildren(...cells);
  const mark = list.querySelector('[aria-current="true"]');
  if (mark) reveal(list, mark);
  else list.scrollTop = 0;
}

/** Tell in the title and at the app's icon whose turn it is. */
function showTurn() {
  const { live, game } = page,
    isYours = !live.outcome && ownSide() === live.view.turn;
  document.title = `${isYours ? "● Your turn · " : ""}${game.title} · Plyground`;
  if (isYours && live.online.length) navigator.setAppBadge?.(1).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

const resultShown = new Change();
function showState() {
  showTurn();
  const seat = page.live.seats[page.live.view.turn];
  $("#state").textContent = (!page.live.outcome && page.live.notice) || standing(page.live, page.game);
  $("#watching").hidden = page.live.yours;
  if (page.live.online.length) $("#watching").textContent = "You are watching.";
  $("#actions").hidden = !page.live.yours;
  const isFriend = page.live.online.length > 0;
  $("#take-back").disabled = !page.live.may_take_back || Boolean(isFriend && page.live.outcome);
  $("#take-back").textContent = isFriend ? "Ask to take back" : "Take back";
  for (const button of adviceButtons) button.disabled = Boolean(page.live.outcome) || seat.kind !== "person";
  $("#ask-balance").hidden = !page.live.yours || isFriend || Boolean(page.live.outcome);
  $("#draw").hidden = !page.game.has_draws;
  $("#draw").disabled = !page.live.may_offer_draw;
  $("#draw").textContent =
    page.live.seats.every((each) => each.kind === "person") && !isFriend ? "Agree on a draw" : "Offer a draw";
  $("#resign").disabled = Boolean(page.live.outcome) || page.live.seats.every((each) => each.kind === "engine");
  $("#why").hidden = !page.live.moves.length || !page.live.seats.some((each) => each.program);
  $("#typed").hidden = Boolean(page.live.outcome) || !page.live.yours;
  const result = $("#result");
  result.hidden = !page.live.outcome;
  if (
    !page.live.outcome ||
    !resultShown.to([page.live.outcome, page.live.names, page.live.yours, page.live.side, page.live.next])
  )
    return;
  const title = resultTitle(page.live, page.game);
  result.replaceChildren(
    h("h2", {}, title),
    h("p", {}, page.live.outcome.sentence),
    h(
      "div",
      { class: "row" },
      page.live.yours ? h("button", { class: "primary", onclick: () => goTo(rematch) }, "Rematch") : null,
      page.live.next && page.live.side === null
        ? h("a", { class: "button primary", href: `/game/${page.live.next}` }, "Watch the rematch")
        : null,
      h("a", { class: "button", href: `/analysis/${page.game.name}?game=${id}` }, "Analyse"),
      h("a", { class: "button", href: `/play/${page.game.name}` }, "New game"),
      h("button", { class: "quiet", onclick: () => attempt(movingPicture()) }, "Save as GIF"),
    ),
  );
}

/** Save the game as a picture that moves. */
async function movingPicture() {
  const { saveAnimation } = await import("../board/animation.js"),
    found = await post(`/api/play/${id}/animation`, { kind: "gif", turned: page.board.flipped });
  saveAnimation(found, page.game.name);
}

function announceEnd() {
  $("#result").scrollIntoView({ block: "nearest" });
}

/** Ask for a rematch; returns the address of the new game, "" while the friend has not agreed. */
async function rematch() {
  const answer = await post(`/api/play/${id}/rematch`);
  if (answer.id !== page.live.id) return `/game/${answer.id}`;
  await receive(answer);
  return "";
}

/** Show the position after a ply; null: where the game stands. @param {?number} ply */
async function show(ply) {
  if (!page.live) return;
  const last = page.live.moves.length;
  const wanted = ply === null ? last : Math.max(0, Math.min(last, ply));
  page.shownPly = wanted === last ? null : wanted;
  const isLatest = looking.begin(),
    view = page.shownPly === null ? page.live.view : await get(`/api/play/${id}/ply`, { ply: wanted });
  if (!isLatest()) return;
  page.board.show(view);
  showMoves();
  showSeats();
  showDanger();
  showTable(view);
  coach.show(page.live, wanted);
}

// ---------------------------------------------------------------------------------------------------- what is done

/** What a button does as soon as the game has come. @param {() => void} act */
const onceShown = (act) => () => page.live && act();
/** @type {Record<string, () => ?number>} */
const walks = {
  first: () => 0,
  back: () => (page.shownPly ?? page.live.ply) - 1,
  on: () => (page.shownPly ?? page.live.ply) + 1,
  last: () => null,
};
for (const button of $$("[data-walk]"))
  button.addEventListener(
    "click",
    onceShown(() => attempt(show(walks[button.dataset.walk]()))),
  );
soundSwitch($("#sound"));
$("#flip").addEventListener("click", onceShown(flip));
function flip() {
  page.board.flip();
  showSeats();
}
$("#take-back").addEventListener("click", () => attempt(post(`/api/play/${id}/take-back`).then(receive)));
$("#draw").addEventListener("click", async () => {
  const view = await attempt(post(`/api/play/${id}/offer-draw`));
  if (view) await receive(view);
});
const adviceButtons = [$("#hint"), $("#ask-balance")];
/** Ask the engine, and say what it finds. @param {(found: Api.LineView) => string} words */
async function advise(words) {
  const { ply } = page.live;
  for (const button of adviceButtons) button.disabled = true;
  const found = await attempt(post(`/api/play/${id}/hint`));
  showState();
  if (found && page.live.ply === ply) $("#state").textContent = words(found);
}
/** @param {Api.LineView} found */
function hint(found) {
  page.board.setShapes(way(found.squares, "best"));
  return `The engine would play ${found.moves[0]}.`;
}
async function sayBalance() {
  const { balance } = await import("./balance.js");
  await advise((found) => balance(found, page.live, page.game));
}
$("#hint").addEventListener(
  "click",
  onceShown(() => attempt(advise(hint))),
);
$("#ask-balance").addEventListener(
  "click",
  onceShown(() => attempt(sayBalance())),
);
$("#ask-aim").addEventListener(
  "click",
  onceShown(() => {
    $("#state").textContent = page.game.aim;
  }),
);
/** Open our search on the position in which the last move was chosen. */
$("#why").addEventListener(
  "click",
  onceShown(() => attempt(explain())),
);
async function explain() {
  const before = await get(`/api/play/${id}/ply`, { ply: (page.shownPly ?? page.live.ply) - 1 });
  location.href = `/explorer/${page.game.name}?${new URLSearchParams({ position: before.position, depth: "2" })}`;
}
$("#resign").addEventListener("click", () => $("#sure").showModal());
$("#sure").addEventListener("close", () => {
  if ($("#sure").returnValue === "yes") attempt(post(`/api/play/${id}/resign`).then(receive));
  $("#sure").returnValue = "";
});
$("#typed").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const text = $("#typed-move").value.trim();
  if (text) {
    $("#typed-move").value = "";
    attempt(send(text));
  }
});
document.addEventListener("keydown", (event) => {
  if (
    event.target.closest("input, textarea, select, dialog") ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !page.board
  )
    return;
  /** @type {Record<string, string>} */
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  if (keys[event.key]) {
    event.preventDefault();
    attempt(show(walks[keys[event.key]]()));
  }
  if (event.key === "Backspace" && page.board.choice.path.length) {
    event.preventDefault();
    page.board.back();
  }
  if (event.key === "Escape") page.board.cancel();
  if (event.key === "f") onceShown(flip)();
});

opened(begin()).catch((error) => {
  wire.close();
  showMissing("game", error);
});
