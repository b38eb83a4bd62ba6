// Goshawk, a gomoku and renju engine, for web pages and Node.
//
//     const engine = await Goshawk.start();
//     for await (const answer of engine.analyze({ moves: "h8 i9", time: 2 }))
//       console.log(answer.document.search);
//
// Requests and answers are those of `pbrain-goshawk analysis`; `pbrain-goshawk help analysis`
// lists the fields. goshawk.d.ts describes what is exported here.

/** A problem of the engine itself. It does not answer any more. */
export class EngineError extends Error {
  name = "EngineError";
}

/** A request is wrong. `field` is the field that is wrong, if it is one. */
export class RequestError extends Error {
  name = "RequestError";

  constructor({ message, field }) {
    super(message);
    this.field = field;
  }
}

/** The least and the largest memory, in megabytes. */
const MEMORY = { least: 32, usual: 64, most: 512 };
/** The number of places for requests that are to end. Their number is the place modulo this. */
const PLACES = 1024;
/** How long a search may go on after `stop`, in milliseconds, before its worker is replaced. */
const GRACE = 100;
/** The first piece of a search that cannot be ended at once, in milliseconds. */
const FIRST_SLICE = 50;
/** How often `analyze` reports, in seconds, unless the request says. */
const REPORT_EVERY = 0.1;
/** A function of WebAssembly with a vector of SIMD, which only engines with SIMD accept. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

const isNode = typeof process === "object" && Boolean(process.versions?.node);

/** Whether WebAssembly has SIMD here. */
function hasSimd() {
  return WebAssembly.validate(SIMD_PROBE);
}

