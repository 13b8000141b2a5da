// What every page has: the command palette, the choice of board and pieces, the bar of a class, and pages that are kept
// for when the server is away.

import "../lesson/bar.js";
import { $ } from "./dom.js";
import { listenForPalette } from "./palette.js";
import { openSettings } from "./settings.js";

listenForPalette();
$("#open-settings")?.addEventListener("click", openSettings);
// browsers allow it over https and on this machine only
if (navigator.serviceWorker && window.isSecureContext)
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/worker.js").catch(() => {});
  });
