// The dialog for a game: a new one, one from a position, and other players for the present one.

import { made } from "./dom.js";
import { Slider, Tiles, buttons, errorPlace, field, number, select, text, title } from "./forms.js";
import { RULES, ruleTitle, timeText } from "./rules.js";

const OPPONENTS = [
  ["engine", "Goshawk", "hawk"],
  ["here", "Person here", "people"],
  ["network", "By link", "link"],
  ["watch", "Watch", "eye"],
];
const LEVELS = [
  "beginner", "novice", "learner", "casual player", "club player", "strong club player",
  "tournament player", "strong tournament player", "expert", "full strength",
];
const COLORS = [["black", "Black", "black"], ["white", "White", "white"], ["random", "Random", "random"]];
const SIZES = ["15", "19", "20"];
const CLOCKS = [["", "none"], ...["1", "3", "5", "10", "30"].map((minutes) => [minutes, minutes])];
const INCREMENTS = [["0", "nothing"], ...["1", "2", "5", "10", "30"].map((seconds) => [seconds, `${seconds} s`])];
/** What the dialog is for: its title, its button, and what is asked. */
const KINDS = {
  new: { title: "New game", accept: "Start", asksBoard: true, asksClock: true },
  from: { title: "Play from here", accept: "Start", asksBoard: false, asksClock: true },
  players: { title: "Players", accept: "Go on", asksBoard: false, asksClock: false },
};
/** Where the browser keeps the choices of the last game that was begun. */
const STORE = "goshawk-new-game";

/**
 * The settings with which the program was started. If they differ from those of the last start,
 * the remembered choices are ignored.
 */
function started({ rule, size, opening, level, seconds }) {
  return JSON.stringify([rule, size, opening, level, seconds]);
}

/** The choices of the last game. */
function recalled(defaults) {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE));
    return kept?.started === started(defaults) ? kept.choices ?? {} : {};
  } catch {
    // Something else has been kept under this name.
    return {};
  }
}

/** Fills in choices. */
function fill(inputs, choices) {
  for (const [name, input] of Object.entries(inputs)) {
    const before = input.value;
    if (["string", "number"].includes(typeof choices[name])) input.value = choices[name];
    // A choice that is not offered any more.
    if (input.selectedIndex === -1 || (input.type === "number" && input.value === "")) input.value = before;
  }
}

/** Remembers the choices for the next game. */
function keep(inputs, defaults) {
  const choices = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value]));
  try {
    localStorage.setItem(STORE, JSON.stringify({ started: started(defaults), choices }));
  } catch {
    // The browser stores nothing for this page.
  }
}

/** The players of the present game, as choices. */
function presentChoices({ players: { black, white }, seconds }) {
  const engines = [black, white].filter((player) => player.level != null).length;
  const kind = ["here", "engine", "watch"][engines];
  const isWhite = kind === "engine" && black.level != null;
  const [mine, theirs] = isWhite ? [white, black] : [black, white];
  return {
    opponent: kind,
    level: String((kind === "engine" ? theirs.level : black.level) ?? 5),
    other: String(white.level ?? 5),
    color: isWhite ? "white" : "black",
    name: mine.ownName ?? "",
    second: theirs.ownName ?? "",
    seconds: String(seconds),
  };
}

