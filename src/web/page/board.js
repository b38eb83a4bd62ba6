// The board: draws a position as SVG and reports the points that the user chooses.

import { drawn } from "./dom.js";
import { Turned } from "./turned.js";
import { CELL, MARGIN, STONE, Wood, across, columnName } from "./wood.js";

/** The largest width of letters on a stone, in units. */
const NUMBER_WIDTH = 25;
/** The width of a digit of a wide font, as a share of its height. */
const DIGIT = 0.64;

const letter = (n) => String.fromCharCode(97 + n);

/** The name of a point, such as h8. Rows are counted from the bottom. */
export function pointName([x, y], height) {
  return columnName(x) + (height - y);
}

const same = (a, b) => a != null && b != null && a[0] === b[0] && a[1] === b[1];

export class Board {
  /** A board in `place`. `onChoose` gets a point that the user plays. */
  constructor(place, onChoose, announce) {
    this.onChoose = onChoose;
    this.announce = announce;
    this.view = null;
    this.size = null;
    this.cursor = null;
    this.chosen = null;
    this.clicked = null;
    this.turned = new Turned();
    this.svg = drawn("svg", { class: "board", tabindex: 0, role: "grid" });
    place.append(this.svg);
    this.svg.addEventListener("pointermove", (event) => this.hover(event));
    this.svg.addEventListener("pointerleave", () => this.setGhost(null));
    this.svg.addEventListener("click", (event) => this.click(event));
    // A click does not take the focus: afterwards the arrow keys step through the game, unless
    // Tab has led to the board.
    this.svg.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement !== this.svg) document.activeElement?.blur();
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("blur", () => this.moveCursor(null));
    new ResizeObserver(() => this.fit()).observe(this.svg);
  }

  /**
   * Shows a position: `width`, `height`, `stones` as [x, y, colour, number], `blocked`,
   * `forbidden` as [x, y, kind], `last`, `row`, `hint`, `numbers`, and `ghost`, the colour of the
   * stone that the user may play now, or null. In an opening also `proposed`, the fifth moves that
   * were proposed, and if the user acts, `points`, where a click is possible, `isNarrow` if they
   * are to be marked, and `withdraws` if a click on a proposed fifth move withdraws it.
   */
  show(view) {
    const before = this.view;
    this.given = view;
    view = this.turned.view(view);
    this.view = view;
    if (this.size?.[0] !== view.width || this.size?.[1] !== view.height) this.grid();
    this.taken = new Set([...view.stones, ...view.blocked].map(([x, y]) => `${x},${y}`));
    this.points = view.points ? new Set(view.points.map(String)) : null;
    const old = new Set(before?.stones.map((stone) => stone.slice(0, 3).join()));
    this.stones.replaceChildren();
    this.shades.replaceChildren();
    for (const [x, y, color, number] of view.stones) {
      const isNew = before && view.stones.length === old.size + 1 && !old.has([x, y, color].join());
      this.stone(this.stones, [x, y], color, view.numbers ? number : null, isNew ? "new" : "", this.shades);
    }
    this.marks.replaceChildren();
    for (const [x, y] of view.blocked) {
      drawn("rect", { class: "blocked", x: across(x) - CELL / 2, y: across(y) - CELL / 2, width: CELL, height: CELL }, this.marks);
    }
    for (const [x, y, kind] of view.forbidden) this.cross(x, y, kind);
    for (const point of view.row) for (const [kind, r] of [["row", 16], ["row-inner", 14.4]]) this.ring(point, kind, r);
    if (view.last) this.lastMove(view);
    if (view.hint) this.ring(view.hint, "hint");
    this.opening(view);
    this.findings(view);
    this.svg.classList.toggle("playable", Boolean(view.ghost || view.anywhere));
    this.svg.classList.toggle("is-past", Boolean(view.isPast));
    if (!this.isFree(this.chosen)) this.chosen = null;
    this.setGhost(this.chosen);
    this.label();
  }

  /** Shows the middle of what is played on a board that is larger than its place. */
  centre() {
    const place = this.svg.parentElement;
    const [x, y] = this.view?.last ?? this.size.map((side) => (side - 1) / 2);
    const at = new DOMPoint(across(x), across(y)).matrixTransform(this.svg.getScreenCTM());
    const box = place.getBoundingClientRect();
    place.scrollBy(at.x - box.x - box.width / 2, at.y - box.y - box.height / 2);
  }

  /** Turns the board by a quarter to the right, or mirrors it. */
  turn(isMirror) {
    this.turned = isMirror ? this.turned.mirrored() : this.turned.rotated();
    this.size = null;
    this.chosen = null;
    this.show(this.given);
  }

  /** The fifth moves that were proposed, as rings with letters, and where the next stone may be. */
  opening({ proposed = [], points = [], isNarrow }) {
    for (const [x, y] of isNarrow ? points : []) drawn("circle", { class: "possible", cx: across(x), cy: across(y), r: 5 }, this.marks);
    proposed.forEach((point, at) => {
      this.ring(point, "proposed");
      this.writing(this.marks, "proposed-letter", point, letter(at));
    });
  }

  /** What an analysis has found: win chances on points, a variation, excluded points, threats. */
  findings({ candidates = [], variation = [], excluded = [], threats = [], marks = [], replies = [], next = [], badges = [] }) {
    for (const [x, y, isMain] of next) if (!this.taken.has(`${x},${y}`)) this.ring([x, y], isMain ? "next main" : "next", 11);
    for (const [x, y] of excluded) this.ring([x, y], "excluded");
    candidates.forEach(([x, y, label, kind]) => {
      if (this.taken.has(`${x},${y}`)) return;
      this.ring([x, y], `candidate ${kind}`);
      this.writing(this.marks, `candidate-text ${kind}`, [x, y], label);
    });
    replies.forEach(([x, y, label]) => {
      this.ring([x, y], "reply", 14);
      this.writing(this.marks, "reply-text", [x, y], label);
    });
    const chips = new Set([...candidates, ...replies].map(([x, y]) => `${x},${y}`));
    for (const threat of threats) this.threat(threat, threats, chips.has(`${threat[0]},${threat[1]}`));
    const shown = drawn("g", { class: "variation" }, this.marks);
    for (const [x, y, color, number] of variation) {
      if (!this.taken.has(`${x},${y}`)) this.stone(shown, [x, y], color, number, "");
    }
    const isShown = (point) => variation.some((move) => same(move, point));
    for (const [x, y, kind] of marks) if (!isShown([x, y])) this.ring([x, y], kind);
    for (const [x, y, sign, kind] of badges) {
      const place = { cx: across(x) + 11, cy: across(y) - 11 };
      drawn("circle", { class: `badge ${kind}`, ...place, r: Math.max(8.5, this.wood.badge * 0.8) }, this.marks);
      drawn("text", { class: "badge-text", x: place.cx, y: place.cy }, this.marks).textContent = sign;
    }
  }

  /** A threat: a disc with the length of the row that it makes, or a small one at the corner of a chip. */
  threat([x, y, color, length], all, isOnChip) {
    const isShared = all.some((other) => same(other, [x, y]) && other[2] !== color);
    const side = color === "black" ? 1 : -1;
    const r = Math.max(9, this.wood.number * 0.62);
    const [dx, dy] = isOnChip ? [11.5 * side, -11.5] : [isShared ? 0.9 * r * side : 0, 0];
    drawn("circle", { class: `threat ${color}`, cx: across(x) + dx, cy: across(y) + dy, r: isOnChip ? 5.5 : r }, this.marks);
    if (!isOnChip) drawn("text", { class: `threat-text on-${color}`, x: across(x) + dx, y: across(y) }, this.marks).textContent = length;
  }

  /** Draws an empty board of the size of the view. */
  grid() {
    const { width, height } = this.view;
    this.size = [width, height];
    this.cursor = null;
    this.svg.replaceChildren();
    this.svg.dataset.rows = height;
    this.wood = new Wood(this.svg, width, height, this.turned.edges());
    const layer = (kind) => drawn("g", kind ? { class: kind } : {}, this.svg);
    this.cells = this.gridCells(height, width);
    [this.shades, this.stones, this.marks, this.ghost, this.cursorMark] = ["", "", "", "ghost", ""].map(layer);
    this.fit();
  }

  /** The points for screen readers: a grid whose cells say what is on them. */
  gridCells(height, width) {
    const rows = drawn("g", { class: "cells" }, this.svg);
    return Array.from({ length: height }, (_, y) => {
      const row = drawn("g", { role: "row" }, rows);
      const cell = (_, x) => drawn("rect", { role: "gridcell", id: `point-${x}-${y}`, x: across(x) - CELL / 2, y: across(y) - CELL / 2, width: CELL, height: CELL }, row);
      return Array.from({ length: width }, cell);
    });
  }

  /** What is on a point, in words. */
  words(point) {
    const foul = this.isForbidden(point);
    const proposed = this.proposedAt(point);
    const color = this.colors.get(String(point.slice(0, 2)));
    if (color) return `${color} stone`;
    return foul ? `forbidden, ${foul[2]}` : proposed >= 0 ? `proposed fifth move ${letter(proposed)}` : "empty";
  }

  /** Adapts the drawing to its size on the screen. */
  fit() {
    if (!this.size || this.wood.fit() == null) return;
    for (const text of this.svg.querySelectorAll(".number, .candidate-text, .reply-text")) this.squeeze(text);
  }

  /** Draws a stone, and its shade in `shades`. */
  stone(group, [x, y], color, number, extra, shades = group) {
    drawn("circle", { class: "shade", cx: across(x) + 1.4, cy: across(y) + 2.6, r: STONE + 2 }, shades);
    drawn("circle", { class: `stone ${color} ${extra}`, cx: across(x), cy: across(y), r: STONE }, group);
    if (number != null) this.writing(group, `number on-${color}`, [x, y], number);
  }

  /** Writes something short on a point. */
  writing(group, kind, [x, y], words) {
    const text = drawn("text", { class: kind, x: across(x), y: across(y), lengthAdjust: "spacingAndGlyphs" }, group);
    text.textContent = words;
    this.squeeze(text);
  }

  /** Makes letters narrower where they would not fit on a stone: they stay as high as others. */
  squeeze(text) {
    const width = DIGIT * this.wood.number * text.textContent.length;
    if (width > NUMBER_WIDTH) text.setAttribute("textLength", NUMBER_WIDTH);
    else text.removeAttribute("textLength");
  }

  ring([x, y], kind, r = STONE) {
    drawn("circle", { class: kind, cx: across(x), cy: across(y), r }, this.marks);
  }

  /** A ring inside the last stone, near its rim if it bears a number. */
  lastMove({ last, stones, numbers }) {
    const stone = stones.find((entry) => same(entry, last));
    if (!stone) return;
    const hasNumber = numbers && stone[3] != null;
    this.ring(last, `last on-${stone[2]}${hasNumber ? " with-number" : ""}`, hasNumber ? 13 : 6.5);
  }

  cross(x, y, kind) {
    const [cx, cy, r] = [across(x), across(y), 6];
    const d = `M${cx - r} ${cy - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
    const mark = drawn("path", { class: "forbidden", d }, this.marks);
    drawn("title", {}, mark).textContent = `forbidden: ${kind}`;
  }

  isForbidden(point) {
    return this.view.forbidden.find((entry) => same(entry, point));
  }

  /** The number of a proposed fifth move from 0; -1 if the point is none. */
  proposedAt(point) {
    return (this.view.proposed ?? []).findIndex((other) => same(other, point));
  }

  /** Whether the user may play on a point now. */
  isFree(point) {
    if (point && this.view?.anywhere) return true;
    if (this.points) return Boolean(point && this.points.has(point.slice(0, 2).join()));
    return Boolean(point && this.view?.ghost && !this.taken.has(point.slice(0, 2).join()) && !this.isForbidden(point));
  }

  /** Shows the stone that the user would play, on a point or nowhere. */
  setGhost(point) {
    this.ghost?.replaceChildren();
    const withdraws = this.view?.withdraws && this.proposedAt(point) >= 0;
    if (this.isFree(point) && this.view.ghost && !withdraws && !this.taken.has(point.slice(0, 2).join())) this.stone(this.ghost, point, this.view.ghost, null, "");
  }

  /** Says something beside a point until the ghost moves. */
  tip(point, words) {
    const [width] = this.size;
    const [x, y] = [across(point[0]), across(point[1])];
    // Above the finger, and within the board.
    const text = drawn("text", { class: "tip", x: 0, y: y > MARGIN + 2 * CELL ? y - 1.6 * CELL : y + 1.6 * CELL }, this.ghost);
    text.textContent = words;
    const half = text.getBBox().width / 2 + 6;
    const middle = Math.max(half - MARGIN / 2, Math.min(across(width - 1) + MARGIN / 2 - half, x));
    text.setAttribute("x", middle);
    const box = text.getBBox();
    const back = drawn("rect", { class: "tip-back", x: box.x - 6, y: box.y - 3, width: box.width + 12, height: box.height + 6, rx: 5 });
    text.before(back);
  }

  /** The point nearest to a pointer event, or null outside the board. */
  pointAt(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const [x, y] = [place.x, place.y].map((at) => Math.round((at - MARGIN) / CELL));
    const [width, height] = this.size ?? [0, 0];
    return x >= 0 && y >= 0 && x < width && y < height ? [x, y] : null;
  }

  hover(event) {
    if (event.pointerType !== "touch") this.setGhost(this.pointAt(event));
  }

  /** A click plays. On a touch screen, the first tap shows the stone and a second one plays it. */
  click(event) {
    const point = this.pointAt(event);
    if (!point) return;
    // The second click of a double click must not withdraw what the first one has proposed. The tools
    // of Analysis take every click.
    if (!this.view?.anywhere && event.pointerType !== "touch" && event.detail > 1 && same(point, this.clicked)) return;
    this.clicked = point;
    if (event.pointerType === "touch" && this.isFree(point) && !same(point, this.chosen)) {
      this.chosen = point;
      this.setGhost(point);
      this.tip(point, "tap again to play");
      this.announce(`${this.turned.name(point)}: tap again to play`);
      return;
    }
    this.choose(point);
  }

  choose(point) {
    this.chosen = null;
    const foul = this.view.ghost && this.isForbidden(point);
    if (foul) this.announce(`${this.turned.name(point)} is forbidden: ${foul[2]}`, true);
    else if (this.view.isPast) this.onChoose(this.turned.point(point));
    // In an opening the program says why a point is not possible.
    else if (this.isFree(point) || this.points) this.onChoose(this.turned.point(point));
  }

  /** Arrow keys move a cursor, Enter and the space bar play. */
  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    const [width, height] = this.size ?? [0, 0];
    if (!this.view) return;
    if (step) {
      const from = this.cursor ?? this.view.last ?? [Math.floor(width / 2), Math.floor(height / 2)];
      const to = this.cursor ? [from[0] + step[0], from[1] + step[1]] : from;
      this.moveCursor([Math.max(0, Math.min(width - 1, to[0])), Math.max(0, Math.min(height - 1, to[1]))]);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
      this.choose(this.cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  moveCursor(point) {
    this.cursor = point;
    this.cursorMark?.replaceChildren();
    if (!point) {
      this.svg.removeAttribute("aria-activedescendant");
      return this.setGhost(null);
    }
    const [x, y] = [across(point[0]) - CELL / 2, across(point[1]) - CELL / 2];
    drawn("rect", { class: "cursor", x, y, width: CELL, height: CELL, rx: 5 }, this.cursorMark);
    this.setGhost(point);
    this.svg.setAttribute("aria-activedescendant", `point-${point[0]}-${point[1]}`);
  }

  /** Describes the board for a screen reader. */
  label() {
    this.colors = new Map(this.view.stones.map(([x, y, color]) => [`${x},${y}`, color]));
    this.cells.forEach((row, y) => row.forEach((cell, x) => {
      const words = `${this.turned.name([x, y])}, ${this.words([x, y])}`;
      if (cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
    }));
    const { width, height, stones, proposed = [] } = this.view;
    const count = stones.length === 1 ? "1 stone" : `${stones.length} stones`;
    const last = this.view.last ? `, last move ${this.turned.name(this.view.last)}` : "";
    const names = proposed.map((point, at) => `${letter(at)} ${this.turned.name(point)}`);
    const fifths = names.length ? `, proposed fifth moves: ${names.join(", ")}` : "";
    this.svg.setAttribute("aria-label", `Board of ${width} by ${height} points, ${count}${last}${fifths}. Arrow keys move the cursor, Enter plays.`);
  }
}
