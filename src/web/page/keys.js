// The keys of the page, and the overlay that lists them.

import { byId, button, made } from "./dom.js";
import { icon } from "./icons.js";

/** What keys do, by part of the page. */
const KEYS = {
  "Step through the game": [["← →", "one move"], ["Home End", "first, last move"], ["↑ ↓", "another branch"]],
  Board: [["Tab", "to the board"], ["← → ↑ ↓", "move the cursor"], ["Enter", "play"], ["n", "move numbers"], ["b", "win chance"]],
  Game: [["g", "new game"], ["h", "hint"], ["u", "undo"]],
  Analysis: [["a", "engine on or off"], ["w", "why?"], ["f", "find a win"], ["t", "threats"], ["e", "what was played"], ["p", "play from here"], ["1 … 9", "play the first move of a line"], ["c", "mark and comment"], ["Del", "delete the move"]],
  Review: [["[ ]", "previous, next mistake"], ["d", "find better moves"]],
  Everywhere: [["?", "this list"], ["Esc", "close"]],
};

/** Shows the list of keys. */
export function showKeys() {
  const dialog = byId("keys");
  const head = made("header");
  const title = made("h2", "", "Keyboard");
  title.id = "keys-title";
  const close = button("", () => dialog.close());
  close.setAttribute("aria-label", "Close");
  close.append(icon("close"));
  head.append(title, close);
  const body = made("div", "keys");
  for (const [part, keys] of Object.entries(KEYS)) {
    const section = made("section");
    const list = made("dl");
    for (const [names, words] of keys) {
      const row = made("div");
      const term = made("dt");
      for (const name of names.split(" ")) term.append(name === "…" ? name : made("kbd", "", name));
      row.append(term, made("dd", "", words));
      list.append(row);
    }
    section.append(made("h3", "", part), list);
    body.append(section);
  }
  dialog.replaceChildren(head, body);
  dialog.showModal();
}

/** Calls the function of a key that is pressed, unless something else takes it. */
export function bindKeys(shortcuts, isReady) {
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, select, textarea, dialog");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !isReady()) return;
    const shortcut = shortcuts[event.key];
    if (!shortcut) return;
    event.preventDefault();
    shortcut(event.key);
  });
}
