// A proof that is walked: what the loser can reply, and how each reply is answered.

import { button, byId, capital, made } from "./dom.js";
import { icon } from "./icons.js";

const other = { black: "white", white: "black" };
const moves = (count) => (count === 1 ? "1 move" : `${count} moves`);

/** What the board shows of a proof: the winning move, or the replies, with the moves that are left. */
export function proofMarks(proof) {
  if (!proof) return { candidates: [], replies: [] };
  const shown = proof.next.filter(({ point, left }) => point && left != null);
  return proof.isReply
    ? { candidates: [], replies: shown.map(({ point, left }) => [...point, `L${left}`]) }
    : { candidates: shown.slice(0, 1).map(({ point, left }) => [...point, `W${left + 1}`, "won"]), replies: [] };
}

/** What the card shows. Its buttons are made anew only for something else, so that no click gets lost. */
let drawn = "";

/** Draws the card of a proof. `go` gets a node, `back` steps back, `leave` ends the walk. */
export function drawProof(proof, { at, name, go, back, leave }) {
  const place = byId("proof");
  const key = JSON.stringify([proof, at]);
  if (drawn === key) return;
  drawn = key;
  place.hidden = !proof;
  if (!proof) return place.replaceChildren();
  const [winner, loser] = [capital(proof.winner), capital(other[proof.winner])];
  const head = made("div", "proof-head");
  const title = made("h2", "", `${winner} wins in ${moves(proof.moves)}`);
  title.prepend(icon("win"));
  const how = { VCF: "Proved, by fours (VCF).", VCT: "Proved, by threats (VCT)." }[proof.kind] ?? "Proved.";
  const path = made("div", "path");
  path.setAttribute("aria-label", `${winner}'s moves`);
  for (const step of proof.steps) {
    const there = button(step.name, () => go(step.id));
    there.setAttribute("aria-current", String(step.id === at));
    path.append(there);
  }
  head.append(title, made("p", "", how), path);
  const list = made("div", "replies");
  const longest = [...proof.next].sort((a, b) => (b.left ?? 0) - (a.left ?? 0))[0];
  if (proof.isReply && proof.next.length) {
    const threat = proof.threat ? ` ${proof.threat[0].toLowerCase()}${proof.threat.slice(1).replace(/\.$/, "")}` : "";
    list.append(made("h3", "", `${name}${threat}. ${loser} can reply:`));
    for (const reply of proof.next.filter(({ name, left }) => name && left != null)) {
      const line = button("", () => go(reply.id), "reply-line");
      line.append(made("span", "chip", reply.name));
      if (reply.answer) line.append(made("span", "", `then ${reply.answer}, the five in ${moves(reply.left)}`));
      list.append(line);
    }
    list.append(made("p", "saved", `Or play any other reply on the board: ${winner} answers it.`));
  } else if (longest) {
    list.append(made("h3", "", `${winner} plays ${proof.next[0].name}.`));
  } else {
    list.append(made("h3", "", "The end of the proof."));
  }
  const row = made("div", "row");
  const target = proof.isReply ? longest : proof.next[0];
  const on = button(!target ? "Next" : proof.isReply ? `Longest defence: ${target.name}` : `Play ${target.name}`, () => go(target.id), "primary");
  on.disabled = !target;
  const close = button("Close", leave);
  close.id = "proof-close";
  row.append(button("Back", back), on, close);
  place.replaceChildren(head, list, row);
}
