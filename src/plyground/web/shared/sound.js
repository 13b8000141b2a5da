// Quiet sounds: wood on wood for a move, lower and twice where a man is taken, and others for what else happens. They
// are made on the spot, and off until someone switches them on.

import { $, iconAddress, remembered } from "./dom.js";

const KNOCK = 0.09,
  LOUDNESS = 0.16;
/** @type {?AudioContext} */
let context = null;
/** Whether there are sounds where nobody has chosen. */
let usual = false;
const isOn = () => remembered.get("sound", usual);

/** The sets of sounds: the form of the waves, how high they are, how long they last.
 * @type {Record<string, {type: OscillatorType, height: number, length: number}>} */
const SETS = {
  "": { type: "triangle", height: 1, length: 1 },
  soft: { type: "sine", height: 0.7, length: 1.6 },
  bright: { type: "square", height: 1.6, length: 0.6 },
};

/** A knock at a pitch in hertz, after some seconds. @param {AudioContext} context @param {number} wanted */
function knock(context, wanted, after = 0) {
  const { type, height, length } = SETS[remembered.get("sounds", "")] ?? SETS[""],
    pitch = wanted * height,
    start = context.currentTime + after,
    end = start + KNOCK * length;
  const tone = new OscillatorNode(context, { type, frequency: pitch }),
    volume = new GainNode(context, { gain: 0 });
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, end);
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(end);
}

/** The knocks of what happens: each a pitch in hertz, and after how many seconds. @type {Record<string, number[][]>} */
const KNOCKS = {
  capture: [[260], [200, 0.07]],
  drown: [[340], [240, 0.12], [160, 0.24]],
  loss: [[260], [160, 0.1]],
  promotion: [[420], [530, 0.09], [660, 0.18]],
  arrival: [[420], [660, 0.1]],
  pass: [[180]],
  walled: [[170], [120, 0.12]],
  fire: [[420], [900, 0.1]],
};
const MOST_HOPS = 5;

/** What is heard of a move: of what happens, what is told last. @param {Api.EventView[]} events */
function knocksOf(events) {
  const event = events.findLast(({ kind }) => kind in KNOCKS || kind === "jump");
  if (event?.kind !== "jump") return KNOCKS[event?.kind ?? ""] ?? [[420]];
  return event.squares.slice(1, MOST_HOPS + 1).map((_, hop) => [420 + 30 * hop, 0.11 * hop]);
}

/** @param {Api.EventView[]} events @param {boolean} always  though sounds are off */
export function sound(events, always = false) {
  // browsers let a page be heard only after something has been done on it
  if ((!isOn() && !always) || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [pitch, after] of knocksOf(events)) knock(context, pitch, after);
}

/** Make a board heard when something moves on it. @param {EventTarget} board */
export function hear(board) {
  board.addEventListener("moved", (event) => sound(event.detail.events));
}

/** Have sounds on this page where nobody has switched them off. @param {Element} button  their switch */
export function soundByDefault(button) {
  usual = true;
  showSwitch(button);
}

/** @param {Element} button */
function showSwitch(button) {
  button.setAttribute("aria-pressed", String(isOn()));
  $("use", button).setAttribute("href", iconAddress(isOn() ? "sound" : "mute"));
}

/** Make a button the switch of the sounds; the browser remembers it. @param {Element} button */
export function soundSwitch(button) {
  button.addEventListener("click", () => {
    remembered.set("sound", !isOn());
    showSwitch(button);
    sound([]);
  });
  showSwitch(button);
}
