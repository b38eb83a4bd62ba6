// The graph of a review: the win chance of black by move.

import { drawn } from "./dom.js";

const WIDTH = 360;
const HEIGHT = 100;

export class Graph {
  /** The graph of a review. `goTo` gets the number of the move that the user clicks on. */
  constructor(review, goTo) {
    const last = review.chances.at(-1)?.[0] || 1;
    const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "graph", "aria-label": "Win chance of black by move", preserveAspectRatio: "none" });
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
    this.svg = svg;
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      goTo(Math.round((last * (event.clientX - box.left)) / box.width));
    });
  }

  /** Marks the move that is on the board. */
  mark(ply) {
    for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, this.x(ply));
  }
}
