// What every page has: the command palette, the choice of board and pieces, the bar of a class, and pages that are kept
// for when the server is away.

import { $, attempt, remembered } from "./dom.js";
import { openPalette } from "./palette.js";
import { thinking } from "./transport.js";

/** Milliseconds that a page has for itself before the engine is loaded. */
const AFTER = 500;
/** Pages on which something is thought about, or soon will be. */
const THOUGHTFUL = /^\/(play|game|analysis|explorer|algorithms|chapters|laboratory|endgames|class$)/;

async function openSettings() {
  (await import("./settings.js")).openSettings();
}
/** The bar of a class, which is told the step that a search has come to meanwhile. */
async function openBar() {
  /** @type {any} */
  let latest = null;
  const keep = (/** @type {Event} */ event) => {
    latest = event;
  };
  document.addEventListener("stepped", keep);
  await import("../lesson/bar.js");
  document.removeEventListener("stepped", keep);
  if (latest) document.dispatchEvent(new CustomEvent("stepped", { detail: latest.detail }));
}

if (remembered.get("class", "") && !location.pathname.startsWith("/class")) attempt(openBar());
$("#open-settings")?.addEventListener("click", () => attempt(openSettings()));
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  // at once: what is typed next is for it
  attempt(openPalette(() => attempt(openSettings())));
});
// boards come first
if (THOUGHTFUL.test(location.pathname))
  window.addEventListener("load", () => setTimeout(() => thinking.begin().catch(() => {}), AFTER));
// browsers allow it over https and on this machine only
if (navigator.serviceWorker && window.isSecureContext)
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/worker.js").catch(() => {});
  });
