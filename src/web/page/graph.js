// The graph of a review: the win chance of black by move, with its axes.

import { drawn } from "./dom.js";
import { GRADES, SIGNS } from "./tree.js";

const HEIGHT = 144;
/** What lies around the plot, for the numbers of the axes. */
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 16, 10, 24];
/** The distances between the numbers of moves, and the most of those numbers. */
const STEPS = [1, 2, 5, 10, 20, 50, 100];
const MOST = 8;

export class Graph {
  /** The graph of a review, so many pixels wide. `goTo` gets the number of the move that the user clicks on. */
  constructor(review, width, goTo) {
    const last = review.chances.at(-1)?.[0] || 1;
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", class: "graph", "aria-label": "Win chance of black by move" });
    const bottom = HEIGHT - BOTTOM;
    const x = (ply) => LEFT + ((width - LEFT - RIGHT) * ply) / last;
    const y = (chance) => TOP + (bottom - TOP) * (1 - chance);
    const at = (n) => n.toFixed(1);
    drawn("rect", { x: LEFT, y: TOP, width: width - LEFT - RIGHT, height: bottom - TOP, class: "graph-white" }, svg);
    const points = review.chances.map(([ply, chance]) => `${at(x(ply))},${at(y(chance))}`);
    const begin = x(review.chances[0]?.[0] ?? 0);
    drawn("polygon", { class: "graph-black", points: `${at(begin)},${bottom} ${points.join(" ")} ${at(x(last))},${bottom}` }, svg);
    for (const chance of [0, 0.5, 1]) {
      drawn("line", { class: "graph-half", x1: LEFT, x2: width - RIGHT, y1: y(chance), y2: y(chance) }, svg);
      drawn("text", { class: "graph-value", x: LEFT - 8, y: y(chance) }, svg).textContent = 100 * chance;
    }
    const step = STEPS.find((size) => last / size <= MOST) ?? 200;
    for (let ply = step; ply <= last; ply += step) drawn("text", { class: "graph-move", x: x(ply), y: HEIGHT - 9 }, svg).textContent = ply;
    this.cursor = drawn("line", { class: "graph-cursor", y1: TOP - 4, y2: bottom + 4 }, svg);
    for (const move of review.moves.filter((m) => m.isBad)) {
      const chance = review.chances.find(([ply]) => ply === move.number)?.[1] ?? 0.5;
      const dot = drawn("circle", { class: `dot ${SIGNS[GRADES[move.grade]]}`, cx: x(move.number), cy: y(chance), r: move.isMoment ? 6 : 4.5 }, svg);
      drawn("title", {}, dot).textContent = `${move.number}. ${move.name}: ${move.grade}`;
    }
    Object.assign(this, { x, svg });
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const place = ((event.clientX - box.left) * width) / box.width;
      goTo(Math.max(0, Math.min(last, Math.round((last * (place - LEFT)) / (width - LEFT - RIGHT)))));
    });
  }

  /** Marks the move that is on the board. */
  mark(ply) {
    for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, this.x(ply));
  }
}
