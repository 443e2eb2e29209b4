/*
 * Preloaded with --import. Shortens timers of half a minute and more to a 600th, and lets an hour
 * of `performance.now` pass in two seconds, so that the server's hourly tasks run within a test.
 */
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
