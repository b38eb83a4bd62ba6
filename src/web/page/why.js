// Why the best move is best: what both sides threaten, and what the move does.

import { button, byId, capital, disc, made } from "./dom.js";
import { icon } from "./icons.js";

/** A fact in words: what a side threatens, why the move is best, or something with a name. */
function words(name, text) {
  if (name === "why") return `${capital(text)}.`;
  const isVerb = /^(has|threatens) /.test(text);
  // Names of points stay in lower case.
  return `${/^(black|white|forbidden|second)$/.test(name) ? capital(name) : name}${isVerb ? "" : ":"} ${text}.`;
}

/** What the cards show. Their buttons are made anew only for something else, so that no click gets lost. */
const drawn = { reasons: "", threats: "" };

/** Notes what a card shows. Returns whether it is something else than before. */
function isNew(name, content) {
  const key = JSON.stringify(content);
  const isOther = drawn[name] !== key;
  drawn[name] = key;
  return isOther;
}

/** Draws the card, or hides it without reasons. `close` hides it for this place. */
export function drawWhy(reasons, close) {
  const place = byId("why");
  if (!isNew("reasons", reasons)) return;
  place.hidden = !reasons;
  if (!reasons) return place.replaceChildren();
  const head = made("header");
  const x = button("", close);
  x.setAttribute("aria-label", "Close");
  x.append(icon("close"));
  head.append(made("h3", "", reasons.name ? `Why ${reasons.name}?` : "Why?"), x);
  const list = made("ul");
  for (const [name, text] of reasons.rows) {
    const item = made("li");
    const isSide = name === "black" || name === "white";
    item.append(isSide ? disc(name) : icon("check"));
    item.append(made("span", "", words(name, text)));
    list.append(item);
  }
  place.replaceChildren(head, list);
}

/** Draws what both sides threaten. */
export function drawThreats(threats, preview) {
  byId("study-threats").setAttribute("aria-pressed", String(Boolean(threats)));
  const place = byId("study-threat-list");
  if (!isNew("threats", threats)) return;
  place.hidden = !threats;
  place.replaceChildren(...(threats ?? []).map(({ side, texts, line }) => {
    const row = made("p");
    row.append(disc(side), made("span", "", `${capital(side)}: ${texts.join("; ") || "no direct threat"}`));
    if (line.length > 1) row.append(button("Show", () => preview(line, side)));
    return row;
  }));
}
