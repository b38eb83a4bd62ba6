// Puzzles in the tab "Analysis": they are solved on the board, move by move.

import { byId } from "./dom.js";

export class Drill {
  /** The puzzles of `study`. */
  constructor(study) {
    this.study = study;
    this.shown = null;
    const go = (count) => () => this.study.act({ do: "choose", number: this.study.state.drill.number + count });
    byId("drill-back").addEventListener("click", go(-1));
    byId("drill-next").addEventListener("click", go(1));
    byId("drill-show").addEventListener("click", () => this.study.act({ do: "reveal" }));
  }

  /** Draws the panel. While the move is looked for, nothing that would tell it can be asked. */
  show() {
    const drill = this.study.state?.drill ?? null;
    byId("drill").hidden = !drill;
    byId("tab-analysis").classList.toggle("drilling", Boolean(drill));
    for (const place of document.querySelectorAll(".not-in-puzzle")) place.hidden = Boolean(drill?.isOpen);
    if (!drill) return;
    const { number, count, question, source, isOpen, solved, missed, verdict } = drill;
    byId("drill-text").textContent = `Puzzle ${number} of ${count}. ${question}`;
    byId("drill-source").textContent = source;
    byId("drill-count").textContent = `${solved} solved, ${missed} missed, ${count - solved - missed} left.`;
    byId("drill-verdict").textContent = verdict?.text ?? (isOpen ? "Play the first move." : "");
    byId("drill-verdict").className = verdict ? (verdict.isGood ? "good" : "bad") : "";
    byId("drill-back").disabled = number === 1;
    byId("drill-next").disabled = number === count;
    byId("drill-show").disabled = !isOpen;
    const key = JSON.stringify([number, verdict]);
    if (this.shown === key) return;
    this.shown = key;
    this.study.preview = verdict?.moves.length ? { moves: verdict.moves } : null;
  }
}
