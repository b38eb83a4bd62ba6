// The dialog for a new game, and the one in which a guest tells a name.

const RULES = [
  ["freestyle", "Freestyle", "Five or more in a row win."],
  ["standard", "Standard", "Exactly five in a row win."],
  ["renju", "Renju", "Black wins with exactly five and may not play fouls: overlines, double fours, double threes."],
  ["caro", "Caro", "Five in a row win unless blocked at both ends; six or more always win."],
  ["caro-exact", "Caro, exactly five", "Exactly five in a row win unless blocked at both ends."],
];
const OPPONENTS = [
  ["engine", "Goshawk"],
  ["here", "A person here"],
  ["network", "A person elsewhere"],
  ["watch", "Goshawk plays itself"],
];
const LEVELS = [
  "beginner", "novice", "learner", "casual player", "club player", "strong club player",
  "tournament player", "strong tournament player", "expert", "full strength",
].map((words, at) => [at + 1, `${at + 1}: ${words}`]);
/** Where the browser keeps the choices of the last game that was begun. */
const STORE = "goshawk-new-game";

/** The title of a rule. */
export function ruleTitle(rule) {
  return RULES.find(([name]) => name === rule)[1];
}

function option([value, text]) {
  return new Option(text, value);
}

function field(form, text, input) {
  const label = document.createElement("label");
  label.className = "field";
  const name = document.createElement("span");
  name.textContent = text;
  label.append(name, input);
  form.append(label);
  return label;
}

function select(options, value) {
  const made = document.createElement("select");
  made.append(...options.map(option));
  if (value != null) made.value = value;
  return made;
}

function number(value, min, max) {
  const made = document.createElement("input");
  Object.assign(made, { type: "number", value, min, max, required: true });
  return made;
}

function text(value, placeholder) {
  const made = document.createElement("input");
  Object.assign(made, { type: "text", value, placeholder, maxLength: 40 });
  return made;
}

function buttons(form, dialog, accept) {
  const row = document.createElement("div");
  row.className = "buttons";
  const cancel = document.createElement("button");
  Object.assign(cancel, { type: "button", textContent: "Cancel" });
  cancel.addEventListener("click", () => dialog.close());
  const ok = document.createElement("button");
  Object.assign(ok, { textContent: accept, className: "primary" });
  row.append(cancel, ok);
  form.append(row);
  return { cancel, ok };
}

function title(form, dialog, words) {
  const made = document.createElement("h2");
  made.id = `${dialog.id}-title`;
  made.textContent = words;
  form.append(made);
}

function note(form) {
  const made = document.createElement("p");
  form.append(made);
  return made;
}

/**
 * The settings with which the program was started. If they differ from those of the last start,
 * the remembered choices are ignored.
 */
function started({ rule, size, opening, level, seconds }) {
  return JSON.stringify([rule, size, opening, level, seconds]);
}

