// The tab "Analysis": a game with its branches, what the engine says of a position, and files.

import { button, byId, capital, download, keepInView, made, moveRows } from "./dom.js";
import { chip, linesOf, short } from "./lines.js";

const FORMATS = [["sgf", "SGF"], ["lib", "RenLib"], ["psq", "Piskvork"], ["txt", "Text"], ["svg", "Picture"]];
const BUSY = {
  reasons: "Looking for reasons",
  win: "Looking for a win",
  review: "Reviewing",
  attempt: "Judging the move",
  refutation: "Looking for the reply",
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
    this.drawn = {};
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
    byId("study-turn").addEventListener("click", () => this.act({ do: "turn" }));
    for (const change of ["delete", "promote"]) {
      byId(`study-${change}`).addEventListener("click", async () => {
        if (await this.mayLoseReview()) this.act({ do: change });
      });
    }
    byId("study-comment").addEventListener("change", (event) => this.act({ do: "comment", text: event.target.value }));
    byId("study-analyze").addEventListener("click", () => {
      if (this.state?.asked === "variations") this.act({ do: "stop" });
      else this.analyze();
    });
    byId("study-variations").addEventListener("change", () => { if (this.state?.asked === "variations") this.analyze(); });
    byId("study-why").addEventListener("click", () => this.act({ do: "why" }));
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

  async send(content) {
    if (!(await this.mayReplace())) return;
    try {
      await this.upload(content);
      document.getElementById("tab-analysis-button").click();
    } catch (error) {
      this.say(error.message);
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
    form.append(title, text, row);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      dialog.close();
      this.send(text.value);
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

  /** A point that the user has chosen on the board. */
  choose([x, y]) {
    if (this.state.drill?.isOpen && this.state.at === 0) return this.act({ do: "try", x, y });
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
    const other = { black: "white", white: "black" };
    const color = (index) => (index % 2 ? other[state.toMove] : state.toMove);
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
      candidates: variation ? [] : variations.map((line, rank) => {
        const { label, kind } = chip(line, rank);
        return [...line.moves[0], label, kind];
      }),
      excluded: state.excluded,
      threats: (state.threats ?? []).flatMap(({ side, points }) => points.map((point) => [...point, side])),
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
    byId("study-delete").disabled = state.at === 0;
    byId("study-promote").disabled = state.at === 0;
    if (document.activeElement !== byId("study-comment")) byId("study-comment").value = state.comment ?? "";
    this.games();
    this.moves();
    // The engine's own row shows that an analysis goes on.
    const busy = state.asked && state.asked !== "variations" ? BUSY[state.asked] : "";
    for (const place of document.querySelectorAll(".study-busy")) {
      place.hidden = !busy;
      place.querySelector(".busy-text").textContent = busy;
    }
    byId("study-analyze").setAttribute("aria-checked", String(state.asked === "variations"));
    byId("engine").classList.toggle("is-busy", state.asked === "variations");
    if (this.drawn.count !== state.variations) byId("study-variations").value = this.drawn.count = state.variations;
    this.threats();
    this.results();
  }

  /** What both sides threaten. */
  threats() {
    const { threats } = this.state;
    byId("study-threats").setAttribute("aria-pressed", String(Boolean(threats)));
    const place = byId("study-threat-list");
    place.hidden = !threats;
    const texts = (threats ?? []).map(({ side, texts }) => made("p", "", `${side}: ${texts.join("; ") || "no threat"}`));
    place.replaceChildren(...texts);
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

  /** The variation that is shown, with the branches beside it. */
  moves() {
    const state = this.state;
    const list = byId("study-moves");
    const key = JSON.stringify([state.version, state.variation, state.next]);
    if (this.drawn.moves !== key) {
      this.drawn.moves = key;
      const go = (id) => this.act({ do: "go", node: id });
      const named = state.variation.map((move) => ({ ...move, name: move.name + (move.hasComment ? " *" : "") }));
      list.replaceChildren(...moveRows(named, (number) => go(state.variation[number - 1].id)));
      const buttons = [...list.querySelectorAll("button")];
      state.variation.forEach((move, index) => {
        buttons[index].dataset.node = move.id;
        for (const branch of move.branches.filter((other) => other.id !== move.id)) {
          const there = button(branch.name, () => go(branch.id), "branch");
          there.setAttribute("aria-label", `Branch ${branch.name} in place of ${move.name}`);
          buttons[index].parentElement.append(there);
        }
      });
    }
    for (const go of list.querySelectorAll("button[data-node]")) {
      const isHere = Number(go.dataset.node) === state.at;
      go.setAttribute("aria-current", String(isHere));
      if (isHere && this.drawn.at !== state.at) keepInView(list, go, 32);
    }
    this.drawn.at = state.at;
  }

  /** What the engine has found. */
  results() {
    const place = byId("study-results");
    const told = this.state.told;
    const isLines = told?.kind === "variations";
    byId("study-facts").textContent = isLines ? `depth ${told.depth} · ${short(told.nodes)}` : "";
    byId("study-eval").textContent = isLines ? told.variations[0]?.chance ?? "" : "";
    byId("study-side").textContent = isLines ? capital(told.side) : "";
    byId("why").hidden = told?.kind !== "reasons";
    if (isLines) return this.variations(place, told);
    if (told?.kind === "reasons") {
      const list = made("dl");
      for (const [name, text] of told.rows) list.append(made("dt", "", name), made("dd", "", text));
      byId("why").replaceChildren(list);
    }
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
