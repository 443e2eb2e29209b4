import { createTransport, type Transporter } from 'nodemailer';
import { isEncryptionWaived } from '../login-url.ts';
import { isLoopback } from '../loopback.ts';
import { brokenOff, classifySmtpError } from './classify-smtp-error.ts';
import { type Clock, systemClock } from './clock.ts';
import type { DkimKey } from './dkim.ts';
import type { MailTransport } from './mail-transport.ts';
import { mimeMessage } from './mime-message.ts';
import type { SiteAddresses } from './site-addresses.ts';
import { PATIENCE_MS, type TalkWatch, watchTalk } from './smtp-talk.ts';

/** Longer than any step may take, in milliseconds. */
const AFTER_THE_WATCH_MS = Math.max(...Object.values(PATIENCE_MS)) + 60_000;

/** Nodemailer's own limits, in milliseconds: the watch on the talk is there first, and says where. */
const TIMEOUTS = {
  dnsTimeout: 30_000,
  /** From the name to the end of STARTTLS. */
  connectionTimeout: AFTER_THE_WATCH_MS,
  greetingTimeout: AFTER_THE_WATCH_MS,
  /** Silence at any later step. */
  socketTimeout: AFTER_THE_WATCH_MS,
};

/** A connection is kept so long for the next mail, in milliseconds. */
const IDLE_TIMEOUT_MS = 10_000;

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with login and port; nodemailer's options may follow as a query. */
  url: string;
  site: () => SiteAddresses;
  /** Signs each mail as of its sender's domain; none when absent. */
  dkim?: DkimKey;
  /** Default: the system's. */
  clock?: Clock;
  /** Default: {@link PATIENCE_MS} */
  patience?: typeof PATIENCE_MS;
}

/** A connection to the mail server, or none for the moment; sends one mail at a time. */
interface Line {
  transporter: Transporter;
  watch: TalkWatch;
}

/** Hands mails to the mail server of `SMTP_URL`; opens as many connections as mails are sent at once. */
export function openSmtpTransport(settings: SmtpSettings): MailTransport {
  const { url, site, dkim, clock = systemClock, patience = PATIENCE_MS } = settings;
  const { hostname, port, protocol, username } = new URL(url);
  const isInTheClear = isEncryptionWaived(url);
  const lines = new Set<Line>();
  const free: Line[] = [];

  function openLine(): Line {
    const watch = watchTalk(clock, patience);
    const transporter = createTransport({
      url,
      ...TIMEOUTS,
      pool: true,
      maxConnections: 1,
      // A mail whose connection broke after its last dot may have arrived: only the outbox, which
      // writes down every try, may send it again.
      maxRequeues: 0,
      idleTimeout: IDLE_TIMEOUT_MS,
      // Neither a password nor an enquiry travels in the clear because somebody in between hides
      // STARTTLS.
      requireTLS: !isLoopback(hostname) && !isInTheClear,
      // A server that stops offering a login is broken, not one to mail without it.
      forceAuth: username !== '',
      logger: watch.log as never,
      transactionLog: true,
    });
    const line = { transporter, watch };
    lines.add(line);
    return line;
  }

  return {
    description: `${protocol}//${hostname}${port && `:${port}`}${isInTheClear ? ', in the clear: SMTP_URL says requireTLS=false' : ''}`,
    async deliver(mail, signal) {
      // The last one that came free is the likeliest to be connected still.
      const line = free.pop() ?? openLine();
      const tooLong = new AbortController();
      const endWatch = line.watch.begin((step) => tooLong.abort(step));
      try {
        await line.transporter.sendMail({
          ...mimeMessage(mail, site()),
          ...(dkim && { dkim: signature(dkim, site()) }),
          signal: AbortSignal.any([signal, tooLong.signal]),
        });
        return { kind: 'delivered' };
      } catch (error) {
        const step = line.watch.step();
        if (tooLong.signal.aborted) {
          return brokenOff(step, `no answer in ${patience[step] / 1000} s at ${step}`);
        }
        return classifySmtpError(error as Error, step);
      } finally {
        endWatch();
        free.push(line);
      }
    },
    close() {
      for (const { transporter } of lines) transporter.close();
    },
  };
}

const signature = ({ selector, privateKey }: DkimKey, { from }: SiteAddresses) => ({
  domainName: from.address.replace(/^.*@/, ''),
  keySelector: selector,
  privateKey,
});
