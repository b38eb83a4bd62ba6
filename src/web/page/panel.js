// The panel beside the board: players, clocks, offers, choices, moves.

import { button, byId, made, moveItem } from "./dom.js";

const COLORS = ["black", "white"];

/** A clock as minutes and seconds, with tenths below ten seconds. */
function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return (Math.ceil(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Panel {
  /** A panel whose buttons call `act` with an action; `goTo` shows the position after a move. */
  constructor(act, goTo) {
    this.act = act;
    this.goTo = goTo;
    this.drawn = {};
    this.isLost = false;
    byId("pause").addEventListener("click", () => act({ action: this.state.can.resume ? "resume" : "pause" }));
    byId("draw").addEventListener("click", () => act({ action: "offer-draw" }));
    byId("rematch").addEventListener("click", () => act({ action: "rematch" }));
    byId("free-seat").addEventListener("click", () => act({ action: "free-seat" }));
    byId("stop").addEventListener("click", () => act({ action: "stop" }));
    setInterval(() => this.clocks(), 100);
  }

  /** Shows the state of the game. `at` is the number of moves that are on the board. */
  show(state, at) {
    // The clocks were right when the state came, not when it is drawn again.
    if (state !== this.state) this.received = performance.now();
    this.state = state;
    this.players(state.players, this.isLost ? null : state.toMove);
    byId("status").textContent = this.isLost ? "Not connected." : state.status;
    this.offers();
    this.choices();
    this.invitation();
    this.moves(at);
    const can = state.can;
    for (const [id, allowed] of [["hint", can.hint], ["undo", can.undo]]) byId(id).disabled = !allowed || this.isLost;
    for (const [id, shown] of [["draw", can.draw], ["resign", can.resign], ["rematch", can.rematch], ["review-this", can.rematch && can.newGame], ["pause", can.pause || can.resume], ["free-seat", can.freeSeat]]) byId(id).hidden = !shown;
    byId("pause").textContent = can.resume ? "Resume" : "Pause";
    byId("menu-new").hidden = !can.newGame;
    byId("show-bar").checked = state.showsChance;
    byId("saved").textContent = state.saved ?? "";
    byId("thinking").hidden = !state.thinking || this.isLost;
    byId("stop").hidden = !can.stop;
    if (state.thinking) this.progress(null);
  }

  /** Shows the progress of a search; `event` is null if there is none yet. */
  progress(event) {
    const what = this.state?.thinking;
    if (!what) return;
    const text = what === "hint" ? "Looking for a hint" : "Goshawk is thinking";
    byId("thinking-text").textContent = event ? `${text}: depth ${event.depth}` : text;
  }

  /** Shows who plays the game on the board: that of the tab Game, or the one that is analysed. */
  players(players, toMove) {
    this.shown = players;
    const rows = COLORS.map((color) => {
      const player = players[color];
      const row = made("div", `player ${toMove === color ? "turn" : ""}`);
      row.append(made("span", `stone ${color}`));
      const name = made("span", "name", player.name);
      if (player.note) name.append(" ", made("span", "note", player.note));
      name.title = name.textContent;
      row.append(name, made("span", "clock"));
      row.setAttribute("aria-label", `${color}: ${name.textContent}`);
      return row;
    });
    byId("players").replaceChildren(...rows);
    this.clocks();
  }

  /** While the connection is lost, nobody's turn is shown, and the clocks stand still. */
  setLost(isLost) {
    this.isLost = isLost;
  }

  /** Updates the clocks; the one that runs goes on between two states. */
  clocks() {
    if (!this.state || this.isLost) return;
    const isGame = this.shown === this.state.players;
    const passed = performance.now() - this.received;
    let running = "";
    byId("players").querySelectorAll(".clock").forEach((place, at) => {
      const player = this.state.players[COLORS[at]];
      if (player.clock == null) return;
      const left = player.clock - (player.isRunning ? passed : 0);
      if (player.isRunning) running = clockText(left);
      place.textContent = isGame ? clockText(left) : "";
      place.classList.toggle("low", left < 20_000);
    });
    // Nobody loses on time because another tab is open.
    byId("tab-game-button").textContent = isGame || !running ? "Game" : `Game ${running}`;
  }

  /** An offer of the other player, with its answers. */
  offers() {
    const place = byId("offer");
    const offer = this.state.offer;
    place.hidden = !offer;
    if (!offer) return place.replaceChildren();
    const answers = !offer.canAnswer ? [] : offer.isOurs
      ? [button("Take it back", () => this.act({ action: "answer", accept: false }))]
      : [button("Accept", () => this.act({ action: "answer", accept: true }), "primary"), button("Decline", () => this.act({ action: "answer", accept: false }))];
    place.replaceChildren(made("span", "", offer.text), ...answers);
  }

  /** The step of the opening: what was done last, what is to be done now, and its choices. */
  choices() {
    const { opening, moves } = this.state;
    const key = JSON.stringify([opening, moves.length]);
    // A number that is being chosen stays.
    if (this.drawn.opening === key) return;
    this.drawn.opening = key;
    byId("choices").hidden = !opening;
    const { title, told, task, options = [], counts } = opening ?? {};
    const now = title && (task ? `${title}: ${task}` : `The opening is ${title}.`);
    // A line that stays the same is not read out again.
    for (const [id, text] of [["opening-told", told ?? ""], ["opening-task", now ?? ""]]) {
      if (byId(id).textContent !== text) byId(id).textContent = text;
      byId(id).hidden = !text;
    }
    const ply = moves.length;
    const answers = options.map(({ id, label }) => button(label, () => this.act({ action: "choose", option: id, ply })));
    if (counts) {
      const count = made("select");
      count.append(...counts.map((number) => new Option(number)));
      count.setAttribute("aria-label", "Number of fifth moves");
      answers.push(count, button("Declare", () => this.act({ action: "declare", count: Number(count.value), ply })));
    }
    byId("opening-answers").replaceChildren(...answers);
    byId("opening-answers").hidden = answers.length === 0;
  }

  /** The link for the other player, as text and as a code for a phone's camera. */
  invitation() {
    const invite = this.state.invite;
    const key = JSON.stringify(invite);
    if (this.drawn.invite === key) return;
    this.drawn.invite = key;
    const place = byId("invite");
    place.hidden = !invite;
    if (!invite) return place.replaceChildren();
    const link = made("input");
    Object.assign(link, { value: invite.link, readOnly: true });
    link.setAttribute("aria-label", "Link to the game");
    link.addEventListener("focus", () => link.select());
    const copy = button("Copy the link", async () => {
      try {
        await navigator.clipboard.writeText(invite.link);
        copy.textContent = "Copied";
      } catch {
        link.focus();
      }
    });
    const row = made("div", "row");
    row.append(copy);
    const code = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    code.setAttribute("viewBox", `0 0 ${invite.side} ${invite.side}`);
    code.setAttribute("role", "img");
    code.setAttribute("aria-label", "The link as a QR code");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", invite.path);
    code.append(path);
    place.replaceChildren(made("p", "", invite.text), link, row, code);
  }

  /** The list of moves. */
  moves(at) {
    const list = byId("moves");
    const key = `${this.state.game}/${this.state.moves.join()}`;
    if (this.drawn.moves !== key) {
      this.drawn.moves = key;
      const colors = new Map(this.state.stones.map(([, , color, number]) => [number, color]));
      const items = this.state.moves.map((name, index) => moveItem(index + 1, name, colors.get(index + 1), () => this.goTo(index + 1)).item);
      list.replaceChildren(...items);
    }
    const buttons = list.querySelectorAll("button");
    buttons.forEach((go, index) => go.setAttribute("aria-current", String(index + 1 === at)));
    if (this.drawn.at !== at) {
      this.drawn.at = at;
      buttons[at - 1]?.scrollIntoView({ block: "nearest" });
    }
  }
}
