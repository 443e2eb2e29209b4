import type { Clock } from './clock.ts';

/**
 * Where a talk with a mail server stands, read off nodemailer's protocol log: nodemailer itself
 * knows three time-outs, and calls every silence one of the connection.
 */

/** What we wait for: the reply to that command, or that the content is taken in. */
export type TalkStep = keyof typeof PATIENCE_MS;

/**
 * How long each step may take, in milliseconds, however busy the server seems: RFC 5321, 4.5.3.2,
 * which asks 10 minutes at the final dot. For the content it asks 3 minutes a block.
 */
export const PATIENCE_MS = {
  /** Name, connection and, with smtps, its encryption; no RFC says how long. */
  connection: 60_000,
  greeting: 5 * 60_000,
  EHLO: 5 * 60_000,
  STARTTLS: 2 * 60_000,
  AUTH: 5 * 60_000,
  'MAIL FROM': 5 * 60_000,
  'RCPT TO': 5 * 60_000,
  DATA: 2 * 60_000,
  content: 10 * 60_000,
  'final dot': 10 * 60_000,
};

const BEFORE_MAIL: readonly TalkStep[] = ['connection', 'greeting', 'EHLO', 'STARTTLS', 'AUTH'];

/** Nothing was said yet about the mail: what goes wrong here goes wrong for all of them. */
export function isBeforeMail(step: TalkStep): boolean {
  return BEFORE_MAIL.includes(step);
}

/** Every command that a talk is made of, by how its line begins. */
const COMMANDS: [RegExp, TalkStep][] = [
  [/^(EHLO|HELO)\b/i, 'EHLO'],
  [/^STARTTLS\b/i, 'STARTTLS'],
  [/^MAIL FROM:/i, 'MAIL FROM'],
  [/^RCPT TO:/i, 'RCPT TO'],
  [/^DATA\b/i, 'DATA'],
  // Its later lines are the login's own, and name no command.
  [/./, 'AUTH'],
];
/** What follows a mail, and holds up none. */
const AFTERWARDS = /^(RSET|QUIT)\b/i;

/** The part of a logger that nodemailer writes its protocol to. */
export interface ProtocolLog {
  debug(entry: { tnx?: string }, line: unknown): void;
  info(entry: { tnx?: string }, line: unknown): void;
  warn(): void;
  error(): void;
  trace(): void;
  fatal(): void;
}

export interface TalkWatch {
  /** For a connection that sends one mail at a time, with `transactionLog`. */
  log: ProtocolLog;
  /** Where the talk stands. */
  step(): TalkStep;
  /**
   * Watches one try.
   *
   * @param onTooLong told when a step took longer than it may
   * @returns ends the watch
   */
  begin(onTooLong: (step: TalkStep) => void): () => void;
}

/** @param patience default: {@link PATIENCE_MS} */
export function watchTalk(
  clock: Clock,
  patience: Record<TalkStep, number> = PATIENCE_MS,
): TalkWatch {
  let step: TalkStep = 'connection';
  /** Commands not yet answered; a server may be told several in one go (RFC 2920). */
  let unanswered: TalkStep[] = [];
  let onTooLong: ((step: TalkStep) => void) | undefined;
  let timer = new AbortController();

  function enter(next: TalkStep): void {
    step = next;
    timer.abort();
    if (!onTooLong) return;
    timer = new AbortController();
    const { signal } = timer;
    void clock.watch(patience[next], signal).then(() => {
      if (!signal.aborted) onTooLong?.(next);
    });
  }

  function said(line: string): void {
    if (AFTERWARDS.test(line)) return;
    const command = COMMANDS.find(([pattern]) => pattern.test(line))?.[1] ?? 'AUTH';
    unanswered.push(command);
    if (unanswered.length === 1) enter(command);
  }

  function answered(line: string): void {
    const command = unanswered.shift();
    const next = unanswered[0];
    if (command === 'DATA' && line.startsWith('354')) enter('content');
    else if (next) enter(next);
  }

  const ignore = () => {};
  return {
    log: {
      debug({ tnx }, line) {
        if (tnx === 'client') said(String(line));
        if (tnx === 'server') answered(String(line));
      },
      info({ tnx }, line) {
        if (tnx === 'network' && /established/.test(String(line))) enter('greeting');
        if (tnx === 'message') enter('final dot');
      },
      warn: ignore,
      error: ignore,
      trace: ignore,
      fatal: ignore,
    },
    step: () => step,
    begin(tooLong) {
      onTooLong = tooLong;
      unanswered = [];
      enter('connection');
      return () => {
        onTooLong = undefined;
        timer.abort();
      };
    },
  };
}
