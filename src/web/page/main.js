// The page: connects the board, the panel and the program.

import { drawBar } from "./bar.js";
import { Board, pointName } from "./board.js";
import { act, fetchFile, findToken, forget, invitation, join, receive, upload } from "./connection.js";
import { button, byId, disc, download, made } from "./dom.js";
import { Drill } from "./drill.js";
import { Explorer } from "./explorer.js";
import { Games } from "./games.js";
import { addIcons } from "./icons.js";
import { bindKeys, showKeys } from "./keys.js";
import { askName } from "./join.js";
import { bindMenus, closeMenus } from "./menus.js";
import { askFrom, askNewGame, askPlayers } from "./newgame.js";
import { Panel, bindResign } from "./panel.js";
import { Players } from "./players.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { ruleTitle } from "./rules.js";
import { bindShare, movesOfAddress, passOn, takePassed } from "./share.js";
import { Study } from "./study.js";
import { announce, bindVoice } from "./voice.js";

const TOAST_MS = 5000;
/** The smallest board that phones can zoom. */
const ZOOMED = 17;

let state = null;
/** The program does not answer. What is shown may have changed, and nothing can be done. */
let isLost = false;
/** The number of moves on the board, or null to follow the game. */
let shown = null;
let hasNumbers = false;
/** Moves that a link names can be opened. */
let isOpen = false;
/** The tab that is shown: game, analysis, review or games. */
let tab = "game";

/**
 * Says something to everybody: on the screen for a while, and to screen readers; with a button for
 * what can be done about it, if there is something.
 */
function say(text, action = "", onAction = null) {
  const toast = made("div", "toast", text);
  if (onAction) toast.append(button(action, () => { toast.remove(); onAction(); }));
  byId("toasts").replaceChildren(toast);
  setTimeout(() => toast.remove(), TOAST_MS);
}

/** Says what stays true until the page is connected, and what can be done about it. */
function showBanner(text) {
  byId("banner").textContent = text;
  byId("banner").hidden = !text;
}

/** Sends an action and returns whether it was carried out; an error is told. */
async function send(action) {
  try {
    await act(action);
    return true;
  } catch (error) {
    say(error.message);
    return false;
  }
}

/** Plays on a point, or asks the tab that is shown what it means there. */
function choose(point) {
  if (isLost) return;
  if (tab === "review" && review.isAsking) review.attempt(point);
  else if (tab !== "game") study.choose(point);
  // A click on an earlier position only leads back to the present one.
  else if (shown != null) goTo(Infinity);
  else send({ action: "move", x: point[0], y: point[1], ply: state.moves.length });
}

/** Posts an action of the study; errors are told unless a file is wanted. */
function post(action, wantsFile = false) {
  return wantsFile ? fetchFile(action) : send(action);
}

addIcons();
bindMenus();
bindVoice();
const board = new Board(byId("wood"), choose, (text, isImportant) => (isImportant ? say(text) : announce(text)));
const players = new Players();
const panel = new Panel(send, goTo);
const study = new Study({ post, upload, redraw: () => draw(), say, confirm: confirmed });
const review = new Review(study);
const drill = new Drill(study);
const games = new Games({ act, fetchFile, say, open: () => openTab("analysis"), mayOpen: () => study.mayReplace() });
const puzzles = new Puzzles({
  act,
  say,
  open: () => openTab("analysis"),
  mayOpen: () => study.mayReplace(),
  find: async () => {
    if (!(await study.mayReplace())) return;
    openTab("analysis");
    study.act({ do: "puzzles" });
  },
});
const explorer = new Explorer({
  act,
  play: ([x, y]) => study.act({ do: "play", x, y }),
  nameOf: (point) => pointName(point, study.state.height),
});

/** Shows one of the tabs. */
function openTab(name) {
  tab = name;
  study.preview = null;
  closeMenus();
  byId("stage").dataset.tab = name;
  byId("stage").hidden = name === "games";
  for (const other of ["game", "analysis", "review", "games"]) {
    byId(`tab-${other}`).hidden = other !== name;
    byId(`tab-${other}-button`).setAttribute("aria-selected", String(other === name));
  }
  if (name === "games") { games.show(); puzzles.refresh(); }
  draw();
}

/** What a board shows on which nobody can play. */
const DISABLED = { ghost: null, anywhere: false, points: [], isNarrow: false };

