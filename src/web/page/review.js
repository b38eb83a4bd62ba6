// The tab "Review": the graph of the win chance, the mistakes, and the search for better moves.

import { button, byId, capital, disc, made } from "./dom.js";
import { Graph } from "./graph.js";
import { GRADES, SIGNS } from "./tree.js";

const other = { black: "white", white: "black" };

export class Review {
  /** A review of the game in `study`. */
  constructor(study) {
    this.study = study;
    this.shown = null;
    /** The mistakes whose better moves are looked for, which of them is next, and what was tried. */
    this.quiz = null;
    const start = () => {
      this.quiz = null;
      const ask = () => study.act({ do: "review", nodes: Number(byId("review-nodes").value) });
      // A user who opens Review first means the game on the board of the tab Game.
      if (study.state.variation.length || study.state.unsaved) ask();
      else study.take(ask);
    };
    for (const id of ["review-start", "review-again"]) byId(id).addEventListener("click", start);
    byId("review-game").addEventListener("click", () => study.take());
    byId("quiz-start").addEventListener("click", () => this.begin());
    byId("quiz-show").addEventListener("click", () => this.reveal());
    byId("quiz-next").addEventListener("click", () => this.next());
    byId("quiz-end").addEventListener("click", () => this.end());
  }

  get review() {
    return this.study.state?.review ?? null;
  }

  /** Whether the board asks for a better move. */
  get isAsking() {
    return this.quiz != null && !this.quiz.isOver;
  }

  /** The mistake for which a better move is looked for. */
  get asked() {
    return this.isAsking ? this.quiz.targets[this.quiz.at] : null;
  }

  /** The win chance of black in the position on the board, if the review knows it. */
  get chance() {
    const { review } = this;
    const at = this.study.state.at;
    const move = review?.moves.find((m) => m.node === at) ?? review?.moves.find((m) => m.from === at);
    const ply = move && (move.node === at ? move.number : move.number - 1);
    return review?.chances.find(([count]) => count === ply)?.[1] ?? null;
  }

  /** The points that are marked on the board: a mistake, and what was better. */
  get marks() {
    const { asked } = this;
    const at = this.study.state.at;
    const hidden = { next: [], candidates: [], threats: [], replies: [] };
    if (this.quiz) return { ...hidden, marks: asked?.point && at === asked.from ? [[...asked.point, "wrong"]] : [] };
    const move = this.review?.moves.find((m) => m.isBad && m.node === at);
    const sign = move && GRADES[move.grade];
    return {
      ...hidden,
      marks: move?.variation.length ? [[...move.variation[0], "better"]] : [],
      badges: sign && move.point ? [[...move.point, sign, SIGNS[sign]]] : [],
    };
  }

  /** Draws the panel. */
  show() {
    const review = this.review;
    byId("review-result").hidden = !review || this.quiz != null;
    byId("quiz").hidden = !review || this.quiz == null;
    byId("quiz-start").hidden = !review || this.quiz != null || this.targets().length === 0;
    byId("review-empty").hidden = Boolean(review);
    byId("review-again").hidden = !review;
    if (!review) {
      byId("review-summary").textContent = "";
      this.shown = null;
      this.quiz = null;
      return;
    }
    const key = JSON.stringify(review);
    if (this.shown !== key) {
      this.shown = key;
      this.summary(review);
      this.graph(review);
      this.mistakes(review);
    }
    this.mark(review);
  }

  /** How accurate both players were, and how many marked moves they have: the legend of the graph as well. */
  summary(review) {
    const { players } = this.study.state;
    const table = made("table", "accuracy");
    const row = (black, what, white, kind) => {
      const line = made("tr", kind);
      line.append(made("td", "", black), what, made("td", "", white));
      table.append(line);
    };
    const head = (color) => {
      const cell = made("th", "", players[color].name);
      cell.scope = "col";
      cell[color === "black" ? "prepend" : "append"](disc(color));
      return cell;
    };
    const names = made("tr");
    names.append(head("black"), made("th"), head("white"));
    table.append(names);
    const percent = (value) => (value == null ? "–" : `${value} %`);
    row(percent(review.accuracy.black), made("td", "", "accuracy"), percent(review.accuracy.white), "big");
    for (const [grade, sign] of Object.entries(GRADES)) {
      const count = (side) => review.moves.filter((m) => m.side === side && m.isBad && m.grade === grade).length;
      const what = made("td", `legend ${SIGNS[sign]}`);
      what.append(made("span", "", grade));
      row(count("black"), what, count("white"), "");
    }
    const close = (side) => review.moves.filter((m) => m.side === side && m.isClose).length;
    const what = made("td", "legend close");
    what.title = "Another move is better, but by less than the noise of the search";
    what.append(made("span", "", "close call"));
    row(close("black"), what, close("white"), "");
    byId("review-summary").replaceChildren(table);
    byId("review-notes").textContent = review.notes.join(" ");
    byId("review-terms").textContent = review.terms ?? "";
    const targets = this.targets().length;
    byId("quiz-start").textContent = targets === 1 ? "Find the better move" : `Find ${targets} better moves`;
  }

