// The tab "Review": the graph of the win chance, the mistakes, and the search for better moves.

import { button, byId, drawn, made } from "./dom.js";

const WIDTH = 360;
const HEIGHT = 120;

export class Review {
  /** A review of the game in `study`. */
  constructor(study) {
    this.study = study;
    this.shown = null;
    /** The mistakes whose better moves are looked for, and which of them is next. */
    this.quiz = null;
    byId("review-start").addEventListener("click", () => {
      if (!byId("review-time").reportValidity()) return;
      this.quiz = null;
      study.act({ do: "review", seconds: Number(byId("review-time").value) });
    });
    byId("review-game").addEventListener("click", () => study.act({ do: "take-game" }));
    byId("quiz-start").addEventListener("click", () => this.begin());
    byId("quiz-show").addEventListener("click", () => this.reveal());
    byId("quiz-next").addEventListener("click", () => this.next());
    byId("quiz-end").addEventListener("click", () => { this.quiz = null; study.preview = null; this.show(); study.redraw(); });
  }

  get review() {
    return this.study.state?.review ?? null;
  }

  /** Whether the board asks for a better move. */
  get isAsking() {
    return this.quiz != null && !this.quiz.isOver;
  }

  /** Draws the panel. */
  show() {
    const review = this.review;
    byId("review-result").hidden = !review || this.quiz != null;
    byId("quiz").hidden = !review || this.quiz == null;
    byId("review-empty").hidden = Boolean(review);
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

  summary(review) {
    const { black, white } = review.accuracy;
    const known = [["black", black], ["white", white]].filter(([, value]) => value != null);
    const texts = known.map(([name, value]) => `${name} ${value} %`);
    byId("review-summary").textContent = texts.length ? `Accuracy: ${texts.join(", ")}.` : "";
    byId("review-notes").textContent = review.notes.join(" ");
    byId("quiz-start").hidden = this.targets().length === 0;
  }

  /** The win chance of black by move. A click goes to the move. */
  graph(review) {
    const place = byId("review-graph");
    const last = review.chances.at(-1)?.[0] || 1;
    const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "graph", "aria-label": "Win chance of black by move" });
    const x = (ply) => (WIDTH * ply) / last;
    const y = (chance) => HEIGHT * (1 - chance);
    drawn("rect", { width: WIDTH, height: HEIGHT, class: "graph-white" }, svg);
    const points = review.chances.map(([ply, chance]) => `${x(ply).toFixed(1)},${y(chance).toFixed(1)}`);
    const begin = x(review.chances[0]?.[0] ?? 0);
    drawn("polygon", { class: "graph-black", points: `${begin},${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}` }, svg);
    drawn("line", { class: "graph-half", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }, svg);
    for (const move of review.moves.filter((m) => m.isBad)) {
      const chance = review.chances.find(([ply]) => ply === move.number)?.[1] ?? 0.5;
      drawn("circle", { class: move.isMoment ? "moment" : "mistake", cx: x(move.number), cy: y(chance), r: move.isMoment ? 5 : 3.5 }, svg);
    }
    this.cursor = drawn("line", { class: "graph-cursor", y1: 0, y2: HEIGHT }, svg);
    this.x = x;
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const ply = Math.round((last * (event.clientX - box.left)) / box.width);
      const move = review.moves.find((m) => m.number === Math.max(1, ply));
      if (move) this.study.act({ do: "go", node: ply === 0 ? move.before : move.node });
    });
    place.replaceChildren(svg);
  }

  /** Shows in the graph which move is on the board. */
  mark(review) {
    const move = review.moves.find((m) => m.node === this.study.state.at);
    const at = this.x(move?.number ?? 0);
    this.cursor.setAttribute("x1", at);
    this.cursor.setAttribute("x2", at);
  }

  mistakes(review) {
    const items = review.moves.filter((move) => move.isBad).map((move) => {
      const item = made("li", move.isMoment ? "is-moment" : "");
      const go = button("", () => this.study.act({ do: "go", node: move.before }));
      go.append(made("strong", "", `${move.number}. ${move.name}`), ` ${move.side}, ${move.grade}, loses ${move.loss} %`);
      item.append(go);
      for (const reason of move.reasons) item.append(made("p", "", reason));
      const isNamed = move.reasons.some((reason) => reason.startsWith("Better"));
      if (move.better.length && !isNamed) item.append(made("p", "better", `Better: ${move.better.slice(0, 8).join(" ")}`));
      const preview = (moves) => () => {
        if (this.study.state.at === move.before) { this.study.preview = moves; this.study.redraw(); }
      };
      for (const kind of ["pointerenter", "focusin"]) item.addEventListener(kind, preview({ moves: move.variation }));
      for (const kind of ["pointerleave", "focusout"]) item.addEventListener(kind, preview(null));
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

  begin() {
    this.quiz = { targets: this.targets(), at: -1, isOver: false };
    this.next();
  }

  next() {
    const quiz = this.quiz;
    quiz.at += 1;
    quiz.isOver = quiz.at >= quiz.targets.length;
    byId("quiz-show").hidden = quiz.isOver;
    byId("quiz-next").hidden = true;
    byId("quiz-verdict").textContent = "";
    this.study.preview = null;
    this.study.redraw();
    if (quiz.isOver) {
      byId("quiz-text").textContent = "That was the last mistake.";
    } else {
      const move = quiz.targets[quiz.at];
      byId("quiz-text").textContent = `Mistake ${quiz.at + 1} of ${quiz.targets.length}: ${move.side} played ${move.name}. Find a better move.`;
      this.study.act({ do: "go", node: move.before });
    }
    this.show();
  }

  /** Tries a point in place of the mistake. */
  attempt([x, y]) {
    byId("quiz-verdict").textContent = "";
    return this.study.act({ do: "attempt", number: this.quiz.targets[this.quiz.at].number, x, y });
  }

  verdict({ isGood, text }) {
    if (!this.quiz) return;
    byId("quiz-verdict").textContent = text;
    byId("quiz-verdict").className = isGood ? "good" : "bad";
    if (isGood) byId("quiz-next").hidden = false;
  }

  /** Shows the better move and its continuation. */
  reveal() {
    const move = this.quiz.targets[this.quiz.at];
    byId("quiz-verdict").className = "";
    const reasons = move.reasons.filter((reason) => !reason.startsWith("Better"));
    byId("quiz-verdict").textContent = `Better: ${move.better.slice(0, 8).join(" ")}. ${reasons.join(" ")}`;
    byId("quiz-next").hidden = false;
    this.study.preview = { moves: move.variation };
    this.study.redraw();
  }
}