/** The form of the dialog, and what its fields say. */
class GameForm {
  constructor(dialog, kind, defaults) {
    Object.assign(this, { dialog, kind, defaults, asks: KINDS[kind] });
    this.form = made("form", "game-form");
    title(this.form, dialog, this.asks.title);
    const body = made("div", "body");
    this.form.append(body);
    const opponents = OPPONENTS.filter(([value]) => value !== "network" || (defaults.network && kind !== "players"));
    const { level, seconds, rule, size } = defaults;
    this.opponent = new Tiles(body, "Opponent", "opponent", opponents, "engine", "tall");
    this.level = new Slider(body, "Level", LEVELS, level);
    this.other = new Slider(body, "White’s level", LEVELS, level);
    this.color = new Tiles(body, "You play", "color", COLORS, "black");
    this.rule = new Tiles(body, "Rule", "rule", RULES.map(([name, words]) => [name, words]), rule);
    this.meaning = made("p");
    this.rule.place.append(this.meaning);
    this.more = made("details", "fold");
    const summary = made("summary");
    this.told = made("span");
    summary.append(made("b", "", "More"), this.told);
    const fields = made("div", "fields");
    this.more.append(summary, fields);
    body.append(this.more);
    this.size = new Tiles(fields, "Board", "size", [...SIZES.map((side) => [side, side]), ["other", "other …"]], size);
    this.width = number(size, 5, 31);
    this.height = number(size, 5, 31);
    const sides = made("span", "sides");
    sides.append(this.width, "×", this.height);
    this.width.setAttribute("aria-label", "Columns");
    this.height.setAttribute("aria-label", "Rows");
    this.clock = new Tiles(fields, "Clock, minutes each", "clock", CLOCKS, "");
    this.sides = field(fields, "Columns and rows", sides);
    this.increment = select(INCREMENTS, "0");
    this.opening = select([["", "None"], ...defaults.openings.map(({ name, title: words }) => [name, words])], defaults.opening ?? "");
    this.seconds = number(seconds, 0.1, 600);
    this.seconds.step = 0.1;
    this.names = [text("", "Name"), text("", "Name")];
    this.rows = {
      increment: field(fields, "Each move adds", this.increment),
      opening: field(fields, "Opening", this.opening),
    };
    this.course = made("p");
    fields.append(this.course);
    Object.assign(this.rows, {
      seconds: field(fields, "Seconds a move", this.seconds),
      name: field(fields, "Your name", this.names[0]),
      second: field(fields, "White", this.names[1]),
    });
    this.error = errorPlace(this.form);
    buttons(this.form, dialog, this.asks.accept);
    this.bind();
  }

  /** The inputs whose choices are remembered. */
  get inputs() {
    const { opponent, level, other, seconds, color, rule, size, width, height, opening, names, clock, increment } = this;
    return { opponent, level, other, seconds, color, rule, size, width, height, opening, name: names[0], second: names[1], clock, increment };
  }

  bind() {
    // A board is a square unless both sides are given.
    this.isSquare = true;
    this.wanted = "";
    this.width.addEventListener("input", () => { if (this.isSquare) this.height.value = this.width.value; });
    this.height.addEventListener("input", () => { this.isSquare = this.width.value === this.height.value; });
    this.size.place.addEventListener("change", () => {
      if (this.size.value !== "other") this.width.value = this.height.value = this.size.value;
      this.isSquare = true;
    });
    // Before the form adapts to the choice.
    for (const event of ["input", "change"]) this.opening.addEventListener(event, () => { this.wanted = this.opening.value; });
    for (const event of ["input", "change"]) this.form.addEventListener(event, () => this.adapt());
    // What is wrong must be in sight.
    this.form.addEventListener("invalid", () => { this.more.open = true; }, true);
  }

  /** Fills in choices. */
  choose(choices) {
    fill(this.inputs, choices);
    if (this.size.value !== "other") this.width.value = this.height.value = this.size.value;
    this.isSquare = this.width.value === this.height.value;
    this.wanted = this.opening.value;
    this.adapt();
  }

  /** Shows the fields that matter. One that is not shown must not keep the form from being sent. */
  adapt() {
    const { asks, rows } = this;
    const kind = this.opponent.value;
    const show = (place, isShown) => {
      place.hidden = !isShown;
      for (const input of place.querySelectorAll("input, select")) input.disabled = !isShown;
    };
    const hasEngine = kind === "engine" || kind === "watch";
    show(this.level.place, hasEngine);
    this.level.call(kind === "watch" ? "Black’s level" : "Level");
    show(this.other.place, kind === "watch");
    show(this.color.place, kind === "engine" || kind === "network");
    show(this.rule.place, asks.asksBoard);
    show(this.size.place, asks.asksBoard);
    show(this.sides, asks.asksBoard && this.size.value === "other");
    show(this.clock.place, asks.asksClock && kind !== "watch");
    show(rows.increment, !this.clock.place.hidden && this.clock.value !== "");
    show(rows.opening, asks.asksBoard);
    show(rows.seconds, hasEngine);
    show(rows.name, kind !== "watch");
    rows.name.firstChild.textContent = kind === "here" ? "Black" : "Your name";
    show(rows.second, kind === "here");
    this.meaning.textContent = RULES.find(([name]) => name === this.rule.value)[2];
    this.adaptOpening();
    this.told.textContent = this.summary().filter(Boolean).join(" · ");
  }

