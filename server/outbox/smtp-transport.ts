import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { classifySmtpError } from './classify-smtp-error.ts';
import type { MailTransport } from './mail-transport.ts';
import { mimeMessage } from './mime-message.ts';
import type { SiteAddresses } from './site-addresses.ts';

/**
 * Time-outs of each phase, in milliseconds. Together with {@link TALK_TIMEOUT_MS} they end a try
 * well before the mail's lease does.
 */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  /** Silence at any later step; RFC 5321 allows minutes, but no mail is worth that while waiting. */
  socketTimeout: 45_000,
};

/** One whole try. A server that drips a byte now and then never falls silent. */
const TALK_TIMEOUT_MS = 90_000;

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with login and port; nodemailer's options may follow as a query. */
  url: string;
  site: () => SiteAddresses;
  /** Connections at the same time. */
  connections: number;
  /** Shorter limits, for tests. */
  timeouts?: Partial<typeof TIMEOUTS & { talkTimeout: number }>;
}

/** Hands mails to the mail server of `SMTP_URL`. */
export function openSmtpTransport(settings: SmtpSettings): MailTransport {
  const { url, site, connections, timeouts } = settings;
  const { talkTimeout = TALK_TIMEOUT_MS, ...phases } = { ...TIMEOUTS, ...timeouts };
  const { hostname, port, protocol, username } = new URL(url);
  const transporter = createTransport({
    url,
    ...phases,
    pool: true,
    maxConnections: connections,
    // A mail whose connection broke after its last dot may have arrived: only the outbox, which
    // writes down every try, may send it again.
    maxRequeues: 0,
    idleTimeout: 10_000,
    // A password never travels in the clear, even when somebody in between hides STARTTLS.
    requireTLS: username !== '' && !isLoopback(hostname),
    // A server that stops offering a login is broken, not one to mail without it.
    forceAuth: username !== '',
  });
  return {
    description: `${protocol}//${hostname}${port && `:${port}`}`,
    async deliver(mail, signal) {
      const timeout = AbortSignal.timeout(talkTimeout);
      try {
        await transporter.sendMail({
          ...mimeMessage(mail, site()),
          signal: AbortSignal.any([signal, timeout]),
        });
        return { kind: 'delivered' };
      } catch (error) {
        if (timeout.aborted) return { kind: 'unreachable', reason: `no end in ${talkTimeout} ms` };
        return classifySmtpError(error as Error);
      }
    },
    close() {
      transporter.close();
    },
  };
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
