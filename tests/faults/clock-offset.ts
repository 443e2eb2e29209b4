/* Preloaded with --import: the clock of the process is CLOCK_OFFSET_MS ahead. */
const { CLOCK_OFFSET_MS = '0' } = process.env;
const now = Date.now;
Date.now = () => now() + Number(CLOCK_OFFSET_MS);

export {};
