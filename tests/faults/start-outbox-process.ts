import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Store } from '../../server/store/store.ts';
import type { Death } from './dying-store.ts';

export interface OutboxProcessSettings {
  dataDir: string;
  databaseUrl: string;
  smtpUrl: string;
  /** How far its wall clock is ahead. */
  clockAheadMs?: number;
  /** How many times faster its clock runs. */
  clockSpeed?: number;
  parallel?: number;
  /** It kills itself there. */
  death?: Death;
  /** Subject of a mail that kills it. */
  killedBy?: string;
  /** It kills itself within so many milliseconds after it began to open the database. */
  dieOpeningWithinMs?: number;
}

export interface OutboxProcess {
  pid: number;
  /** Lines it logged so far. */
  log(): string[];
  kill(): Promise<void>;
  /** Resolves once it was killed, by a test or by itself; rejects with its output when it ended by itself. */
  untilKilled(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves once every mail in the store is delivered. */
  untilDelivered(store: Store): Promise<void>;
}

/** Starts `outbox-process.ts`; it claims mail as soon as it is up. */
export async function startOutboxProcess(settings: OutboxProcessSettings): Promise<OutboxProcess> {
  const program = join(import.meta.dirname, 'outbox-process.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(child, 'spawn');
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded()) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    pid: Number(child.pid),
    log: () => output.split('\n').filter((line) => line !== ''),
    kill: () => end('SIGKILL'),
    async untilKilled() {
      if (!hasEnded()) await once(child, 'exit');
      if (child.signalCode !== 'SIGKILL') throw new Error(`The outbox ended:\n${output}`);
    },
    stop: () => end('SIGTERM'),
    async untilDelivered(store) {
      for (;;) {
        const { queued, sending, failed } = await store.countMails();
        if (failed > 0) throw new Error(`${failed} mails failed:\n${output}`);
        if (queued + sending === 0) return;
        if (hasEnded()) throw new Error(`The outbox ended:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}