  /** The win chance of black by move. A click goes to the move. */
  graph(review) {
    this.plot = new Graph(review, byId("panel").clientWidth, (ply) => {
      const move = review.moves.find((m) => m.number === Math.max(1, ply));
      if (move) this.study.go(ply === 0 ? move.from : move.node);
    });
    byId("review-graph").replaceChildren(this.plot.svg);
  }

  /** Shows in the graph and among the mistakes which position is on the board, and says it. */
  mark(review) {
    const { at } = this.study.state;
    const move = review.moves.find((m) => m.node === at);
    this.plot.mark(move?.number ?? 0);
    byId("review-where").textContent = this.where(review, move);
    const { preview } = this.study;
    const opened = preview?.at === at ? preview.number : move?.number;
    if (this.opened !== opened) {
      this.opened = opened;
      for (const item of byId("review-mistakes").children) {
        const isOpen = Number(item.dataset.number) === opened;
        item.classList.toggle("is-open", isOpen);
        item.querySelector("button")?.setAttribute("aria-expanded", String(isOpen));
        if (isOpen) item.scrollIntoView({ block: "nearest" });
      }
    }
    const lines = byId("review-mistakes").querySelectorAll("button[data-line]");
    for (const line of lines) {
      const isShown = preview?.at === at && `${preview.number}${preview.line}` === line.dataset.line;
      line.setAttribute("aria-pressed", String(isShown));
    }
  }

  /** The position that is on the board, in words. */
  where(review, move) {
    const { state, preview } = this.study;
    const shown = preview?.at === state.at && review.moves.find((m) => m.number === preview.number);
    if (shown && preview.line === "better") return `On the board: the better line instead of ${shown.number}. ${shown.name}.`;
    if (shown) return `On the board: the best reply to ${shown.number}. ${shown.name}, and what follows.`;
    const close = move?.isClose ? ` A close call: ${move.better[0]} is better by less than the noise of the search.` : "";
    if (move) return `On the board: after move ${move.number}, ${move.side} ${move.name}.${close}`;
    if (state.at === review.moves[0]?.from) return `On the board: before move ${review.moves[0].number}.`;
    return "On the board: a position that was not reviewed.";
  }

  /** The mistakes. A click on one shows the position after it, what was wrong, and what was better. */
  mistakes(review) {
    this.opened = null;
    const items = review.moves.filter((move) => move.isBad).map((move) => {
      const item = made("li", SIGNS[GRADES[move.grade]]);
      item.dataset.number = move.number;
      const go = button("", () => this.study.go(move.node), "go");
      const { before, after } = move;
      const sign = GRADES[move.grade];
      go.append(made("span", `tag ${SIGNS[sign]}`, sign), disc(move.side), made("strong", "", `${move.number}. ${move.name}`), made("span", "", move.grade));
      const change = made("span", "change", `${before} → ${after} %`);
      change.title = `Win chance of ${move.side} before and after the move`;
      go.append(change);
      const why = made("div", "why");
      for (const reason of move.reasons) why.append(made("p", "", reason));
      const row = made("div", "row");
      const line = (name, text, node, moves) => {
        if (!moves.length) return;
        const show = button(text, () => this.study.showLine({ at: node, moves, number: move.number, line: name }));
        show.dataset.line = `${move.number}${name}`;
        row.append(show);
      };
      line("better", `Show ${move.better[0]}`, move.from, move.variation);
      line("reply", move.isLost ? `Show ${other[move.side]}'s win` : `Show ${other[move.side]}'s reply`, move.node, move.reply);
      why.append(row);
      item.append(go, why);
      return item;
    });
    byId("review-mistakes").replaceChildren(...(items.length ? items : [made("li", "", "No mistakes were found.")]));
  }

  /** The mistakes with a better move: those of the user in a game against Goshawk. */
  targets() {
    const { players } = this.study.state;
    const isEngine = (side) => players[side].name.startsWith("Goshawk level");
    const hasPerson = !isEngine("black") || !isEngine("white");
    const isAsked = (move) => move.isBad && move.better.length > 0 && !(hasPerson && isEngine(move.side));
    return (this.review?.moves ?? []).filter(isAsked);
  }

