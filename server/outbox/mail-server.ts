import { domainToASCII } from 'node:url';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type MailMessage from 'nodemailer/lib/mailer/mail-message';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { isEncryptionWaived } from '../../runtime/settings.ts';
import { isLoopback } from '../loopback.ts';
import type { Refusal } from '../store/mails.ts';

/** The mail server of SMTP_URL. Each mail gets a connection of its own. */
interface MailServer {
  /** Rejects with a {@link MailError}, also when the signal aborts. */
  send(mail: SendMailOptions, signal: AbortSignal): Promise<SentMail>;
  /** Connects and logs in. Rejects with a {@link MailError} about 'server'. */
  verify(): Promise<void>;
}

interface SentMail {
  /** The server's reply to the content. */
  reply: string;
  /**
   * The server's replies about refused recipients, when it accepted the mail for at least one
   * other.
   */
  refused?: string;
}

/** Why a mail was not sent. */
export class MailError extends Error {
  /**
   * 'server': the connection, TLS, the greeting, `EHLO`, the login or `MAIL FROM` failed. A
   * {@link Refusal}: the server refused this mail. 'content': the connection broke while the
   * content was sent. 'no-reply': it broke after the content, which the server may have taken.
   */
  readonly about: 'server' | Refusal | 'content' | 'no-reply';

  constructor(about: MailError['about'], reason: string) {
    super(reason);
    this.about = about;
  }
}

/** Time limits in milliseconds. RFC 5321, 4.5.3.2 asks for 5 and 10 minutes. */
const TIMEOUTS = {
  dnsTimeout: 30_000,
  connectionTimeout: 60_000,
  greetingTimeout: 5 * 60_000,
  socketTimeout: 10 * 60_000,
};
/** The limits of a verification are shorter, because the operator waits for its result. */
const VERIFY_TIMEOUTS = { ...TIMEOUTS, greetingTimeout: 60_000, socketTimeout: 60_000 };

/**
 * Enhanced status codes (RFC 3463) for a mailbox or domain that does not exist or accepts no mail.
 * Any other refusal may end when a setting is corrected, so it is retried.
 */
const NO_SUCH_MAILBOX = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'];

const MAX_REASON_LENGTH = 300;

/** @param sender the address in `From`; its domain introduces us to the server */
export function mailServerAt(smtpUrl: string, sender: string): MailServer {
  const options = optionsOf(smtpUrl, sender);
  return {
    async send(mail, signal) {
      const transport = createTransport({ ...options, ...TIMEOUTS });
      let sent: 'nothing' | 'part' | 'all' = 'nothing';
      transport.use('stream', ({ message }: MailMessage, done) => {
        // The transport reads the content once the server has asked for it.
        message.processFunc((content) =>
          content
            .once('resume', () => {
              sent = 'part';
            })
            .once('end', () => {
              sent = 'all';
            }),
        );
        done();
      });
      const addresses = addressesOf(mail);
      try {
        const withSignal: SendMailOptions & { signal: AbortSignal } = { ...mail, signal };
        const { response, rejectedErrors = [] } = await transport.sendMail(withSignal);
        const refusals = (rejectedErrors as SmtpError[]).map((error) => {
          const position = addresses.indexOf(String(error.recipient)) + 1;
          return `address ${position} of ${addresses.length}: ${describeFailure(error, 'RCPT TO', addresses)}`;
        });
        return { reply: response, ...(refusals.length > 0 && { refused: refusals.join('; ') }) };
      } catch (cause) {
        const error = cause as SmtpError;
        const step = sent === 'nothing' ? 'connection' : 'content';
        throw new MailError(aboutOf(error, sent), describeFailure(error, step, addresses));
      }
    },
    async verify() {
      try {
        await createTransport({ ...options, ...VERIFY_TIMEOUTS }).verify();
      } catch (error) {
        throw new MailError('server', describeFailure(error as SmtpError, 'connection', []));
      }
    },
  };
}

