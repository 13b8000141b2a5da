// The choice of an evaluation: a game's net, the handmade one, or another of the game's.

import { h } from "./dom.js";

/** Fill a list with what a game can be evaluated by; a visitor who has chosen a net keeps nets where there are some.
 * @param {HTMLSelectElement} select @param {Api.Look} game */
export function fillEvaluations(select, game) {
  const wanted = select.value === "net" ? "net" : "";
  select.replaceChildren(
    ...Object.entries(game.evaluations).map(([name, title]) => h("option", { value: name }, title)),
  );
  chooseEvaluation(select, game, wanted in game.evaluations ? wanted : game.usual_evaluation);
}

/** Choose by name; older links call the handmade one "engine". What the list does not have is chosen all the same, so
 * that the server says what is wrong with it.
 * @param {HTMLSelectElement} select @param {Api.Look} game @param {string} name */
export function chooseEvaluation(select, game, name) {
  const known = name === "engine" ? "handmade" : name;
  if (!(known in game.evaluations)) select.append(h("option", { value: known }, known));
  select.value = known;
}