  /** Goes to the next mistake, or to an earlier one. */
  stepMistakes(count) {
    const moves = this.review?.moves ?? [];
    const here = moves.find((m) => m.node === this.study.state.at)?.number ?? 0;
    const others = moves.filter((m) => m.isBad && Math.sign(m.number - here) === count);
    const to = count > 0 ? others[0] : others.at(-1);
    if (to && !this.quiz) this.study.go(to.node);
  }

  /** Ends the search for better moves. It can be gone on with. */
  end() {
    const { quiz, review } = this;
    const set = (other) => { this.quiz = other; this.study.preview = null; this.show(); this.study.redraw(); };
    set(null);
    if (quiz.isOver) return;
    this.study.say("The search for better moves was ended.", "Undo", () => {
      if (this.review !== review || this.quiz) return;
      set(quiz);
      this.study.go(this.asked.from);
    });
  }

  begin() {
    this.quiz = { targets: this.targets(), at: -1, isOver: false, tried: null, results: new Map() };
    this.next();
  }

  next() {
    const quiz = this.quiz;
    quiz.at += 1;
    quiz.tried = null;
    quiz.isOver = quiz.at >= quiz.targets.length;
    byId("quiz-show").disabled = byId("quiz-next").disabled = quiz.isOver;
    this.say("", "");
    this.study.preview = null;
    this.study.redraw();
    if (quiz.isOver) {
      byId("quiz-text").textContent = this.score();
    } else {
      const { side, name, before, after } = this.asked;
      byId("quiz-text").textContent = `Mistake ${quiz.at + 1} of ${quiz.targets.length}. ${capital(side)} played ${name}: `
        + `win chance ${before} % → ${after} %. Find a better move for ${side} on the board.`;
      this.study.go(this.asked.from);
      // On a phone the task must be in sight.
      scrollTo(0, 0);
    }
    this.tasks();
    this.show();
  }

  /** How many better moves were found. */
  score() {
    const { targets, results } = this.quiz;
    const count = (...kinds) => [...results.values()].filter((kind) => kinds.includes(kind)).length;
    return `That was the last mistake. You found ${count("found")} of ${targets.length} at once and ${count("later")} later; `
      + `${count("better")} of your moves were better than that of the game, but not the best; ${count("shown")} were shown to you.`;
  }

  /** The mistakes with what became of each. */
  tasks() {
    const { targets, at, results } = this.quiz;
    const words = { found: "found at once", later: "found later", better: "better, not the best", missed: "not found yet", shown: "shown" };
    byId("quiz-tasks").replaceChildren(...targets.map((move, index) => {
      const item = made("li", index === at ? "is-open" : "");
      const result = results.get(move.number);
      item.append(made("strong", "", `${move.number}. ${move.name}`), made("span", result ?? "", words[result] ?? ""));
      return item;
    }));
  }

  /** Notes the answer to a task. The first one counts, unless a better one comes later. */
  note(result) {
    const { number } = this.asked;
    const before = this.quiz.results.get(number);
    if (before === "found" || before === "shown" || before === "later") return;
    this.quiz.results.set(number, result === "found" && before ? "later" : result);
    this.tasks();
  }

  /** Says something about a move that was tried. */
  say(text, kind) {
    byId("quiz-verdict").textContent = text;
    byId("quiz-verdict").className = kind;
  }

  /**
   * Tries a point in place of the mistake. The stone stays on the board until another is tried,
   * unless the program refuses it.
   */
  async attempt(point) {
    const move = this.asked;
    this.quiz.tried = point;
    this.say("Judging the move …", "");
    this.study.showLine({ at: move.from, moves: [point] });
    const isTaken = await this.study.act({ do: "attempt", number: move.number, x: point[0], y: point[1] });
    if (isTaken || this.quiz?.tried !== point) return;
    this.quiz.tried = null;
    this.say("", "");
    this.study.preview = null;
    this.study.redraw();
  }

  verdict({ isGood, isBetter, text, moves }) {
    if (!this.isAsking || this.quiz.tried?.join() !== moves[0].join()) return;
    this.say(text, isGood ? "good" : isBetter ? "inaccuracy" : "bad");
    this.note(isGood ? "found" : isBetter ? "better" : "missed");
    this.study.showLine({ at: this.asked.from, moves });
  }

  /** Shows the better move and its continuation. */
  reveal() {
    const move = this.asked;
    this.quiz.tried = null;
    this.note("shown");
    this.say(move.reasons.join(" "), "");
    this.study.showLine({ at: move.from, moves: move.variation });
  }
}
