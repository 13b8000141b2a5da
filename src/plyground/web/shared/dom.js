// Make elements, say things, remember choices.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || (value === false && !name.startsWith("aria-"))) continue;
    if (name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: h("button", {class: "quiet", onclick}, "Flip"). */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
/** An SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
/** Where the drawing of a button is, for a `use` element. */
export const iconAddress = (name) => new URL(`icons.svg#${name}`, import.meta.url).href;
/** The first element in `root` that fits. */
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** What the page's own address has after its first part; "" if that is nothing, or no text. */
export function addressPart() {
  try {
    return decodeURIComponent(location.pathname.split("/")[2] ?? "");
  } catch {
    return "";
  }
}

/** Say something at the foot of the window for a while. */
export function toast(text, kind = "") {
  const box = $("#toasts");
  const note = h("div", { class: `toast ${kind}`, text });
  box.append(note);
  while (box.children.length > 3) $(".toast:not(.lasting)", box).remove();
  setTimeout(() => note.remove(), kind === "bad" ? 7000 : 4000);
}

/** Say what went wrong; that the server is away (status 0) every page says already. */
export function tell(error) {
  if (!(error instanceof Error) || error.status === undefined) console.error(error);
  if (error.status !== 0) toast(error.message, "bad");
}

/** Run something that may fail; its sentence becomes a toast. Returns undefined then. */
export async function told(promise) {
  try {
    return await promise;
  } catch (error) {
    tell(error);
    return undefined;
  }
}

const LEAVING = 3000;
let isLeaving = false;
/** Go to the address that `find` finds out, once, however often it is pressed meanwhile; "" stays here. */
export async function goTo(find) {
  if (isLeaving) return;
  isLeaving = true;
  const address = await told(find());
  if (address) location.href = address;
  setTimeout(
    () => {
      isLeaving = false;
    },
    address ? LEAVING : 0,
  );
}

/** Fill the page for the first time; until that is done, nothing on it answers, and little of it is shown. */
export async function opened(promise) {
  $("#main").inert = true;
  try {
    return await promise;
  } finally {
    $("#main").inert = false;
    $("#main").removeAttribute("data-opening");
  }
}

/** Wait for what is usually there at once, but not for long. */
export const soon = (promise) => Promise.race([promise, new Promise((resolve) => void setTimeout(resolve, 800))]);

/** A choice the browser remembers. */
export const remembered = {
  get(name, usual) {
    try {
      return JSON.parse(localStorage.getItem(`plyground.${name}`)) ?? usual;
    } catch {
      return usual;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`plyground.${name}`, JSON.stringify(value));
    } catch {
      /* private mode */
    }
  },
};

/** A text as the beginning of a sentence. */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** 1234567 as "1.2 M". */
export function short(number) {
  for (const [size, unit] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ]) {
    if (number >= size) return `${(number / size).toFixed(number >= 100 * size ? 0 : 1)} ${unit}`;
  }
  return String(Math.round(number));
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Scroll a list, and nothing around it, until one of its elements is wholly in sight. */
export function reveal(list, element, room = 8) {
  const box = element.getBoundingClientRect(),
    frame = list.getBoundingClientRect();
  if (box.top < frame.top + room) list.scrollTop -= frame.top + room - box.top;
  else if (box.bottom > frame.bottom - room) list.scrollTop += box.bottom - frame.bottom + room;
}

/** Copy a text; tells how it went. */
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

/** Copy by way of a selection, as one would by hand; tells whether that worked. */
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

/** Offer a text or a blob as a file. */
export function download(name, content, type = "text/plain") {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}
