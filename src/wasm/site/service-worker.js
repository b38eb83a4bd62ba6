// Keeps the files of the page, so that it works without network, all of one version. The first line,
// with the version and the files, is written by scripts/package-web.

/** Modules, of which this browser needs one. */
const MODULES = { true: "goshawk-board-simd.wasm", false: "goshawk-board.wasm" };
/** A function of WebAssembly with a vector of SIMD, which only engines with SIMD accept. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);
const PREFIX = "goshawk-";
const CACHE = PREFIX + VERSION;
/** With these, the page and its worker can share memory: searches then pause at once. */
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

const isModule = (name) => name.endsWith(".wasm");

/** Fetches and checks all files that this browser needs. */
async function install() {
  const module = MODULES[WebAssembly.validate(SIMD_PROBE)];
  const names = Object.keys(FILES).filter((name) => !isModule(name) || name === module);
  const cache = await caches.open(CACHE);
  await Promise.all(names.map(async (name) => {
    const response = await fetch(new URL(name, location), { cache: "no-cache", integrity: FILES[name] });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    await cache.put(new URL(name, location), response);
  }));
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

/** The file of this version, else what the network has. */
async function answer(request) {
  const url = new URL(request.url);
  url.search = "";
  url.hash = "";
  if (url.href === new URL("./", location).href) url.pathname += "index.html";
  const kept = await (await caches.open(CACHE)).match(url);
  const response = kept ?? (await fetch(request));
  if (response.type === "opaque" || response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(new URL("./", location).href)) event.respondWith(answer(event.request));
});
addEventListener("message", (event) => { if (event.data === "skip-waiting") event.waitUntil(skipWaiting()); });
