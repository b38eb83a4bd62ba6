// The worker of an engine: runs the module, and carries texts to it and from it.

const isNode = typeof process === "object" && Boolean(process.versions?.node);
const port = isNode ? (await import("node:worker_threads")).parentPort : self;

/** How a piece of a search grows to the next, and up to which length in milliseconds. */
const GROWTH = 1.5;
const LONGEST_SLICE = 150;
/** The number of places in the list of requests that are to end; see goshawk.js. */
const PLACES = 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let module;
let stops;
/** The length of the first piece of a search, in milliseconds. */
let firstSlice;
/** The request that is being searched, and the length of its next piece. */
let current = -1;
let slice = 0;
let panic = "";
let isScheduled = false;
let hasFailed = false;
let isBench = false;

function text(at, length) {
  return decoder.decode(new Uint8Array(module.memory.buffer, at, length));
}

function tell(message) {
  port.postMessage({ ...message, bytes: module?.memory.buffer.byteLength });
}

const imports = {
  goshawk: {
    now: () => performance.timeOrigin + performance.now(),
    send: (at, length) => {
      const sent = text(at >>> 0, length >>> 0);
      tell(isBench ? { bench: sent } : { answers: [sent] });
    },
    fail: (at, length) => {
      panic = text(at >>> 0, length >>> 0);
    },
    is_terminated: (id) => (stops && id && Atomics.load(stops, id % PLACES) === id ? 1 : 0),
  },
};

function start(options) {
  ({ stops, slice: firstSlice } = options);
  module = new WebAssembly.Instance(options.module, imports).exports;
  module.goshawk_start(options.memory);
  tell({ isReady: true });
}

function receive(line) {
  const bytes = encoder.encode(line);
  const at = module.goshawk_text(bytes.length) >>> 0;
  new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
  module.goshawk_receive();
}

/** Searches one request, or a piece of it. Then messages are read again. */
function search() {
  isScheduled = false;
  guard(() => {
    const id = module.goshawk_next();
    if (id < 0) {
      current = -1;
      return;
    }
    slice = id === current ? Math.min(GROWTH * slice, LONGEST_SLICE) : firstSlice;
    if (id !== current) tell({ searching: id });
    current = id;
    module.goshawk_search(stops ? 0 : slice);
    schedule();
  });
}

/** Calls the module. After a failure it cannot be used any more. */
function guard(action) {
  if (hasFailed) return;
  try {
    action();
  } catch (error) {
    hasFailed = true;
    tell({ failed: panic || String(error), id: current });
  }
}

const channel = new MessageChannel();
channel.port1.onmessage = search;
if (isNode) channel.port1.unref();

/** Searches after the messages that wait. */
function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  if (isNode) setImmediate(search);
  else channel.port2.postMessage(null);
}

function listen(message) {
  if (message.start) start(message.start);
  guard(() => {
    message.lines?.forEach(receive);
    if (message.bench !== undefined) {
      isBench = true;
      module.goshawk_bench(message.bench);
      isBench = false;
    }
    schedule();
  });
}

if (isNode) port.on("message", listen);
else port.onmessage = ({ data }) => listen(data);
