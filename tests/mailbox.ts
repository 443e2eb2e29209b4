import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A real mail server on loopback that keeps what it is handed. */
export interface Mailbox {
  /** For SMTP_URL: 'smtp://127.0.0.1:41235'. */
  url: string;
  /** Every mail taken so far, decoded by a parser that is not the one that wrote it. */
  mails: ReceivedMail[];
  close(): Promise<void>;
}

export interface ReceivedMail {
  /** Sender of the envelope; empty for the null path of a bounce. */
  sender: string;
  /** Recipients of the envelope. */
  recipients: string[];
  email: Email;
  /** As it came over the wire. */
  raw: Buffer;
}

/**
 * Opens a mailbox.
 *
 * @param port 0 takes any free one
 * @param options its refusals, certificate and login; without them it accepts everything
 * @param takesMs how long it leaves a sender waiting after the final dot
 */
export async function openMailbox(
  port = 0,
  options: SMTPServerOptions = {},
  takesMs = 0,
): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const email = await PostalMime.parse(raw);
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          sender: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map((to) => to.address),
          email,
          raw,
        });
        setTimeout(callback, takesMs);
      });
    },
  });
  // A client that was killed in the middle of a talk is what some tests are about.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: actualPort } = server.server.address() as AddressInfo;
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${actualPort}`,
    mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
