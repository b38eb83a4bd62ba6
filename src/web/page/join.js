// The dialog in which a guest is told what is played, and tells a name.

import { made } from "./dom.js";
import { buttons, errorPlace, field, text, title } from "./forms.js";
import { RULES, timeText } from "./rules.js";

/** What a guest should know before joining, as rows of a list. */
function facts({ color, rule, openingRule, width, height, minutes, increment, isTaken }) {
  const [, name, meaning] = RULES.find(([other]) => other === rule);
  const rows = [
    ["You", isTaken ? "watch: the seat is taken" : `play ${color}`],
    ["Rule", `${name}. ${meaning}`],
    ["Opening", openingRule ?? "none"],
    ["Board", `${width} × ${height}`],
    ["Clock", timeText(minutes, increment) ?? "none"],
  ];
  const list = made("dl", "facts");
  for (const [term, words] of rows) {
    const row = made("div");
    row.append(made("dt", "", term), made("dd", "", words));
    list.append(row);
  }
  return list;
}

/**
 * Asks a guest for a name, and tells what is played, as far as that is known. `join` gets the name
 * and returns a promise.
 */
export function askName(dialog, told, join) {
  const form = made("form");
  title(form, dialog, told ? `${told.host} invites you to a game` : "Join the game");
  if (told) form.append(facts(told));
  const name = text("", "Name");
  field(form, "Your name", name);
  const error = errorPlace(form);
  const { cancel } = buttons(form, dialog, told?.isTaken ? "Watch" : "Join");
  cancel.remove();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await join(name.value.trim());
      dialog.close();
    } catch (reason) {
      error.textContent = reason.message;
    }
  });
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.replaceChildren(form);
  dialog.showModal();
}
