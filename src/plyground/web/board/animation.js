// A game as a picture that moves, saved as a file.

import { download } from "../shared/dom.js";

/** @param {Api.MovingPicture} found @param {string} name */
export function saveAnimation({ kind, text }, name) {
  if (kind === "svg") download(`${name}.svg`, text, "image/svg+xml");
  else download(`${name}.gif`, new Blob([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))]));
}
