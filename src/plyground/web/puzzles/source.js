// Where puzzles come from: the server; while it is away, a few of each game that this browser keeps for that, with
// their solutions. What came of those is told the server later.

import { get, look, orKept, post } from "../shared/api.js";
import { BACK } from "../shared/connection.js";
import { remembered } from "../shared/dom.js";

const STORE = "puzzles.kept",
  TRIES = "puzzles.tries",
  HOURS = 12;
const UNEXPLAINED = "What refutes it, the server tells when it is back.";

/** @returns {{when: number, games: object[], looks: object[], puzzles: {puzzle: object, solution: object}[]}} */
const kept = () => remembered.get(STORE, { when: 0, games: [], looks: [], puzzles: [] });
const keptPuzzle = (id) => kept().puzzles.find((each) => each.puzzle.id === id);
const waiting = () => remembered.get(TRIES, []);

/** The games that have puzzles. */
export const listGames = () =>
  orKept(get("/api/puzzles"), () => (kept().games.length ? kept().games : undefined));

/** How a game looks. */
export const lookOf = (name) => orKept(look(name), () => kept().looks.find((each) => each.name === name));

export const firstPuzzle = (game) => orKept(get("/api/puzzles/first"), () => another(game));
export const nextPuzzle = (game, theme) =>
  orKept(get(`/api/puzzles/next/${game}`, { theme: theme || undefined }), () => another(game));
/** The puzzle of the day; without a server another one rather than none. */
export const dailyPuzzle = () => orKept(get("/api/puzzles/daily"), () => another(""));
export const puzzleOf = (id) =>
  orKept(get(`/api/puzzle/${encodeURIComponent(id)}`), () => asTried(keptPuzzle(id)?.puzzle));

/** A kept puzzle that was not tried yet, of a game or else of any; one that was, if there is no other. */
function another(game) {
  const { puzzles } = kept(),
    own = puzzles.filter((each) => each.puzzle.game === game),
    fitting = own.length ? own : puzzles;
  return asTried((fitting.find((each) => !tryOf(each.puzzle)) ?? fitting[0])?.puzzle);
}

/** What came of a kept puzzle that was tried without the server. */
const tryOf = (puzzle) => waiting().find((each) => each.id === puzzle.id);
const asTried = (puzzle) => puzzle && { ...puzzle, tried: tryOf(puzzle)?.solved ?? puzzle.tried };

/** Try a move; see the API for what is answered. Without a server there is no position after a wrong one. */
export const tryMove = (puzzle, ask) =>
  orKept(post(`/api/puzzle/${puzzle.id}/move`, ask), () => {
    const solution = keptPuzzle(puzzle.id)?.solution;
    if (!solution) return undefined;
    const ply = 2 * ask.step,
      isRight = solution.moves[ply] === ask.move,
      isDone = ply === solution.moves.length - 1;
    if (ask.first && (!isRight || isDone)) note(puzzle, isRight, ask);
    if (!isRight) return { right: false, done: false, after: null, reply: null, verdict: UNEXPLAINED };
    const [after, reply] = solution.views.slice(ply, ply + 2);
    return { right: true, done: isDone, after, reply: reply ?? null, verdict: "", solution };
  });

export const showSolution = (puzzle, first) =>
  orKept(post(`/api/puzzle/${puzzle.id}/solution`, { first }), () => {
    const solution = keptPuzzle(puzzle.id)?.solution;
    if (solution && first) note(puzzle, false);
    return solution;
  });

/** Remember a first try until the server answers. */
function note(puzzle, solved, ask) {
  const tries = waiting().filter((each) => each.id !== puzzle.id);
  remembered.set(TRIES, [...tries, { id: puzzle.id, solved, ask }]);
}

/** Tell the server of the tries that were made without it; returns whether there were any. */
export async function tellOfTries() {
  const tries = waiting();
  for (const { id, solved, ask } of tries) {
    await post(`/api/puzzle/${id}/${solved ? "move" : "solution"}`, solved ? ask : { first: true });
    remembered.set(
      TRIES,
      waiting().filter((each) => each.id !== id),
    );
  }
  return tries.length > 0;
}

/** Keep other puzzles if those that are kept are old, or `isDue`. */
export async function keepSome(isDue) {
  if (!isDue && Date.now() - kept().when < HOURS * 3_600_000) return;
  const [puzzles, games] = await Promise.all([get("/api/puzzles/offline"), get("/api/puzzles")]),
    looks = await Promise.all(games.map((game) => look(game.name)));
  remembered.set(STORE, { when: Date.now(), games, looks, puzzles });
}

/** Call `then` when the server answers again. */
export const whenBack = (then) => window.addEventListener(BACK, then);
