// What every page has: the command palette, the choice of board and pieces, the bar of a class, and pages that are kept
// for when the server is away.

import "../lesson/bar.js";
import { $ } from "./dom.js";
import { listenForPalette } from "./palette.js";
import { openSettings } from "./settings.js";
import { thinking } from "./transport.js";

/** Milliseconds that a page has for itself before the engine is loaded. */
const AFTER = 500;
/** Pages on which something is thought about, or soon will be. */
const THOUGHTFUL = /^\/(play|game|analysis|explorer|algorithms|chapters|laboratory|endgames|class$)/;

listenForPalette();
$("#open-settings")?.addEventListener("click", openSettings);
// boards come first
if (THOUGHTFUL.test(location.pathname))
  window.addEventListener("load", () => setTimeout(() => thinking.begin().catch(() => {}), AFTER));
// browsers allow it over https and on this machine only
if (navigator.serviceWorker && window.isSecureContext)
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/worker.js").catch(() => {});
  });
