// Where puzzles come from: the server; while it is away, a few of each game that this browser keeps for that, with
// their solutions. What came of those is told the server later.

import { get, look, orKept, post } from "../shared/api.js";
import { BACK } from "../shared/connection.js";
import { remembered } from "../shared/dom.js";

const STORE = "puzzles.kept",
  TRIES = "puzzles.tries",
  HOURS = 12;
const UNEXPLAINED = "What refutes it, the server tells when it is back.";

/** What is kept for when the server is away.
 * @typedef {{when: number, games: Api.PuzzleGame[], looks: Look[], puzzles: Api.KeptPuzzle[]}} Kept */
/** A try that the server does not know of yet. @typedef {{id: string, solved: boolean, ask?: MoveAsk}} Try */
/** @typedef {Asked<Api.Post, "/api/puzzle/{}/move">} MoveAsk */

const kept = () => remembered.get(STORE, /** @type {Kept} */ ({ when: 0, games: [], looks: [], puzzles: [] }));
const keptPuzzle = (/** @type {string} */ id) => kept().puzzles.find((each) => each.puzzle.id === id);
const waiting = () => remembered.get(TRIES, /** @type {Try[]} */ ([]));

/** The games that have puzzles. */
export const listGames = () => orKept(get("/api/puzzles"), () => (kept().games.length ? kept().games : undefined));

/** How a game looks. @param {string} name */
export const lookOf = (name) => orKept(look(name), () => kept().looks.find((each) => each.name === name));

export const firstPuzzle = (/** @type {string} */ game) => orKept(get("/api/puzzles/first"), () => another(game));
/** @param {string} game @param {string} theme */
export const nextPuzzle = (game, theme) =>
  orKept(get(`/api/puzzles/next/${game}`, { theme: theme || undefined }), () => another(game));
/** The puzzle of the day; without a server another one rather than none. */
export const dailyPuzzle = () => orKept(get("/api/puzzles/daily"), () => another(""));
/** The next puzzle from one's own games. */
export const nextMistake = () => get("/api/mistakes/next");
export const puzzleOf = (/** @type {string} */ id) =>
  orKept(get(`/api/puzzle/${encodeURIComponent(id)}`), () => asTried(keptPuzzle(id)?.puzzle));

/** A kept puzzle that was not tried yet, of a game or else of any; one that was, if there is no other.
 * @param {string} game */
function another(game) {
  const { puzzles } = kept(),
    own = puzzles.filter((each) => each.puzzle.game === game),
    fitting = own.length ? own : puzzles;
  return asTried((fitting.find((each) => !tryOf(each.puzzle)) ?? fitting[0])?.puzzle);
}

/** What came of a kept puzzle that was tried without the server. @param {Api.PuzzleView} puzzle */
const tryOf = (puzzle) => waiting().find((each) => each.id === puzzle.id);
const asTried = (/** @type {Api.PuzzleView | undefined} */ puzzle) =>
  puzzle && { ...puzzle, tried: tryOf(puzzle)?.solved ?? puzzle.tried };

/** Try a move; see the API for what is answered. Without a server there is no position after a wrong one.
 * @param {Api.PuzzleView} puzzle @param {MoveAsk} ask
 * @returns {Promise<Omit<Api.Answer, "after"> & {after: ?View}>} */
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

/** @param {Api.PuzzleView} puzzle @param {boolean} first */
export const showSolution = (puzzle, first) =>
  orKept(post(`/api/puzzle/${puzzle.id}/solution`, { first }), () => {
    const solution = keptPuzzle(puzzle.id)?.solution;
    if (solution && first) note(puzzle, false);
    return solution;
  });

/** Remember a first try until the server answers.
 * @param {Api.PuzzleView} puzzle @param {boolean} solved @param {MoveAsk} [ask] */
function note(puzzle, solved, ask) {
  const tries = waiting().filter((each) => each.id !== puzzle.id);
  remembered.set(TRIES, [...tries, { id: puzzle.id, solved, ask }]);
}

/** Tell the server of the tries that were made without it; returns whether there were any. */
export async function tellOfTries() {
  const tries = waiting();
  for (const { id, solved, ask } of tries) {
    if (solved && ask) await post(`/api/puzzle/${id}/move`, ask);
    else await post(`/api/puzzle/${id}/solution`, { first: true });
    remembered.set(
      TRIES,
      waiting().filter((each) => each.id !== id),
    );
  }
  return tries.length > 0;
}

/** Keep other puzzles if those that are kept are old, or `isDue`. @param {boolean} isDue */
export async function keepSome(isDue) {
  if (!isDue && Date.now() - kept().when < HOURS * 3_600_000) return;
  const [puzzles, games] = await Promise.all([get("/api/puzzles/offline"), get("/api/puzzles")]),
    looks = await Promise.all(games.map((game) => look(game.name)));
  remembered.set(STORE, { when: Date.now(), games, looks, puzzles });
}

/** Call `then` when the server answers again. @param {() => void} then */
export const whenBack = (then) => window.addEventListener(BACK, then);
