/** Runs work one piece at a time, in the order of the calls. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}
