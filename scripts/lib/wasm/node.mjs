// The checks of scripts/check-wasm in Node:
//
//     node node.mjs PACKAGE POSITIONS NODES
//
// PACKAGE is the folder of the package, POSITIONS a file with requests and the answers of
// `pbrain-goshawk analysis`, NODES what `bench` searches.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, positionsFile, nodes] = process.argv.slice(2);
const moduleOf = (place) => import(pathToFileURL(join(place, "goshawk.js")).href);
const { Goshawk, EngineError, RequestError } = await moduleOf(folder);
const positions = JSON.parse(readFileSync(positionsFile, "utf8"));

/** What an answer says but for times and its number. */
function timeless(value) {
  if (Array.isArray(value)) return value.map(timeless);
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([name]) => name !== "time" && name !== "id");
  return Object.fromEntries(kept.map(([name, inner]) => [name, timeless(inner)]));
}

/** A generator of numbers below a bound, the same in every run. */
function random(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

function fields({ request }) {
  const { id, action, ...rest } = request;
  return rest;
}

async function answersEqual() {
  for (const simd of [true, false]) {
    const engine = await Goshawk.start({ simd });
    const asked = positions.map((position) =>
      engine.request(position.request.action, fields(position)),
    );
    for (const [at, position] of positions.entries()) {
      const found = timeless(await asked[at]);
      assert.deepEqual(found, timeless(position.answer), JSON.stringify(position.request));
    }
    console.log(`${positions.length} answers equal, simd ${simd}, ${engine.bytes >> 20} MB`);
    engine.close();
  }
}

async function searchesInPieces() {
  const engine = await Goshawk.start({ shared: false, slice: 2 });
  let mates = 0;
  for (const position of positions) {
    const { action } = position.request;
    if (!["analyze", "explain"].includes(action)) continue;
    const whole = position.answer.document.search;
    const { document } = await engine.request(action, fields(position));
    if (!whole) continue;
    const { best, mate } = document.search;
    const told = JSON.stringify(position.request);
    assert.equal(mate, whole.mate, told);
    if (mate !== null) mates += 1;
    const fouls = document.side === "black" ? document.fouls.map(({ point }) => point) : [];
    const taken = [document.black, document.white, document.blocked, fouls].flat().map(String);
    assert.ok(!taken.includes(String(best)), told);
  }
  assert.ok(mates > 3, `${mates} mates`);
  console.log(`searches in pieces: legal moves, ${mates} mates equal`);
  engine.close();
}

/** 200 requests, of which some are stopped before, during or after their search. */
async function stops(shared) {
  const engine = await Goshawk.start({ shared, slice: 5 });
  const below = random(7);
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const actions = ["analyze", "analyze", "explain", "solve", "fouls", "review"];
  const requests = [];
  const started = performance.now();
  let longest = 0;
  for (let number = 0; number < 200; number += 1) {
    const action = actions[below(actions.length)];
    const isLong = below(4) === 0 && action !== "fouls";
    const limit = isLong ? { time: 3600 } : { nodes: 100 + below(1500) };
    const request = engine.request(action, {
      moves: "h8 i9 i8 j8 g9",
      ...(action === "fouls" ? {} : limit),
    });
    const finals = [];
    requests.push(
      (async () => {
        for await (const answer of request) if (answer.final) finals.push(answer);
        assert.equal(finals.length, 1, request.line);
        assert.ok(finals[0].terminated || !isLong, request.line);
      })(),
    );
    if (isLong || below(3) === 0) {
      const wait = below(30);
      requests.push(
        pause(wait).then(async () => {
          const asked = performance.now();
          request.stop();
          await request;
          longest = Math.max(longest, performance.now() - asked);
        }),
      );
      if (below(2) === 0) await pause(wait);
    }
  }
  await Promise.all(requests);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `200 requests with stops, shared ${shared}: answered once each in ${seconds} s, the longest ` +
      `wait after a stop ${Math.round(longest)} ms`,
  );
  engine.close();
}

async function errors() {
  const engine = await Goshawk.start({ memory: 32 });
  await assert.rejects(engine.analyze({ moves: "z99" }), RequestError);
  await assert.rejects(async () => {
    for await (const answer of engine.analyze({ moves: "h8 h8" })) assert.fail(answer);
  }, RequestError);
  assert.throws(() => engine.analyze({ id: 1 }), RequestError);
  const turns = await engine.analyze({ moves: "h8 i9 i8", turns: [3, 0], nodes: 100 }).results();
  assert.deepEqual(turns.map((answer) => answer.turn), [3, 0]);
  assert.equal((await engine.version()).memory, 32);
  const open = engine.analyze({ moves: "h8", time: 3600 });
  engine.close();
  await assert.rejects(open.results(), EngineError);
  for (const memory of [0, 31, 513, "64"]) await assert.rejects(Goshawk.start({ memory }));
}

/** Damaged files are errors at once. */
async function damage() {
  const place = mkdtempSync(join(tmpdir(), "goshawk-"));
  const base = pathToFileURL(`${place}/`);
  try {
    cpSync(folder, place, { recursive: true });
    const wasm = join(place, "goshawk-simd.wasm");
    truncateSync(wasm, 500_000);
    await assert.rejects(Goshawk.start({ base, simd: true }), EngineError);
    writeFileSync(wasm, "<!doctype html>");
    await assert.rejects(Goshawk.start({ base, simd: true }), EngineError);
    rmSync(wasm);
    await assert.rejects(Goshawk.start({ base, simd: true }), EngineError);
    writeFileSync(join(place, "goshawk-worker.js"), "throw new Error('damaged')");
    await assert.rejects(Goshawk.start({ base, simd: false }), EngineError);
  } finally {
    rmSync(place, { recursive: true });
  }
  const kept = globalThis.WebAssembly;
  delete globalThis.WebAssembly;
  await assert.rejects(Goshawk.start(), EngineError);
  globalThis.WebAssembly = kept;
}

/** The example of the README, as a user would run it. */
function example() {
  const place = mkdtempSync(join(tmpdir(), "goshawk-"));
  try {
    const text = readFileSync(join(folder, "README.md"), "utf8");
    const [, code] = text.match(/```js\n([^]*?)```/);
    cpSync(folder, join(place, "node_modules", "goshawk"), { recursive: true });
    writeFileSync(join(place, "example.mjs"), code);
    const printed = execFileSync(process.execPath, ["example.mjs"], { cwd: place, timeout: 300_000 });
    assert.equal(String(printed), "win 3\n");
  } finally {
    rmSync(place, { recursive: true });
  }
}

async function bench() {
  const engine = await Goshawk.start();
  const line = await engine.bench();
  console.log(`bench: ${line}, ${engine.bytes >> 20} MB`);
  assert.equal(line.split(" ")[0], nodes);
  engine.close();
}

await answersEqual();
await searchesInPieces();
await stops(true);
await stops(false);
await errors();
await damage();
example();
await bench();