/** Draws the position of the study. */
function drawStudy() {
  const view = study.view();
  board.show({ ...view, ...(isLost ? DISABLED : null), numbers: hasNumbers, ...(tab === "review" ? review.marks : null) });
  showTitle(gameTitle(study.state.players), [ruleTitle(study.state.rule), study.state.openingName, study.state.result]);
  const ids = [0, ...study.state.variation.map((move) => move.id)];
  const place = ids.indexOf(study.state.at);
  byId("first").disabled = byId("back").disabled = place <= 0;
  byId("last").disabled = byId("forward").disabled = place === ids.length - 1;
  byId("hint").disabled = true;
  byId("undo").disabled = true;
  const told = study.state.told;
  const { proof } = study.state;
  const won = proof ? (proof.winner === "black" ? 1 : 0) : null;
  const found = won ?? (told?.kind === "variations" ? told.black : study.reasons?.black ?? null);
  const isBusy = study.state.asked === "variations";
  drawBar(found ?? (tab === "review" && !review.isAsking ? review.chance : null) ?? (isBusy ? undefined : null));
  review.show();
}

/** The players of a game as its title. */
function gameTitle({ black, white }) {
  return [disc("black"), ` ${black.name} – ${white.name} `, disc("white")];
}

/** What is on the board: a title, and the parts of a line below it that are known. */
function showTitle(title, facts) {
  const size = state.width === state.height ? [] : [`${state.width} × ${state.height}`];
  byId("title").replaceChildren(...title);
  byId("zoom").hidden = Math.max(state.width, state.height) < ZOOMED && Math.max(study.state?.width ?? 0, study.state?.height ?? 0) < ZOOMED;
  byId("subtitle").textContent = [...facts, ...size].filter(Boolean).join(" · ");
}

/** The number of moves on the board. */
function at() {
  return shown ?? state.moves.length;
}

/** Shows the position after a number of moves; at the last one the board follows the game. */
function goTo(count) {
  if (!state) return;
  const last = state.moves.length;
  const wanted = Math.max(0, Math.min(last, count));
  shown = wanted === last ? null : wanted;
  draw();
}

/** Draws the board and the panel from the state. */
function draw() {
  if (!state) return;
  if (tab === "games") return;
  if (tab !== "game" && study.state) return drawStudy();
  const isLast = shown == null;
  const stones = state.stones.filter(([, , , number]) => number == null || number <= at());
  const newest = stones.filter(([, , , number]) => number === at())[0];
  board.show({
    width: state.width,
    height: state.height,
    stones,
    blocked: state.blocked,
    forbidden: isLast ? state.forbidden : [],
    last: newest ? newest.slice(0, 2) : null,
    row: isLast ? state.row : [],
    hint: isLast ? state.hint : null,
    numbers: hasNumbers,
    ghost: isLast ? state.ghost : null,
    isPast: !isLast,
    ...(isLast ? state.opening?.board : null),
    ...(isLost ? DISABLED : null),
  });
  panel.show(state, at());
  players.show(state);
  showTitle([ruleTitle(state.rule)], [state.openingRule, state.openingName, `${state.width} × ${state.height}`]);
  byId("first").disabled = byId("back").disabled = at() === 0;
  byId("last").disabled = byId("forward").disabled = isLast;
  drawBar(state.hasChance ? state.chance ?? undefined : null);
}

/** Shows a new state and tells screen readers the new move or the result. */
function update(next) {
  const before = state;
  if (!before || before.game !== next.game || next.moves.length < before.moves.length) shown = null;
  state = next;
  byId("tabs").hidden = !next.can.newGame;
  document.body.classList.toggle("solo", !next.can.newGame);
  if (!before && next.can.newGame) openTab(next.defaults.tab);
  draw();
  if (before && next.moves.length === before.moves.length + 1) {
    const [x, y, color] = next.stones.find((stone) => stone[3] === next.moves.length) ?? [];
    announce(`${color} ${pointName([x, y], next.height)}. ${next.status}`);
    if (byId("sound").checked) click();
  } else if (before?.status !== next.status) {
    announce(next.status);
  }
  showTurn();
}

/** Says in the title of the page whether it is the user's turn. */
function showTurn() {
  const isTurn = !isLost && (state?.ghost || state?.opening?.task);
  document.title = isTurn ? `Your move – Goshawk` : "Goshawk";
}

