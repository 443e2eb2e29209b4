import { createServer, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { type Mailbox, openMailbox } from '../../tests/support/servers/mailbox.ts';
import { listen } from '../../tests/support/servers/ports.ts';
import { MailError, mailServerAt } from './mail-server.ts';

const SENDER = 'website@maanzaad.example';
const MAIL = {
  messageId: '<1@maanzaad.example>',
  from: SENDER,
  to: { name: '', address: 'zoe@voorbeeld.example' },
  subject: 'Receptie',
  text: 'Dag\n.\n..\nTot gauw',
};

let mailbox: Mailbox | undefined;
afterEach(async () => {
  await mailbox?.close();
  mailbox = undefined;
});

const soon = () => AbortSignal.timeout(20_000);

/** The outcome of an attempt: the server's reply, or the subject and reason of its failure. */
async function outcomeOf(url: string, signal = soon(), mail: object = MAIL): Promise<string> {
  try {
    const { reply, refused } = await mailServerAt(url, SENDER).send(mail, signal);
    return refused === undefined ? reply : `${reply}; ${refused}`;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return `${error.about}: ${error.message}`;
  }
}

const refusal = (code: number, text: string) =>
  Object.assign(new Error(text), { responseCode: code });
const recipientRefused = (code: number, text: string): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) => done(refusal(code, text)),
});

describe('mail servers', () => {
  test('a mail server gets mails byte for byte, introduced by the domain of the sender', async () => {
    const names: string[] = [];
    mailbox = await openMailbox({
      onMailFrom: (_address, session, done) => {
        names.push(session.hostNameAppearsAs);
        done();
      },
    });
    expect(await outcomeOf(mailbox.url)).toMatch(/^250 /);
    expect(await outcomeOf(mailbox.url)).toMatch(/^250 /);
    const texts = mailbox.mails.map(({ email }) => email.text);
    expect(texts).toEqual([`${MAIL.text}\n`, `${MAIL.text}\n`]);
    expect(names).toEqual(['maanzaad.example', 'maanzaad.example']);
  });

  const refusals: [string, SMTPServerOptions, string][] = [
    [
      'refuses the sender at MAIL FROM',
      { onMailFrom: (_address, _session, done) => done(refusal(550, '5.7.1 <website@x> no')) },
      'server: 550 5.7.1 [address] no at MAIL FROM',
    ],
    [
      'does not know the mailbox',
      recipientRefused(
        550,
        '5.1.1 <zoe@voorbeeld.example>: user zoe unknown at Voorbeeld.example.',
      ),
      'mailbox: 550 5.1.1 [address] user [address] unknown at [address] at RCPT TO',
    ],
    [
      'has a disabled mailbox',
      recipientRefused(550, '5.2.1 The mailbox is disabled'),
      'mailbox: 550 5.2.1 The mailbox is disabled at RCPT TO',
    ],
    [
      'does not relay',
      recipientRefused(554, '5.7.1 <zoe@voorbeeld.example>: Relay access denied'),
      'permanent: 554 5.7.1 [address] Relay access denied at RCPT TO',
    ],
    [
      'refuses without an enhanced code',
      recipientRefused(550, 'relay not permitted (5.1.1)'),
      'permanent: 550 relay not permitted (5.1.1) at RCPT TO',
    ],
    [
      'does not know the sender',
      recipientRefused(550, '5.1.0 <website@maanzaad.example>: Sender address rejected'),
      'permanent: 550 5.1.0 [address] Sender address rejected at RCPT TO',
    ],
    [
      'defers the recipient',
      recipientRefused(450, '4.1.1 greylisted'),
      'temporary: 450 4.1.1 greylisted at RCPT TO',
    ],
    [
      'requires a login',
      { authOptional: false, disabledCommands: ['STARTTLS'] },
      'server: 530 Error: authentication Required at MAIL FROM',
    ],
  ];
  test.each(refusals)('a server that %s is understood', async (_what, options, expected) => {
    mailbox = await openMailbox(options);
    expect(await outcomeOf(mailbox.url)).toBe(expected);
  });

  test('a mail that is accepted for one of several recipients is delivered, and the refusal is reported', async () => {
    mailbox = await openMailbox({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('weg') ? refusal(550, `5.1.1 <${address}> unknown`) : null),
    });
    const to = ['info', 'weg', 'keuken'].map((local) => `${local}@maanzaad.example`);
    expect(await outcomeOf(mailbox.url, soon(), { ...MAIL, to })).toMatch(
      /^250 .*; address 2 of 3: 550 5\.1\.1 \[address\] unknown at RCPT TO$/,
    );
    expect(mailbox.mails.map(({ recipients }) => recipients)).toEqual([[to[0], to[2]]]);
  });

  test('a password that the mail server refuses is reported', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) => done(new Error('wrong'));
    mailbox = await openMailbox({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth,
    });
    const url = mailbox.url.replace('//', '//user:1%2F2@');
    expect(await outcomeOf(url)).toMatch(/^server: 535 .* at AUTH/);
    await expect(mailServerAt(url, SENDER).verify()).rejects.toThrow(/^535 .* at AUTH/);
  });

  test('a mail server that offers no login gets no mail of a sender who has one', async () => {
    mailbox = await openMailbox();
    const url = mailbox.url.replace('//', '//user:password@');
    expect(await outcomeOf(url)).toMatch(/^server: .* at AUTH/);
    await expect(mailServerAt(url, SENDER).verify()).rejects.toThrow(/ at AUTH/);
    expect(mailbox.mails).toHaveLength(0);
  });
});