  /** Offers the openings that fit the rule. A choice comes back with a rule that it fits. */
  adaptOpening() {
    const fitting = this.defaults.openings.filter(({ rules }) => rules.includes(this.rule.value));
    this.opening.replaceChildren(new Option("None", ""), ...fitting.map(({ name, title: words }) => new Option(words, name)));
    const chosen = this.asks.asksBoard ? fitting.find(({ name }) => name === this.wanted) : null;
    this.opening.value = chosen?.name ?? "";
    this.course.hidden = !chosen;
    const fits = this.width.value === this.height.value && chosen?.sizes.includes(Number(this.width.value));
    this.course.classList.toggle("error", Boolean(chosen) && !fits);
    this.course.textContent = fits ? chosen.summary : chosen?.misfit ?? "";
  }

  /** What is chosen where the fields are folded. */
  summary() {
    const minutes = this.clock.place.hidden || !this.clock.value ? null : Number(this.clock.value);
    return [
      this.asks.asksBoard && `${this.width.value} × ${this.height.value}`,
      this.opening.selectedOptions[0]?.value && this.opening.selectedOptions[0].text,
      timeText(minutes, Number(this.increment.value)),
      !this.rows.seconds.hidden && `${this.seconds.value} s a move`,
      !this.rows.name.hidden && this.names[0].value.trim(),
    ];
  }

  /** Who plays black and who white. */
  players() {
    const kind = this.opponent.value;
    const engine = (at) => ({ kind: "engine", level: Number(at.value) });
    const person = (at) => ({ kind: "person", name: this.names[at].value.trim() || null });
    const [mine, theirs] = {
      engine: () => [person(0), engine(this.level)],
      here: () => [person(0), person(1)],
      network: () => [person(0), { kind: "guest" }],
      watch: () => [engine(this.level), engine(this.other)],
    }[kind]();
    const color = this.color.place.hidden ? "black" : this.color.value;
    const isBlack = color === "random" ? Math.random() < 0.5 : color === "black";
    return isBlack ? { black: mine, white: theirs } : { black: theirs, white: mine };
  }

  /** What is sent to the program. `position` is that in which the game begins, if it is not empty. */
  action(position) {
    const seconds = this.seconds.disabled ? this.defaults.seconds : Number(this.seconds.value);
    if (this.kind === "players") return { action: "change-players", ...this.players(), seconds };
    const { rule, width, height } = position ?? { rule: this.rule.value, width: Number(this.width.value), height: Number(this.height.value) };
    const hasClock = !this.clock.place.hidden && this.clock.value !== "";
    return {
      action: "new-game",
      rule,
      width,
      height,
      ...this.players(),
      seconds,
      opening: position ? null : this.opening.value || null,
      minutes: hasClock ? Number(this.clock.value) : null,
      increment: hasClock ? Number(this.increment.value) : 0,
      from: position?.from ?? null,
    };
  }
}

/** Shows the form. `start` gets the action and returns a promise. */
function ask(form, position, start) {
  const { dialog, defaults } = form;
  form.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await start(form.action(position));
      if (form.kind === "new") keep(form.inputs, defaults);
      dialog.close();
    } catch (reason) {
      form.error.textContent = reason.message;
    }
  });
  dialog.replaceChildren(form.form);
  dialog.showModal();
}

/** Asks for the settings of a new game. */
export function askNewGame(dialog, defaults, start) {
  const form = new GameForm(dialog, "new", defaults);
  form.choose(recalled(defaults));
  ask(form, null, start);
}

/**
 * Asks who plays on from a position: `from` says to the program which it is; `toMove` is the side to
 * move, which the user plays at first.
 */
export function askFrom(dialog, defaults, position, start) {
  const form = new GameForm(dialog, "from", defaults);
  const { opponent, level, other, seconds, name, second, clock, increment } = recalled(defaults);
  const kind = opponent === "network" ? "engine" : opponent;
  form.choose({ opponent: kind, level, other, seconds, name, second, clock, increment, color: position.toMove });
  const about = made("p", "", `${ruleTitle(position.rule)} · ${position.about}`);
  form.form.querySelector("h2").after(about);
  ask(form, position, start);
}

/** Asks who goes on with the present game. */
export function askPlayers(dialog, defaults, state, start) {
  const form = new GameForm(dialog, "players", defaults);
  form.choose(presentChoices(state));
  ask(form, null, start);
}
