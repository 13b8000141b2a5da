// Whether the server answers. While it does not, every page says so in the same sentence, and asks until it does.

import { $, h, toast } from "./dom.js";
import { LOST, request } from "./transport.js";

/** Dispatched on the window when the server answers again. */
export const BACK = "server back";
const FIRST = 500,
  LONGEST = 4000;
/** @type {?HTMLElement} */
let note = null;
let timer = 0,
  wait = FIRST,
  isLeaving = false,
  /** Whether it was while the page was being filled: then it has to be loaded anew. */
  isUnfilled = false;

/** The server did not answer: say so, and ask until it does. */
export function lost() {
  if (isLeaving) return;
  isUnfilled ||= $("#main").inert;
  if (note) return;
  note = h("div", { class: "toast bad lasting", text: LOST });
  $("#toasts").append(note);
  wait = FIRST;
  later();
}

/** The page does without the server meanwhile, and need not be loaded anew. */
export function manage() {
  isUnfilled = false;
}

/** The server answers. (What a service worker has kept is no sign of that.) */
export function found() {
  if (!note) return;
  if (isUnfilled) location.reload();
  clearTimeout(timer);
  note.remove();
  note = null;
  toast("The server answers again.");
  window.dispatchEvent(new Event(BACK));
}

function later() {
  timer = setTimeout(async () => {
    try {
      await request("/api/class", { cache: "no-store" });
      found();
    } catch {
      wait = Math.min(wait * 1.7, LONGEST);
      if (note) later();
    }
  }, wait);
}

// a page that is being left loses its connections, too; one that is come back to has new ones
window.addEventListener("pagehide", () => {
  isLeaving = true;
});
window.addEventListener("pageshow", () => {
  isLeaving = false;
});
