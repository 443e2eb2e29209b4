import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listen } from './ports.ts';

/** A real mail server on loopback that keeps the mails it receives. */
export interface Mailbox {
  /** The address for SMTP_URL: 'smtp://127.0.0.1:41235'. */
  url: string;
  /** Every mail received so far, parsed by another library than the one that wrote it. */
  mails: ReceivedMail[];
  close(): Promise<void>;
}

export interface ReceivedMail {
  /** The recipients of the envelope. */
  recipients: string[];
  email: Email;
}

/**
 * Reads the company mail: a line 'label: value' for each field, then the message.
 *
 * @param messageLabel label of the message
 */
export function readFields(text = '', messageLabel: string): Record<string, string> {
  const body = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  const [head = '', message = ''] = body.split(`\n\n${messageLabel}:\n`);
  const rows = head.split('\n\n').at(-1)?.split('\n') ?? [];
  const pairs = rows.map((row) => {
    const colon = row.indexOf(': ');
    return [row.slice(0, colon), row.slice(colon + 2)];
  });
  return { ...Object.fromEntries(pairs), [messageLabel]: message };
}

/**
 * Opens a mailbox.
 *
 * @param options its refusals, certificate and login; without them it accepts everything
 * @param takesMs delay of its reply to the content
 */
export async function openMailbox(options: SMTPServerOptions = {}, takesMs = 0): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const email = await PostalMime.parse(Buffer.concat(chunks));
        mails.push({ recipients: session.envelope.rcptTo.map((to) => to.address), email });
        setTimeout(callback, takesMs);
      });
    },
  });
  // Some tests kill the client during a session.
  server.on('error', () => {});
  const port = await listen(server.server);
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
