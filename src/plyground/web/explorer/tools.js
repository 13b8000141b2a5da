// The tree's tools: drawing or outline, best line, open and close all, zoom, find a move.

import { $, $$, download, attempt } from "../shared/dom.js";
import { png } from "../shared/standalone.js";
import { printWhole, treePicture } from "./paper.js";
import { READABLE, counted, draw, drawing, follow, state } from "./state.js";
import { goTo, pause } from "./walking.js";

for (const radio of $$("[name=view]"))
  radio.addEventListener("change", () => {
    const isOutline = radio.value === "outline";
    $("#outline").hidden = !isOutline;
    $("#drawing").hidden = isOutline;
    $(".zoom").hidden = isOutline;
    draw();
    follow();
  });
$("#best").addEventListener("click", () => {
  if (!state.tree) return;
  pause();
  goTo(Infinity, { quietly: true });
  for (const node of state.tree.line) state.opened.add(node);
  drawing.camera.scale = Math.max(drawing.camera.scale, READABLE);
  state.choose([...state.tree.line].at(-1));
});
$("#open").addEventListener("click", () => {
  if (!state.tree) return;
  // level by level, so that what is too much to draw stays closed at the bottom
  let budget = $("#outline").hidden ? 2000 : Infinity;
  state.opened = new Set();
  for (let layer = [0]; layer.length && budget > 0;) {
    const next = layer.flatMap((node) => state.tree.children[node]);
    if (next.length > budget) break;
    for (const node of layer) state.opened.add(node);
    budget -= next.length;
    layer = next;
  }
  draw();
  drawing.fit();
});
$("#close").addEventListener("click", () => {
  state.opened = new Set([0]);
  state.chosen = 0;
  draw();
  drawing.fit();
});
$("#larger").addEventListener("click", () => drawing.zoom(1.3));
$("#smaller").addEventListener("click", () => drawing.zoom(1 / 1.3));
printWhole(drawing);
for (const kind of ["svg", "png"])
  $(`#tree-${kind}`).addEventListener("click", () => {
    if (!state.tree) return;
    const picture = treePicture(drawing);
    if (kind === "svg") download("tree.svg", picture.svg, "image/svg+xml");
    else attempt(png(picture).then((content) => download("tree.png", content)));
  });
$("#find").addEventListener("input", () => {
  const text = $("#find").value.trim(),
    { tree } = state;
  if (!tree) return;
  const hits = text ? tree.move.flatMap((move, node) => (move.startsWith(text) ? [node] : [])) : [];
  state.found = new Set(hits);
  $("#found").textContent = text ? "0 nodes" : "";
  if (hits.length) {
    pause();
    goTo(Infinity, { quietly: true });
    showHit(hits, 0);
  } else draw();
});
$("#find").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const hits = [...state.found];
  if (event.key !== "Enter" || !hits.length) return;
  showHit(hits, (hits.indexOf(state.chosen) + (event.shiftKey ? hits.length - 1 : 1)) % hits.length);
});
/** Choose a node that was found, with the way to it opened and large enough to read.
 * @param {number[]} hits @param {number} i */
function showHit(hits, i) {
  $("#found").textContent = `${counted(i + 1)} of ${counted(hits.length)} nodes`;
  for (const node of state.tree.path(hits[i]).slice(0, -1)) state.opened.add(node);
  drawing.camera.scale = Math.max(drawing.camera.scale, READABLE);
  state.choose(hits[i]);
}
