import { fillIn } from '../../enquiry/fill-in.ts';
import type { MailSummary, Store } from '../store/store.ts';
import { RUNBOOK } from '../store/trouble.ts';
import type { Alerts } from './alerts.ts';
import type { Clock } from './clock.ts';
import type { OutboxLog } from './outbox.ts';

/** Goes with the alerts of our own, which a heartbeat replaces. */
export const ALERT_TEXTS = {
  late: '{site}: {count} aanvragen zitten na een uur nog niet in je mailbox. Ze zijn bewaard.',
  notStored: '{site} kan nu geen aanvragen aannemen.',
  notBackedUp: '{site}: de reservekopie van je aanvragen is mislukt.',
  recovered: '{site}: alles is weer in orde.',
};

/*
 * Somebody knows: the mail server may be away for days, and the pages go on as if nothing were.
 *
 * | what is so                                                  | line    | told    | heartbeat |
 * |-------------------------------------------------------------|---------|---------|-----------|
 * | no enquiry waits for 15 minutes                             |         | recovery | yes      |
 * | one has waited for 15 minutes                               | warning |         | yes       |
 * | one has waited for an hour, or its mail failed              | error, each hour | once | no  |
 * | the database takes no enquiries, at two looks in a row      | error, each hour | once | no  |
 */

/** Since an enquiry came in, in milliseconds. */
export const WARN_AFTER_MS = 15 * 60_000;
const ALARM_AFTER_MS = 3_600_000;

const LOOK_EVERY_MS = 60_000;
const SAY_AGAIN_AFTER_MS = 3_600_000;

/** What keeps enquiries from the mailbox. */
export type Overdue = {
  level: 'well' | 'slow' | 'alarm';
  /** Enquiries that are not in the mailbox. */
  count: number;
  /** When the oldest of them came in; undefined: there is none. */
  oldestMs: number | undefined;
  /** How long that one has waited. */
  waitingMs: number;
  failed: number;
};

/** What is late of the mails to the company, those that failed among them. */
export function overdueOf(mails: MailSummary[], nowMs: number): Overdue {
  const owed = mails.filter(({ kind, state }) => kind === 'company' && state !== 'delivered');
  const isFailed = ({ kind, state }: MailSummary) => kind !== 'confirmation' && state === 'failed';
  const sum = (some: MailSummary[]) => some.reduce((total, { count }) => total + count, 0);
  const oldestMs = owed.length > 0 ? Math.min(...owed.map((some) => some.oldestMs)) : undefined;
  const waitingMs = Math.max(0, nowMs - (oldestMs ?? nowMs));
  const failed = sum(mails.filter(isFailed));
  const isAlarm = failed > 0 || waitingMs >= ALARM_AFTER_MS;
  const level = isAlarm ? 'alarm' : waitingMs >= WARN_AFTER_MS ? 'slow' : 'well';
  return { level, count: sum(owed), oldestMs, waitingMs, failed };
}

export interface WatchParts {
  store: Pick<
    Store,
    'checkWritable' | 'summarizeMails' | 'oldestFailure' | 'claimNews' | 'noteTold'
  >;
  alerts: Alerts;
  clock: Clock;
  log: OutboxLog;
  /** In the words of the release in force. */
  words: () => typeof ALERT_TEXTS & { site: string };
}

type Trouble = ({ kind: 'late' } & Overdue) | { kind: 'store' };

