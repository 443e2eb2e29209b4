/** Runs work while no other work of the same mutex runs, in the order of the calls. */
export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}