/** Fills in the choices of the last game. */
function recall(inputs, defaults) {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(STORE));
  } catch {
    // Something else has been kept under this name.
  }
  if (kept?.started !== started(defaults)) return;
  for (const [name, input] of Object.entries(inputs)) {
    const before = input.value;
    if (typeof kept.choices?.[name] === "string") input.value = kept.choices[name];
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

/** Asks for the settings of a new game. `start` gets the action and returns a promise. */
export function askNewGame(dialog, defaults, start) {
  const form = document.createElement("form");
  title(form, dialog, "New game");
  const opponent = select(OPPONENTS.filter(([value]) => value !== "network" || defaults.network), "engine");
  const level = select(LEVELS, defaults.level);
  const other = select(LEVELS, defaults.level);
  const seconds = number(defaults.seconds, 0.1, 600);
  seconds.step = 0.1;
  const color = select([["black", "Black, moves first"], ["white", "White"], ["random", "Random"]], "black");
  const rule = select(RULES, defaults.rule);
  const size = number(defaults.size, 5, 31);
  const height = number(defaults.size, 5, 31);
  height.setAttribute("aria-label", "Rows");
  const opening = select([["", "None"], ...defaults.openings.map(({ name, title }) => [name, title])], defaults.opening ?? "");
  const names = [text("", "Name"), text("", "Name")];
  const clock = select([["", "None"], ["3", "3 minutes each"], ["5", "5 minutes each"], ["10", "10 minutes each"], ["30", "30 minutes each"]], "");
  const inputs = { opponent, level, other, seconds, color, rule, size, height, opening, name: names[0], second: names[1], clock };
  recall(inputs, defaults);
  field(form, "Opponent", opponent);
  const rows = {
    level: field(form, "Level", level),
    other: field(form, "White's level", other),
    seconds: field(form, "Seconds a move", seconds),
    color: field(form, "You play", color),
    name: field(form, "Your name", names[0]),
    second: field(form, "White", names[1]),
  };
  field(form, "Rule", rule);
  const meaning = note(form);
  const sides = document.createElement("span");
  sides.className = "sides";
  sides.append(size, "×", height);
  field(form, "Board size", sides);
  // A board is a square unless both sides are given.
  let isSquare = size.value === height.value;
  size.addEventListener("input", () => { if (isSquare) height.value = size.value; });
  height.addEventListener("input", () => { isSquare = size.value === height.value; adaptOpening(); });
  field(form, "Opening", opening);
  const course = note(form);
  rows.clock = field(form, "Clock", clock);
  const error = document.createElement("p");
  error.className = "error";
  error.dataset.said = "";
  form.append(error);
  buttons(form, dialog, "Start");
  const adapt = () => {
    const kind = opponent.value;
    // A field that is not shown must not keep the form from being sent.
    const show = (row, shown) => {
      row.hidden = !shown;
      row.querySelector("input, select").disabled = !shown;
    };
    show(rows.level, kind === "engine" || kind === "watch");
    rows.level.firstChild.textContent = kind === "watch" ? "Black's level" : "Level";
    show(rows.other, kind === "watch");
    show(rows.seconds, kind === "engine" || kind === "watch");
    show(rows.color, kind === "engine" || kind === "network");
    show(rows.name, kind !== "watch");
    rows.name.firstChild.textContent = kind === "here" ? "Black" : "Your name";
    show(rows.second, kind === "here");
    show(rows.clock, kind === "here" || kind === "network");
    meaning.textContent = RULES.find(([name]) => name === rule.value)[2];
    adaptOpening();
  };
  // The choice comes back with a rule that it fits.
  let wanted = opening.value;
  const adaptOpening = () => {
    const fitting = defaults.openings.filter(({ rules }) => rules.includes(rule.value));
    opening.replaceChildren(option(["", "None"]), ...fitting.map(({ name, title }) => option([name, title])));
    const chosen = fitting.find(({ name }) => name === wanted);
    opening.value = chosen?.name ?? "";
    course.hidden = !chosen;
    const fits = size.value === height.value && chosen?.sizes.includes(Number(size.value));
    course.classList.toggle("error", !fits);
    course.textContent = fits ? chosen.summary : chosen?.misfit;
  };
  opponent.addEventListener("change", adapt);
  rule.addEventListener("change", adapt);
  size.addEventListener("input", adaptOpening);
  opening.addEventListener("change", () => {
    wanted = opening.value;
    adaptOpening();
  });
  adapt();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const kind = opponent.value;
    const engine = (at) => ({ kind: "engine", level: Number(at.value) });
    const person = (at) => ({ kind: "person", name: names[at].value.trim() || null });
    const [mine, theirs] = {
      engine: [person(0), engine(level)],
      here: [person(0), person(1)],
      network: [person(0), { kind: "guest" }],
      watch: [engine(level), engine(other)],
    }[kind];
    const isBlack = rows.color.hidden || (color.value === "random" ? Math.random() < 0.5 : color.value === "black");
    const action = {
      action: "new-game",
      rule: rule.value,
      width: Number(size.value),
      height: Number(height.value),
      black: isBlack ? mine : theirs,
      white: isBlack ? theirs : mine,
      seconds: seconds.disabled ? defaults.seconds : Number(seconds.value),
      opening: opening.value || null,
      minutes: !rows.clock.hidden && clock.value ? Number(clock.value) : null,
    };
    try {
      await start(action);
      keep(inputs, defaults);
      dialog.close();
    } catch (reason) {
      error.textContent = reason.message;
    }
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

/** What a guest should know before joining, as rows of a list. */
function facts({ color, rule, openingRule, width, height, minutes, isTaken }) {
  const [, name, meaning] = RULES.find(([other]) => other === rule);
  const rows = [
    ["You", isTaken ? "watch: the seat is taken" : `play ${color}`],
    ["Rule", `${name}. ${meaning}`],
    ["Opening", openingRule ?? "none"],
    ["Board", `${width} × ${height}`],
    ["Clock", minutes == null ? "none" : `${minutes} minutes each`],
  ];
  const list = document.createElement("dl");
  list.className = "facts";
  for (const texts of rows) {
    const row = document.createElement("div");
    for (const [at, tag] of ["dt", "dd"].entries()) {
      const part = document.createElement(tag);
      part.textContent = texts[at];
      row.append(part);
    }
    list.append(row);
  }
  return list;
}

/**
 * Asks a guest for a name, and tells what is played, as far as that is known. `join` gets the name
 * and returns a promise.
 */
export function askName(dialog, told, join) {
  const form = document.createElement("form");
  title(form, dialog, told ? `${told.host} invites you to a game` : "Join the game");
  if (told) form.append(facts(told));
  const name = text("", "Name");
  field(form, "Your name", name);
  const error = document.createElement("p");
  error.className = "error";
  error.dataset.said = "";
  form.append(error);
  const { cancel } = buttons(form, dialog, told?.isTaken ? "Watch" : "Join");
  cancel.remove();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await join(name.value.trim());
      dialog.close();
    } catch (reason) {
      error.textContent = reason.message;
    }
  });
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.replaceChildren(form);
  dialog.showModal();
}
