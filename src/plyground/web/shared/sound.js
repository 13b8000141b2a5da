// Two quiet sounds: wood on wood for a move, and twice, lower, where a man is taken. They are made on the spot, and off
// until someone switches them on.

import { $, iconAddress, remembered } from "./dom.js";

const KNOCK = 0.09,
  LOUDNESS = 0.16;
/** @type {?AudioContext} */
let context = null;

/** A knock at a pitch in hertz, after some seconds. @param {AudioContext} context @param {number} pitch */
function knock(context, pitch, after = 0) {
  const start = context.currentTime + after,
    end = start + KNOCK;
  const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch }),
    volume = new GainNode(context, { gain: 0 });
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, end);
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(end);
}

/** @param {boolean} isTaken */
function sound(isTaken) {
  // browsers let a page be heard only after something has been done on it
  if (!remembered.get("sound", false) || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  knock(context, isTaken ? 260 : 420);
  if (isTaken) knock(context, 200, 0.07);
}

/** Make a board heard when something moves on it. @param {EventTarget} board */
export function hear(board) {
  board.addEventListener("moved", (event) => sound(event.detail.taken));
}

/** Make a button the switch of the sounds; the browser remembers it. @param {Element} button */
export function soundSwitch(button) {
  const show = () => {
    const isOn = remembered.get("sound", false);
    button.setAttribute("aria-pressed", isOn);
    $("use", button).setAttribute("href", iconAddress(isOn ? "sound" : "mute"));
  };
  button.addEventListener("click", () => {
    remembered.set("sound", !remembered.get("sound", false));
    show();
    sound(false);
  });
  show();
}
