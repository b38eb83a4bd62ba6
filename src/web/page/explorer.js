// The explorer in Analysis: what was played in the position on the board, in the saved games and in
// the file that was opened.

import { button, byId, made } from "./dom.js";

/** The most moves that are listed for one source. */
const MOST = 12;
const TITLES = { file: "In the opened file", saved: "In my games" };

export class Explorer {
  /** `act` posts an action and returns its answer, `play` plays a move, `nameOf` names a point. */
  constructor({ act, play, nameOf }) {
    Object.assign(this, { act, play, nameOf });
    this.isShown = false;
    this.version = null;
    byId("study-explore").addEventListener("click", () => this.toggle());
  }

  toggle() {
    this.isShown = !this.isShown;
    byId("study-explore").setAttribute("aria-pressed", String(this.isShown));
    byId("explorer").hidden = !this.isShown;
    this.version = null;
    if (this.study) this.follow(this.study);
  }

  /** Shows what was played in the position of the study, if it is not shown already. */
  async follow(study) {
    this.study = study;
    const version = JSON.stringify([study.version, study.at]);
    if (!this.isShown || version === this.version) return;
    this.version = version;
    let played = null;
    let error = null;
    try {
      played = await this.act({ action: "games", act: { do: "explore" } });
    } catch (reason) {
      error = reason;
    }
    // The answer to a later question is on its way.
    if (version === this.version) this.draw(played, error);
  }

  draw(played, error) {
    const place = byId("explorer");
    if (error) return place.replaceChildren(made("p", "saved", error.message));
    const sources = ["file", "saved"].filter((name) => played[name]);
    place.replaceChildren(...sources.flatMap((name) => this.source(TITLES[name], played[name])));
  }

  /** What was played in one collection of games. */
  source(title, { all, games, black, white, draws, replies }) {
    const head = made("h3", "", title);
    head.append(made("small", "", ` ${games} of ${all} ${all === 1 ? "game" : "games"}`));
    if (!replies.length) {
      return [head, made("p", "saved", games ? "No game continues from here." : "No game reached this position.")];
    }
    const table = made("div", "played");
    table.append(...replies.slice(0, MOST).map((reply) => this.reply(reply)));
    const total = made("p", "saved", `Black won ${black}, White won ${white}, drawn ${draws}.`);
    const rest = replies.length - MOST;
    return [head, table, ...(rest > 0 ? [made("p", "saved", `and ${rest} more moves`)] : []), total];
  }

  /** A move that was played, with the results of its games as a bar. */
  reply({ point, games, black, white, draws }) {
    const name = this.nameOf(point);
    const row = button("", () => this.play(point), "played-move");
    const decided = black + white + draws;
    const bar = made("span", "played-bar");
    for (const [color, count] of [["black", black], ["draws", draws], ["white", white]]) {
      const part = made("i", color);
      part.style.flexGrow = count;
      if (count) bar.append(part);
    }
    row.append(made("b", "", name), made("span", "", games), bar);
    const results = decided ? `Black won ${black}, White won ${white}, drawn ${draws}` : "without results";
    row.setAttribute("aria-label", `${name}, ${games} ${games === 1 ? "game" : "games"}: ${results}`);
    row.title = results;
    return row;
  }
}
