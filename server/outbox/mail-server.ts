import type { SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isEncryptionWaived, isLoopback } from '../settings.ts';

/** Takes mails one after the other, to a mail server or a folder. */
export interface MailSession {
  /** @returns the server's reply; rejects with a {@link MailError} */
  send(mail: SendMailOptions, signal: AbortSignal): Promise<string>;
  close(): void;
}

/** Why a mail was not accepted. */
export class MailError extends Error {
  /**
   * 'server': connecting, TLS or login failed. 'sender': refused or broken off before the
   * recipient. 'recipient': refused with 5xx because of its recipient. 'mail': anything later.
   */
  readonly about: 'server' | 'sender' | 'recipient' | 'mail';

  constructor(about: MailError['about'], reason: string) {
    super(reason);
    this.about = about;
  }
}

/** In milliseconds. RFC 5321, 4.5.3.2 asks 5 and 10 minutes. */
const TIMEOUTS = {
  dnsTimeout: 30_000,
  connectionTimeout: 60_000,
  greetingTimeout: 5 * 60_000,
  socketTimeout: 10 * 60_000,
};

/** Connects and logs in. Rejects with a {@link MailError} about 'server'. */
export async function connectMailServer(
  smtpUrl: string,
  signal: AbortSignal,
): Promise<MailSession> {
  const url = new URL(smtpUrl);
  const connection = new SMTPConnection({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || undefined,
    secure: url.protocol === 'smtps:',
    // Requires TLS, which prevents a STARTTLS downgrade attack.
    requireTLS: !isLoopback(url.hostname) && !isEncryptionWaived(smtpUrl),
    ...TIMEOUTS,
  });
  // Without a listener, an error between steps would crash the process.
  connection.on('error', () => {});
  try {
    await step<void>(connection, signal, (done) => {
      connection.connect((error) => done(error));
    });
    if (url.username !== '') {
      const user = decodeURIComponent(url.username);
      const pass = decodeURIComponent(url.password);
      await step<unknown>(connection, signal, (done) => {
        connection.login({ user, pass }, done);
      });
    }
  } catch (error) {
    connection.close();
    throw new MailError('server', reasonOf(error as SmtpError, 'connection'));
  }
  return {
    async send(mail, signal) {
      const message = new MailComposer(mail).compile();
      const envelope = message.getEnvelope();
      const content = await message.build();
      try {
        const answer = await step<{ response: string }>(connection, signal, (done) => {
          connection.send(envelope, content, done);
        });
        return answer.response;
      } catch (cause) {
        const error = cause as SmtpError;
        throw new MailError(aboutOf(error), reasonOf(error, 'content'));
      }
    },
    close: () => connection.quit(),
  };
}

interface SmtpError extends Error {
  /** Of Nodemailer: 'EAUTH'. */
  code?: string;
  /** Of the network or TLS: 'ECONNREFUSED'. */
  originalCode?: string;
  /** Of SMTP. */
  responseCode?: number;
  response?: string;
  /** The failed command; 'CONN' for a connection error, 'API' if nothing was sent. */
  command?: string;
}

/** Runs a protocol step until its callback, the connection's end or an abort. */
async function step<Result>(
  connection: SMTPConnection,
  signal: AbortSignal,
  run: (done: (error?: Error | null, result?: Result) => void) => void,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const endWith = (code: string) => {
    reject(Object.assign(new Error(), { code, command: 'CONN' }));
  };
  const onEnd = () => endWith('ECONNECTION');
  const onAbort = () => {
    endWith('ETIMEDOUT');
    connection.close();
  };
  connection.once('error', reject).once('end', onEnd);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  else run((error, result) => (error ? reject(error) : resolve(result as Result)));
  try {
    return await promise;
  } finally {
    connection.off('error', reject).off('end', onEnd);
    signal.removeEventListener('abort', onAbort);
  }
}

function aboutOf({ command, responseCode = 0 }: SmtpError): MailError['about'] {
  switch (command) {
    case 'RCPT TO':
      return responseCode >= 500 ? 'recipient' : 'mail';
    // Nodemailer refuses an invalid address.
    case 'API':
      return 'recipient';
    case 'DATA':
      return 'mail';
    default:
      return 'sender';
  }
}

/** Without the server's text, which may repeat the recipient's address. */
function reasonOf(error: SmtpError, stepName: string): string {
  const { code, originalCode, responseCode, response = '', command } = error;
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  const codes = [responseCode, enhanced, code, originalCode].filter(Boolean).join(' ');
  const where = !command || command === 'CONN' ? stepName : command;
  return `${codes || error.name} at ${where}`;
}
