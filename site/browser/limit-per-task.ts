/**
 * Returns a function that calls `run` at once, and for all further calls in the same task once
 * more, in the next task. A message starts that task, because browsers delay timers.
 */
export function limitPerTask(run: () => void): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls > 1) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      const isCalledAgain = calls > 1;
      calls = 0;
      if (isCalledAgain) run();
    };
    port2.postMessage(null);
    run();
  };
}
