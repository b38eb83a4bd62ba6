// The board: draws a position as SVG and reports the points that the user chooses.

const CELL = 32;
const MARGIN = 34;
const STONE = 14.4;
/** The smallest size of letters, in pixels of the screen and in units of the drawing. */
const TYPE_PX = 14;
const TYPE = 13;
/** The largest height of letters on a stone and their largest width, in units. */
const NUMBER = 24;
const NUMBER_WIDTH = 26;
/** The width of a digit of a wide font, as a share of its height. */
const DIGIT = 0.64;
const SPACE = "http://www.w3.org/2000/svg";

const letter = (n) => String.fromCharCode(97 + n);

/** The name of a column: a to z, then aa, ab and so on. */
export function columnName(x) {
  return x < 26 ? letter(x) : "a" + letter(x - 26);
}

/** The name of a point, such as h8. Rows are counted from the bottom. */
export function pointName([x, y], height) {
  return columnName(x) + (height - y);
}

function element(name, attributes, parent) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
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
    this.svg = element("svg", { class: "board", tabindex: 0, role: "application" });
    this.svg.setAttribute("aria-roledescription", "board");
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
    this.view = view;
    if (this.size?.[0] !== view.width || this.size?.[1] !== view.height) this.grid();
    this.taken = new Set([...view.stones, ...view.blocked].map(([x, y]) => `${x},${y}`));
    this.points = view.points ? new Set(view.points.map(String)) : null;
    const old = new Set(before?.stones.map((stone) => stone.slice(0, 3).join()));
    this.stones.replaceChildren();
    for (const [x, y, color, number] of view.stones) {
      const isNew = before && view.stones.length === old.size + 1 && !old.has([x, y, color].join());
      this.stone(this.stones, [x, y], color, view.numbers ? number : null, isNew ? "new" : "");
    }
    this.marks.replaceChildren();
    for (const [x, y] of view.blocked) {
      element("rect", { class: "blocked", x: this.x(x) - CELL / 2, y: this.y(y) - CELL / 2, width: CELL, height: CELL }, this.marks);
    }
    for (const [x, y, kind] of view.forbidden) this.cross(x, y, kind);
    if (view.row.length) for (const point of view.row) this.ring(point, "row");
    else if (view.last) this.ring(view.last, "last");
    if (view.hint) this.ring(view.hint, "hint");
    this.opening(view);
    this.findings(view);
    this.svg.classList.toggle("playable", Boolean(view.ghost || view.anywhere));
    if (!this.isFree(this.chosen)) this.chosen = null;
    this.setGhost(this.chosen);
    this.label();
  }

  /** The fifth moves that were proposed, as rings with letters, and where the next stone may be. */
  opening({ proposed = [], points = [], isNarrow }) {
    for (const [x, y] of isNarrow ? points : []) element("circle", { class: "possible", cx: this.x(x), cy: this.y(y), r: 5 }, this.marks);
    proposed.forEach((point, at) => {
      this.ring(point, "proposed");
      this.writing(this.marks, "proposed-letter", point, letter(at));
    });
  }

  /** What an analysis has found: win chances on points, a variation, excluded points, threats. */
  findings({ candidates = [], variation = [], excluded = [], threats = [], marks = [] }) {
    for (const [x, y] of excluded) this.ring([x, y], "excluded");
    candidates.forEach(([x, y, label, rank]) => {
      if (this.taken.has(`${x},${y}`)) return;
      element("circle", { class: rank === 0 ? "candidate best" : "candidate", cx: this.x(x), cy: this.y(y), r: STONE }, this.marks);
      this.writing(this.marks, "candidate-text", [x, y], label);
    });
    for (const [x, y, color] of threats) {
      // Both sides can have the same point.
      const shift = color === "black" ? -5 : 5;
      element("circle", { class: `threat ${color}`, cx: this.x(x) + shift, cy: this.y(y) + 9, r: 4.5 }, this.marks);
    }
    const shown = element("g", { class: "variation" }, this.marks);
    for (const [x, y, color, number] of variation) {
      if (!this.taken.has(`${x},${y}`)) this.stone(shown, [x, y], color, number, "");
    }
    const isShown = (point) => variation.some((move) => same(move, point));
    for (const [x, y, kind] of marks) if (!isShown([x, y])) this.ring([x, y], kind);
  }

  x(column) { return MARGIN + CELL * column; }
  y(row) { return MARGIN + CELL * row; }

  /** Draws an empty board of the size of the view. */
  grid() {
    const { width, height } = this.view;
    this.size = [width, height];
    this.cursor = null;
    this.svg.replaceChildren();
    this.svg.dataset.rows = height;
    this.wood = element("rect", { fill: "var(--wood)", rx: 6 }, this.svg);
    this.columnNames = [];
    this.rowNames = [];
    const grid = element("g", { class: "grid" }, this.svg);
    const [right, bottom] = [this.x(width - 1), this.y(height - 1)];
    for (let x = 0; x < width; x++) {
      element("line", { x1: this.x(x), x2: this.x(x), y1: MARGIN, y2: bottom }, grid);
      const label = element("text", { class: "label", x: this.x(x) }, this.svg);
      label.textContent = columnName(x);
      this.columnNames.push(label);
    }
    for (let y = 0; y < height; y++) {
      element("line", { x1: MARGIN, x2: right, y1: this.y(y), y2: this.y(y) }, grid);
      const label = element("text", { class: "label", y: this.y(y) }, this.svg);
      label.textContent = height - y;
      this.rowNames.unshift(label);
    }
    for (const [x, y] of this.stars()) element("circle", { class: "star", cx: this.x(x), cy: this.y(y), r: 3.4 }, this.svg);
    this.stones = element("g", {}, this.svg);
    this.marks = element("g", {}, this.svg);
    this.ghost = element("g", { class: "ghost" }, this.svg);
    this.cursorMark = element("g", {}, this.svg);
    this.fit();
  }

  /** Keeps all letters readable on a small screen: a wider edge for the names of columns and rows. */
  fit() {
    const side = Math.min(this.svg.clientWidth, this.svg.clientHeight);
    if (!this.size || side === 0) return;
    const [width, height] = this.size;
    const span = CELL * (Math.max(width, height) - 1);
    // The edge holds a stone, a gap and two digits. A wider edge makes everything smaller.
    const digits = (1.25 * TYPE_PX) / side;
    const edge = Math.max(MARGIN, (STONE + 3 + digits * span) / (1 - 2 * digits));
    const type = Math.max(TYPE, (TYPE_PX * (span + 2 * edge)) / side);
    const more = edge - MARGIN;
    const [w, h] = [width, height].map((count) => 2 * edge + CELL * (count - 1));
    this.svg.setAttribute("viewBox", `${-more} ${-more} ${w} ${h}`);
    for (const [name, value] of Object.entries({ x: -more, y: -more, width: w, height: h })) this.wood.setAttribute(name, value);
    this.number = Math.min(type, NUMBER);
    for (const [name, size] of Object.entries({ type, number: this.number })) this.svg.style.setProperty(`--${name}`, `${size.toFixed(1)}px`);
    for (const text of this.svg.querySelectorAll(".number, .candidate-text")) this.squeeze(text);
    const middle = (MARGIN - STONE - more) / 2 + 1.5;
    // Where the names would touch each other, some are left out.
    const every = Math.ceil((type * (width > 26 ? 1.6 : 1.1)) / CELL);
    const hide = (label, index) => label.toggleAttribute("hidden", index % every !== 0);
    for (const label of this.columnNames) label.setAttribute("y", this.y(height - 1) + MARGIN - middle);
    for (const label of this.rowNames) label.setAttribute("x", middle);
    this.columnNames.forEach(hide);
    this.rowNames.forEach(hide);
  }

  /** The star points, as in the pictures that the program draws. */
  stars() {
    const [width, height] = this.size;
    if (Math.min(width, height) < 13) return [];
    const ends = (side) => [3, side - 4];
    const points = ends(width).flatMap((x) => ends(height).map((y) => [x, y]));
    if (width % 2 && height % 2) points.push([(width - 1) / 2, (height - 1) / 2]);
    return points;
  }

  stone(group, [x, y], color, number, extra) {
    element("circle", { class: `stone ${color} ${extra}`, cx: this.x(x), cy: this.y(y), r: STONE }, group);
    if (number != null) this.writing(group, `number on-${color}`, [x, y], number);
  }

  /** Writes something short on a point. */
  writing(group, kind, [x, y], words) {
    const text = element("text", { class: kind, x: this.x(x), y: this.y(y), lengthAdjust: "spacingAndGlyphs" }, group);
    text.textContent = words;
    this.squeeze(text);
  }

  /** Makes letters narrower where they would not fit on a stone: they stay as high as others. */
  squeeze(text) {
    const width = DIGIT * this.number * text.textContent.length;
    if (width > NUMBER_WIDTH) text.setAttribute("textLength", NUMBER_WIDTH);
    else text.removeAttribute("textLength");
  }

  ring([x, y], kind) {
    element("circle", { class: kind, cx: this.x(x), cy: this.y(y), r: STONE + 1 }, this.marks);
  }

  cross(x, y, kind) {
    const [cx, cy, r] = [this.x(x), this.y(y), 6];
    const d = `M${cx - r} ${cy - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
    const mark = element("path", { class: "forbidden", d }, this.marks);
    element("title", {}, mark).textContent = `forbidden: ${kind}`;
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
      this.announce(`${pointName(point, this.size[1])}: tap again to play`);
      return;
    }
    this.choose(point);
  }

  choose(point) {
    this.chosen = null;
    const foul = this.view.ghost && this.isForbidden(point);
    if (foul) this.announce(`${pointName(point, this.size[1])} is forbidden: ${foul[2]}`, true);
    // In an opening the program says why a point is not possible.
    else if (this.isFree(point) || this.points) this.onChoose(point);
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
    if (!point) return this.setGhost(null);
    const [x, y] = [this.x(point[0]) - CELL / 2, this.y(point[1]) - CELL / 2];
    element("rect", { class: "cursor", x, y, width: CELL, height: CELL, rx: 5 }, this.cursorMark);
    this.setGhost(point);
    const stone = this.view.stones.find((entry) => same(entry, point));
    const foul = this.isForbidden(point);
    const proposed = this.proposedAt(point);
    const empty = proposed >= 0 ? `proposed fifth move ${letter(proposed)}` : "empty";
    const what = stone ? `${stone[2]} stone` : foul ? `forbidden, ${foul[2]}` : empty;
    this.announce(`${pointName(point, this.size[1])}, ${what}`);
  }

  /** Describes the board for a screen reader. */
  label() {
    const { width, height, stones, proposed = [] } = this.view;
    const count = stones.length === 1 ? "1 stone" : `${stones.length} stones`;
    const last = this.view.last ? `, last move ${pointName(this.view.last, height)}` : "";
    const names = proposed.map((point, at) => `${letter(at)} ${pointName(point, height)}`);
    const fifths = names.length ? `, proposed fifth moves: ${names.join(", ")}` : "";
    this.svg.setAttribute("aria-label", `Board of ${width} by ${height} points, ${count}${last}${fifths}. Arrow keys move the cursor, Enter plays.`);
  }
}
