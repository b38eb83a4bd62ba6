// The tree of a game: the main line in two columns, variations, comments and marks below their moves.

import { button, byId, keepInView, made } from "./dom.js";

/** Variations that lie deeper are folded, unless the place on the board is in them. */
const MAX_DEPTH = 3;
/** The kinds of signs, which have colours. */
export const SIGNS = { "!!": "good", "!": "good", "!?": "good", "?!": "inaccuracy", "?": "mistake", "??": "blunder", "✕": "missed" };
/** The signs of the grades of a review. */
export const GRADES = { inaccuracy: "?!", mistake: "?", blunder: "??", "missed win": "✕" };

export class TreeView {
  /** `go` gets the number of the node to look at. */
  constructor(go) {
    this.go = go;
    this.list = byId("study-moves");
    this.box = byId("study-scroll");
    this.nodes = new Map();
    this.buttons = new Map();
    this.opened = new Set();
    this.at = 0;
    this.review = null;
  }

  /** Takes a new tree. */
  take({ nodes, isWhole, version }) {
    if (version !== this.version) this.opened.clear();
    this.version = version;
    this.isWhole = isWhole;
    this.nodes = new Map(nodes.map((node) => [node.id, { ...node, children: [] }]));
    for (const node of this.nodes.values()) {
      const parent = this.nodes.get(node.parent);
      parent?.children.push(node);
      node.number = (parent?.number ?? 0) + (node.color ? 1 : 0);
    }
    this.isStale = true;
  }

  /** The node with a number. */
  node(id) {
    return this.nodes.get(id);
  }

  /** Notes what an analysis has found at a node: the win chance of black. */
  note(id, chance) {
    const node = this.nodes.get(id);
    if (!node || chance == null) return;
    node.chance = Math.round(100 * chance);
    const place = this.buttons.get(id)?.querySelector(".chance");
    if (place) place.textContent = node.chance;
  }

  /** Shows the tree with the place on the board, and the grades and win chances of a review. */
  show(at, review) {
    if (this.review !== review) this.isStale = true;
    this.review = review;
    const hasMoved = this.at !== at;
    this.at = at;
    if (this.isStale || (at !== 0 && this.nodes.has(at) && !this.buttons.has(at))) this.draw();
    else if (!hasMoved) return;
    this.current?.setAttribute("aria-current", "false");
    this.current = this.buttons.get(at);
    this.current?.setAttribute("aria-current", "true");
    if (this.current) keepInView(this.box, this.current, 36);
    else if (at === 0) this.box.scrollTop = 0;
  }

  /** Draws everything. */
  draw() {
    this.isStale = false;
    this.buttons.clear();
    this.current = null;
    this.grades = new Map((this.review?.moves ?? []).filter((m) => m.isBad).map((m) => [m.node, GRADES[m.grade]]));
    this.values = new Map((this.review?.moves ?? []).map((m) => [m.node, this.review.chances.find(([ply]) => ply === m.number)?.[1]]));
    this.path = new Set();
    for (let node = this.nodes.get(this.at); node; node = this.nodes.get(node.parent)) this.path.add(node);
    const parts = [];
    const root = this.nodes.get(0);
    if (root?.comment) parts.push(this.block(root, []));
    let isOpen = false;
    for (let node = root?.children[0], parent = root; node; parent = node, node = node.children[0]) {
      const isWhite = node.color === "white";
      // A row begins with black's move, or where a block has interrupted it.
      if (!isWhite || !isOpen) {
        parts.push(made("b", "", node.number || ""));
        if (isWhite) parts.push(made("i", "", "…"));
      }
      parts.push(this.move(node, "main"));
      isOpen = !isWhite;
      const others = parent.children.slice(1);
      if (!node.comment && !others.length) continue;
      if (isOpen) parts.push(made("i", "", node.children.length ? "…" : ""));
      parts.push(this.block(node, others));
      isOpen = false;
    }
    if (!this.isWhole) parts.push(made("p", "saved", "The game is large: only the branches near this place are shown."));
    this.list.replaceChildren(...parts);
  }

  /** What interrupts the main line after a move: its comment, and the variations beside it. */
  block(node, others) {
    const place = made("div", "block");
    if (node.comment) place.append(made("p", "", node.comment));
    for (const other of others) place.append(this.variation(other, 1));
    return place;
  }

  /** A variation that begins with a node, with those that it contains. */
  variation(first, depth) {
    const place = made("div", "var");
    if (depth > MAX_DEPTH && !this.opened.has(first.id) && !this.path.has(first)) {
      const more = button(`${first.number}. ${first.name} …`, () => { this.opened.add(first.id); this.isStale = true; this.show(this.at, this.review); }, "fold");
      place.append(more);
      return place;
    }
    const inner = [];
    for (let node = first; node; node = node.children[0]) {
      place.append(this.move(node, "side"), " ");
      if (node.comment) place.append(made("span", "remark", node.comment), " ");
      inner.push(...node.children.slice(1));
    }
    for (const other of inner) place.append(this.variation(other, depth + 1));
    return place;
  }

  /** A move as a button. */
  move(node, kind) {
    const go = button("", () => this.go(node.id), `${kind} ${node.color ?? ""}`);
    go.dataset.node = node.id;
    if (kind === "side") go.append(`${node.number}. `);
    go.append(made("span", "name", node.name));
    const sign = node.glyph ?? this.grades.get(node.id);
    if (sign) go.append(made("em", SIGNS[sign], sign));
    const value = this.values.get(node.id);
    const chance = node.chance ?? (value == null ? null : Math.round(100 * value));
    if (kind === "main") go.append(made("small", "chance", chance ?? ""));
    if (chance != null) go.title = `Black's win chance: ${chance} %`;
    go.setAttribute("aria-label", `${node.number}. ${node.color ?? ""} ${node.name}${sign ? ` ${sign}` : ""}`);
    this.buttons.set(node.id, go);
    return go;
  }

  /** The moves that follow a node, as points and whether they are on the main line. */
  next(id) {
    return (this.nodes.get(id)?.children ?? []).filter((node) => node.point).map((node, at) => [...node.point, at === 0]);
  }

  /** The names of the moves that lead to a node. */
  movesTo(id) {
    const names = [];
    for (let node = this.nodes.get(id); node?.name; node = this.nodes.get(node.parent)) if (node.color) names.unshift(node.name);
    return names;
  }

  /** The node beside another one, some places further; null if there is none. */
  beside(id, count) {
    const siblings = this.nodes.get(this.nodes.get(id)?.parent)?.children ?? [];
    const at = siblings.findIndex((node) => node.id === id);
    return siblings[at + count]?.id ?? null;
  }
}
