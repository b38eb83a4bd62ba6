// What is kept in the browser: the saved games, the game that is being played, and what is studied.

const DATABASE = "goshawk";
const VERSION = 1;
/** The lock of the page whose game and study are kept. Other pages begin with an empty board. */
const LOCK = "goshawk-board";
/** How long a page waits for the lock. */
const LOCK_MS = 1500;

/** Why something cannot be stored, for people. */
function reason(error) {
  if (error?.name === "QuotaExceededError") return "there is no space left for it";
  return error?.message || "the browser has refused it";
}

/** The result of a request of the database. */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function openDatabase() {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("games", { keyPath: ["place", "name"] });
    request.result.createObjectStore("left");
  };
  return done(request);
}

/** Whether this page is the only one with a board. It stays so until it is closed. */
function isFirst() {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const held = () => {
      resolve(true);
      return new Promise(() => {});
    };
    // The page that was here before, when it is loaded again, may have the lock for a moment.
    navigator.locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_MS) }, held).catch(() => resolve(false));
  });
}

export class Store {
  /** Opens the store. `note` is told after each change of a game whether it was stored, or why not. */
  static async open(note) {
    const store = new Store();
    store.note = note;
    store.isStale = false;
    store.others = new BroadcastChannel(DATABASE);
    store.others.onmessage = () => { store.isStale = true; };
    store.isFirst = await isFirst();
    try {
      store.database = await openDatabase();
      // Another page may bring a newer version of the database.
      store.database.onversionchange = () => store.database.close();
    } catch (error) {
      store.database = null;
      store.problem = reason(error);
    }
    return store;
  }

  /** All games. */
  async games() {
    this.isStale = false;
    if (!this.database) return [];
    const games = await done(this.database.transaction("games").objectStore("games").getAll());
    return games.map(({ place, ...game }) => ({ ...game, isDeleted: place === "deleted" }));
  }

  /** What another page has left for this one. */
  async left() {
    const empty = { games: [], journal: [], name: null, study: null, scores: "" };
    if (!this.database) return empty;
    try {
      const games = await this.games();
      const left = this.database.transaction("left").objectStore("left");
      const names = ["game", "study", "scores"];
      const [game, study, scores = ""] = await Promise.all(names.map((name) => done(left.get(name))));
      if (!this.isFirst) return { ...empty, games, scores };
      return { ...empty, games, scores, ...game, study: study ?? null };
    } catch (error) {
      this.problem = reason(error);
      return empty;
    }
  }

  /** Carries out a change: `put` and `remove` a game, or `game`, `study` and `scores` for the next page. */
  change(change) {
    if (!this.isFirst && !change.put && !change.remove && !change.scores) return;
    const isGame = Boolean(change.put);
    if (!this.database) {
      if (isGame) setTimeout(() => this.note(this.problem), 0);
      return;
    }
    const place = (isDeleted) => (isDeleted ? "deleted" : "saved");
    let transaction;
    try {
      transaction = this.database.transaction(change.put || change.remove ? "games" : "left", "readwrite");
      if (change.put) {
        const { isDeleted, ...game } = change.put;
        transaction.objectStore("games").put({ ...game, place: place(isDeleted) });
      } else if (change.remove) {
        transaction.objectStore("games").delete([place(change.remove.isDeleted), change.remove.name]);
      } else if (change.game) transaction.objectStore("left").put(change.game, "game");
      else if (change.scores) transaction.objectStore("left").put(change.scores, "scores");
      else transaction.objectStore("left").put(change.study, "study");
    } catch (error) {
      if (isGame) setTimeout(() => this.note(reason(error)), 0);
      return;
    }
    transaction.oncomplete = () => {
      if (change.put || change.remove) this.others.postMessage(null);
      if (isGame) this.note("");
    };
    transaction.onabort = () => { if (isGame) this.note(reason(transaction.error)); };
  }
}
