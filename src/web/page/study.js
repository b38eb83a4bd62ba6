// The tab "Analysis": a game with its branches, what the engine says of a position, and files.

import { button, byId, capital, copyText, download, made } from "./dom.js";
import { bindGear, showGear } from "./gear.js";
import { chip, linesOf, short } from "./lines.js";
import { drawProof, proofMarks } from "./proof.js";
import { SIGNS, TreeView } from "./tree.js";
import { drawThreats, drawWhy } from "./why.js";

const FORMATS = [["sgf", "SGF"], ["lib", "RenLib"], ["psq", "Piskvork"], ["txt", "Text"], ["svg", "Picture"]];
const BUSY = {
  reasons: "Looking for reasons",
  win: "Looking for a win",
  review: "Reviewing",
  attempt: "Judging the move",
  refutation: "Looking for the reply",
  puzzles: "Looking for puzzles",
};

export class Study {
  /**
   * `post` sends an action and returns a promise, `upload` sends a file, `redraw` draws the
   * board, `say` tells the user something, `confirm` asks before something is lost.
   */
  constructor({ post, upload, redraw, say, confirm }) {
    Object.assign(this, { post, upload, redraw, say, confirm });
    this.state = null;
    /** The `moves` that the board shows in lighter stones. With `at`, the node of the position to which they belong. */
    this.preview = null;
    this.tool = "play";
    /** The node to which steps lead that are still on their way. */
    this.heading = null;
    /** What to do when another game has been taken over. */
    this.whenTaken = null;
    /** The reasons whose card the user has closed. */
    this.closedReasons = null;
    this.drawn = {};
    this.tree = new TreeView((node) => this.go(node));
    this.bind();
  }

  /** Sends an action on the study. */
  act(action) {
    if (!this.state) return Promise.resolve(false);
    return this.post({ action: "study", version: this.state.version, act: action });
  }

