import { createServer, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { type Mailbox, openMailbox } from '../../tests/mailbox.ts';
import { listen } from '../../tests/ports.ts';
import { connectMailServer, MailError } from './mail-server.ts';

const MAIL = {
  messageId: '<1@maanzaad.example>',
  from: 'website@maanzaad.example',
  to: 'info@maanzaad.example',
  subject: 'Receptie',
  text: 'Dag\n.\n..\nTot gauw',
};

let mailbox: Mailbox | undefined;
afterEach(async () => {
  await mailbox?.close();
  mailbox = undefined;
});

const soon = () => AbortSignal.timeout(20_000);

/** The outcome of a try: the server's reply, or the subject and reason of its failure. */
async function outcomeOf(url: string, signal = soon()): Promise<string> {
  try {
    const session = await connectMailServer(url, signal);
    try {
      return await session.send(MAIL, signal);
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return `${error.about}: ${error.message}`;
  }
}

const refusal = (code: number, text: string) =>
  Object.assign(new Error(text), { responseCode: code });

describe('a mail server that', () => {
  test('accepts mails gets several in one session, byte for byte', async () => {
    mailbox = await openMailbox();
    const session = await connectMailServer(mailbox.url, soon());
    expect(await session.send(MAIL, soon())).toMatch(/^250 /);
    expect(await session.send(MAIL, soon())).toMatch(/^250 /);
    session.close();
    expect(mailbox.mails.map(({ email }) => email.text)).toEqual([
      `${MAIL.text}\n`,
      `${MAIL.text}\n`,
    ]);
  });

  const refusals: [string, SMTPServerOptions, RegExp][] = [
    [
      'refuses the sender',
      { onMailFrom: (_address, _session, done) => done(refusal(550, '5.7.1 <website@x>')) },
      /^sender: 550 5\.7\.1 EENVELOPE at MAIL FROM$/,
    ],
    [
      'refuses the recipient',
      { onRcptTo: (_address, _session, done) => done(refusal(550, '5.1.1 <info@x> unknown')) },
      /^recipient: 550 5\.1\.1 EENVELOPE at RCPT TO$/,
    ],
    [
      'defers the recipient',
      { onRcptTo: (_address, _session, done) => done(refusal(450, '4.2.0 greylisted')) },
      /^mail: 450 4\.2\.0 EENVELOPE at RCPT TO$/,
    ],
    [
      'requires a login',
      { authOptional: false, disabledCommands: ['STARTTLS'] },
      /^sender: 530 .*at MAIL FROM$/,
    ],
  ];
  test.each(refusals)('%s', async (_what, options, expected) => {
    mailbox = await openMailbox(options);
    const outcome = await outcomeOf(mailbox.url);
    expect(outcome).toMatch(expected);
    // Logs must not contain addresses, which the server repeats.
    expect(outcome).not.toContain('@');
  });

  test('refuses the password', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) => done(new Error('wrong'));
    mailbox = await openMailbox({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth,
    });
    const url = mailbox.url.replace('//', '//user:1%2F2@');
    expect(await outcomeOf(url)).toMatch(/^server: 535 EAUTH at AUTH/);
  });
});

describe('a host that', () => {
  const servers: { close(): void }[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  async function serve(onSocket: (socket: Socket) => void): Promise<string> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      onSocket(socket);
    });
    servers.push(server, { close: () => sockets.forEach((socket) => void socket.destroy()) });
    return `smtp://127.0.0.1:${await listen(server)}`;
  }

  test('refuses connections, hangs up or is no mail server is a server failure', async () => {
    expect(await outcomeOf('smtp://127.0.0.1:1')).toMatch(/^server: .*ECONNREFUSED at connection$/);
    const deaf = await serve((socket) => socket.destroy());
    expect(await outcomeOf(deaf)).toMatch(/^server: .* at connection$/);
    const web = await serve((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await outcomeOf(web)).toMatch(/^server: /);
  });

  test('sends nothing is given up after the timeout', async () => {
    const url = await serve(() => {});
    expect(await outcomeOf(url, AbortSignal.timeout(300))).toBe('server: ETIMEDOUT at connection');
  });

  test('stops responding after the content is given up after the timeout', async () => {
    mailbox = await openMailbox({}, 60_000);
    const outcome = await outcomeOf(mailbox.url, AbortSignal.timeout(1_000));
    expect(outcome).toBe('sender: ETIMEDOUT at content');
  });
});

test('mail to another machine is encrypted unless SMTP_URL waives it', async () => {
  mailbox = await openMailbox();
  // Routes to this machine, but is not a loopback address.
  const elsewhere = mailbox.url.replace('127.0.0.1', '0.0.0.0');
  expect(await outcomeOf(elsewhere)).toMatch(/^server: /);
  expect(mailbox.mails).toHaveLength(0);
  expect(await outcomeOf(`${elsewhere}?requireTLS=false`)).toMatch(/^250 /);
  expect(await outcomeOf(mailbox.url)).toMatch(/^250 /);
});
