// The room "Play": what is said of the game, offers, steps of an opening, the link, the moves.

import { button, byId, drawn, keepInView, made, moveRows } from "./dom.js";

/** What users may do, by button. */
const BUTTONS = {
  draw: (can) => can.draw,
  resign: (can) => can.resign,
  rematch: (can) => can.rematch,
  "review-this": (can) => can.rematch && can.newGame,
  pause: (can) => can.pause || can.resume,
  "free-seat": (can) => can.freeSeat,
  "change-players": (can) => can.changePlayers,
  stop: (can) => can.stop,
};

/** How long the question stays whether the user resigns. */
const SURE_MS = 5000;

/** Lets the button ask in its own place before `resign` is called. */
export function bindResign(resign) {
  let waiting = 0;
  const ask = (isAsking) => {
    clearTimeout(waiting);
    byId("sure").hidden = !isAsking;
    byId("game-acts").classList.toggle("is-asking", isAsking);
    if (isAsking) waiting = setTimeout(() => ask(false), SURE_MS);
  };
  byId("resign").addEventListener("click", () => { ask(true); byId("sure-no").focus(); });
  byId("sure-no").addEventListener("click", () => { ask(false); byId("resign").focus(); });
  byId("sure-yes").addEventListener("click", () => { ask(false); resign(); });
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
    byId("browsing-back").addEventListener("click", () => goTo(Infinity));
  }

  /** Shows the state of the game. `at` is the number of moves that are on the board. */
  show(state, at) {
    this.state = state;
    byId("status").textContent = this.isLost ? "Not connected." : state.status;
    byId("browsing").hidden = at === state.moves.length;
    byId("browsing-play").hidden = !state.isOver || !state.can.newGame;
    byId("browsing-move").textContent = `${at} of ${state.moves.length}`;
    this.offers();
    this.choices();
    this.invitation();
    this.moves(at);
    const can = state.can;
    for (const [id, allowed] of [["hint", can.hint], ["undo", can.undo]]) byId(id).disabled = !allowed || this.isLost;
    for (const [id, allowed] of Object.entries(BUTTONS)) byId(id).hidden = !allowed(can);
    if (!can.resign) { byId("sure").hidden = true; byId("game-acts").classList.remove("is-asking"); }
    byId("hint").hidden = byId("undo").hidden = Boolean(can.rematch) && !can.undo;
    byId("hint").setAttribute("aria-pressed", String(Boolean(state.hint)));
    byId("pause").lastChild.textContent = can.resume ? "Resume" : "Pause";
    byId("menu-new").hidden = !can.newGame;
    byId("show-bar").checked = state.showsChance;
    byId("saved").textContent = state.saved ?? "";
  }

  /** While the connection is lost, nothing can be done. */
  setLost(isLost) {
    this.isLost = isLost;
  }

  /** An offer of the other player, with its answers. */
  offers() {
    const place = byId("offer");
    const offer = this.state.offer;
    place.hidden = !offer;
    if (!offer) return place.replaceChildren();
    const answers = !offer.canAnswer ? [] : offer.isOurs
      ? [button("Withdraw", () => this.act({ action: "answer", accept: false }))]
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
    const code = drawn("svg", { viewBox: `0 0 ${invite.side} ${invite.side}`, role: "img", "aria-label": "The link as a QR code" });
    drawn("path", { d: invite.path }, code);
    place.replaceChildren(made("p", "", invite.text), link, copy, code);
  }

  /** The list of moves. */
  moves(at) {
    const list = byId("moves");
    const key = `${this.state.game}/${this.state.moves.join()}`;
    if (this.drawn.moves !== key) {
      this.drawn.moves = key;
      const colors = new Map(this.state.stones.map(([, , color, number]) => [number, color]));
      const moves = this.state.moves.map((name, index) => ({ name, color: colors.get(index + 1) }));
      list.replaceChildren(...moveRows(moves, this.goTo));
    }
    const buttons = list.querySelectorAll("button");
    buttons.forEach((go, index) => go.setAttribute("aria-current", String(index + 1 === at)));
    if (this.drawn.at !== at) {
      this.drawn.at = at;
      if (at > 0) keepInView(list, buttons[at - 1]);
    }
  }
}
