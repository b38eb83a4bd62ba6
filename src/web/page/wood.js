// What lies under the stones: paints, wood with its grain, lines, star points, names of columns and rows.

import { drawn } from "./dom.js";

export const CELL = 32;
export const MARGIN = 34;
export const STONE = 15;
/** The size of the names of columns and rows, and the smallest size of all letters, in pixels of the screen. */
const TYPE_PX = 14;
/** The smallest and the largest height of letters on a stone, in units. */
const NUMBER = 13;
const MAX_NUMBER = 24;

/** The paints: how each is spread, and where its colours are. The colours themselves are in board.css. */
const PAINTS = {
  black: ["radialGradient", { cx: 0.36, cy: 0.3, r: 0.78 }, [0, 0.22, 0.6, 1]],
  white: ["radialGradient", { cx: 0.38, cy: 0.32, r: 0.8 }, [0, 0.5, 0.82, 1]],
  shade: ["radialGradient", {}, [0.62, 0.84, 1]],
  wood: ["linearGradient", { x2: 0.25, y2: 1 }, [0, 0.55, 1]],
};
/** The bundles of the grain: a class and the number of lines. */
const GRAIN = [["thin", 40], ["middle", 14], ["wide", 5]];

/** The name of a column: a to z, then aa, ab and so on. */
export function columnName(x) {
  const letter = (n) => String.fromCharCode(97 + n);
  return x < 26 ? letter(x) : "a" + letter(x - 26);
}

export const across = (column) => MARGIN + CELL * column;

/** Numbers between 0 and 1 that look random, the same at every call. */
function* numbers() {
  for (let seed = 7; ; ) yield (seed = (seed * 16807) % 2147483647) / 2147483647;
}

/** The board without stones: what is drawn once for each size. */
export class Wood {
  constructor(svg, width, height, { columns, rows }) {
    Object.assign(this, { svg, width, height });
    this.paints();
    this.back = drawn("rect", { class: "wood-back", rx: 4 }, svg);
    this.grain = drawn("g", { class: "grain" }, svg);
    const grid = drawn("g", { class: "grid" }, svg);
    const [right, bottom] = [across(width - 1), across(height - 1)];
    this.columnNames = Array.from({ length: width }, (_, x) => {
      drawn("line", { x1: across(x), x2: across(x), y1: MARGIN, y2: bottom }, grid);
      return this.name(columns[x], { x: across(x) });
    });
    this.rowNames = Array.from({ length: height }, (_, y) => {
      drawn("line", { x1: MARGIN, x2: right, y1: across(y), y2: across(y) }, grid);
      return this.name(rows[y], { y: across(y) });
    }).reverse();
    drawn("rect", { class: "frame", x: MARGIN, y: MARGIN, width: right - MARGIN, height: bottom - MARGIN }, svg);
    for (const [x, y] of this.stars()) drawn("circle", { class: "star", cx: across(x), cy: across(y), r: 3 }, svg);
  }

  paints() {
    const places = drawn("defs", {}, this.svg);
    for (const [name, [kind, spread, stops]] of Object.entries(PAINTS)) {
      const paint = drawn(kind, { id: `${name}-paint`, ...spread }, places);
      stops.forEach((offset, at) => drawn("stop", { offset, class: `${name}-stop-${at + 1}` }, paint));
    }
  }

  name(text, place) {
    const label = drawn("text", { class: "label", ...place }, this.svg);
    label.textContent = text;
    return label;
  }

  /** The star points, as in the pictures that the program draws. */
  stars() {
    const [width, height] = [this.width, this.height];
    if (Math.min(width, height) < 13) return [];
    const ends = (side) => [3, side - 4];
    const points = ends(width).flatMap((x) => ends(height).map((y) => [x, y]));
    if (width % 2 && height % 2) points.push([(width - 1) / 2, (height - 1) / 2]);
    return points;
  }

  /** Long lines that are slightly bent, over a board of this size that begins at `from`. */
  drawGrain(from, width, height) {
    const random = numbers();
    const next = () => random.next().value;
    const at = (n) => n.toFixed(1);
    this.grain.replaceChildren();
    for (const [kind, count] of GRAIN) {
      const lines = Array.from({ length: count }, () => {
        const [x, bend] = [from + next() * width, (next() - 0.5) * 26];
        return `M${at(x)} ${at(from)}C${at(x + bend)} ${at(from + height / 3)} ${at(x - bend / 2)} ${at(from + height / 1.5)} ${at(x + bend / 3)} ${at(from + height)}`;
      });
      drawn("path", { class: kind, d: lines.join("") }, this.grain);
    }
  }

  /**
   * Keeps all letters readable on a small screen: a wider edge for the names of columns and rows.
   * Returns the pixels of the screen for each unit.
   */
  fit() {
    const { svg, width, height } = this;
    const side = Math.max(svg.clientWidth, svg.clientHeight);
    if (side === 0) return null;
    const span = CELL * (Math.max(width, height) - 1);
    // The edge holds a stone, a gap and two digits. A wider edge makes everything smaller.
    const digits = (1.25 * TYPE_PX) / side;
    const edge = Math.max(MARGIN, (STONE + 3 + digits * span) / (1 - 2 * digits));
    const type = (TYPE_PX * (span + 2 * edge)) / side;
    const more = edge - MARGIN;
    const [w, h] = [width, height].map((count) => 2 * edge + CELL * (count - 1));
    svg.setAttribute("viewBox", `${-more} ${-more} ${w} ${h}`);
    svg.style.setProperty("--ratio", (w / h).toFixed(4));
    svg.classList.toggle("is-tall", h > w);
    for (const [name, value] of Object.entries({ x: -more, y: -more, width: w, height: h })) this.back.setAttribute(name, value);
    this.drawGrain(-more, w, h);
    this.number = Math.max(NUMBER, Math.min(type, MAX_NUMBER));
    this.badge = type;
    const sizes = { type, number: this.number, badge: this.badge };
    for (const [name, size] of Object.entries(sizes)) svg.style.setProperty(`--${name}`, `${size.toFixed(1)}px`);
    const middle = (MARGIN - STONE - more) / 2 + 1.5;
    // Where the names would touch each other, some are left out.
    const every = Math.ceil((type * (width > 26 ? 1.6 : 1.1)) / CELL);
    const hide = (label, index) => label.toggleAttribute("hidden", index % every !== 0);
    for (const label of this.columnNames) label.setAttribute("y", across(height - 1) + MARGIN - middle);
    for (const label of this.rowNames) label.setAttribute("x", middle);
    this.columnNames.forEach(hide);
    this.rowNames.forEach(hide);
    return side / Math.max(w, h);
  }
}
