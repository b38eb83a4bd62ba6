// A board that is seen turned or mirrored: where its points are seen, and which points are seen there.

import { columnName } from "./wood.js";

/** The parts of a view that are lists of points, and those that are one point. */
const LISTS = ["stones", "blocked", "forbidden", "row", "proposed", "points", "candidates", "variation", "excluded", "threats", "marks", "replies", "next", "badges"];
const POINTS = ["last", "hint"];

export class Turned {
  /** A board that was turned clockwise by some quarters, and then mirrored or not. */
  constructor(quarters = 0, isMirrored = false) {
    this.quarters = quarters;
    this.isMirrored = isMirrored;
    this.size = [0, 0];
  }

  /** Turned once more, or mirrored, as it is seen. */
  rotated() {
    return new Turned((this.quarters + (this.isMirrored ? 3 : 1)) % 4, this.isMirrored);
  }

  mirrored() {
    return new Turned(this.quarters, !this.isMirrored);
  }

  /** The size as it is seen. */
  get seenSize() {
    const [width, height] = this.size;
    return this.quarters % 2 ? [height, width] : [width, height];
  }

  /** Where a point is seen. What follows its coordinates stays. */
  seen([x, y, ...rest]) {
    let [width, height] = this.size;
    for (let n = 0; n < this.quarters; n++) {
      [x, y] = [height - 1 - y, x];
      [width, height] = [height, width];
    }
    return [this.isMirrored ? width - 1 - x : x, y, ...rest];
  }

  /** The point that is seen at a place. */
  point([x, y]) {
    let [width, height] = this.seenSize;
    if (this.isMirrored) x = width - 1 - x;
    for (let n = 0; n < this.quarters; n++) {
      [x, y] = [y, width - 1 - x];
      [width, height] = [height, width];
    }
    return [x, y];
  }

  /** The name of the point that is seen at a place, such as h8. Rows are counted from the bottom. */
  name(place) {
    const [x, y] = this.point(place);
    return columnName(x) + (this.size[1] - y);
  }

  /** The names of the columns and rows that are seen, from the left and from the top. */
  edges() {
    const [width, height] = this.seenSize;
    const isUpright = this.quarters % 2 === 0;
    const name = (place, isColumn) => {
      const [x, y] = this.point(place);
      return isColumn === isUpright ? columnName(x) : this.size[1] - y;
    };
    return {
      columns: Array.from({ length: width }, (_, x) => name([x, 0], true)),
      rows: Array.from({ length: height }, (_, y) => name([0, y], false)),
    };
  }

  /** A view of a position as it is seen. */
  view(view) {
    this.size = [view.width, view.height];
    const [width, height] = this.seenSize;
    const turned = { ...view, width, height };
    for (const name of LISTS) if (view[name]) turned[name] = view[name].map((point) => this.seen(point));
    for (const name of POINTS) if (view[name]) turned[name] = this.seen(view[name]);
    return turned;
  }
}
