// The room "Games": the games that have been saved, with small boards.

import { button, byId, disc, download, drawn, made } from "./dom.js";
import { icon } from "./icons.js";
import { ruleTitle } from "./rules.js";

/** The number of games that are drawn at first, and at each "Show more". */
const DRAWN = 40;
const RESULTS = { black: "Black won", white: "White won", draw: "Draw" };

/** A date as people write it. Another text than `2026-11-30` stays as it is. */
function dateText(date) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  const time = new Date(`${date}T12:00:00`);
  return time.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

/** The last position of a game as a small board. */
function thumbnail({ width, height, moves }) {
  const svg = drawn("svg", { class: "thumb", viewBox: `-1 -1 ${width + 1} ${height + 1}`, "aria-hidden": "true" });
  drawn("rect", { class: "thumb-wood", x: -1, y: -1, width: width + 1, height: height + 1 }, svg);
  const lines = [];
  for (let x = 0; x < width; x++) lines.push(`M${x} 0v${height - 1}`);
  for (let y = 0; y < height; y++) lines.push(`M0 ${y}h${width - 1}`);
  drawn("path", { class: "thumb-grid", d: lines.join("") }, svg);
  for (const [color, [x, y]] of moves) drawn("circle", { class: `thumb-${color}`, cx: x, cy: y, r: 0.46 }, svg);
  return svg;
}

export class Games {
  /**
   * `act` posts an action and returns its answer, `fetchFile` one whose answer is a file, `open` shows
   * the game that is studied, `mayOpen` asks before a study is replaced, `say` tells the user
   * something.
   */
  constructor({ act, fetchFile, open, mayOpen, say }) {
    Object.assign(this, { act, fetchFile, open, mayOpen, say });
    this.list = null;
    this.most = DRAWN;
    byId("games-search").addEventListener("input", () => { this.most = DRAWN; this.draw(); });
    byId("games-export").addEventListener("click", () => this.export());
    byId("games-more").addEventListener("click", () => { this.most += DRAWN; this.draw(); });
  }

  /** Posts an action on the saved games. Returns its answer, or null if it was refused, which is told. */
  async ask(action) {
    try {
      return await this.act({ action: "games", act: action });
    } catch (error) {
      this.say(error.message);
      return null;
    }
  }

  /** Reads the list again and draws it. */
  async show() {
    this.list = (await this.ask({ do: "list" })) ?? this.list;
    this.draw();
  }

  /** The games that the search finds: every word of it is in what is said of the game. */
  found() {
    const words = byId("games-search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const said = (game) => [game.name, game.black, game.white, game.date, dateText(game.date), game.rule && ruleTitle(game.rule), RESULTS[game.result]].join(" ").toLowerCase();
    return this.list.games.filter((game) => words.every((word) => said(game).includes(word)));
  }

  draw() {
    if (!this.list) return;
    const found = this.found();
    byId("games-list").replaceChildren(...found.slice(0, this.most).map((game) => this.card(game)));
    byId("games-more").hidden = found.length <= this.most;
    byId("games-empty").hidden = found.length > 0;
    byId("games-empty-text").textContent = this.list.games.length ? "No games match." : "Your games appear here as soon as you have played one.";
    byId("games-export").disabled = !this.list.games.length;
    const { unreadable, leftOut } = this.list;
    const notes = [];
    if (unreadable) notes.push(`${unreadable} ${unreadable === 1 ? "file in the folder is not a game" : "files in the folder are not games"}.`);
    if (leftOut) notes.push(`The ${this.list.games.length} latest games are shown, ${leftOut} older ones are not.`);
    byId("games-notes").textContent = notes.join(" ");
  }

  /** A game in the list. */
  card(game) {
    const card = made("article", "card");
    const body = made("div", "card-body");
    const title = made("h2");
    const open = button("", () => this.openGame(game), "card-open");
    open.append(disc("black"), ` ${game.black ?? "Black"} `, disc("white"), ` ${game.white ?? "White"}`);
    title.append(open);
    const size = game.width === game.height && game.width === 15 ? [] : [`${game.width} × ${game.height}`];
    const facts = [game.rule && ruleTitle(game.rule), ...size].filter(Boolean).join(" · ");
    const count = `${game.moves.length} ${game.moves.length === 1 ? "move" : "moves"}`;
    const end = made("div", "card-end");
    const result = game.isPlayed && !game.result ? "On the board" : RESULTS[game.result] ?? "Not finished";
    end.append(made("span", game.result ? "is-over" : "", result), this.menu(game));
    body.append(title, made("p", "", facts), made("p", "", `${dateText(game.date)}, ${count}`), made("p", "card-name", game.name), end);
    card.append(thumbnail(game), body);
    return card;
  }

  /** What can be done with the file of a game. */
  menu(game) {
    const place = made("span", "card-acts");
    const act = (name, text, onClick) => {
      const element = button("", onClick);
      element.append(icon(name));
      element.setAttribute("aria-label", `${text} ${game.name}`);
      element.title = game.isPlayed ? "This game is on the board" : text;
      element.disabled = game.isPlayed;
      return element;
    };
    place.append(act("edit", "Rename", () => this.rename(game)), act("trash", "Delete", () => this.delete(game)));
    return place;
  }

  async openGame(game) {
    if (!(await this.mayOpen())) return;
    if (await this.ask({ do: "open", name: game.name })) this.open();
  }

  /** Deletes a game. It can be brought back. */
  async delete(game) {
    const deleted = await this.ask({ do: "delete", name: game.name });
    if (!deleted) return;
    await this.show();
    this.say(`“${game.name}” was deleted.`, "Undo", async () => {
      await this.ask({ do: "restore", name: deleted.name });
      this.show();
    });
  }

  /** Asks for another name. A name that is refused stays, with the reason. */
  rename(game) {
    const dialog = byId("rename");
    const form = made("form");
    const title = made("h2", "", "Rename this game");
    title.id = "rename-title";
    const name = made("input");
    Object.assign(name, { value: game.name, required: true, maxLength: 80 });
    name.setAttribute("aria-label", "Name");
    const error = made("p", "error");
    error.dataset.said = "";
    const row = made("div", "buttons");
    const cancel = button("Cancel", () => dialog.close());
    cancel.type = "button";
    row.append(cancel, made("button", "primary", "Rename"));
    form.append(title, name, error, row);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        if (name.value.trim() !== game.name) await this.act({ action: "games", act: { do: "rename", name: game.name, to: name.value } });
        dialog.close();
        this.show();
      } catch (reason) {
        error.textContent = reason.message;
      }
    });
    dialog.replaceChildren(form);
    dialog.showModal();
    name.select();
  }

  /** Saves all games as one file of the browser. */
  async export() {
    try {
      download("goshawk-games.sgf", await this.fetchFile({ action: "games", act: { do: "export" } }));
    } catch (error) {
      this.say(error.message);
    }
  }
}
