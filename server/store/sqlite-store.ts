import { Worker } from 'node:worker_threads';
import { cannotOpenError } from './read-migrations.ts';
import { shareWriteCheck } from './shared-write-check.ts';
import { sqliteFileOf } from './sqlite-file.ts';
import type { ThreadAnswer, ThreadCall, ThreadData, ThreadMethod } from './sqlite-thread.ts';
import type { Store } from './store.ts';
import { SILENT, type StoreLog } from './trouble.ts';

/** How long a caller waits for the thread before the answer is 'cannot store now'. */
const CALL_TIMEOUT_MS = 5_000;
/** At the start nobody waits for an answer yet, and a busy machine may take long to start a thread. */
const OPEN_TIMEOUT_MS = 60_000;
/** A call is not begun so shortly before its time is up: its end could come after we gave up. */
const NO_BEGIN_BEFORE_END_MS = 1_000;
/** Calls that may wait for the thread; beyond it a call is refused at once. */
const MAX_WAITING = 500;

/** It holds one call at a time: little is new, and Node's default lets 48 MB of it pile up. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 2 };

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Threads whose file was closed: the next store takes one that has its modules loaded. */
const idle: Worker[] = [];

const newThread = () =>
  new Worker(new URL('./sqlite-thread.ts', import.meta.url), { resourceLimits: THREAD_MEMORY });

/** Begins to load what the thread of the next store needs. */
export function prepareThread(): void {
  const thread = newThread();
  thread.unref();
  idle.push(thread);
}

/**
 * Opens the SQLite store in `dataDir`, made if it is missing.
 *
 * @throws Error with a clear line when the file cannot be opened or is newer than this release
 */
export async function openSqliteStore(
  data: Omit<ThreadData, 'mayMake'>,
  log: StoreLog = SILENT,
): Promise<Store> {
  const file = sqliteFileOf(data.dataDir);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closing: Promise<void> | undefined;
  let running = false;
  let mayMake = true;
  let thread = startThread();
  // The first call settles once the file is open, or brings the error that prevents it.
  await callWithin(OPEN_TIMEOUT_MS, 'nextDueAtMs').catch((error: unknown) => {
    throw cannotOpenError('DATA_DIR', file, error);
  });
  mayMake = false;

  function startThread(): Worker {
    const worker = idle.pop() ?? newThread();
    worker.postMessage({ ...data, mayMake } satisfies ThreadData);
    worker.on('message', (answer: ThreadAnswer) => {
      if ('level' in answer) return log[answer.level](answer.fields, answer.message);
      const caller = takeWaiting(answer.id);
      if (answer.ok) caller?.resolve(answer.value);
      else caller?.reject(Object.assign(new Error(answer.message), { code: answer.code }));
    });
    worker.on('error', (error) =>
      rejectAll(error instanceof Error ? error : new Error(`${error}`)),
    );
    worker.on('exit', () => {
      running = false;
      rejectAll(new Error('The database thread ended.'));
    });
    // An idle store must not keep the process alive once everything else is done.
    worker.unref();
    running = true;
    return worker;
  }

  function giveBack(): void {
    if (!running) return;
    for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
    idle.push(thread);
  }

  function call<Result>(method: ThreadMethod, ...args: unknown[]): Promise<Result> {
    return callWithin(CALL_TIMEOUT_MS, method, ...args);
  }

  function callWithin<Result>(
    timeoutMs: number,
    method: ThreadMethod,
    ...args: unknown[]
  ): Promise<Result> {
    if (closing && method !== 'close') return Promise.reject(new Error('The store is closed.'));
    if (waiting.size >= MAX_WAITING) return Promise.reject(new Error('The store is too busy.'));
    if (!running) thread = startThread();
    return new Promise<Result>((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const timer = setTimeout(() => {
        takeWaiting(id)?.reject(new Error(`The database did not answer in ${timeoutMs} ms.`));
      }, timeoutMs);
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, timer });
      const deadline =
        process.hrtime.bigint() + BigInt(timeoutMs - NO_BEGIN_BEFORE_END_MS) * 1_000_000n;
      thread.postMessage({ id, method, args, deadline } satisfies ThreadCall);
    });
  }

  function takeWaiting(id: number): Waiting | undefined {
    const caller = waiting.get(id);
    waiting.delete(id);
    clearTimeout(caller?.timer);
    return caller;
  }

  function rejectAll(error: Error): void {
    for (const id of [...waiting.keys()]) takeWaiting(id)?.reject(error);
  }

  const writeCheck = shareWriteCheck(
    { check: () => call('checkWritable'), prove: () => call('proveStorable') },
    log,
  );
  return {
    description: `SQLite in ${file}`,
    checkWritable: writeCheck.checkWritable,
    proveStorable: () => call('proveStorable'),
    acceptEnquiry: (enquiry) => writeCheck.afterAccepting(call('acceptEnquiry', enquiry)),
    askedTimes: (...args) => call('askedTimes', ...args),
    findSubmission: (id) => writeCheck.afterAsking(call('findSubmission', id)),
    claimNextMail: (...args) => call('claimNextMail', ...args),
    claimDeadlyMail: (...args) => call('claimDeadlyMail', ...args),
    renewLease: (...args) => call('renewLease', ...args),
    markDelivered: (...args) => call('markDelivered', ...args),
    markFailed: (...args) => call('markFailed', ...args),
    retryAt: (...args) => call('retryAt', ...args),
    release: (...args) => call('release', ...args),
    gatherDigests: (...args) => call('gatherDigests', ...args),
    releaseHeldConfirmations: (...args) => call('releaseHeldConfirmations', ...args),
    requeueFailed: (nowMs) => call('requeueFailed', nowMs),
    retryUnreachable: (nowMs) => call('retryUnreachable', nowMs),
    nextDueAtMs: () => call('nextDueAtMs'),
    countMails: () => call('countMails'),
    summarizeMails: () => call('summarizeMails'),
    oldestFailure: () => call('oldestFailure'),
    claimNews: (...args) => call('claimNews', ...args),
    noteTold: (...args) => call('noteTold', ...args),
    countFailedCompanyMails: () => call('countFailedCompanyMails'),
    eraseExpired: (...args) => call('eraseExpired', ...args),
    close() {
      closing ??= running ? call<void>('close').then(giveBack) : Promise.resolve();
      return closing;
    },
  };
}
