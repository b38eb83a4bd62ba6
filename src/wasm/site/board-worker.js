// The worker of the board without a server: runs the module, stores games in the browser, and carries
// actions and events between the page and the module.

import { INTEGRITY } from "./integrity.js";
import { Store } from "./store.js";

/** The memory of searches in megabytes. */
const MEMORY = 64;
/** Pieces of a search in milliseconds: the first, the growth from one to the next, and the longest. */
const FIRST_SLICE = 40;
const GROWTH = 1.5;
const LONGEST_SLICE = 150;
/** A piece of a search that pauses at once for an action. */
const INTERRUPTIBLE_SLICE = 1000;
/** How often the clocks of games are told the time. */
const TICK_MS = 250;
/** How long after a change a study is stored. */
const STUDY_MS = 500;
/** A function of WebAssembly with a vector of SIMD, which only engines with SIMD accept. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let module = null;
let store = null;
/** The number of messages for this worker, if memory can be shared, and of those that have come. */
let news = null;
let taken = 0;
let isHidden = false;
let isScheduled = false;
let slice = FIRST_SLICE;
let hasFailed = false;
let panic = "";
let events = [];
let answer = null;
let file = null;
let studyTimer = null;

const bytesAt = (at, length) => new Uint8Array(module.memory.buffer, at >>> 0, length >>> 0);
const textAt = (at, length) => decoder.decode(bytesAt(at, length));

const imports = {
  goshawk: {
    now: () => performance.timeOrigin + performance.now(),
    send: (at, length) => { answer = JSON.parse(textAt(at, length)); },
    fail: (at, length) => { panic = textAt(at, length); },
    is_terminated: () => 0,
  },
  "goshawk-board": {
    tell: (at, length) => {
      events.push(textAt(at, length));
      // What an analysis finds is shown while it goes on.
      if (news) flush();
    },
    store: (at, length) => store.change(JSON.parse(textAt(at, length))),
    take_file: (at, length) => { file = bytesAt(at, length).slice(); },
    has_news: () => (news && Atomics.load(news, 0) !== taken ? 1 : 0),
  },
};

/** Tells the page what has happened. */
function flush(message = {}, transfer = []) {
  if (events.length === 0 && Object.keys(message).length === 0) return;
  postMessage({ ...message, events }, transfer);
  events = [];
}

/** Calls a function of the module with a text or bytes, and returns its answer. */
function call(name, content) {
  answer = null;
  file = null;
  if (content !== undefined) {
    const bytes = typeof content === "string" ? encoder.encode(content) : new Uint8Array(content);
    const at = module.goshawk_text(bytes.length);
    bytesAt(at, bytes.length).set(bytes);
  }
  module[name]();
  return answer;
}

/** Loads the module. Whatever it is instead of the module is refused. */
async function load() {
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
  const name = WebAssembly.validate(SIMD_PROBE) ? "goshawk-board-simd.wasm" : "goshawk-board.wasm";
  let bytes;
  try {
    const response = await fetch(new URL(name, import.meta.url), { integrity: INTEGRITY[name] });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    bytes = await response.arrayBuffer();
  } catch (error) {
    throw new Error(`${name} is damaged or cannot be loaded (${error.message})`);
  }
  return (await WebAssembly.instantiate(bytes, imports)).instance.exports;
}

async function start({ news: shared }) {
  news = shared;
  [module, store] = await Promise.all([load(), Store.open(noteStored)]);
  const left = await store.left();
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const begun = call("goshawk_board_start", JSON.stringify({ memory: MEMORY, seed, isInterruptible: news !== null, ...left }));
  if (begun?.error) throw new Error(begun.error);
  setInterval(() => guard(() => module.goshawk_board_tick()), TICK_MS);
}

/** A game has been stored, or not, for this reason. */
function noteStored(error) {
  guard(() => call("goshawk_board_stored", error));
}

/** Does something that is asked for. */
async function carryOut({ id, act, upload }) {
  const games = store.isStale ? await store.games().catch(() => null) : null;
  guard(() => {
    if (games) call("goshawk_board_games", JSON.stringify(games));
    const told = act === undefined ? call("goshawk_board_upload", upload) : call("goshawk_board_act", act);
    if (told?.error !== undefined) flush({ id, error: told.error });
    else if (told?.file) flush({ id, file, type: told.file }, [file.buffer]);
    else flush({ id, document: told?.document });
    storeStudySoon();
  });
}

function storeStudySoon() {
  studyTimer ??= setTimeout(leave, STUDY_MS);
}

/** Stores what is studied. */
function leave() {
  clearTimeout(studyTimer);
  studyTimer = null;
  guard(() => call("goshawk_board_leave"));
}

/** Calls the module. After a failure it cannot be used any more. */
function guard(action) {
  if (hasFailed || !module) return;
  try {
    action();
    flush();
    schedule();
  } catch (error) {
    hasFailed = true;
    postMessage({ panic: panic || String(error) });
  }
}

const channel = new MessageChannel();
channel.port1.onmessage = search;

/** Searches after the messages that wait, if something is to be searched. */
function schedule() {
  if (isScheduled || isHidden || !module.goshawk_board_search(0)) return;
  isScheduled = true;
  channel.port2.postMessage(null);
}

/** Searches a piece. */
function search() {
  isScheduled = false;
  if (isHidden) return;
  guard(() => {
    const length = news ? INTERRUPTIBLE_SLICE : slice;
    const goesOn = module.goshawk_board_search(length);
    slice = goesOn ? Math.min(GROWTH * slice, LONGEST_SLICE) : FIRST_SLICE;
    if (!goesOn) storeStudySoon();
  });
}

// The files of the worker have arrived; the module may take longer.
postMessage({ isLoaded: true });

/** What was posted is done in its order. */
let last = Promise.resolve();

onmessage = ({ data }) => {
  last = last.then(() => take(data));
};

async function take(data) {
  taken += 1;
  if (data.start) {
    try {
      await start(data.start);
      guard(() => {});
    } catch (error) {
      hasFailed = true;
      postMessage({ failed: `Goshawk cannot start: ${error.message}. Load this page again; if that does not help, the site has to be installed again.` });
    }
  } else if (hasFailed || !module) {
    if (data.id !== undefined) postMessage({ id: data.id, error: "Goshawk is not running. Load this page again." });
  } else if (data.id !== undefined) await carryOut(data);
  else if (data.leaves) leave();
  else if (data.isHidden !== undefined) {
    isHidden = data.isHidden;
    if (isHidden) leave();
    guard(() => {});
  }
}