let audio = null;
/** The sound of a stone. */
function click() {
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = 180;
  volume.gain.setValueAtTime(0.25, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.08);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.09);
}

/** Asks before something that nobody should do by mistake. */
function confirmed(question, yes) {
  const dialog = byId("confirm");
  const text = document.createElement("h2");
  text.textContent = question;
  dialog.setAttribute("aria-label", question);
  const row = document.createElement("div");
  row.className = "buttons";
  const no = document.createElement("button");
  no.textContent = "Cancel";
  const ok = document.createElement("button");
  Object.assign(ok, { textContent: yes, className: "primary" });
  row.append(no, ok);
  dialog.replaceChildren(text, row);
  dialog.showModal();
  return new Promise((resolve) => {
    const finish = (answer) => { dialog.close(); resolve(answer); };
    no.addEventListener("click", () => finish(false));
    ok.addEventListener("click", () => finish(true));
    dialog.addEventListener("cancel", () => resolve(false), { once: true });
  });
}

/** Saves the game as a file of the browser. */
async function save() {
  try {
    const { name, text } = await act({ action: "export" });
    download(name, new Blob([text], { type: "application/x-go-sgf" }));
  } catch (error) {
    say(error.message);
  }
}

/** Asks before the present game is replaced. */
async function mayReplaceGame() {
  return !state.isGoingOn || confirmed("This game is not over. Replace it with a new one?", "Replace it");
}

/** Begins the game that a dialog describes. */
async function begins(action) {
  await act(action);
  openTab("game");
}

async function newGame() {
  if (await mayReplaceGame()) askNewGame(byId("new-game"), state.defaults, begins);
}

/** Asks who plays on from the position that is shown. */
async function playFrom() {
  if (tab === "games" || !(await mayReplaceGame())) return;
  const isGame = tab === "game";
  const { rule, width, height } = isGame ? state : study.state;
  const from = isGame ? { kind: "game", ply: at() } : { kind: "study", version: study.state.version };
  const toMove = isGame ? ["black", "white"][at() % 2] : study.state.toMove ?? "black";
  const count = isGame ? at() : study.state.stones.length;
  const about = `${count} ${count === 1 ? "stone" : "stones"}, ${toMove} to move`;
  askFrom(byId("new-game"), state.defaults, { rule, width, height, from, toMove, about }, begins);
}

/** Goes some moves on or back in what is shown. */
function step(count) {
  if (tab === "game") goTo(at() + count);
  else if (tab !== "games") study.step(count);
}

/** Goes to another branch in Analysis. */
function beside(count) {
  if (tab === "analysis" && study.state) study.beside(count);
}

const inAnalysis = (action) => () => { if (tab === "analysis" && study.state && !study.state.drill?.isOpen) action(); };
const inReview = (action) => () => { if (tab === "review" && study.state) action(); };

/** Opens what marks the move on the board and comments on it. */
function annotate() {
  byId("annotate").open = true;
  byId("study-comment").focus();
}

const shortcuts = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => step(-Infinity),
  End: () => step(Infinity),
  n: () => byId("numbers").click(),
  h: () => byId("hint").click(),
  u: () => byId("undo").click(),
  b: () => byId("show-bar").click(),
  g: () => { if (state.can.newGame) newGame(); },
  a: inAnalysis(() => byId("study-analyze").click()),
  w: inAnalysis(() => byId("study-why").click()),
  f: inAnalysis(() => byId("study-solve").click()),
  t: inAnalysis(() => byId("study-threats").click()),
  e: inAnalysis(() => byId("study-explore").click()),
  c: inAnalysis(() => annotate()),
  "[": inReview(() => review.stepMistakes(-1)),
  "]": inReview(() => review.stepMistakes(1)),
  d: inReview(() => byId("quiz-start").click()),
  p: () => { if (!byId("play-from").hidden && tab !== "game" && study.state) playFrom(); },
  "?": showKeys,
  ArrowUp: () => beside(-1),
  ArrowDown: () => beside(1),
  Delete: inAnalysis(() => study.delete()),
};

