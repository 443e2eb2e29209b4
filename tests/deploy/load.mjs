// Requests the addresses repeatedly, eight at a time, until SIGTERM, and then prints the result.
import process from 'node:process';

const addresses = process.argv.slice(2);
const result = { requests: 0, failed: /** @type {string[]} */ ([]), slowestMs: 0 };
let isStopping = false;
process.once('SIGTERM', () => {
  isStopping = true;
});

async function visit() {
  while (!isStopping) {
    const address = addresses[result.requests % addresses.length] ?? '';
    const startedAt = performance.now();
    result.requests += 1;
    try {
      const response = await fetch(address);
      await response.arrayBuffer();
      if (response.status !== 200) result.failed.push(`${address}: ${response.status}`);
    } catch (error) {
      result.failed.push(`${address}: ${/** @type {Error} */ (error).cause ?? error}`);
    }
    result.slowestMs = Math.max(result.slowestMs, Math.round(performance.now() - startedAt));
  }
}

await Promise.all(Array.from({ length: 8 }, visit));
console.log(JSON.stringify(result));