/** Looks once a minute, until stopped, and sees to it that somebody knows. */
export function startWatch(parts: WatchParts): { stop(): Promise<void> } {
  const { store, alerts, clock, log } = parts;
  const stopping = new AbortController();
  let isSlow = false;
  let lateSinceMs: number | undefined;
  let failedLooks = 0;
  /** What the last error line was about, and when. */
  let said: { kind: Trouble['kind']; atMs: number } | undefined;
  /** Somebody was told that the database takes no enquiries. */
  let hasToldOfStore = false;
  /** When the oldest enquiry came in that is not in the mailbox; undefined: there is none. */
  let oldestMs: number | undefined;

  const running = run();

  async function run(): Promise<void> {
    for (;;) {
      await clock.sleep(LOOK_EVERY_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      const trouble = await look();
      await sayAlarm(trouble);
      await tell(trouble);
      if (!trouble && failedLooks === 0) await call('heartbeat', () => alerts.beat());
    }
  }

  async function look(): Promise<Trouble | undefined> {
    try {
      await store.checkWritable();
      const late = overdueOf(await store.summarizeMails(), clock.nowMs());
      failedLooks = 0;
      oldestMs = late.oldestMs;
      if (late.level === 'slow' && !isSlow) {
        const { count, waitingMs } = late;
        const reason = await store.oldestFailure();
        log.warn({ count, waitingMs, reason }, 'outbox: enquiries wait for the mail server');
      }
      isSlow = late.level !== 'well';
      // What was late and is only requeued has not arrived.
      const isStillThere = (oldestMs ?? Infinity) <= (lateSinceMs ?? -Infinity);
      const isLate = late.level === 'alarm' || isStillThere;
      lateSinceMs = isLate ? (lateSinceMs ?? clock.nowMs()) : undefined;
      return isLate ? { kind: 'late', ...late } : undefined;
    } catch {
      failedLooks += 1;
      // One look may meet a restart of the database.
      return failedLooks > 1 ? { kind: 'store' } : undefined;
    }
  }

  async function sayAlarm(trouble: Trouble | undefined): Promise<void> {
    const nowMs = clock.nowMs();
    if (!trouble) {
      if (said) log.warn({}, 'outbox: all is well again');
      said = undefined;
      return;
    }
    const isNew = said?.kind !== trouble.kind;
    if (!isNew && Math.abs(nowMs - (said?.atMs ?? 0)) < SAY_AGAIN_AFTER_MS) return;
    said = { kind: trouble.kind, atMs: nowMs };
    if (trouble.kind === 'store') {
      log.error({}, `the database takes no enquiries: ${RUNBOOK}`);
      return;
    }
    const { count, waitingMs } = trouble;
    const reason = await store.oldestFailure().catch(() => undefined);
    log.error(
      { count, waitingMs, reason },
      "outbox: enquiries are not in the mailbox; see 'When mails do not leave' in docs/operate.md",
    );
  }

  /** Tried again at the next look when it got lost: then nobody was told. */
  async function tell(trouble: Trouble | undefined): Promise<void> {
    if (!alerts.canTell || failedLooks === 1) return;
    const send = () => call('alert', () => alerts.tell(wordsFor(trouble, parts.words())));
    if (trouble?.kind === 'store') {
      // Of several servers each: what they share is what does not answer.
      hasToldOfStore ||= await send();
      return;
    }
    const news = trouble ? 'late' : 'well';
    try {
      const isOurs = await store.claimNews(news, clock.nowMs(), oldestMs);
      if (!(isOurs || hasToldOfStore) || !(await send())) return;
      hasToldOfStore = false;
      if (isOurs) await store.noteTold(news, clock.nowMs());
    } catch (error) {
      log.warn({ err: error }, 'outbox: what somebody was told is not written down');
    }
  }

  async function call(what: string, send: () => Promise<void>): Promise<boolean> {
    try {
      await send();
      return true;
    } catch (error) {
      log.warn({ reason: (error as Error).message }, `the ${what} did not get through`);
      return false;
    }
  }

  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

function wordsFor(
  trouble: Trouble | undefined,
  words: typeof ALERT_TEXTS & { site: string },
): string {
  const { site } = words;
  if (!trouble) return fillIn(words.recovered, { site });
  if (trouble.kind === 'store') return fillIn(words.notStored, { site });
  return fillIn(words.late, { site, count: trouble.count });
}