  bind() {
    byId("study-game").addEventListener("click", () => this.take());
    byId("study-file").addEventListener("change", (event) => this.open(event.target));
    byId("study-open").addEventListener("click", () => byId("study-file").click());
    byId("study-paste").addEventListener("click", () => this.paste());
    byId("study-clear").addEventListener("click", async () => {
      if (await this.mayReplace()) this.act({ do: "clear", rule: this.state.rule, size: this.state.width });
    });
    byId("study-rule").addEventListener("change", async (event) => {
      const rule = event.target.value;
      if (await this.mayLoseReview()) this.act({ do: "rule", rule });
      else this.show();
    });
    byId("study-restore").addEventListener("click", () => this.act({ do: "restore" }));
    byId("study-copy").addEventListener("click", () => this.copy());
    byId("study-glyphs").append(...Object.keys(SIGNS).filter((sign) => sign !== "✕").map((sign) => {
      const mark = button(sign, () => this.act({ do: "mark", sign: mark.getAttribute("aria-pressed") === "true" ? "" : sign }), SIGNS[sign]);
      return mark;
    }));
    bindGear((means) => this.act({ do: "means", ...means }));
    byId("study-turn").addEventListener("click", () => this.act({ do: "turn" }));
    byId("study-delete").addEventListener("click", () => this.delete());
    byId("study-promote").addEventListener("click", async () => {
      if (await this.mayLoseReview()) this.act({ do: "promote" });
    });
    byId("study-comment").addEventListener("change", (event) => this.act({ do: "comment", text: event.target.value }));
    byId("study-analyze").addEventListener("click", () => {
      if (this.state?.isOn) this.act({ do: "stop" });
      else this.analyze();
    });
    byId("study-variations").addEventListener("change", () => { if (this.state?.isOn) this.analyze(); });
    byId("study-why").addEventListener("click", () => { this.closedReasons = null; this.act({ do: "why" }); });
    byId("study-solve").addEventListener("click", () => this.act({ do: "solve" }));
    for (const place of document.querySelectorAll(".study-stop")) place.addEventListener("click", () => this.act({ do: "stop" }));
    byId("study-tool").addEventListener("change", (event) => { this.tool = event.target.value; this.redraw(); });
    byId("study-format").append(new Option("…", ""), ...FORMATS.map(([format, name]) => new Option(name, format)));
    byId("study-save").addEventListener("click", () => this.save("sgf"));
    byId("study-format").addEventListener("change", (event) => {
      this.save(event.target.value);
      event.target.selectedIndex = 0;
    });
    byId("study-threats").addEventListener("click", () => this.act({ do: "threats", shown: !this.state.threats }));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      // What an open dialog asks is answered first.
      const isAsking = document.querySelector("dialog[open]") !== null;
      if (file && !byId("tabs").hidden && !isAsking && !document.querySelector(".panel").inert) this.send(file);
    });
  }

  /** Looks for as many variations as the field says. The browser tells the user if it says nonsense. */
  analyze() {
    const field = byId("study-variations");
    if (field.reportValidity()) this.act({ do: "analyze", variations: Number(field.value) });
  }

  /** Opens the file that the user has chosen. */
  open(input) {
    if (input.files[0]) this.send(input.files[0]);
    input.value = "";
  }

  /** Asks the user before a review, or changes that were not saved, are lost. */
  async mayReplace() {
    const lost = { review: "The review of this game will be lost.", changes: "Your changes in Analysis are not saved." }[this.state?.unsaved];
    return !lost || this.confirm(`${lost} Go on?`, "Go on");
  }

  /** Asks the user before a change that ends a review, but keeps everything else. */
  async mayLoseReview() {
    return this.state?.unsaved !== "review" || this.mayReplace();
  }

  /** Opens a file or a text. What is wrong with it is told by `tell`. Returns whether it was opened. */
  async send(content, tell = this.say) {
    if (!(await this.mayReplace())) return false;
    try {
      await this.upload(content);
      if (byId("tab-analysis").hidden) byId("tab-analysis-button").click();
      return true;
    } catch (error) {
      tell(error.message);
      return false;
    }
  }

  /** Asks for a text with a game or a position. */
  paste() {
    const dialog = byId("paste");
    const form = made("form");
    const title = made("h2", "", "Paste a game or a position");
    title.id = "paste-title";
    const text = made("textarea");
    Object.assign(text, { rows: 8, required: true, placeholder: "h8 i9 i8 …, SGF, or a drawn board" });
    text.setAttribute("aria-label", "Game or position");
    const row = made("div", "buttons");
    const cancel = button("Cancel", () => dialog.close());
    cancel.type = "button";
    row.append(cancel, made("button", "primary", "Open"));
    const error = made("p", "error");
    error.dataset.said = "";
    form.append(title, text, error, row);
    // A text that cannot be read stays, so that it can be mended.
    const tell = (reason) => {
      error.textContent = `${reason} Expected are moves such as h8 i9 i8, SGF, or a board that is drawn with one letter for each point.`;
    };
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      error.textContent = "";
      if (await this.send(text.value, tell)) dialog.close();
    });
    dialog.replaceChildren(form);
    dialog.showModal();
  }

  /** Saves the game as a file of the browser. */
  async save(format) {
    try {
      const content = await this.post({ action: "save-study", format }, true);
      download(`goshawk.${format}`, content);
    } catch (error) {
      this.say(error.message);
    }
  }

  /** Deletes the move on the board and what follows. It can be brought back. */
  async delete() {
    if (!this.state?.at || !(await this.mayLoseReview()) || !(await this.act({ do: "delete" }))) return;
    this.say("The move and what follows it were deleted.", "Undo", () => this.act({ do: "restore" }));
  }

  /** Puts the moves to the position on the board on the clipboard. */
  async copy() {
    const isDone = await copyText(this.tree.movesTo(this.state.at).join(" "));
    this.say(isDone ? "The moves are on the clipboard." : "The browser does not allow access to the clipboard.");
  }

  /** Plays the first move of a line that was found. */
  playLine(rank) {
    const line = this.state.told?.kind === "variations" && this.state.told.variations[rank];
    if (line) this.act({ do: "follow", moves: line.moves.slice(0, 1) });
  }

  /** Goes to the branch beside the move on the board. */
  beside(count) {
    const node = this.tree.beside(this.heading ?? this.state.at, count);
    if (node == null) return;
    this.heading = node;
    this.go(node);
  }

  /** The reasons for the best move, unless the user has closed them. */
  get reasons() {
    const { reasons } = this.state;
    return reasons && JSON.stringify(reasons) !== this.closedReasons ? reasons : null;
  }

  /** Hides the reasons. They can be brought back. */
  closeReasons() {
    const hide = (closed) => { this.closedReasons = closed; this.results(); this.redraw(); };
    hide(JSON.stringify(this.state.reasons));
    this.say("The reasons were closed.", "Undo", () => hide(null));
  }

  /** A point that the user has chosen on the board. */
  choose([x, y]) {
    if (this.state.drill?.isOpen) return this.act({ do: "try", x, y });
    if (this.tool === "exclude") return this.act({ do: "exclude", x, y });
    if (this.tool !== "play") return this.act({ do: "set-up", x, y, stone: this.tool });
    return this.act({ do: "play", x, y });
  }

  /** Goes some moves on or back in the variation that is shown. */
  async step(count) {
    if (!this.state) return;
    const ids = [0, ...this.state.variation.map((move) => move.id)];
    const at = ids.indexOf(this.heading ?? this.state.at);
    const to = Math.max(0, Math.min(ids.length - 1, at + count));
    if (to === at) return;
    this.heading = ids[to];
    if (!(await this.act({ do: "go", node: ids[to] }))) this.heading = null;
  }

  /** Takes a new state of the study. */
  update(state) {
    const isOther = this.state?.version !== state.version;
    const hasMoved = this.state?.at !== state.at && this.preview?.at !== state.at;
    if (hasMoved || isOther) this.preview = null;
    if (state.at === this.heading || isOther) this.heading = null;
    this.state = state;
    this.show();
    if (isOther && this.whenTaken) {
      this.whenTaken();
      this.whenTaken = null;
    }
  }

  /**
   * Takes the game over that is being played, and then calls `next`. If it is the game that is
   * here already, its review and its branches stay.
   */
  async take(next = null) {
    if (!this.state.isGame && !(await this.mayReplace())) return;
    this.whenTaken = next;
    if (!(await this.act({ do: "take-game" }))) this.whenTaken = null;
  }

  /** Looks at the position after a move. */
  go(node) {
    this.preview = null;
    if (this.state.at === node) this.redraw();
    else this.act({ do: "go", node });
  }

  /** Shows moves on the board that follow the position `at`. */
  showLine(preview) {
    this.preview = preview;
    if (this.state.at === preview.at) this.redraw();
    else this.act({ do: "go", node: preview.at });
  }

  /** Takes what the engine has found. */
  told(message) {
    if (!this.state || message.version !== this.state.version || message.at !== this.state.at) return;
    this.state.told = message.told;
    this.tree.note(message.at, message.told.black);
    this.results();
    this.redraw();
  }

  /** Shows how far a review is. */
  progress({ done, all }) {
    for (const place of document.querySelectorAll(".busy-text")) place.textContent = `${BUSY.review}: ${done} of ${all}`;
  }

  /** What the board shows. */
  view() {
    const state = this.state;
    const told = state.told?.kind === "variations" ? state.told : null;
    const variations = told?.variations ?? [];
    const isHere = this.preview?.at == null || this.preview.at === state.at;
    const variation = isHere ? this.preview?.moves : null;
    const proof = variation ? proofMarks(null) : proofMarks(state.proof);
    const other = { black: "white", white: "black" };
    const begins = this.preview?.side ?? state.toMove;
    const color = (index) => (index % 2 ? other[begins] : begins);
    const first = state.stones.length + 1;
    const tool = { play: state.toMove, black: "black", white: "white", empty: null, exclude: null }[this.tool];
    return {
      width: state.width,
      height: state.height,
      stones: state.stones,
      blocked: state.blocked,
      forbidden: this.tool === "play" ? state.forbidden : [],
      last: state.last,
      row: state.row,
      hint: null,
      ghost: state.toMove && tool,
      anywhere: this.tool !== "play",
      variation: (variation ?? []).map(([x, y], index) => [x, y, color(index), first + index]),
      replies: proof.replies,
      next: variation || state.proof || state.drill?.isOpen ? [] : this.tree.next(state.at),
      marks: !variation && this.reasons?.best && !state.proof ? [[...this.reasons.best, "better why-ring"]] : [],
      candidates: state.proof ? proof.candidates : variation ? [] : variations.map((line, rank) => {
        const { label, kind } = chip(line, rank);
        return [...line.moves[0], label, kind];
      }),
      excluded: state.excluded,
      threats: variation ? [] : (state.threats ?? []).flatMap(({ side, points }) => points.map(([x, y, length]) => [x, y, side, length])),
    };
  }

  /** Draws the panel. */
  show() {
    const state = this.state;
    byId("study-status").textContent = state.status;
    byId("study-rule").value = state.rule;
    byId("study-notes").textContent = state.notes.join(" ");
    for (const option of byId("study-tool").options) option.disabled = !state.canSetUp && !["play", "exclude"].includes(option.value);
    if (byId("study-tool").selectedOptions[0]?.disabled) { byId("study-tool").value = this.tool = "play"; }
    byId("study-turn").hidden = !state.canSetUp;
    for (const id of ["study-delete", "study-promote", "study-copy"]) byId(id).disabled = state.at === 0;
    byId("study-restore").hidden = !state.removed;
    const sign = this.tree.node(state.at)?.glyph;
    for (const mark of byId("study-glyphs").children) {
      mark.disabled = state.at === 0;
      mark.setAttribute("aria-pressed", String(mark.textContent === sign));
    }
    showGear(state.means);
    for (const place of document.querySelectorAll(".not-in-proof")) place.classList.toggle("is-covered", Boolean(state.proof));
    const name = this.tree.node(state.at);
    drawProof(state.proof, {
      at: state.at,
      name: name ? `${name.number}. ${name.name}` : "",
      go: (node) => this.go(node),
      back: () => this.step(-1),
      leave: async () => {
        if (await this.act({ do: "leave-proof" })) this.say("The proof was closed. Its moves stay in the game.", "Undo", () => this.act({ do: "return-to-proof" }));
      },
    });
    if (document.activeElement !== byId("study-comment")) byId("study-comment").value = state.comment ?? "";
    this.games();
    this.tree.show(state.at, state.review);
    // The engine's own row shows that an analysis goes on.
    const busy = state.asked && state.asked !== "variations" ? BUSY[state.asked] : "";
    for (const place of document.querySelectorAll(".study-busy")) {
      place.hidden = !busy;
      place.querySelector(".busy-text").textContent = busy;
    }
    byId("study-analyze").setAttribute("aria-checked", String(state.isOn));
    byId("engine").classList.toggle("is-busy", state.asked === "variations");
    if (this.drawn.count !== state.variations) byId("study-variations").value = this.drawn.count = state.variations;
    drawThreats(state.threats, (moves, side) => { this.preview = { moves, side, at: state.at }; this.redraw(); });
    this.results();
  }

  /** The choice among several games of a file. */
  games() {
    const place = byId("study-games");
    const { game, games } = this.state;
    place.hidden = games < 2 || Boolean(this.state.drill);
    if (place.hidden) return place.replaceChildren();
    // Changes of this game stay, its review does not.
    const go = (number) => async () => {
      if (await this.mayLoseReview()) this.act({ do: "choose", number });
    };
    const [back, on] = [button("Previous game", go(game - 1)), button("Next game", go(game + 1))];
    back.disabled = game === 1;
    on.disabled = game === games;
    place.replaceChildren(made("span", "", `Game ${game} of ${games}`), back, on);
  }

  /** What the engine has found. */
  results() {
    const place = byId("study-results");
    const told = this.state.told;
    const isLines = told?.kind === "variations";
    byId("study-facts").textContent = isLines ? `depth ${told.depth} · ${short(told.nodes)}` : "";
    byId("study-eval").textContent = isLines ? told.variations[0]?.chance ?? "" : "";
    byId("study-side").textContent = isLines ? capital(told.side) : "";
    const shown = JSON.stringify(this.reasons);
    if (shown !== this.drawn.reasons && this.reasons) byId("study-scroll").scrollTop = 0;
    this.drawn.reasons = shown;
    drawWhy(this.reasons, () => this.closeReasons());
    byId("study-why").setAttribute("aria-pressed", String(Boolean(this.reasons)));
    if (isLines) return this.variations(place, told);
    place.replaceChildren(...(told?.text ? [made("p", "", told.text)] : []));
  }

  /** The best variations. Pointing at one shows it on the board, a click plays its moves. */
  variations(place, told) {
    const key = `${this.state.version}/${this.state.at}`;
    const old = place.querySelector(".lines");
    const isUsed = old && (old.matches(":hover") || old.contains(document.activeElement));
    // What the user points at must not move away. The rest follows when the pointer leaves.
    if (isUsed && this.drawn.variations === key) return;
    this.drawn.variations = key;
    const preview = (moves) => {
      this.preview = moves && { moves };
      this.redraw();
    };
    const list = linesOf(told, preview, (moves) => this.act({ do: "follow", moves }));
    list.addEventListener("pointerleave", () => this.results());
    // While the focus moves within the list, the next button must not be replaced.
    list.addEventListener("focusout", (event) => { if (!list.contains(event.relatedTarget)) this.results(); });
    place.replaceChildren(list);
  }
}