/** Compiles the module at an address. */
async function compile(url) {
  if (isNode && url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Starts a worker of a page or of Node. Both then have the same interface. */
async function startWorker(url, listen, fail) {
  if (!isNode) {
    const worker = new Worker(url, { type: "module", name: "goshawk" });
    worker.onmessage = ({ data }) => listen(data);
    worker.onerror = (event) => fail(event.message || "the worker cannot be loaded");
    return worker;
  }
  const { Worker: NodeWorker } = await import("node:worker_threads");
  // A search goes deep: the stack of WebAssembly is the one of the thread.
  // Options of the program such as --input-type are not for workers.
  const worker = new NodeWorker(url, { execArgv: [], resourceLimits: { stackSizeMb: 16 } });
  worker.on("message", listen);
  worker.on("error", (error) => fail(error.message));
  // A program ends when nothing waits for an answer.
  worker.unref();
  return worker;
}

/** A request and its answers: an async iterator of all of them, and a promise of the last one. */
class Request {
  #engine;
  #turns;
  #answers = [];
  #last = new Map();
  #waiting = [];
  #error;
  #settle;
  #done;

  constructor(engine, id, line, turns) {
    this.#engine = engine;
    this.id = id;
    this.line = line;
    this.#turns = turns;
    this.isStopped = false;
    this.isDone = false;
    this.#done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Whoever iterates need not wait for the promise.
    this.#done.catch(() => {});
  }

  /** Ends the search. The last answer then has what was found so far. */
  stop() {
    this.#engine._stop(this);
  }

  /** The last answers in the order of `turns`, or the one answer. */
  results() {
    return this.#done;
  }

  /** The last answer. */
  then(resolve, reject) {
    return this.#done
      .then(([answer]) => {
        if (answer.error) throw new RequestError(answer.error);
        return answer;
      })
      .then(resolve, reject);
  }

  catch(reject) {
    return this.then(undefined, reject);
  }

  finally(action) {
    return this.then().finally(action);
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (let next = 0; ; next += 1) {
        while (next >= this.#answers.length && !this.isDone)
          await new Promise((resolve) => this.#waiting.push(resolve));
        if (next < this.#answers.length) yield this.#answers[next];
        else if (this.#error) throw this.#error;
        else return;
      }
    } finally {
      // The caller has left the loop.
      this.stop();
    }
  }

  /** Takes an answer. True if it is the last one. */
  _take(answer) {
    if (answer.warning) {
      console.warn(`goshawk: ${answer.warning.message}`);
      return false;
    }
    if (answer.error && answer.turn === undefined) {
      this._fail(new RequestError(answer.error));
      return true;
    }
    // A worker that replaces another one answers again.
    if (this.#last.has(answer.turn)) return false;
    this.#answers.push(answer);
    if (answer.final) this.#last.set(answer.turn, answer);
    const turns = this.#last.has(undefined) ? [undefined] : this.#turns;
    this.isDone = turns.every((turn) => this.#last.has(turn));
    if (this.isDone) this.#settle.resolve(turns.map((turn) => this.#last.get(turn)));
    this.#wake();
    return this.isDone;
  }

  /** Ends the request without an answer. */
  _fail(error) {
    this.isDone = true;
    this.#error = error;
    this.#settle.reject(error);
    this.#wake();
  }

  #wake() {
    this.#waiting.splice(0).forEach((resolve) => resolve());
  }
}

/** An engine in a worker of its own. */
export class Goshawk {
  #options;
  #worker;
  #number = 0;
  /** Those that have not been answered, by number, in their order. */
  #requests = new Map();
  /** The number of the one that is being searched. */
  #searching = 0;
  #ended;
  /** What waits for `bench`. */
  #bench;

  /** Starts an engine. `memory` is in megabytes; see goshawk.d.ts. */
  static async start(options = {}) {
    const { memory = MEMORY.usual, slice = FIRST_SLICE, simd, base = import.meta.url } = options;
    if (!(slice > 0)) throw new RangeError("slice is a number of milliseconds");
    if (!Number.isInteger(memory) || memory < MEMORY.least || memory > MEMORY.most)
      throw new RangeError(`memory is a whole number from ${MEMORY.least} to ${MEMORY.most}`);
    if (typeof WebAssembly !== "object")
      throw new EngineError("Goshawk needs WebAssembly, which is missing here");
    if (simd && !hasSimd()) throw new EngineError("WebAssembly has no SIMD here");
    const name = (simd ?? hasSimd()) ? "goshawk-simd.wasm" : "goshawk.wasm";
    const module = await compile(new URL(name, base)).catch((error) => {
      throw new EngineError(`${name} cannot be loaded: ${error.message}`);
    });
    // Without this, a page cannot share memory with its worker.
    const isIsolated = isNode || globalThis.crossOriginIsolated === true;
    const isShared = options.shared ?? isIsolated;
    const stops = isShared ? new Int32Array(new SharedArrayBuffer(4 * PLACES)) : null;
    const engine = new Goshawk();
    engine.#options = { module, memory, slice, stops, worker: new URL("goshawk-worker.js", base) };
    // The worker keeps no program of Node alive, but the start does.
    const alive = setInterval(() => {}, 1000);
    await engine.#replaceWorker().finally(() => clearInterval(alive));
    return engine;
  }

  /** Finds the best moves of a position. */
  analyze(fields = {}) {
    return this.request("analyze", { report_every: REPORT_EVERY, ...fields });
  }

  /** Finds the best moves of a position and says why they are best. */
  explain(fields = {}) {
    return this.request("explain", fields);
  }

  /** Finds and proves a forced win. */
  solve(fields = {}) {
    return this.request("solve", fields);
  }

  /** Lists the points that are forbidden to black in renju. */
  fouls(fields = {}) {
    return this.request("fouls", fields);
  }

  /** Finds the mistakes in a game. */
  review(fields = {}) {
    return this.request("review", fields);
  }

  /** The program, the version of its schema, its memory and limits. */
  version() {
    return this.request("version", {});
  }

  /**
   * Searches fixed positions to a depth, after what was asked before: "N nodes M nps".
   * Nothing else is answered meanwhile.
   */
  bench(depth = 0) {
    if (this.#ended) throw this.#ended;
    this.#worker.ref?.();
    this.#worker.postMessage({ bench: depth });
    return new Promise((resolve, reject) => {
      this.#bench = { resolve, reject };
    });
  }

  /** The size of the memory of WebAssembly, in bytes, when the last answer came. */
  bytes = 0;

  /** Sends a request with any action. */
  request(action, fields) {
    if (this.#ended) throw this.#ended;
    if ("id" in fields)
      throw new RequestError({ message: "the engine numbers the requests itself", field: "id" });
    this.#number += 1;
    const id = this.#number;
    const line = JSON.stringify({ id, action, ...fields });
    const turns = Array.isArray(fields.turns) ? fields.turns : [undefined];
    const request = new Request(this, id, line, turns);
    this.#requests.set(id, request);
    this.#worker.ref?.();
    this.#worker.postMessage({ lines: [line] });
    return request;
  }

  /** Ends all requests. */
  stopAll() {
    for (const request of [...this.#requests.values()]) request.stop();
  }

  /** Ends the worker. What has not been answered fails. */
  close() {
    this.#end(new EngineError("the engine is closed"));
  }

  _stop(request) {
    if (request.isDone || request.isStopped) return;
    request.isStopped = true;
    const { stops } = this.#options;
    if (stops) Atomics.store(stops, request.id % PLACES, request.id);
    this.#worker.postMessage({ lines: [terminate(request)] });
    if (!stops) setTimeout(() => this.#enforce(request), GRACE);
  }

  /** Replaces the worker if it is still busy with a search that was to end and cannot pause. */
  #enforce(request) {
    if (!request.isDone && !this.#ended && this.#searching === request.id)
      this.#replaceWorker().catch((error) => this.#end(new EngineError(error.message)));
  }

  /** Starts a worker in place of the one there is. It gets what has not been answered. */
  async #replaceWorker() {
    this.#worker?.terminate();
    this.#searching = 0;
    const { worker: url, ...start } = this.#options;
    let answerStart;
    const started = new Promise((resolve, reject) => {
      answerStart = { resolve, reject };
    });
    const fail = (message) => {
      const error = new EngineError(`the worker of the engine has failed: ${message}`);
      answerStart.reject(error);
      this.#end(error);
    };
    const worker = await startWorker(
      url,
      (data) => {
        if (worker !== this.#worker) return;
        if (data.bytes) this.bytes = data.bytes;
        if (data.searching) this.#searching = data.searching;
        if (data.isReady) answerStart.resolve();
        for (const text of data.answers ?? []) this.#take(JSON.parse(text));
        if (data.bench) {
          this.#bench?.resolve(data.bench);
          if (this.#requests.size === 0) worker.unref?.();
        }
        if (data.failed) this.#recover(data);
      },
      (message) => worker === this.#worker && fail(message),
    );
    this.#worker = worker;
    const waiting = [...this.#requests.values()];
    const stopped = waiting.filter((request) => request.isStopped);
    const lines = [...waiting.map((request) => request.line), ...stopped.map(terminate)];
    worker.postMessage({ start, lines });
    if (waiting.length > 0) worker.ref?.();
    await started;
  }

  /** The module has failed in a search: that request gets an error, the others a new worker. */
  #recover({ failed, id }) {
    const request = this.#requests.get(id);
    if (!request) {
      this.#end(new EngineError(`the module has failed: ${failed}`));
      return;
    }
    const message = `the search failed; this is a bug in the program: ${failed}`;
    this.#take({ id, error: { message }, final: true });
    this.#replaceWorker().catch((error) => this.#end(new EngineError(error.message)));
  }

  #take(answer) {
    const request = this.#requests.get(answer.id);
    if (!request?._take(answer)) return;
    this.#requests.delete(answer.id);
    if (this.#requests.size === 0) this.#worker.unref?.();
  }

  #end(error) {
    if (this.#ended) return;
    this.#ended = error;
    this.#worker?.terminate();
    this.#bench?.reject(error);
    for (const request of this.#requests.values()) request._fail(error);
    this.#requests.clear();
  }
}

/** The line that ends a request. Numbers of requests are positive, so this one is free. */
function terminate(request) {
  return JSON.stringify({ id: -request.id, action: "terminate", ids: [request.id] });
}
