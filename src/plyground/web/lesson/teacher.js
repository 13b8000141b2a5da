// The teacher's page: who is there, the wall of boards, what is shown to all, rounds of games.

import { get, post, socket } from "../shared/api.js";
import { $, $$, h, onSubmit, opened, remembered, attempt, unset } from "../shared/dom.js";
import { Change } from "../shared/latest.js";
import { fillGames } from "../shared/names.js";
import { bars, rows } from "./counts.js";
import { wall } from "./wall.js";

const page = {
  /** @type {Api.DashboardView} */
  dashboard: unset(),
  addressShown: "",
};

/** The host looks after it, not the API. @type {string} */
const SIGN_IN = "/api/class/sign-in";

/** @param {string} path @param {any} body */
const send = async (path, body) => receive({ dashboard: await post(`/api/class/${path}`, body) });

// ------------------------------------------------------------------------------------------------ signing in

async function begin() {
  const view = await get("/api/class");
  const secret = new URLSearchParams(location.hash.slice(1)).get("password");
  // the link of the terminal; neither its key nor the password need stay in the history
  if (secret || location.search.includes("token=")) history.replaceState(null, "", location.pathname);
  if (view.teacher) {
    remembered.set("class", "teacher");
    await enter();
    return;
  }
  if (secret && view.name !== null) {
    if (await attempt(post(SIGN_IN, { password: secret }))) {
      await begin();
      return;
    }
  }
  $("#doorstep").hidden = false;
  $("#sign-in").hidden = view.name === null;
  $("#begin").hidden = view.name !== null;
}
for (const [form, path, fields] of /** @type {[string, string, () => Record<string, string>][]} */ ([
  ["#sign-in", SIGN_IN, () => ({ password: $("#password").value })],
  ["#begin", "/api/class/begin", () => ({ name: $("#class-name").value, password: $("#new-password").value })],
]))
  onSubmit($(form), () => post(path, fields()).then(begin));

async function enter() {
  $("#doorstep").hidden = true;
  const games = await get("/api/games");
  for (const select of ["#task-game", "#pair-game"]) if (!$(select).length) fillGames($(select), games);
  receive({ dashboard: await get("/api/class/dashboard") });
  $("#dashboard").hidden = false;
  socket("/api/class/wall", { onmessage: receive });
}

// ------------------------------------------------------------------------------------------- what has changed

/** @param {any} message */
function receive(message) {
  if (message.over) {
    location.reload();
    return;
  }
  // the answer to a request may come after a newer view
  if (message.dashboard?.revision < page.dashboard?.revision) message = { ...message, dashboard: null };
  if (message.dashboard) {
    ({ dashboard: page.dashboard } = message);
    showDashboard();
  }
  wall.receive(message);
}

function showDashboard() {
  const here = page.dashboard.pupils.filter((pupil) => pupil.here && !pupil.removed).length,
    joined = page.dashboard.pupils.filter((pupil) => !pupil.removed).length;
  document.title = `${page.dashboard.name} · Teacher`;
  $("#class-title").textContent = page.dashboard.name;
  $("#standing").textContent = joined ? `${here} of ${joined} here` : "Nobody has joined yet.";
  $("#boards-count").textContent = joined;
  $("#nobody").hidden = page.dashboard.pupils.length > 0;
  for (const lock of ["engine", "hints"])
    $(`#lock-${lock}`).setAttribute("aria-pressed", page.dashboard.locks.includes(lock));
  $("#door").checked = page.dashboard.open;
  $("#waiting-room").checked = page.dashboard.waiting_room;
  showPeople();
  showAddress();
  showTask();
  showEarlier();
  showTournament();
}

const peopleShown = new Change();
/** Who waits to be let in, and who has been sent away. */
function showPeople() {
  const removed = page.dashboard.pupils.filter((pupil) => pupil.removed);
  if (!peopleShown.to([page.dashboard.waiting, removed.map(({ number, name }) => [number, name])])) return;
  $("#at-door").hidden = !page.dashboard.waiting.length;
  $("#at-door-title").textContent = `${page.dashboard.waiting.length} waiting`;
  $("#newcomers").replaceChildren(
    ...page.dashboard.waiting.map((newcomer) =>
      person(newcomer, ["Admit", "pupils/admit"], ["Refuse", "pupils/refuse"]),
    ),
  );
  $("#removed-pupils").hidden = !removed.length;
  $("#removed-list").replaceChildren(
    ...removed.map((pupil) =>
      person(pupil, ...(pupil.program ? [] : [/** @type {[string, string]} */ (["Let in again", "pupils/release"])])),
    ),
  );
}
/** @param {{number: number, name: string, program: boolean}} who @param {[string, string][]} actions */
function person({ number, name, program }, ...actions) {
  return h(
    "li",
    {},
    h("bdi", {}, name),
    program ? h("span", { class: "soft small" }, "program") : null,
    ...actions.map(([label, path]) =>
      h(
        "button",
        { type: "button", "aria-label": `${label}: ${name}`, onclick: () => attempt(send(path, { number })) },
        label,
      ),
    ),
  );
}