function optionsOf(smtpUrl: string, sender: string): SMTPTransport.Options & { forceAuth?: true } {
  const url = new URL(smtpUrl);
  const isLocal = isLoopback(url.hostname);
  const hasLogin = url.username !== '';
  const mayBeClear = isLocal || isEncryptionWaived(smtpUrl);
  // A mail server on this machine listens on 25; elsewhere nodemailer's 587 and 465 are meant.
  const defaultPort = isLocal && !hasLogin && url.protocol === 'smtp:' ? 25 : undefined;
  const login = {
    user: decodeURIComponent(url.username),
    pass: decodeURIComponent(url.password),
  };
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    secure: url.protocol === 'smtps:',
    // The machine's own name may have no dot, and servers refuse an IP address as the name.
    name: domainToASCII(sender.split('@').at(-1) ?? ''),
    // Requires TLS, which prevents a STARTTLS downgrade attack.
    requireTLS: !mayBeClear,
    // Where clear text is allowed, encryption with an unverified certificate is still better.
    // Debian's mail servers offer STARTTLS with a self-signed one.
    ...(mayBeClear && { opportunisticTLS: true, tls: { rejectUnauthorized: false } }),
    // By default nodemailer sends the mail without logging in when the server offers no login.
    ...(hasLogin && { auth: login, forceAuth: true }),
  };
}

interface SmtpError extends Error {
  /** Nodemailer's code: 'EAUTH'. */
  code?: string;
  /** The code of the network or TLS: 'ECONNREFUSED'. */
  originalCode?: string;
  /** The SMTP reply code. */
  responseCode?: number;
  response?: string;
  /** The failed command; 'CONN' for a connection error, 'API' if nothing was sent. */
  command?: string;
  recipient?: string;
}

function aboutOf(error: SmtpError, sent: 'nothing' | 'part' | 'all'): MailError['about'] {
  const { code, command, responseCode = 0, response = '' } = error;
  // Nodemailer refuses an invalid address.
  if (code === 'EENVELOPE' && command === 'API') return 'mailbox';
  if (responseCode >= 400 && (command === 'RCPT TO' || command === 'DATA')) {
    if (responseCode < 500) return 'temporary';
    return NO_SUCH_MAILBOX.includes(enhancedCodeOf(response)) ? 'mailbox' : 'permanent';
  }
  if (sent === 'all') return 'no-reply';
  return sent === 'part' ? 'content' : 'server';
}

/** The enhanced status code of a reply, '5.1.1', or '' when it has none. */
function enhancedCodeOf(response: string): string {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
}

/**
 * Why a mail failed, in the server's words without addresses: '554 5.7.1 [address] Relay access
 * denied at RCPT TO'.
 */
function describeFailure(error: SmtpError, stepName: string, addresses: string[]): string {
  const { code, originalCode, response = '', command = 'CONN' } = error;
  const where = ['CONN', 'API'].includes(command) ? stepName : command;
  if (response === '') {
    const codes = [code, originalCode].filter(Boolean).join(' ');
    return `${codes || error.name} at ${where}`;
  }
  // Each line of a long reply repeats the codes, so they are removed from all but the first.
  const [firstLine = '', ...moreLines] = response.trim().split(/\r?\n/);
  const moreTexts = moreLines.map((line) => line.replace(/^\d{3}[ -](?:[245]\.\d+\.\d+ )?/, ''));
  const words = [firstLine.replace(/^(\d{3})-/, '$1 '), ...moreTexts]
    .join(' ')
    .split(/[\s\p{Cc}]+/u);
  const masked = words.map((word) => (isPersonal(word, addresses) ? '[address]' : word));
  return `${masked.join(' ').slice(0, MAX_REASON_LENGTH)} at ${where}`;
}

/** Whether a word of a reply repeats an address, or the part before or after its @. */
function isPersonal(word: string, addresses: string[]): boolean {
  if (word.includes('@')) return true;
  const text = word.toLowerCase();
  const parts = text.split(/[^\p{L}\p{N}._+-]+/u).map((part) => part.replace(/[.-]+$/, ''));
  return addresses.some((address) => {
    const [local = '', domain = ''] = address.toLowerCase().split('@');
    return parts.includes(local) || text.includes(domain);
  });
}

function addressesOf({ to }: SendMailOptions): string[] {
  const all = [to ?? []].flat() as (string | { address: string })[];
  return all.map((recipient) => (typeof recipient === 'string' ? recipient : recipient.address));
}
