// The search that the explorer shows, and its two views.

import { $ } from "../shared/dom.js";
import { Drawing } from "./drawing.js";
import { Outline } from "./outline.js";
import { Shown } from "./shown.js";

export { READABLE, SMALL, counted } from "./shown.js";

export const state = new Shown();
export const drawing = new Drawing($("#drawing"), state);
export const outline = new Outline($("#outline"), state);
state.views = [drawing, outline];

export const draw = () => state.draw();
export const follow = () => state.follow();