function showAddress() {
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const here = `${location.origin}/class`,
    [first = here, ...others] = isLocal ? page.dashboard.addresses : [here];
  if (first === page.addressShown) return;
  page.addressShown = first;
  $("#address").textContent = first.replace(/^\w+:\/\//, "");
  $("#qr").src = `/api/invitations/qr.svg?text=${encodeURIComponent(first)}`;
  $("#more-addresses").textContent =
    isLocal && !page.dashboard.addresses.length
      ? "This server can be reached from this machine only; plyground class in a terminal serves the network."
      : others.map((address) => address.replace(/^\w+:\/\//, "or ")).join(" ");
}

const countsShown = new Change();
function showTask() {
  const { task } = page.dashboard;
  $("#shown").hidden = !task;
  if (!task) return;
  if (!countsShown.to([task, page.dashboard.pupils.length])) return;
  $("#shown-text").textContent = task.text || task.path || "A position";
  const state = task.revealed ? "revealed" : task.open ? "answers are taken" : "no more answers are taken";
  const all = page.dashboard.pupils.filter((pupil) => !pupil.removed).length;
  $("#shown-state").textContent =
    task.kind === "page"
      ? `${task.path}${task.step ? `, step ${task.step}` : ""}` +
        (task.answered ? `; ${task.answered} of ${all} have finished` : "")
      : `${task.answered} of ${all} have answered; ${state}`;
  $("#remote").hidden = !task.step;
  const isCounted = task.kind !== "page" || task.answered;
  $("#shown-counts").replaceChildren(...(isCounted ? [bars(task.counts, task.right)] : []));
  for (const button of ["#close-task", "#reveal"]) $(button).hidden = task.kind === "page" || task.revealed;
  $("#close-task").textContent = task.open ? "Take no more answers" : "Take answers again";
}

const earlierShown = new Change();
/** What was shown before, with its answers, to be shown once more. */
function showEarlier() {
  if (!earlierShown.to(page.dashboard.earlier)) return;
  $("#earlier").hidden = !page.dashboard.earlier.length;
  $("#earlier-tasks").replaceChildren(
    ...page.dashboard.earlier.map(({ number, text: title, answered }) =>
      h(
        "li",
        {},
        h("span", {}, title),
        h("span", { class: "soft small numbers" }, answered === 1 ? "1 answer" : `${answered || "no"} answers`),
        h(
          "button",
          {
            type: "button", "aria-label": `Show again: ${title}`,
            onclick: () => attempt(send("task/again", { number })),
          },
          "Show again",
        ),
      ),
    ),
  );
}

const tournamentShown = new Change();
function showTournament() {
  const { tournament } = page.dashboard;
  $("#tournament").hidden = !tournament;
  if (!tournament || !tournamentShown.to(tournament)) return;
  const form = tournament.form === "swiss" ? "Swiss" : "round robin";
  $("#tournament-title").textContent = `${tournament.label}, ${form}, round ${tournament.rounds}`;
  const going = tournament.pairings.filter((game) => !game.result).length;
  $("#next-round").disabled = going > 0;
  $("#next-round").textContent = going ? `${going} still playing` : "Next round";
  $("#pairings").replaceChildren(...tournament.pairings.map(pairing));
  $("#standings").replaceChildren(...rows(tournament.standings));
}
/** @param {Api.Pairing} game */
function pairing(game) {
  // names may be written from right to left
  const [white, black] = [game.white, game.black].map((name) => h("bdi", {}, name));
  if (!game.black) return h("li", {}, h("span", { class: "who" }, white), h("span", { class: "soft" }, "sits out"));
  const names = `${game.white} – ${game.black}`;
  return h(
    "li",
    {},
    h("a", { class: "who", href: `/game/${game.id}` }, white, " – ", black),
    game.result
      ? h("span", { class: "numbers" }, game.result.replaceAll("1/2", "½"))
      : h(
          "select",
          {
            "aria-label": `Result of ${names}`,
            onchange: (event) => attempt(send("result", { id: game.id, result: event.target.value })),
          },
          h("option", { value: "" }, "playing"),
          ...["1-0", "1/2-1/2", "0-1"].map((result) => h("option", { value: result }, result.replaceAll("1/2", "½"))),
        ),
  );
}

// ------------------------------------------------------------------------------------------------ what is done

for (const lock of ["engine", "hints"])
  $(`#lock-${lock}`).addEventListener("click", () =>
    attempt(send("locks", { [lock]: !page.dashboard.locks.includes(lock) })),
  );
$("#door").addEventListener("change", () => attempt(send("locks", { open: $("#door").checked })));

$("#waiting-room").addEventListener("change", () =>
  attempt(send("locks", { waiting_room: $("#waiting-room").checked })),
);
for (const action of ["admit", "refuse"])
  $(`#${action}-all`).addEventListener("click", () => attempt(send(`pupils/${action}`, { number: 0 })));

/** @param {HTMLFormElement} form @param {string} name */
const chosen = (form, name) => /** @type {any} */ (form.elements.namedItem(name)).value;
/** Show the fields of a form that are for what has been chosen in it.
 * @param {HTMLFormElement} form @param {string[]} kinds @param {string} kind */
function showFields(form, kinds, kind) {
  for (const field of $$(kinds.map((each) => `.for-${each}`).join(), form))
    field.hidden = !field.classList.contains(`for-${kind}`);
}
$("#ask").addEventListener("change", () =>
  showFields($("#ask"), ["question", "position", "page"], chosen($("#ask"), "kind")),
);
onSubmit($("#ask"), () => {
  /** @type {Asked<Api.Post, "/api/class/tasks">} */
  const task = { kind: chosen($("#ask"), "kind"), text: $("#task-words").value },
    { kind } = task;
  if (kind === "question") task.choices = $("#choices").value.split("\n");
  if (kind !== "page") task.right = $("#right").value;
  if (kind === "position") {
    task.game = $("#task-game").value;
    if ($("#task-position").value.trim()) task.position = $("#task-position").value.trim();
  }
  if (kind === "page") task.path = $("#task-path").value.trim();
  return send("tasks", task);
});
$("#close-task").addEventListener("click", () => attempt(send("task", { open: !page.dashboard.task?.open })));
$("#reveal").addEventListener("click", () => attempt(send("task", { revealed: true })));
// the page that shows the search goes on or back with it, wherever that is open
for (const [button, by] of /** @type {[string, number][]} */ ([
  ["#remote-back", -1],
  ["#remote-next", 1],
]))
  $(button).addEventListener("click", () =>
    attempt(send("task", { step: Math.max(1, (page.dashboard.task?.step ?? 0) + by) })),
  );
$("#put-away").addEventListener("click", () => attempt(send("task", { shown: false })));

$("#pair").addEventListener("change", () => {
  const isEngine = chosen($("#pair"), "form") === "engine";
  showFields($("#pair"), ["pairs", "engine"], isEngine ? "engine" : "pairs");
  $("#pair-button").textContent = isEngine ? "A game for everybody" : "Pair everybody";
});
$("#level").addEventListener("input", () => {
  $("#level-name").textContent = $("#level").value;
});
onSubmit($("#pair"), () => {
  const form = chosen($("#pair"), "form"),
    game = $("#pair-game").value;
  if (form === "engine") return send("engine-games", { game, level: Number($("#level").value) });
  const [initial, increment] = $("#clock").value.split("+").map(Number);
  const clock = $("#clock").value ? { initial, increment } : null;
  return send("pairs", { form, game, clock, everybody: $("#everybody").checked });
});
$("#next-round").addEventListener("click", () => attempt(send("round", { everybody: $("#everybody").checked })));

/** Ask whether something is meant. @param {string} title @param {string} action */
export function isSure(title, action) {
  const dialog = $("#sure");
  $("#sure-title").textContent = title;
  $("#sure-yes").textContent = action;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
$("#end").addEventListener("click", async () => {
  const question = "End the class? Its results are kept: a class begun with the same name goes on with them.";
  if (await isSure(question, "End the class")) await attempt(post("/api/class/end"));
});
wall.act = async (path, body) => {
  await attempt(send(path, body));
};
wall.isSure = isSure;
wall.dashboard = () => page.dashboard;

attempt(opened(begin()));