for (const name of ["game", "analysis", "review", "games"]) byId(`tab-${name}-button`).addEventListener("click", () => openTab(name));
byId("first").addEventListener("click", shortcuts.Home);
byId("back").addEventListener("click", shortcuts.ArrowLeft);
byId("forward").addEventListener("click", shortcuts.ArrowRight);
byId("last").addEventListener("click", shortcuts.End);
byId("hint").addEventListener("click", () => send({ action: "hint" }));
byId("undo").addEventListener("click", () => send({ action: "undo" }));
byId("menu-new").addEventListener("click", newGame);
byId("save").addEventListener("click", save);
byId("review-this").addEventListener("click", () => {
  openTab("review");
  study.take(() => { if (!study.state.review) byId("review-start").click(); });
});
byId("show-bar").addEventListener("change", () => { send({ action: "show-chance", shown: byId("show-bar").checked }); });
byId("numbers").addEventListener("click", () => {
  hasNumbers = !hasNumbers;
  byId("numbers").setAttribute("aria-pressed", String(hasNumbers));
  if (state) draw();
});
bindResign(() => send({ action: "resign" }));
byId("play-from").addEventListener("click", playFrom);
byId("browsing-play").addEventListener("click", playFrom);
byId("change-players").addEventListener("click", () => askPlayers(byId("new-game"), state.defaults, state, act));
for (let rank = 1; rank <= 9; rank++) shortcuts[rank] = inAnalysis(() => study.playLine(rank - 1));
bindKeys(shortcuts, () => state != null);
byId("show-keys").addEventListener("click", showKeys);
bindShare({
  svg: board.svg,
  say,
  shown: () => (tab === "game"
    ? { moves: state.moves.slice(0, at()), rule: state.rule }
    : { moves: study.tree.movesTo(study.state.at), rule: study.state.rule }),
});
byId("zoom").addEventListener("click", () => {
  const isZoomed = byId("wood").classList.toggle("is-zoomed");
  byId("zoom").setAttribute("aria-pressed", String(isZoomed));
  board.centre();
});
byId("rotate").addEventListener("click", () => board.turn(false));
byId("mirror").addEventListener("click", () => board.turn(true));
byId("wood").addEventListener("wheel", (event) => {
  if (!state || event.ctrlKey) return;
  event.preventDefault();
  step(Math.sign(event.deltaY));
}, { passive: false });

function onEvent(event) {
  if (event.kind === "state") update(event);
  else if (event.kind === "search") players.progress(event);
  else if (event.kind === "tree") study.tree.take(event);
  else if (event.kind === "study") {
    study.update(event);
    review.show();
    drill.show();
    explorer.follow(study.state);
    draw();
    // The first message of a study says that this is the owner's page.
    if (!isOpen) openShared();
    isOpen = true;
  } else if (event.kind === "told") study.told(event);
  else if (event.kind === "reviewing") study.progress(event);
  else if (event.kind === "verdict") review.verdict(event);
  else if (event.kind === "notice") say(event.text);
}

/** Opens the moves that the address names, and those that another page has left. */
function openShared() {
  const open = () => {
    const moves = movesOfAddress();
    if (!moves) return;
    history.replaceState(null, "", location.pathname);
    study.send(moves);
  };
  addEventListener("hashchange", open);
  open();
  takePassed((moves) => study.send(moves));
}

/** Shows that nothing works while the program does not answer, and that it works again. */
function onLost(lost) {
  if (lost === isLost) return;
  isLost = lost;
  showBanner(lost ? "Goshawk does not answer. This page connects again by itself if the program is still running." : "");
  if (!lost) say("Connected again.");
  disable();
}

/** Disables what needs the program, or enables it. */
function disable() {
  document.body.classList.toggle("is-lost", isLost);
  for (const id of ["panel", "head", "game-acts", "rail", "tab-games"]) byId(id).inert = isLost;
  panel.setLost(isLost);
  players.setLost(isLost);
  showTurn();
  draw();
}

function begin() {
  receive(onEvent, onLost, (reason) => {
    if (!reason) forget();
    isLost = true;
    showBanner(reason ?? "This page is no longer valid. Open the address that the program prints.");
    disable();
  });
}

const shared = movesOfAddress();
const found = await findToken();
if (found === "ready") begin();
else if (found === "join") askName(byId("join"), await invitation(), async (name) => { await join(name); begin(); });
else if (shared) {
  passOn(shared);
  showBanner("The position opens where Goshawk is open already, or when you open the address that the program prints.");
} else showBanner("Open the address that the program prints: it ends with a secret that this page needs.");
