// The win chance of both sides: a bar beside the board, and its number.

import { byId } from "./dom.js";

/**
 * Shows the win chance of black from 0 to 1. `null` hides the bar, `undefined` says that the value
 * is not known yet: the last one stays, so that the bar does not flicker while the engine thinks.
 */
export function drawBar(chance) {
  const bar = byId("bar");
  bar.hidden = chance === null;
  byId("stage").classList.toggle("no-bar", bar.hidden);
  if (bar.hidden) byId("chance-text").textContent = "";
  if (chance == null) return;
  const black = Math.round(100 * chance);
  const [side, most] = black < 50 ? ["White", 100 - black] : ["Black", black];
  bar.style.setProperty("--black", `${black}%`);
  bar.classList.toggle("white-leads", black < 50);
  byId("bar-text").textContent = `${side} ${most}\u202f%`;
  byId("chance-text").textContent = `${side} ${most}\u202f%`;
  bar.title = `Win chance: black ${black} %, white ${100 - black} %`;
  bar.setAttribute("aria-label", bar.title);
}
