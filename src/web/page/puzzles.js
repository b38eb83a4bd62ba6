// Puzzles in the room "Games": the sets that come with the program, and where others come from.

import { button, byId, made } from "./dom.js";

/** A bar that shows how many puzzles are solved, missed and left. */
function meter({ count, solved, missed }) {
  const left = count - solved - missed;
  const bar = made("div", "meter");
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", `${solved} solved, ${missed} missed, ${left} left`);
  for (const [kind, part] of [["solved", solved], ["missed", missed], ["left", left]]) {
    if (part === 0) continue;
    const piece = made("span", kind);
    piece.style.flexGrow = part;
    bar.append(piece);
  }
  return bar;
}

/** A card with a title, a text and a button. */
function card(title, text, act) {
  const place = made("article", "card puzzle-card");
  place.append(made("h2", "", title), made("p", "", text), act);
  return place;
}

export class Puzzles {
  /**
   * `act` posts an action and returns its answer, `say` tells the user something, `mayOpen` asks before
   * a study is replaced, `open` shows the puzzles, `find` looks for puzzles in the game of the study.
   */
  constructor({ act, say, mayOpen, open, find }) {
    Object.assign(this, { act, say, mayOpen, open, find });
    byId("show-games").addEventListener("click", () => this.choose(false));
    byId("show-puzzles").addEventListener("click", () => this.choose(true));
    byId("drill-list").addEventListener("click", () => { byId("tab-games-button").click(); this.choose(true); });
    byId("review-puzzles").addEventListener("click", () => this.find());
  }

  /** Shows the puzzles or the games. */
  choose(isPuzzles) {
    byId("show-puzzles").setAttribute("aria-selected", String(isPuzzles));
    byId("show-games").setAttribute("aria-selected", String(!isPuzzles));
    byId("puzzles-part").hidden = !isPuzzles;
    byId("games-title").textContent = isPuzzles ? "Puzzles" : "My games";
    for (const id of ["games-part", "games-search", "games-export"]) byId(id).hidden = isPuzzles;
    if (isPuzzles) this.show();
  }

  /** Draws the puzzles again, if they are shown. */
  refresh() {
    if (!byId("puzzles-part").hidden) this.show();
  }

  /** Posts an action on the puzzles. Returns its answer, or null if it was refused, which is told. */
  async ask(action) {
    try {
      return await this.act({ action: "puzzles", act: action });
    } catch (error) {
      this.say(error.message);
      return null;
    }
  }

  /** Reads how the puzzles were answered, and draws the sets. */
  async show() {
    const told = await this.ask({ do: "list" });
    if (!told) return;
    const game = button("Look for puzzles", () => this.find());
    const file = button("Open a file", () => byId("study-file").click());
    file.id = "puzzles-open";
    byId("puzzle-sets").replaceChildren(
      ...told.sets.map((set) => this.set(set)),
      card("Your game", "Positions of the game in Analysis in which one move alone wins.", game),
      card("A file", "Puzzles that the command puzzles has found in your games.", file),
    );
  }

  /** The card of a set. */
  set(set) {
    const { name, title, about, count, solved, missed } = set;
    const done = solved + missed;
    const words = done === 0 ? "Begin" : done === count ? "Once more" : "Go on";
    const begin = button(words, async () => {
      if (!(await this.mayOpen())) return;
      if (await this.ask({ do: "open", set: name })) this.open();
    }, "primary");
    begin.setAttribute("aria-label", `${words}: ${title}`);
    const place = card(title, `${count} puzzles: ${about}.`, begin);
    const score = made("p", "score", done === 0 ? "Not begun" : `${solved} solved, ${missed} missed`);
    begin.before(score, meter(set));
    return place;
  }
}
