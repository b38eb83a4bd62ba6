// The best lines that an analysis has found.

import { button, made } from "./dom.js";

/** A large number in short, such as 1.2 M. */
export function short(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e3 ? `${Math.round(number / 1e3)} k` : String(number);
}

/** What a chip says of a line, and its kind: a win chance, or a win or a loss and its length. */
export function chip({ chance }, rank) {
  const forced = /^(wins|loses) in (\d+)/.exec(chance);
  if (!forced) return { label: chance.replace(/ ?%/, ""), kind: rank === 0 ? "best" : "other" };
  const [, ends, length] = forced;
  return ends === "wins" ? { label: `W${length}`, kind: "won" } : { label: `L${length}`, kind: "lost" };
}

/**
 * The list of lines. `preview` gets the moves to show on the board, or null; `follow` gets those
 * that the user plays.
 */
export function linesOf(told, preview, follow) {
  const list = made("ol", "variations lines");
  list.setAttribute("aria-label", `Best lines of ${told.side}`);
  told.variations.forEach((variation, rank) => {
    const item = made("li");
    const { label, kind } = chip(variation, rank);
    const value = made("strong", `chip ${kind}`, label);
    value.title = `${variation.chance}, score ${variation.value}, for ${told.side}`;
    const names = made("span", "names");
    variation.names.forEach((name, at) => {
      const moves = variation.moves.slice(0, at + 1);
      const move = button(name, () => follow(moves));
      for (const kind of ["pointerenter", "focus"]) move.addEventListener(kind, () => preview(moves));
      names.append(move);
    });
    item.addEventListener("pointerenter", (event) => { if (event.target === item) preview(variation.moves); });
    for (const kind of ["pointerleave", "focusout"]) item.addEventListener(kind, () => preview(null));
    item.append(value, names);
    list.append(item);
  });
  return list;
}
