import { writeFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../server/store/store.ts';
import { CAPTCHA_SETTINGS, newPost, send } from '../support/requests/post-enquiry.ts';
import { type Mailbox, openMailbox } from '../support/servers/mailbox.ts';
import { type SiteServer, startSiteServer } from '../support/servers/site-server.ts';
import { openTestStore } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/** Tests the real server against a real mail server that wants TLS and a login. */

const USER = 'website@maanzaad.example';
const PASSWORD = 'a/b#c?d@e%f:g';

let dataDir: string;
let store: Store;
let mailbox: Mailbox | undefined;
let server: SiteServer | undefined;
/** Whether each login, and each mail, came over TLS. */
let logins: boolean[];
let senders: boolean[];

beforeEach(async () => {
  ({ store, dataDir } = await openTestStore());
  logins = [];
  senders = [];
});

afterEach(async () => {
  await server?.stop();
  await mailbox?.close();
});

/** Opens a mailbox that requires a login over TLS, and writes its certificate to a file. */
async function openTlsMailbox(host: string, options: SMTPServerOptions): Promise<void> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [isIPv4(host) ? { type: 7, ip: host } : { type: 2, value: host }],
      },
    ],
  });
  await writeFile(join(dataDir, 'mail-server.pem'), cert);
  mailbox = await openMailbox({
    key,
    cert,
    authOptional: false,
    disabledCommands: [],
    onAuth({ username, password }, { secure }, done) {
      logins.push(secure);
      if (username === USER && password === PASSWORD) done(null, { user: username });
      else done(new Error('wrong password'));
    },
    onMailFrom(_, { secure }, done) {
      senders.push(secure);
      done();
    },
    ...options,
  });
}

async function start(env: Record<string, string> = {}): Promise<SiteServer> {
  const login = `//${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@`;
  // This address is on this machine but is not a loopback address. For a loopback address no
  // certificate is checked.
  const SMTP_URL = String(mailbox?.url.replace('//127.0.0.1', `${login}0.0.0.0`));
  server = await startSiteServer({ dataDir, env: { ...CAPTCHA_SETTINGS, SMTP_URL, ...env } });
  return server;
}

const trustCertificate = () => ({ NODE_EXTRA_CA_CERTS: join(dataDir, 'mail-server.pem') });

async function post(site: SiteServer): Promise<void> {
  expect(await send(site.url, await newPost())).toBe(202);
}

const statesOf = async () =>
  (await store.listEnquiries()).flatMap(({ mails }) => mails.map(({ state }) => state));

/** Resolves once both mails of an enquiry are delivered, or sending pauses. */
async function untilSettled(site: SiteServer): Promise<void> {
  await until('both mails are delivered, or sending pauses', async () => {
    const states = await statesOf();
    const isDelivered = states.every((state) => state === 'delivered');
    return isDelivered || site.output().includes('sending pauses');
  });
}

const WAYS: [string, SMTPServerOptions][] = [
  ['smtps', { secure: true }],
  ['smtp with STARTTLS', {}],
];

describe.each(WAYS)('over %s', (_, options) => {
  test('a self-signed certificate gets neither login nor mail until it is trusted', async () => {
    await openTlsMailbox('0.0.0.0', options);
    const before = await start();
    await post(before);
    await untilSettled(before);
    expect(before.output()).toMatch(/"reason":"[^"]*DEPTH_ZERO_SELF_SIGNED_CERT[^"]*"/);
    await before.stop();
    expect(await statesOf()).toEqual(['queued', 'queued']);
    expect([logins, senders]).toEqual([[], []]);

    const after = await start(trustCertificate());
    await untilSettled(after);
    expect(await statesOf()).toEqual(['delivered', 'delivered']);
    expect(mailbox?.mails).toHaveLength(2);
    expect(new Set(logins)).toEqual(new Set([true]));
    expect(senders).toEqual([true, true]);
  });

  test('a certificate of another host gets neither login nor mail', async () => {
    await openTlsMailbox('elsewhere.example', options);
    const site = await start(trustCertificate());
    await post(site);
    await untilSettled(site);
    expect(site.output()).toMatch(/"reason":"[^"]*ERR_TLS_CERT_ALTNAME_INVALID[^"]*"/);
    await site.stop();
    expect(await statesOf()).toEqual(['queued', 'queued']);
    expect([logins, senders]).toEqual([[], []]);
  });
});
