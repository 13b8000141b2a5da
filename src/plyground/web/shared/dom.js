// Make elements, say things, remember choices.

import { BASE } from "./transport.js";

export { remembered } from "./storage.js";

const SVG = "http://www.w3.org/2000/svg";

/** @template {Element} E @param {E} element @param {any} attributes @param {Children} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || (value === false && !name.startsWith("aria-"))) continue;
    if (name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat())
    if (child !== null && child !== undefined && child !== false)
      element.append(typeof child === "number" ? String(child) : child);
  return element;
}

/** An HTML element: h("button", {class: "quiet", onclick}, "Flip").
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Attributes<HTMLElementTagNameMap[K]>} [attributes]
 * @param {Children} children @returns {HTMLElementTagNameMap[K]} */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
/** An SVG element.
 * @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Attributes<SVGElementTagNameMap[K]>} [attributes]
 * @param {Children} children @returns {SVGElementTagNameMap[K]} */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
/** A table; heads are texts, "" for none, or cells themselves.
 * @param {(string | Element)[]} heads @param {Element[]} rows @param {Attributes<HTMLTableElement>} [attributes]
 * @param {Children} before  what stands before the head: a caption */
export function table(heads, rows, attributes, ...before) {
  /** @param {string} text */
  const heading = (text) => (text ? h("th", { scope: "col" }, text) : h("td"));
  const head = heads.map((each) => (typeof each === "string" ? heading(each) : each));
  return h("table", attributes, ...before, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
}
/** Cells with numbers. @param {Child[]} values */
export const numbers = (...values) => values.map((value) => h("td", { class: "number" }, value));
/** The head of a column of numbers. @param {Child} text @param {object} [attributes] */
export const numberHead = (text, attributes) => h("th", { scope: "col", class: "number", ...attributes }, text);
/** Where the drawing of a button is, for a `use` element. @param {string} name */
export const iconAddress = (name) => new URL(`icons.svg#${name}`, import.meta.url).href;
/** The first element in `root` that fits. @param {string} selector @param {ParentNode} root @returns {any} */
export const $ = (selector, root = document) => root.querySelector(selector);
/** All of them. @param {string} selector @param {ParentNode} root @returns {any[]} */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** What the page's own address has after its first part, or as `id`; "" if that is nothing, or no text. */
export function addressPart() {
  try {
    const part = decodeURIComponent(location.pathname.slice(BASE.length).split("/")[2] ?? "");
    return part || (new URLSearchParams(location.search).get("id") ?? "");
  } catch {
    return "";
  }
}

/** Say something at the foot of the window for a while. @param {string} text */
export function toast(text, kind = "") {
  const box = $("#toasts");
  const note = h("div", { class: `toast ${kind}`, text });
  // two requests may fail for the same reason
  $$(".toast", box).find((each) => each.textContent === text)?.remove();
  box.append(note);
  while (box.children.length > 3) $(".toast:not(.lasting)", box).remove();
  setTimeout(() => note.remove(), kind === "bad" ? 7000 : 4000);
}

/** Say what went wrong; that the server is away (status 0) every page says already. @param {any} error */
export function tell(error) {
  if (error?.status === undefined) console.error(error);
  if (error.status !== 0) toast(error.message, "bad");
}

/** Attempt something that may fail; its sentence becomes a toast. Returns undefined then.
 * @template T @param {Promise<T> | T} promise */
export async function attempt(promise) {
  try {
    return await promise;
  } catch (/** @type {any} */ error) {
    tell(error);
    return undefined;
  }
}

const LEAVING = 3000;
let isLeaving = false;
/** Go to the address that `find` finds out, once, however often it is pressed meanwhile; "" stays here.
 * @param {() => Promise<string | undefined> | string} find */
export async function goTo(find) {
  if (isLeaving) return;
  isLeaving = true;
  const address = await attempt(find());
  if (address) location.href = address;
  setTimeout(
    () => {
      isLeaving = false;
    },
    address ? LEAVING : 0,
  );
}

/** Say in place of a page why it cannot be shown. @param {string} what @param {Error} error */
export function showMissing(what, { message }) {
  $("main").replaceChildren(
    h(
      "section",
      { class: "narrow empty" },
      h("h1", {}, `This ${what} cannot be shown`),
      h("p", {}, message),
      h("a", { class: "button primary", href: "/" }, "To the games"),
    ),
  );
}

/** Do something when a form is sent. @param {HTMLFormElement} form @param {() => any} act */
export const onSubmit = (form, act) =>
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(act());
  });

/** Fill the page for the first time; until that is done, nothing on it answers, and little of it is shown.
 * @template T @param {Promise<T>} promise */
export async function opened(promise) {
  $("#main").inert = true;
  try {
    return await promise;
  } finally {
    $("#main").inert = false;
    $("#main").removeAttribute("data-opening");
  }
}

/** Wait. @param {number} milliseconds @returns {Promise<void>} */
export const pause = (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** Wait for what is usually there at once, but not for long. @param {Promise<unknown>} promise */
export const soon = (promise) => Promise.race([promise, pause(800)]);

/** A text as the beginning of a sentence. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** 1234567 as "1.2 M". @param {number} number */
export function short(number) {
  for (const [size, unit] of /** @type {[number, string][]} */ ([
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ])) {
    if (number >= size) return `${(number / size).toFixed(number >= 100 * size ? 0 : 1)} ${unit}`;
  }
  return String(Math.round(number));
}

/** What a field has before a page is opened, from when on it has what its type says. @returns {any} */
export const unset = () => null;

export const reducedMotion = () =>
  document.documentElement.dataset.animation === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Scroll a list, upright or across, and nothing around it, until one of its elements is wholly in sight.
 * @param {Element} list @param {Element} element */
export function reveal(list, element, room = 8) {
  const box = element.getBoundingClientRect(),
    frame = list.getBoundingClientRect();
  if (box.top < frame.top + room) list.scrollTop -= frame.top + room - box.top;
  else if (box.bottom > frame.bottom - room) list.scrollTop += box.bottom - frame.bottom + room;
  if (box.left < frame.left) list.scrollLeft -= frame.left - box.left + room;
  else if (box.right > frame.right) list.scrollLeft += box.right - frame.right + room;
}

/** Copy a text; tells how it went. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // over plain http, from another machine, there is no clipboard to write to
    if (!copySelected(text)) {
      toast(`The browser did not allow copying; the text is: ${text}`);
      return;
    }
  }
  toast(`${what} copied.`);
}

/** Copy by way of a selection, as one would by hand; tells whether that worked. @param {string} text */
function copySelected(text) {
  const field = h("textarea", { class: "visually-hidden", "aria-hidden": "true" });
  const host = $("dialog[open]") ?? document.body;
  field.value = text;
  host.append(field);
  field.select();
  const worked = document.execCommand("copy");
  field.remove();
  return worked;
}

/** Offer a text or a blob as a file. @param {string} name @param {string | Blob} content */
export function download(name, content, type = "text/plain") {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}
