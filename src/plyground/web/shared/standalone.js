// A drawing that leaves the page's style sheets behind: what they say of it is written into it.

import { h } from "./dom.js";

/** What style sheets may say of a shape, and what is so when nothing is said. */
const USUAL = {
  fill: "rgb(0, 0, 0)",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-dasharray": "none",
  "paint-order": "normal",
  opacity: "1",
  display: "inline",
};
const OF_TEXT = ["font-family", "font-weight", "font-size", "text-anchor"];

/** Write what style sheets say of all that is in a drawing into it, or into a copy of it.
 * @param {SVGElement} svg */
export function writeStyles(svg, copy = svg) {
  const copies = [...copy.querySelectorAll("*")];
  for (const [i, element] of [...svg.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(element),
      said = (/** @type {string} */ name) => style.getPropertyValue(name);
    for (const [name, usual] of Object.entries(USUAL))
      if (said(name) !== usual) copies[i].setAttribute(name, said(name));
    if (element.tagName === "text") for (const name of OF_TEXT) copies[i].setAttribute(name, said(name));
  }
  for (const element of [copy, ...copies]) for (const name of ["class", "style"]) element.removeAttribute(name);
}

/** A picture as a PNG file's content.
 * @param {{svg: string, width: number, height: number}} picture @returns {Promise<Blob>} */
export async function png({ svg, width, height }) {
  const image = new Image(),
    url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await new Promise((resolve, reject) => {
      image.addEventListener("load", resolve);
      image.addEventListener("error", () => reject(new Error("The picture could not be drawn.")));
      image.src = url;
    });
    const canvas = h("canvas", { width, height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large.")))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
