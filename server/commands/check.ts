import { overdueOf } from '../outbox/watch.ts';
import type { Command, Outcome } from './command.ts';

const LEVELS = {
  well: { word: 'OK', exitCode: 0 },
  slow: { word: 'WARNING', exitCode: 1 },
  alarm: { word: 'CRITICAL', exitCode: 2 },
} as const;

/** One line and an exit code, as monitors expect of a plugin (Nagios, Icinga, Zabbix). */
export const check: Command = {
  usage: '',
  summary:
    'for monitors: 0 all is well, 1 an enquiry waits for 15 minutes, 2 for an hour, or failed, or the database is sick',
  words: 0,
  options: {},
  async run({ statements }) {
    await statements.checkWritable();
    await statements.proveStorable();
    const { level, count, waitingMs, failed } = overdueOf(
      await statements.summarizeMails(),
      Date.now(),
    );
    const minutes = Math.floor(waitingMs / 60_000);
    const reason = level === 'well' ? undefined : await statements.oldestFailure();
    const { word, exitCode } = LEVELS[level];
    const because = reason === undefined ? '' : ` (${reason})`;
    return {
      text:
        `${word}: ${count} enquiries wait for the mailbox, the oldest for ${minutes} minutes, ` +
        `${failed} failed${because} | waiting=${count} oldest=${Math.floor(waitingMs / 1000)}s failed=${failed}`,
      json: {
        status: word,
        waiting: count,
        oldestMs: waitingMs,
        failed,
        ...(reason && { reason }),
      },
      exitCode,
    };
  },
};

/** What a database that cannot be opened, or takes nothing, is to a monitor. */
export const sick = (message: string): Outcome => ({
  text: `CRITICAL: ${message}`,
  json: { status: 'CRITICAL', reason: message },
  exitCode: 2,
});
