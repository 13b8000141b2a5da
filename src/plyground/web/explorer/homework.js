// The homework's own file: the student's whole program, run on its input in their browser, or else in the server's
// sandbox; its answer is then checked like one that was typed.

import { get, post } from "../shared/api.js";
import { $, attempt } from "../shared/dom.js";
import { runPython } from "../shared/python.js";

/** What a program answers. @param {string} program @param {string} input @returns {Promise<string>} */
async function answerOf(program, input) {
  const { main } = await get("/api/explorer/homework/runner"),
    printed =
      (await runPython({ "main.py": main, "homework.py": program, "input.txt": input })) ??
      (await post("/api/explorer/homework/run", { program, input })).printed;
  const { answer, error } = JSON.parse(printed.trim().split("\n").at(-1));
  if (error) throw new Error(error);
  if (!answer.trim()) throw new Error("The program has written no output.txt, and has printed nothing.");
  return answer;
}

/** Run a chosen program, and have its answer checked. @param {File} file */
async function run(file) {
  const said = $("#checked"),
    input = $("#input").value;
  said.className = "";
  if (!input.trim()) {
    said.textContent = "First put the input file in its place.";
    return;
  }
  said.textContent = "It runs…";
  try {
    $("#given").value = await answerOf(await file.text(), input);
  } catch (/** @type {any} */ error) {
    said.textContent = error.message;
    return;
  }
  $("#homework form").requestSubmit();
}

$("#program").addEventListener("change", (/** @type {Event & {target: HTMLInputElement}} */ event) => {
  const [file] = event.target.files ?? [];
  event.target.value = "";
  if (file) attempt(run(file));
});
if (location.hash === "#homework") {
  $("#homework").open = true;
  $("#homework").scrollIntoView();
}
