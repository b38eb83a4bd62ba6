// The players: who has which stones, whose turn it is, and the clocks.

import { byId, disc, made } from "./dom.js";

const COLORS = ["black", "white"];
/** Below this time in milliseconds a clock warns, and below the next it shows tenths. */
const LOW = 20_000;
const TENTHS = 10_000;

/** A clock as minutes and seconds, with tenths near its end. */
function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < TENTHS) return (Math.ceil(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Players {
  constructor() {
    this.state = null;
    this.isLost = false;
    /** The depth of the engine's search, if it is known. */
    this.depth = null;
    this.seats = COLORS.map((color) => {
      const seat = { place: byId(`seat-${color}`), name: made("b", "name"), note: made("small", "note-text"), clock: made("time", "clock") };
      const words = made("div");
      words.append(seat.name, seat.note);
      seat.place.append(disc(color), words, seat.clock);
      return seat;
    });
    setInterval(() => this.clocks(), 100);
  }

  /** Shows the players of a game. */
  show(state) {
    // The clocks were right when the state came, not when it is drawn again.
    if (state !== this.state) {
      this.received = performance.now();
      this.depth = null;
    }
    this.state = state;
    const owner = COLORS.find((color) => state.players[color].isOwn);
    this.seats.forEach(({ place, name, note }, at) => {
      const player = state.players[COLORS[at]];
      const isTurn = !this.isLost && state.toMove === COLORS[at];
      const isNear = COLORS[at] === (owner ?? "black");
      place.classList.toggle("turn", isTurn);
      place.classList.toggle("near", isNear);
      place.classList.toggle("far", !isNear);
      name.textContent = name.title = player.name;
      note.textContent = this.note(player, isTurn);
      note.classList.toggle("dots", isTurn && state.thinking === "move");
      place.setAttribute("aria-label", `${COLORS[at]}: ${player.name}`);
    });
    this.clocks();
  }

  /** What is to be said of a player. */
  note(player, isTurn) {
    const { thinking, ghost, opening, players } = this.state;
    if (isTurn && thinking === "move") return this.depth ? `Thinking, depth ${this.depth} ` : "Thinking ";
    if (isTurn && (ghost || opening?.task)) {
      const turn = COLORS.some((color) => players[color].isOwn) ? "Your move" : "To move";
      return player.note && player.note !== "you" ? `${turn}, ${player.note}` : turn;
    }
    return player.note ?? "";
  }

  /** Shows how deep the engine has searched. */
  progress({ depth }) {
    this.depth = depth;
    if (this.state?.thinking === "move") this.show(this.state);
  }

  /** While the connection is lost, nobody's turn is shown, and the clocks stand still. */
  setLost(isLost) {
    this.isLost = isLost;
  }

  /** Updates the clocks; the one that runs goes on between two states. */
  clocks() {
    if (!this.state || this.isLost) return;
    const passed = performance.now() - this.received;
    let running = "";
    this.seats.forEach(({ clock }, at) => {
      const player = this.state.players[COLORS[at]];
      if (player.clock == null) return clock.replaceChildren();
      const left = player.clock - (player.isRunning ? passed : 0);
      if (player.isRunning) running = clockText(left);
      clock.textContent = clockText(left);
      clock.classList.toggle("low", left < LOW);
    });
    // Nobody loses on time because another room is open.
    const isGame = byId("stage").dataset.tab === "game";
    byId("tab-game-text").textContent = isGame || !running ? "Play" : running;
  }
}