test('a mail without an address fails for its mailbox, and not for the mail server', async () => {
  mailbox = await openMailbox();
  const to = { name: '', address: '' };
  expect(await outcomeOf(mailbox.url, soon(), { ...MAIL, to })).toMatch(/^mailbox: /);
});

describe('hosts that fail', () => {
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

  test('a host that refuses connections, hangs up or is no mail server is a server failure', async () => {
    expect(await outcomeOf('smtp://127.0.0.1:1')).toMatch(/^server: .*ECONNREFUSED at connection$/);
    const deaf = await serve((socket) => socket.destroy());
    expect(await outcomeOf(deaf)).toMatch(/^server: .* at connection$/);
    const web = await serve((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await outcomeOf(web)).toMatch(/^server: /);
  });

  test('a host that sends nothing is given up after the timeout', async () => {
    const url = await serve(() => {});
    expect(await outcomeOf(url, AbortSignal.timeout(300))).toBe('server: EABORT at connection');
  });

  /** Speaks SMTP until it has read what `isReached` looks for, then hangs up. */
  const hangUpAt = (isReached: (all: string) => boolean) =>
    serve((socket) => {
      let all = '';
      socket.write('220 mail.example ESMTP\r\n');
      socket.on('data', (chunk) => {
        const isContent = /^DATA/m.test(all);
        all += chunk;
        if (isReached(all)) return void socket.destroy();
        if (isContent) return;
        socket.write(/^DATA/m.test(all) ? '354 go on\r\n' : '250 fine\r\n');
      });
    });

  test('a host that hangs up counts as failing, until the content is complete', async () => {
    expect(await outcomeOf(await hangUpAt((all) => /^EHLO/m.test(all)))).toMatch(/^server: /);
    expect(await outcomeOf(await hangUpAt((all) => /^RCPT/m.test(all)))).toMatch(/^server: /);
    const part = await hangUpAt((all) => all.length > 100_000);
    const long = { ...MAIL, text: 'Dag '.repeat(2_000_000) };
    expect(await outcomeOf(part, soon(), long)).toMatch(/^content: /);
    const after = await hangUpAt((all) => all.endsWith('\r\n.\r\n'));
    expect(await outcomeOf(after)).toMatch(/^no-reply: .* at content$/);
  });

  test('a host that stops replying after the content is given up after the timeout', async () => {
    mailbox = await openMailbox({}, 60_000);
    const outcome = await outcomeOf(mailbox.url, AbortSignal.timeout(1_000));
    expect(outcome).toBe('no-reply: EABORT at content');
  });
});

test('mail to another machine is encrypted unless SMTP_URL waives it', async () => {
  mailbox = await openMailbox();
  // This address routes to this machine, but is not a loopback address.
  const elsewhere = mailbox.url.replace('127.0.0.1', '0.0.0.0');
  expect(await outcomeOf(elsewhere)).toMatch(/^server: /);
  expect(mailbox.mails).toHaveLength(0);
  expect(await outcomeOf(`${elsewhere}?requireTLS=false`)).toMatch(/^250 /);
  expect(await outcomeOf(mailbox.url)).toMatch(/^250 /);
});
