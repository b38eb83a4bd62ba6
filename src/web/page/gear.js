// What the engine may use in Analysis: lines, threads, memory, time.

import { byId } from "./dom.js";

/** The offers of memory in MiB, and those of time in seconds. */
const MEMORY = [64, 128, 256, 350, 512, 1024, 2048, 4096];
const SECONDS = [["", "never"], [5, "5 s"], [15, "15 s"], [60, "1 min"], [300, "5 min"]];

/** Lets the fields change what the engine may use. `change` gets the values. */
export function bindGear(change) {
  const [threads, memory, seconds] = ["threads", "memory", "seconds"].map((name) => byId(`engine-${name}`));
  seconds.append(...SECONDS.map(([value, text]) => new Option(text, value)));
  for (const field of [threads, memory, seconds]) {
    field.addEventListener("change", () => change({
      threads: Number(threads.value),
      memory: Number(memory.value),
      seconds: seconds.value ? Number(seconds.value) : null,
    }));
  }
}

/** Shows what the engine may use. */
export function showGear({ threads, maxThreads, memory, maxMemory, seconds }) {
  const [count, size, limit] = ["threads", "memory", "seconds"].map((name) => byId(`engine-${name}`));
  if (count.length !== maxThreads) count.replaceChildren(...Array.from({ length: maxThreads }, (_, at) => new Option(`${at + 1} of ${maxThreads}`, at + 1)));
  const sizes = [...new Set([...MEMORY.filter((mib) => mib <= maxMemory), memory])].sort((a, b) => a - b);
  if (size.length !== sizes.length) size.replaceChildren(...sizes.map((mib) => new Option(mib < 1024 ? `${mib} MB` : `${mib / 1024} GB`, mib)));
  count.value = threads;
  size.value = memory;
  limit.value = seconds ?? "";
}
