/* Preloaded with --import: waits of half a minute and more are 600 times shorter, and an hour of
   `performance.now` takes two seconds. So the tasks that a server does each minute or hour run
   within a test. */
const original = { setInterval, setTimeout };
const LONG_MS = 30_000;
const fast = (ms = 0) => (ms >= LONG_MS ? ms / 600 : ms);

Object.assign(globalThis, {
  setInterval: (run: () => void, ms?: number, ...args: []) =>
    original.setInterval(run, fast(ms), ...args),
  setTimeout: (run: () => void, ms?: number, ...args: []) =>
    original.setTimeout(run, fast(ms), ...args),
});
const now = performance.now.bind(performance);
performance.now = () => now() * 1800;

export {};
