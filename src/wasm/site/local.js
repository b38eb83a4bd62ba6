// The connection to Goshawk in a worker of this page: no server, no token. It has the interface of the
// one to a server.

/** How often a worker that has failed is replaced, and how long it must have worked for another time. */
const RESTART_MS = 30_000;
/** How long an answer may take, while searches pause for it, until the page says so. */
const SLOW_MS = 15_000;
/** How long the start of a page waits for what the browser says of a newer version. */
const REPLACE_MS = 3000;
/** How long the files of a worker may take, without the module. A worker whose files got lost is replaced. */
const START_MS = 20_000;

let worker = null;
let started = 0;
let listener = null;
let startTimer = null;
let number = 0;
/** What has been posted and not been answered: its promise, by number. */
const waiting = new Map();
/** What follows is posted after this. */
let last = Promise.resolve();
/** The number of messages for the worker, where memory can be shared: a search pauses for them. */
const isIsolated = globalThis.crossOriginIsolated === true;
const news = isIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

/** This page needs no token. */
export async function findToken() {
  return "ready";
}

/** There are no invitations without a network. */
export async function invitation() {
  return null;
}

export async function join() {
  throw new Error("Games over the network need the program.");
}

export function forget() {}

/** Posts a message to the worker. A search that is going on pauses for it. */
function post(message, transfer = []) {
  if (news) Atomics.add(news, 0, 1);
  worker.postMessage(message, transfer);
}

/** Posts something that is answered. */
function ask(message, transfer) {
  return new Promise((resolve, reject) => {
    if (!worker) return reject(new Error("Goshawk is not running. Load this page again."));
    number += 1;
    const timer = setTimeout(() => listener?.onLost(true), SLOW_MS);
    waiting.set(number, { resolve, reject, timer });
    post({ ...message, id: number }, transfer);
  });
}

/** Posts something after all that was posted before has been answered. */
function askInOrder(prepare) {
  const answer = last.then(async () => ask(...(await prepare())));
  last = answer.catch(() => {});
  return answer;
}

/** Carries out an action. Throws an `Error` with the reason if it is refused. */
export async function act(action) {
  return (await askInOrder(() => [{ act: JSON.stringify(action) }])).document ?? {};
}

/** Takes a file, or a text with a game, to study it. */
export async function upload(content) {
  await askInOrder(async () => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content).buffer : await content.arrayBuffer();
    return [{ upload: bytes }, [bytes]];
  });
}

/** Carries out an action whose answer is a file. */
export async function fetchFile(action) {
  const { file, type } = await askInOrder(() => [{ act: JSON.stringify(action) }]);
  return new Blob([file], { type });
}

/**
 * Starts Goshawk and receives its events for as long as the page is open. `onEvent` gets each event,
 * `onLost` is called with true when Goshawk does not answer and with false when it does again, `onEnd`
 * with the reason if it cannot go on.
 */
export function receive(onEvent, onLost, onEnd) {
  listener = { onEvent, onLost, onEnd };
  begin();
}

async function begin() {
  await replace();
  start();
  document.addEventListener("visibilitychange", tellHidden);
  addEventListener("pagehide", () => worker && post({ leaves: true }));
  keepOffline();
}

/** What is promised, or null if that takes too long. */
function within(promise) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(() => resolve(null), REPLACE_MS))]);
}

/** Loads the page again with a newer version, if one is ready. */
async function replace() {
  const workers = navigator.serviceWorker;
  const registration = workers?.controller ? await within(workers.getRegistration()) : null;
  if (!registration?.waiting) return;
  const taken = new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
  // It may be taken later than this page waits for it; the game then goes on after that.
  const reloaded = taken.then(() => location.reload()).then(() => new Promise(() => {}));
  registration.waiting.postMessage("skip-waiting");
  await within(reloaded);
}

/** Nothing thinks while the page is hidden. */
function tellHidden() {
  if (worker) post({ isHidden: document.visibilityState === "hidden" });
}

function start() {
  started = performance.now();
  if (news) Atomics.store(news, 0, 0);
  worker = new Worker(new URL("board-worker.js", import.meta.url), { type: "module", name: "goshawk" });
  worker.onmessage = ({ data }) => take(data);
  worker.onerror = (event) => {
    event.preventDefault();
    fail("The worker of this page cannot be loaded. Load the page again.");
  };
  clearTimeout(startTimer);
  startTimer = setTimeout(() => {
    stop("Goshawk has not started yet.");
    start();
  }, START_MS);
  post({ start: { news } });
  tellHidden();
}

/** Takes what the worker tells. */
function take({ id, events, error, failed, panic, ...answer }) {
  clearTimeout(startTimer);
  for (const event of events ?? []) listener.onEvent(JSON.parse(event));
  if (id !== undefined) {
    const asked = waiting.get(id);
    waiting.delete(id);
    clearTimeout(asked?.timer);
    listener.onLost(false);
    if (error !== undefined) asked?.reject(new Error(error));
    else asked?.resolve(answer);
  }
  if (panic !== undefined) restart(panic);
  if (failed !== undefined) fail(failed);
}

/** Ends the worker, and what waits for it. */
function stop(text) {
  clearTimeout(startTimer);
  worker?.terminate();
  worker = null;
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer);
    reject(new Error(text));
  }
  waiting.clear();
}

/** Replaces a worker that has failed. The new one goes on with what has been stored. */
function restart(panic) {
  console.error(panic);
  const text = "Goshawk has failed. This is a fault of the program.";
  if (performance.now() - started < RESTART_MS) return fail(`${text} Load this page again; your games are saved.`);
  stop(text);
  start();
  listener.onEvent({ kind: "notice", text: `${text} It goes on with what was saved.` });
}

function fail(text) {
  stop(text);
  listener.onEnd(text);
}

/** Lets the page work without network from the next time, and tells when a newer version is ready. */
async function keepOffline() {
  // Only secure pages have it; the others need the network each time.
  const workers = navigator.serviceWorker;
  if (!workers) return;
  // Whoever comes again has games: the browser is asked not to delete them when space gets short.
  if (workers.controller) navigator.storage?.persist?.().catch(() => {});
  const tell = () => listener.onEvent({ kind: "notice", text: "A newer Goshawk is ready. It starts when you open this page again." });
  try {
    const registration = await workers.register(new URL("service-worker.js", import.meta.url), { updateViaCache: "none" });
    const follow = (next) => next?.addEventListener("statechange", () => {
      if (next.state === "installed" && workers.controller) tell();
    });
    follow(registration.installing);
    registration.addEventListener("updatefound", () => follow(registration.installing));
  } catch (error) {
    // Without it the page works, with the network.
    console.warn(`This page does not work offline: ${error.message}`);
  }
}
